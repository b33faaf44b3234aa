//! What a person tells about a table that it does not say itself, and what of that is missing.

use super::choice::Placement;
use super::{CannotInfer, Facts, choice, schedule};
use crate::model::num::Num;
use crate::scenario::Override;
use crate::tables::column::Column;
use crate::tables::parse::ParsedTable;
use std::collections::BTreeMap;

/// What is told. Where the table says otherwise, what is told counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The variant to replay it on, instead of the one that the lines above it name.
    pub variant: Option<Override>,
    /// The placement rule.
    pub placement: Option<Placement>,
    /// What nice 0 weighs.
    pub nice0: Option<Num>,
    /// Weights of tasks.
    pub weights: BTreeMap<String, Num>,
    /// The virtual lag that a task brings to its first join, in the table's unit.
    pub lags: BTreeMap<String, Num>,
    /// Request lengths, in the table's unit.
    pub slices: BTreeMap<String, Num>,
    /// What columns mean, by their header.
    pub columns: Vec<(String, Column)>,
}

/// Something about a task that a table does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Its weight.
    Weight(String),
    /// The virtual lag that it brings.
    Lag(String),
    /// Its request length.
    Slice(String),
}

/// All that a table must be told about its tasks before it can be replayed; nothing where it lacks something else.
pub fn missing(table: &ParsedTable, told: &Told) -> Vec<Missing> {
    if super::has_variant(table, told) {
        return Vec::new();
    }
    // Something is assumed for each, to see what else is missing.
    let mut assumed = told.clone();
    let mut missing = Vec::new();
    loop {
        let found = Facts::of(table, &assumed).and_then(|facts| {
            let choices = choice::choices(table, &facts, &assumed);
            choices.first().map_or(Ok(()), |choice| schedule::script(table, &facts, choice, &assumed).map(|_| ()))
        });
        let one = Num::from(1);
        let (new, is_new) = match found {
            Err(CannotInfer::Weight { task, .. }) => (Missing::Weight(task.clone()), assumed.weights.insert(task, one).is_none()),
            Err(CannotInfer::Lag { task, .. }) => (Missing::Lag(task.clone()), assumed.lags.insert(task, one).is_none()),
            Err(CannotInfer::Slice { task, .. }) => (Missing::Slice(task.clone()), assumed.slices.insert(task, one).is_none()),
            Err(_) => return Vec::new(),
            Ok(()) => return missing,
        };
        if !is_new {
            return Vec::new();
        }
        missing.push(new);
    }
}

//! The tasks' weights, from the differences of W.
//!
//! Owns how a misprinted W is outvoted: between two changes of the queue the W printed most often counts, and a task's weight is
//! what most of its joins and leaves say. Must not know scripts.

use super::happening::{Class, Happening};
use crate::model::num::Num;
use crate::tables::column::Column;
use crate::tables::parse::ParsedTable;
use std::collections::BTreeMap;

/// The weights of the tasks: the first one of each, then one per reweight.
pub type Weights<'a> = BTreeMap<&'a str, Vec<Num>>;

/// What speaks for a task's weight, from its creation or a reweight on.
#[derive(Default)]
struct Votes {
    /// Cells of the column w; if there are any, only they count.
    told: Vec<Num>,
    /// What a reweight on the queue adds to the weight before it.
    grown: Option<Num>,
    /// What joins and leaves say.
    weights: Vec<Num>,
}

/// One task while the table is read.
#[derive(Default)]
struct Task {
    queued: bool,
    /// Its votes from its creation, and from each reweight on.
    epochs: Vec<Votes>,
}

/// The weights that the table tells, all positive. A task whose weight can't be told is not in it.
pub fn weights<'a>(table: &ParsedTable, happenings: &[Happening<'a>]) -> Weights<'a> {
    let loads = loads(table, happenings);
    let mut tasks: BTreeMap<&str, Task> = BTreeMap::new();
    let changes = happenings.iter().filter(|h| h.class.changes_load());
    for (h, around) in changes.zip(loads.windows(2)) {
        let Some(name) = h.task else { continue };
        let task = tasks.entry(name).or_default();
        let grown = around[0].as_ref().zip(around[1].as_ref()).map(|(from, to)| to - from);
        let changes_queue = h.class.joins() || h.class == Class::Leave;
        if task.epochs.is_empty() {
            task.epochs.push(Votes::default());
        }
        if !changes_queue {
            task.epochs.push(Votes { grown: grown.clone().filter(|_| task.queued), ..Votes::default() });
        }
        let Some(votes) = task.epochs.last_mut() else { continue };
        votes.told.extend(h.number(table, Column::Weight));
        if changes_queue {
            task.queued = h.class.joins();
            votes.weights.extend(if task.queued { grown } else { grown.map(|w| -w) });
        }
    }
    tasks.into_iter().filter_map(|(name, task)| Some((name, counted(task.epochs)?))).collect()
}

fn counted(epochs: Vec<Votes>) -> Option<Vec<Num>> {
    let mut weights: Vec<Num> = Vec::new();
    for votes in epochs {
        let grown = weights.last().zip(votes.grown).map(|(before, grown)| before + &grown);
        let by_load = grown.into_iter().chain(votes.weights);
        let told = most_frequent(votes.told.into_iter().filter(|w| *w > Num::ZERO));
        weights.push(told.or_else(|| most_frequent(by_load.filter(|w| *w > Num::ZERO)))?);
    }
    Some(weights)
}

/// W before the first change of the queue, and after each.
pub fn loads(table: &ParsedTable, happenings: &[Happening<'_>]) -> Vec<Option<Num>> {
    let mut loads = Vec::new();
    let mut printed: Vec<Num> = Vec::new();
    for h in happenings {
        printed.extend(h.before.and_then(|row| table.number(row, Column::Load)));
        if h.class.changes_load() {
            loads.push(most_frequent(std::mem::take(&mut printed)));
        }
        printed.extend(h.after.and_then(|row| table.number(row, Column::Load)));
    }
    loads.push(most_frequent(printed));
    // What happens first finds an empty queue; a table that begins otherwise is refused elsewhere.
    loads[0] = Some(Num::ZERO);
    loads
}

/// The value that occurs most often, the first of equals.
fn most_frequent(values: impl IntoIterator<Item = Num>) -> Option<Num> {
    const ENOUGH: usize = 100;
    let mut counts: Vec<(Num, usize)> = Vec::new();
    for value in values.into_iter().take(ENOUGH) {
        match counts.iter_mut().find(|(v, _)| *v == value) {
            Some((_, n)) => *n += 1,
            None => counts.push((value, 1)),
        }
    }
    let most = counts.iter().map(|(_, n)| *n).max()?;
    counts.into_iter().find(|(_, n)| *n == most).map(|(v, _)| v)
}

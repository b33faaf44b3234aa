//! From a bare printed table to the script that it is a run of.
//!
//! Owns what is inferred and in which order; whatever is inferred is also said in a sentence. What the columns leave open (the
//! placement rule of a table without J and vlag columns, what nice 0 weighs) is decided by which choice explains most cells.

mod cannot;
mod choice;
mod facts;
mod happening;
mod replay;
mod schedule;
mod told;
mod weights;

pub use cannot::CannotInfer;
pub use choice::Placement;
pub use happening::Class;
pub use told::{Missing, Told, missing};

use super::compare::{Comparison, compare};
use super::parse::ParsedTable;
use crate::kernels::Kernel;
use crate::model::num::Num;
use crate::scenario::Override;
use crate::sim::{Recording, Script, run};
use choice::Choice;
use facts::Facts;
use replay::Known;

/// What a table was inferred to be, and what came of running it.
#[derive(Clone, Debug)]
pub struct Inferred {
    /// The script.
    pub script: Script,
    /// What was inferred, and from where, a sentence each.
    pub sentences: Vec<String>,
    /// The run of the script.
    pub recording: Recording,
    /// The printed table against it.
    pub comparison: Comparison,
    /// Every way in which it was tried to read it; none where its variant is known.
    pub tried: Vec<Tried>,
    /// Whether nothing in the table tells which of these is right: its columns do not, and none explains every cell.
    pub open: bool,
    /// The headers of columns that are not known, so that their cells are not compared.
    pub unknown: Vec<String>,
}

/// One way to read a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The placement rule.
    pub placement: Placement,
    /// The weight of nice 0.
    pub nice0: Num,
    /// How many cells differ then.
    pub differ: usize,
    /// Whether it is the one that was taken.
    pub taken: bool,
}

/// Infers a table's script and compares the table with its run.
pub fn infer(table: &ParsedTable) -> Result<Inferred, CannotInfer> {
    infer_as(table, &Told::default())
}

/// The same with what a person tells.
pub fn infer_as(table: &ParsedTable, told: &Told) -> Result<Inferred, CannotInfer> {
    if has_variant(table, told) {
        return on_variant(table, told);
    }
    let facts = Facts::of(table, told)?;
    let mut best: Option<(Choice, Inferred)> = None;
    let choices = choice::choices(table, &facts, told);
    let mut tried: Vec<Tried> = Vec::new();
    for choice in &choices {
        let (script, assumed) = schedule::script(table, &facts, choice, told)?;
        let recording = run(&script);
        let comparison = compare(table, &recording);
        let better = best.as_ref().is_none_or(|(_, b)| comparison.differences.len() < b.comparison.differences.len());
        let explains_all = comparison.differences.is_empty();
        let (placement, nice0, differ) = (choice.placement, choice.nice0.clone(), comparison.differences.len());
        tried.push(Tried { placement, nice0, differ, taken: false });
        if better {
            best = Some((
                choice.clone(),
                Inferred {
                    script,
                    sentences: assumed,
                    recording,
                    comparison,
                    tried: Vec::new(),
                    open: false,
                    unknown: Vec::new(),
                },
            ));
        }
        if explains_all {
            break;
        }
    }
    let Some((choice, mut inferred)) = best else { return Err(CannotInfer::NoJoin { line: table.line }) };
    tried.iter_mut().for_each(|t| t.taken = (t.placement, &t.nice0) == (choice.placement, &choice.nice0));
    inferred.open = !inferred.comparison.differences.is_empty() && choice::is_open(table, &choices);
    inferred.tried = tried;
    inferred.unknown = unknown(table);
    let mut sentences = vec![AS_IDEAL.to_string()];
    sentences.extend(choice.sentences(table, &choices, told));
    sentences.extend(facts.sentences);
    sentences.append(&mut inferred.sentences);
    inferred.sentences = sentences;
    Ok(inferred)
}

/// What is said of a table without a variant.
const AS_IDEAL: &str = "replayed as ideal, as no line above it names a variant";

/// Whether nothing about the rules is left to infer. What is told of `ideal` without patches leaves the placement open.
fn has_variant(table: &ParsedTable, told: &Told) -> bool {
    let is_bare = |over: &Override| over.kernel == Some(Kernel::Ideal) && *over == bare(Kernel::Ideal);
    match &told.variant {
        Some(over) if table.setup.is_none() => !is_bare(over),
        Some(_) => true,
        None => table.setup.is_some(),
    }
}

/// A kernel and nothing else.
pub fn bare(kernel: Kernel) -> Override {
    Override { kernel: Some(kernel), patches: Some(Vec::new()), ..Override::default() }
}

fn unknown(table: &ParsedTable) -> Vec<String> {
    let unknown = table.columns.iter().filter(|c| c.heading.is_none() && !c.text.is_empty());
    unknown.map(|c| c.text.clone()).collect()
}

/// The table on the variant that is known, in the unit that explains most cells where none is told.
fn on_variant(table: &ParsedTable, told: &Told) -> Result<Inferred, CannotInfer> {
    Facts::is_small(table)?;
    let has_set = table.setup.as_ref().is_some_and(|setup| setup.set.is_some());
    let units: &[u32] = if has_set { &[1] } else { &[1_000_000, 1000, 1] };
    let mut best: Option<Inferred> = None;
    for &unit in units {
        let known = Known { setup: table.setup.as_ref(), told: told.variant.as_ref(), unit };
        let (script, sentences) = replay::script(table, &known, told)?;
        let recording = run(&script);
        let comparison = compare(table, &recording);
        let differ = comparison.differences.len();
        if best.as_ref().is_none_or(|best| differ < best.comparison.differences.len()) {
            let unknown = unknown(table);
            best = Some(Inferred { script, sentences, recording, comparison, tried: Vec::new(), open: false, unknown });
        }
        if differ == 0 {
            break;
        }
    }
    best.ok_or(CannotInfer::NoJoin { line: table.line })
}

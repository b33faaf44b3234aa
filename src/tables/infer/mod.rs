//! From a bare printed table to the script that it is a run of.
//!
//! Owns what is inferred and in which order; whatever is inferred is also said in a sentence. What the columns leave open (the
//! placement rule of a table without J and vlag columns, what nice 0 weighs) is decided by which choice explains most cells.

mod cannot;
mod choice;
mod facts;
mod happening;
mod schedule;
mod weights;

pub use cannot::CannotInfer;
pub use happening::Class;

use super::compare::{Comparison, compare};
use super::parse::ParsedTable;
use crate::sim::{Recording, Script, run};
use choice::Choice;
use facts::Facts;

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
}

/// Infers a table's script and compares the table with its run.
pub fn infer(table: &ParsedTable) -> Result<Inferred, CannotInfer> {
    let facts = Facts::of(table)?;
    let mut best: Option<(Choice, Inferred)> = None;
    let choices = choice::choices(table, &facts);
    for choice in &choices {
        let (script, assumed) = schedule::script(table, &facts, choice)?;
        let recording = run(&script);
        let comparison = compare(table, &recording);
        let better = best.as_ref().is_none_or(|(_, b)| comparison.differences.len() < b.comparison.differences.len());
        let explains_all = comparison.differences.is_empty();
        if better {
            best = Some((choice.clone(), Inferred { script, sentences: assumed, recording, comparison }));
        }
        if explains_all {
            break;
        }
    }
    let Some((choice, mut inferred)) = best else { return Err(CannotInfer::NoJoin { line: table.line }) };
    let mut sentences = choice.sentences(table, &choices);
    sentences.extend(facts.sentences);
    sentences.append(&mut inferred.sentences);
    inferred.sentences = sentences;
    Ok(inferred)
}

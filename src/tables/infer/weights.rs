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
    /// What a reweight adds to the weight before it.
    grown: Option<Num>,
    /// What joins, leaves and cells of the column w say.
    weights: Vec<Num>,
}

/// The weights that the table tells, all positive. A task whose weight can't be told is not in it.
pub fn weights<'a>(table: &ParsedTable, happenings: &[Happening<'a>]) -> Weights<'a> {
    let loads = loads(table, happenings);
    let mut votes: BTreeMap<&str, Vec<Votes>> = BTreeMap::new();
    let changes = happenings.iter().filter(|h| h.class.changes_load());
    for (h, around) in changes.zip(loads.windows(2)) {
        let Some(task) = h.task else { continue };
        let epochs = votes.entry(task).or_insert_with(|| vec![Votes::default()]);
        let grown = around[0].as_ref().zip(around[1].as_ref()).map(|(from, to)| to - from);
        let reweight = !h.class.joins() && h.class != Class::Leave;
        if reweight {
            epochs.push(Votes { grown: grown.clone(), ..Votes::default() });
        }
        let Some(votes) = epochs.last_mut() else { continue };
        votes.weights.extend(h.number(table, Column::Weight));
        match h.class {
            Class::Join | Class::Fork => votes.weights.extend(grown),
            Class::Leave => votes.weights.extend(grown.map(|w| -w)),
            _ => {}
        }
    }
    votes.into_iter().filter_map(|(task, epochs)| Some((task, counted(epochs)?))).collect()
}

fn counted(epochs: Vec<Votes>) -> Option<Vec<Num>> {
    let mut weights: Vec<Num> = Vec::new();
    for votes in epochs {
        let grown = weights.last().zip(votes.grown).map(|(before, grown)| before + &grown);
        let all = grown.into_iter().chain(votes.weights).filter(|w| *w > Num::ZERO);
        weights.push(most_frequent(all)?);
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

//! `Lane`: one scenario run to its end, with everything the page shows of it that does not depend on the cursor.
//!
//! Owns what is computed once per run, and which rows of a long run's table are computed when. Must not know how it is shown.

use super::outside::{Outside, TracedPick};
use super::pending::Pending;
use super::rows;
use crate::chart::Series;
use crate::checks::JBound;
use crate::scenario::{Override, Scenario};
use crate::sim::Recording;
use crate::stats::Latencies;
use crate::tables::compare::{Comparison, Difference};
use crate::tables::table::Row;
use crate::tables::{Heading, Table};
use std::ops::Range;
use std::sync::Arc;

/// Longest run, in steps, whose whole table is kept; of longer ones only the rows looked at are computed.
pub const WHOLE_TABLE: usize = 20_000;

/// A scenario and its run. Immutable.
#[derive(Debug)]
pub struct Lane {
    /// The text it was read from.
    pub text: String,
    /// What was chosen over the variant in the text.
    pub over: Override,
    /// What was read.
    pub scenario: Scenario,
    /// The run.
    pub recording: Recording,
    /// Its worked table; without rows where the run is longer than [`WHOLE_TABLE`].
    pub table: Table,
    /// Which cells of the table are news, row by row.
    pub news: Vec<Vec<bool>>,
    /// The steps that are rows, in order.
    pub shown: Vec<usize>,
    /// The steps with warnings, in order; where the run is longer than [`WHOLE_TABLE`] only those whose event did nothing.
    pub warned: Vec<usize>,
    /// Wake-up latencies, by task.
    pub latencies: Vec<Latencies>,
    /// J's bound, where the placement rule keeps J.
    pub j_bound: Option<JBound>,
    /// Its curves.
    pub series: Series,
    /// The table printed in a mail against it, if there is one.
    pub printed: Option<Comparison>,
    /// The picks in which the trace that it replays and the model differ, in order.
    pub picks: Arc<[TracedPick]>,
    /// The steps in which it differs from what was printed or traced, in order.
    pub marked: Vec<usize>,
}

/// Some rows of a table, and which of their cells are news.
pub struct Rows {
    /// The rows.
    pub rows: Vec<Row>,
    /// As [`Lane::news`].
    pub news: Vec<Vec<bool>>,
}

impl Lane {
    /// Runs a scenario; `outside` is what is known of the run beside it.
    pub fn new(text: &str, over: Override, scenario: Scenario, outside: Outside) -> Lane {
        let mut pending = Pending::new(text.to_string(), over, scenario, outside);
        while pending.advance(usize::MAX) {}
        pending.finish()
    }

    /// Whether only the rows looked at are computed.
    pub fn is_long(&self) -> bool {
        self.recording.len() > WHOLE_TABLE
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.shown.len()
    }

    /// The row that shows a step, or the last one before it.
    pub fn row_at(&self, step: usize) -> Option<usize> {
        self.shown.partition_point(|s| *s <= step).checked_sub(1)
    }

    /// The step that a row shows.
    pub fn step_of_row(&self, row: usize) -> Option<usize> {
        self.shown.get(row).copied()
    }

    /// Some rows of the table.
    pub fn rows(&self, range: Range<usize>) -> Rows {
        if !self.is_long() {
            return Rows { rows: self.table.rows[range.clone()].to_vec(), news: self.news[range].to_vec() };
        }
        // What is news in the first rows is seen against some rows before them.
        let before = range.start.min(rows::WINDOW / 4);
        let steps = &self.shown[range.start - before..range.end];
        let columns = &self.table.columns;
        let mut table = Table { columns: columns.clone(), rows: Row::of(&self.recording, columns, steps) };
        let news = rows::news(&table).split_off(before);
        Rows { rows: table.rows.split_off(before), news }
    }

    /// Whether a step has a warning.
    pub fn is_warned(&self, step: usize) -> bool {
        self.warned.binary_search(&step).is_ok()
    }

    /// What a trace shows otherwise in a step.
    pub fn traced(&self, step: usize) -> Option<&TracedPick> {
        self.picks.binary_search_by_key(&step, |pick| pick.step).ok().map(|at| &self.picks[at])
    }

    /// What a mail prints otherwise in the cell of that step and column, and its number among all such cells.
    pub fn difference(&self, step: usize, heading: &Heading) -> Option<(usize, &Difference)> {
        let printed = self.printed.as_ref()?;
        let found = printed.at(step, heading)?;
        let index = printed.differences.iter().position(|d| std::ptr::eq(d, found))?;
        Some((index, found))
    }
}

/// The steps with a cell that a mail prints otherwise, or a pick that a trace shows otherwise, in order.
pub(super) fn marked(printed: Option<&Comparison>, picks: &[TracedPick]) -> Vec<usize> {
    let cells = printed.into_iter().flat_map(|p| &p.differences).filter_map(|d| d.step);
    let mut steps: Vec<usize> = cells.chain(picks.iter().map(|pick| pick.step)).collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

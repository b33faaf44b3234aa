//! Which rows of a long table are shown, which of their cells are news, and the notes under it about cells that a mail prints otherwise.
//!
//! Must not know elements.

use super::lane::Lane;
use crate::sim::recording::Phase;
use crate::sim::script::TaskId;
use crate::tables::compare::Difference;
use crate::tables::{Heading, Table, Value};
use std::collections::HashMap;
use std::ops::Range;

/// Whether each cell is news, row by row: the queue's columns against the row above, a task's against the last row of that task.
/// (Against the row above, a task's values would seem to change whenever another task's row comes next.)
pub fn news(table: &Table) -> Vec<Vec<bool>> {
    let mut last_of: HashMap<TaskId, usize> = HashMap::new();
    let mut news = Vec::with_capacity(table.rows.len());
    for (i, row) in table.rows.iter().enumerate() {
        let own = row.task.and_then(|task| last_of.insert(task, i));
        let is_news = |(c, heading): (usize, &Heading)| {
            let of_task = heading.task.is_none() && (heading.column.is_of_task() || heading.column.needs_notes());
            let before = if of_task { own } else { i.checked_sub(1) };
            let value = &row.cells[c].value;
            let says_nothing = *value == Value::Na && heading.column.needs_notes();
            !heading.column.is_key() && !says_nothing && before.is_some_and(|b| table.rows[b].cells[c].value != *value)
        };
        news.push(table.columns.iter().enumerate().map(is_news).collect());
    }
    news
}

/// A table of at most so many rows is shown whole.
pub const WHOLE: usize = 400;

/// Rows shown at once of a longer one: every move to other rows makes all of them anew.
pub const WINDOW: usize = 80;

/// The rows shown when the cursor is in row `current`: moves by half its size, so that the cursor never stands at its edge.
pub fn window(current: usize, rows: usize) -> Range<usize> {
    if rows <= WHOLE {
        return 0..rows;
    }
    let half = WINDOW / 2;
    let from = (current / half * half).saturating_sub(half / 2).min(rows.saturating_sub(WINDOW));
    from..(from + WINDOW).min(rows)
}

/// What is said of the differing cells of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The row: `t, T3 join-`.
    pub label: String,
    /// Its step, if the run has one for it.
    pub step: Option<usize>,
    /// Each cell: its number among all differences, and what is printed and computed.
    pub cells: Vec<(usize, String)>,
    /// Why.
    pub reason: String,
}

/// One note for each row with differing cells and the same reason for them.
pub fn difference_notes(lane: &Lane) -> Vec<Note> {
    let mut notes: Vec<(usize, Note)> = Vec::new();
    for (index, d) in lane.printed.iter().flat_map(|p| &p.differences).enumerate() {
        let cell = (index, format!("{} is {}, printed {}", d.heading.text, d.computed, d.printed));
        let reason = if is_left_by_row_above(lane, d) { ROW_ABOVE.to_string() } else { sentence(d) };
        match notes.last_mut().filter(|(row, note)| *row == d.row && note.reason == reason) {
            Some((_, note)) => note.cells.push(cell),
            None => notes.push((d.row, Note { label: d.label.clone(), step: d.step, cells: vec![cell], reason })),
        }
    }
    notes.into_iter().map(|(_, note)| note).collect()
}

const ROW_ABOVE: &str = "The row above already leaves this state, and nothing happens in between.";

/// Whether the step is a preview that shows what the step before it left.
fn is_left_by_row_above(lane: &Lane, d: &Difference) -> bool {
    let Some(step) = d.step.filter(|s| *s > 0) else { return false };
    let (was, now) = (&lane.recording.step(step - 1), &lane.recording.step(step));
    now.phase == Phase::Before && d.heading.value(&lane.recording, was) == d.heading.value(&lane.recording, now)
}

/// The reason as a sentence.
fn sentence(d: &Difference) -> String {
    let mut chars = d.why.chars();
    let first = chars.next().map(char::to_uppercase);
    first.map_or(String::new(), |first| format!("{}{}.", first.collect::<String>(), chars.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_table_is_shown_whole_and_a_long_one_around_the_cursor() {
        assert_eq!(window(7, 20), 0..20);
        assert_eq!(window(0, 0), 0..0);
        assert_eq!(window(WHOLE - 1, WHOLE), 0..WHOLE);
        for current in [0, 199, 200, 399, 5000, 9999] {
            let shown = window(current, 10_000);
            assert!(shown.contains(&current) && shown.len() == WINDOW, "{current}: {shown:?}");
        }
    }

    #[test]
    fn stepping_within_a_window_does_not_move_it() {
        let moves = (0..10_000).filter(|i| window(*i, 10_000) != window(i + 1, 10_000)).count();
        assert!(moves <= 10_000 / (WINDOW / 2), "{moves}");
    }
}

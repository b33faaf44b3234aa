//! `Lane`: one scenario run to its end, with everything the page shows of it that does not depend on the cursor.
//!
//! Owns what is computed once per run, and the page's own limit on the length of a run. Must not know how it is shown.

use super::rows;
use crate::chart::Series;
use crate::model::num::Num;
use crate::scenario::{Diagnostic, Scenario, Severity};
use crate::sim::{Recording, Script, run};
use crate::tables::compare::{Comparison, Difference, compare};
use crate::tables::{Column, Heading, Table, parse, table};

/// Most steps that the page runs while someone types: more would make typing wait.
pub const MAX_STEPS: i64 = 20_000;

/// A scenario and its run. Immutable.
#[derive(Debug)]
pub struct Lane {
    /// The text it was read from.
    pub text: String,
    /// What was read.
    pub scenario: Scenario,
    /// The run.
    pub recording: Recording,
    /// Its worked table.
    pub table: Table,
    /// Which cells of the table are news, row by row.
    pub news: Vec<Vec<bool>>,
    /// Its curves.
    pub series: Series,
    /// The table printed in a mail against it, if there is one.
    pub printed: Option<Comparison>,
}

impl Lane {
    /// Runs a scenario; `printed` is a table in a mail that it reproduces.
    pub fn new(text: &str, scenario: Scenario, printed: Option<&str>) -> Lane {
        let recording = run(&scenario.script);
        let printed = printed.and_then(|text| parse::parse(text).tables.into_iter().next());
        let headings = printed.iter().flat_map(|t| &t.columns).filter_map(|c| c.heading.clone());
        let table = Table::of(&recording, columns(&recording, headings));
        let news = rows::news(&table);
        let series = Series::of(&recording);
        let printed = printed.map(|table| compare(&table, &recording));
        Lane { text: text.to_string(), scenario, recording, table, news, series, printed }
    }

    /// What a mail prints otherwise in the cell of that step and column, and its number among all such cells.
    pub fn difference(&self, step: usize, heading: &Heading) -> Option<(usize, &Difference)> {
        let printed = self.printed.as_ref()?;
        let found = printed.at(step, heading)?;
        let index = printed.differences.iter().position(|d| std::ptr::eq(d, found))?;
        Some((index, found))
    }
}

/// Time and event, then the columns of the printed table, then what one needs to follow a pick if it is missing; without a
/// printed table the usual ones.
fn columns(recording: &Recording, printed: impl Iterator<Item = Heading>) -> Vec<Heading> {
    let printed: Vec<Heading> = printed.collect();
    if printed.is_empty() {
        return table::default_columns(recording);
    }
    let keys = [Column::Time, Column::Event];
    let mut columns: Vec<Heading> = keys.into_iter().map(Heading::from).collect();
    columns.extend(printed.into_iter().filter(|h| !keys.contains(&h.column)));
    for wanted in table::default_columns(recording) {
        let needed = recording.has_j || matches!(wanted.column, Column::Lag | Column::Eligible);
        if needed && columns.iter().all(|h| h.column != wanted.column) {
            columns.push(wanted);
        }
    }
    columns
}

/// What to say of a script that runs longer than the page runs at once; `None` if it does not.
pub fn too_long(script: &Script) -> Option<Diagnostic> {
    let steps = expected_steps(script);
    (steps > Num::from(MAX_STEPS)).then(|| Diagnostic {
        line: 0,
        column: 0,
        length: 0,
        severity: Severity::Error,
        message: format!("the run would have about {} steps", steps.floor()),
        expected: format!(
            "at most {MAX_STEPS} in the page (the command line runs longer ones): a longer tick, longer slices or an earlier end"
        ),
    })
}

/// Roughly how many steps a script makes: three an event, three a tick and three a request end.
fn expected_steps(script: &Script) -> Num {
    let end = script.events.last().map_or(Num::ZERO, |e| e.at.clone());
    let every = |period: &Num| if period.is_zero() || period.is_negative() { Num::ZERO } else { (&end / period).floor() };
    let shortest = script.tasks.iter().map(|t| t.slice.as_ref().unwrap_or(&script.base_slice)).min();
    let requests = if script.slice_end { shortest.map_or(Num::ZERO, every) } else { Num::ZERO };
    let events = Num::from(script.events.len() as u64);
    &(&(&events + &every(&script.tick)) + &requests) * &Num::from(3)
}

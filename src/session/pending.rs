//! `Pending`: a lane under way, computed in slices, so that the page can draw and listen in between.
//!
//! Owns the stages of that work and how far it is. Must not know who gives it time.

use super::lane::{self, Lane, WHOLE_TABLE};
use super::outside::Outside;
use super::rows;
use crate::chart::SeriesBuilder;
use crate::explain::explain;
use crate::model::num::Num;
use crate::scenario::{Override, Scenario};
use crate::sim::{Recording, Run, Script};
use crate::tables::compare::compare;
use crate::tables::table::is_shown;
use crate::tables::{Column, Heading, Table, parse, table};
use std::fmt;

/// Most steps that are computed at once, while the page waits: more would be felt while typing.
pub const AT_ONCE: i64 = 5_000;

/// A lane under way.
pub struct Pending {
    text: String,
    over: Override,
    scenario: Scenario,
    outside: Outside,
    /// Where progress ends.
    whole: Whole,
    stage: Stage,
}

/// What tells how far a run is.
enum Whole {
    /// Its steps, of about so many.
    Steps(u64),
    /// The simulated time in ns, where only the run itself shows how much happens.
    Time(Num),
}

enum Stage {
    /// The engine runs.
    Run(Box<Run>),
    /// The recording is read: curves, rows, warnings.
    Read(Box<Reading>),
    /// Between the two.
    Moving,
}

struct Reading {
    recording: Recording,
    series: SeriesBuilder,
    shown: Vec<usize>,
    warned: Vec<usize>,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// In per cent.
    pub percent: u32,
    /// Steps recorded so far.
    pub steps: usize,
}

impl Pending {
    /// Nothing done yet; `outside` is what is known of the run beside the scenario.
    pub fn new(text: String, over: Override, scenario: Scenario, outside: Outside) -> Pending {
        let stage = Stage::Run(Box::new(Run::new(&scenario.script)));
        let script = &scenario.script;
        let whole = match script.has_behaviours() {
            true => Whole::Time(script.duration()),
            false => Whole::Steps(script.expected_steps().to_i64().map_or(u64::MAX, |n| n.max(1) as u64)),
        };
        Pending { text, over, scenario, outside, whole, stage }
    }

    /// The text it is computed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is chosen over the text's variant.
    pub fn over(&self) -> &Override {
        &self.over
    }

    /// Does about `steps` steps' worth of work. Returns false once all is done.
    pub fn advance(&mut self, steps: usize) -> bool {
        match &mut self.stage {
            Stage::Run(run) => {
                if !run.advance(steps)
                    && let Stage::Run(run) = std::mem::replace(&mut self.stage, Stage::Moving)
                {
                    self.stage = Stage::Read(Box::new(Reading::of(run.finish())));
                }
                true
            }
            Stage::Read(reading) => reading.advance(steps),
            Stage::Moving => false,
        }
    }

    /// How far it is: nine tenths are the run.
    pub fn progress(&self) -> Progress {
        let share = |done: u64, of: u64, most: u64| (done.min(of) as u128 * u128::from(most) / u128::from(of.max(1))) as u32;
        match &self.stage {
            Stage::Run(run) => {
                let percent = match &self.whole {
                    Whole::Steps(expected) => share(run.steps() as u64, *expected, 90),
                    Whole::Time(end) if end.is_zero() => 0,
                    Whole::Time(end) => {
                        (&(&run.now() * &Num::from(90)) / end).floor().to_i64().map_or(0, |n| n.clamp(0, 90)) as u32
                    }
                };
                Progress { percent, steps: run.steps() }
            }
            Stage::Read(reading) => {
                let (done, of) = (reading.series.done() as u64, reading.recording.len() as u64);
                Progress { percent: 90 + share(done, of, 10), steps: reading.recording.len() }
            }
            Stage::Moving => Progress { percent: 90, steps: 0 },
        }
    }

    /// The lane; whatever is not yet done is done now.
    pub fn finish(mut self) -> Lane {
        while self.advance(usize::MAX) {}
        let Stage::Read(reading) = self.stage else { unreachable!("the loop ends in that stage") };
        let Reading { recording, series, shown, warned } = *reading;
        let Outside { printed, picks } = self.outside;
        let printed = printed.and_then(|text| parse::parse(&text).tables.into_iter().next());
        let headings = printed.iter().flat_map(|t| &t.columns).filter_map(|c| c.heading.clone());
        let columns = columns(&recording, headings);
        let table = match recording.len() > WHOLE_TABLE {
            true => Table { columns, rows: Vec::new() },
            false => Table::of(&recording, columns),
        };
        let news = rows::news(&table);
        let printed = printed.map(|table| compare(&table, &recording));
        let series = series.finish();
        let marked = lane::marked(printed.as_ref(), &picks);
        let (text, over, scenario) = (self.text, self.over, self.scenario);
        Lane { text, over, scenario, recording, table, news, shown, warned, series, printed, picks, marked }
    }
}

impl Reading {
    fn of(recording: Recording) -> Reading {
        let series = SeriesBuilder::new(&recording);
        Reading { recording, series, shown: Vec::new(), warned: Vec::new() }
    }

    fn advance(&mut self, steps: usize) -> bool {
        let from = self.series.done();
        let more = self.series.extend(&self.recording, steps);
        let done = self.series.done();
        for (i, step) in (from..done).zip(self.recording.states_from(from)) {
            if is_shown(&step) {
                self.shown.push(i);
            }
            if step.noop {
                self.warned.push(i);
            }
        }
        if self.recording.len() <= WHOLE_TABLE {
            self.warned.retain(|i| *i < from);
            self.warned.extend((from..done).filter(|i| !explain(&self.recording, *i).warnings.is_empty()));
        }
        more
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").field("over", &self.over).field("progress", &self.progress()).finish_non_exhaustive()
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

/// Whether a script runs longer than is computed at once.
pub fn is_long(script: &Script) -> bool {
    script.expected_steps() > Num::from(AT_ONCE)
}

//! `Pending`: a lane under way, computed in slices, so that the page can draw and listen in between.
//!
//! Owns the stages of that work and how far it is. Must not know who gives it time.

use super::lane::{self, Lane, WHOLE_TABLE};
use super::outside::Outside;
use super::rows;
use crate::chart::SeriesBuilder;
use crate::checks::JBounds;
use crate::explain::{Context, explain_in};
use crate::kernels::ArithKind;
use crate::model::num::Num;
use crate::scenario::{Override, Scenario};
use crate::sim::recording::Step;
use crate::sim::{Recording, Run, Script};
use crate::stats::{FinishEach, Latencies, LatencyCollector};
use crate::tables::compare::compare;
use crate::tables::parse::ParsedTable;
use crate::tables::table::is_shown;
use crate::tables::{Column, Heading, Table, parse, table};
use std::fmt;

/// Most steps that are computed at once, while the page waits: more would be felt while typing.
pub const AT_ONCE: i64 = 5_000;

/// The same in exact arithmetic, whose fractions may grow with every step.
const AT_ONCE_EXACT: i64 = 500;

/// Of the whole, in per cent, what is the run; the rest is reading it.
const RUN: u32 = 60;

/// A lane under way.
pub struct Pending {
    text: String,
    over: Override,
    scenario: Scenario,
    outside: Outside,
    /// The table in a mail that the scenario reproduces.
    printed: Option<ParsedTable>,
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
    /// Without rows of a long run.
    table: Table,
    shown: Vec<usize>,
    warned: Vec<usize>,
    waits: Waits,
    /// J's bound, where J is kept.
    j_bounds: Option<JBounds>,
    /// The step read last with its notes, where all are explained.
    before: Option<Step>,
}

/// Wake-up latencies.
enum Waits {
    /// They are collected.
    Collect(LatencyCollector),
    /// Each task's are put in order.
    Sort(FinishEach, Vec<Latencies>),
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done at present.
    pub stage: &'static str,
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
        let printed =
            outside.printed.as_deref().and_then(|text| parse::parse_as(text, &outside.columns).tables.into_iter().next());
        Pending { text, over, scenario, outside, printed, whole, stage }
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
                    let recording = run.finish();
                    let headings = self.printed.iter().flat_map(|t| &t.columns).filter_map(|c| c.heading.clone());
                    let columns = columns(&recording, headings);
                    self.stage = Stage::Read(Box::new(Reading::of(recording, columns)));
                }
                true
            }
            Stage::Read(reading) => reading.advance(steps),
            Stage::Moving => false,
        }
    }

    /// Does what can be done at once; whether that is all. What tasks with behaviours do is not known before.
    pub fn at_once(&mut self) -> bool {
        const PIECE: usize = 256;
        !is_long(&self.scenario.script) && (0..4 * AT_ONCE as usize).step_by(PIECE).any(|_| !self.advance(PIECE))
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let share = |done: u64, of: u64, most: u64| (done.min(of) as u128 * u128::from(most) / u128::from(of.max(1))) as u32;
        match &self.stage {
            Stage::Run(run) => {
                let percent = match &self.whole {
                    Whole::Steps(expected) => share(run.steps() as u64, *expected, u64::from(RUN)),
                    Whole::Time(end) if end.is_zero() => 0,
                    Whole::Time(end) => {
                        (&(&run.now() * &Num::from(RUN)) / end).floor().to_i64().map_or(0, |n| n.clamp(0, i64::from(RUN))) as u32
                    }
                };
                Progress { stage: "running it", percent, steps: run.steps() }
            }
            Stage::Read(reading) => {
                let (done, of) = (reading.series.done() as u64, reading.recording.len() as u64);
                let stage = match reading.waits {
                    Waits::Collect(_) => "reading the run",
                    Waits::Sort(..) => "sorting latencies",
                };
                Progress { stage, percent: RUN + share(done, of, u64::from(100 - RUN)), steps: reading.recording.len() }
            }
            Stage::Moving => Progress { stage: "", percent: RUN, steps: 0 },
        }
    }

    /// The lane; whatever is not yet done is done now.
    pub fn finish(mut self) -> Lane {
        while self.advance(usize::MAX) {}
        let Stage::Read(reading) = self.stage else { unreachable!("the loop ends in that stage") };
        let Reading { recording, series, table, shown, warned, waits, j_bounds, before: _ } = *reading;
        let latencies = match waits {
            Waits::Collect(collector) => collector.finish(),
            Waits::Sort(left, sorted) => sorted.into_iter().chain(left).collect(),
        };
        let news = rows::news(&table);
        let printed = self.printed.map(|table| compare(&table, &recording));
        let series = series.finish();
        let j_bound = j_bounds.and_then(|bounds| bounds.finish());
        let picks = self.outside.picks;
        let marked = lane::marked(printed.as_ref(), &picks);
        let (text, over, scenario) = (self.text, self.over, self.scenario);
        Lane { text, over, scenario, recording, table, news, shown, warned, latencies, j_bound, series, printed, picks, marked }
    }
}

impl Reading {
    fn of(recording: Recording, columns: Vec<Heading>) -> Reading {
        let series = SeriesBuilder::new(&recording);
        let waits = Waits::Collect(LatencyCollector::new(recording.tasks.len()));
        let table = Table { columns, rows: Vec::new() };
        let j_bounds = recording.has_j.then(JBounds::default);
        Reading { recording, series, table, shown: Vec::new(), warned: Vec::new(), waits, j_bounds, before: None }
    }

    fn advance(&mut self, steps: usize) -> bool {
        match &mut self.waits {
            Waits::Sort(left, sorted) => {
                sorted.extend(left.next());
                left.len() > 0
            }
            Waits::Collect(collector) => {
                let from = self.series.done();
                let is_whole = self.recording.len() <= WHOLE_TABLE;
                let end = from.saturating_add(steps).min(self.recording.len());
                let mut walk = self.recording.walk_from(from);
                for i in from..end {
                    let Some(step) = walk.next_step() else { break };
                    self.series.step(&self.recording, step);
                    collector.step(step);
                    let notes = if is_whole || self.j_bounds.is_some() { self.recording.notes(i) } else { Vec::new() };
                    if let Some(bounds) = &mut self.j_bounds {
                        bounds.step(i, step, &notes);
                    }
                    if is_shown(step) {
                        self.shown.push(i);
                    }
                    let is_warned = match is_whole {
                        true => {
                            let noted = Step { notes, ..step.clone() };
                            let ctx = Context::of(&self.recording, i, self.before.as_ref(), &noted);
                            let is_warned = !explain_in(&ctx).warnings.is_empty();
                            self.before = Some(noted);
                            is_warned
                        }
                        false => step.noop || (i + 1 == self.recording.len() && self.recording.stopped.is_some()),
                    };
                    if is_warned {
                        self.warned.push(i);
                    }
                    if is_whole {
                        self.table.add(&self.recording, i, step);
                    }
                }
                if self.series.done() == self.recording.len() {
                    let collector = std::mem::replace(collector, LatencyCollector::new(0));
                    self.waits = Waits::Sort(collector.finish_each(), Vec::new());
                }
                true
            }
        }
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
    let at_once = if script.arith() == ArithKind::Exact { AT_ONCE_EXACT } else { AT_ONCE };
    script.expected_steps() > Num::from(at_once)
}

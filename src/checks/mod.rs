//! Named invariants: what a run is held to at every step, and the sentence that says so when it breaks.
//!
//! One invariant a file, with its name, its sentence, whether the variant promises it, and the text with the numbers; [`ALL`] is
//! the list. Must not change what a run is, and must not know pages. Everything is exact; where a kernel computes in whole ns the
//! invariant's file derives how far rounding may take it.
//!
//! | file | invariant |
//! |---|---|
//! | `sums` | weighted lags sum to zero; somebody is eligible |
//! | `picks` | a pick is eligible, and has the earliest deadline |
//! | `joins` | a join restores the lag; a join without lag leaves V |
//! | `reweights` | a reweight leaves V, and the weighted lag |
//! | `v_plus_j` | joins and leaves leave V + J (mail M4) |
//! | `j_bound` | J stays within its bound (mail M4); [`enclose`] has the irrational part |
//! | `counters` | the queue's counters count |
//! | `delayed` | a delayed task does not fall behind while it sleeps (mail M1) |
//! | `lost` | no lag is lost to the limit |
//! | `bounds` | lags stay within a slice and a tick |

mod bounds;
mod counters;
mod delayed;
pub mod enclose;
mod j_bound;
mod joins;
mod lost;
mod picks;
mod report;
mod reweights;
mod setting;
mod sums;
mod tally;
mod v_plus_j;

pub use j_bound::{JBound, JBounds};
pub use report::{Report, Row, Status};
pub use setting::Setting;
pub use tally::{KEPT, Tally, Violation};

use crate::explain::Context;
use crate::sim::recording::Step;
use crate::sim::{Recording, Script};

/// One named invariant.
pub struct Invariant {
    /// Its name, for lists and links.
    pub name: &'static str,
    /// What it says.
    pub sentence: &'static str,
    /// Whether a variant promises it.
    pub expectation: fn(&Setting) -> Expectation,
    /// What watches a run for it.
    watch: fn(&Setting) -> Box<dyn Watch>,
}

/// Whether a variant promises an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It must hold.
    Holds,
    /// It may break, and why.
    MayBreak(&'static str),
    /// It says nothing about this variant, and why.
    NotApplicable(&'static str),
}

/// Watches a run, step by step, from the first on.
trait Watch: Send + Sync {
    /// Sees one step; previews too.
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally);

    /// Sees the end; may go through the run again.
    fn end(&mut self, _recording: &Recording, _setting: &Setting, _tally: &mut Tally) {}

    /// J's bound, from whoever has it.
    fn j_bound(&self) -> Option<JBound> {
        None
    }
}

/// All, in the order in which they are listed to people.
pub static ALL: [&Invariant; 14] = [
    &sums::ZERO,
    &sums::ELIGIBLE,
    &picks::ELIGIBLE,
    &picks::EARLIEST,
    &joins::RESTORED,
    &joins::V_KEPT,
    &reweights::V_KEPT,
    &reweights::LAG_KEPT,
    &v_plus_j::KEPT,
    &j_bound::BOUNDED,
    &counters::COUNT,
    &delayed::FLOOR,
    &lost::NONE,
    &bounds::WITHIN,
];

/// All invariants over one recording, under way; can be done in slices.
pub struct Checks {
    setting: Setting,
    watched: Vec<Watched>,
    before: Option<Step>,
    done: usize,
}

struct Watched {
    invariant: &'static Invariant,
    expectation: Expectation,
    watch: Box<dyn Watch>,
    tally: Tally,
}

impl Checks {
    /// Nothing checked yet.
    pub fn new(script: &Script) -> Checks {
        let setting = Setting::of(script);
        let watched = |invariant: &'static Invariant| {
            let (expectation, watch) = ((invariant.expectation)(&setting), (invariant.watch)(&setting));
            Watched { invariant, expectation, watch, tally: Tally::default() }
        };
        let watched = ALL.into_iter().map(watched).collect();
        Checks { watched, setting, before: None, done: 0 }
    }

    /// The whole of a recording of `script`.
    pub fn of(script: &Script, recording: &Recording) -> Report {
        let mut checks = Checks::new(script);
        while checks.advance(recording, usize::MAX) {}
        checks.finish(recording)
    }

    /// How many steps are checked.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Checks up to `steps` more steps of the recording. Returns false once all are checked.
    pub fn advance(&mut self, recording: &Recording, steps: usize) -> bool {
        let end = self.done.saturating_add(steps).min(recording.len());
        for (index, mut step) in (self.done..end).zip(recording.states_from(self.done)) {
            step.notes = recording.notes(index);
            let ctx = Context::of(recording, index, self.before.as_ref(), &step);
            for watched in &mut self.watched {
                if !matches!(watched.expectation, Expectation::NotApplicable(_)) {
                    watched.watch.step(&ctx, &self.setting, &mut watched.tally);
                }
            }
            self.before = Some(step);
        }
        self.done = end;
        end < recording.len()
    }

    /// What was found so far.
    pub fn finish(mut self, recording: &Recording) -> Report {
        let mut j_bound = None;
        for watched in &mut self.watched {
            if !matches!(watched.expectation, Expectation::NotApplicable(_)) {
                watched.watch.end(recording, &self.setting, &mut watched.tally);
                j_bound = j_bound.or(watched.watch.j_bound());
            }
        }
        let row = |w: Watched| Row { invariant: w.invariant, expectation: w.expectation, tally: w.tally };
        Report { rows: self.watched.into_iter().map(row).collect(), j_bound, steps: self.done }
    }
}

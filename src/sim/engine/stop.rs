//! When a run stops before its end: when more happens than anybody looks at, or when its numbers become too long.
//!
//! Exact fractions grow: a task that is placed by its lag takes the weights of all those on the queue into its denominator, those of
//! later joins are multiplied to it, and what one addition of two takes grows with the square of their length. So there is a
//! longest length, and a budget of squares, which is the same on every machine. Must not know how a decision is made.

use super::super::recording::{Phase, Verb};
use super::{At, Engine, Listener};
use crate::model::arith::Arith;
use crate::model::note::{Note, StopWhy, WarningKind};

/// Most decimal digits of a number in a run, numerator and denominator together: more than a screen of them.
pub const MOST_DIGITS: u64 = 1_000;

/// What the numbers of a run may cost: for each event the square of the longest one's quarters of a kilobit, so that numbers of less
/// than 77 digits cost nothing. A run and its table at this limit take some ten seconds.
const MOST_COST: u64 = 100_000;

impl<A: Arith> Engine<A> {
    /// Ends the run, with a step that says so.
    pub(super) fn stop<L: Listener<A>>(&mut self, listener: &mut L, why: StopWhy) {
        self.end_instant(listener);
        self.stopped = Some(why);
        self.on(0).cfs.note(|_| Note::Warning(WarningKind::Stopped(why)));
        listener.step(&At::automatic(Phase::After, Verb::End, 0, None, "stop"), &mut self.machine);
    }

    /// Counts what the numbers of an event cost.
    pub(super) fn numbers_are_too_long(&mut self) -> bool {
        let bits = self.machine.cpus.iter().map(|rq| rq.cfs.longest()).max().unwrap_or(0);
        self.cost += (bits / 256).pow(2);
        // 1000 decimal digits are 3322 binary ones.
        bits > MOST_DIGITS * 3322 / 1000 || self.cost > MOST_COST
    }
}

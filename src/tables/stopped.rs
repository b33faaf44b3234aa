//! What is said of a run that stopped before its end.

use super::number::Scale;
use crate::model::note::StopWhy;
use crate::sim::Stopped;
use crate::sim::engine::{MOST_AT_ONCE, MOST_DIGITS, MOST_RUNS};
use crate::sim::script::MAX_AUTOMATIC_EVENTS;

/// `stops at t+24, before its end: ...`: what follows the name of the run.
pub fn stops(cut: &Stopped, scale: &Scale) -> String {
    format!("stops at {}, before its end: {}", scale.time(&cut.at), why_stopped(cut.why))
}

/// Why a run stops before its end, without a full stop.
pub fn why_stopped(why: StopWhy) -> String {
    match why {
        StopWhy::Events => format!("{MAX_AUTOMATIC_EVENTS} ticks, request ends and events of behaviours are enough"),
        StopWhy::AtOnce => format!("its tasks do {MOST_AT_ONCE} things one after another without any time passing"),
        StopWhy::Runs => format!("a task begins {MOST_RUNS} runs one after another while nothing else happens"),
        StopWhy::Numbers => format!(
            "its exact fractions become too long to go on (more than {MOST_DIGITS} digits, or many events with nearly as many); \
             they stay short where weights, lags and times have few different divisors"
        ),
    }
}

//! What mails report of a machine that ran what an entry simulates.
//!
//! Owns figures of measurements, never ones of ours. Must not know how they are shown.

use super::Entry;
use crate::scenario::parse;
use crate::sim::Script;
use crate::sim::script::Event;

/// Latencies of a task as a mail prints them, in us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// What the mail calls the run.
    pub label: &'static str,
    /// The scenario's task that stands for the one measured.
    pub task: &'static str,
    /// Number of wake-ups.
    pub samples: u64,
    /// Average.
    pub average: u64,
    /// P50, P90, P99 and P99.9.
    pub percentiles: [u64; 4],
    /// The longest.
    pub max: u64,
}

/// Mail M1: cyclictest every 2777 us against hackbench.
const MEASURED: [(&str, Measured); 3] = [
    (
        "m1-cyclictest-default",
        Measured {
            label: "default 2.8/2.8",
            task: "ct",
            samples: 115_632,
            average: 364,
            percentiles: [60, 1166, 4192, 8528],
            max: 17_735,
        },
    ),
    (
        "m1-cyclictest-slices",
        Measured {
            label: "slices 8/20",
            task: "ct",
            samples: 119_733,
            average: 64,
            percentiles: [56, 62, 73, 2707],
            max: 14_273,
        },
    ),
    (
        "m1-cyclictest-lag-floor",
        Measured {
            label: "slices 8/20 + patch",
            task: "ct",
            samples: 119_806,
            average: 61,
            percentiles: [56, 62, 72, 1300],
            max: 13_525,
        },
    ),
];

/// Mail M3, on 80 cores, without the patch and with it. Nothing simulates these.
pub const REVIEW: &str = "\
The review of the patch (mail M3) measured on 80 cores, without -> with it:
  cyclictest, us      max 9141 -> 9426 (+3.11 %), average 206 -> 217 (+5.33 %),
                      min 14 -> 13 (-7.14 %)
  hackbench, seconds  4 threads 13.77 -> 17.53 (+27.3 %), 8: 24.39 -> 31.90
                      (+30.8 %), 16: 47.92 -> 60.46 (+26.2 %), 32 processes:
                      118.08 -> 103.16 (-12.6 %)
";

/// What to keep in mind of a table with both.
pub const CAUTION: &str = "\
The load is simulated on one CPU: what a timer, a switch and a cache miss cost is
not in it, and how long messages take was chosen. Compare how the columns differ
from each other, not the figures.
";

impl Entry {
    /// What a mail measured of this load on hardware.
    pub fn measured(&self) -> Option<&'static Measured> {
        MEASURED.iter().find(|(key, _)| *key == self.key).map(|(_, measured)| measured)
    }
}

/// What a mail measured of the load that a script simulates: that of the entry which runs the same tasks, events and rules.
pub fn of_run(script: &Script) -> Option<&'static Measured> {
    let is_same = |key: &str| Entry::from_key(key).is_some_and(|entry| runs_alike(&parse(entry.text).scenario.script, script));
    MEASURED.iter().find(|(key, _)| is_same(key)).map(|(_, measured)| measured)
}

/// Whether two scripts differ at most in how their rules are called, and in which lines their events stand.
fn runs_alike(a: &Script, b: &Script) -> bool {
    let rules = |s: &Script| (s.variant.kernel, s.rules(), s.arith());
    let rest = |s: &Script| {
        let events = s.events.iter().map(|event| Event { line: 0, ..event.clone() }).collect();
        Script { variant: a.variant.clone(), events, ..s.clone() }
    };
    rules(a) == rules(b) && a.tasks.len() == b.tasks.len() && rest(a) == rest(b)
}

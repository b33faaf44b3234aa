//! Mail M1's experiment: the wake-up latency of a cyclictest while a hackbench keeps the CPU busy. These runs are long.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "m1-cyclictest-default",
        group: Group::Load,
        title: "cyclictest against hackbench, all with the default slice",
        note: "ct wakes every 2777 us and waits behind messages with earlier deadlines: 1133 us or more in one of ten wake-ups, 3335 us in one of a hundred, and longest, 27599 us, at its start with a deadline of its own. The load is simulated; on a machine mail M1 measured 1166 and 4192 us.",
        text: include_str!("load/m1-cyclictest-default.eevdf"),
        printed: None,
    },
    Entry {
        key: "m1-cyclictest-slices",
        group: Group::Load,
        title: "cyclictest with slices of 8 ms against hackbench with 20 ms",
        note: "With the shorter slice ct takes the CPU at once in 9 of 10 wake-ups. In the others its lag is negative: it fell asleep owing, joiners pulled V back under it, and it waits until V has come again, 2476 us or more in one of a thousand, at most 2883.",
        text: include_str!("load/m1-cyclictest-slices.eevdf"),
        printed: None,
    },
    Entry {
        key: "m1-cyclictest-lag-floor",
        group: Group::Load,
        title: "The same slices with the lag floor",
        note: "A sleeper's debt does not grow while it sleeps, so ct waits less where it has to: 1023 instead of 1531 us in one of a hundred wake-ups, 1900 instead of 2476 in one of a thousand. How the mail's columns differ is the same; its figures are a machine's.",
        text: include_str!("load/m1-cyclictest-lag-floor.eevdf"),
        printed: None,
    },
];

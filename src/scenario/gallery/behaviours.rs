//! Tasks that act of themselves: run, sleep, wait and wake each other.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "sleep-and-timer",
        group: Group::Behaviours,
        title: "A sleep takes over the period of a timer",
        note: "A sleeps 10 after each run of 5, so whatever delays it delays all that follows; B's timer keeps to 0, 19, 38. A wakes at 18, 36, 54, and from 134 on once per period of B: every 19.",
        text: include_str!("behaviours/sleep-and-timer.eevdf"),
        printed: None,
    },
    Entry {
        key: "pipe",
        group: Group::Behaviours,
        title: "A writer, a reader and a task that never sleeps",
        note: "R sleeps in wait until W wakes it; H always has something to run. At 3 R has run 2, owes 1 and stays queued, and when W wakes it at 7 it has gained 0.333333: sleep may not pay, so it is placed anew at V0+2.5.",
        text: include_str!("behaviours/pipe.eevdf"),
        printed: None,
    },
    Entry {
        key: "two-slices",
        group: Group::Behaviours,
        title: "The same load twice, once with a short slice",
        note: "S takes the CPU from H the moment it wakes: its slice is shorter than H's and it owes nothing. L, with the longest slice, has to wait until the tick finds H's turn over: 1 in 19 of its 20 wake-ups.",
        text: include_str!("behaviours/two-slices.eevdf"),
        printed: None,
    },
];

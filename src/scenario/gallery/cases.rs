//! Worked cases: single decisions with small numbers.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "case-32",
        group: Group::Cases,
        title: "Lags of three equal tasks always add up to zero",
        note: "Whoever runs pays, and what it pays is credited to the others in equal parts. After A and B have run 30 each, C alone is eligible.",
        text: include_str!("cases/case-32.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running",
        group: Group::Cases,
        title: "Halving the weight of the running task, V kept",
        note: "B's lag of 6 becomes 12 when its weight is halved, so the service it is owed stays the same. V is 6 before and after.",
        text: include_str!("cases/case-4-running.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running-reweight-6.7",
        group: Group::Cases,
        title: "Halving the weight of the running task, as in 6.7",
        note: "For the running task the old rule gives the right answer: V stays at 6 and B's lag becomes 12. Compare it with the waiting task.",
        text: include_str!("cases/case-4-running-reweight-6.7.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running-reweight-6.13",
        group: Group::Cases,
        title: "Halving the weight of the running task, as in 6.13",
        note: "B is placed as if it joined, but V counts it already, so it lands at -8. V falls from 6 to 16/3 and B's lag of 40/3 is more than it is owed.",
        text: include_str!("cases/case-4-running-reweight-6.13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued",
        group: Group::Cases,
        title: "Halving the weight of a waiting task, V kept",
        note: "Nobody runs yet when B's weight is halved; V stays at 6 and B's lag becomes 12. The pick comes after it.",
        text: include_str!("cases/case-4-queued.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued-reweight-6.7",
        group: Group::Cases,
        title: "Halving the weight of a waiting task, as in 6.7",
        note: "V is taken after B has left the tree, so it is A's 12 instead of the queue's 6. B lands at -12 and V falls to 4.",
        text: include_str!("cases/case-4-queued-reweight-6.7.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued-reweight-6.13",
        group: Group::Cases,
        title: "Halving the weight of a waiting task, as in 6.13",
        note: "Placed as a joiner while it really is out of the tree, B lands where it should: V stays at 6. Compare it with the running task.",
        text: include_str!("cases/case-4-queued-reweight-6.13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-13",
        group: Group::Cases,
        title: "Yield gives up the request",
        note: "At its first yield the eligible A skips to its deadline, V passes B, and B runs. Each later yield hands the CPU over as well.",
        text: include_str!("cases/case-13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-13-yield-deadline-only",
        group: Group::Cases,
        title: "Yield only pushes the deadline away",
        note: "A yields and yields, and is picked again each time because B is not eligible before V reaches 1. By then A's deadline has run away to 15: four requests given away for nothing.",
        text: include_str!("cases/case-13-yield-deadline-only.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-16",
        group: Group::Cases,
        title: "Long and short slices, lag without a limit",
        note: "A runs its 100 in one go, and B leaves with a lag of 50: exactly what it is owed. The lags of the two add up to zero.",
        text: include_str!("cases/case-16.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-16-clamp-two-slices",
        group: Group::Cases,
        title: "Long and short slices, lag limited to two slices",
        note: "B's own short slice decides how much it may be owed, here 6 of 50. The other 44 are lost, and the lags no longer add up to zero.",
        text: include_str!("cases/case-16-clamp-two-slices.eevdf"),
        printed: None,
    },
];

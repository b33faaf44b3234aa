//! Mails M1 and M3: the lag of a sleeper that stays queued, its floor, and what a correction costs.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "case-20",
        group: Group::Floor,
        title: "A joiner makes a sleeper's debt grow",
        note: "A sleeps owing 4 and stays queued; C joins with a lag of 6 and pulls V back to V0-3, so A, which did nothing, owes 7. It wakes with that debt at V0+4, and its wake-up costs one computation of V.",
        text: include_str!("floor/case-20.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-20-lag-floor",
        group: Group::Floor,
        title: "The lag floor keeps a sleeper's debt",
        note: "The lag with which A fell asleep, -4, is stored as its floor, so its wake-up places it again with just that: at V0-0.5, which moves V to V0-4.5. The wake-up now costs two computations of V, three divisions, an erasure and an insertion.",
        text: include_str!("floor/case-20-lag-floor.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-20-no-delay-dequeue",
        group: Group::Floor,
        title: "A sleeper that leaves at once keeps its debt too",
        note: "With NO_DELAY_DEQUEUE A takes its lag of -4 along, C joins at V0-16, and A comes back at V0-4 with V at V0-8: it owes 4 again. The floor gives a delayed sleeper the same debt, but not the same vruntimes.",
        text: include_str!("floor/case-20-no-delay-dequeue.eevdf"),
        printed: None,
    },
    Entry {
        key: "m3-guarded",
        group: Group::Floor,
        title: "The lag floor with the guard of the review",
        note: "Taking the sleeper's lag only under DELAY_DEQUEUE changes nothing, with the feature or without it: no task becomes delayed without it. Compare every number with the unguarded floor.",
        text: include_str!("floor/m3-guarded.eevdf"),
        printed: None,
    },
    Entry {
        key: "m3-small-change",
        group: Group::Floor,
        title: "The lag floor, small corrections left out",
        note: "The floor would move A's lag from -7 to -4, by less than the threshold of 5, so A stays at V0+4 as without the patch. That saves a computation of V, two divisions, an erasure and an insertion, and A's debt of 7 stays.",
        text: include_str!("floor/m3-small-change.eevdf"),
        printed: None,
    },
    Entry {
        key: "m3-sign-change",
        group: Group::Floor,
        title: "The lag floor, a change of sign corrected",
        note: "At 22 V has passed A, and its lag of 0.333333 may not stay positive. However small, that changes the sign: A is placed again without lag, at V0+4.5.",
        text: include_str!("floor/m3-sign-change.eevdf"),
        printed: None,
    },
];

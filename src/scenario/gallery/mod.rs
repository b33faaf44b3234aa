//! The built-in gallery: scenarios to start from, one text file each, in the order in which they are listed to people.
//!
//! Owns the list and the words about each entry; must not know how an entry is run or shown.

/// One scenario of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in links and on the command line.
    pub key: &'static str,
    /// What it shows, as its `title` line says it.
    pub title: &'static str,
    /// Two sentences: what to look at.
    pub note: &'static str,
    /// The scenario.
    pub text: &'static str,
    /// The table printed in the mail that it reproduces, if there is one.
    pub printed: Option<&'static str>,
}

impl Entry {
    /// The entry of that key.
    pub fn from_key(key: &str) -> Option<&'static Entry> {
        GALLERY.iter().find(|entry| entry.key == key)
    }
}

/// All entries.
pub static GALLERY: &[Entry] = &[
    Entry {
        key: "m4-join-123",
        title: "Three joins, lag inflated: T1, T2, T3 (M4's first table)",
        note: "T3 brings negative lag and still ends up left of T1, whose lag was zero when it joined. Compare each task's lag at its join with its lag now: T1 has lost 30 to the others.",
        text: include_str!("m4-join-123.eevdf"),
        printed: Some(include_str!("v4-baseline.table.txt")),
    },
    Entry {
        key: "m4-join-132",
        title: "Three joins, lag inflated: T1, T3, T2",
        note: "The same tasks with the same lags, the last two joins exchanged. Now T3 is right of T1, and V is 24 further on than in the order T1, T2, T3.",
        text: include_str!("m4-join-132.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-213",
        title: "Three joins, lag inflated: T2, T1, T3",
        note: "T2 finds an empty queue, where lag is worth nothing, so its 36 is gone. T1 and T2 share one vruntime and both are eligible.",
        text: include_str!("m4-join-213.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-231",
        title: "Three joins, lag inflated: T2, T3, T1",
        note: "T1 comes last and lands exactly on V, although T2 has lost its lag to the empty queue before. Watch which joins move V and which do not.",
        text: include_str!("m4-join-231.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-312",
        title: "Three joins, lag inflated: T3, T1, T2",
        note: "T3's debt vanishes with the empty queue, so T3 and T1 stand side by side. T2 gets its 36 back and is the only eligible task.",
        text: include_str!("m4-join-312.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-321",
        title: "Three joins, lag inflated: T3, T2, T1",
        note: "The reverse of the first table, and the order of vruntimes becomes T2, T1, T3. T1, which brings no lag, gains an advantage over T3 by joining last.",
        text: include_str!("m4-join-321.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-plain-lag",
        title: "Three joins, lag not inflated",
        note: "Each task is placed at V minus its lag, with nothing added for its own pull on V. The order is still T2, T3, T1, so inflation alone is not what upsets it.",
        text: include_str!("m4-plain-lag.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-sum-jlag",
        title: "Joins and leaves with sum_jlag (M4's second table)",
        note: "V + J moves only while a task runs, never at a join or a leave: compare each row marked - with the row marked + below it. In the printed table one row disagrees with the row above it.",
        text: include_str!("m4-sum-jlag.eevdf"),
        printed: Some(include_str!("v4-sum-jlag.table.txt")),
    },
    Entry {
        key: "v3-avg-jlag",
        title: "Three joins with avgJ (the table of v3)",
        note: "The rule is that of the second table, in the columns of the mail's earlier version. V + J stays at V0 through all three joins, whatever lag they bring.",
        text: include_str!("v3-avg-jlag.eevdf"),
        printed: Some(include_str!("v3-avg-jlag.table.txt")),
    },
    Entry {
        key: "case-32",
        title: "Lags of three equal tasks always add up to zero",
        note: "Whoever runs pays, and what it pays is credited to the others in equal parts. After A and B have run 30 each, C alone is eligible.",
        text: include_str!("case-32.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running",
        title: "Halving the weight of the running task, V kept",
        note: "B's lag of 6 becomes 12 when its weight is halved, so the service it is owed stays the same. V is 6 before and after.",
        text: include_str!("case-4-running.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running-reweight-6.7",
        title: "Halving the weight of the running task, as in 6.7",
        note: "For the running task the old rule gives the right answer: V stays at 6 and B's lag becomes 12. Compare it with the waiting task.",
        text: include_str!("case-4-running-reweight-6.7.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-running-reweight-6.13",
        title: "Halving the weight of the running task, as in 6.13",
        note: "B is placed as if it joined, but V counts it already, so it lands at -8. V falls from 6 to 16/3 and B's lag of 40/3 is more than it is owed.",
        text: include_str!("case-4-running-reweight-6.13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued",
        title: "Halving the weight of a waiting task, V kept",
        note: "Nobody runs yet when B's weight is halved; V stays at 6 and B's lag becomes 12. The pick comes after it.",
        text: include_str!("case-4-queued.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued-reweight-6.7",
        title: "Halving the weight of a waiting task, as in 6.7",
        note: "V is taken after B has left the tree, so it is A's 12 instead of the queue's 6. B lands at -12 and V falls to 4.",
        text: include_str!("case-4-queued-reweight-6.7.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-4-queued-reweight-6.13",
        title: "Halving the weight of a waiting task, as in 6.13",
        note: "Placed as a joiner while it really is out of the tree, B lands where it should: V stays at 6. Compare it with the running task.",
        text: include_str!("case-4-queued-reweight-6.13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-13",
        title: "Yield gives up the request",
        note: "At its first yield the eligible A skips to its deadline, V passes B, and B runs. Each later yield hands the CPU over as well.",
        text: include_str!("case-13.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-13-yield-deadline-only",
        title: "Yield only pushes the deadline away",
        note: "A yields and yields, and is picked again each time because B is not eligible before V reaches 1. By then A's deadline has run away to 15: four requests given away for nothing.",
        text: include_str!("case-13-yield-deadline-only.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-16",
        title: "Long and short slices, lag without a limit",
        note: "A runs its 100 in one go, and B leaves with a lag of 50: exactly what it is owed. The lags of the two add up to zero.",
        text: include_str!("case-16.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-16-clamp-two-slices",
        title: "Long and short slices, lag limited to two slices",
        note: "B's own short slice decides how much it may be owed, here 6 of 50. The other 44 are lost, and the lags no longer add up to zero.",
        text: include_str!("case-16-clamp-two-slices.eevdf"),
        printed: None,
    },
    Entry {
        key: "diagram-eevdf-3",
        title: "Requests of 6, 2 and 18 with eligibility",
        note: "C's long request starts at 10, and then C waits until the others have caught up. Compare when C first runs, and how far the lags get from 0, with the same tasks by deadline alone.",
        text: include_str!("diagram-eevdf-3.eevdf"),
        printed: None,
    },
    Entry {
        key: "diagram-evdf-3",
        title: "Requests of 6, 2 and 18 by deadline alone",
        note: "Without the eligibility test the short requests always win until C's deadline is the nearest. C first runs at 36, with a lag of 11 by then.",
        text: include_str!("diagram-evdf-3.eevdf"),
        printed: None,
    },
    Entry {
        key: "diagram-evdf-7",
        title: "Seven tasks by deadline alone",
        note: "Five tasks with requests of 2 against one of 6 and one of 18, without the eligibility test. C is eligible from the start and first runs at 92.",
        text: include_str!("diagram-evdf-7.eevdf"),
        printed: None,
    },
];

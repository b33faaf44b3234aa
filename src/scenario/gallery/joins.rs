//! Joining and leaving: the tables of mail M4, exact and on the kernel that it patches.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "m4-join-123",
        group: Group::Joins,
        title: "Three joins, lag inflated: T1, T2, T3 (M4's first table)",
        note: "T3 brings negative lag and still ends up left of T1, whose lag was zero when it joined. Compare each task's lag at its join with its lag now: T1 has lost 30 to the others.",
        text: include_str!("joins/m4-join-123.eevdf"),
        printed: Some(include_str!("joins/v4-baseline.table.txt")),
    },
    Entry {
        key: "m4-join-132",
        group: Group::Joins,
        title: "Three joins, lag inflated: T1, T3, T2",
        note: "The same tasks with the same lags, the last two joins exchanged. Now T3 is right of T1, and V is 24 further on than in the order T1, T2, T3.",
        text: include_str!("joins/m4-join-132.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-213",
        group: Group::Joins,
        title: "Three joins, lag inflated: T2, T1, T3",
        note: "T2 finds an empty queue, where lag is worth nothing, so its 36 is gone. T1 and T2 share one vruntime and both are eligible.",
        text: include_str!("joins/m4-join-213.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-231",
        group: Group::Joins,
        title: "Three joins, lag inflated: T2, T3, T1",
        note: "T1 comes last and lands exactly on V, although T2 has lost its lag to the empty queue before. Watch which joins move V and which do not.",
        text: include_str!("joins/m4-join-231.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-312",
        group: Group::Joins,
        title: "Three joins, lag inflated: T3, T1, T2",
        note: "T3's debt vanishes with the empty queue, so T3 and T1 stand side by side. T2 gets its 36 back and is the only eligible task.",
        text: include_str!("joins/m4-join-312.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-join-321",
        group: Group::Joins,
        title: "Three joins, lag inflated: T3, T2, T1",
        note: "The reverse of the first table, and the order of vruntimes becomes T2, T1, T3. T1, which brings no lag, gains an advantage over T3 by joining last.",
        text: include_str!("joins/m4-join-321.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-plain-lag",
        group: Group::Joins,
        title: "Three joins, lag not inflated",
        note: "Each task is placed at V minus its lag, with nothing added for its own pull on V. The order is still T2, T3, T1, so inflation alone is not what upsets it.",
        text: include_str!("joins/m4-plain-lag.eevdf"),
        printed: None,
    },
    Entry {
        key: "m4-sum-jlag",
        group: Group::Joins,
        title: "Joins and leaves with sum_jlag (M4's second table)",
        note: "V + J moves only while a task runs, never at a join or a leave: compare each row marked - with the row marked + below it. In the printed table one row disagrees with the row above it.",
        text: include_str!("joins/m4-sum-jlag.eevdf"),
        printed: Some(include_str!("joins/v4-sum-jlag.table.txt")),
    },
    Entry {
        key: "v3-avg-jlag",
        group: Group::Joins,
        title: "Three joins with avgJ (the table of v3)",
        note: "The rule is that of the second table, in the columns of the mail's earlier version. V + J stays at V0 through all three joins, whatever lag they bring.",
        text: include_str!("joins/v3-avg-jlag.eevdf"),
        printed: Some(include_str!("joins/v3-avg-jlag.table.txt")),
    },
    Entry {
        key: "k-m4-join",
        group: Group::Joins,
        title: "M4's first table on v6.19-rc1",
        note: "The kernel's integers give every cell of the printed table. T3's lag of -12 is inflated to -18, and V ends at V0-30.",
        text: include_str!("joins/k-m4-join.eevdf"),
        printed: Some(include_str!("joins/v4-baseline.table.txt")),
    },
    Entry {
        key: "k-m4-sum-jlag",
        group: Group::Joins,
        title: "M4's second table on v6.19-rc1 with sum_jlag",
        note: "Of the 140 printed cells 136 come out: J and V in the row T3 join- contradict the row above, which leaves J = 18 and V = V0-18. In the last row the kernel has V and V + J at V0+12, not V0+20, because the base of V is not moved when the last task leaves the queue.",
        text: include_str!("joins/k-m4-sum-jlag.eevdf"),
        printed: Some(include_str!("joins/v4-sum-jlag.table.txt")),
    },
];

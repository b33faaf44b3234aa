//! On kernels: where a task is placed, what its lag does and how far it may go.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "k-table-base",
        group: Group::Placement,
        title: "Three joins: where the base of V stands",
        note: "T3 is placed by V = V0-36, and zero_vruntime moves there; T3 then pulls V to V0-30, but the base stays at V0-36. On v6.19-rc1 every change of the tree moves the base, and it reads V0-30 at the same step.",
        text: include_str!("placement/k-table-base.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-table-j",
        group: Group::Placement,
        title: "Joins and leaves with sum_jlag, and a join on the empty queue",
        note: "At 60 T1 joins the empty queue, and its lag of -2 is applied all the same: it is placed at V0+14, 2 above where V was. The queue keeps the debt as J = -2, so V + J stays at V0+12.",
        text: include_str!("placement/k-table-j.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-place-lag",
        group: Group::Placement,
        title: "Lag survives sleep",
        note: "C falls asleep at 4.2 with a lag of 1.2, A at 7.3 with -1.55. At 9.1 each is placed so far from V that just this is left when its own pull on V is counted: A at V0+6.9 with V = V0+5.35, then C at V0+3.55 with V = V0+4.75.",
        text: include_str!("placement/k-place-lag.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-fork-initial",
        group: Group::Placement,
        title: "A fork begins with half a request",
        note: "k1 is forked at V0+1.2 with its deadline at V0+2.7, half of the slice of 3 away; its second request, at 4, is a whole one up to V0+6.5. P began in the same way: its half request was used up at V0+1.5, which the fork of k2 finds out at 1.7.",
        text: include_str!("placement/k-fork-initial.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-lag-clamp",
        group: Group::Placement,
        title: "The lag limit forgives most of a long run",
        note: "A runs 30 while B and C wait, and owes 20 when it sleeps; the limit, longest slice plus a tick, leaves a vlag of -2. Waking in the same instant A lands at V0+4, 2 above V: the other 18 are forgiven.",
        text: include_str!("placement/k-lag-clamp.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-j-clamp",
        group: Group::Placement,
        title: "V + J breaks where a lag is cut",
        note: "C's leave at 0.9 keeps V + J at V0+0.3, and its return at 1.5 keeps it at V0+0.6. At 31.5 C leaves with a lag of 9.4 that is cut to 2, and V + J jumps from V0+10.6 to V0+14.3: the 7.4 that are lost, shared by the two who stay.",
        text: include_str!("placement/k-j-clamp.eevdf"),
        printed: None,
    },
];

//! On kernels: how long the running task is protected, and who may end that.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "k-run-to-parity",
        group: Group::Preemption,
        title: "Protected until the shortest slice is used",
        note: "At 10 A is picked while C waits with a slice of 2, so A is protected up to V0+6 and not up to its deadline V0+8. At 12 B takes over with the same deadline; the rest of A's request waits.",
        text: include_str!("preemption/k-run-to-parity.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-run-to-parity-6.12",
        group: Group::Preemption,
        title: "Protected until the deadline, which vlag remembers (v6.12)",
        note: "At the pick v6.12 copies the deadline into vlag, and A is protected as long as both are equal: picked at 10, it runs until 14, where v7.2 stops it at 12. While A runs its vlag is no lag: it shows 6.951424, the deadline V0+8 as the kernel counts it.",
        text: include_str!("preemption/k-run-to-parity-6.12.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-no-run-to-parity",
        group: Group::Preemption,
        title: "Without RUN_TO_PARITY: protected for 0.7",
        note: "A's protection ends at V0+0.7, the norm_slice, rather than at its deadline V0+4. So A and B take turns at every tick, where with the feature each runs 4.",
        text: include_str!("preemption/k-no-run-to-parity.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-preempt-short",
        group: Group::Preemption,
        title: "A shorter slice breaks the protection",
        note: "At 9 S wakes with a slice of 1 while L2 is protected up to V0+10: the protection is cut to V0+2.5, where L2 stands, and S runs at once. Without PREEMPT_SHORT it waits until 9.9.",
        text: include_str!("preemption/k-preempt-short.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-no-preempt-short",
        group: Group::Preemption,
        title: "Without PREEMPT_SHORT the short slice waits",
        note: "At 9 S has the nearest deadline, V0+4.172222, but L2 stays: its protection is shortened from V0+10 to V0+3.5, and no further. S runs at 9.9, when L2 goes to sleep.",
        text: include_str!("preemption/k-no-preempt-short.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-next-buddy",
        group: Group::Preemption,
        title: "The buddy goes first, if it is eligible",
        note: "B is made the buddy by its wake-up at 0 and runs at once, although A is protected up to V0+3 and has the same deadline. Woken again at 1.5 it is passed over at 2.8, where its lag is -0.066667, and C runs; it stays the buddy until A's wake-up at 3.",
        text: include_str!("preemption/k-next-buddy.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-union-vprot",
        group: Group::Preemption,
        title: "Lag and protection in one word (v6.19-rc1)",
        note: "A is protected up to V0+2 when its weight changes at 0.9, and the new lag of -0.035406 is stored in the same word. Read as a time, it now protects A up to V0+1.01317 only; later kernels have two fields.",
        text: include_str!("preemption/k-union-vprot.eevdf"),
        printed: None,
    },
];

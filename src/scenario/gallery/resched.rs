//! Mail M5: who asks for a reschedule when a slice is used up, with a real-time task beside the fair ones.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "case-19",
        group: Group::Resched,
        title: "A slice ends beside a real-time task",
        note: "At 3 A has used up its slice; cfs nr_running is 1 and rq nr_running 2, since R waits. v6.12 has the fix and looks at the first: no other fair task could run, so nothing is asked for.",
        text: include_str!("resched/case-19.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-19-rq-nr-running",
        group: Group::Resched,
        title: "A slice ends, and rq->nr_running is tested",
        note: "With rq->nr_running (85e511df3cec) the same end of a slice at 3 asks for a reschedule, because R counts there. It comes from a test for other fair tasks, of which there are none; here it costs a context switch.",
        text: include_str!("resched/case-19-rq-nr-running.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-19-6.11",
        group: Group::Resched,
        title: "A slice ends, as in 6.11",
        note: "6.11 tested cfs_rq->nr_running in update_deadline() itself, and at 3 that gives the verdict of the fix: no reschedule. The two differ only in place: what else may end a turn in update_curr(), 6.11 did not have.",
        text: include_str!("resched/case-19-6.11.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-19-two-fair",
        group: Group::Resched,
        title: "A slice ends beside another fair task",
        note: "With B in the queue cfs nr_running is 2 and rq nr_running 3: at 3 all three rules ask for a reschedule. The pick takes R, which goes before any fair task.",
        text: include_str!("resched/case-19-two-fair.eevdf"),
        printed: None,
    },
    Entry {
        key: "case-19-delayed",
        group: Group::Resched,
        title: "A slice ends beside a delayed task",
        note: "B is asleep, but as long as it is delayed it counts in cfs nr_running, so the ends of A's slices at 3 and 6 ask for a reschedule by every rule. Each pick finds A again: B is not eligible.",
        text: include_str!("resched/case-19-delayed.eevdf"),
        printed: None,
    },
    Entry {
        key: "m5-fair-server",
        group: Group::Resched,
        title: "The fair server, and slices that end in its time",
        note: "R never sleeps; after 13 without the CPU the fair server gives it to A for 7, in which two slices end. With the fix neither asks for a reschedule: until 45 A and R change places 4 times.",
        text: include_str!("resched/m5-fair-server.eevdf"),
        printed: None,
    },
    Entry {
        key: "m5-fair-server-rq-nr-running",
        group: Group::Resched,
        title: "The fair server, with needless reschedules",
        note: "R waits while the server runs A, so rq->nr_running is 2 and all 4 ends of slices until 45 ask for a reschedule. Each pick finds A again: the 4 changes between A and R are those of the fix.",
        text: include_str!("resched/m5-fair-server-rq-nr-running.eevdf"),
        printed: None,
    },
];

//! On kernels: nice values, weights, policies and yield.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "k-nice-queued",
        group: Group::Weights,
        title: "Nice changes of running and waiting tasks",
        note: "At 1.3 the running A gets nice -5, weight 3121: its lag shrinks to -0.243245 and what is left of its request from 1.7 to 0.557769, both by 1024/3121. At 2.1 the waiting B gets nice 7, weight 215, and its lag grows to 3.531499.",
        text: include_str!("weights/k-nice-queued.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-reweight-on-rq",
        group: Group::Weights,
        title: "Weights change on the queue",
        note: "At 1.4 the running A is halved to 512: V stays at V0+0.466666, and A's lag of -0.933334 doubles to -1.866668. At 3.3 B falls from 4096 to 2 and is thrown back to V0-792.011687.",
        text: include_str!("weights/k-reweight-on-rq.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-weights-mixed",
        group: Group::Weights,
        title: "Seven tasks from nice -20 to nice 19",
        note: "By 200 a, of nice -20, has run 124, and g, of nice 19, nothing. g has a lag of 18.860766 but its half request takes 102.4 of virtual time, so its deadline V0+102.406077 is never the nearest.",
        text: include_str!("weights/k-weights-mixed.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-policies",
        group: Group::Weights,
        title: "SCHED_IDLE and SCHED_BATCH",
        note: "I, of policy idle, has run 3.3, which took it to V0+1126.399999, when N wakes and preempts it at once. T, of policy batch, preempts nobody at 4 and runs at 6, when N sleeps.",
        text: include_str!("weights/k-policies.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-yield",
        group: Group::Weights,
        title: "Yield, eligible or not",
        note: "At 0.2 A yields with a lag of -0.066667: not being eligible it gives nothing away, its deadline stays V0+3, and B is picked. At 0.25 B yields while it is eligible: its vruntime jumps to its deadline V0+3.1, the next one is V0+6.1, and V rises to V0+1.133333.",
        text: include_str!("weights/k-yield.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-lone-task",
        group: Group::Weights,
        title: "One task alone",
        note: "A lone task has no lag, and the yield at 7.5 changes nothing: the deadline is V0+8 before and after. With nice 3 from 8 on its request is stretched from V0+11 to V0+13.840304, and 1 of run time counts 1.946768.",
        text: include_str!("weights/k-lone-task.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-yield",
        group: Group::Weights,
        title: "Yield with only a delayed task beside",
        note: "B is asleep, but delayed it counts in nr_running, so A's yield at 1 goes on: its vruntime jumps from V0+1 to V0+3, for nobody. A runs on, since B is not eligible.",
        text: include_str!("weights/m2-yield.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-yield-nr-delayed",
        group: Group::Weights,
        title: "Yield with only a delayed task beside, not counted",
        note: "With nr_running - nr_delayed A is alone at 1, and its yield returns: at 2 its vruntime is V0+2 where it would be V0+4. A goes on either way, but without the patch with a later deadline and a debt.",
        text: include_str!("weights/m2-yield-nr-delayed.eevdf"),
        printed: None,
    },
];

//! Mail M2: delayed tasks count in nr_running, on one CPU and over several.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "m2-counters",
        group: Group::Cpus,
        title: "A delayed, B going to sleep: nr_running 2, 1, 0",
        note: "At 1.5, before B sleeps, nr_running is 2 and nr_delayed 1; once B is blocked nr_running is 1 although nobody can run; the pick that follows takes A out: 0. ttwu_queue_cond() looks in between: nr_running == 0 is false there, nr_running - nr_delayed == 0 is true.",
        text: include_str!("cpus/m2-counters.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-sync-wakeup",
        group: Group::Cpus,
        title: "A queued sleeper keeps a wakee off the waker's CPU",
        note: "At 1.2 Waker, about to sleep, wakes Wakee: nr_running is 2 on CPU 0, 1 of them delayed, so the sync test fails and Wakee goes to the idle CPU 2, one migration. With the patch nr-delayed-wake-affine it joins on CPU 0 and runs there from 1.3 on.",
        text: include_str!("cpus/m2-sync-wakeup.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-ring",
        group: Group::Cpus,
        title: "Rings over four CPUs: delayed tasks drive wakees around",
        note: "Whoever passes the token runs on a little and so sleeps with negative lag: it stays queued, nr_running is 2, and the next sync wake-up from there fails the test and goes to another CPU. Of 1,199 migrations in 10 ms (8 with NO_DELAY_DEQUEUE or nr-delayed-wake-affine) 212 are of this kind, 438 come from a CPU where another task can run as well, 546 pull a task back to a waker that is alone, 3 are the start.",
        text: include_str!("cpus/m2-ring.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-ring-no-delay-dequeue",
        group: Group::Cpus,
        title: "The rings without delayed dequeue: everybody stays",
        note: "A sleeper leaves the queue at once, so a waker about to sleep is alone and the next task joins on its CPU: each ring gathers on one CPU and stays. After the 8 migrations of the start there are no more.",
        text: include_str!("cpus/m2-ring-no-delay-dequeue.eevdf"),
        printed: None,
    },
    Entry {
        key: "m2-ring-wake-affine",
        group: Group::Cpus,
        title: "The rings with nr-delayed-wake-affine: everybody stays",
        note: "Sleepers stay queued as in the baseline, but the sync test does not count them: each ring gathers on one CPU and stays. After the 8 migrations of the start there are no more.",
        text: include_str!("cpus/m2-ring-wake-affine.eevdf"),
        printed: None,
    },
];

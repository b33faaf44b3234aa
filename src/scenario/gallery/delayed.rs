//! On kernels: sleepers that stay queued until their lag is gone.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "k-delay-wake-before",
        group: Group::Delayed,
        title: "Asleep but queued, and awake before V gets there",
        note: "A sleeps at 2.5 with a lag of -1.666667 and stays: nr_queued remains 3, only h_nr_runnable falls to 2. When it wakes at 2.9 V has come closer and its lag is -1.533334; vruntime and deadline are untouched.",
        text: include_str!("delayed/k-delay-wake-before.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-delay-wake-after",
        group: Group::Delayed,
        title: "V has passed the sleeper: placed anew without lag",
        note: "A is delayed at 0.65 with a lag of -0.465009, and by 2.39 V has passed it: the lag is 0.0302. Sleep may not pay, so at its wake-up A is moved from V0+0.65 to V0+0.696192, the V of the others, and gets a new request.",
        text: include_str!("delayed/k-delay-wake-after.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-no-delay-zero",
        group: Group::Delayed,
        title: "Without DELAY_ZERO the sleeper keeps its gain",
        note: "At its wake-up at 2.4 A has a lag of 0.033045 and may keep it: vruntime stays V0+0.65, the deadline V0+20. With DELAY_ZERO A would be placed anew at V0+0.696192.",
        text: include_str!("delayed/k-no-delay-zero.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-delay-wake-stale-v",
        group: Group::Delayed,
        title: "An old V decides about the sleeper (v6.12)",
        note: "At 2.4 A is judged by V as of the last charge: a lag of -0.009645, so A stays where it is. Once C is charged V is V0+0.683046 and A, at V0+0.65, has gained after all; v7.2 charges first and places A anew at V0+0.696192.",
        text: include_str!("delayed/k-delay-wake-stale-v.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-delay-until-pick",
        group: Group::Delayed,
        title: "A sleeper leaves when the pick finds it",
        note: "A falls asleep at 2 owing 1, and at 4 V has reached it. At 5 the pick finds A eligible with the nearest deadline, V0+3, takes it off the queue and picks again: nr_queued is 2 before and 1 after, and B runs on.",
        text: include_str!("delayed/k-delay-until-pick.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-v-backward",
        group: Group::Delayed,
        title: "Joiners pull V back under a sleeper",
        note: "A is delayed at 1.5 with a lag of -0.75; then C, D and E join with 12 each, and V falls from V0+0.8 to V0-12.2. A did nothing meanwhile and still wakes at 1.8 with a lag of -12, all that the limit allows.",
        text: include_str!("delayed/k-v-backward.eevdf"),
        printed: None,
    },
    Entry {
        key: "k-v-backward-lag-floor",
        group: Group::Delayed,
        title: "Joiners pull V back, and the lag floor holds",
        note: "The lag with which A was delayed, -0.75, is kept as a floor, and A's wake-up at 1.8 places it anew with just that, at V0-14.6875 instead of V0+1.5. At 2.6, with E asleep, A is eligible; without the patch its lag is then -8.033334.",
        text: include_str!("delayed/k-v-backward-lag-floor.eevdf"),
        printed: None,
    },
];

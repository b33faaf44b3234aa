//! `Rules`: which rule decides what, as plain data. One field a decision; each decision's enum lives in the decision's file.
//!
//! Owns nothing but the list; must not know versions or patches (that is `kernels`).

pub use super::arith::Words;
pub use super::base::Base;
pub use super::deadline::{RequestEnd, SliceEnd};
pub use super::delayed::{DelayedLag, Requeue};
pub use super::lag::LagLimit;
pub use super::nr_running::Counted;
pub use super::pick::{Buddy, Search, Tie};
pub use super::place::Placement;
pub use super::preempt::WakeupRule;
pub use super::protect::Protection;
pub use super::reweight::Reweight;
pub use super::yield_::Yield;

/// One scheduling variant. Two of them can be compared field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// How the kernel's integers are computed; exact arithmetic does not look at it.
    pub words: Words,
    /// When the base of the keys moves.
    pub base: Base,
    /// 70x: the tick evaluates V, and so moves the base.
    pub base_at_tick: bool,
    /// 7.2: the end of a request evaluates V, and so moves the base.
    pub base_at_request_end: bool,
    /// 7.2: placing an entity heavier than the rest of the queue moves the base onto it.
    pub base_at_heavy_place: bool,
    /// Where a joining entity is placed.
    pub place: Placement,
    /// How far from V a lag may be.
    pub lag_limit: LagLimit,
    /// What bounds the lag of a delayed entity.
    pub delayed_lag: DelayedLag,
    /// When a woken delayed entity is placed again.
    pub requeue: Requeue,
    /// Whether the wake-up of a delayed entity charges the current task first (7.2).
    pub requeue_charges: bool,
    /// When a used-up request ends.
    pub request_end: RequestEnd,
    /// Who asks for a reschedule when a slice is used up.
    pub slice_end: SliceEnd,
    /// How the pick searches.
    pub search: Search,
    /// Who wins a tie of deadlines.
    pub tie: Tie,
    /// Where the buddy is looked at.
    pub buddy: Buddy,
    /// What protects the picked task until its slice is used up.
    pub protect: Protection,
    /// What a wake-up tests.
    pub wakeup: WakeupRule,
    /// Who counts as running beside a waker that is about to sleep, in the choice of the wakee's CPU.
    pub wake_affine: Counted,
    /// Who counts as running on a CPU to which a wake-up might be left.
    pub ttwu_queue: Counted,
    /// What yield does.
    pub yield_: Yield,
    /// Who counts beside a task that yields.
    pub yield_counts: Counted,
    /// What a change of weight does to a queued entity.
    pub reweight: Reweight,
    /// Whether a sleep is possible for any queued task, not only the running one.
    pub sleep_any: bool,
    /// One pick after the last event of an instant, instead of whenever one is asked for.
    pub pick_each_instant: bool,
    /// Whether 6.12's slice change goes through wakeup_preempt although the priority did not change.
    pub slice_change_preempts: bool,
    /// Whether a slice change also sets the weight of the nice value.
    pub slice_change_sets_weight: bool,
    /// The feature switches.
    pub features: Features,
}

/// The kernel's feature switches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // their meanings are texts for people: kernels::FeatureFlag
pub struct Features {
    pub place_lag: bool,
    pub place_deadline_initial: bool,
    pub place_rel_deadline: bool,
    pub run_to_parity: bool,
    pub preempt_short: bool,
    pub next_buddy: bool,
    pub pick_buddy: bool,
    pub delay_dequeue: bool,
    pub delay_zero: bool,
    pub paranoid_avg: bool,
    pub wakeup_preemption: bool,
}

impl Features {
    /// The kernel's defaults but for NEXT_BUDDY, which 6.19-rc1 has on.
    pub const DEFAULT: Features = Features {
        place_lag: true,
        place_deadline_initial: true,
        place_rel_deadline: true,
        run_to_parity: true,
        preempt_short: true,
        next_buddy: false,
        pick_buddy: true,
        delay_dequeue: true,
        delay_zero: true,
        paranoid_avg: false,
        wakeup_preemption: true,
    };
}

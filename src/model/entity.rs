//! `SchedEntity`: what a task carries through the fair queue.

use super::arith::Arith;

/// Scheduling policies that the fair queue tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FairPolicy {
    /// SCHED_NORMAL.
    #[default]
    Normal,
    /// SCHED_BATCH.
    Batch,
    /// SCHED_IDLE.
    Idle,
}

/// One entity (a task: the queue is flat). Fields as in the kernel's `struct sched_entity`.
#[derive(Clone, Debug)]
pub struct SchedEntity<A: Arith> {
    /// w.
    pub weight: A::W,
    /// v, as of `exec_start`.
    pub vruntime: A::V,
    /// d; relative to vruntime while `rel_deadline`.
    pub deadline: A::V,
    /// The stored lag. v6.12: while current, the deadline at pick time.
    pub vlag: A::V,
    /// End of slice protection. v6.19-rc1: one word with `vlag`.
    pub vprot: A::V,
    /// r.
    pub slice: A::T,
    /// Whether the slice is the task's own; otherwise it is refreshed from base_slice.
    pub custom_slice: bool,
    /// Counts in the queue.
    pub on_rq: bool,
    /// Asleep, but left in the queue.
    pub sched_delayed: bool,
    /// `deadline` is relative to `vruntime`.
    pub rel_deadline: bool,
    /// Clock at the last charge.
    pub exec_start: A::T,
    /// Run time charged.
    pub sum_exec: A::T,
    /// Policy.
    pub policy: FairPolicy,
}

impl<A: Arith> SchedEntity<A> {
    /// A task off the queue, at virtual time 0.
    pub fn new(weight: A::W, slice: A::T, custom_slice: bool, policy: FairPolicy) -> Self {
        SchedEntity {
            weight,
            vruntime: A::zero(),
            deadline: A::zero(),
            vlag: A::zero(),
            vprot: A::zero(),
            slice,
            custom_slice,
            on_rq: false,
            sched_delayed: false,
            rel_deadline: false,
            exec_start: A::t_zero(),
            sum_exec: A::t_zero(),
            policy,
        }
    }
}

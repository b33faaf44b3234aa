//! `Note`: one thing a decision computed, with the numbers it used, in the order of effect.
//!
//! Owns what can be said about a step; must not know how it is worded (that is `explain`). Numbers are exact copies of the
//! model's own values, virtual times in ns of a nice-0 task, weights on the scale of the scenario's `nice0`.

use super::machine::CpuId;
use super::nr_running::Counts;
use super::num::Num;
use super::rules::{Counted, LagLimit, Placement, Reweight, SliceEnd, Yield};
use super::wake::{Placing, Wakeup};

/// Index of a task.
pub type TaskIdx = usize;

#[allow(missing_docs)] // the fields carry the symbols of the model's table
/// What a decision computed. `task` is always whom it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The current task was charged `delta` of run time: `vruntime = from + dv`.
    Charged { task: TaskIdx, delta: Num, weight: Num, dv: Num, vruntime: Num },
    /// A request was used up: `deadline = start + vslice`, where the new request starts at `start`.
    RequestEnded { task: TaskIdx, old_deadline: Num, start: Num, slice: Num, vslice: Num, deadline: Num },
    /// A slice was used up with so many fair tasks (`nr_delayed` of them delayed) and tasks on the CPU; `rule` decides about a
    /// reschedule.
    SliceEnded { task: TaskIdx, cfs_nr: u32, rq_nr: u32, nr_delayed: i64, rule: SliceEnd },
    /// place_entity: `vruntime = v_avg - lag` (`+ J` inside `lag` for the J rules).
    Placed {
        task: TaskIdx,
        rule: Placement,
        /// V of the queue without the joiner.
        v_avg: Num,
        /// W of the queue without the joiner.
        load: Num,
        /// w of the joiner.
        weight: Num,
        /// The lag to restore.
        vlag: Num,
        /// The lag that was applied.
        lag: Num,
        /// J before the join, where the rule keeps it.
        j: Option<Num>,
        /// Why no lag was applied, if none was.
        without_lag: Option<WithoutLag>,
        vruntime: Num,
    },
    /// The deadline a placement gave: `deadline = vruntime + vslice`.
    DeadlinePlaced { task: TaskIdx, kind: PlacedDeadline, slice: Num, weight: Num, vslice: Num, deadline: Num },
    /// sum_jlag += jlag on join.
    JlagJoined { task: TaskIdx, jlag: Num, weight: Num, sum_jlag: Num, load: Num, j: Num },
    /// sum_jlag -= jlag on leave, jlag = (J + vlag) w.
    JlagLeft { task: TaskIdx, jlag: Num, weight: Num, vlag: Num, j_before: Num, sum_jlag: Num, load: Num, j: Num },
    /// The lag of an entity was taken: `vlag = V - vruntime`.
    LagTaken { task: TaskIdx, v_avg: Num, vruntime: Num, raw: Num, vlag: Num, weight: Num },
    /// The lag limit bit.
    LagClamped { task: TaskIdx, rule: LagLimit, raw: Num, limit: Num, vlag: Num },
    /// The floor (or the ceiling 0 of DELAY_ZERO) of a delayed entity's lag bit.
    DelayedLagClamped { task: TaskIdx, raw: Num, floor: Num, vlag: Num },
    /// The entity left the queue. `load` and `v_avg` are those of the rest.
    Left { task: TaskIdx, vlag: Num, weight: Num, v_before: Num, load: Num, v_avg: Num },
    /// The queue is empty: V stays, and J is 0 where it is kept.
    Emptied { v_avg: Num },
    /// A sleeper with negative lag stays queued until its lag is gone.
    Delayed { task: TaskIdx, v_avg: Num, vruntime: Num, vlag: Num },
    /// A delayed entity was picked, and so is finally dequeued.
    DelayedRemoved { task: TaskIdx, vlag: Num },
    /// A delayed entity was woken; whether it was taken out and placed again.
    Requeued { task: TaskIdx, replaced: bool },
    /// A task's weight changed while it counted in the queue or not.
    Reweighted {
        task: TaskIdx,
        rule: Reweight,
        on_rq: bool,
        old: Num,
        new: Num,
        v_avg: Option<Num>,
        old_vlag: Num,
        vlag: Num,
        vruntime: Num,
        deadline: Num,
        /// The end of its slice protection before and after, if the rule scales it.
        vprot: Option<(Num, Num)>,
    },
    /// Whether yield does anything: alone on its CPU, as `rule` counts, a task has nobody to yield to.
    YieldTested { task: TaskIdx, counts: Counts, rule: Counted },
    /// The current task yielded.
    Yielded { task: TaskIdx, rule: Yield, eligible: bool, vruntime: Num, deadline: Num },
    /// Slice protection: the picked task runs on until `until`.
    Protected { task: TaskIdx, until: Num, slice: Num },
    /// A wake-up that did not preempt shortened the protection.
    ProtectionShortened { task: TaskIdx, until: Num },
    /// A short-slice wake-up cancelled the protection.
    ProtectionCancelled { task: TaskIdx },
    /// What wakeup_preempt decided about `task`, the wakee.
    WakeupPreempt { task: TaskIdx, curr: Option<TaskIdx>, verdict: PreemptVerdict },
    /// Which CPU was chosen for a woken task: by the rule, by the baseline's and by mail M2's. `counts` are the waker's CPU's.
    WakePlaced {
        task: TaskIdx,
        wakeup: Wakeup,
        counts: Counts,
        rule: Counted,
        placing: Placing,
        baseline: Placing,
        patched: Placing,
    },
    /// What ttwu_queue_cond looked at on `cpu` ([`super::wake::ttwu_queues`] is its verdict). Without `this_cpu`: what it would look
    /// at if the task, which has just been blocked there, were woken from another CPU now.
    TtwuQueue { task: TaskIdx, cpu: CpuId, this_cpu: Option<CpuId>, counts: Counts, rule: Counted },
    /// A task changed its CPU; its stored lag goes along.
    Migrated { task: TaskIdx, from: CpuId, to: CpuId, vlag: Num },
    /// A reschedule was asked for.
    Resched { task: Option<TaskIdx>, why: ReschedWhy },
    /// The pick.
    Picked {
        /// Who, `None`: the queue is empty.
        task: Option<TaskIdx>,
        why: PickWhy,
        v_avg: Num,
        /// All queued entities with their deadline and eligibility, in task order (empty if there are more than 64).
        candidates: Vec<Candidate>,
    },
    /// The buddy was set.
    BuddySet { task: TaskIdx },
    /// A real-time task became runnable.
    RtWoken { task: TaskIdx, verdict: RtVerdict },
    /// The fair server's timer: after `waited` without the CPU the fair class gets it for `runtime`, or that time is over.
    FairServer { starts: bool, runtime: Num, waited: Num },
    /// A followed pick preempts the task with so much virtual time of its request left that it counts as used up.
    PresumedRun { task: TaskIdx, left: Num },
    /// A followed pick shows that the task's vruntime and deadline can not be right: both move by so much.
    Shifted { task: TaskIdx, by: Num },
    /// The base of the keys moved.
    BaseMoved { from: Num, to: Num },
    /// The event could do nothing.
    Noop(NoopWhy),
    /// Something the kernel would warn about, or a result to look at.
    Warning(WarningKind),
}

/// One queued entity at a pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Who.
    pub task: TaskIdx,
    /// vruntime.
    pub vruntime: Num,
    /// Deadline.
    pub deadline: Num,
    /// Whether it is eligible.
    pub eligible: bool,
}

/// Why a placement applied no lag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutLag {
    /// The rule (or NO_PLACE_LAG) places at V.
    Rule,
    /// The queue was empty: the lag of the only entity is 0.
    EmptyQueue,
    /// The lag to restore is 0.
    ZeroLag,
}

/// Where a placed deadline comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlacedDeadline {
    /// A full request.
    Full,
    /// Half a request (PLACE_DEADLINE_INITIAL).
    Half,
    /// The distance it had when it left (PLACE_REL_DEADLINE).
    Relative,
}

/// What wakeup_preempt decided and by which test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreemptVerdict {
    /// The CPU is idle: reschedule.
    IdleCpu,
    /// A real-time task runs, which no fair task preempts.
    RealTimeRuns,
    /// The wakee is the running task.
    Itself,
    /// A reschedule was already asked for.
    AlreadyAsked,
    /// NO_WAKEUP_PREEMPTION.
    Off,
    /// An idle-policy task is always preempted by others.
    IdlePolicyCurr,
    /// An idle-policy wakee never preempts others.
    IdlePolicyWakee,
    /// Batch (and idle) wakees do not preempt.
    NotNormal,
    /// A fork, or a delayed entity, does not preempt.
    ForkOrDelayed,
    /// From a task's context an ineligible current is preempted.
    CurrNotEligible,
    /// A sync wake-up that set a buddy stops here.
    SyncBuddy,
    /// The wakee would be picked: preempt.
    Wins,
    /// The wakee has the shorter slice and would be picked: preempt, protection cancelled.
    WinsShort,
    /// Another entity would be picked.
    Loses,
}

/// What a real-time task's wake-up does to the running task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtVerdict {
    /// The CPU is idle: reschedule.
    Idle,
    /// A fair task runs: preempt.
    Preempts,
    /// A real-time task runs: wait behind it.
    Waits,
    /// The fair server serves: wait until it is done.
    WaitsForServer,
}

/// Why a reschedule was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReschedWhy {
    /// The request was used up.
    RequestEnded,
    /// The slice protection has run out.
    ProtectionOver,
    /// PREEMPT_SHORT cancelled the protection and the current task is not eligible any more.
    NotEligible,
    /// The priority of the running task fell.
    PrioFell,
    /// The fair server starts or ends its turn.
    FairServer,
    /// The script asked.
    Asked,
}

/// Why a task was picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickWhy {
    /// Nothing is queued.
    Idle,
    /// A real-time task goes before any fair one.
    RealTime,
    /// It is the only one.
    OnlyOne,
    /// It is the buddy, and eligible.
    Buddy,
    /// The current task is protected.
    Protected,
    /// It has the earliest deadline among the eligible.
    EarliestEligible,
    /// It has the earliest deadline (no eligibility test).
    Earliest,
    /// The script names it.
    Forced,
    /// No entity is eligible in this arithmetic: the current task goes on.
    NoneEligibleCurr,
    /// No entity is eligible in this arithmetic: the leftmost is taken.
    NoneEligibleLeftmost,
    /// Found by the search of 6.6-rc, which may miss the earliest deadline.
    Search66,
}

/// Why an event could do nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoopWhy {
    /// The task has exited.
    Dead,
    /// The task is not asleep.
    NotAsleep,
    /// The task is not the running one.
    NotRunning,
    /// The task is not on the queue.
    NotQueued,
    /// The task is on the queue.
    OnQueue,
    /// The CPU is idle.
    Idle,
    /// The value is the one it has.
    Unchanged,
    /// Only one task runs.
    Alone,
    /// The task is a real-time one, for which the value means nothing.
    NotFair,
}

/// Why a run stops before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopWhy {
    /// There were as many ticks, request ends and events of behaviours as a run may have.
    Events,
    /// Behaviours do one thing after another without any time passing.
    AtOnce,
    /// A behaviour begins one `run` after another while nothing else happens.
    Runs,
    /// Exact fractions have become too long, or cost too much.
    Numbers,
}

/// A result to look at.
#[allow(missing_docs)] // as above
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// The 64-bit eligibility test disagrees with the exact one.
    EligibilityOverflow { task: TaskIdx, exact: bool },
    /// No entity passed the eligibility test of the kernel's arithmetic.
    NoneEligible,
    /// The kernel would run an entity that is asleep (delayed).
    DelayedRuns { task: TaskIdx },
    /// The script picks a task that is not eligible.
    ForcedIneligible { task: TaskIdx },
    /// The run stops before its end.
    Stopped(StopWhy),
    /// The lag limit is negative, so clamping has no sense.
    NegativeLagLimit { task: TaskIdx, limit: Num },
}

/// Where the decisions leave their notes.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Whether anybody listens; without it nothing is written.
    pub wanted: bool,
    /// The notes since the last step.
    pub list: Vec<Note>,
}

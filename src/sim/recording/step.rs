//! What a step shows: the event, the queue, the tasks, as numbers without arithmetic behind them.
//!
//! Owns the meaning and unit of every shown value. Must not know how steps are kept.

use super::super::script::TaskId;
use crate::model::cost::Costs;
use crate::model::note::Note;
use crate::model::num::Num;
use std::cmp::Ordering;

/// What a step shows of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A preview: the state just before the event, the running task charged up to then. Changes nothing.
    Before,
    /// The state just after the event.
    After,
    /// The state after a pick.
    Pick,
}

/// Which event a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// The initial state given by `state` lines.
    Start,
    /// First time on the queue.
    Join,
    /// Back on the queue after having left it.
    Rejoin,
    /// A wake-up that changes no queue membership: of a delayed task, or a noop.
    Wake,
    /// A new task's first placement.
    Fork,
    /// Going to sleep.
    Leave,
    /// Leaving for good.
    Exit,
    /// sched_yield.
    Yield,
    /// A nice value changes.
    Nice,
    /// A slice changes.
    Slice,
    /// A weight changes.
    Reweight,
    /// The stored lag of a task off the queue is set.
    SetLag,
    /// A scheduler tick.
    Tick,
    /// A request ends exactly at its deadline (`slice_end on`).
    SliceEnd,
    /// The fair server starts or ends its turn.
    FairServer,
    /// A reschedule is asked for.
    Resched,
    /// A pick; `task` is who was picked.
    Pick,
    /// The end of the run.
    End,
}

/// One task in one step, as it is on its own CPU. Times in ns, virtual times in ns of a nice-0 task, both as the scenario counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRow {
    /// The CPU that holds it: where it is queued, or was last.
    pub cpu: u32,
    /// vruntime.
    pub vruntime: Num,
    /// Virtual deadline; relative to vruntime if `rel_deadline`.
    pub deadline: Num,
    /// The stored lag (virtual): what a placement restores, or what was stored last.
    pub vlag: Num,
    /// End of slice protection.
    pub vprot: Num,
    /// Request length.
    pub slice: Num,
    /// Weight, on the scale where nice 0 is the scenario's `nice0`.
    pub weight: Num,
    /// Counts in the queue (waiting, running or delayed).
    pub on_rq: bool,
    /// Asleep, but left in the queue.
    pub sched_delayed: bool,
    /// A runnable real-time task, which is in no fair queue.
    pub rt_queued: bool,
    /// Eligible by the rules and the arithmetic of the run; `None` off the queue.
    pub eligible: Option<bool>,
    /// Whether `deadline` is relative to `vruntime`.
    pub rel_deadline: bool,
    /// Clock at the last charge.
    pub exec_start: Num,
    /// Run time charged so far.
    pub sum_exec: Num,
}

/// The queue of one CPU in one step, under kernel names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueRow {
    /// The running task.
    pub curr: Option<TaskId>,
    /// need_resched, as left by the event.
    pub resched: bool,
    /// V, `avg_vruntime()`.
    pub avg_vruntime: Num,
    /// The base of the keys: `min_vruntime` or `zero_vruntime`.
    pub base: Num,
    /// Sum of w * key over the tree (without the current task), weights as the kernel sums them.
    pub sum_w_vruntime: Num,
    /// Sum of weights over the tree (without the current task), weights as the kernel sums them.
    pub sum_weight: Num,
    /// W: sum of the weights of all entities on the queue, the current one included, on the scale of `TaskRow::weight`.
    pub load: Num,
    /// Entities on the queue, delayed ones included.
    pub nr_queued: u32,
    /// The same, hierarchical.
    pub h_nr_queued: u32,
    /// Without delayed ones; `None` where the kernel does not count it.
    pub h_nr_runnable: Option<i64>,
    /// Delayed tasks: h_nr_queued - h_nr_runnable, also where a kernel keeps only this difference (v6.12).
    pub nr_delayed: i64,
    /// rq->nr_running.
    pub rq_nr_running: u32,
    /// The buddy.
    pub next: Option<TaskId>,
    /// Sum of jlag (= J's numerator) on the scale of `load`; `None` unless the placement rule keeps it.
    pub sum_jlag: Option<Num>,
    /// J = sum_jlag / W; `None` unless the placement rule keeps it.
    pub j: Option<Num>,
    /// Smallest slice in the tree.
    pub min_slice: Option<Num>,
    /// Largest slice in the tree.
    pub max_slice: Option<Num>,
    /// What the decisions have cost so far.
    pub costs: Costs,
}

/// One step of a run: a row of the worked table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Time since the start of the run.
    pub t: Num,
    /// Which event.
    pub verb: Verb,
    /// Before, after, or the pick.
    pub phase: Phase,
    /// The CPU it happened on.
    pub cpu: u32,
    /// The task concerned: who joins, leaves, is picked.
    pub task: Option<TaskId>,
    /// The event's words as JSONL prints them (`wake A sync`, `tick`, `sched`).
    pub text: String,
    /// 1-based line in the scenario's text, 0 for automatic ticks and picks.
    pub line: u32,
    /// Whether the event could do nothing.
    pub noop: bool,
    /// Whether this is the last pick of its instant (always false for other phases).
    pub last_pick: bool,
    /// What was computed and why, in order.
    pub notes: Vec<Note>,
    /// Changes of CPU so far, by any task.
    pub migrations: u32,
    /// The queue of the CPU it happened on.
    pub queue: QueueRow,
    /// The queues of the other CPUs, in order.
    pub elsewhere: Vec<QueueRow>,
    /// All tasks, by `TaskId`.
    pub tasks: Vec<TaskRow>,
}

impl Step {
    /// The queue of a CPU.
    pub fn queue_of(&self, cpu: u32) -> &QueueRow {
        match cpu.cmp(&self.cpu) {
            Ordering::Less => &self.elsewhere[cpu as usize],
            Ordering::Equal => &self.queue,
            Ordering::Greater => &self.elsewhere[cpu as usize - 1],
        }
    }

    /// The queues of all CPUs, in order.
    pub fn queues(&self) -> impl Iterator<Item = &QueueRow> {
        (0..=self.elsewhere.len()).map(|cpu| self.queue_of(cpu as u32))
    }

    /// What the decisions have cost so far on all CPUs.
    pub fn costs(&self) -> Costs {
        self.queues().fold(Costs::default(), |sum, queue| sum.plus(&queue.costs))
    }

    /// V - v of a task on a queue; `None` off the queue.
    pub fn vlag(&self, task: TaskId) -> Option<Num> {
        let row = &self.tasks[task];
        row.on_rq.then(|| &self.queue_of(row.cpu).avg_vruntime - &row.vruntime)
    }

    /// The stored lag of a delayed task, which is its floor under rules that have one ([`super::Recording::has_floor`]).
    pub fn floor(&self, task: TaskId) -> Option<&Num> {
        let row = &self.tasks[task];
        row.sched_delayed.then_some(&row.vlag)
    }
}

//! `Rq`: one CPU: the running task, the fair queue, the counters; the tick and schedule().
//!
//! Owns what belongs to tasks rather than entities (asleep, dead, nice). Must not know scripts or time beyond the clock it is given.

use super::arith::{Arith, WeightInput};
use super::cfs_rq::CfsRq;
use super::enqueue::Dequeue;
use super::note::{NoopWhy, Note, PickWhy, TaskIdx, WarningKind};
use super::rt::Rt;
use super::rules::{Buddy, RequestEnd};

/// What a task is beside its entity.
#[derive(Clone, Debug)]
pub struct Task {
    /// Nice value.
    pub nice: i32,
    /// The weight it was given at its creation or by its nice value.
    pub weight: WeightInput,
    /// Task-level on_rq: from a wake-up until the dequeue is complete, so also while delayed.
    pub queued: bool,
    /// Asleep (also while delayed).
    pub blocked: bool,
    /// Exited.
    pub dead: bool,
    /// Whether it has been on the queue before.
    pub has_run: bool,
    /// A real-time task, which the fair queue never sees.
    pub fifo: bool,
}

impl Task {
    /// A task that has not been woken yet.
    pub fn new(nice: i32, weight: WeightInput) -> Task {
        Task { nice, weight, queued: false, blocked: true, dead: false, has_run: false, fifo: false }
    }
}

/// One CPU.
#[derive(Clone, Debug)]
pub struct Rq<A: Arith> {
    /// The fair queue.
    pub cfs: CfsRq<A>,
    /// Task-level state, by the same index as the entities.
    pub tasks: Vec<Task>,
    /// The running task; changes at the end of [`Rq::schedule`].
    pub curr: Option<TaskIdx>,
    /// rq->nr_running: fair tasks, delayed ones included, and real-time tasks.
    pub nr_running: u32,
    /// The real-time tasks and the fair server.
    pub rt: Rt<A>,
    /// Whether the state is corrected by given picks, and the slack of it: see [`super::follow`].
    pub follow: Option<A::T>,
}

impl<A: Arith> Rq<A> {
    /// An idle CPU without a fair server.
    pub fn new(cfs: CfsRq<A>, tasks: Vec<Task>) -> Self {
        Rq { cfs, tasks, curr: None, nr_running: 0, rt: Rt::new(None), follow: None }
    }

    /// `idle_cpu()`: nobody runs here and nobody waits to.
    pub fn is_idle(&self) -> bool {
        self.curr.is_none() && self.nr_running == 0
    }

    /// `task_tick_fair()`; of a real-time task only its run time is kept. Nothing while idle.
    pub fn tick(&mut self) {
        let Some(curr) = self.curr else { return };
        if self.tasks[curr].fifo {
            return self.rt_charge();
        }
        self.cfs.update_curr();
        if self.cfs.rules.request_end == RequestEnd::AtTick && self.cfs.entities[curr].on_rq {
            self.cfs.update_deadline(curr);
        }
        if self.cfs.rules.base_at_tick {
            self.cfs.eval_avg_vruntime();
        }
    }

    /// `schedule()`: picks, and switches if somebody else was picked. `forced`: whom the script names, who is picked whatever
    /// the rules say if it waits or runs (`Some(None)`: nobody, the CPU goes to another class or idle). The rules' own pick comes
    /// before in any case, with what it does to delayed entities, so that the two can be compared.
    pub fn schedule(&mut self, forced: Option<Option<TaskIdx>>) {
        if let Some(real) = forced {
            self.presume_preempted(real);
        }
        let own = self.pick_of_class();
        let awake = |f: TaskIdx| self.cfs.entities[f].on_rq && !self.cfs.entities[f].sched_delayed;
        let pick = match forced {
            None => own,
            Some(None) => {
                self.cfs.note_pick(None, PickWhy::Forced);
                None
            }
            Some(Some(f)) if awake(f) => Some(self.force(f)),
            Some(Some(_)) => {
                self.cfs.note(|_| Note::Noop(NoopWhy::NotQueued));
                own
            }
        };
        if pick != self.curr {
            if self.curr.is_some() {
                self.rt_charge();
                self.cfs.put_prev();
            }
            match pick {
                Some(e) if self.tasks[e].fifo => self.cfs.entities[e].exec_start = self.cfs.clock.clone(),
                Some(e) => self.cfs.set_next(e, true),
                None => {}
            }
        }
        self.cfs.need_resched = false;
        self.curr = pick;
        self.rt_watch();
    }

    /// `__pick_next_task()`: a real-time task if there is one, unless the fair server serves.
    fn pick_of_class(&mut self) -> Option<TaskIdx> {
        let Some(first) = self.rt.first() else { return self.pick_task() };
        if self.rt.is_serving() && self.cfs.h_nr_runnable > 0 {
            return self.pick_task();
        }
        self.cfs.note(|q| Note::Picked {
            task: Some(first),
            why: PickWhy::RealTime,
            v_avg: A::v_num(&q.avg_vruntime()),
            candidates: Vec::new(),
        });
        Some(first)
    }

    fn force(&mut self, task: TaskIdx) -> TaskIdx {
        self.cfs.update_curr();
        if !self.cfs.eligible(task) {
            self.cfs.note(|_| Note::Warning(WarningKind::ForcedIneligible { task }));
        }
        self.cfs.note_pick(Some(task), PickWhy::Forced);
        self.follow_pick(task);
        task
    }

    /// `pick_task_fair()`: until an entity that is awake is found, or the queue is empty.
    fn pick_task(&mut self) -> Option<TaskIdx> {
        loop {
            if self.cfs.nr_queued == 0 {
                self.cfs.note_pick(None, PickWhy::Idle);
                return None;
            }
            if self.cfs.queued_curr().is_some() {
                self.cfs.update_curr();
            }
            if let Some(e) = self.pick_next_entity(true) {
                return Some(e);
            }
        }
    }

    /// `pick_next_entity()`: a delayed entity that is picked is dequeued for good, and nobody is picked.
    pub fn pick_next_entity(&mut self, protect: bool) -> Option<TaskIdx> {
        if self.cfs.rules.buddy == Buddy::BeforePick
            && self.cfs.rules.features.next_buddy
            && let Some(next) = self.cfs.next
            && self.cfs.eligible(next)
        {
            if self.cfs.entities[next].sched_delayed {
                self.cfs.note(|_| Note::Warning(WarningKind::DelayedRuns { task: next }));
            }
            self.cfs.note_pick(Some(next), PickWhy::Buddy);
            return Some(next);
        }
        let (e, why) = self.cfs.pick_eevdf(protect);
        self.cfs.note_pick(Some(e), why);
        if self.cfs.entities[e].sched_delayed {
            self.dequeue_task(e, Dequeue { sleep: true, delayed: true, ..Dequeue::default() });
            return None;
        }
        Some(e)
    }
}

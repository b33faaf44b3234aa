//! What happens to tasks: wake, fork, sleep, exit, yield, nice, slice, reweight. Each says why it could do nothing, if so.

use super::arith::{Arith, WeightInput};
use super::enqueue::Dequeue;
use super::entity::FairPolicy;
use super::note::{NoopWhy, Note, ReschedWhy, TaskIdx};
use super::preempt::WakeFlags;
use super::rq::Rq;

/// Nothing, or why nothing could be done.
pub type Done = Result<(), NoopWhy>;

impl<A: Arith> Rq<A> {
    /// `try_to_wake_up()`.
    pub fn wake(&mut self, p: TaskIdx, sync: bool) -> Done {
        let task = &self.tasks[p];
        if task.fifo {
            return self.rt_wake(p);
        }
        if task.dead {
            return Err(NoopWhy::Dead);
        }
        let flags = WakeFlags { sync, fork: false };
        if !task.queued {
            self.enqueue_task(p, true, false);
            self.tasks[p].queued = true;
            self.tasks[p].has_run = true;
            self.tasks[p].blocked = false;
            self.wakeup_preempt(p, flags);
            self.rt_watch();
            return Ok(());
        }
        if !task.blocked {
            return Err(NoopWhy::NotAsleep);
        }
        if self.cfs.entities[p].sched_delayed {
            self.cfs.requeue_delayed(p);
        }
        if self.curr != Some(p) {
            self.wakeup_preempt(p, flags);
        }
        self.tasks[p].blocked = false;
        self.rt_watch();
        Ok(())
    }

    /// `wake_up_new_task()`.
    pub fn fork(&mut self, p: TaskIdx) -> Done {
        let task = &self.tasks[p];
        if task.fifo {
            return self.rt_wake(p);
        }
        if task.dead {
            return Err(NoopWhy::Dead);
        }
        if task.queued {
            return Err(NoopWhy::OnQueue);
        }
        self.cfs.set_vlag(p, A::zero());
        let entity = &mut self.cfs.entities[p];
        entity.vruntime = A::zero();
        entity.exec_start = A::t_zero();
        entity.sum_exec = A::t_zero();
        entity.rel_deadline = false;
        self.enqueue_task(p, true, true);
        self.tasks[p].queued = true;
        self.tasks[p].has_run = true;
        self.tasks[p].blocked = false;
        self.wakeup_preempt(p, WakeFlags { fork: true, sync: false });
        self.rt_watch();
        Ok(())
    }

    /// Sleep (`exit`: for good, and never delayed) of the running task, or where the rules allow it of any queued one.
    pub fn leave(&mut self, p: TaskIdx, exit: bool) -> Done {
        if self.tasks[p].dead {
            return Err(NoopWhy::Dead);
        }
        if self.cfs.rules.sleep_any {
            if !self.tasks[p].queued || self.tasks[p].blocked {
                return Err(NoopWhy::NotQueued);
            }
        } else if self.curr != Some(p) {
            return Err(NoopWhy::NotRunning);
        }
        if self.tasks[p].fifo {
            self.rt_leave(p, exit);
            return Ok(());
        }
        self.tasks[p].dead = exit;
        self.tasks[p].blocked = true;
        if self.dequeue_task(p, Dequeue { sleep: true, special: exit, ..Dequeue::default() }) {
            self.tasks[p].queued = false;
        }
        self.rt_watch();
        Ok(())
    }

    /// `yield_task_fair()`; does nothing if only one task runs: delayed ones count, or by mail M2's second patch do not.
    pub fn yield_curr(&mut self) -> Done {
        let Some(curr) = self.curr else { return Err(NoopWhy::Idle) };
        if self.tasks[curr].fifo && self.tasks[curr].queued {
            self.rt_yield();
            return Ok(());
        }
        if !self.cfs.entities[curr].on_rq {
            return Err(NoopWhy::NotQueued);
        }
        let (counts, rule) = (self.counts(), self.cfs.rules.yield_counts);
        self.cfs.note(|_| Note::YieldTested { task: curr, counts, rule });
        if counts.seen(rule) == 1 {
            self.cfs.note(|_| Note::Noop(NoopWhy::Alone));
            return Ok(());
        }
        if self.cfs.next == Some(curr) {
            self.cfs.next = None;
        }
        self.cfs.update_curr();
        self.cfs.yield_entity(curr);
        Ok(())
    }

    /// Only fair tasks that live have nice values, slices and weights to change.
    fn fair_and_alive(&self, p: TaskIdx) -> Done {
        match &self.tasks[p] {
            task if task.dead => Err(NoopWhy::Dead),
            task if task.fifo => Err(NoopWhy::NotFair),
            _ => Ok(()),
        }
    }

    /// `set_user_nice()`.
    pub fn set_nice(&mut self, p: TaskIdx, nice: i32) -> Done {
        self.fair_and_alive(p)?;
        if self.tasks[p].nice == nice {
            return Err(NoopWhy::Unchanged);
        }
        self.change(p, nice, None);
        Ok(())
    }

    /// `sched_setattr()` with a slice; `None`: back to the default slice.
    pub fn set_slice(&mut self, p: TaskIdx, slice: Option<A::T>) -> Done {
        self.fair_and_alive(p)?;
        self.change(p, self.tasks[p].nice, Some(slice));
        Ok(())
    }

    /// A change of nice value or slice: out of the queue, changed, back in. In a kernel a slice change, too, sets the weight that
    /// the task was given by nice value (or at its creation), whatever `reweight` made of it.
    fn change(&mut self, p: TaskIdx, nice: i32, slice: Option<Option<A::T>>) {
        let running = self.curr == Some(p);
        let queued = self.tasks[p].queued;
        let old_nice = self.tasks[p].nice;
        if queued {
            self.dequeue_task(p, Dequeue { save: true, moving: slice.is_some(), ..Dequeue::default() });
        }
        if running {
            self.cfs.put_prev();
        }
        let slice_changed = slice.is_some();
        if let Some(slice) = slice {
            let entity = &mut self.cfs.entities[p];
            entity.custom_slice = slice.is_some();
            entity.slice = slice.unwrap_or_else(|| self.cfs.tunables.base_slice.clone());
        }
        if nice != old_nice {
            self.tasks[p].nice = nice;
            self.tasks[p].weight = match self.cfs.entities[p].policy {
                FairPolicy::Idle => WeightInput::IdlePolicy,
                _ => WeightInput::Nice(nice),
            };
        }
        if nice != old_nice || self.cfs.rules.slice_change_sets_weight {
            self.cfs.reweight_entity(p, self.cfs.arith.weight(&self.tasks[p].weight));
        }
        if queued {
            self.enqueue_task(p, false, false);
        }
        if running {
            self.cfs.set_next(p, false);
        }
        let prio_changed = nice != old_nice || (slice_changed && self.cfs.rules.slice_change_preempts);
        if queued && prio_changed {
            self.prio_changed(p, nice > old_nice);
        }
    }

    /// `prio_changed_fair()`.
    fn prio_changed(&mut self, p: TaskIdx, fell: bool) {
        if self.cfs.nr_queued == 1 {
            return;
        }
        if self.curr != Some(p) {
            self.wakeup_preempt(p, WakeFlags::default());
        } else if fell {
            self.cfs.resched(Some(p), ReschedWhy::PrioFell);
        }
    }

    /// `reweight_entity()` directly, as a group's weight changes.
    pub fn reweight(&mut self, p: TaskIdx, weight: A::W) -> Done {
        self.fair_and_alive(p)?;
        self.cfs.reweight_entity(p, weight);
        Ok(())
    }

    /// Sets the stored lag of a task off the queue.
    pub fn set_lag(&mut self, p: TaskIdx, vlag: A::V) -> Done {
        if self.tasks[p].fifo {
            return Err(NoopWhy::NotFair);
        }
        if self.cfs.entities[p].on_rq {
            return Err(NoopWhy::OnQueue);
        }
        self.cfs.set_vlag(p, vlag);
        Ok(())
    }
}

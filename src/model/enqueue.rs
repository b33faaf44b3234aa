//! Enqueue and dequeue of entities and tasks: who counts in the queue, and in which counters.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};
use super::rq::Rq;
use super::rules::Base;

/// Why an entity is dequeued: ENQUEUE_/DEQUEUE_ flags of the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dequeue {
    /// DEQUEUE_SLEEP.
    pub sleep: bool,
    /// DEQUEUE_SAVE: only for a change, back at once.
    pub save: bool,
    /// DEQUEUE_MOVE.
    pub moving: bool,
    /// DEQUEUE_SPECIAL: never delayed.
    pub special: bool,
    /// DEQUEUE_DELAYED: the final removal of a delayed entity.
    pub delayed: bool,
}

impl<A: Arith> CfsRq<A> {
    /// `enqueue_entity()`: charges the current entity (which may be alone yet), places the new one, and counts it. The current
    /// entity itself, back before the pick that follows its sleep, is placed first and stays out of the tree.
    pub fn enqueue_entity(&mut self, e: TaskIdx, initial: bool) {
        let is_curr = self.is_curr(e);
        if is_curr {
            self.entities[e].exec_start = self.clock.clone();
        } else {
            self.update_curr();
        }
        self.place_entity(e, initial);
        self.nr_queued += 1;
        self.jlag_join(e);
        if !is_curr {
            self.tree_add(e);
        }
        self.entities[e].on_rq = true;
    }

    /// `dequeue_entity()`. Returns false if the entity only became delayed.
    pub fn dequeue_entity(&mut self, e: TaskIdx, flags: Dequeue) -> bool {
        self.update_curr();
        if self.next == Some(e) {
            self.next = None;
        }
        let may_delay = self.rules.features.delay_dequeue && flags.sleep && !flags.special && !flags.delayed;
        if may_delay && !self.eligible(e) {
            self.set_delayed(e);
            return false;
        }
        let v_before = self.notes.wanted.then(|| self.avg_vruntime());
        self.update_entity_lag(e);
        let features = self.rules.features;
        if features.place_rel_deadline && !flags.sleep {
            let entity = &mut self.entities[e];
            entity.deadline = A::sub(&entity.deadline, &entity.vruntime);
            entity.rel_deadline = true;
        }
        self.jlag_leave(e);
        if !self.is_curr(e) {
            self.tree_del(e);
        }
        self.entities[e].on_rq = false;
        self.nr_queued -= 1;
        if self.rules.base == Base::MinVruntime && (!flags.save || flags.moving) {
            self.update_min_vruntime();
        }
        if flags.delayed {
            self.clear_delayed(e);
            let frees_lag = self.rules.delayed_lag == super::delayed::DelayedLag::Free;
            if frees_lag && features.delay_zero && A::below(&A::zero(), &self.entities[e].vlag) {
                self.set_vlag(e, A::zero());
            }
            self.note(|q| Note::DelayedRemoved { task: e, vlag: A::v_num(&q.entities[e].vlag) });
        }
        self.note(|q| Note::Left {
            task: e,
            vlag: A::v_num(&q.entities[e].vlag),
            weight: q.arith.weight_num(&q.entities[e].weight),
            v_before: A::v_num(&v_before.unwrap_or_else(A::zero)),
            load: q.load_num(&q.load()),
            v_avg: A::v_num(&q.avg_vruntime()),
        });
        if self.nr_queued == 0 {
            self.note(|q| Note::Emptied { v_avg: A::v_num(&q.avg_vruntime()) });
        }
        true
    }

    /// `put_prev_entity()`: the current entity goes back into the tree, if it still counts.
    pub fn put_prev(&mut self) {
        let Some(prev) = self.curr else { return };
        if self.entities[prev].on_rq {
            self.update_curr();
            self.tree_add(prev);
        }
        self.curr = None;
    }

    /// `set_next_entity()`: the entity becomes current. `first`: by a pick.
    pub fn set_next(&mut self, e: TaskIdx, first: bool) {
        if self.next == Some(e) {
            self.next = None;
        }
        if self.entities[e].on_rq {
            self.tree_del(e);
            self.set_protect(e, first);
        }
        self.entities[e].exec_start = self.clock.clone();
        self.curr = Some(e);
    }
}

impl<A: Arith> Rq<A> {
    /// `enqueue_task()` of a task off the queue. `wakeup`: it wakes (or is new), rather than coming back after a change.
    pub fn enqueue_task(&mut self, p: TaskIdx, wakeup: bool, initial: bool) {
        let runnable = wakeup || !self.cfs.entities[p].sched_delayed;
        self.cfs.enqueue_entity(p, initial);
        self.cfs.h_nr_runnable += i64::from(runnable);
        self.cfs.h_nr_queued += 1;
        self.nr_running += 1;
    }

    /// `dequeue_task()`. Returns false if the task only became delayed.
    pub fn dequeue_task(&mut self, p: TaskIdx, flags: Dequeue) -> bool {
        let runnable = flags.sleep || flags.delayed || !self.cfs.entities[p].sched_delayed;
        if !self.cfs.dequeue_entity(p, flags) {
            return false;
        }
        self.cfs.h_nr_runnable -= i64::from(runnable);
        self.cfs.h_nr_queued -= 1;
        self.nr_running -= 1;
        if flags.delayed {
            self.tasks[p].queued = false;
        }
        true
    }
}

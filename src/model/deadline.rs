//! When a request ends, and the deadline of the next: d = v + r nice0 / w.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};

/// When a used-up request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEnd {
    /// `update_deadline()`: whenever the current task is charged past its deadline; the next request starts at its vruntime.
    AtCharge,
    /// At ticks (and at exact request ends where a script wants them): the next request starts at the old deadline, as in the
    /// paper; after a run of several requests the last whole one counts.
    AtTick,
}

/// Who asks for a reschedule when the running task has used up its slice: it does if others are there to run, counted (mail M5)
/// as follows. Delayed tasks count everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SliceEnd {
    /// 6.11: `update_deadline()` itself tests cfs_rq->nr_running > 1. At the end of a slice that is what the fix tests; 6.11 tests
    /// nothing else, having no protection that could run out before, and no task is delayed there.
    InUpdateDeadline,
    /// 85e511df3cec: `update_curr()` tests rq->nr_running, in which a real-time task counts although no fair task could run.
    RqNrRunning,
    /// d4ac164bde7a (v6.12) and later: `update_curr()` tests cfs_rq->nr_running.
    CfsNrRunning,
}

impl SliceEnd {
    /// All, oldest first.
    pub const ALL: [SliceEnd; 3] = [SliceEnd::InUpdateDeadline, SliceEnd::RqNrRunning, SliceEnd::CfsNrRunning];

    /// Whether there are others to run.
    pub fn asks(self, cfs_nr_running: u32, rq_nr_running: u32) -> bool {
        match self {
            SliceEnd::InUpdateDeadline => cfs_nr_running > 1,
            SliceEnd::RqNrRunning => rq_nr_running != 1,
            SliceEnd::CfsNrRunning => cfs_nr_running != 1,
        }
    }
}

impl<A: Arith> CfsRq<A> {
    /// A task without a slice of its own takes the base slice of the moment.
    #[inline]
    pub fn refresh_slice(&mut self, e: TaskIdx) {
        if !self.entities[e].custom_slice {
            self.entities[e].slice = self.tunables.base_slice.clone();
        }
    }

    /// The virtual length of the entity's request.
    pub fn vslice(&self, e: TaskIdx) -> A::V {
        self.arith.calc_delta_fair(&self.entities[e].slice, &self.entities[e].weight)
    }

    /// `update_deadline()`: starts the next request if this one is used up. Returns whether it was.
    #[inline]
    pub fn update_deadline(&mut self, e: TaskIdx) -> bool {
        let entity = &self.entities[e];
        let used_up = !A::before(&entity.vruntime, &entity.deadline);
        if used_up {
            self.next_request(e);
        }
        used_up
    }

    fn next_request(&mut self, e: TaskIdx) {
        let old = self.entities[e].deadline.clone();
        self.refresh_slice(e);
        let vslice = self.vslice(e);
        let vruntime = &self.entities[e].vruntime;
        let start = match self.rules.request_end {
            RequestEnd::AtCharge => vruntime.clone(),
            RequestEnd::AtTick => A::add(&old, &A::whole_requests(&A::sub(vruntime, &old), &vslice)),
        };
        self.entities[e].deadline = A::add(&start, &vslice);
        self.note(|q| Note::RequestEnded {
            task: e,
            old_deadline: A::v_num(&old),
            start: A::v_num(&start),
            slice: A::t_num(&q.entities[e].slice),
            vslice: A::v_num(&vslice),
            deadline: A::v_num(&q.entities[e].deadline),
        });
        if self.rules.base_at_request_end {
            self.eval_avg_vruntime();
        }
    }
}

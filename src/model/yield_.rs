//! sched_yield: the current task gives up the rest of its request.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};

/// What yield does to the current task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// d += slice/w, always (v6.12): while it is the only eligible one, the deadline runs away.
    DeadlineOnly,
    /// If eligible: v = d, then d += slice/w (v6.19): the rest of the request is forfeited.
    IfEligible,
    /// If eligible: v = d, then the request ends as any other (v7.2).
    IfEligibleRequest,
}

impl<A: Arith> CfsRq<A> {
    /// The fair part of `yield_task_fair()`; the current entity is charged already.
    pub fn yield_entity(&mut self, curr: TaskIdx) {
        let eligible = self.eligible(curr);
        match self.rules.yield_ {
            Yield::DeadlineOnly => self.push_deadline(curr),
            Yield::IfEligible | Yield::IfEligibleRequest if !eligible => {}
            Yield::IfEligible => {
                self.forfeit(curr);
                self.push_deadline(curr);
            }
            Yield::IfEligibleRequest => {
                self.forfeit(curr);
                self.update_deadline(curr);
            }
        }
        self.note(|q| Note::Yielded {
            task: curr,
            rule: q.rules.yield_,
            eligible,
            vruntime: A::v_num(&q.entities[curr].vruntime),
            deadline: A::v_num(&q.entities[curr].deadline),
        });
    }

    /// v = d: the rest of the request is gone. (Where requests end only at ticks, v may be past d already: nothing is left then.)
    fn forfeit(&mut self, e: TaskIdx) {
        let entity = &mut self.entities[e];
        if A::before(&entity.vruntime, &entity.deadline) {
            entity.vruntime = entity.deadline.clone();
        }
    }

    fn push_deadline(&mut self, e: TaskIdx) {
        let vslice = self.vslice(e);
        self.entities[e].deadline = A::add(&self.entities[e].deadline, &vslice);
    }
}

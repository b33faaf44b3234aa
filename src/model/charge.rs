//! update_curr: charges the current entity for the time it ran, and asks for a reschedule when its turn is over.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, ReschedWhy, TaskIdx};
use super::rules::RequestEnd;

impl<A: Arith> CfsRq<A> {
    /// `update_curr()`. Nothing at all happens while no time has passed.
    #[inline]
    pub fn update_curr(&mut self) {
        if let Some(curr) = self.curr
            && self.clock > self.entities[curr].exec_start
        {
            self.charge(curr);
        }
    }

    fn charge(&mut self, curr: TaskIdx) {
        let delta = A::t_sub(&self.clock, &self.entities[curr].exec_start);
        let dv = self.arith.calc_delta_fair(&delta, &self.entities[curr].weight);
        let clock = self.clock.clone();
        let entity = &mut self.entities[curr];
        entity.exec_start = clock;
        entity.sum_exec = A::t_add(&entity.sum_exec, &delta);
        entity.vruntime = A::add(&entity.vruntime, &dv);
        self.note(|q| Note::Charged {
            task: curr,
            delta: A::t_num(&delta),
            weight: q.arith.weight_num(&q.entities[curr].weight),
            dv: A::v_num(&dv),
            vruntime: A::v_num(&q.entities[curr].vruntime),
        });
        let ended = self.rules.request_end == RequestEnd::AtCharge && self.update_deadline(curr);
        self.update_min_vruntime();
        let (rule, cfs_nr, rq_nr) = (self.rules.slice_end, self.nr_queued, self.h_nr_queued + self.outside);
        if ended {
            self.note(|q| Note::SliceEnded { task: curr, cfs_nr, rq_nr, nr_delayed: q.nr_delayed(), rule });
        }
        if !rule.asks(cfs_nr, rq_nr) {
            return;
        }
        let over = if ended { Some(ReschedWhy::RequestEnded) } else { self.protection_over(curr) };
        if let Some(why) = over {
            self.resched(Some(curr), why);
            if self.next == Some(curr) {
                self.next = None;
            }
        }
    }
}

//! Mail M4: sum_jlag and J, which keep V + J unmoved by joins and leaves.
//!
//! A join adds the jlag that the joiner brings (w vlag). A leave takes J w + lag with it. With weights as they enter the sums; J
//! rounds toward zero and is 0 on an empty queue, where sum_jlag / W has no meaning.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};

impl<A: Arith> CfsRq<A> {
    /// J = sum_jlag / W, the queued current entity included.
    pub fn avg_vjlag(&self) -> A::V {
        self.arith.average_toward_zero(&self.sum_jlag, &self.load())
    }

    /// J for a decision.
    pub(super) fn eval_avg_vjlag(&mut self) -> A::V {
        self.work.divisions += u64::from(!A::s_is_zero(&self.load()));
        self.avg_vjlag()
    }

    /// A placed entity brings its lag; called before it enters the tree.
    pub fn jlag_join(&mut self, e: TaskIdx) {
        let Some(brought) = self.rules.place.brings::<A>(&self.entities[e].vlag) else { return };
        let w = self.load_of(e);
        let jlag = A::weigh(&brought, &w);
        self.sum_jlag = A::s_add(&self.sum_jlag, &jlag);
        self.note(|q| {
            let load = A::s_add(&q.load(), &w);
            Note::JlagJoined {
                task: e,
                jlag: q.arith.load_num(&jlag),
                weight: q.arith.weight_num(&q.entities[e].weight),
                sum_jlag: q.arith.load_num(&q.sum_jlag),
                j: A::v_num(&q.arith.average_toward_zero(&q.sum_jlag, &load)),
                load: q.arith.load_num(&load),
            }
        });
    }

    /// A leaving entity takes its share; called after its lag is stored and while it still counts in W.
    pub fn jlag_leave(&mut self, e: TaskIdx) {
        if !self.rules.place.keeps_j() {
            return;
        }
        let j = self.eval_avg_vjlag();
        let w = self.load_of(e);
        let jlag = A::weigh(&A::add(&self.entities[e].vlag, &j), &w);
        self.sum_jlag = A::s_sub(&self.sum_jlag, &jlag);
        self.note(|q| {
            let load = A::s_sub(&q.load(), &w);
            Note::JlagLeft {
                task: e,
                jlag: q.arith.load_num(&jlag),
                weight: q.arith.weight_num(&q.entities[e].weight),
                vlag: A::v_num(&q.entities[e].vlag),
                j_before: A::v_num(&j),
                sum_jlag: q.arith.load_num(&q.sum_jlag),
                j: A::v_num(&q.arith.average_toward_zero(&q.sum_jlag, &load)),
                load: q.arith.load_num(&load),
            }
        });
    }
}

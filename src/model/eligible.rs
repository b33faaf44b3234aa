//! Eligibility: an entity that is owed service (lag >= 0, v <= V) may be picked.
//!
//! v <= V is tested without dividing, as sum(w_i key_i) >= key W: that is exact, while a rounded V is not. The product is where
//! 64-bit words may overflow (until 7.0 it wraps, in v7.2 it is 128 bits wide).

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx, WarningKind};

impl<A: Arith> CfsRq<A> {
    /// `entity_eligible()`: by the rules' own product. Never moves the base.
    #[inline]
    pub fn eligible(&self, e: TaskIdx) -> bool {
        let (sum, load) = self.sums();
        self.arith.entity_eligible(&sum, &self.entity_key(&self.entities[e].vruntime), &load)
    }

    /// Whether some queued entity's eligibility product overflows, so that eligibility is no longer monotone in vruntime.
    pub fn eligibility_overflows(&self) -> bool {
        self.overflows_with(&self.load())
    }

    /// The same, W being known.
    #[inline]
    pub(super) fn overflows_with(&self, load: &A::S) -> bool {
        let overflows = |v: &A::V| self.arith.product_overflows(&self.entity_key(v), load);
        self.tree.min_vruntime().is_some_and(overflows)
            || self.tree.max_vruntime().is_some_and(overflows)
            || self.queued_curr().is_some_and(|c| overflows(&self.entities[c].vruntime))
    }

    /// Notes every queued entity on which the version's product and the exact one disagree.
    pub fn note_eligibility_overflow(&mut self) {
        if !self.notes.wanted || !self.eligibility_overflows() {
            return;
        }
        let (sum, load) = self.sums();
        for task in 0..self.entities.len() {
            if !self.entities[task].on_rq {
                continue;
            }
            let key = self.entity_key(&self.entities[task].vruntime);
            let exact = A::entity_eligible_wide(&sum, &key, &load);
            if exact != self.arith.entity_eligible(&sum, &key, &load) {
                self.note(|_| Note::Warning(WarningKind::EligibilityOverflow { task, exact }));
            }
        }
    }
}

//! A queue that follows the picks of a real one: what a given pick tells about the vruntimes, and the least that makes it right.
//!
//! A trace tells who ran when, to the microsecond at best; the vruntimes, deadlines and lags in it are computed from an unknown
//! beginning, with run times a little different from those the kernel charged. Without a correction an error stays for ever in
//! tasks that never sleep. Every pick is a measurement: who is picked is eligible, and nobody eligible has an earlier deadline.
//! What contradicts it is moved, vruntime and deadline together, no further than that. The rules' own pick is always computed
//! before, so that it is a prediction from what was seen up to then. Must not know where the picks come from.

use super::arith::Arith;
use super::note::{Note, TaskIdx};
use super::rq::Rq;
use super::rules::Protection;

/// So many entities are moved at most for one pick; what is still wrong then may stay.
const MOVES: usize = 8;

impl<A: Arith> Rq<A> {
    /// Before a pick that takes the CPU from the running task: if no more than the slack is left of its request, or of its
    /// protection, that is over: real kernels preempt at those times, and the times of a trace are not quite theirs.
    pub(super) fn presume_preempted(&mut self, real: Option<TaskIdx>) {
        let Some(curr) = self.cfs.queued_curr().filter(|&c| self.follow.is_some() && real != Some(c)) else { return };
        self.cfs.update_curr();
        let entity = &self.cfs.entities[curr];
        let slack = self.follow.as_ref().map_or_else(A::zero, |slack| self.cfs.arith.calc_delta_fair(slack, &entity.weight));
        let within = |until: &A::V| {
            let left = A::sub(until, &entity.vruntime);
            (A::below(&A::zero(), &left) && !A::below(&slack, &left)).then_some(left)
        };
        let (request, protection) = (within(&entity.deadline), within(&entity.vprot));
        if let Some(left) = request {
            self.cfs.note(|_| Note::PresumedRun { task: curr, left: A::v_num(&left) });
            self.cfs.entities[curr].vruntime = self.cfs.entities[curr].deadline.clone();
            self.cfs.update_deadline(curr);
        }
        if protection.is_some() {
            self.cfs.cancel_protect(curr);
        }
    }

    /// The running task was preempted: whatever the rules say, it is not protected.
    fn unprotect(&mut self, curr: TaskIdx) {
        if self.cfs.rules.protect != Protection::DeadlineStash {
            self.cfs.cancel_protect(curr);
        } else if self.cfs.protected(curr) {
            self.cfs.note(|_| Note::ProtectionCancelled { task: curr });
            self.cfs.entities[curr].vlag = A::add(&self.cfs.entities[curr].deadline, &A::v_from(&1.into()));
        }
    }

    /// Moves what contradicts the pick of `real`: first `real` back to where it is eligible, then each entity that would have been
    /// picked before it forward, to where it is not eligible or not earlier, whichever is nearer.
    pub(super) fn follow_pick(&mut self, real: TaskIdx) {
        if self.follow.is_none() || self.cfs.rules.search == super::rules::Search::DeadlineOnly {
            return;
        }
        if let Some(curr) = self.cfs.queued_curr().filter(|&c| c != real) {
            self.unprotect(curr);
        }
        let one = A::v_from(&1.into());
        self.make_eligible(real, &one);
        for _ in 0..MOVES {
            let (own, _) = self.cfs.pick_eevdf(true);
            if own == real || !self.cfs.eligible(own) {
                return;
            }
            let (mine, other) = (&self.cfs.entities[real], &self.cfs.entities[own]);
            let lag = A::add(&A::sub(&self.cfs.avg_vruntime(), &other.vruntime), &one);
            let earlier = A::add(&A::sub(&mine.deadline, &other.deadline), &one);
            if !A::below(&A::zero(), &earlier) {
                return; // it is not its deadline that makes it first
            }
            let by = if A::below(&earlier, &lag) { earlier } else { lag };
            self.shift(own, &by);
        }
    }

    /// Moves an entity back to the V of the others, which is where it just is eligible.
    fn make_eligible(&mut self, e: TaskIdx, one: &A::V) {
        let w = self.cfs.load_of(e);
        let others = A::s_sub(&self.cfs.load(), &w);
        if self.cfs.eligible(e) || A::s_is_zero(&others) {
            return;
        }
        // Its distance from V, which it pulls along, is others / (others + w) of that from the others' V.
        let lag = A::sub(&self.cfs.avg_vruntime(), &self.cfs.entities[e].vruntime);
        self.shift(e, &self.cfs.arith.inflate(&lag, &others, &w));
        if !self.cfs.eligible(e) {
            self.shift(e, &A::sub(&A::zero(), one)); // V is rounded down
        }
    }

    /// Moves an entity in virtual time.
    fn shift(&mut self, e: TaskIdx, by: &A::V) {
        let in_tree = !self.cfs.is_curr(e);
        if in_tree {
            self.cfs.tree_del(e);
        }
        let entity = &mut self.cfs.entities[e];
        entity.vruntime = A::add(&entity.vruntime, by);
        entity.deadline = A::add(&entity.deadline, by);
        if in_tree {
            self.cfs.tree_add(e);
        }
        self.cfs.note(|_| Note::Shifted { task: e, by: A::v_num(by) });
    }
}

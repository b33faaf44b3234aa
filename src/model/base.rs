//! The base of the keys (`min_vruntime`, `zero_vruntime`): when it moves.
//!
//! Keys v - base keep the weighted sum small. Moving the base by d leaves every v and V alone: each key shrinks by d, so the sum
//! over the tree shrinks by d times its weight. With rounding integers the moments are visible, so each version has its own.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::Note;

/// When the base moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// v6.12 `update_min_vruntime()`: to the smallest vruntime, never backward.
    MinVruntime,
    /// v6.19-rc1: to V after every insertion into and erasure from the tree.
    TreeChange,
    /// From 7.0: to V whenever `avg_vruntime()` is evaluated.
    Evaluation,
}

impl<A: Arith> CfsRq<A> {
    /// Moves the base by d.
    pub fn move_base(&mut self, d: &A::V) {
        let from = self.base.clone();
        self.sum_w_vruntime = A::s_sub(&self.sum_w_vruntime, &A::weigh(d, &self.sum_weight));
        self.base = A::add(&from, d);
        if self.base != from {
            self.note(|q| Note::BaseMoved { from: A::v_num(&from), to: A::v_num(&q.base) });
        }
    }

    /// Moves the base to v.
    pub fn move_base_to(&mut self, v: &A::V) {
        let d = A::sub(v, &self.base);
        self.move_base(&d);
    }

    /// `update_min_vruntime()` of v6.12; nothing elsewhere. Called where that version calls it.
    #[inline]
    pub fn update_min_vruntime(&mut self) {
        if self.rules.base == Base::MinVruntime {
            self.raise_base();
        }
    }

    fn raise_base(&mut self) {
        let curr = self.queued_curr().map(|c| &self.entities[c].vruntime);
        let target = match (curr, self.tree.min_vruntime()) {
            (Some(a), Some(b)) => Some(if A::before(b, a) { b } else { a }),
            (one, other) => one.or(other),
        };
        if let Some(target) = target.cloned()
            && A::before(&self.base, &target)
        {
            self.move_base_to(&target);
        }
    }

    /// v6.19-rc1 moves the base to V after every change of the tree's sums, with the current entity as it is at that moment
    /// (which counts twice while it is being put back).
    #[inline]
    pub fn tree_changed(&mut self) {
        if self.rules.base == Base::TreeChange {
            self.move_base_to_average();
        }
    }

    fn move_base_to_average(&mut self) {
        self.count_v_computation();
        let (sum, load) = self.sums();
        if !A::s_is_zero(&load) {
            let d = self.arith.average(&sum, &load);
            self.move_base(&d);
        }
    }
}

//! What the decisions cost a kernel, as counts of the work that grows with a run queue's business.
//!
//! Counted where a decision does the work, never for what is only shown (notes, previews, recordings), and alike in every
//! arithmetic: exact runs count what the kernel's integers would have done. Must not know what a unit of it takes.

use super::arith::Arith;
use super::base::Base;
use super::cfs_rq::CfsRq;

/// Work done since the start of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Evaluations of `avg_vruntime()`: placements, lags taken, reweights, and where a version moves its base to V (each change
    /// of the tree in v6.19-rc1; ticks or request ends later).
    pub v_computations: u64,
    /// 64-bit divisions: by W for V (none while the sum is empty, from 7.0 none for a lone entity), for the inflation of a lag
    /// and for J; by the new weight for each value that a reweight scales. Not counted: `calc_delta_fair()`, by which every charge
    /// and every deadline scales a time (by the weight's inverse until v6.19, from 7.0 by a division unless the weight is nice 0).
    pub divisions: u64,
    /// Entities put into the ordered tree, those of an initial state included.
    pub insertions: u64,
    /// Entities taken out of the ordered tree.
    pub erasures: u64,
    /// Rotations with which the ordered tree keeps its balance. (The model's tree is a relaxed AVL tree; a red-black
    /// tree may rotate at other moments.)
    pub rebalances: u64,
    /// Woken delayed entities that were taken out, placed again and put back.
    pub replacements: u64,
}

impl Costs {
    /// The counts with their names, in the order in which they are shown.
    pub fn named(&self) -> [(&'static str, u64); 6] {
        [
            ("v_computations", self.v_computations),
            ("divisions", self.divisions),
            ("insertions", self.insertions),
            ("erasures", self.erasures),
            ("rebalances", self.rebalances),
            ("replacements", self.replacements),
        ]
    }

    /// Two CPUs together.
    pub fn plus(&self, other: &Costs) -> Costs {
        Costs {
            v_computations: self.v_computations + other.v_computations,
            divisions: self.divisions + other.divisions,
            insertions: self.insertions + other.insertions,
            erasures: self.erasures + other.erasures,
            rebalances: self.rebalances + other.rebalances,
            replacements: self.replacements + other.replacements,
        }
    }

    /// What was added since `before`, an earlier state of the same run.
    pub fn since(&self, before: &Costs) -> Costs {
        Costs {
            v_computations: self.v_computations - before.v_computations,
            divisions: self.divisions - before.divisions,
            insertions: self.insertions - before.insertions,
            erasures: self.erasures - before.erasures,
            rebalances: self.rebalances - before.rebalances,
            replacements: self.replacements - before.replacements,
        }
    }
}

impl<A: Arith> CfsRq<A> {
    /// An evaluation of V by a decision, before anything moves.
    pub(super) fn count_v_computation(&mut self) {
        self.work.v_computations += 1;
        // With the base at V only the tree's keys are divided; the current task's is known.
        self.work.divisions += u64::from(match self.rules.base == Base::Evaluation {
            true => !self.tree.is_empty(),
            false => !A::s_is_zero(&self.load()),
        });
    }

    /// The costs so far.
    pub fn costs(&self) -> Costs {
        Costs { rebalances: self.tree.rotations(), ..self.work }
    }
}

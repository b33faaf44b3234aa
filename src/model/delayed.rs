//! Delayed dequeue: a sleeper with negative lag stays queued, so that its lag decays by competing; what bounds its lag meanwhile,
//! and what its wake-up does.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};

/// What bounds the lag of a delayed entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayedLag {
    /// Nothing; it is not stored when the entity becomes delayed either.
    Free,
    /// Mail M1: the stored lag is a floor; with DELAY_ZERO, 0 a ceiling. Changed means: by these bounds.
    Floor,
    /// As `Floor`, but the lag is taken and stored at the sleep only under DELAY_DEQUEUE: the guard that a review of mail M1 asks
    /// for. Nobody becomes delayed without that feature, so nothing differs.
    GuardedFloor,
    /// v7.2: first the floor, then the ceiling 0 of DELAY_ZERO. Changed means: not V - v any more, whatever changed it.
    FloorThenZero,
}

impl DelayedLag {
    /// Whether the lag with which an entity becomes delayed is stored, and from then on is its floor.
    pub fn has_floor(self) -> bool {
        self != DelayedLag::Free
    }
}

/// When a woken delayed entity is placed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requeue {
    /// With DELAY_ZERO if its lag is positive; the lag becomes 0.
    ZeroPositive,
    /// If the bound of its lag changed the lag (mail M1 and v7.2).
    OnChange,
    /// As `OnChange`, if moreover the bound changed the sign of the lag or moved it by more than the threshold: a smaller
    /// correction is not worth the tree's work (proposed in a review of mail M1).
    OnSignChange,
}

impl<A: Arith> CfsRq<A> {
    /// The entity goes to sleep but stays queued.
    pub fn set_delayed(&mut self, e: TaskIdx) {
        let stores = match self.rules.delayed_lag {
            DelayedLag::Free => false,
            DelayedLag::GuardedFloor => self.rules.features.delay_dequeue,
            DelayedLag::Floor | DelayedLag::FloorThenZero => true,
        };
        if stores {
            self.update_entity_lag(e);
        }
        self.entities[e].sched_delayed = true;
        self.h_nr_runnable -= 1;
        self.note(|q| {
            let (v_avg, vruntime) = (q.avg_vruntime(), q.entities[e].vruntime.clone());
            Note::Delayed {
                task: e,
                vlag: A::v_num(&A::sub(&v_avg, &vruntime)),
                v_avg: A::v_num(&v_avg),
                vruntime: A::v_num(&vruntime),
            }
        });
    }

    /// The entity is no longer delayed: woken, or finally dequeued.
    pub fn clear_delayed(&mut self, e: TaskIdx) {
        self.entities[e].sched_delayed = false;
        self.h_nr_runnable += 1;
    }

    /// The lag to store for an entity whose (limited) lag is `lag`, and whether the bound of a delayed entity changed it.
    pub fn bound_delayed_lag(&mut self, e: TaskIdx, v_avg: &A::V, lag: A::V) -> (A::V, bool) {
        let entity = &self.entities[e];
        let (delayed, floor) = (entity.sched_delayed, entity.vlag.clone());
        let delay_zero = self.rules.features.delay_zero;
        let above = |a: &A::V, b: &A::V| A::below(b, a);
        let bound = match self.rules.delayed_lag {
            DelayedLag::Free => return (lag, false),
            _ if !delayed => lag.clone(),
            DelayedLag::Floor | DelayedLag::GuardedFloor if A::below(&lag, &floor) => floor.clone(),
            DelayedLag::Floor | DelayedLag::GuardedFloor if delay_zero && above(&lag, &A::zero()) => A::zero(),
            DelayedLag::Floor | DelayedLag::GuardedFloor => lag.clone(),
            DelayedLag::FloorThenZero => {
                let floored = if A::below(&lag, &floor) { floor.clone() } else { lag.clone() };
                if delay_zero && above(&floored, &A::zero()) { A::zero() } else { floored }
            }
        };
        if bound != lag {
            self.note(|_| Note::DelayedLagClamped {
                task: e,
                raw: A::v_num(&lag),
                floor: A::v_num(&floor),
                vlag: A::v_num(&bound),
            });
        }
        let changed = match self.rules.delayed_lag {
            DelayedLag::FloorThenZero => A::sub(v_avg, &bound) != self.entities[e].vruntime,
            _ => bound != lag && (self.rules.requeue != Requeue::OnSignChange || self.is_large(&lag, &bound)),
        };
        (bound, changed)
    }

    /// Whether the bound gave the lag another sign or moved it by more than the threshold.
    fn is_large(&self, lag: &A::V, bound: &A::V) -> bool {
        let sign = |v: &A::V| (A::below(v, &A::zero()), A::below(&A::zero(), v));
        let moved = if A::below(lag, bound) { A::sub(bound, lag) } else { A::sub(lag, bound) };
        sign(lag) != sign(bound) || A::below(&self.tunables.threshold, &moved)
    }

    /// `requeue_delayed_entity()`: the wake-up of a delayed entity.
    pub fn requeue_delayed(&mut self, e: TaskIdx) {
        if self.rules.requeue_charges {
            self.update_curr();
        }
        let place_again = match self.rules.requeue {
            Requeue::OnChange | Requeue::OnSignChange => self.update_entity_lag(e),
            Requeue::ZeroPositive if self.rules.features.delay_zero => {
                self.update_entity_lag(e);
                A::below(&A::zero(), &self.entities[e].vlag)
            }
            Requeue::ZeroPositive => false,
        };
        if place_again {
            self.work.replacements += 1;
            self.nr_queued -= 1;
            if !self.is_curr(e) {
                self.tree_del(e);
            }
            if self.rules.requeue == Requeue::ZeroPositive {
                self.set_vlag(e, A::zero());
            }
            self.place_entity(e, false);
            if !self.is_curr(e) {
                self.tree_add(e);
            }
            self.nr_queued += 1;
        }
        self.note(|_| Note::Requeued { task: e, replaced: place_again });
        self.clear_delayed(e);
    }
}

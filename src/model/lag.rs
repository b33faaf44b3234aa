//! The lag of an entity, and its limit.
//!
//! vlag = V - v is what the queue owes the entity (or is owed) when it leaves; placement gives it back. A limit keeps a long run or
//! a long wait from weighing on for ever.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx, WarningKind};

/// How far from V a lag may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagLimit {
    /// No limit.
    Unlimited,
    /// Two slices of the entity, at least a tick (until v6.19).
    TwoSlices,
    /// The largest slice in the queue, the entity's own included, plus a tick (from 7.0).
    MaxSlicePlusTick,
}

impl<A: Arith> CfsRq<A> {
    /// The limit of an entity's lag in virtual time; `None`: unlimited.
    #[inline]
    pub fn lag_limit(&self, e: TaskIdx) -> Option<A::V> {
        let entity = &self.entities[e];
        let tick = &self.tunables.tick_nsec;
        let real = match self.rules.lag_limit {
            LagLimit::Unlimited => return None,
            LagLimit::TwoSlices => {
                let two = A::t_add(&entity.slice, &entity.slice);
                if two < *tick { tick.clone() } else { two }
            }
            LagLimit::MaxSlicePlusTick => A::t_add(&self.max_slice().unwrap_or_else(A::t_zero), tick),
        };
        Some(self.arith.calc_delta_fair(&real, &entity.weight))
    }

    /// `entity_lag()`: V - v within the limit.
    #[inline]
    pub fn entity_lag(&mut self, e: TaskIdx, v_avg: &A::V) -> A::V {
        let raw = A::sub(v_avg, &self.entities[e].vruntime);
        let limit = self.lag_limit(e);
        let vlag = match &limit {
            None => raw.clone(),
            Some(limit) => clamp::<A>(&raw, limit),
        };
        self.note(|q| Note::LagTaken {
            task: e,
            v_avg: A::v_num(v_avg),
            vruntime: A::v_num(&q.entities[e].vruntime),
            raw: A::v_num(&raw),
            vlag: A::v_num(&vlag),
            weight: q.arith.weight_num(&q.entities[e].weight),
        });
        if let Some(limit) = limit {
            if A::below(&limit, &A::zero()) {
                self.note(|_| Note::Warning(WarningKind::NegativeLagLimit { task: e, limit: A::v_num(&limit) }));
            }
            if vlag != raw {
                self.note(|q| Note::LagClamped {
                    task: e,
                    rule: q.rules.lag_limit,
                    raw: A::v_num(&raw),
                    limit: A::v_num(&limit),
                    vlag: A::v_num(&vlag),
                });
            }
        }
        vlag
    }

    /// `update_entity_lag()`: takes and stores the lag of a queued entity. Returns whether a delayed entity's bound changed it, as
    /// the version counts that (only versions that place a woken entity again by it look).
    pub fn update_entity_lag(&mut self, e: TaskIdx) -> bool {
        let v_avg = self.eval_avg_vruntime();
        let lag = self.entity_lag(e, &v_avg);
        let (vlag, changed) = self.bound_delayed_lag(e, &v_avg, lag);
        self.set_vlag(e, vlag);
        changed
    }
}

/// Into [-limit, limit]; a negative limit is looked at in the kernel's order, upper bound first.
fn clamp<A: Arith>(lag: &A::V, limit: &A::V) -> A::V {
    let low = A::sub(&A::zero(), limit);
    if !A::below(lag, limit) {
        limit.clone()
    } else if !A::below(&low, lag) {
        low
    } else {
        lag.clone()
    }
}

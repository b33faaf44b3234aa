//! place_entity: where a joining entity goes, and with which deadline.
//!
//! # Derivation of the inflated lag
//! With V' the average after the join of an entity placed at v = V - l: V' = (W V + w (V - l)) / (W + w) = V - w l / (W + w). Its lag
//! is then V' - v = l - w l / (W + w) = l W / (W + w). To be left with vlag it has to be placed with l = vlag (W + w) / W.
//!
//! # Mail M4
//! J = sum_jlag / W measures how far joins and leaves have moved V, so that V + J does not move: a join with jlag at
//! v = V + J - jlag / w gives V' = V + (w J - jlag) / (W + w) and J' = (W J + jlag) / (W + w), hence V' + J' = V + J.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, PlacedDeadline, TaskIdx, WithoutLag};

/// Where a joining entity is placed. NO_PLACE_LAG overrides all but the deadline: v = V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// v = V - vlag.
    PlainLag,
    /// v = V - vlag (W + w) / W.
    InflatedLag,
    /// Mail M4: v = V + J - vlag.
    SumJlag,
    /// Mail M4 with half of the lag: v = V + J - vlag / 2.
    HalfJlag,
}

impl Placement {
    /// Mail M4: what of its lag a joiner brings (virtual: its jlag / w), in v = V + J - that and in sum_jlag. `None`: the rule keeps
    /// no J. Whatever of it is bounded bounds J.
    pub fn brings<A: Arith>(self, vlag: &A::V) -> Option<A::V> {
        match self {
            Placement::PlainLag | Placement::InflatedLag => None,
            Placement::SumJlag => Some(vlag.clone()),
            Placement::HalfJlag => Some(A::half_lag(vlag)),
        }
    }

    /// Whether the rule keeps sum_jlag and J.
    pub fn keeps_j(self) -> bool {
        !matches!(self, Placement::PlainLag | Placement::InflatedLag)
    }
}

impl<A: Arith> CfsRq<A> {
    /// Places an entity that is not in the tree. `initial`: a new task. `vlag` stays stored.
    pub fn place_entity(&mut self, e: TaskIdx, initial: bool) {
        let v_avg = self.eval_avg_vruntime();
        let load = self.load();
        let w = self.load_of(e);
        self.refresh_slice(e);
        let (lag, without_lag) = self.placement_lag(e, &load, &w);
        self.entities[e].vruntime = A::sub(&v_avg, &lag);
        self.note(|q| Note::Placed {
            task: e,
            rule: q.rules.place,
            v_avg: A::v_num(&v_avg),
            load: q.load_num(&load),
            weight: q.arith.weight_num(&q.entities[e].weight),
            vlag: A::v_num(&q.entities[e].vlag),
            lag: A::v_num(&lag),
            j: q.rules.place.keeps_j().then(|| A::v_num(&q.avg_vjlag())),
            without_lag,
            vruntime: A::v_num(&q.entities[e].vruntime),
        });
        if self.rules.base_at_heavy_place && without_lag.is_none() && A::s_above(&w, &load) {
            self.move_base(&A::sub(&A::zero(), &lag));
        }
        self.place_deadline(e, initial);
    }

    /// How far before V the entity goes, and why not at all.
    fn placement_lag(&mut self, e: TaskIdx, load: &A::S, w: &A::S) -> (A::V, Option<WithoutLag>) {
        if !self.rules.features.place_lag {
            return (A::zero(), Some(WithoutLag::Rule));
        }
        let rule = self.rules.place;
        // V + J goes on when the queue runs empty, so the J rules apply a lag even then.
        if let Some(brought) = rule.brings::<A>(&self.entities[e].vlag) {
            let j = self.eval_avg_vjlag();
            return (A::sub(&brought, &j), None);
        }
        let vlag = &self.entities[e].vlag;
        if self.nr_queued == 0 {
            return (A::zero(), Some(WithoutLag::EmptyQueue));
        }
        if *vlag == A::zero() {
            return (A::zero(), Some(WithoutLag::ZeroLag));
        }
        if rule == Placement::InflatedLag {
            self.work.divisions += 1;
            return (self.arith.inflate(vlag, load, w), None);
        }
        (vlag.clone(), None)
    }

    /// The deadline of a placed entity: the distance it had, or a request (half of one for a new task).
    fn place_deadline(&mut self, e: TaskIdx, initial: bool) {
        let features = self.rules.features;
        let relative = self.entities[e].rel_deadline;
        let vslice = self.vslice(e);
        let entity = &mut self.entities[e];
        let (kind, distance) = if relative {
            entity.rel_deadline = false;
            (PlacedDeadline::Relative, entity.deadline.clone())
        } else if initial && features.place_deadline_initial {
            (PlacedDeadline::Half, A::half(&vslice))
        } else {
            (PlacedDeadline::Full, vslice)
        };
        entity.deadline = A::add(&entity.vruntime, &distance);
        self.note(|q| {
            let entity = &q.entities[e];
            Note::DeadlinePlaced {
                task: e,
                kind,
                slice: A::t_num(&entity.slice),
                weight: q.arith.weight_num(&entity.weight),
                vslice: A::v_num(&distance),
                deadline: A::v_num(&entity.deadline),
            }
        });
    }
}

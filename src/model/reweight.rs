//! reweight_entity: what a change of weight does to vruntime, lag and deadline of an entity on the queue.
//!
//! # Derivation (2026, [`Reweight::KeepV`])
//! V must not move: sum(w_i v_i) / W = V before, and with w' and v' in place of w and v after. w (V - v) = w' (V - v') keeps every
//! other entity's lag and this one's, so v' = V - (V - v) w / w'. The rest of the request is the same real time at another rate,
//! so d' = V + (d - V) w / w', and the end of the slice protection likewise.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, TaskIdx};

/// What a change of weight does to an entity on the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reweight {
    /// v6.12: v' = V - vlag w/w', with V of the queue with the entity; the stored lag stays.
    V6_12,
    /// v6.7 before afae8002b4fd: the same, with V of the queue without an entity that is in the tree.
    VWithoutEntity,
    /// v6.13 to v6.19: placed again by place_entity; the current task while it counts itself.
    PlaceAgain,
    /// 2026: v' = V - vlag w/w', d' = V + (d - V) w/w', vprot likewise.
    KeepV,
}

impl<A: Arith> CfsRq<A> {
    /// `reweight_entity()`.
    pub fn reweight_entity(&mut self, e: TaskIdx, new: A::W) {
        let (old, on_rq) = (self.entities[e].weight.clone(), self.entities[e].on_rq);
        if on_rq {
            self.update_curr();
        }
        let v_before = (on_rq && self.notes.wanted).then(|| self.avg_vruntime());
        let scales_vprot = on_rq && self.rules.reweight == Reweight::KeepV && self.is_curr(e) && self.protected(e);
        let old_vprot = scales_vprot.then(|| self.entities[e].vprot.clone());
        let entity = &self.entities[e];
        let old_vlag = v_before.as_ref().map_or_else(|| entity.vlag.clone(), |v| A::sub(v, &entity.vruntime));
        match (self.rules.reweight, on_rq) {
            (Reweight::V6_12, true) => self.reweight_around_v(e, &new, false),
            (Reweight::VWithoutEntity, true) => self.reweight_around_v(e, &new, true),
            (Reweight::PlaceAgain, true) => self.reweight_by_placing(e, &new),
            (Reweight::KeepV, true) => self.reweight_keeping_v(e, &new),
            (Reweight::V6_12 | Reweight::VWithoutEntity, false) => {
                let vlag = self.rescale(&self.entities[e].vlag.clone(), &old, &new);
                self.set_vlag(e, vlag);
                self.entities[e].weight = new.clone();
            }
            (_, false) => self.reweight_stored(e, &new),
        }
        self.note(|q| {
            let entity = &q.entities[e];
            let vlag = if on_rq { A::sub(&q.avg_vruntime(), &entity.vruntime) } else { entity.vlag.clone() };
            Note::Reweighted {
                task: e,
                rule: q.rules.reweight,
                on_rq,
                old: q.arith.weight_num(&old),
                new: q.arith.weight_num(&new),
                v_avg: v_before.as_ref().map(A::v_num),
                old_vlag: A::v_num(&old_vlag),
                vlag: A::v_num(&vlag),
                vruntime: A::v_num(&entity.vruntime),
                deadline: A::v_num(&entity.deadline),
                vprot: old_vprot.as_ref().map(|old| (A::v_num(old), A::v_num(&entity.vprot))),
            }
        });
    }

    /// A value on the scale of the new weight.
    fn rescale(&mut self, v: &A::V, old: &A::W, new: &A::W) -> A::V {
        self.work.divisions += 1;
        self.arith.rescale(v, old, new)
    }

    /// v6.7 to v6.12: vruntime and deadline keep their weighted distance from V.
    fn reweight_around_v(&mut self, e: TaskIdx, new: &A::W, without_entity: bool) {
        let in_tree = !self.is_curr(e);
        if in_tree && without_entity {
            self.tree_del(e);
        }
        self.count_v_computation();
        let v_avg = self.avg_vruntime();
        if in_tree && !without_entity {
            self.tree_del(e);
        }
        let old = self.entities[e].weight.clone();
        if v_avg != self.entities[e].vruntime {
            let lag = self.entity_lag(e, &v_avg);
            self.entities[e].vruntime = A::sub(&v_avg, &self.rescale(&lag, &old, new));
        }
        let ahead = A::sub(&self.entities[e].deadline, &v_avg);
        self.entities[e].deadline = A::add(&v_avg, &self.rescale(&ahead, &old, new));
        self.entities[e].weight = new.clone();
        if in_tree {
            self.tree_add(e);
        }
        self.update_min_vruntime();
    }

    /// The stored lag and, while it is relative, the deadline change scale; the weight changes.
    fn reweight_stored(&mut self, e: TaskIdx, new: &A::W) {
        let old = self.entities[e].weight.clone();
        let vlag = self.rescale(&self.entities[e].vlag.clone(), &old, new);
        self.set_vlag(e, vlag);
        if self.entities[e].rel_deadline {
            self.entities[e].deadline = self.rescale(&self.entities[e].deadline.clone(), &old, new);
        }
        self.entities[e].weight = new.clone();
    }

    /// v6.13 to v6.19: out, scaled, and placed like a joiner. The current entity still counts in V and W while it is placed,
    /// with its new weight at its old vruntime: that is what the 2026 rule corrects.
    fn reweight_by_placing(&mut self, e: TaskIdx, new: &A::W) {
        self.update_entity_lag(e);
        let entity = &mut self.entities[e];
        entity.deadline = A::sub(&entity.deadline, &entity.vruntime);
        entity.rel_deadline = true;
        self.nr_queued -= 1;
        if !self.is_curr(e) {
            self.tree_del(e);
        }
        self.reweight_stored(e, new);
        self.place_entity(e, false);
        if !self.is_curr(e) {
            self.tree_add(e);
        }
        self.nr_queued += 1;
    }

    /// 2026: everything is told from V, scaled, and put back around the same V.
    fn reweight_keeping_v(&mut self, e: TaskIdx, new: &A::W) {
        let v_avg = self.eval_avg_vruntime();
        let lag = self.entity_lag(e, &v_avg);
        self.set_vlag(e, lag);
        let protected = self.is_curr(e) && self.protected(e);
        let old = self.entities[e].weight.clone();
        let entity = &mut self.entities[e];
        entity.deadline = A::sub(&entity.deadline, &v_avg);
        entity.rel_deadline = true;
        self.nr_queued -= 1;
        if !self.is_curr(e) {
            self.tree_del(e);
        }
        self.reweight_stored(e, new);
        if protected {
            let left = self.rescale(&A::sub(&self.entities[e].vprot, &v_avg), &old, new);
            self.entities[e].vprot = A::add(&left, &v_avg);
        }
        let entity = &mut self.entities[e];
        entity.deadline = A::add(&entity.deadline, &v_avg);
        entity.rel_deadline = false;
        entity.vruntime = A::sub(&v_avg, &entity.vlag);
        if !self.is_curr(e) {
            self.tree_add(e);
        }
        self.nr_queued += 1;
    }
}

//! `CfsRq`: the fair queue: its entities, its ordered tree, its sums, and V.
//!
//! Owns membership (who is in the tree, who is current) and the sums over it. The decisions are in the files beside this one,
//! each as methods of `CfsRq`. Must not know events or tasks' sleep states (that is `rq`).

use super::arith::Arith;
use super::base::Base;
use super::cost::Costs;
use super::entities::Entities;
use super::entity::SchedEntity;
use super::note::{Note, Notes, TaskIdx};
use super::num::Num;
use super::rules::{Protection, Rules};
use super::timeline::Timeline;

/// The tunables, in ns.
#[derive(Clone, Debug)]
pub struct Tunables<A: Arith> {
    /// `sysctl_sched_base_slice`.
    pub base_slice: A::T,
    /// `normalized_sysctl_sched_base_slice`.
    pub norm_slice: A::T,
    /// TICK_NSEC.
    pub tick_nsec: A::T,
    /// By how much the bound of a delayed entity's lag has to move it for `Requeue::OnSignChange`.
    pub threshold: A::V,
    /// What `in_task()` returns during wake-ups.
    pub in_task: bool,
}

/// The fair queue of one CPU.
#[derive(Clone, Debug)]
pub struct CfsRq<A: Arith> {
    /// The arithmetic.
    pub arith: A,
    /// The rules.
    pub rules: Rules,
    /// The tunables.
    pub tunables: Tunables<A>,
    /// All entities, queued or not.
    pub entities: Entities<A>,
    /// rq's clock, set by whoever drives the queue.
    pub clock: A::T,
    /// rq's need_resched.
    pub need_resched: bool,
    /// The base of the keys: min_vruntime or zero_vruntime.
    pub base: A::V,
    /// Sum of w * key over the tree, key = v - base. The current entity is not in it.
    pub sum_w_vruntime: A::S,
    /// Sum of w over the tree.
    pub sum_weight: A::S,
    /// PARANOID_AVG: weights enter the sums shifted down by this.
    pub sum_shift: u32,
    /// Queued entities except the current one.
    pub tree: Timeline<A>,
    /// The entity picked last and not yet put back. After a sleep, until the pick, it may be off the queue.
    pub curr: Option<TaskIdx>,
    /// The buddy.
    pub next: Option<TaskIdx>,
    /// Entities that count in the queue, delayed ones included.
    pub nr_queued: u32,
    /// The same, hierarchical.
    pub h_nr_queued: u32,
    /// Without delayed ones.
    pub h_nr_runnable: i64,
    /// Runnable tasks of the CPU that are not fair: rq->nr_running without h_nr_queued.
    pub outside: u32,
    /// Mail M4: sum of the jlags that joined and did not leave.
    pub sum_jlag: A::S,
    /// What the decisions say.
    pub notes: Notes,
    /// What the decisions cost so far, but for the tree's own rotations: see [`CfsRq::costs`].
    pub(super) work: Costs,
}

impl<A: Arith> CfsRq<A> {
    /// An empty queue with V at `vstart`.
    pub fn new(arith: A, rules: Rules, tunables: Tunables<A>, entities: Vec<SchedEntity<A>>, vstart: A::V) -> Self {
        let tree = Timeline::new(entities.len());
        CfsRq {
            arith,
            rules,
            tunables,
            entities: Entities::new(entities),
            clock: A::t_zero(),
            need_resched: false,
            base: vstart,
            sum_w_vruntime: A::s_zero(),
            sum_weight: A::s_zero(),
            sum_shift: 0,
            tree,
            curr: None,
            next: None,
            nr_queued: 0,
            h_nr_queued: 0,
            h_nr_runnable: 0,
            outside: 0,
            sum_jlag: A::s_zero(),
            notes: Notes::default(),
            work: Costs::default(),
        }
    }

    /// The current entity, if it counts in the queue.
    #[inline]
    pub fn queued_curr(&self) -> Option<TaskIdx> {
        self.curr.filter(|&c| self.entities[c].on_rq)
    }

    /// The weight of an entity as it enters the sums.
    #[inline]
    pub fn load_of(&self, e: TaskIdx) -> A::S {
        self.arith.load(&self.entities[e].weight, self.sum_shift)
    }

    /// v - base.
    #[inline]
    pub fn entity_key(&self, v: &A::V) -> A::V {
        A::sub(v, &self.base)
    }

    /// The sums with the queued current entity: (sum of w * key, W).
    #[inline]
    pub fn sums(&self) -> (A::S, A::S) {
        self.sums_with(self.queued_curr().map(|c| (&self.entities[c].vruntime, c)))
    }

    /// The sums with the current entity at some vruntime.
    #[inline]
    pub fn sums_with(&self, curr: Option<(&A::V, TaskIdx)>) -> (A::S, A::S) {
        match curr {
            None => (self.sum_w_vruntime.clone(), self.sum_weight.clone()),
            Some((v, c)) => {
                let load = self.load_of(c);
                let weighed = A::weigh(&self.entity_key(v), &load);
                (A::s_add(&self.sum_w_vruntime, &weighed), A::s_add(&self.sum_weight, &load))
            }
        }
    }

    /// W: the weights of all entities that count in the queue.
    pub fn load(&self) -> A::S {
        self.sums().1
    }

    /// A sum of weights on the scale where nice 0 is the scenario's `nice0`, whatever PARANOID_AVG shifted away.
    pub fn load_num(&self, load: &A::S) -> Num {
        &self.arith.load_num(load) * &Num::from(1i64 << self.sum_shift)
    }

    /// V, without moving the base. An empty queue keeps V at the base.
    #[inline]
    pub fn avg_vruntime(&self) -> A::V {
        self.avg_vruntime_with(self.queued_curr().map(|c| (&self.entities[c].vruntime, c)))
    }

    /// V as it would be with the current entity at some vruntime.
    #[inline]
    pub fn avg_vruntime_with(&self, curr: Option<(&A::V, TaskIdx)>) -> A::V {
        if self.tree.is_empty() && self.rules.base == Base::Evaluation {
            // From 7.0 a lone entity is V itself: its weighted key may overflow a word, its vruntime cannot.
            return curr.map_or_else(|| self.base.clone(), |(v, _)| v.clone());
        }
        let (sum, load) = self.sums_with(curr);
        if A::s_is_zero(&load) {
            return self.base.clone();
        }
        A::add(&self.base, &self.arith.average(&sum, &load))
    }

    /// `avg_vruntime()`: V, with its side effect where the version has one.
    #[inline]
    pub fn eval_avg_vruntime(&mut self) -> A::V {
        self.count_v_computation();
        let v = self.avg_vruntime();
        if self.rules.base == Base::Evaluation {
            self.move_base_to(&v);
        }
        v
    }

    /// Delayed tasks: h_nr_queued - h_nr_runnable.
    pub fn nr_delayed(&self) -> i64 {
        i64::from(self.h_nr_queued) - self.h_nr_runnable
    }

    /// Whether the entity is the current one.
    pub fn is_curr(&self, e: TaskIdx) -> bool {
        self.curr == Some(e)
    }

    /// `__enqueue_entity()`: into the tree and the sums.
    pub fn tree_add(&mut self, e: TaskIdx) {
        self.avoid_overflow(e);
        let load = self.load_of(e);
        let weighed = A::weigh(&self.entity_key(&self.entities[e].vruntime), &load);
        self.sum_w_vruntime = A::s_add(&self.sum_w_vruntime, &weighed);
        self.sum_weight = A::s_add(&self.sum_weight, &load);
        self.tree_changed();
        self.work.insertions += 1;
        let tie = self.rules.tie.order(e, self.work.insertions);
        let entity = &self.entities[e];
        self.tree.insert(e, &entity.deadline, &entity.vruntime, &entity.slice, tie);
    }

    /// `__dequeue_entity()`: out of the tree and the sums.
    pub fn tree_del(&mut self, e: TaskIdx) {
        self.tree.remove(e);
        self.work.erasures += 1;
        let load = self.load_of(e);
        let weighed = A::weigh(&self.entity_key(&self.entities[e].vruntime), &load);
        self.sum_w_vruntime = A::s_sub(&self.sum_w_vruntime, &weighed);
        self.sum_weight = A::s_sub(&self.sum_weight, &load);
        self.tree_changed();
    }

    /// PARANOID_AVG: before an insertion that would overflow the weighted sum, weigh everything less (at most 10 times).
    fn avoid_overflow(&mut self, e: TaskIdx) {
        if !self.rules.features.paranoid_avg || self.rules.base != Base::Evaluation {
            return;
        }
        while self.sum_shift < 10 {
            let key = self.entity_key(&self.entities[e].vruntime);
            if !A::weighing_overflows(&key, &self.load_of(e), &self.sum_w_vruntime) {
                return;
            }
            self.sum_shift += 1;
            let (mut sum, mut weight) = (A::s_zero(), A::s_zero());
            for id in self.tree.in_order() {
                let load = self.load_of(id);
                sum = A::s_add(&sum, &A::weigh(&self.entity_key(&self.entities[id].vruntime), &load));
                weight = A::s_add(&weight, &load);
            }
            (self.sum_w_vruntime, self.sum_weight) = (sum, weight);
        }
    }

    /// Smallest slice in the tree and of the queued current entity.
    pub fn min_slice(&self) -> Option<A::T> {
        let curr = self.queued_curr().map(|c| &self.entities[c].slice);
        match (self.tree.min_slice(), curr) {
            (Some(a), Some(b)) => Some(if b < a { b.clone() } else { a.clone() }),
            (one, other) => one.or(other).cloned(),
        }
    }

    /// Largest slice in the tree and of the queued current entity.
    pub fn max_slice(&self) -> Option<A::T> {
        let curr = self.queued_curr().map(|c| &self.entities[c].slice);
        match (self.tree.max_slice(), curr) {
            (Some(a), Some(b)) => Some(if b > a { b.clone() } else { a.clone() }),
            (one, other) => one.or(other).cloned(),
        }
    }

    /// Stores a lag. In v6.19-rc1 the word is shared with the end of the slice protection.
    #[inline]
    pub fn set_vlag(&mut self, e: TaskIdx, vlag: A::V) {
        if self.rules.protect == Protection::SharedWord {
            self.entities[e].vprot = vlag.clone();
        }
        self.entities[e].vlag = vlag;
    }

    /// Stores the end of a slice protection, in the same word as the lag in v6.19-rc1.
    #[inline]
    pub fn set_vprot(&mut self, e: TaskIdx, vprot: A::V) {
        if self.rules.protect == Protection::SharedWord {
            self.entities[e].vlag = vprot.clone();
        }
        self.entities[e].vprot = vprot;
    }

    /// Binary digits of the longest number that the next event computes with; 0 where numbers do not grow.
    pub fn longest(&self) -> u64 {
        let curr = self.curr.map_or(0, |c| A::v_bits(&self.entities[c].vruntime).max(A::v_bits(&self.entities[c].deadline)));
        let sums = A::s_bits(&self.sum_w_vruntime).max(A::s_bits(&self.sum_jlag));
        curr.max(sums).max(A::v_bits(&self.base))
    }

    /// Bytes that its entities take.
    pub fn size(&self) -> usize {
        self.entities.len() * size_of::<SchedEntity<A>>() + self.tree.size()
    }

    /// Adds a note, if somebody listens.
    pub fn note(&mut self, note: impl FnOnce(&Self) -> Note) {
        if self.notes.wanted {
            let note = note(self);
            self.notes.list.push(note);
        }
    }

    /// Asks for a reschedule.
    pub fn resched(&mut self, task: Option<TaskIdx>, why: super::note::ReschedWhy) {
        self.need_resched = true;
        self.note(|_| Note::Resched { task, why });
    }
}

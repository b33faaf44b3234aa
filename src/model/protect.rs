//! Slice protection: until when the picked task is left alone.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Note, ReschedWhy, TaskIdx};

/// What protects the picked task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Nothing.
    Never,
    /// v6.12: while current, its vlag holds the deadline of the pick; equal means protected, so a new request ends it.
    DeadlineStash,
    /// v6.19-rc1: until v reaches vprot, which is one word with vlag.
    SharedWord,
    /// From 7.0: until v reaches vprot.
    Vprot,
}

impl<A: Arith> CfsRq<A> {
    /// Whether the current entity is protected.
    pub fn protected(&self, e: TaskIdx) -> bool {
        let entity = &self.entities[e];
        match self.rules.protect {
            Protection::Never => false,
            Protection::DeadlineStash => entity.vlag == entity.deadline,
            Protection::SharedWord | Protection::Vprot => A::before(&entity.vruntime, &entity.vprot),
        }
    }

    /// Whether a charge has to ask for a reschedule because the protection is over.
    pub fn protection_over(&self, curr: TaskIdx) -> Option<ReschedWhy> {
        match self.rules.protect {
            Protection::Never => None,
            Protection::DeadlineStash => {
                let lapsed = self.rules.features.preempt_short && !self.protected(curr) && !self.eligible(curr);
                lapsed.then_some(ReschedWhy::NotEligible)
            }
            Protection::SharedWord | Protection::Vprot => (!self.protected(curr)).then_some(ReschedWhy::ProtectionOver),
        }
    }

    /// Protects an entity that becomes current; it is out of the tree already, and nobody is current. `first`: after a pick,
    /// not after a change of its own nice value or slice.
    pub fn set_protect(&mut self, e: TaskIdx, first: bool) {
        match self.rules.protect {
            Protection::Never => return,
            Protection::DeadlineStash => {
                self.entities[e].vlag = self.entities[e].deadline.clone();
                return;
            }
            Protection::Vprot if !first => return,
            Protection::SharedWord | Protection::Vprot => {}
        }
        let own = &self.entities[e].slice;
        let others = if self.rules.features.run_to_parity { self.min_slice() } else { Some(self.tunables.norm_slice.clone()) };
        let slice = others.filter(|s| s < own).unwrap_or_else(|| own.clone());
        let entity = &self.entities[e];
        let mut until = entity.deadline.clone();
        if slice != entity.slice {
            until = self.vmin(until, self.protected_run(e, &slice));
        }
        self.note(|_| Note::Protected { task: e, until: A::v_num(&until), slice: A::t_num(&slice) });
        self.set_vprot(e, until);
    }

    /// Shortens the protection of the current entity to the shortest slice now waiting.
    pub fn update_protect(&mut self, e: TaskIdx) {
        let slice = self.min_slice().unwrap_or_else(|| self.entities[e].slice.clone());
        let before = self.entities[e].vprot.clone();
        let until = self.vmin(before.clone(), self.protected_run(e, &slice));
        if until != before {
            self.note(|_| Note::ProtectionShortened { task: e, until: A::v_num(&until) });
        }
        self.set_vprot(e, until);
    }

    /// Ends the protection of the current entity.
    pub fn cancel_protect(&mut self, e: TaskIdx) {
        if !self.protected(e) {
            return;
        }
        self.note(|_| Note::ProtectionCancelled { task: e });
        self.set_vprot(e, self.entities[e].vruntime.clone());
    }

    /// Where a run of `slice` from now takes the entity's vruntime.
    fn protected_run(&self, e: TaskIdx, slice: &A::T) -> A::V {
        let entity = &self.entities[e];
        A::add(&entity.vruntime, &self.arith.calc_delta_fair(slice, &entity.weight))
    }

    fn vmin(&self, a: A::V, b: A::V) -> A::V {
        if A::before(&b, &a) { b } else { a }
    }
}

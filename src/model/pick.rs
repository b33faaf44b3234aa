//! The pick: who runs next.
//!
//! EEVDF: of the entities that are owed service (eligible) the one with the earliest virtual deadline.

use super::arith::Arith;
use super::cfs_rq::CfsRq;
use super::note::{Candidate, Note, PickWhy, TaskIdx, WarningKind};

/// How the pick searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `pick_eevdf()`: the earliest deadline among the eligible.
    Eligible,
    /// EVDF: the earliest deadline.
    DeadlineOnly,
    /// The tree walk of 6.6-rc, which may pass by an eligible entity with an earlier deadline.
    Tree66,
}

/// Who wins a tie of deadlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// In the tree whoever was inserted first; any of the tree before the current task.
    Insertion,
    /// The first in task order, the current task among them.
    TaskOrder,
}

impl Tie {
    /// The place among equal deadlines in the tree of a task that is the tree's `insertion`th, least first.
    pub fn order(self, task: TaskIdx, insertion: u64) -> u64 {
        match self {
            Tie::Insertion => insertion,
            Tie::TaskOrder => task as u64,
        }
    }
}

/// Where the buddy is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buddy {
    /// Nowhere.
    Never,
    /// v6.12: in pick_next_entity, before everything else, under NEXT_BUDDY.
    BeforePick,
    /// v6.19: in pick_eevdf, under PICK_BUDDY.
    InPick,
    /// v7.2: the same, but not in picks that disregard the protection.
    InProtectedPick,
}

/// Notes list the candidates of a pick up to this many; beyond it a reader looks at the table.
const CANDIDATES: u32 = 64;

impl<A: Arith> CfsRq<A> {
    /// The best entity of a non-empty queue, and why. `protect`: whether a protected current entity stays.
    pub fn pick_eevdf(&self, protect: bool) -> (TaskIdx, PickWhy) {
        let curr = self.queued_curr();
        if self.nr_queued == 1
            && let Some(only) = curr.or_else(|| self.tree.first())
        {
            return (only, PickWhy::OnlyOne);
        }
        let buddy_counts = match self.rules.buddy {
            Buddy::InPick => self.rules.features.pick_buddy,
            Buddy::InProtectedPick => self.rules.features.pick_buddy && protect,
            Buddy::Never | Buddy::BeforePick => false,
        };
        if buddy_counts
            && let Some(next) = self.next
            && self.eligible(next)
        {
            return (next, PickWhy::Buddy);
        }
        let test = self.rules.search != Search::DeadlineOnly;
        let (sum, load) = self.sums();
        let passes = |v: &A::V| self.arith.entity_eligible(&sum, &self.entity_key(v), &load);
        let eligible_curr = curr.filter(|&c| !test || passes(&self.entities[c].vruntime));
        if let Some(c) = eligible_curr
            && protect
            && self.protection_holds(c)
        {
            return (c, PickWhy::Protected);
        }
        let (best, why) = match self.rules.search {
            Search::DeadlineOnly => (self.tree.first(), PickWhy::Earliest),
            // Where products overflow, eligibility is not monotone and the tree cannot be searched: then every entity is asked.
            Search::Eligible if self.overflows_with(&load) => {
                let eligible = |&e: &TaskIdx| passes(&self.entities[e].vruntime);
                (self.tree.in_order().into_iter().find(eligible), PickWhy::EarliestEligible)
            }
            Search::Eligible => (self.tree.first_eligible(passes), PickWhy::EarliestEligible),
            Search::Tree66 => (self.search_tree66(), PickWhy::Search66),
        };
        match (best, eligible_curr) {
            (Some(b), Some(c)) if self.curr_wins(c, b) => (c, why),
            (Some(b), _) => (b, why),
            (None, Some(c)) => (c, why),
            (None, None) => match curr {
                Some(c) => (c, PickWhy::NoneEligibleCurr),
                None => (self.tree.first().unwrap_or(0), PickWhy::NoneEligibleLeftmost),
            },
        }
    }

    /// v6.12 tests RUN_TO_PARITY at the pick; later versions only make the protection shorter without it.
    fn protection_holds(&self, curr: TaskIdx) -> bool {
        let parity_tested_here = self.rules.protect == super::protect::Protection::DeadlineStash;
        (self.rules.features.run_to_parity || !parity_tested_here) && self.protected(curr)
    }

    /// Whether the current entity beats the best of the tree.
    fn curr_wins(&self, curr: TaskIdx, best: TaskIdx) -> bool {
        let (c, b) = (&self.entities[curr].deadline, &self.entities[best].deadline);
        A::before(c, b) || (self.rules.tie == Tie::TaskOrder && c == b && curr < best)
    }

    /// The search of 6.6-rc in a balanced tree ordered by vruntime, each node knowing the earliest deadline below it: of an
    /// eligible node it goes where that deadline is, even if who has it is not eligible.
    fn search_tree66(&self) -> Option<TaskIdx> {
        let mut order: Vec<TaskIdx> = self.tree.in_order();
        order.sort_by(|&a, &b| {
            let (a, b) = (&self.entities[a].vruntime, &self.entities[b].vruntime);
            match (A::before(a, b), A::before(b, a)) {
                (true, _) => std::cmp::Ordering::Less,
                (_, true) => std::cmp::Ordering::Greater,
                _ => std::cmp::Ordering::Equal,
            }
        });
        let deadline = |e: TaskIdx| &self.entities[e].deadline;
        let earliest =
            |part: &[TaskIdx]| part.iter().copied().reduce(|a, b| if A::before(deadline(b), deadline(a)) { b } else { a });
        let mut part = order.as_slice();
        let mut best: Option<TaskIdx> = None;
        while !part.is_empty() {
            let root = part.len() / 2;
            let (left, node, right) = (&part[..root], part[root], &part[root + 1..]);
            if !self.eligible(node) {
                part = left;
                continue;
            }
            if best.is_none_or(|b| A::before(deadline(node), deadline(b))) {
                best = Some(node);
            }
            part = match earliest(part) {
                Some(e) if e == node => break,
                Some(e) if left.contains(&e) => left,
                _ => right,
            };
        }
        best
    }

    /// The pick's note; taken before it changes anything.
    #[inline]
    pub fn note_pick(&mut self, task: Option<TaskIdx>, why: PickWhy) {
        if self.notes.wanted {
            self.write_pick(task, why);
        }
    }

    #[cold]
    fn write_pick(&mut self, task: Option<TaskIdx>, why: PickWhy) {
        self.note_eligibility_overflow();
        if matches!(why, PickWhy::NoneEligibleCurr | PickWhy::NoneEligibleLeftmost) {
            self.note(|_| Note::Warning(WarningKind::NoneEligible));
        }
        self.note(|q| {
            let listed = q.nr_queued <= CANDIDATES;
            let queued = (0..q.entities.len()).filter(|&e| listed && q.entities[e].on_rq);
            let candidate = |task: TaskIdx| Candidate {
                task,
                vruntime: A::v_num(&q.entities[task].vruntime),
                deadline: A::v_num(&q.entities[task].deadline),
                eligible: q.eligible(task),
            };
            Note::Picked { task, why, v_avg: A::v_num(&q.avg_vruntime()), candidates: queued.map(candidate).collect() }
        });
    }
}

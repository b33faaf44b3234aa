//! wakeup_preempt: whether a woken task takes the CPU.

use super::arith::Arith;
use super::entity::FairPolicy;
use super::note::{Note, PreemptVerdict, TaskIdx};
use super::protect::Protection;
use super::rq::Rq;

/// What a wake-up tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeupRule {
    /// Nothing.
    Never,
    /// v6.12: a shorter slice cancels the protection first; then the wakee has to be the pick.
    V6_12,
    /// v6.19-rc1: also from a task's context an ineligible current task is preempted.
    V6_19Rc1,
    /// March 2026.
    Tip2026_03,
    /// v7.2: delayed entities that are picked on the way are dequeued; the buddy does not survive a short preemption.
    V7_2,
}

/// How the wakee wakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WakeFlags {
    /// WF_FORK.
    pub fork: bool,
    /// WF_SYNC: the waker is about to sleep.
    pub sync: bool,
}

impl<A: Arith> Rq<A> {
    /// `wakeup_preempt()` for the queued task p.
    pub fn wakeup_preempt(&mut self, p: TaskIdx, flags: WakeFlags) {
        if self.cfs.rules.wakeup == WakeupRule::Never {
            return;
        }
        let curr = self.curr;
        let verdict = if self.runs_rt() { PreemptVerdict::RealTimeRuns } else { self.wakeup_verdict(p, flags) };
        match verdict {
            PreemptVerdict::WinsShort if self.cfs.rules.wakeup != WakeupRule::V6_12 => self.preempt_short(),
            PreemptVerdict::IdlePolicyCurr if self.cfs.rules.wakeup != WakeupRule::V6_12 => self.preempt_short(),
            PreemptVerdict::IdleCpu
            | PreemptVerdict::Wins
            | PreemptVerdict::WinsShort
            | PreemptVerdict::IdlePolicyCurr
            | PreemptVerdict::CurrNotEligible => self.cfs.need_resched = true,
            _ => {}
        }
        self.cfs.note(|_| Note::WakeupPreempt { task: p, curr, verdict });
    }

    fn wakeup_verdict(&mut self, p: TaskIdx, flags: WakeFlags) -> PreemptVerdict {
        let rule = self.cfs.rules.wakeup;
        let features = self.cfs.rules.features;
        let Some(curr) = self.curr else { return PreemptVerdict::IdleCpu };
        if curr == p {
            return PreemptVerdict::Itself;
        }
        if rule == WakeupRule::V6_12 && features.next_buddy && !flags.fork {
            self.set_next_buddy(p);
        }
        if self.cfs.need_resched {
            return PreemptVerdict::AlreadyAsked;
        }
        if !features.wakeup_preemption {
            return PreemptVerdict::Off;
        }
        let policy = |e: TaskIdx| self.cfs.entities[e].policy;
        match (policy(curr) == FairPolicy::Idle, policy(p) == FairPolicy::Idle) {
            (true, false) => return PreemptVerdict::IdlePolicyCurr,
            (false, true) => return PreemptVerdict::IdlePolicyWakee,
            _ => {}
        }
        if policy(p) != FairPolicy::Normal {
            return PreemptVerdict::NotNormal;
        }
        self.cfs.update_curr();
        if rule == WakeupRule::V6_12 { self.verdict_6_12(p, curr) } else { self.verdict_6_19(p, curr, flags) }
    }

    /// v6.12. The mark of a cancelled protection stays even if the wakee then loses.
    fn verdict_6_12(&mut self, p: TaskIdx, curr: TaskIdx) -> PreemptVerdict {
        let cfs = &mut self.cfs;
        let (wakee, running) = (&cfs.entities[p], &cfs.entities[curr]);
        let shorter = cfs.rules.features.preempt_short && wakee.slice < running.slice;
        let earlier = A::before(&wakee.deadline, &running.deadline);
        if shorter && cfs.eligible(p) && (earlier || !cfs.eligible(curr)) && cfs.protected(curr) {
            debug_assert_eq!(cfs.rules.protect, Protection::DeadlineStash);
            let one = A::v_from(&1.into());
            cfs.entities[curr].vlag = A::add(&cfs.entities[curr].deadline, &one);
            cfs.note(|_| Note::ProtectionCancelled { task: curr });
        }
        let (best, _) = cfs.pick_eevdf(true);
        match (best == p, shorter) {
            (true, true) => PreemptVerdict::WinsShort,
            (true, false) => PreemptVerdict::Wins,
            (false, _) => PreemptVerdict::Loses,
        }
    }

    /// From v6.19: a shorter slice disregards the protection; otherwise a wakee that does not win shortens it.
    fn verdict_6_19(&mut self, p: TaskIdx, curr: TaskIdx, flags: WakeFlags) -> PreemptVerdict {
        let features = self.cfs.rules.features;
        let short = features.preempt_short && self.cfs.entities[p].slice < self.cfs.entities[curr].slice;
        if !short {
            if flags.fork || self.cfs.entities[p].sched_delayed {
                return PreemptVerdict::ForkOrDelayed;
            }
            let from_task = self.cfs.rules.wakeup == WakeupRule::V6_19Rc1 && self.cfs.tunables.in_task;
            if from_task && !self.cfs.eligible(curr) {
                return PreemptVerdict::CurrNotEligible;
            }
            if features.next_buddy && self.buddy_yields_to(p) {
                self.set_next_buddy(p);
                // A sync wake-up forces a switch only if the current task ran for the migration cost since it was charged,
                // and it was charged just now.
                if flags.sync {
                    return PreemptVerdict::SyncBuddy;
                }
            }
        }
        let best = if self.cfs.rules.wakeup == WakeupRule::V7_2 {
            loop {
                if let Some(e) = self.pick_next_entity(!short) {
                    break e;
                }
            }
        } else {
            self.cfs.pick_eevdf(!short).0
        };
        if best == p {
            return if short { PreemptVerdict::WinsShort } else { PreemptVerdict::Wins };
        }
        if features.run_to_parity {
            self.cfs.update_protect(curr);
        }
        PreemptVerdict::Loses
    }

    /// Preempts and ends the protection (from v6.19 on).
    fn preempt_short(&mut self) {
        if let Some(curr) = self.cfs.curr {
            self.cfs.cancel_protect(curr);
            if self.cfs.rules.wakeup == WakeupRule::V7_2 && self.cfs.next == Some(curr) {
                self.cfs.next = None;
            }
        }
        self.cfs.need_resched = true;
    }

    /// A buddy gives way unless its deadline is strictly earlier.
    fn buddy_yields_to(&self, p: TaskIdx) -> bool {
        let deadline = |e: TaskIdx| &self.cfs.entities[e].deadline;
        self.cfs.next.is_none_or(|next| !A::before(deadline(next), deadline(p)))
    }

    /// `set_next_buddy()`.
    fn set_next_buddy(&mut self, p: TaskIdx) {
        if self.cfs.entities[p].on_rq && self.cfs.entities[p].policy != FairPolicy::Idle {
            self.cfs.next = Some(p);
            self.cfs.note(|_| Note::BuddySet { task: p });
        }
    }
}

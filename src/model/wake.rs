//! Wake-up placement: on which CPU a woken task is queued, and whether its wake-up would be left to that CPU.
//!
//! All CPUs share a cache, and a fair task may run on each; real-time tasks stay on their CPU. Every version here begins with mail
//! M2's baseline, although the first of its patches was merged since (aa3ee4f0b754). A kernel's further steps are left out: after
//! a verdict of [`Machine::wake_affine_idle`] no idle sibling is looked for, and without one neither loads nor recently used CPUs
//! are.

use super::arith::Arith;
use super::machine::{CpuId, Machine};
use super::note::{Note, TaskIdx};
use super::nr_running::{Counted, Counts};

/// Which test of `wake_affine_idle()` decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AffineTest {
    /// The waker's CPU is idle, which means an interrupt woke: the task's own CPU if that is idle too, else the waker's.
    ThisIdle,
    /// The waker is about to sleep and the only one that counts on its CPU: the waker's CPU.
    Sync,
    /// The task's own CPU is idle.
    PrevIdle,
    /// None.
    NoChoice,
}

/// Where a woken task goes, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The test that decided.
    pub test: AffineTest,
    /// The CPU. Without a choice: the first idle one, else the task's own.
    pub cpu: CpuId,
}

/// What a wake-up looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wakeup {
    /// The waker's CPU.
    pub this_cpu: CpuId,
    /// The CPU on which the task ran last.
    pub prev_cpu: CpuId,
    /// WF_SYNC: the waker is about to sleep.
    pub sync: bool,
}

impl<A: Arith> Machine<A> {
    /// `select_task_rq()`: the CPU of a woken task. A task that is still queued or current stays where it is, and nothing is
    /// tested.
    pub fn wake_cpu(&mut self, p: TaskIdx, this_cpu: CpuId, sync: bool) -> CpuId {
        let prev_cpu = self.home(p);
        if self.cpus.len() == 1 || !self.may_move(p) {
            return prev_cpu;
        }
        let wakeup = Wakeup { this_cpu, prev_cpu, sync };
        let rules = &self.cpus[0].cfs.rules;
        let (rule, ttwu_rule) = (rules.wake_affine, rules.ttwu_queue);
        let placing = self.place_wakeup(wakeup, rule);
        if self.cpus[placing.cpu].cfs.notes.wanted {
            let [baseline, patched] = [Counted::Queued, Counted::Runnable].map(|counted| self.place_wakeup(wakeup, counted));
            let counts = self.cpus[this_cpu].counts();
            let note = Note::WakePlaced { task: p, wakeup, counts, rule, placing, baseline, patched };
            self.cpus[placing.cpu].cfs.note(|_| note);
            self.note_ttwu_queue(p, placing.cpu, Some(this_cpu), ttwu_rule);
        }
        placing.cpu
    }

    /// The CPU of a new task: its parent's if that is idle, else the first idle one, else its parent's. (A kernel looks for the
    /// least loaded.)
    pub fn fork_cpu(&self, p: TaskIdx, this_cpu: CpuId) -> CpuId {
        match self.may_move(p) {
            false => self.home(p),
            true if self.cpus[this_cpu].is_idle() => this_cpu,
            true => self.first_idle().unwrap_or(this_cpu),
        }
    }

    /// Whether a wake-up enqueues the task, its CPU is through with it, and it is a fair one.
    fn may_move(&self, p: TaskIdx) -> bool {
        let task = self.task(p);
        !task.queued && !task.dead && !task.fifo && self.home_rq(p).curr != Some(p)
    }

    /// `wake_affine_idle()`, and what follows without its choice.
    fn place_wakeup(&self, wakeup: Wakeup, counted: Counted) -> Placing {
        let test = self.wake_affine_idle(wakeup, counted);
        let prev_idle = self.cpus[wakeup.prev_cpu].is_idle();
        let cpu = match test {
            AffineTest::ThisIdle if prev_idle => wakeup.prev_cpu,
            AffineTest::ThisIdle | AffineTest::Sync => wakeup.this_cpu,
            AffineTest::PrevIdle => wakeup.prev_cpu,
            AffineTest::NoChoice => self.first_idle().unwrap_or(wakeup.prev_cpu),
        };
        Placing { test, cpu }
    }

    /// `wake_affine_idle()`. Mail M2 lets the sync test count only who can run: a delayed task beside the waker would not get the
    /// CPU either.
    fn wake_affine_idle(&self, wakeup: Wakeup, counted: Counted) -> AffineTest {
        let (this, prev) = (&self.cpus[wakeup.this_cpu], &self.cpus[wakeup.prev_cpu]);
        if this.is_idle() {
            AffineTest::ThisIdle
        } else if wakeup.sync && this.counts().seen(counted) == 1 {
            AffineTest::Sync
        } else if prev.is_idle() {
            AffineTest::PrevIdle
        } else {
            AffineTest::NoChoice
        }
    }

    /// The idle CPU with the lowest number.
    fn first_idle(&self) -> Option<CpuId> {
        self.cpus.iter().position(|rq| rq.is_idle())
    }

    /// Notes what `ttwu_queue_cond()` would say if `p`, which has just been blocked on its CPU, were woken from another one before
    /// its CPU has switched away from it: the case of mail M2's third patch.
    pub fn note_descheduling(&mut self, p: TaskIdx) {
        if self.cpus.len() > 1 && !self.task(p).queued {
            self.note_ttwu_queue(p, self.home(p), None, self.cpus[0].cfs.rules.ttwu_queue);
        }
    }

    /// `ttwu_queue_cond()`: whether the waker leaves the wake-up to the wakee's CPU, through its wake list: if nobody counts there.
    /// When the task is queued is the same instant either way, so nothing else in a run depends on it.
    fn note_ttwu_queue(&mut self, task: TaskIdx, cpu: CpuId, this_cpu: Option<CpuId>, rule: Counted) {
        let counts = self.cpus[cpu].counts();
        self.cpus[cpu].cfs.note(|_| Note::TtwuQueue { task, cpu, this_cpu, counts, rule });
    }
}

/// The verdict of `ttwu_queue_cond()` about another CPU.
pub fn ttwu_queues(counts: Counts, rule: Counted) -> bool {
    counts.seen(rule) == 0
}

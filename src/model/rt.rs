//! Real-time tasks (SCHED_FIFO, one priority): they live outside the fair queue, run before any fair task, and count in
//! rq->nr_running all the same (mail M5). With a fair server, fair tasks get a share of the CPU although a real-time task waits.
//!
//! Owns the list of runnable real-time tasks and the server's clock; must not know the fair queue's insides. Left out: priorities,
//! SCHED_RR, throttling, and where a kernel would move a real-time task to.

use super::arith::Arith;
use super::note::{NoopWhy, Note, ReschedWhy, RtVerdict, TaskIdx};
use super::rq::Rq;
use super::task_ops::Done;
use std::collections::VecDeque;

/// The fair server's bandwidth, in ns. A kernel's deadline server (from 6.12) has 50 ms in 1 s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bandwidth<T> {
    /// For how long the fair class then has the CPU.
    pub runtime: T,
    /// After period - runtime without it.
    pub period: T,
}

/// The real-time side of a CPU.
#[derive(Clone, Debug)]
pub struct Rt<A: Arith> {
    /// Runnable real-time tasks, the running one first.
    queue: VecDeque<TaskIdx>,
    /// The fair server, if there is one.
    server: Option<Bandwidth<A::T>>,
    phase: Phase<A::T>,
}

/// What the fair server is doing.
#[derive(Clone, Debug, PartialEq)]
enum Phase<T> {
    /// No fair task waits for a real-time one.
    Off,
    /// A fair task waits while a real-time task runs: since when.
    Starving(T),
    /// The fair class has the CPU: until when.
    Serving(T),
}

impl<A: Arith> Rt<A> {
    /// Nobody runnable.
    pub fn new(server: Option<Bandwidth<A::T>>) -> Self {
        Rt { queue: VecDeque::new(), server, phase: Phase::Off }
    }

    /// Runnable real-time tasks.
    pub fn nr_running(&self) -> u32 {
        self.queue.len() as u32
    }

    /// Whether the task is runnable.
    pub fn is_queued(&self, p: TaskIdx) -> bool {
        self.queue.contains(&p)
    }

    /// The one to run.
    pub fn first(&self) -> Option<TaskIdx> {
        self.queue.front().copied()
    }

    /// Whether the fair server gives the CPU to the fair class.
    pub fn is_serving(&self) -> bool {
        matches!(self.phase, Phase::Serving(_))
    }

    /// When the fair server acts next.
    pub fn server_due(&self) -> Option<A::T> {
        let server = self.server.as_ref()?;
        match &self.phase {
            Phase::Off => None,
            Phase::Starving(since) => Some(A::t_add(since, &A::t_sub(&server.period, &server.runtime))),
            Phase::Serving(until) => Some(until.clone()),
        }
    }
}

impl<A: Arith> Rq<A> {
    /// Whether a real-time task has the CPU.
    pub fn runs_rt(&self) -> bool {
        self.curr.is_some_and(|c| self.tasks[c].fifo)
    }

    /// Puts a real-time task at the end of the list (or, to run first, at its head).
    pub fn rt_enqueue(&mut self, p: TaskIdx, first: bool) {
        match first {
            true => self.rt.queue.push_front(p),
            false => self.rt.queue.push_back(p),
        }
        self.cfs.outside = self.rt.nr_running();
        self.nr_running += 1;
        self.cfs.entities[p].exec_start = self.cfs.clock.clone();
        let task = &mut self.tasks[p];
        (task.queued, task.blocked, task.has_run) = (true, false, true);
    }

    /// `try_to_wake_up()` (or `wake_up_new_task()`) of a real-time task: it preempts any fair task, but the server's.
    pub(super) fn rt_wake(&mut self, p: TaskIdx) -> Done {
        let task = &self.tasks[p];
        if task.dead {
            return Err(NoopWhy::Dead);
        }
        if task.queued {
            return Err(NoopWhy::NotAsleep);
        }
        self.rt_enqueue(p, false);
        let verdict = match self.curr {
            None => RtVerdict::Idle,
            Some(_) if self.runs_rt() => RtVerdict::Waits,
            Some(_) if self.rt.is_serving() => RtVerdict::WaitsForServer,
            Some(_) => RtVerdict::Preempts,
        };
        if matches!(verdict, RtVerdict::Idle | RtVerdict::Preempts) {
            self.cfs.need_resched = true;
        }
        self.cfs.note(|_| Note::RtWoken { task: p, verdict });
        Ok(())
    }

    /// A runnable real-time task leaves.
    pub(super) fn rt_leave(&mut self, p: TaskIdx, exit: bool) {
        self.rt_charge();
        self.cfs.entities[p].exec_start = self.cfs.clock.clone();
        self.rt.queue.retain(|&q| q != p);
        self.cfs.outside = self.rt.nr_running();
        self.nr_running -= 1;
        let task = &mut self.tasks[p];
        (task.queued, task.blocked, task.dead) = (false, true, exit);
    }

    /// `yield_task_rt()`: to the end of the list.
    pub(super) fn rt_yield(&mut self) {
        self.rt_charge();
        self.rt.queue.rotate_left(1);
    }

    /// `update_curr_rt()`: run time only.
    #[inline]
    pub(super) fn rt_charge(&mut self) {
        let Some(curr) = self.curr.filter(|_| self.runs_rt()) else { return };
        let entity = &mut self.cfs.entities[curr];
        entity.sum_exec = A::t_add(&entity.sum_exec, &A::t_sub(&self.cfs.clock, &entity.exec_start));
        entity.exec_start = self.cfs.clock.clone();
    }

    /// What changed for the fair server: called after every pick and every change of who is runnable.
    #[inline]
    pub(super) fn rt_watch(&mut self) {
        if self.rt.server.is_none() {
            return;
        }
        let fair_waits = self.runs_rt() && self.cfs.h_nr_runnable > 0;
        match self.rt.phase {
            Phase::Off if fair_waits => self.rt.phase = Phase::Starving(self.cfs.clock.clone()),
            Phase::Starving(_) if !fair_waits => self.rt.phase = Phase::Off,
            // The real-time task ran after all: no fair task was awake any more.
            Phase::Serving(_) if self.runs_rt() && !self.cfs.need_resched => self.rt.phase = Phase::Off,
            _ => {}
        }
    }

    /// The fair server's timer: the fair class starts or ends its turn.
    pub fn server_timer(&mut self) {
        let Some(server) = self.rt.server.clone() else { return };
        self.rt_charge();
        self.cfs.update_curr();
        let starts = matches!(self.rt.phase, Phase::Starving(_));
        self.rt.phase = if starts { Phase::Serving(A::t_add(&self.cfs.clock, &server.runtime)) } else { Phase::Off };
        self.cfs.note(|_| Note::FairServer {
            starts,
            runtime: A::t_num(&server.runtime),
            waited: A::t_num(&A::t_sub(&server.period, &server.runtime)),
        });
        if self.rt.first().is_some() {
            self.cfs.resched(self.curr, ReschedWhy::FairServer);
        }
    }
}

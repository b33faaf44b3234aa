//! `Machine`: all CPUs, and which of them holds each task.
//!
//! Every CPU has a place for every task, so that a task has one index everywhere; its home is the CPU whose copy is alive. Owns
//! the move of a task from one CPU to another; must not know who decides it (that is `wake`).

use super::arith::Arith;
use super::note::{Note, TaskIdx};
use super::rq::{Rq, Task};

/// Number of a CPU, counted from 0.
pub type CpuId = usize;

/// All CPUs.
#[derive(Clone, Debug)]
pub struct Machine<A: Arith> {
    /// The CPUs, at least one, all with the same rules and tasks.
    pub cpus: Vec<Rq<A>>,
    home: Vec<CpuId>,
    migrations: u64,
}

impl<A: Arith> Machine<A> {
    /// These CPUs; `home` says for each task which of them holds it.
    pub fn new(cpus: Vec<Rq<A>>, home: Vec<CpuId>) -> Self {
        Machine { cpus, home, migrations: 0 }
    }

    /// A single CPU, which holds all tasks.
    pub fn single(rq: Rq<A>) -> Self {
        let home = vec![0; rq.tasks.len()];
        Machine::new(vec![rq], home)
    }

    /// `task_cpu()`: the CPU that holds a task: where it is queued, or was last.
    pub fn home(&self, p: TaskIdx) -> CpuId {
        self.home[p]
    }

    /// The CPU that holds a task.
    pub fn home_rq(&self, p: TaskIdx) -> &Rq<A> {
        &self.cpus[self.home[p]]
    }

    /// The CPU that holds a task, for changing it.
    pub fn home_rq_mut(&mut self, p: TaskIdx) -> &mut Rq<A> {
        &mut self.cpus[self.home[p]]
    }

    /// The living copy of a task.
    pub fn task(&self, p: TaskIdx) -> &Task {
        &self.home_rq(p).tasks[p]
    }

    /// How often a task changed its CPU.
    pub fn migrations(&self) -> u64 {
        self.migrations
    }

    /// `set_task_cpu()` of a task off the queue. Its stored lag goes along, and the new queue places it by it: vruntimes of two
    /// queues have nothing to do with each other.
    pub fn migrate(&mut self, p: TaskIdx, to: CpuId) {
        let from = std::mem::replace(&mut self.home[p], to);
        if from == to {
            return;
        }
        self.migrations += 1;
        let (entity, task) = (self.cpus[from].cfs.entities[p].clone(), self.cpus[from].tasks[p].clone());
        debug_assert!(!entity.on_rq && !task.queued, "only tasks off the queue move");
        let rq = &mut self.cpus[to];
        rq.cfs.entities[p] = entity;
        rq.tasks[p] = task;
        rq.cfs.note(|cfs| Note::Migrated { task: p, from, to, vlag: A::v_num(&cfs.entities[p].vlag) });
    }
}

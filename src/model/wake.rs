//! Wake-up placement: the CPU on which a woken task goes to its queue. All CPUs share a cache.

use super::arith::Arith;
use super::machine::{CpuId, Machine};
use super::note::TaskIdx;

impl<A: Arith> Machine<A> {
    /// `select_task_rq()` for a wake-up by a task (or interrupt) on `this_cpu`. A task that is still queued stays where it is.
    pub fn wake_cpu(&mut self, p: TaskIdx, this_cpu: CpuId, sync: bool) -> CpuId {
        let prev_cpu = self.home(p);
        let task = self.task(p);
        if self.cpus.len() == 1 || task.queued || task.dead {
            return prev_cpu;
        }
        self.wake_affine_idle(this_cpu, prev_cpu, sync).or_else(|| self.idlest()).unwrap_or(prev_cpu)
    }

    /// The CPU of a new task: its parent's if that is idle, else an idle one, else its parent's. (A kernel looks for the least
    /// loaded one.)
    pub fn fork_cpu(&self, p: TaskIdx, this_cpu: CpuId) -> CpuId {
        let task = self.task(p);
        match task.queued || task.dead {
            true => self.home(p),
            false if self.cpus[this_cpu].is_idle() => this_cpu,
            false => self.idlest().unwrap_or(this_cpu),
        }
    }

    fn wake_affine_idle(&self, this_cpu: CpuId, prev_cpu: CpuId, sync: bool) -> Option<CpuId> {
        let prev_idle = self.cpus[prev_cpu].is_idle();
        if self.cpus[this_cpu].is_idle() {
            return Some(if prev_idle { prev_cpu } else { this_cpu });
        }
        if sync && self.cpus[this_cpu].nr_running == 1 {
            return Some(this_cpu);
        }
        prev_idle.then_some(prev_cpu)
    }

    /// The idle CPU with the lowest number.
    fn idlest(&self) -> Option<CpuId> {
        self.cpus.iter().position(|rq| rq.is_idle())
    }
}

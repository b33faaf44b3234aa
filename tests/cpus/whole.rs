//! Properties of every state of random scripts on several CPUs. A failure names the seed.

use crate::on_cpus::script_on_cpus;
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::arith::{self, Arith};
use eevdf_lab::model::machine::Machine;
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::engine::{At, Listener};
use eevdf_lab::sim::recording::{Phase, Step};
use eevdf_lab::sim::{run, run_with};

const KERNELS: [Kernel; 4] = [Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2];

/// Looks at a machine at every step.
struct Checker {
    seed: u64,
    steps: u64,
    migrations: u64,
    noops: u64,
}

impl<A: Arith> Listener<A> for Checker {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let context = format!("seed {}, step {} ({} on CPU {})", self.seed, self.steps, at.text, at.cpu);
        self.steps += 1;
        self.noops += u64::from(at.noop);
        for p in 0..machine.cpus[0].tasks.len() {
            for (cpu, rq) in machine.cpus.iter().enumerate().filter(|(cpu, _)| *cpu != machine.home(p)) {
                let here = rq.cfs.entities[p].on_rq || rq.tasks[p].queued || rq.curr == Some(p) || rq.cfs.curr == Some(p);
                assert!(!here, "task {p} is on CPU {cpu} and at home on {}, {context}", machine.home(p));
            }
        }
        for rq in &machine.cpus {
            let on_rq = (0..rq.tasks.len()).filter(|&p| rq.cfs.entities[p].on_rq).count();
            assert_eq!((rq.cfs.nr_queued as usize, rq.nr_running as usize), (on_rq, on_rq), "{context}");
            let weights = rq.cfs.tree.in_order().into_iter().fold(A::s_zero(), |sum, e| A::s_add(&sum, &rq.cfs.load_of(e)));
            assert_eq!(rq.cfs.sum_weight, weights, "{context}");
            let delayed = (0..rq.tasks.len()).filter(|&p| rq.cfs.entities[p].on_rq && rq.cfs.entities[p].sched_delayed).count();
            if rq.cfs.rules.words != arith::Words::OLD {
                assert_eq!(rq.counts().nr_delayed, delayed as i64, "{context}");
            }
        }
        assert!(machine.migrations() >= self.migrations, "{context}");
        self.migrations = machine.migrations();
    }

    fn wants_previews(&self) -> bool {
        false
    }
}

#[test]
fn each_task_is_on_one_queue_and_each_queue_counts_its_own() {
    let (mut steps, mut migrations) = (0, 0);
    for seed in 0..4000 {
        let script = script_on_cpus(seed, KERNELS[seed as usize % 4]);
        let rules = script.rules();
        let arith = arith::Kernel::new(rules.words, &script.nice0);
        let seen = run_with(&script, arith, rules, Checker { seed, steps: 0, migrations: 0, noops: 0 });
        (steps, migrations) = (steps + seen.steps, migrations + seen.migrations);
    }
    for seed in 0..200 {
        let script = script_on_cpus(seed, Kernel::Ideal);
        let arith = arith::Exact::new(&script.nice0);
        run_with(&script, arith, script.rules(), Checker { seed, steps: 0, migrations: 0, noops: 0 });
    }
    assert!(steps > 100_000 && migrations > 4_000, "{steps} steps, {migrations} migrations");
}

fn lag_of(step: &Step, cpu: usize) -> Num {
    let queued = step.tasks.iter().filter(|t| t.on_rq && t.cpu as usize == cpu);
    let v_avg = &step.queue_of(cpu as u32).avg_vruntime;
    queued.map(|t| &t.weight * &(v_avg - &t.vruntime)).fold(Num::ZERO, |a, b| &a + &b)
}

#[test]
fn exact_lags_sum_to_zero_on_each_cpu_and_somebody_is_eligible_there() {
    let mut several = 0;
    for seed in 0..200 {
        let recording = run(&script_on_cpus(seed, Kernel::Ideal));
        for (i, step) in recording.states().enumerate() {
            for cpu in 0..recording.cpus as usize {
                let here = || step.tasks.iter().filter(|t| t.on_rq && t.cpu as usize == cpu);
                assert_eq!(lag_of(&step, cpu), Num::ZERO, "seed {seed}, step {i}, CPU {cpu}");
                assert_eq!(here().any(|t| t.eligible == Some(true)), here().count() > 0, "seed {seed}, step {i}, CPU {cpu}");
                several += usize::from(here().count() > 1);
            }
        }
    }
    assert!(several > 1000, "{several} queues with more than one task");
}

#[test]
fn a_step_changes_its_own_queue_only_and_a_task_moves_only_off_the_queue() {
    for seed in 0..300 {
        let recording = run(&script_on_cpus(seed, KERNELS[seed as usize % 4]));
        let mut before: Option<Step> = None;
        for (i, step) in recording.states().enumerate() {
            if let Some(before) = &before {
                for cpu in (0..recording.cpus).filter(|cpu| *cpu != step.cpu && *cpu != before.cpu) {
                    assert_eq!(step.queue_of(cpu), before.queue_of(cpu), "seed {seed}, step {i}, CPU {cpu}");
                }
                let moved = step.tasks.iter().zip(&before.tasks).filter(|(now, then)| now.cpu != then.cpu);
                let moved: Vec<_> = moved.map(|(now, then)| (then.on_rq, now.cpu)).collect();
                assert_eq!(step.migrations - before.migrations, moved.len() as u32, "seed {seed}, step {i}");
                let right = |m: &(bool, u32)| *m == (false, step.cpu) && step.phase == Phase::After;
                assert!(moved.iter().all(right), "seed {seed}, step {i}");
            }
            before = Some(step);
        }
    }
}

#[test]
fn a_replay_is_the_same_recording() {
    for seed in 0..60 {
        let script = script_on_cpus(seed, if seed % 2 == 0 { Kernel::Ideal } else { Kernel::V7_2 });
        assert_eq!(run(&script), run(&script), "seed {seed}");
    }
}

/// Alone a step is read from its words; in a walk only what differs from the step before is.
#[test]
fn a_walk_shows_what_each_step_alone_shows() {
    for seed in 0..120 {
        let kernel = if seed % 4 == 0 { Kernel::Ideal } else { KERNELS[seed as usize % 4] };
        let recording = run(&script_on_cpus(seed, kernel));
        for first in [0, recording.len() / 2] {
            let mut walk = recording.walk_from(first);
            for index in first..recording.len() {
                assert_eq!(walk.next_step(), Some(&recording.state(index)), "seed {seed}, step {index}");
            }
            assert_eq!(walk.next_step(), None, "seed {seed}");
        }
    }
}

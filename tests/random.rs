//! Properties that hold in every state of every script, checked on random ones. A failure names the seed.
//!
//! `RANDOM_SCRIPTS=1000000 cargo test --test random` runs more of them than the default.

mod common;
#[path = "common/cpus.rs"]
mod on_cpus;

use common::script;
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::arith::{self, Arith};
use eevdf_lab::model::cfs_rq::CfsRq;
use eevdf_lab::model::machine::Machine;
use eevdf_lab::model::note::{Note, PickWhy, WarningKind};
use eevdf_lab::model::num::Num;
use eevdf_lab::model::rq::Rq;
use eevdf_lab::model::rules::{Placement, Search};
use eevdf_lab::sim::engine::{At, Listener};
use eevdf_lab::sim::recording::{Phase, Recording, Step, Verb};
use eevdf_lab::sim::script::Script;
use eevdf_lab::sim::{run, run_with};
use on_cpus::script_on_cpus;

fn how_many(default: u64) -> u64 {
    std::env::var("RANDOM_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Checks the queue's own words at every step.
struct Checker {
    seed: u64,
    steps: usize,
}

impl<A: Arith> Listener<A> for Checker {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        self.steps += 1;
        let context = || format!("seed {}, step {} ({} {:?})", self.seed, self.steps, at.text, at.verb);
        for rq in &machine.cpus {
            sums_are_those_of_the_tree(&rq.cfs, &context);
            the_tree_finds_what_a_linear_search_finds(&rq.cfs, &context);
            counters_count(rq, &context);
        }
    }
    fn wants_previews(&self) -> bool {
        false
    }
}

fn sums_are_those_of_the_tree<A: Arith>(cfs: &CfsRq<A>, context: &dyn Fn() -> String) {
    let (mut sum, mut weight) = (A::s_zero(), A::s_zero());
    for e in cfs.tree.in_order() {
        sum = A::s_add(&sum, &A::weigh(&cfs.entity_key(&cfs.entities[e].vruntime), &cfs.load_of(e)));
        weight = A::s_add(&weight, &cfs.load_of(e));
    }
    assert_eq!(cfs.sum_weight, weight, "{}", context());
    assert_eq!(cfs.sum_w_vruntime, sum, "{}", context());
}

fn the_tree_finds_what_a_linear_search_finds<A: Arith>(cfs: &CfsRq<A>, context: &dyn Fn() -> String) {
    let order = cfs.tree.in_order();
    for pair in order.windows(2) {
        let (a, b) = (&cfs.entities[pair[0]], &cfs.entities[pair[1]]);
        assert!(!A::before(&b.deadline, &a.deadline), "deadlines out of order, {}", context());
    }
    let slices = || order.iter().map(|&e| &cfs.entities[e].slice);
    let smallest = slices().fold(None, |m: Option<&A::T>, s| Some(m.filter(|m| *m <= s).unwrap_or(s)));
    let largest = slices().fold(None, |m: Option<&A::T>, s| Some(m.filter(|m| *m >= s).unwrap_or(s)));
    assert_eq!((cfs.tree.min_slice(), cfs.tree.max_slice()), (smallest, largest), "{}", context());
    if cfs.eligibility_overflows() {
        return;
    }
    let (sum, load) = cfs.sums();
    for e in (0..cfs.entities.len()).filter(|&e| cfs.entities[e].on_rq) {
        let key = cfs.entity_key(&cfs.entities[e].vruntime);
        assert_eq!(cfs.eligible(e), A::entity_eligible_wide(&sum, &key, &load), "64 and 128 bits disagree, {}", context());
    }
    let linear = order.iter().copied().find(|&e| cfs.eligible(e));
    let searched = cfs.tree.first_eligible(|v| cfs.arith.entity_eligible(&sum, &cfs.entity_key(v), &load));
    assert_eq!(searched, linear, "{}", context());
}

fn counters_count<A: Arith>(rq: &Rq<A>, context: &dyn Fn() -> String) {
    let on_rq = rq.cfs.entities.iter().filter(|e| e.on_rq).count();
    assert_eq!(rq.cfs.nr_queued as usize, on_rq, "{}", context());
    assert_eq!(rq.cfs.h_nr_queued, rq.cfs.nr_queued, "{}", context());
    assert_eq!(rq.nr_running, rq.cfs.nr_queued, "{}", context());
    let in_tree = rq.cfs.tree.len() + usize::from(rq.cfs.queued_curr().is_some());
    assert_eq!(in_tree, on_rq, "{}", context());
    let costs = rq.cfs.costs();
    assert_eq!((costs.insertions - costs.erasures) as usize, rq.cfs.tree.len(), "{}", context());
}

#[test]
fn no_script_makes_a_kernel_panic_overflow_or_lose_count() {
    let kernels = [Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2];
    let mut steps = 0;
    for seed in 0..how_many(100_000) {
        let kernel = kernels[seed as usize % 4];
        let script = if seed % 7 == 0 { script_on_cpus(seed, kernel) } else { script(seed, kernel) };
        let rules = script.rules();
        let arith = arith::Kernel::new(rules.words, &script.nice0);
        steps += run_with(&script, arith, rules, Checker { seed, steps: 0 }).steps;
    }
    println!("{steps} steps checked");
}

#[test]
fn nor_the_exact_model() {
    for seed in 0..how_many(100_000) / 400 {
        let script = script(seed, if seed % 2 == 0 { Kernel::Ideal } else { Kernel::V7_2 });
        let rules = script.rules();
        let _checked = run_with(&script, arith::Exact::new(&script.nice0), rules, Checker { seed, steps: 0 });
    }
}

fn ideal(seed: u64) -> (Script, Recording) {
    let script = script(seed, Kernel::Ideal);
    let recording = run(&script);
    (script, recording)
}

fn weighted_lags(step: &Step) -> Num {
    let queued = step.tasks.iter().filter(|t| t.on_rq);
    queued.map(|t| &t.weight * &(&step.queue.avg_vruntime - &t.vruntime)).fold(Num::ZERO, |a, b| &a + &b)
}

#[test]
fn exact_lags_sum_to_zero_and_somebody_is_eligible() {
    for seed in 0..how_many(100_000) / 400 {
        let (_, recording) = ideal(seed);
        for (i, step) in recording.steps().enumerate() {
            assert_eq!(weighted_lags(&step), Num::ZERO, "seed {seed}, step {i}");
            let queued = step.tasks.iter().any(|t| t.on_rq);
            assert_eq!(queued, step.tasks.iter().any(|t| t.eligible == Some(true)), "seed {seed}, step {i}");
        }
    }
}

#[test]
fn kernel_lags_sum_to_zero_but_for_the_rounding_of_v() {
    let mut seen = 0;
    for seed in 0..how_many(100_000) / 400 {
        let script = script(seed, Kernel::Tip2026_03);
        for (i, step) in run(&script).steps().enumerate() {
            let overflow = step.notes.iter().any(|n| matches!(n, Note::Warning(WarningKind::EligibilityOverflow { .. })));
            let full_load = &step.queue.load * &Num::from(1024);
            let far = step
                .tasks
                .iter()
                .any(|t| t.on_rq && &(&t.vruntime - &step.queue.base).abs() * &full_load > Num::from(1i64 << 62));
            if overflow || far || step.queue.load.is_zero() || script.rules().features.paranoid_avg {
                continue;
            }
            seen += 1;
            let sum = weighted_lags(&step);
            assert!(sum <= Num::ZERO && sum > -step.queue.load.clone(), "seed {seed}, step {i}: {sum}");
        }
    }
    assert!(seen > 1000, "only {seen} states seen");
}

#[test]
fn an_exact_pick_is_eligible_and_has_the_earliest_deadline() {
    let mut seen = 0;
    for seed in 0..how_many(100_000) / 400 {
        let (script, recording) = ideal(seed);
        if script.rules().search != Search::Eligible {
            continue;
        }
        for (i, step) in recording.steps().enumerate().filter(|(_, s)| s.phase == Phase::Pick) {
            for note in &step.notes {
                let Note::Picked { task: Some(task), candidates, why, .. } = note else { continue };
                if *why == PickWhy::Forced {
                    continue;
                }
                seen += 1;
                let picked = candidates.iter().find(|c| c.task == *task).expect("the pick is a candidate");
                assert!(picked.eligible, "seed {seed}, step {i}");
                let better = candidates.iter().filter(|c| c.eligible && c.deadline < picked.deadline).count();
                assert_eq!(better, 0, "seed {seed}, step {i}: {why:?}");
                assert!(matches!(why, PickWhy::OnlyOne | PickWhy::EarliestEligible), "seed {seed}, step {i}: {why:?}");
            }
        }
    }
    assert!(seen > 1000, "only {seen} picks seen");
}

#[test]
fn inflated_placement_restores_the_lag_exactly() {
    let mut seen = 0;
    for seed in 0..how_many(100_000) / 400 {
        let (script, recording) = ideal(seed);
        if script.rules().place != Placement::InflatedLag {
            continue;
        }
        for step in recording.steps().filter(|s| s.phase == Phase::After && !s.noop) {
            let placed = step.notes.iter().find_map(|n| match n {
                Note::Placed { task, vlag, without_lag: None, .. } => Some((*task, vlag)),
                _ => None,
            });
            if let (Some((task, vlag)), Verb::Join | Verb::Rejoin) = (placed, step.verb) {
                assert_eq!(step.vlag(task).as_ref(), Some(vlag), "seed {seed}");
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} placements seen");
}

#[test]
fn joins_and_leaves_do_not_move_v_plus_j() {
    let mut seen = 0;
    for seed in 0..how_many(100_000) / 400 {
        let mut script = script(seed, Kernel::Ideal);
        script.variant.patches =
            eevdf_lab::kernels::Patch::from_name(if seed % 2 == 0 { "sum-jlag" } else { "half-jlag" }).into_iter().collect();
        script.variant.features.clear();
        let recording = run(&script);
        let v_plus_j = |s: &Step| &s.queue.avg_vruntime + s.queue.j.as_ref().expect("J is kept");
        for i in 1..recording.len() {
            let (before, after) = (recording.step(i - 1), recording.step(i));
            let moves = matches!(after.verb, Verb::Join | Verb::Rejoin | Verb::Fork | Verb::Leave | Verb::Exit);
            if after.phase == Phase::After && moves && after.queue.nr_queued > 0 {
                assert_eq!(v_plus_j(&before), v_plus_j(&after), "seed {seed}, step {i}");
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "only {seen} joins and leaves seen");
}

#[test]
fn a_replay_is_the_same_recording() {
    for seed in 0..how_many(100_000) / 1000 {
        for kernel in Kernel::ALL {
            let script = script(seed, kernel);
            assert_eq!(run(&script), run(&script), "seed {seed}");
        }
    }
}

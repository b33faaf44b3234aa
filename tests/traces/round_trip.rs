//! A trace that the model itself made: from a known beginning, with the same ticks, the picks must be the model's own.

use crate::details;
use eevdf_lab::io::import::trace::TraceOptions;
use eevdf_lab::io::import::{Options, import};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario;
use eevdf_lab::sim;
use eevdf_lab::sim::Recording;
use eevdf_lab::sim::recording::{Phase, Verb};
use std::fmt::Write;

/// Three spinners of different weight, and two tasks that sleep and wake, 60 ms long.
fn load(kernel: Kernel) -> String {
    let mut text = format!("kernel {}\nunit 1us\nbase_slice 700\ntick 100\n", kernel.name());
    text += "task A\ntask B nice=5\ntask C nice=-5\ntask D slice=500\ntask E\nat 0 wake A\nat 0 wake B\nat 0 wake C\n";
    for round in 0..12 {
        let start = 350 + round * 5000;
        let _ = writeln!(text, "at {start} wake D\nat {} wake E", start + 1230);
        // Whoever of them runs then goes to sleep.
        for at in [1810, 2290, 2870, 3350, 3770, 4210, 4630] {
            let _ = writeln!(text, "at {} sleep D\nat {} sleep E", start + at, start + at);
        }
    }
    text
}

/// What ftrace would have printed of a run, each time late by less than `jitter` us.
fn ftrace(run: &Recording, jitter: i64) -> String {
    let mut random: u64 = 1;
    let mut last = 0;
    let mut text = String::new();
    let (mut curr, mut left): (Option<usize>, bool) = (None, false);
    let name = |task: Option<usize>| task.map_or(("swapper/0", 0), |t| (run.tasks[t].name.as_str(), t + 1));
    let prio = |task: Option<usize>| task.map_or(120, |t| [120, 125, 115, 120, 120][t]);
    for step in run.states() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let late = if jitter == 0 { 0 } else { (random >> 33) as i64 % jitter };
        let us = (step.t.to_i64().unwrap() / 1000 + late).max(last);
        last = us;
        let stamp = format!("x-1 [000] d..2. {}.{:06}", us / 1_000_000, us % 1_000_000);
        match (step.phase, step.verb) {
            (Phase::After, Verb::Join | Verb::Rejoin | Verb::Wake) if !step.noop => {
                let (comm, pid) = name(step.task);
                let _ = writeln!(text, "{stamp}: sched_wakeup: comm={comm} pid={pid} prio={} target_cpu=000", prio(step.task));
            }
            (Phase::After, Verb::Leave) if !step.noop => left = true,
            (Phase::Pick, _) => {
                if step.task != curr {
                    let ((prev, prev_pid), (next, next_pid)) = (name(curr), name(step.task));
                    let state = if left { "S" } else { "R" };
                    let _ = writeln!(
                        text,
                        "{stamp}: sched_switch: prev_comm={prev} prev_pid={prev_pid} prev_prio={} prev_state={state} ==> \
                         next_comm={next} next_pid={next_pid} next_prio={}",
                        prio(curr),
                        prio(step.task)
                    );
                }
                (curr, left) = (step.task, false);
            }
            _ => {}
        }
    }
    text
}

#[test]
fn the_picks_of_a_trace_from_the_model_are_the_models_own() {
    for (place, kernel) in [Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2].into_iter().enumerate() {
        let parsed = scenario::parse(&load(kernel));
        assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
        let text = ftrace(&sim::run(&parsed.scenario.script), 0);
        for uncorrected in [true, false] {
            let trace = TraceOptions {
                tick: Some(Num::from(100_000)),
                slices: vec![("D".into(), Num::from(500_000))],
                uncorrected,
                slack: Some(Num::from(1)),
                ..TraceOptions::default()
            };
            let details = details(import(&text, &Options { trace, ..Options::default() }).unwrap());
            let own = details.agreements[place].all();
            assert!(own.all > 80, "{own:?}");
            // A pick that keeps the running task, but takes a delayed one off the queue on its way, leaves no line in a trace.
            assert!(own.same + 1 >= own.all, "{} uncorrected {uncorrected}: {own:?}", kernel.name());
        }
    }
}

/// Times that are late by up to 50 us, an unknown beginning and unknown ticks cost some picks; without correction far more.
#[test]
fn with_inexact_times_following_keeps_most_of_the_picks() {
    let run = sim::run(&scenario::parse(&load(Kernel::V7_2).replace("tick 100", "tick 5")).scenario.script);
    let text: String = ftrace(&run, 50).lines().skip(40).map(|line| format!("{line}\n")).collect();
    let share = |uncorrected: bool| {
        let slices = vec![("D".into(), Num::from(500_000))];
        let trace = TraceOptions { slices, uncorrected, ..TraceOptions::default() };
        let details = details(import(&text, &Options { trace, ..Options::default() }).unwrap());
        details.agreements[3].all()
    };
    let (corrected, uncorrected) = (share(false), share(true));
    println!("{corrected:?} {uncorrected:?}");
    assert!(corrected.per_mille() > 600 && corrected.same > uncorrected.same, "{corrected:?} {uncorrected:?}");
}

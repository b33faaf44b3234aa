//! Queues side by side: each CPU has its own V, ticks, picks and request ends.

use crate::reading::{Run, n};
use eevdf_lab::io::export::jsonl;
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::sim::{Recording, run};

#[test]
fn a_task_that_stays_is_placed_against_its_own_queues_v() {
    // A is woken from CPU 1, whose V is 100 further.
    let run = Run::of(
        "kernel ideal\nnice0 1\nbase_slice 24\ncpus 2\ntask A weight=1\ntask B weight=1\ntask C weight=1 cpu=1\ntask D weight=1 cpu=1\n\
         state A v=0 running\nstate B v=0 queued\nstate C v=100 running\nstate D v=100 queued\n\
         at 12 sleep A\nat 12 resched\nat 20 wake A sync cpu=1\n",
    );
    // A ran 12 of V = 6: it leaves with -6.
    let left = run.after("sleep A");
    assert_eq!(run.row(&left, "A").vlag, n(-6));
    // On CPU 1 C ran 20: V = 110. Nobody is idle, so A stays on CPU 0, where B has run 8 since: V = 8.
    let woken = run.after("wake A sync");
    assert_eq!((woken.cpu, woken.migrations), (0, 0));
    // -6 (1 + 1)/1 = -12 behind B's V of 8.
    assert_eq!(run.row(&woken, "A").vruntime, n(20));
    assert_eq!(woken.vlag(0), Some(n(-6)));
    // The V by which C and D are judged is their own queue's, as of its last charge.
    assert_eq!(woken.queue_of(1).avg_vruntime, n(100));
}

#[test]
fn a_task_that_moves_takes_its_lag_along() {
    let run = Run::of(
        "kernel ideal\nnice0 1\nbase_slice 24\ncpus 2\ntask A weight=1\ntask B weight=1\ntask C weight=1 cpu=1\n\
         state A v=0 running\nstate B v=0 queued\nstate C v=100 running\n\
         at 12 sleep A\nat 12 sleep B\nat 14 wake B cpu=1\nat 20 wake A sync cpu=1\nat 21 end\n",
    );
    // B is back on CPU 0, which was idle. C is alone on CPU 1 and about to sleep: A goes there.
    let woken = run.after("wake A sync");
    assert_eq!((woken.cpu, woken.migrations), (1, 1));
    // C has run 20, V = 120; A comes with -6, doubled by the inflation: 132. V becomes 126, and A's lag is -6.
    assert_eq!(woken.queue.avg_vruntime, n(126));
    assert_eq!(run.row(&woken, "A").vruntime, n(132));
    assert_eq!(woken.vlag(0), Some(n(-6)));
}

#[test]
fn every_cpu_that_runs_somebody_has_its_tick_in_order() {
    let run =
        Run::of("kernel v7.2\nunit 1ms\ntick 1\ncpus 4\ntask A\ntask B cpu=3\nstate A running\nstate B running\nat 2.5 end\n");
    let ticks = run.0.states().filter(|s| s.phase == Phase::After && s.verb == Verb::Tick);
    let seen: Vec<_> = ticks.map(|s| (s.t, s.cpu, s.task)).collect();
    let ms = |i: i64| n(i * 1_000_000);
    assert_eq!(seen, [(ms(1), 0, Some(0)), (ms(1), 3, Some(1)), (ms(2), 0, Some(0)), (ms(2), 3, Some(1))]);
}

#[test]
fn requests_end_on_each_cpu_when_its_own_task_is_through() {
    let run = Run::of(
        "kernel ideal\nnice0 1\nslice_end on\ncpus 2\ntask A weight=1 slice=4\ntask B weight=1 slice=6 cpu=1\n\
         state A running\nstate B running\nat 12 end\n",
    );
    let ends = run.0.states().filter(|s| s.phase == Phase::After && s.verb == Verb::SliceEnd);
    let seen: Vec<_> = ends.map(|s| (s.t, s.cpu)).collect();
    assert_eq!(seen, [(n(4), 0), (n(6), 1), (n(8), 0), (n(12), 0), (n(12), 1)]);
}

#[test]
fn the_textbook_picks_once_an_instant_on_each_cpu() {
    let run = Run::of(
        "kernel ideal\nnice0 1\ncpus 2\ntask A\ntask B cpu=1\ntask C\nat 0 wake A\nat 0 wake B cpu=1\nat 0 wake C\nat 0 wake A\n",
    );
    let picks = run.0.states().filter(|s| s.phase == Phase::Pick);
    let seen: Vec<_> = picks.map(|s| (s.cpu, s.task, s.last_pick)).collect();
    assert_eq!(seen, [(0, Some(0), true), (1, Some(1), true)]);
    assert_eq!(run.running(), "A B");
}

#[test]
fn events_of_a_cpu_mean_who_runs_there() {
    let run = Run::of(
        "kernel v7.2\nunit 1ms\ncpus 2\ntask A\ntask B cpu=1\nstate A running\nstate B running\nat 1 nice @curr 5 cpu=1\nat 2 sleep @curr cpu=1\n",
    );
    let step = run.after("nice @curr 5");
    assert_eq!((step.cpu, step.task), (1, Some(1)));
    assert_eq!(run.running(), "A -");
}

#[test]
fn json_lines_name_the_cpu_of_the_step_and_of_each_task() {
    let text = "kernel v7.2\nunit 1ms\ncpus 2\ntask A\ntask B cpu=1\nstate A running\nat 1 wake B cpu=1\n";
    let script = parse(text).scenario.script;
    let mut out = Vec::new();
    jsonl::write(&mut out, &script, &run(&script)).expect("a Vec takes everything");
    let out = String::from_utf8(out).expect("JSON is UTF-8");
    let woken = out.lines().find(|line| line.contains("\"ev\":\"wake B\"")).expect("the wake-up");
    assert!(woken.contains("\"cpu\":1,\"migrations\":0,\"nr_delayed\""), "{woken}");
    assert!(woken.contains("{\"n\":\"A\",\"cpu\":0,") && woken.contains("{\"n\":\"B\",\"cpu\":1,"), "{woken}");
}

#[test]
fn a_recording_of_several_cpus_comes_back_from_its_steps() {
    let recording = Run::of("kernel v7.2\nunit 1ms\ntick 1\ncpus 3\ntask A\ntask B\ntask C cpu=2\nat 0 wake A\nat 0 wake B sync\nat 0 wake C cpu=2\nat 2 sleep A\nat 5 end\n").0;
    let (unit, nice0) = (recording.unit.clone(), recording.nice0.clone());
    let steps: Vec<_> = recording.steps().collect();
    let again =
        Recording::from_steps(recording.tasks.clone(), recording.arith, recording.v0.clone(), unit, nice0, false, steps.clone());
    assert_eq!((again.cpus, again.len()), (3, recording.len()));
    assert!(again.steps().eq(steps));
}

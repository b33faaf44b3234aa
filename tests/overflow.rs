//! Where 64-bit words are too small: a result to show, never a panic.

use eevdf_lab::model::note::{Note, PickWhy, WarningKind};
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::{Recording, run};

/// A queue as a crash report of early 2024 showed it: the current task's vruntime is far behind everybody else's.
fn crash(kernel: &str) -> Recording {
    let text = format!(
        "kernel {kernel}
vstart 763383370431
task A
task B
task C weight=629
state A v=763383370431 queued
state B v=763760947228 queued
state C v=-10892060147608212 running
at 0 resched
at 0 end
"
    );
    let parsed = parse(&text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

fn picks(recording: &Recording) -> Vec<(Option<usize>, PickWhy)> {
    let notes = recording.steps().flat_map(|s| s.notes);
    notes.filter_map(|n| if let Note::Picked { task, why, .. } = n { Some((task, why)) } else { None }).collect()
}

fn overflows(recording: &Recording) -> Vec<(usize, bool)> {
    let notes = recording.steps().flat_map(|s| s.notes);
    let found = notes.filter_map(|n| match n {
        Note::Warning(WarningKind::EligibilityOverflow { task, exact }) => Some((task, exact)),
        _ => None,
    });
    found.collect()
}

#[test]
fn the_64_bit_product_wraps_and_nobody_is_eligible_though_the_current_task_is() {
    for kernel in ["v6.12", "v6.19-rc1"] {
        let recording = crash(kernel);
        let start = recording.step(0);
        let eligible: Vec<Option<bool>> = start.tasks.iter().map(|t| t.eligible).collect();
        assert_eq!(eligible, [Some(false), Some(false), Some(false)], "{kernel}");
        assert!(overflows(&recording).contains(&(2, true)), "{kernel}: 128 bits say that C is eligible");
        assert!(picks(&recording).contains(&(Some(2), PickWhy::NoneEligibleCurr)), "{kernel}: {:?}", picks(&recording));
    }
}

#[test]
fn exact_arithmetic_finds_the_current_task_eligible() {
    let recording = crash("v7.2\narith exact");
    assert_eq!(recording.step(0).tasks[2].eligible, Some(true));
    assert!(overflows(&recording).is_empty());
}

/// A sum that fits 64 bits, and a product of the same key with W that does not.
#[test]
fn the_same_queue_wraps_in_64_bits_and_does_not_in_128() {
    let queue = |kernel: &str| {
        let states = "state A v=0 queued\nstate C v=-5700000000000 running\nat 0 resched\n";
        let parsed = parse(&format!("kernel {kernel}\nvstart 0\ntask A\ntask C\n{states}"));
        assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
        run(&parsed.scenario.script)
    };
    let (wrapping, wide) = (queue("tip-2026-03"), queue("v7.2"));
    assert_eq!(wrapping.step(0).tasks[1].eligible, Some(false));
    assert!(overflows(&wrapping).contains(&(1, true)));
    assert_eq!(wide.step(0).tasks[1].eligible, Some(true));
    assert!(overflows(&wide).is_empty());
}

#[test]
fn a_request_end_out_of_reach_is_no_event() {
    let parsed =
        parse("kernel v7.2\nslice_end on\ntask A nice=-20\ntask B\nstate A v=0 d=100000000000000000 running\nat 1 end\n");
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    assert!(run(&parsed.scenario.script).len() < 10);
}

#[test]
fn an_initial_running_task_is_protected_as_after_a_pick() {
    for kernel in ["v6.12", "v6.19-rc1", "tip-2026-03", "v7.2"] {
        let states = "state A running\nstate B queued\nat 0 resched\n";
        let parsed = parse(&format!("kernel {kernel}\ntask A\ntask B\n{states}"));
        assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
        let recording = run(&parsed.scenario.script);
        assert_eq!(recording.step(recording.len() - 1).queue.curr, Some(0), "{kernel}");
    }
}

#[test]
fn a_sleeping_task_cannot_be_picked() {
    let parsed = parse("kernel ideal\nnice0 1\ntask A weight=1\ntask B weight=1\nat 0 wake A\nat 0 pick B\n");
    let recording = run(&parsed.scenario.script);
    let pick = recording.step(recording.len() - 1);
    assert_eq!(pick.queue.curr, Some(0));
    assert!(pick.notes.iter().any(|n| matches!(n, Note::Noop(_))));
}

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
fn the_128_bit_product_finds_the_current_task_eligible() {
    let recording = crash("v7.2\narith exact");
    assert_eq!(recording.step(0).tasks[2].eligible, Some(true));
    assert!(overflows(&recording).is_empty());
}

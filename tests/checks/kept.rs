//! What no variant breaks, broken by hand: a recording with a wrong number in it is found out.

use crate::{gallery, of_row, script};
use eevdf_lab::checks::{Checks, Report};
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::recording::Step;
use eevdf_lab::sim::{Recording, run};

/// A gallery scenario's run with one step changed, checked.
fn tampered(key: &str, index: usize, change: impl FnOnce(&mut Step)) -> (Report, Recording) {
    let script = script(gallery(key));
    let r = run(&script);
    let mut steps: Vec<Step> = r.steps().collect();
    change(&mut steps[index]);
    let (v0, unit, nice0) = (r.v0.clone(), r.unit.clone(), r.nice0.clone());
    let recording = Recording::from_steps(r.tasks.clone(), r.arith, v0, unit, nice0, r.has_j, steps);
    (Checks::of(&script, &recording), recording)
}

/// Whether the invariant is broken once, without an excuse.
#[track_caller]
fn found(report: &Report, recording: &Recording, name: &str, expected: &str) {
    assert_eq!(of_row(report, recording, name), format!("BROKEN once\n{expected}"));
    let row = report.row(name).expect("the invariant");
    assert_eq!(row.tally.unexplained, 1);
    if name != "v-plus-j" {
        assert!(row.remarks().iter().any(|r| r.contains("should keep it")), "{:?}", row.remarks());
    }
}

/// T1 joins at V0 and stays alone; with V a third too high its lag is not 0, and somebody has moved V.
#[test]
fn a_wrong_v_breaks_the_sum_and_the_join() {
    let (report, recording) = tampered("m4-sum-jlag", 1, |step| step.queue.avg_vruntime = Num::frac(1, 3));
    found(&report, &recording, "zero-sum", "step 2, t: sum of w (V - v) is 1/3, expected 0");
    found(&report, &recording, "join-at-v-keeps-v", "step 2, t: T1 joins at V = V0, and V is then V0+1/3");
}

#[test]
fn a_negative_counter_is_shown_as_it_is() {
    let (report, recording) =
        tampered("k-delay-wake-before", 3, |step| step.queue.nr_delayed = i64::from(step.queue.h_nr_queued) + 1);
    let runnable = recording.state(3).tasks.iter().filter(|t| t.on_rq && !t.sched_delayed).count();
    let expected = format!("step 4, t: h_nr_runnable is -1, but {runnable} of them are not delayed");
    found(&report, &recording, "counters", &expected);
}

#[test]
fn a_j_beyond_the_bound_is_found_at_its_step() {
    let (report, recording) = tampered("m4-sum-jlag", 3, |step| step.queue.j = Some(Num::from(-177)));
    found(&report, &recording, "j-bounded", "step 4, t: |J| is 177, its bound ~176.663");
}

#[test]
fn v_plus_j_that_moves_for_no_reason_has_none() {
    let (report, recording) = tampered("m4-sum-jlag", 3, |step| step.queue.j = Some(Num::from(19)));
    let reason = "the event is none that the rule keeps V + J for";
    let row = report.row("v-plus-j").expect("the invariant");
    assert_eq!((row.tally.broken, row.tally.unexplained), (1, 1), "{}", of_row(&report, &recording, "v-plus-j"));
    assert_eq!(row.tally.violations[0].text, format!("V + J moves by 1, from V0 to V0+1: {reason}"));
}

/// A vruntime of 2^60 times a weight of 2^20 is no 64-bit word any more.
#[test]
fn sums_that_wrap_are_broken_with_their_reason() {
    let text = "kernel v7.2\nvstart 0\ntask A\ntask B\nstate A v=0 queued\nstate B v=1152921504606846977 queued\nat 0 end\n";
    let script = script(text);
    let report = Checks::of(&script, &run(&script));
    let tally = &report.row("zero-sum").expect("the invariant").tally;
    assert!(tally.broken > 0 && tally.unexplained == 0, "{tally:?}");
    assert!(tally.violations[0].cause.is_some_and(|c| c.contains("64-bit words")));
}

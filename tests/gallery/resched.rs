//! Mail M5 and mail M2's yield: the numbers that the notes name.

use crate::reading::Run;
use eevdf_lab::model::note::{Note, ReschedWhy};
use eevdf_lab::model::rules::SliceEnd;
use eevdf_lab::sim::recording::Phase;

/// The ends of slices: when, cfs nr_running, rq nr_running, the three verdicts, and whether a reschedule was asked for.
fn slice_ends(run: &Run) -> Vec<(String, u32, u32, [bool; 3], bool)> {
    let mut ends = Vec::new();
    for step in run.recording().steps() {
        let asked = step.notes.iter().any(|n| matches!(n, Note::Resched { why: ReschedWhy::RequestEnded, .. }));
        for note in &step.notes {
            if let Note::SliceEnded { cfs_nr, rq_nr, .. } = note {
                let verdicts = SliceEnd::ALL.map(|rule| rule.asks(*cfs_nr, *rq_nr));
                ends.push((run.time(&step.t), *cfs_nr, *rq_nr, verdicts, asked));
            }
        }
    }
    ends
}

const NEEDLESS: [bool; 3] = [false, true, false];

#[test]
fn case_19_the_decision_table() {
    for (key, asked, runs) in [("case-19", false, "A"), ("case-19-rq-nr-running", true, "R"), ("case-19-6.11", false, "A")] {
        let run = Run::of(key);
        assert_eq!(slice_ends(&run), [("3".to_string(), 1, 2, NEEDLESS, asked)], "{key}");
        assert_eq!(run.after("4", "end").runs(), runs, "{key}");
    }
    let two = Run::of("case-19-two-fair");
    assert_eq!(slice_ends(&two), [("3".to_string(), 2, 3, [true; 3], true)]);
    assert_eq!(two.picked("3").runs(), "R");
    for patches in [&[][..], &["resched-6.11"], &["resched-rq-nr-running"]] {
        let run = Run::patched("case-19-two-fair", patches);
        assert!(slice_ends(&run)[0].4, "{patches:?}");
    }
}

#[test]
fn case_19_a_delayed_task_counts() {
    let run = Run::of("case-19-delayed");
    assert_eq!(slice_ends(&run), [("3".to_string(), 2, 2, [true; 3], true), ("6".to_string(), 2, 2, [true; 3], true)]);
    assert_eq!(run.after("3", "tick").step.queue.nr_delayed, 1);
    assert_eq!((run.picked("3").runs(), run.picked("6").runs()), ("A", "A"));
}

#[test]
fn m5_the_fair_server_and_what_the_rules_ask_for_in_its_time() {
    let ends = ["16", "19", "35", "38"];
    for (key, asked) in [("m5-fair-server", false), ("m5-fair-server-rq-nr-running", true)] {
        let run = Run::of(key);
        let expected = ends.map(|t| (t.to_string(), 1, 2, NEEDLESS, asked));
        assert_eq!(slice_ends(&run), expected, "{key}");
        assert_eq!(run.switches(), "R@0 A@13 R@20 A@33 R@40", "{key}");
        let picks = run.recording().states().filter(|step| step.phase == Phase::Pick).count();
        assert_eq!(picks, if asked { 5 + 4 } else { 5 }, "{key}: one pick a switch, and one a needless reschedule");
    }
}

#[test]
fn m2_yield_counts_the_delayed_task_or_does_not() {
    let run = Run::of("m2-yield");
    let before = run.before("1", "yield");
    assert_eq!((before.v("A"), before.step.queue.rq_nr_running, before.step.queue.nr_delayed), ("V0+1".into(), 2, 1));
    assert_eq!((run.after("1", "yield").v("A"), run.after("1", "yield").d("A")), ("V0+3".into(), "V0+6".into()));
    assert_eq!((run.picked("1").runs(), run.after("2", "tick").v("A")), ("A", "V0+4".into()));
    let patched = Run::of("m2-yield-nr-delayed");
    assert_eq!((patched.picked("1").runs(), patched.after("2", "tick").v("A")), ("A", "V0+2".into()));
    assert_eq!(patched.after("2", "tick").d("A"), "V0+3");
}

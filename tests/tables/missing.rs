//! What a table has to say before it can be replayed, and how what is missing is named.

use eevdf_lab::tables::check::{Verdict, check};
use eevdf_lab::tables::infer::CannotInfer;

fn cannot(text: &str) -> CannotInfer {
    let report = check(text);
    assert_eq!(report.verdict(), Verdict::CannotInfer, "{report}");
    assert_eq!(report.verdict().exit_status(), 2);
    let words = report.to_string();
    assert!(words.contains("This table can't be replayed:\n- line "), "{words}");
    report.tables[0].outcome.as_ref().unwrap_err().clone()
}

#[test]
fn the_weight_of_a_joining_task() {
    let error = cannot("time | event | v | lag\nt | T1 join- | NA | 0\nt | T1 join+ | V0 | 0\n");
    assert_eq!(error, CannotInfer::Weight { line: 2, task: "T1".into() });
    assert_eq!(error.to_string(), "line 2: the weight of T1 is missing: expected W in the rows around its join, or a column w");
    // A column w will do.
    let with_w = "time | event | w | v | lag\nt | T1 join- | 2 | NA | 0\nt | T1 join+ | 2 | V0 | 0\n";
    assert_eq!(check(with_w).verdict(), Verdict::Agrees);
}

#[test]
fn the_lag_that_a_task_brings() {
    let error = cannot("event | W | sumJ | v\nT1 join+ | 1 | 0 | V0\n");
    assert_eq!(error, CannotInfer::Lag { line: 2, task: "T1".into() });
    // Without J the first task on an empty queue goes to V whatever its lag, the second does not.
    let error = cannot("event | W | v | V\nT1 join+ | 1 | V0 | V0\nT2 join+ | 2 | V0-72 | V0-36\n");
    assert_eq!(error, CannotInfer::Lag { line: 3, task: "T2".into() });
}

#[test]
fn a_task_that_never_joined() {
    let error = cannot("time | event | W | lag\nt | T1 join- | 0 | 0\nt | T1 join+ | 1 | 0\nt | pick T2 | 1 | 0\n");
    assert_eq!(error, CannotInfer::NeverJoined { line: 4, event: "pick T2".into(), task: "T2".into() });
    assert_eq!(cannot("event | W\npick T1 | 1\n"), CannotInfer::NoJoin { line: 1 });
}

#[test]
fn a_queue_that_is_not_empty_at_first() {
    let error = cannot("time | event | W | lag\nt | T3 join- | 2 | -12\nt | T3 join+ | 3 | -20\n");
    assert_eq!(error, CannotInfer::StartsBusy { line: 2, load: "2".into() });
    assert_eq!(cannot("time | event | W\nt | start | 2\nt | T1 join+ | 3\n"), CannotInfer::Start { line: 2 });
}

const TWO: &str =
    "time | event | W | lag\nt | T1 join- | 0 | 0\nt | T1 join+ | 1 | 0\nt | T2 join- | 1 | 0\nt | T2 join+ | 2 | 0\n";

#[test]
fn who_runs_while_time_passes() {
    let error = cannot(&format!("{TWO}t+5 | T1 leave- | 2 | -2.5\n"));
    assert_eq!(error, CannotInfer::Pick { line: 6, from: "t".into(), to: "t+5".into() });
    let error = cannot(&format!("{TWO}t | pick T1 | 2 | 0\nt+5 | T1 leave+ | 1 | -2.5\nt+3 | T1 rejoin+ | 2 | 0\n"));
    assert_eq!(error, CannotInfer::Backwards { line: 8, time: "t+3".into(), above: "t+5".into() });
    // Whoever was picked runs on until somebody else is.
    let on = format!("{TWO}t | pick T1 | 2 | 0\nt+5 | tick+ | 2 |\nt+9 | T1 leave- | 2 | -4.5\n");
    let report = check(&on);
    assert_eq!(report.verdict(), Verdict::Agrees, "{report}");
    assert!(report.to_string().contains("- no pick printed, so taken to run on: T1 at t+5\n"), "{report}");
}

#[test]
fn run_times_and_settings() {
    let untimed: String = TWO.lines().map(|l| format!("{}\n", l.split_once(" | ").unwrap().1)).collect();
    let error = cannot(&format!("{untimed}pick T1 | 2 | 0\nT1 leave+ | 1 | -2\n"));
    assert_eq!(error, CannotInfer::Times { line: 7, event: "T1 leave+".into() });
    let error = cannot(&format!("{TWO}t | T1 nice+ | 2 | 0\n"));
    assert_eq!(error, CannotInfer::Setting { line: 6, event: "T1 nice+".into() });
    let error = cannot(&format!("{TWO}t | pick T1 | 2 | 0\nt+1 | T1 yield+ | 2 | 0\n"));
    assert_eq!(error, CannotInfer::Slice { line: 7, event: "T1 yield+".into(), task: "T1".into() });
}

#[test]
fn a_table_of_any_size_is_replayed_or_refused() {
    let joins: String = (0..70).map(|i| format!("T{i} join- | {i} | 0\nT{i} join+ | {} | 0\n", i + 1)).collect();
    let error = cannot(&format!("event | W | lag\n{joins}"));
    assert_eq!(error, CannotInfer::TooLarge { line: 1, what: "tasks", found: 70, most: 64 });
    let ticks = "tick+ | 1 | 0\n".repeat(3000);
    let error = cannot(&format!("event | W | lag\n{ticks}"));
    assert_eq!(error, CannotInfer::TooLarge { line: 1, what: "rows", found: 3000, most: 2000 });
}

#[test]
fn a_reweight_is_told_by_w() {
    let text = format!("{TWO}t | T2 reweight- | 2 | 0\nt | T2 reweight+ | 4 | 0\nt | T2 leave- | 4 | 0\nt | T2 leave+ | 1 | 0\n");
    let report = check(&text);
    assert_eq!(report.verdict(), Verdict::Agrees, "{report}");
    let wrong = text.replace("t | T2 leave+ | 1 |", "t | T2 leave+ | 2 |");
    assert_eq!(check(&wrong).verdict(), Verdict::Differs);
}

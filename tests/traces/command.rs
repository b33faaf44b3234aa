//! `eevdf-lab import` of a trace: the scenario on standard output, everything else on standard error.

use crate::program::{eevdf_lab, text};
use std::process::Output;

fn import(args: &[&str]) -> Output {
    eevdf_lab(&[&["import", "-"], args].concat(), include_bytes!("samples/ftrace.txt"))
}

#[test]
fn what_a_trace_does_not_tell_is_told_by_options() {
    let args = "--slice spin=0.5ms --nice kid=7 --base-slice 2ms --tick 4ms --slack 20us --feature NO_NEXT_BUDDY --kernel v6.12 \
                --from-time 100.000015 --to-time 100.0037 --uncorrected";
    let output = import(&args.split_whitespace().collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let scenario = text(&output.stdout);
    let lines = [
        "kernel v6.12",
        "feature NO_NEXT_BUDDY",
        "tick 4000",
        "slack 20",
        "picks given",
        "base_slice 2000",
        "task spin slice=500",
        "task kid nice=7",
        "at 0 pick spin",
        "at 3500 pick kid",
    ];
    for line in lines {
        assert!(scenario.lines().any(|l| l == line), "{line}\n{scenario}");
    }
    assert!(!scenario.contains("exit kid"));
    let told = text(&output.stderr);
    for sentence in ["2 events are outside the times", "v6.19-rc1", "The scenario names v6.12, as asked."] {
        assert!(told.contains(sentence), "{sentence}\n{told}");
    }
}

#[test]
fn wrong_options_say_what_was_expected() {
    let wrong = [
        ("--slice", "spin", "expected NAME=D with a time as 0.5ms"),
        ("--slice", "spin=5m", "expected NAME=D with a time as 0.5ms"),
        ("--nice", "spin=20", "expected NAME=N with N from -20 to 19"),
        ("--base-slice", "-1", "expected a time as 0.7ms or 700000 (ns)"),
        ("--tick", "0", "expected a time as 0.7ms or 700000 (ns)"),
        ("--from-time", "soon", "expected seconds as 7.205798"),
    ];
    for (option, value, expected) in wrong {
        let output = import(&[&format!("{option}={value}")]);
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

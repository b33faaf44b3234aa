//! The same few milliseconds of one CPU, as each tool prints them.

use crate::{events, imports, said};
use eevdf_lab::io::import::{Kind, Options, import};

const FTRACE: &str = include_str!("samples/ftrace.txt");
const PERF: &str = include_str!("samples/perf-script.txt");
const TIMEHIST: &str = include_str!("samples/timehist.txt");
const MVW: &str = include_str!("samples/timehist-mvw.txt");

/// spin is woken and runs; a job with nice 5 waits 0.9 ms, runs 0.6 ms and sleeps; a child is born, runs once and is gone.
const EVENTS: [&str; 11] = [
    "at 0 wake spin",
    "at 10 pick spin",
    "at 510 wake my_job:_2",
    "at 1410 pick my_job:_2",
    "at 2010 sleep my_job:_2",
    "at 2010 pick spin",
    "at 2310 fork kid",
    "at 3510 pick kid",
    "at 4010 exit kid",
    "at 4010 pick spin",
    "",
];

#[test]
fn ftrace_and_perf_script_give_the_same_scenario() {
    let [ftrace, perf] = [FTRACE, PERF].map(|text| imports(text, &Options::default()));
    assert_eq!((ftrace.kind, perf.kind), (Kind::Ftrace, Kind::PerfScript));
    assert_eq!(events(&ftrace), EVENTS[..10]);
    assert_eq!(events(&perf), EVENTS[..10]);
    for imported in [&ftrace, &perf] {
        assert!(imported.scenario.contains("\ntask my_job:_2 nice=5\n"), "{}", imported.scenario);
        assert_eq!(said(imported), [""; 0]);
        assert!(imported.found[0].starts_with("5 switches and 3 wake-ups of 3 tasks, 100.000010 s to 100.004020 s."));
        assert!(imported.found[0].ends_with("Not needed: 1 line of sched_stat_runtime."), "{}", imported.found[0]);
    }
}

/// Two CPUs scale base_slice by 2; the header of ftrace tells their number, perf's lines only that there is a CPU 1.
#[test]
fn the_default_of_base_slice_follows_from_the_number_of_cpus() {
    for text in [FTRACE, PERF] {
        assert!(imports(text, &Options::default()).scenario.contains("\nbase_slice 1400\n"));
    }
    let eight = FTRACE.replace("#P:2", "#P:8");
    assert!(imports(&eight, &Options::default()).scenario.contains("\nbase_slice 2800\n"));
}

/// The rows tell when each left: it had come `run` before, and was woken `delay` before that. spin's first row tells no start; its
/// state at 1420 follows from its next row: no delay, so it had been preempted. The migration thread is no fair task.
#[test]
fn timehist_rows_become_switches_and_wake_ups() {
    let imported = imports(TIMEHIST, &Options::default());
    assert_eq!(imported.kind, Kind::Timehist);
    assert_eq!(said(&imported), [""; 0]);
    let expected = [
        "at 0 pick spin",
        "at 500 wake my_job:_2",
        "at 1400 pick my_job:_2",
        "at 2000 sleep my_job:_2",
        "at 2000 idle",
        "at 2010 pick spin",
        "at 2300 wake kid",
        "at 3500 sleep spin",
        "at 3500 pick kid",
        "at 4000 sleep kid",
        "at 4000 idle",
    ];
    assert_eq!(events(&imported), expected, "{}", imported.scenario);
    assert!(imported.scenario.contains("\nstate spin queued\n"), "{}", imported.scenario);
    assert!(!imported.scenario.contains("migration"));
}

/// The picture's letter is no part of the comm, not even of a task named `s`; wake-ups printed as rows count to the microsecond.
#[test]
fn timehist_with_cpu_picture_wake_ups_and_migrations() {
    let imported = imports(MVW, &Options::default());
    assert_eq!(said(&imported), [""; 0]);
    let expected = [
        "at 0 wake spin",
        "at 10 pick spin",
        "at 510 wake s",
        "at 1410 pick s",
        "at 2010 sleep s",
        "at 2010 pick spin",
        "at 3510 sleep spin",
        "at 3510 idle",
    ];
    assert_eq!(events(&imported), expected, "{}", imported.scenario);
}

#[test]
fn a_quoted_trace_in_a_mail_is_found() {
    let mail =
        format!("Hi,\n\nthis is what I see:\n\n{}\nAny idea?\n", FTRACE.lines().map(|l| format!("> {l}\n")).collect::<String>());
    let imported = imports(&mail, &Options::default());
    assert_eq!(events(&imported), EVENTS[..10]);
}

#[test]
fn unknown_lines_and_foreign_events_are_reported_with_their_lines() {
    let text = FTRACE.replace(
        "            spin-71      [001] d...  ",
        "some noise\n spin-71 [001] d... 100.001400: tlb_flush: pages:-1 reason:x (0)\n spin-71 [001] d... 100.001410: sched_switch: prev_comm=a\n            spin-71      [001] d...  ",
    );
    let said = said(&imports(&text, &Options { from: Some(Kind::Ftrace), ..Options::default() }));
    assert_eq!(said.len(), 3, "{said:#?}");
    assert!(
        said[0].starts_with("10:1: a line that is no event of a trace: `some noise`, expected `comm-pid [cpu]"),
        "{}",
        said[0]
    );
    assert!(said[1].starts_with("12:47: fields of sched_switch that are not understood: `prev_comm=a`"), "{}", said[1]);
    assert!(said[2].starts_with("11:1: 1 line of the event `tlb_flush`"), "{}", said[2]);
}

#[test]
fn a_trace_without_switches_says_what_is_missing() {
    let refused = import("x-1 [000] d..2. 1.000000: sched_wakeup: comm=a pid=2 prio=120 target_cpu=000\n", &Options::default());
    let why = refused.unwrap_err().why.to_string();
    assert_eq!(why, "1:1: a trace without a sched_switch, expected at least one in the part that is wanted");
}

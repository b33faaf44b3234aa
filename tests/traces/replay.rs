//! What becomes of a trace's events: the CPU, the window, missing and foreign events, the comparison.

use crate::{details, events, imports};
use eevdf_lab::io::import::trace::{TraceOptions, Verdict, Window};
use eevdf_lab::io::import::{Options, import};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario;
use eevdf_lab::sim;
use eevdf_lab::sim::recording::Phase;

/// A line of a trace on CPU 0.
fn at(us: u64, event: &str) -> String {
    format!("x-1 [000] d..2. {}.{:06}: {event}\n", us / 1_000_000, us % 1_000_000)
}

fn switch(us: u64, prev: (&str, u32), state: &str, next: (&str, u32)) -> String {
    let ((prev, prev_pid), (next, next_pid)) = (prev, next);
    at(
        us,
        &format!(
            "sched_switch: prev_comm={prev} prev_pid={prev_pid} prev_prio=120 prev_state={state} ==> next_comm={next} \
             next_pid={next_pid} next_prio=120"
        ),
    )
}

fn wakeup(us: u64, (comm, pid): (&str, u32)) -> String {
    at(us, &format!("sched_wakeup: comm={comm} pid={pid} prio=120 target_cpu=000"))
}

const A: (&str, u32) = ("a", 11);
const B: (&str, u32) = ("b", 12);
const C: (&str, u32) = ("c", 13);
const IDLE: (&str, u32) = ("swapper/0", 0);

/// Four requests of 0.7 ms, turn by turn: the model picks the same each time, on every kernel.
#[test]
fn two_tasks_that_take_turns_agree_on_every_kernel() {
    let mut text = wakeup(1000, A) + &switch(1000, IDLE, "R", A) + &wakeup(1000, B);
    for turn in 0..4 {
        let (from, to) = if turn % 2 == 0 { (A, B) } else { (B, A) };
        text += &switch(1700 + turn * 700, from, "R", to);
    }
    let imported = imports(&text, &Options::default());
    let details = details(imported);
    assert_eq!(details.agreements.len(), 4);
    for agreement in &details.agreements {
        let all = agreement.all();
        assert_eq!((all.all, all.same), (5, 5), "{}", agreement.kernel.name());
    }
    assert_eq!(details.best(), [Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2]);
}

/// a and b have run, and both have negative lag after that; c waits, is owed the most, and has the only deadline that counts. The trace
/// says that a runs on turn instead: that row is marked, with the step in which the page shows it.
#[test]
fn a_pick_that_the_model_would_not_make_is_marked_with_its_step() {
    let text = [
        wakeup(0, A),
        switch(0, IDLE, "R", A),
        wakeup(0, B),
        wakeup(0, C),
        switch(700, A, "R", B),
        switch(1400, B, "R", A), // the model: c
        switch(2100, A, "R", C),
    ]
    .concat();
    let imported = imports(&text, &Options { kernel: Some(Kernel::V7_2), ..Options::default() });
    let recording = sim::run(&scenario::parse(&imported.scenario).scenario.script);
    let details = details(imported);
    let tasks = &details.replay.scenario.script.tasks;
    let agreement = &details.agreements[3];
    assert_eq!(agreement.kernel, Kernel::V7_2);
    let rows: Vec<_> = agreement
        .picks
        .iter()
        .map(|p| (p.line, tasks[p.real].name.as_str(), p.model.map(|m| tasks[m].name.as_str()), p.verdict, p.eligible))
        .collect();
    let (same, other) = (Verdict::Same, Verdict::Other);
    assert_eq!(
        rows,
        [
            (2, "a", Some("a"), same, true),
            (5, "b", Some("b"), same, true),
            (6, "a", Some("c"), other, false),
            (7, "c", Some("c"), same, true)
        ]
    );
    for pick in &agreement.picks {
        let step = recording.state(pick.step);
        assert_eq!((step.phase, step.task), (Phase::Pick, Some(pick.real)), "step {}", pick.step);
    }
}

/// Uncorrected, an error stays: c still has the earliest deadline, so it stays the model's pick until it runs.
#[test]
fn a_contradiction_moves_vruntimes_only_where_that_is_asked_for() {
    let text =
        [wakeup(0, A), switch(0, IDLE, "R", A), wakeup(0, B), wakeup(0, C), switch(700, A, "R", B), switch(1400, B, "R", A)]
            .concat();
    let v_of = |uncorrected: bool| {
        let trace = TraceOptions { uncorrected, ..TraceOptions::default() };
        let options = Options { kernel: Some(Kernel::V7_2), trace, ..Options::default() };
        let recording = sim::run(&scenario::parse(&imports(&text, &options).scenario).scenario.script);
        let last = recording.state(recording.len() - 1);
        (last.tasks.iter().map(|t| t.vruntime.to_i64().unwrap() + 1_048_576).collect::<Vec<_>>(), last.queue.curr)
    };
    // a has run 0.7 ms, b 0.7 ms, c nothing: V is 466666.
    assert_eq!(v_of(true), (vec![700_000, 700_000, 0], Some(0)));
    // a goes back to the V of the others, 350000 (and 1 less, for V is rounded down); its deadline is 1049999 then. c's deadline
    // goes to 1 after that, which is nearer than where c is not eligible.
    assert_eq!(v_of(false), (vec![349_999, 700_000, 350_000], Some(0)));
}

#[test]
fn only_the_busiest_cpu_is_replayed_unless_another_is_asked_for() {
    let text = [
        switch(0, IDLE, "R", A),
        switch(100, A, "S", IDLE),
        switch(0, IDLE, "R", B).replace("[000]", "[003]"),
        switch(900, B, "S", IDLE).replace("[000]", "[003]"),
    ]
    .concat();
    let imported = imports(&text, &Options::default());
    assert_eq!(events(&imported), ["at 0 pick b", "at 900 sleep b", "at 900 idle"]);
    assert_eq!(imported.found[1], "CPU 3 of 2 is replayed (the busiest; --cpu takes another).");
    let imported = imports(&text, &Options { cpu: Some(0), ..Options::default() });
    assert_eq!(events(&imported), ["at 0 pick a", "at 100 sleep a", "at 100 idle"]);
    let refused = import(&text, &Options { cpu: Some(1), ..Options::default() }).unwrap_err();
    assert_eq!(refused.why.to_string(), "1:1: no switch on CPU 1, expected one of the CPUs 0 3");
}

#[test]
fn a_window_takes_a_part_of_the_trace() {
    let text = [switch(1000, A, "R", B), switch(2000, B, "R", A), switch(3000, A, "R", B), switch(4000, B, "R", A)].concat();
    let window = Window { from: Some(1_500_000), to: Some(3_000_000) };
    let imported = imports(&text, &Options { trace: TraceOptions { window, ..TraceOptions::default() }, ..Options::default() });
    assert_eq!(events(&imported), ["at 0 pick a", "at 1000 pick b"]);
    assert!(imported.found.iter().any(|s| s == "2 events are outside the times that were asked for."), "{:#?}", imported.found);
}

/// A real-time task takes the CPU: the fair tasks wait, none of them sleeps, and nobody is charged meanwhile.
#[test]
fn tasks_of_other_classes_take_the_cpu_from_the_fair_queue() {
    let rt = |line: String| line.replace("next_comm=rt next_pid=9 next_prio=120", "next_comm=rt next_pid=9 next_prio=49");
    let rt_prev = |line: String| line.replace("prev_comm=rt prev_pid=9 prev_prio=120", "prev_comm=rt prev_pid=9 prev_prio=49");
    let text = [
        wakeup(0, A),
        switch(0, IDLE, "R", A),
        rt(switch(300, A, "R", ("rt", 9))),
        rt_prev(switch(500, ("rt", 9), "S", A)),
        switch(600, A, "S", IDLE),
    ]
    .concat();
    let imported = imports(&text, &Options::default());
    assert_eq!(
        events(&imported),
        ["at 0 wake a", "at 0 pick a", "at 300 idle", "at 500 pick a", "at 600 sleep a", "at 600 idle"]
    );
    let recording = sim::run(&scenario::parse(&imported.scenario).scenario.script);
    let last = recording.state(recording.len() - 1);
    assert_eq!(last.tasks[0].sum_exec, Num::from(400_000));
}

/// b gets the CPU unseen, and c runs although nobody woke it: both are put in, and neither pick is compared.
#[test]
fn missing_events_are_put_in_and_not_compared() {
    let text =
        [wakeup(0, A), switch(0, IDLE, "R", A), wakeup(10, B), wakeup(20, C), switch(100, C, "S", IDLE), switch(300, B, "R", C)]
            .concat();
    let imported = imports(&text, &Options::default());
    let expected = [
        "at 0 wake a",
        "at 0 pick a",
        "at 10 wake b",
        "at 20 wake c",
        "at 100 pick c",
        "at 100 sleep c",
        "at 100 idle",
        "at 300 pick b",
        "at 300 wake c",
        "at 300 pick c",
    ];
    assert_eq!(events(&imported), expected);
    assert!(
        imported
            .found
            .iter()
            .any(|s| s.starts_with("Events are missing: 2 switches are from a task that did not run, 1 tasks got")),
        "{:#?}",
        imported.found
    );
    assert_eq!(details(imported).agreements[0].all().all, 1);
}

/// A task that another CPU takes leaves the queue without having run; one that comes without a wake-up joins it.
#[test]
fn migrations_join_and_leave() {
    let moved = |us, (comm, pid): (&str, u32), from: u32, to: u32| {
        at(us, &format!("sched_migrate_task: comm={comm} pid={pid} prio=120 orig_cpu={from} dest_cpu={to}"))
    };
    let text = [
        wakeup(0, A),
        switch(0, IDLE, "R", A),
        wakeup(10, B),
        moved(20, B, 0, 1),
        moved(30, C, 1, 0),
        switch(100, A, "R", C),
        // In its sleep: the wake-up that follows says where it will be.
        moved(110, B, 1, 0),
        wakeup(111, B),
        switch(200, C, "S", B),
    ]
    .concat();
    let expected = [
        "at 0 wake a",
        "at 0 pick a",
        "at 10 wake b",
        "at 20 sleep b",
        "at 30 wake c",
        "at 100 pick c",
        "at 111 wake b",
        "at 200 sleep c",
        "at 200 pick b",
    ];
    assert_eq!(events(&imports(&text, &Options::default())), expected);
}

/// Newer `perf sched record` keeps sched_waking in place of sched_wakeup.
#[test]
fn waking_counts_where_there_is_no_wakeup() {
    let waking = wakeup(10, B).replace("sched_wakeup", "sched_waking");
    let text = [switch(0, IDLE, "R", A), waking.clone(), switch(100, A, "R", B)].concat();
    assert_eq!(events(&imports(&text, &Options::default())), ["at 0 pick a", "at 10 wake b", "at 100 pick b"]);
    let text = [switch(0, IDLE, "R", A), waking, wakeup(12, B), switch(100, A, "R", B)].concat();
    assert_eq!(events(&imports(&text, &Options::default())), ["at 0 pick a", "at 12 wake b", "at 100 pick b"]);
}

#[test]
fn what_a_trace_does_not_tell_can_be_told() {
    let text = [wakeup(0, A), switch(0, IDLE, "R", A), wakeup(10, B), switch(700, A, "R", B)].concat();
    let trace = TraceOptions {
        base_slice: Some(Num::from(3_000_000)),
        tick: Some(Num::from(4_000_000)),
        slack: Some(Num::from(50_000)),
        nice: vec![("b".into(), -5)],
        slices: vec![("a".into(), Num::from(500_000))],
        ..TraceOptions::default()
    };
    let imported = imports(&text, &Options { kernel: Some(Kernel::V6_12), trace, ..Options::default() });
    for line in ["kernel v6.12", "tick 4000", "slack 50", "picks followed", "task a slice=500", "task b nice=-5"] {
        assert!(imported.scenario.lines().any(|l| l == line), "{line}\n{}", imported.scenario);
    }
}

/// A nice value that changes while the trace runs is an event.
#[test]
fn another_priority_is_another_nice_value() {
    let text =
        [switch(0, IDLE, "R", A), wakeup(50, B), switch(100, A, "R", B).replace("prev_prio=120", "prev_prio=125")].concat();
    assert_eq!(events(&imports(&text, &Options::default())), ["at 0 pick a", "at 50 wake b", "at 100 nice a 5", "at 100 pick b"]);
}

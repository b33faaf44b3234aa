//! What the items mean, apart from any scheduler: on a CPU that runs its tasks in the order in which they wake, each until it
//! sleeps.

use eevdf_lab::model::arith::Kernel;
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::behaviour::{Act, Programs};
use expect_test::{Expect, expect};
use std::collections::VecDeque;

/// What happens until `end`, a line an act: when, who, what.
fn log(tasks: &str, end: u64) -> String {
    let parsed = parse(&format!("kernel v7.2\n{tasks}\nat {end} end\n"));
    assert!(parsed.is_ok(), "{:#?}", parsed.diagnostics);
    let script = parsed.scenario.script;
    let name = |task: usize| script.tasks[task].name.as_str();
    let mut programs = Programs::<Kernel>::new(&script).expect("a task has a behaviour");
    let (mut now, mut consumed) = (0, vec![0; script.tasks.len()]);
    let mut queue = VecDeque::new();
    let mut log = String::new();
    while now <= end {
        let alarm = programs.next_alarm().map(|(t, _)| *t);
        let acts = queue.front().and_then(|p| programs.due(*p, &consumed[*p])).map(|left| now + left);
        let (at, is_alarm) = match (alarm, acts) {
            (Some(alarm), Some(acts)) if alarm < acts => (alarm, true),
            (_, Some(acts)) => (acts, false),
            (Some(alarm), None) => (alarm, true),
            (None, None) => break,
        };
        if at > end {
            break;
        }
        if let Some(p) = queue.front() {
            let p: usize = *p;
            consumed[p] += at - now;
        }
        now = at;
        if is_alarm {
            let p = programs.take_alarm().expect("an alarm");
            programs.woken(p, &now);
            queue.push_back(p);
            continue;
        }
        let p = *queue.front().expect("who acts");
        let what = match programs.act(p, &now, &consumed[p]) {
            Act::Runs => continue,
            Act::Sleeps => {
                queue.pop_front();
                "sleeps".to_string()
            }
            Act::Wakes { task, sync } => {
                programs.woken(task, &now);
                queue.push_back(task);
                format!("wakes {}{}", name(task), if sync { " sync" } else { "" })
            }
            Act::Yields => {
                queue.rotate_left(1);
                "yields".to_string()
            }
            Act::Exits => {
                queue.pop_front();
                "exits".to_string()
            }
        };
        log += &format!("{now} {} {what}\n", name(p));
    }
    log
}

fn check(tasks: &str, end: u64, expected: Expect) {
    expected.assert_eq(&log(tasks, end));
}

#[test]
fn a_task_does_its_items_once_and_exits() {
    check(
        "task A : run 5; sleep 10; run 2; yield; run 1",
        100,
        expect![[r#"
            5 A sleeps
            17 A yields
            18 A exits
        "#]],
    );
}

#[test]
fn a_run_lasts_as_long_as_it_takes_to_get_the_cpu_time() {
    // B waits from 0 to 5 and runs 5..8; A, awake at 7, waits until B sleeps.
    check(
        "task A : run 5; sleep 2; run 1\ntask B : run 3",
        100,
        expect![[r#"
            5 A sleeps
            8 B exits
            9 A exits
        "#]],
    );
}

#[test]
fn loops_nest_and_count() {
    check(
        "task A : loop 2 { loop 3 { run 1; yield }; sleep 10 }",
        100,
        expect![[r#"
            1 A yields
            2 A yields
            3 A yields
            3 A sleeps
            14 A yields
            15 A yields
            16 A yields
            16 A sleeps
            26 A exits
        "#]],
    );
}

#[test]
fn a_sleep_moves_what_follows_and_a_timer_does_not() {
    // Both run 5 of each 15 alone. A is awake first and delays B's runs by 5; B's wake-ups stay at 15, 30, 45.
    let wakes = |who: &str, behaviour: &str| {
        let log = log(&format!("task A : loop {{ run 5; sleep 10 }}\ntask B : loop {{ run 5; {behaviour} }}"), 60);
        log.lines().filter(|l| l.contains(who)).map(|l| l.split(' ').next().expect("a time").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(wakes("B sleeps", "sleep 10"), ["10", "25", "40", "55"]);
    assert_eq!(wakes("B sleeps", "timer 15"), ["10", "25", "40", "55"]);
    assert_eq!(wakes("A sleeps", "timer 15"), ["5", "20", "35", "50"]);
    // B wakes at 12, 24, 36 and 48. A runs 0..5, 17..22, 32..37 and 47..52, so the last two of B's runs begin late, at 37 and 52.
    assert_eq!(wakes("B sleeps", "timer 12"), ["10", "17", "29", "42", "57"]);
}

#[test]
fn a_timer_that_is_late_goes_on_at_once_and_catches_up() {
    // The first run ends at 25, after 10 and 20 have passed: no sleep until the third, at 30.
    check(
        "task A : run 25; loop 4 { timer 10; run 1 }",
        100,
        expect![[r#"
            27 A sleeps
            31 A sleeps
            41 A exits
        "#]],
    );
}

#[test]
fn a_wake_up_that_nobody_waits_for_is_kept_once() {
    // A wakes B twice before B first waits: B's first wait returns at once, its second sleeps until A's third wake-up.
    check(
        "task A : wake B; wake B; run 2; sleep 10; wake B\ntask B : wait; run 1; wait; run 3",
        100,
        expect![[r#"
            2 A sleeps
            3 B sleeps
            12 A wakes B
            12 A exits
            15 B exits
        "#]],
    );
}

#[test]
fn two_tasks_hand_a_message_to_and_fro() {
    // A knows B although B is defined after it.
    check(
        "task A : loop { run 2; wake B sync; wait }\ntask B : loop { wait; run 3; wake A }",
        12,
        expect![[r#"
            2 A sleeps
            5 B wakes A
            5 B sleeps
            7 A wakes B sync
            7 A sleeps
            10 B wakes A
            10 B sleeps
            12 A wakes B sync
            12 A sleeps
        "#]],
    );
}

#[test]
fn who_has_exited_is_not_woken() {
    check(
        "task A : sleep 5; wake B; run 1\ntask B : run 1",
        100,
        expect![[r#"
            0 A sleeps
            1 B exits
            6 A exits
        "#]],
    );
}

#[test]
fn drawn_times_are_the_same_whenever_the_task_and_the_seed_are() {
    let runs = |text: &str| {
        let ends = log(text, 10_000);
        let of_a = ends.lines().filter(|l| l.contains(" A ")).map(|l| l.split(' ').next().expect("a time").parse::<u64>());
        of_a.collect::<Result<Vec<_>, _>>().expect("numbers")
    };
    let alone = runs("seed 7\ntask A : loop 200 { run 10~19; yield }");
    let lengths: Vec<u64> = alone.windows(2).map(|w| w[1] - w[0]).filter(|l| *l > 0).collect();
    assert!(lengths.iter().all(|l| (10..=19).contains(l)) && (10..=19).all(|l| lengths.contains(&l)), "{lengths:?}");
    assert_eq!(alone, runs("seed 7\ntask A : loop 200 { run 10~19; yield }\ntask B : sleep 9999; run 1"));
    assert_ne!(alone, runs("seed 8\ntask A : loop 200 { run 10~19; yield }"));
}

#[test]
fn a_loop_in_which_no_time_passes_returns_now_and_then() {
    // A is a second late: a billion timer periods have passed. The machine must not go through them in one act.
    let parsed = parse("kernel v7.2\ntask A : run 1s; loop { timer 1ns }\nat 2s end");
    let mut programs = Programs::<Kernel>::new(&parsed.scenario.script).expect("a behaviour");
    let p = programs.take_alarm().expect("A starts");
    programs.woken(p, &0);
    assert_eq!(programs.act(p, &0, &0), Act::Runs);
    let second = 1_000_000_000;
    assert_eq!(programs.due(p, &0), Some(second));
    assert_eq!(programs.act(p, &second, &second), Act::Runs);
    assert_eq!(programs.due(p, &second), Some(0), "it is not done yet");
}

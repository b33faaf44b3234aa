//! rt-app workloads, as their authors write them, as behaviours.

use crate::{imports, said};
use eevdf_lab::io::import::{Kind, Options, import};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::{scenario, sim};

/// The task lines of a workload's scenario.
#[track_caller]
fn tasks(text: &str) -> Vec<String> {
    let imported = imports(text, &Options::default());
    imported.scenario.lines().filter(|l| l.starts_with("task ")).map(str::to_string).collect()
}

/// The tutorial: A runs 5 ms and sleeps 10, B runs 5 ms with a timer of 19. On one CPU, B's timer carries A along.
const TUTORIAL: &str = r#"{
	/* both on one CPU */
	"tasks" : {
		"A" : { "loop" : -1, "run" : 5000, "sleep" : 10000 },
		"B" : { "loop" : -1, "run" : 5000, "timer" : { "ref" : "unique", "period" : 19000 }, },
	},
	"global" : { "duration" : 2, "default_policy" : "SCHED_OTHER", }
}
"#;

#[test]
fn the_tutorial_becomes_two_behaviours() {
    let imported = imports(TUTORIAL, &Options::default());
    assert_eq!((imported.kind, said(&imported).len()), (Kind::RtApp, 0));
    assert!(
        imported
            .scenario
            .ends_with("tick 1\n\ntask A : loop { run 5; sleep 10 }\ntask B : loop { run 5; timer 19 }\n\nat 2000 end\n")
    );
    let named = imports(TUTORIAL, &Options { kernel: Some(Kernel::V6_12), ..Options::default() });
    assert!(named.scenario.contains("\nkernel v6.12\n"));
}

/// Case 46: alone A has a period of 15; beside B its period becomes B's 19, which does not move.
#[test]
fn in_the_tutorial_a_takes_over_the_period_of_b() {
    for kernel in [Kernel::V6_12, Kernel::V7_2] {
        let imported = imports(TUTORIAL, &Options { kernel: Some(kernel), ..Options::default() });
        let recording = sim::run(&scenario::parse(&imported.scenario).scenario.script);
        let wakes = |task: usize| -> Vec<Num> {
            let of_task = recording.states().filter(|s| s.phase == Phase::After && s.task == Some(task) && !s.noop);
            of_task.filter(|s| matches!(s.verb, Verb::Join | Verb::Rejoin | Verb::Wake)).map(|s| s.t).collect()
        };
        let periods =
            |task: usize| -> Vec<Num> { wakes(task).windows(2).map(|w| &(&w[1] - &w[0]) / &Num::from(1_000_000)).collect() };
        let (a, b) = (periods(0), periods(1));
        assert!(b.iter().all(|period| *period == Num::from(19)), "{kernel:?}: {b:?}");
        assert!(b.len() > 100 && a[a.len() - 50..].iter().all(|period| *period == Num::from(19)), "{kernel:?}: {a:?}");
    }
}

#[test]
fn keys_are_in_order_match_by_their_beginning_and_may_be_there_twice() {
    let text =
        r#"{ "tasks" : { "t" : { "run" : 275, "run" : 4725, "sleep1" : 80000, "runtime2" : 1, "sleep" : 0, "yield" : "" } } }"#;
    assert_eq!(tasks(text), ["task t : loop { run 0.275; run 4.725; sleep 80; run 0.001; yield }"]);
}

#[test]
fn phases_have_rounds_of_their_own() {
    let text = r#"{ "tasks" : { "t" : { "loop" : 2, "phases" : {
        "light" : { "loop" : 10, "run" : 3000, "timer" : { "ref" : "unique", "period" : 30000 } },
        "heavy" : { "run" : 27000 },
        "never" : { "loop" : 0, "run" : 1 },
        "rest" : { "loop" : -1, "sleep" : 7 }, "after" : { "run" : 1 }
    } } } }"#;
    assert_eq!(tasks(text), ["task t : loop 10 { run 3; timer 30 }; run 27; loop { sleep 0.007 }"]);
    let said = said(&imports(text, &Options::default()));
    assert_eq!(
        said,
        ["1:15: the end of the task `t` is never reached, or too long, expected at most 1000 events, a loop of -1 last"]
    );
}

#[test]
fn priority_is_nice_and_dl_runtime_the_slice_of_a_fair_task() {
    let text = r#"{ "tasks" : {
        "thread0" : { "loop" : -1, "run" : 20000, "policy" : "SCHED_OTHER", "priority" : -19, "dl-runtime" : 100000 },
        "thread1" : { "loop" : -1, "run" : 20000, "policy" : "SCHED_DEADLINE", "dl-runtime" : 200000 },
        "batch" : { "run" : 1000, "policy" : "SCHED_BATCH", "delay" : 500, "loop" : 1 }
    } }"#;
    assert_eq!(tasks(text), ["task thread0 nice=-19 slice=100 : loop { run 20 }", "task batch policy=batch : sleep 0.5; run 1"]);
    let said = said(&imports(text, &Options::default()));
    let expected =
        "3:9: the task `thread1` is left out: its policy is `SCHED_DEADLINE`, expected SCHED_OTHER, SCHED_BATCH or SCHED_IDLE";
    assert_eq!(said, [expected]);
}

#[test]
fn suspend_waits_and_resume_wakes_all_that_wait() {
    let text = r#"{ "tasks" : {
        "waker" : { "run" : 1, "resume" : "x", "resume" : "nobody", "resume" : "own", "timer" : { "ref" : "a", "period" : 9 } },
        "w" : { "instance" : 2, "suspend" : "x", "run" : 2 },
        "own" : { "suspend", "run" : 3 },
        "one" : { "lock" : "m", "wait" : { "ref" : "q", "mutex" : "m" }, "unlock" : "m", "run" : 4 },
        "two" : { "run" : 5, "lock" : "m", "sync" : { "ref" : "q", "mutex" : "m" } }
    } }"#;
    let expected = [
        "task waker : loop { run 0.001; wake w-0; wake w-1; wake own; timer 0.009 }",
        "task w-0 : loop { wait; run 0.002 }",
        "task w-1 : loop { wait; run 0.002 }",
        "task own : loop { wait; run 0.003 }",
        "task one : loop { wait; run 0.004 }",
        "task two : loop { run 0.005; wake one; wait }",
    ];
    assert_eq!(tasks(text), expected);
    let said = said(&imports(text, &Options::default()));
    assert!(said[0].starts_with("5:19: the key `lock` is skipped (2 times), expected one of run, sleep, "), "{}", said[0]);
    assert!(said[1].starts_with("5:74: the key `unlock` is skipped, expected one of "), "{}", said[1]);
    assert_eq!(said.len(), 2);
}

#[test]
fn cpus_are_kept_where_tasks_name_different_ones() {
    let text = |a, b| {
        format!(
            "{{ \"tasks\" : {{ \"a\" : {{ \"cpus\" : [{a}], \"run\" : 1 }}, \"b\" : {{ \"cpus\" : [{b}], \"run\" : 1 }} }} }}"
        )
    };
    assert_eq!(tasks(&text(3, 3)), ["task a : loop { run 0.001 }", "task b : loop { run 0.001 }"]);
    let two = imports(&text(0, 1), &Options::default());
    assert!(two.scenario.contains("\ncpus 2\n") && two.scenario.contains("task b cpu=1 :"), "{}", two.scenario);
    assert_eq!(said(&two).len(), 1);
    assert_eq!(tasks(&text(0, 9999)).len(), 2);
}

#[test]
fn a_task_that_does_nothing_in_time_is_left_out() {
    let text = r#"{ "tasks" : { "a" : { "lock" : "m" }, "b" : { "instance" : 0, "run" : 1 }, "c" : { "run" : 1 } } }"#;
    assert_eq!(tasks(text), ["task c : loop { run 0.001 }"]);
    let refused = import(r#"{ "tasks" : { "a" : { "lock" : "m" } } }"#, &Options::default()).unwrap_err();
    assert_eq!(refused.why.what, "a workload without a fair task that does anything");
}

#[test]
fn who_is_left_out_is_not_woken_either() {
    let text = r#"{ "tasks" : { "none" : { "loop" : 0, "suspend" : "q" }, "a" : { "run" : 1, "resume" : "q" } } }"#;
    assert_eq!(tasks(text), ["task a : loop { run 0.001 }"]);
}

#[test]
fn a_long_run_is_cut_so_that_it_can_be_looked_at() {
    let tasks: Vec<_> = (0..100).map(|n| format!("\"t{n}\" : {{ \"run\" : 1, \"sleep\" : 1 }}")).collect();
    let text = format!("{{ \"tasks\" : {{ {} }}, \"global\" : {{ \"duration\" : 60 }} }}", tasks.join(", "));
    let found = imports(&text, &Options::default()).found;
    assert!(found.iter().any(|s| s.starts_with("cut to ") && s.contains(" ms of 60000: ")), "{found:#?}");
}

#[test]
fn what_is_no_json_in_any_reading_is_named_with_its_place() {
    let text =
        "> {\n>  \"tasks\" : {\n>   \"a\" : { \"run\" : 5 \"sleep\" : x, oops, \"sleep\" : , \"run : 7,\n>  \"run\" : -1 }\n";
    let said = said(&imports(text, &Options::default()));
    let number = "expected a whole number from 0 to 100000000000000";
    let expected = [
        "3:23: no comma in front of this, expected `,`".to_string(),
        "3:36: `oops` where a key should be, expected a key in quotes, or `}`".to_string(),
        "3:52: no value after `:`, expected one".to_string(),
        "3:54: a `\"` that is not closed in its line, expected `\"`".to_string(),
        "4:4: no comma in front of this, expected `,`".to_string(),
        "2:14: a `{` that is not closed before the text ends, expected `}`".to_string(),
        "1:3: a `{` that is not closed before the text ends, expected `}`".to_string(),
        format!("3:33: sleep is `x`, {number}"),
        format!("3:42: sleep is missing, {number}"),
        format!("3:54: run : 7, is missing, {number}"),
        format!("4:12: run is `-1`, {number}"),
    ];
    assert_eq!(said, expected);
    let deep = format!("{{ \"tasks\" : {}", "{ \"a\" : ".repeat(100_000));
    let refused = import(&deep, &Options::default()).unwrap_err();
    assert!(refused.why.what.starts_with("more than 16 braces and brackets"), "{}", refused.why);
}

//! Behaviours on a scheduler, each figure worked out by hand.

use eevdf_lab::explain::explain;
use eevdf_lab::model::arith::Kernel;
use eevdf_lab::model::machine::Machine;
use eevdf_lab::model::note::StopWhy;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::engine::{At, Listener};
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::sim::{Recording, Stopped, engine_of, run};
use eevdf_lab::stats::latencies;
use expect_test::{Expect, expect};

fn recorded(text: &str) -> Recording {
    let parsed = parse(text);
    assert!(parsed.is_ok(), "{:#?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

/// What happens, a line an instant: events by their words, and who runs after it.
fn told(recording: &Recording) -> String {
    let mut lines: Vec<(Num, Vec<String>)> = Vec::new();
    for step in recording.states().filter(|s| s.phase != Phase::Before && s.verb != Verb::Tick) {
        let words = match (step.verb, step.task) {
            (Verb::Pick, Some(task)) if step.last_pick => format!("-> {}", recording.tasks[task].name),
            (Verb::Pick, None) if step.last_pick => "-> idle".to_string(),
            (Verb::Pick, _) => continue,
            _ => step.text,
        };
        match lines.last_mut() {
            Some((t, line)) if *t == step.t => line.push(words),
            _ => lines.push((step.t, vec![words])),
        }
    }
    lines.into_iter().map(|(t, words)| format!("{}: {}\n", &t / &recording.unit, words.join(", "))).collect()
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&told(&recorded(text)));
}

/// When the task wakes, in units.
fn wake_ups(recording: &Recording, task: usize) -> Vec<Num> {
    let wakes = |verb| matches!(verb, Verb::Join | Verb::Rejoin | Verb::Wake);
    let of_task = recording.states().filter(|s| s.phase == Phase::After && s.task == Some(task) && wakes(s.verb) && !s.noop);
    of_task.map(|s| &s.t / &recording.unit).collect()
}

#[test]
fn tasks_wake_at_0_in_their_order_and_exit_after_their_last_item() {
    check(
        "kernel v7.2\nunit 1ms\ntask A : run 2\ntask B : run 1; sleep 3; run 1",
        expect![[r#"
            0: wake A, -> A, wake B
            2: exit A, -> B
            3: sleep B, -> idle
            6: wake B, -> B
            7: exit B, -> idle
        "#]],
    );
}

#[test]
fn a_run_ends_when_the_cpu_time_is_consumed_whoever_ran_in_between() {
    // Requests of 1 and ticks of 1: A and B take turns, so A has its 3 at 5 (ran 0-1, 2-3, 4-5) and B its 3 at 6.
    check(
        "kernel ideal\nbase_slice 1\ntick 1\ntask A : run 3; sleep 2; run 1\ntask B : run 3",
        expect![[r#"
            0: wake A, wake B, -> A
            1: -> B
            2: -> A
            3: -> B
            4: -> A
            5: sleep A, -> B
            6: exit B, -> idle
            7: wake A, -> A
            8: exit A, -> idle
        "#]],
    );
}

#[test]
fn fractions_are_exact_in_exact_arithmetic() {
    // Weights 1 and 2 and no tick: who runs is asked only when something happens.
    check(
        "kernel ideal\nnice0 1\ntask A weight=1 : run 4/3; sleep 1/3; run 1\ntask B weight=2 : run 1/6",
        expect![[r#"
            0: wake A, wake B, -> B
            1/6: exit B, -> A
            3/2: sleep A, -> idle
            11/6: wake A, -> A
            17/6: exit A, -> idle
        "#]],
    );
}

#[test]
fn a_message_to_and_fro() {
    // A wakes B while B has not waited yet, so B's first wait returns at once; afterwards each wakes the other and sleeps.
    check(
        "kernel v7.2\nunit 1ms\nfeature NO_WAKEUP_PREEMPTION\ntask A : loop { run 1; wake B; wait }\ntask B : loop { wait; run 2; wake A }\nat 7 end",
        expect![[r#"
            0: wake A, -> A, wake B
            1: sleep A, -> B
            3: wake A, sleep B, -> A
            4: wake B, sleep A, -> B
            6: wake A, sleep B, -> A
            7: wake B, sleep A, -> B, end
        "#]],
    );
}

/// rt-app's tutorial: A runs 5 and sleeps 10, B runs 5 with a timer of 19. Alone A has a period of 15; with B on the same CPU A is
/// delayed whenever both are awake, and so is all that follows, until it wakes once per period of B. B's timer does not move.
#[test]
fn a_sleep_takes_over_the_period_of_a_timer() {
    for kernel in ["ideal", "v6.12", "v6.19-rc1", "tip-2026-03", "v7.2"] {
        let alone = recorded(&format!("kernel {kernel}\nunit 1ms\ntick 1\ntask A : loop {{ run 5; sleep 10 }}\nat 100 end"));
        let fifteens: Vec<Num> = (0..7).map(|n| Num::from(15 * n)).collect();
        assert_eq!(wake_ups(&alone, 0), fifteens, "{kernel}");
        let both = recorded(&format!(
            "kernel {kernel}\nunit 1ms\ntick 1\ntask A : loop {{ run 5; sleep 10 }}\ntask B : loop {{ run 5; timer 19 }}\nat 380 end"
        ));
        let nineteens: Vec<Num> = (0..=20).map(|n| Num::from(19 * n)).collect();
        assert_eq!(wake_ups(&both, 1), nineteens, "{kernel}");
        let a = wake_ups(&both, 0);
        let periods: Vec<Num> = a.windows(2).map(|w| &w[1] - &w[0]).collect();
        assert!(periods[periods.len() - 10..].iter().all(|p| *p == Num::from(19)), "{kernel}: {periods:?}");
    }
}

#[test]
fn events_of_the_script_come_on_top() {
    // A starts at 1, where the script wakes it. At 2 it is sent to sleep with 2 of its run left, which it does from 4 to 6; its own
    // sleep until 11 is cut short at 8. B exits in the middle of its run and does not wake A.
    check(
        "kernel ideal\ntask A : run 3; sleep 5; run 1; wait\ntask B : run 7; wake A\n\
         at 1 wake A\nat 2 sleep A\nat 4 wake A\nat 8 wake A\nat 10 wake B\nat 12 exit B\nat 20 end",
        expect![[r#"
            1: wake A, -> A
            2: sleep A, -> idle
            4: wake A, -> A
            6: sleep A, -> idle
            8: wake A, -> A
            9: sleep A, -> idle
            10: wake B, -> B
            12: exit B, -> idle
            20: end
        "#]],
    );
}

#[test]
fn an_initial_state_says_where_a_behaviour_begins() {
    // A runs from the start and B waits; C is asleep until the script wakes it.
    check(
        "kernel ideal\ntask A : run 2\ntask B : run 1; sleep 1; run 1\ntask C : run 1\nstate A d=3 running\nstate B queued\nstate C asleep\n\
         at 3 wake C\nat 9 end",
        expect![[r#"
            0: start, -> A
            2: exit A, -> B
            3: sleep B, wake C, -> C
            4: exit C, wake B, -> B
            5: exit B, -> idle
            9: end
        "#]],
    );
}

#[test]
fn on_two_cpus_each_runs_its_own_behaviour() {
    // B waits on CPU 1, where C then starts. Woken at 1, B stays with CPU 1, since CPU 0 is busy with A: it runs only at 4.
    // From then on each has its own CPU.
    let text = "kernel v7.2\nunit 1ms\ntask A : loop { run 1; wake B; wait }\ntask B : loop { wait; run 3; wake A }\ntask C : run 4\nat 9 end";
    let mut script = parse(text).scenario.script;
    script.cpus = 2;
    expect![[r#"
        0: wake A, -> A, wake B, sleep B, wake C, -> C
        1: wake B, sleep A, -> idle
        4: exit C, -> B
        7: wake A, -> A, sleep B, -> idle
        8: wake B, -> B, sleep A, -> idle
        9: end
    "#]]
    .assert_eq(&told(&run(&script)));
}

#[test]
fn a_script_without_end_goes_on_until_the_behaviours_are_done() {
    let recording = recorded("kernel v7.2\nunit 1ms\ntick 1\ntask A : loop 3 { run 2; sleep 1 }\ntask B\nat 1 wake B");
    let last = recording.states().last().expect("steps");
    assert!(last.t >= Num::from(8_000_000), "A alone takes 8");
    // `end` ends everything, done or not.
    check(
        "kernel ideal\ntask A : loop { run 2; sleep 1 }\nat 4 end",
        expect![[r#"
        0: wake A, -> A
        2: sleep A, -> idle
        3: wake A, -> A
        4: end
    "#]],
    );
}

#[test]
fn a_hackbench_keeps_the_cpu_busy_and_a_cyclictest_keeps_its_period() {
    let text = "kernel tip-2026-03\ntick 1ms\ncyclictest ct period=1ms run=10us slice=1ms\nhackbench pairs=5 run=20~60us slice=20ms\nat 100ms end";
    let recording = recorded(text);
    let last = recording.state(recording.len() - 1);
    let ran: Num = last.tasks.iter().fold(Num::ZERO, |sum, task| &sum + &task.sum_exec);
    assert_eq!(ran, Num::from(100_000_000), "never idle");
    let wakes = recording.states().filter(|s| s.phase == Phase::After && s.task == Some(0) && s.text == "wake ct").count();
    assert_eq!(wakes, 101, "at 0, 1, .. 100 ms");
    // A receiver reads once a wake-up: what it ran lies between 20 and 60 us times that.
    for (task, row) in last.tasks.iter().enumerate().skip(1) {
        let sleeps = recording.states().filter(|s| s.phase == Phase::After && s.task == Some(task) && s.verb == Verb::Leave);
        let sleeps = sleeps.count() as i64;
        let is_receiver = recording.tasks[task].name.starts_with('r');
        assert!(sleeps > 20, "{}", recording.tasks[task].name);
        if is_receiver {
            assert!(row.sum_exec >= Num::from((sleeps - 1) * 20_000), "{}", recording.tasks[task].name);
        }
    }
}

#[test]
fn tasks_that_wake_each_other_for_ever_without_running_stop_the_run() {
    let recording = recorded(
        "kernel ideal\ntask A : loop { wake B; wait }\ntask B : loop { wake A; wait }\ntask C\nat 0 wake C\nat 1 sleep C\nat 2 end",
    );
    let last = recording.len() - 1;
    assert_eq!(recording.stopped, Some(Stopped { why: StopWhy::AtOnce, at: Num::ZERO }));
    let [warning] = &explain(&recording, last).warnings[..] else { panic!("{:?}", explain(&recording, last)) };
    assert!(warning.contains("20000 things one after another without any time passing"), "{warning}");
    let step = recording.state(last);
    assert_eq!((step.t, step.verb, step.text.as_str()), (Num::ZERO, Verb::End, "stop"), "nothing happens at 1 and 2");
}

/// X wakes at 0, 2, 4, .. and sleeps at 1, 3, 5, ..: the millionth of these events comes at 999,999, the next would at 1,000,000.
#[test]
fn a_run_of_more_than_a_million_events_stops_before_the_next() {
    struct Last(String, usize);
    impl Listener<Kernel> for Last {
        fn step(&mut self, at: &At<'_>, machine: &mut Machine<Kernel>) {
            self.0 = format!("{} at {}", at.text, machine.cpus[0].cfs.clock);
            self.1 += usize::from(at.phase == Phase::After);
        }
        fn wants_previews(&self) -> bool {
            false
        }
    }
    let script = parse("kernel v7.2\ntask X : loop { run 1ns; sleep 1ns }\nat 10s end").scenario.script;
    let mut engine = engine_of(&script, Kernel::new(script.rules().words, &script.nice0), script.rules());
    let mut last = Last(String::new(), 0);
    while engine.advance(&mut last) {}
    assert_eq!(engine.stopped(), Some(StopWhy::Events));
    assert_eq!((last.0.as_str(), last.1), ("stop at 999999", 1_000_001));
    let measured = latencies(&script);
    assert_eq!(measured.stopped, Some(Stopped { why: StopWhy::Events, at: Num::from(999_999) }), "without a recording too");
    assert_eq!(measured.latencies[0].count(), 500_000);
}

/// Each join takes the weight of all those queued into a denominator. Half of these tasks sleep, others at each join, so that no
/// such weight comes back for long, and the weights have no common divisor.
#[test]
fn a_run_whose_fractions_grow_without_bound_stops_and_says_so() {
    let odd = |n: u32| 2 * n + 1;
    let mut text = "kernel ideal\n".to_string();
    let tasks = 12;
    (0..tasks).for_each(|n| text += &format!("task T{n} weight={}{:034}{}\n", odd(n), 0, odd(n * n)));
    (0..tasks).for_each(|n| text += &format!("at 0 wake T{n}\n"));
    (0..400).for_each(|n| text += &format!("at {n} sleep T{}\nat {n} wake T{}\n", n % tasks, (n + 6) % tasks));
    let recording = recorded(&format!("{text}at 500 end"));
    let cut = recording.stopped.clone().expect("stops");
    assert_eq!(cut.why, StopWhy::Numbers);
    assert!(Num::from(10) < cut.at && cut.at < Num::from(400), "{}", cut.at);
    let last = recording.len() - 1;
    assert_eq!((recording.state(last).t, recording.state(last).text.as_str()), (cut.at, "stop"));
    let warned: String = explain(&recording, last).warnings.concat();
    assert!(warned.contains("more than 1000 digits"), "{warned}");
    // What was computed is right: the lags of all queued tasks, weighted, still sum to zero.
    let step = recording.state(last);
    let lags = (0..step.tasks.len()).filter_map(|t| Some(&step.tasks[t].weight * &step.vlag(t)?));
    assert_eq!(lags.fold(Num::ZERO, |sum, lag| &sum + &lag), Num::ZERO);
}

#[test]
fn runs_without_end_stop_the_run_and_not_the_program() {
    // Ten thousand million runs, of which nothing would be recorded.
    let recording = recorded("unit 1ns\ntask A : loop { run 1 }\nat 10s end\n");
    assert_eq!(recording.stopped, Some(Stopped { why: StopWhy::Runs, at: Num::from(100_000) }));
    // A tick between them is something else that happens.
    let recording = recorded("unit 1ns\ntick 50us\ntask A : loop { run 1 }\nat 200us end\n");
    assert_eq!(recording.stopped, None);
}

//! Real-time tasks beside the fair queue: they run first, count in nr_running, and never have a fair task's values.

mod common;

use common::script;
use eevdf_lab::chart::{ChartKind, Curve, Frame, Layout, Series, View};
use eevdf_lab::io::export::jsonl;
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{self, Scenario};
use eevdf_lab::sim::recording::{Phase, Recording, Step, Verb};
use eevdf_lab::sim::run;
use eevdf_lab::sim::script::{FairServer, Policy, Script, Standing, WeightSpec};
use eevdf_lab::tables::{Column, Value};

fn read(text: &str) -> Script {
    let parsed = scenario::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{}", parsed.diagnostics[0]);
    parsed.scenario.script
}

/// Who runs from when on, one item a switch.
fn switches(recording: &Recording) -> String {
    let mut runs: Vec<(Option<usize>, String)> = Vec::new();
    for step in recording.states().filter(|s| s.last_pick) {
        if runs.last().is_none_or(|(task, _)| *task != step.queue.curr) {
            let name = step.queue.curr.map_or("nobody", |task| &recording.tasks[task].name);
            runs.push((step.queue.curr, format!("{name}@{}", &step.t / &recording.unit)));
        }
    }
    runs.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

fn after<'a>(recording: &'a Recording, text: &'a str) -> Step {
    recording.states().find(|s| s.phase == Phase::After && s.text == text).expect(text)
}

const PREEMPTED: &str =
    "unit 1ms\ntask A\ntask R policy=fifo\nat 0 wake A\nat 2 wake R\nat 5 sleep R\nat 6 wake R\nat 7 tick\nat 7 end\n";

#[test]
fn a_real_time_task_runs_first_on_every_kernel_and_counts_only_in_rq() {
    for kernel in Kernel::ALL {
        let recording = run(&read(&format!("kernel {}\n{PREEMPTED}", kernel.name())));
        assert_eq!(switches(&recording), "A@0 R@2 A@5 R@6", "{}", kernel.name());
        let woken = after(&recording, "wake R");
        let queue = &woken.queue;
        assert_eq!((queue.nr_queued, queue.h_nr_queued, queue.nr_delayed, queue.rq_nr_running), (1, 1, 0, 2));
        let last = recording.states().last().expect("steps");
        assert_eq!((last.tasks[0].sum_exec.clone(), last.tasks[1].sum_exec.clone()), (3_000_000.into(), 4_000_000.into()));
        assert_eq!(after(&recording, "sleep R").queue.rq_nr_running, 1);
        let row = &woken.tasks[1];
        assert!(row.rt_queued && !row.on_rq && row.eligible.is_none());
        for column in Column::ALL.iter().filter(|c| c.is_of_task()) {
            assert_eq!(column.value(&recording, &woken, Some(1)), Value::Na, "{}", column.header());
        }
    }
}

#[test]
fn the_fair_task_is_put_back_and_charged_when_a_real_time_task_is_picked() {
    let recording = run(&read(&format!("kernel v7.2\n{PREEMPTED}")));
    let pick = recording.states().find(|s| s.phase == Phase::Pick && s.queue.curr == Some(1)).expect("R is picked");
    assert_eq!(pick.tasks[0].vruntime, &Num::from(2_000_000) - &Num::from(1 << 20));
    assert_eq!(pick.queue.sum_weight, Num::from(1 << 20), "A is in the tree");
}

#[test]
fn real_time_tasks_run_in_the_order_of_their_wake_ups_and_yield_to_the_end() {
    let text = "kernel v7.2\nunit 1ms\ntask A\ntask R policy=fifo\ntask S policy=fifo\nat 0 wake A\nat 1 wake R\nat 2 wake S\n\
                at 3 yield\nat 4 yield\nat 5 sleep R\nat 6 exit S\nat 7 end\n";
    assert_eq!(switches(&run(&read(text))), "A@0 R@1 S@3 R@4 S@5 A@6");
}

#[test]
fn a_real_time_task_of_the_initial_state_waits_for_the_next_pick() {
    let text =
        "kernel v7.2\nunit 1ms\ntask A\ntask R policy=fifo\nstate A running\nstate R queued\nat 1 tick\nat 2 resched\nat 3 end\n";
    let recording = run(&read(text));
    assert_eq!(after(&recording, "tick").queue.curr, Some(0));
    assert_eq!(switches(&recording), "R@2");
    let running = text.replace("state A running\nstate R queued", "state A queued\nstate R running");
    assert_eq!(after(&run(&read(&running)), "tick").queue.curr, Some(1));
}

#[test]
fn what_only_fair_tasks_have_cannot_be_changed() {
    let text = "kernel v7.2\nunit 1ms\ntask R policy=fifo\nat 0 wake R\nat 1 nice R 5\nat 1 slice R 2\nat 1 reweight R 9\nat 1 setlag R 3\nat 2 end\n";
    let recording = run(&read(text));
    let noops = recording.states().filter(|s| s.phase == Phase::After && s.noop).count();
    assert_eq!(noops, 4);
}

#[test]
fn the_fair_server_gives_fair_tasks_their_part() {
    // Waiting since 4: at 4 + 10 - 3 = 11 the server starts, at 14 it ends, and 7 later it starts again.
    let text = "kernel v6.12\nunit 1ms\ntick 1ms\nfair_server 3 10\ntask A\ntask R policy=fifo\nat 0 wake A\nat 4 wake R\n\
                at 12 wake R\nat 30 sleep R\nat 35 end\n";
    let recording = run(&read(text));
    assert_eq!(switches(&recording), "A@0 R@4 A@11 R@14 A@21 R@24 A@30");
    let timers = recording.states().filter(|s| s.phase == Phase::After && s.verb == Verb::FairServer).count();
    assert_eq!(timers, 4);
    // A fair task that goes to sleep ends the server's turn.
    let early = text.replace("at 12 wake R", "at 12 sleep A");
    assert_eq!(switches(&run(&read(&early))), "A@0 R@4 A@11 R@12 nobody@30");
    // A real-time task that wakes meanwhile waits.
    let late =
        text.replace("task R policy=fifo", "task R policy=fifo\ntask S policy=fifo").replace("at 12 wake R", "at 12 wake S");
    assert_eq!(switches(&run(&read(&late))), "A@0 R@4 A@11 R@14 A@21 R@24 S@30 A@31 S@34");
    let without = text.replace("fair_server 3 10\n", "");
    assert_eq!(switches(&run(&read(&without))), "A@0 R@4 A@30");
}

#[test]
fn scenarios_with_real_time_tasks_are_printed_as_they_are_read() {
    let text = format!("kernel v6.12\nfair_server 50ms 1s\n{PREEMPTED}").replace("at 0 wake A", "state R queued\nat 0 wake A");
    let printed = scenario::print(&Scenario { title: String::new(), source: None, script: read(&text) });
    assert!(printed.contains("fair_server 50 1000\n") && printed.contains("task R policy=fifo\n"), "{printed}");
    let mut again = read(&printed);
    let mut first = read(&text);
    for script in [&mut again, &mut first] {
        script.events.iter_mut().for_each(|e| e.line = 0);
    }
    assert_eq!(again, first);
}

#[test]
fn json_lines_tell_the_policy() {
    let script = read(&format!("kernel v7.2\n{PREEMPTED}"));
    let mut out = Vec::new();
    jsonl::write(&mut out, &script, &run(&script)).expect("a Vec takes everything");
    let lines = String::from_utf8(out).expect("JSON is UTF-8");
    let woken = lines.lines().find(|l| l.contains("\"ev\":\"wake R\"")).expect("R wakes");
    assert!(woken.ends_with("\"policy\":\"fifo\",\"rt_queued\":1}]}"), "{woken}");
    for line in lines.lines() {
        serde_json::from_str::<serde_json::Value>(line).expect(line);
    }
}

#[test]
fn mistakes_with_real_time_tasks_name_place_finding_and_expectation() {
    let text =
        "task R policy=fifo nice=3\ntask S policy=fifo\nstate S v=3 queued\nfair_server 3\nfair_server 5 5\nstate S delayed\n";
    let said: Vec<String> = scenario::parse(text).diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "1:6: nice= for a fifo task; expected only policy= and cpu=: it is in no fair queue",
            "3:7: v= for a fifo task; expected only where it stands: it is in no fair queue",
            "4:1: `fair_server` has 1 values; expected `fair_server RUNTIME PERIOD`",
            "5:15: the period is 5; expected a period longer than the runtime",
            "6:7: a delayed fifo task; expected queued, running or asleep: only fair tasks are delayed",
        ]
    );
}

#[test]
fn charts_show_when_it_runs_and_leave_it_out_of_the_virtual_time_axis() {
    let recording = run(&read(&format!("kernel v7.2\n{PREEMPTED}")));
    let series = Series::of(&recording);
    let last = recording.len() - 1;
    let of_r = |kind: ChartKind, step: usize| {
        let layout = Layout::new(kind, &recording, &series, &View::whole(&series, step), Frame::new(400.0, 200.0, 1.0));
        layout.hits_at(step).iter().any(|hit| hit.series == Curve::Task(1))
    };
    assert!((0..=last).any(|step| of_r(ChartKind::Occupancy, step)), "R runs");
    for kind in [ChartKind::Vruntime, ChartKind::Lag, ChartKind::VirtualTime] {
        assert!((0..=last).all(|step| !of_r(kind, step)), "{kind:?}");
    }
}

/// A random script whose first task is a real-time one, half of them with a fair server.
fn random(seed: u64) -> Script {
    let kernel = Kernel::ALL[seed as usize % Kernel::ALL.len()];
    let mut script = script(seed, kernel);
    let task = &mut script.tasks[0];
    (task.policy, task.weight, task.slice, task.lag) = (Policy::Fifo, WeightSpec::Nice(0), None, Num::ZERO);
    for state in script.states.iter_mut().filter(|s| s.task == 0) {
        (state.v, state.d, state.vlag, state.vprot) = (None, None, None, None);
        if state.standing == Standing::Delayed {
            state.standing = Standing::Queued;
        }
    }
    if seed.is_multiple_of(2) {
        let scale = if kernel == Kernel::Ideal { 1 } else { 100_000 };
        script.fair_server = Some(FairServer { runtime: Num::from(5 * scale), period: Num::from(20 * scale) });
    }
    script
}

#[test]
fn random_scripts_keep_count_and_fair_tasks_run_only_when_they_may() {
    let (mut both, mut served) = (0, 0);
    for seed in 0..1500 {
        let script = random(seed);
        let recording = run(&script);
        let forced = script.events.iter().any(|e| matches!(e.action, eevdf_lab::sim::script::Action::Pick(_)));
        for step in recording.states() {
            let rt = step.tasks.iter().filter(|t| t.rt_queued).count() as u32;
            assert_eq!(step.queue.rq_nr_running, step.queue.nr_queued + rt, "seed {seed}, {}", step.text);
            assert!(!step.tasks[0].on_rq && !step.tasks[0].sched_delayed, "seed {seed}, {}", step.text);
            if step.phase == Phase::Pick && rt > 0 && step.queue.curr != Some(0) {
                served += 1;
                assert!(forced || script.fair_server.is_some(), "seed {seed}: a fair task runs before a real-time one");
            }
            both += u32::from(rt > 0 && step.queue.nr_queued > 0);
        }
    }
    assert!(both > 500 && served > 50, "{both} steps with both, {served} picks of a fair task");
}

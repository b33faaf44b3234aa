//! Damaged, huge and hostile traces: a remark with its place, never a panic, never a scenario that does not load.

use crate::{events, imports, said};
use eevdf_lab::io::import::{Finding, Import, Kind, Options, import};
use eevdf_lab::scenario;
use eevdf_lab::sim;
use proptest::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

const SWITCH: &str = "a-1 [000] d..2. 1.000000: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2 next_prio=120";

/// Imports a text as every kind of trace; what comes out must load, and run.
fn survives(text: &str) {
    for from in [Kind::Ftrace, Kind::PerfScript, Kind::Timehist] {
        if let Ok(imported) = import(text, &Options { from: Some(from), ..Options::default() }) {
            let parsed = scenario::parse(&imported.scenario);
            assert!(parsed.is_ok(), "{:?}\n{}\nfrom\n{text}", parsed.diagnostics, imported.scenario);
            let _ = sim::run(&parsed.scenario.script);
        }
    }
}

#[test]
fn markup_and_control_characters_in_comms_stay_text() {
    let text = SWITCH.replace("comm=b", "comm=<b>\u{1b}[31m\u{202e}#=@");
    let imported = imports(&text, &Options::default());
    assert!(
        imported.scenario.contains("\ntask <b>_[31m_#_@\n") || imported.scenario.contains("\ntask <b>"),
        "{}",
        imported.scenario
    );
    assert!(!imported.scenario.contains(['\u{1b}', '\u{202e}']));
    assert!(events(&imported)[0].starts_with("at 0 pick <b>"));
}

#[test]
fn nul_bytes_and_endless_lines_are_named() {
    let text = format!("{SWITCH}\n\0\0\0\n{}\n", "x".repeat(200_000));
    let said = said(&imports(&text, &Options { from: Some(Kind::Ftrace), ..Options::default() }));
    assert_eq!(said.len(), 3, "{said:#?}");
    assert!(said[0].starts_with(r"2:1: a line that is no event of a trace: `\u{0}\u{0}\u{0}`"), "{}", said[0]);
    assert!(said[1].starts_with("3:100001: a line whose end is not read"), "{}", said[1]);
}

#[test]
fn times_and_numbers_at_the_ends_of_their_range() {
    for time in ["18446744073.709551615", "99999999999999999999.000000", "0.000000", "18446744073.709551"] {
        survives(&format!("{SWITCH}\n{}", SWITCH.replace("1.000000", time)));
    }
    for pid in ["4294967295", "4294967296", "-1"] {
        survives(&SWITCH.replace("next_pid=2", &format!("next_pid={pid}")));
        survives(&SWITCH.replace("next_prio=120", &format!("next_prio={pid}")));
    }
    survives(&SWITCH.replace("[000]", "[4294967295]"));
    survives("18446744073.709551 [0000] a[1] 0.000 18446744073709.551 18446744073709.551");
    survives("1.000000 [0000] a[1] 0.000 9.000 9.000\n1.000000 [0000] a[1] 0.000 9.000 9.000");
}

#[test]
fn every_cut_of_a_trace_is_survived() {
    let perf = "swapper 0/0 [001] 0.000000120: sched:sched_switch: swapper/1:0 [120] R ==> a b:2001 [120]";
    let timehist = "1.000000 [0000]  a b[1/2]   4.917  4.768  1.004  0.000";
    for line in [SWITCH, perf, timehist] {
        for end in 0..line.len() {
            survives(&line[..end]);
        }
    }
}

/// Many tasks, many events: the scenario holds what fits, and says how much does not.
#[test]
fn a_long_trace_becomes_a_scenario_of_its_first_part() {
    let mut text = String::new();
    for i in 0..50_000u64 {
        let (prev, next) = (1 + i % 3, 1 + (i + 1) % 3);
        let _ = writeln!(
            text,
            "x-1 [000] d..2. {}.{:06}: sched_switch: prev_comm=t{prev} prev_pid={prev} prev_prio=120 prev_state=R ==> next_comm=t{next} \
             next_pid={next} next_prio=120",
            i / 1000,
            i % 1000 * 1000
        );
    }
    let imported = imports(&text, &Options::default());
    assert!(imported.scenario.len() > 500_000);
    let left = imported.found.iter().find(|s| s.starts_with("The scenario ends at ")).expect("it says how much is left out");
    assert!(
        left.contains("more events do not fit into 1048576 bytes of text; --from-time and --to-time choose another part."),
        "{left}"
    );

    // 3,000 tasks: at most 1,000 fit.
    let mut text = String::new();
    for i in 1..3000u64 {
        let _ = writeln!(
            text,
            "x-1 [000] d..2. {}.{:06}: sched_switch: prev_comm=t{i} prev_pid={i} prev_prio=120 prev_state=S ==> next_comm=t{} next_pid={} \
             next_prio=120",
            i / 1000,
            i % 1000 * 1000,
            i + 1,
            i + 1
        );
    }
    let imported = imports(&text, &Options::default());
    assert!(
        imported.found.iter().any(|s| s.contains("do not fit into 1000 tasks") || s.contains("do not fit into 5000000 rows")),
        "{:#?}",
        imported.found
    );
}

/// In slices, with progress; whatever was read so far can be had.
#[test]
fn an_import_goes_in_slices_and_can_be_stopped() {
    let text = Arc::new(vec![SWITCH; 500].join("\n"));
    let mut finding = Finding::new(Arc::clone(&text), None).unwrap();
    while finding.advance(100) {}
    let parts = finding.finish();
    let mut import = Import::new(text, &parts[0], &Options::default()).unwrap();
    let mut last = 0.0;
    let mut slices = 0;
    while import.advance(50) {
        let (done, all) = import.progress();
        assert!(done <= all, "{done} of {all}");
        last = done as f64 / all as f64;
        slices += 1;
    }
    assert!(slices > 20 && last > 0.9, "{slices} {last}");
    assert_eq!(import.progress().0, import.progress().1);
    assert!(import.finish().is_ok());
}

fn lines() -> impl Strategy<Value = String> {
    let pid = || 0u32..6;
    let state = prop_oneof![Just("R"), Just("R+"), Just("S"), Just("X"), Just("256"), Just("?")];
    let prio = prop_oneof![Just(120), Just(120), Just(100), Just(139), Just(140), Just(49), Just(-1)];
    let switch = (0u64..5_000, 0u32..2, pid(), state, pid(), prio).prop_map(|(us, cpu, prev, state, next, prio)| {
        format!(
            "x-1 [{cpu:03}] d..2. 1.{us:06}: sched_switch: prev_comm=t{prev} prev_pid={prev} prev_prio=120 prev_state={state} ==> \
             next_comm=t{next} next_pid={next} next_prio={prio}"
        )
    });
    let name = prop_oneof![Just("sched_wakeup"), Just("sched_wakeup_new"), Just("sched_waking"), Just("sched_process_exit")];
    let wakeup = (0u64..5_000, 0u32..2, pid(), name).prop_map(|(us, cpu, pid, name)| {
        format!("x-1 [000] d..2. 1.{us:06}: {name}: comm=t{pid} pid={pid} prio=120 target_cpu={cpu:03}")
    });
    let moved = (0u64..5_000, pid(), 0u32..2, 0u32..2).prop_map(|(us, pid, from, to)| {
        format!("x-1 [000] 1.{us:06}: sched_migrate_task: comm=t{pid} pid={pid} prio=120 orig_cpu={from} dest_cpu={to}")
    });
    let row = (0u64..5_000, 0u32..2, pid(), 0u32..3, 0u32..3).prop_map(|(us, cpu, pid, delay, run)| {
        format!("1.{us:06} [{cpu:04}] t{pid}[{pid}]  0.{delay:03}  {delay}.000  {run}.010")
    });
    let noise = prop_oneof!["[ -~]{0,40}", "\\PC{0,12}", any::<String>()];
    let line = prop_oneof![4 => switch, 2 => wakeup, 1 => moved, 2 => row, 1 => noise];
    proptest::collection::vec(line, 0..40).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn nothing_panics_and_whatever_comes_out_loads(text in lines()) {
        survives(&text);
    }
}

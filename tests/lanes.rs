//! Two lanes in small stories, and what holds of any two runs of one scenario.

mod common;

use eevdf_lab::kernels::Kernel;
use eevdf_lab::lanes::print::Compared;
use eevdf_lab::lanes::{Alignment, Lanes, Matter, Pair, Scales, Side, cells, rule_changes};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, GALLERY, Group, Scenario, parse_as, parse_spec};
use eevdf_lab::sim::{Recording, run};
use eevdf_lab::stats::Summary;
use eevdf_lab::tables::column::label;
use eevdf_lab::tables::number::Scale;

fn read(text: &str, spec: &str) -> Scenario {
    let over = parse_spec(spec).unwrap_or_else(|wrong| panic!("{spec}: {wrong}"));
    let parsed = parse_as(text, &over);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    parsed.scenario
}

fn recorded(text: &str, spec: &str) -> Recording {
    run(&read(text, spec).script)
}

fn entry(key: &str) -> &'static str {
    Entry::from_key(key).unwrap_or_else(|| panic!("no entry {key}")).text
}

/// `t+24 T2 leave+`, with the lanes that have it.
fn rows(a: &Recording, b: &Recording) -> Vec<String> {
    let of = |recording: &Recording, step: usize| {
        let state = recording.state(step);
        format!("{} {}", Scale::of(recording).time(&state.t), label(recording, &state))
    };
    let row = |pair: Pair| match pair {
        Pair { a: Some(step), b: Some(_) } => format!("AB {}", of(a, step)),
        Pair { a: Some(step), b: None } => format!("A  {}", of(a, step)),
        Pair { a: None, b: Some(step) } => format!(" B {}", of(b, step)),
        Pair { a: None, b: None } => panic!("a row of no lane"),
    };
    Alignment::of(a, b).pairs().map(row).collect()
}

#[test]
fn a_pick_that_only_one_lane_has_stands_alone_and_the_next_event_meets_again() {
    let text = entry("k-m4-sum-jlag");
    let rows = rows(&recorded(text, "v6.19-rc1"), &recorded(text, "v6.19-rc1+sum-jlag"));
    let alone: Vec<&String> = rows.iter().filter(|row| !row.starts_with("AB")).collect();
    assert_eq!(alone, [" B t+40 pick T3"], "T1, delayed in neither lane, is the only one to leave at 40");
    let after = rows.iter().position(|row| row == alone[0]).expect("it is there") + 1;
    assert_eq!(rows[after], "AB t+40 T2 rejoin-");
}

#[test]
fn an_automatic_event_at_another_time_stands_alone_in_time_order() {
    // Forked with half a request, A ends it at 1.5 and the next one at 4.5; with a whole one, at 3.
    let text = "kernel ideal\nslice_end on\ntask A slice=3\ntask B\nat 0 fork A\nat 5 end\n";
    let rows = rows(&recorded(text, "ideal,NO_PLACE_DEADLINE_INITIAL"), &recorded(text, "ideal"));
    let ends: Vec<&String> = rows.iter().filter(|row| row.contains("slice-end+")).collect();
    assert_eq!(ends, [" B t+1.5 A slice-end+", "A  t+3 A slice-end+", " B t+4.5 A slice-end+"]);
    let times: Vec<usize> = ends.iter().map(|end| rows.iter().position(|row| row == *end).expect("it is there")).collect();
    assert!(times.is_sorted());
    assert_eq!(rows.last().map(String::as_str), Some("AB t+5 end+"));
}

#[test]
fn the_same_variant_twice_differs_in_nothing() {
    let a = recorded(entry("k-v-backward"), "tip-2026-03");
    let lanes = Lanes::of(&a, &a);
    assert_eq!(lanes.alignment.len(), a.len());
    assert_eq!(lanes.differences.worst(), None);
    assert_eq!(lanes.summaries[0], lanes.summaries[1]);
}

/// Review of the lag floor: where nothing is delayed, the patch does nothing.
#[test]
fn without_delay_dequeue_the_lag_floor_changes_no_state() {
    let text = entry("k-v-backward");
    let specs = ["tip-2026-03,NO_DELAY_DEQUEUE", "tip-2026-03+lag-floor,NO_DELAY_DEQUEUE"];
    let [a, b] = specs.map(|spec| recorded(text, spec));
    assert_eq!(Lanes::of(&a, &b).differences.worst(), None);
}

#[test]
fn the_lag_floor_first_shows_at_the_sleepers_wake_up_and_by_how_much() {
    let text = entry("k-v-backward");
    let [a, b] = ["tip-2026-03", "tip-2026-03+lag-floor"].map(|spec| recorded(text, spec));
    let lanes = Lanes::of(&a, &b);
    let first = lanes.differences.first(Matter::Value).expect("they differ");
    let Pair { a: Some(at_a), b: Some(at_b) } = lanes.alignment.pair(first) else { panic!("both lanes wake A") };
    let (step_a, step_b) = (a.state(at_a), b.state(at_b));
    assert_eq!((step_a.text.as_str(), &step_a.t), ("wake A", &Num::from(1_800_000)));
    let found = cells((&a, &step_a), (&b, &step_b));
    let by = |name: &str| found.iter().find(|cell| cell.name(&a) == name).and_then(|cell| cell.by());
    // The gallery's note: placed at V0-14.6875 instead of V0+1.5.
    assert_eq!(by("A.v"), Some(&Num::frac(-146_875, 10_000) - &Num::frac(3, 2)));
    assert_eq!(by("A.stored"), Some(&Num::frac(-3, 4) - &Num::from(-12)));
    assert_eq!(by("curr"), None, "C runs on in both");
    // The decision differs only when V has come back to A.
    let decision = lanes.differences.first(Matter::Decision).expect("they decide otherwise later");
    assert!(decision > first);
    let picked = |side: Side, recording: &Recording| {
        let step = recording.state(lanes.alignment.pair(decision).of(side).expect("both lanes pick"));
        (step.t.clone(), step.task.map(|t| recording.tasks[t].name.clone()))
    };
    let at = Num::from(12_000_000);
    assert_eq!(picked(Side::A, &a), (at.clone(), Some("D".to_string())));
    assert_eq!(picked(Side::B, &b), (at, Some("A".to_string())));
    assert_eq!(lanes.differences.next(first, Matter::Decision), Some(decision));
    assert_eq!(
        lanes.differences.previous(lanes.alignment.len(), Matter::Books),
        lanes.differences.in_order(Matter::Books).last()
    );
}

#[test]
fn what_differs_in_the_rules_is_named_field_by_field() {
    let variant = |spec: &str| read(entry("k-m4-sum-jlag"), spec).script.variant;
    let changes = |a: &str, b: &str| {
        let found = rule_changes(&variant(a), &variant(b));
        found.iter().map(|c| format!("{}: {} -> {}", c.name, c.values[0].name, c.values[1].name)).collect::<Vec<_>>()
    };
    assert_eq!(changes("v6.19-rc1", "v6.19-rc1+sum-jlag"), ["place: InflatedLag -> SumJlag"]);
    let floor = ["delayed_lag: Free -> Floor", "requeue: ZeroPositive -> OnChange"];
    assert_eq!(changes("tip-2026-03", "tip-2026-03+lag-floor"), floor);
    // The scenario itself switches DELAY_DEQUEUE off; what is asked for has the last word.
    assert_eq!(changes("v7.2", "v7.2,DELAY_DEQUEUE,arith=exact"), ["DELAY_DEQUEUE: off -> on", "arithmetic: kernel -> exact"]);
}

/// At 1 B joins owed 2, at v = 1 - 2 * 2 = -3, so V goes from 1 to -1 and A owes 2: B preempts it and runs 1-9. A sleeps 3-4 and
/// runs 9-12; then the CPU is idle.
#[test]
fn a_summary_counts_switches_and_preemptions_and_finds_the_extremes_of_lag_and_latency() {
    let text =
        "kernel ideal\ntask A\ntask B\nat 0 wake A\nat 1 wake B lag=2\nat 3 sleep A\nat 4 wake A\nat 9 sleep B\nat 12 sleep A\n";
    let recording = recorded(text, "ideal");
    let summary = Summary::of(&recording);
    assert_eq!(summary.picks, 6, "one at the end of each instant");
    assert_eq!((summary.switches, summary.preemptions), (4, 1), "to A, to B (preempting A), to A, to idle");
    assert_eq!(summary.wakeups, 3);
    let lag = summary.lag().expect("somebody was queued");
    assert_eq!((lag.least.value, lag.most.value), (Num::from(-2), Num::from(2)));
    assert_eq!(label(&recording, &recording.state(lag.most.step)), "B join+");
    assert_eq!(summary.lags[1].as_ref().map(|range| &range.least.value), Some(&Num::frac(-3, 2)), "B at 9: V = 3.5, v = 5");
    let worst = summary.worst_latency.expect("somebody woke up");
    assert_eq!(worst.value, Num::from(5), "A from 4 to 9");
    assert_eq!(label(&recording, &recording.state(worst.step)), "pick A");
}

#[test]
fn every_step_of_either_lane_has_its_row_and_grades_agree_with_cells() {
    for seed in 0..60 {
        let kernel = [Kernel::Ideal, Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2][seed as usize % 5];
        let script_a = common::script(seed, kernel);
        let mut script_b = script_a.clone();
        script_b.variant.patches = Vec::new();
        script_b.variant.features.push((eevdf_lab::kernels::FeatureFlag::RunToParity, false));
        script_b.variant.features.push((eevdf_lab::kernels::FeatureFlag::DelayDequeue, seed % 2 == 0));
        let (a, b) = (run(&script_a), run(&script_b));
        let lanes = Lanes::of(&a, &b);
        let of = |side: Side| lanes.alignment.pairs().filter_map(|pair| pair.of(side)).collect::<Vec<_>>();
        assert_eq!(of(Side::A), (0..a.len()).collect::<Vec<_>>(), "seed {seed}");
        assert_eq!(of(Side::B), (0..b.len()).collect::<Vec<_>>(), "seed {seed}");
        for (row, pair) in lanes.alignment.pairs().enumerate() {
            for side in Side::ALL {
                if let Some(step) = pair.of(side) {
                    assert_eq!(lanes.alignment.row_of(side, step), row);
                    assert_eq!(lanes.alignment.step_at(side, row), Some(step));
                }
            }
            let Pair { a: Some(at_a), b: Some(at_b) } = pair else {
                assert_eq!(lanes.differences.at(row), Some(Matter::Decision));
                continue;
            };
            let (x, y) = (a.state(at_a), b.state(at_b));
            assert_eq!(x.t, y.t, "seed {seed}, row {row}");
            let found = cells((&a, &x), (&b, &y));
            let most = found.iter().map(|cell| cell.matter()).max();
            assert_eq!(Scales::of(&a, &b).matter(&x, &y), most, "seed {seed}, row {row}: {found:?}");
            assert_eq!(lanes.differences.at(row), most);
        }
    }
}

/// Kernels start at another V0 than the textbook, count other things, and round: a row differs exactly where a cell of it does.
#[test]
fn between_any_two_kernels_grades_agree_with_cells() {
    let specs = ["ideal", "v6.12", "v6.19-rc1,arith=exact", "tip-2026-03", "v7.2,arith=exact", "v6.19-rc1", "v7.2"];
    let (mut rows, mut same) = (0, 0);
    for (place, entry) in GALLERY.iter().filter(|entry| entry.group != Group::Load).step_by(3).enumerate() {
        let runs = specs.map(|spec| {
            let parsed = parse_as(entry.text, &parse_spec(spec).expect("a variant"));
            // A patch does not fit every kernel.
            parsed.is_ok().then(|| run(&parsed.scenario.script))
        });
        // Each pair comes up in some entries.
        let pairs = (0..specs.len()).map(|first| (first, (first + 1 + place % (specs.len() - 1)) % specs.len()));
        for (first, second) in pairs {
            let (Some(a), Some(b)) = (&runs[first], &runs[second]) else { continue };
            if a.len() > 250 {
                continue;
            }
            let lanes = Lanes::of(a, b);
            for (row, pair) in lanes.alignment.pairs().enumerate() {
                let Pair { a: Some(at_a), b: Some(at_b) } = pair else { continue };
                let found = cells((a, &a.state(at_a)), (b, &b.state(at_b)));
                let most = found.iter().map(|cell| cell.matter()).max();
                let place = format!("{}, {} and {}, row {row}", entry.key, specs[first], specs[second]);
                assert_eq!(lanes.differences.at(row), most, "{place}: {found:?}");
                rows += 1;
                same += usize::from(most.is_none());
            }
        }
    }
    assert!(rows > 2000 && same > 100, "{rows} rows, {same} without a difference");
}

/// `ideal` starts V at 0, v6.19-rc1 at -2^20 ns: before anything happens nothing differs. At the first join, placed at V0 in both, the
/// idle kernel asks for a reschedule, and picks before the instant ends.
#[test]
fn virtual_times_count_from_the_v0_of_their_own_lane() {
    let [a, b] = ["ideal", "v6.19-rc1"].map(|spec| recorded(entry("m4-join-123"), spec));
    assert_eq!((a.v0.clone(), b.v0.clone()), (Num::ZERO, Num::from(-(1 << 20))));
    let lanes = Lanes::of(&a, &b);
    assert_eq!(rows(&a, &b)[..3], ["AB t T1 join-", "AB t T1 join+", " B t pick T1"]);
    assert_eq!(lanes.differences.at(0), None);
    assert_eq!(lanes.differences.first(Matter::Books), Some(1));
    let found = cells((&a, &a.state(1)), (&b, &b.state(1)));
    let names: Vec<String> = found.iter().map(|cell| cell.name(&a)).collect();
    assert_eq!(names[0], "resched");
    assert!(!names.iter().any(|name| ["V", "T1.v", "T1.d", "base"].contains(&name.as_str())), "{names:?}");
}

#[test]
fn computed_in_slices_a_comparison_is_the_same() {
    let (a, b) = (recorded(entry("k-v-backward"), "v6.12"), recorded(entry("k-v-backward"), "v7.2"));
    let mut builder = eevdf_lab::lanes::LanesBuilder::new(&a, &b);
    let mut seen = vec![builder.percent()];
    while builder.advance(&a, &b, 3) {
        seen.push(builder.percent());
    }
    assert!(seen.is_sorted() && seen[0] == 0 && *seen.last().expect("there are some") > 90, "{seen:?}");
    assert_eq!(builder.finish(), Lanes::of(&a, &b));
}

#[test]
fn every_proposed_comparison_fits_a_mail_and_finds_something() {
    let (mut printed, mut nothing) = (0, Vec::new());
    for entry in GALLERY {
        // Simulated load runs for seconds.
        let Some((a, b)) = entry.comparison().filter(|_| entry.group != Group::Load) else { continue };
        let scenarios = [a, b].map(|spec| read(entry.text, spec));
        let recordings = scenarios.each_ref().map(|s| run(&s.script));
        let [run_a, run_b] = &recordings;
        let lanes = Lanes::of(run_a, run_b);
        let variants = scenarios.each_ref().map(|s| &s.script.variant);
        let changes = rule_changes(variants[0], variants[1]);
        let compared = Compared { title: entry.title, variants, recordings: [run_a, run_b], changes: &changes, lanes: &lanes };
        let text = compared.text(None).unwrap_or_else(|wide| panic!("{}: {wide}", entry.key));
        let wide: Vec<&str> = text.lines().filter(|line| line.chars().count() > 78 || line.ends_with(' ')).collect();
        assert!(wide.is_empty(), "{}: {wide:#?}", entry.key);
        if lanes.differences.count(Matter::Value) == 0 || !text.contains("First difference: ") {
            nothing.push(entry.key);
        }
        printed += 1;
    }
    let same = ["case-20-no-delay-dequeue", "m3-guarded"];
    assert_eq!(nothing, same, "what is proposed differs, but for the floor where nobody is delayed, and the guard of the review");
    assert!(printed >= 10, "{printed}");
}

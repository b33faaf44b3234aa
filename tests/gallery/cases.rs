//! Worked cases on kernels: what a flat queue can show of known bugs and their fixes.

use super::reading::Run;
use eevdf_lab::explain::why_text;
use eevdf_lab::kernels::{ArithKind, Kernel};
use eevdf_lab::model::note::{Note, PickWhy, WarningKind};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, Override, parse, parse_as};
use eevdf_lab::sim::recording::{Phase, Step};
use eevdf_lab::sim::{Recording, run};

fn recorded(key: &str, variant: &Override) -> Recording {
    let parsed = parse_as(Entry::from_key(key).expect(key).text, variant);
    assert!(parsed.is_ok(), "{key}: {:?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

fn warnings(recording: &Recording) -> Vec<WarningKind> {
    let notes = recording.steps().flat_map(|step| step.notes);
    notes.filter_map(|note| if let Note::Warning(kind) = note { Some(kind) } else { None }).collect()
}

#[test]
fn case_5_takes_v_after_the_entity_has_left_the_tree() {
    // With B out of the tree only A is left, at 12.
    let why = why_text(&recorded("case-4-queued-reweight-6.7", &Override::default()));
    assert!(why.contains("v' = V_rest - scaled = V0+12 - 24 = V0-12"), "{why}");
    assert_eq!(Run::of("case-4-queued-reweight-6.7").after("0", "reweight B 1").lag("B"), "16");
}

#[test]
fn case_8_the_old_search_misses_the_left_subtree() {
    assert_eq!(Run::of("case-8").picked("0").runs(), "L");
    assert_eq!(Run::of("case-8-pick-6.6-rc").picked("0").runs(), "R");
    for key in ["case-8", "case-8-pick-6.6-rc"] {
        let start = &recorded(key, &Override::default()).step(0);
        assert_eq!(start.tasks.iter().map(|t| t.eligible).collect::<Vec<_>>(), [Some(true), Some(true), Some(false)]);
    }
}

#[test]
fn case_9_nobody_is_eligible_in_64_bits() {
    let recording = recorded("case-9", &Override::default());
    // 763383370431 - 10892823530978643 and 2^64 apart from the unsigned word of the report.
    assert_eq!(&recording.step(0).tasks[2].vruntime - &recording.v0, Num::from(-10_892_823_530_978_643_i64));
    assert_eq!(recording.step(0).tasks.iter().map(|t| t.eligible).collect::<Vec<_>>(), [Some(false); 3]);
    let exact = |kind: &WarningKind| matches!(kind, WarningKind::EligibilityOverflow { task: 2, exact: true });
    assert!(warnings(&recording).iter().any(exact));
    let picked = |note: &Note| matches!(note, Note::Picked { task: Some(2), why: PickWhy::NoneEligibleCurr, .. });
    assert!(recording.steps().flat_map(|step| step.notes).any(|note| picked(&note)));
    let exact = recorded("case-9", &Override { arith: Some(ArithKind::Exact), ..Override::default() });
    assert_eq!(exact.step(0).tasks.iter().map(|t| t.eligible).collect::<Vec<_>>(), [Some(false), Some(false), Some(true)]);
}

#[test]
fn case_11_v_is_the_floor() {
    let recording = recorded("case-11", &Override::default());
    assert_eq!(recording.step(0).queue.sum_w_vruntime, Num::from(-1_528_503_296_i64));
    assert_eq!(recording.step(0).queue.load, Num::from(1844));
    assert_eq!(recording.step(0).queue.avg_vruntime, Num::from(-828_907));
    let run = Run::of("case-11");
    let joined = run.after("0", "wake C");
    assert_eq!((joined.v("C").as_str(), joined.row("C").eligible), ("V0-828907", Some(true)));
    let exact = recorded("case-11", &Override { arith: Some(ArithKind::Exact), ..Override::default() });
    let v = Num::frac(-1_528_503_296, 1844);
    assert_eq!(exact.step(0).queue.avg_vruntime, v);
    assert!(Num::from(-828_907) < v && v < Num::from(-828_906), "truncation would be above V, so not eligible");
}

#[test]
fn case_12_the_base_stays_behind_a_lone_task() {
    for (run, key_before, sum_after) in [
        (Run::of("case-12"), "205", 0_i64),
        // 500000 * 1024, and from 7.0 on weights enter the sum scaled by another 1024.
        (Run::on("case-12", Kernel::Tip2026_03), "0", 512_000_000 * 1024),
    ] {
        let before = run.after("205", "tick");
        assert_eq!(before.v("A"), "V0+205");
        assert_eq!(run.key(&before.row("A").vruntime, &before.step.queue.base), key_before);
        assert_eq!(run.after("206", "end").step.queue.sum_w_vruntime, Num::from(sum_after));
    }
}

#[test]
fn case_14_yields_drag_v_away_from_the_base() {
    let run = Run::of("case-14");
    let last = run.after("12", "yield");
    assert_eq!((last.avg().as_str(), last.base().as_str()), ("V0+11200", "V0"));
    // Until a tick 4000 yields fit: two of three move a vruntime by 2.8 ms and so V by 1.4 ms.
    let head = Entry::from_key("case-14").expect("an entry").text.split("+1 yield").next().expect("a head");
    let parsed = parse(&format!("{head}{}", "+1 yield\n".repeat(3999)));
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let recording = eevdf_lab::sim::run(&parsed.scenario.script);
    let step = recording.step(recording.len() - 1);
    assert_eq!(step.queue.base, Num::ZERO);
    assert_eq!(step.queue.avg_vruntime.floor(), Num::from(2666_i64 * 1_400_000));
}

/// If each of 4000 yields moved a vruntime by 2.8 ms, V would drift 5600 ms. But where both vruntimes are the same, as at first and
/// again after three yields, the one that runs is 1 us later that much past the other and so not eligible: its yield moves nothing.
/// No kernel forfeits then: v6.12 never moves a vruntime, and those after it do so only if eligible.
#[test]
fn case_14_every_third_yield_finds_the_task_not_eligible_and_moves_nothing() {
    let head = Entry::from_key("case-14").expect("an entry").text.split("+1 yield").next().expect("a head");
    for (kernel, moving) in [(Kernel::Tip2026_03, 2666), (Kernel::V7_2, 2666), (Kernel::V6_12, 0)] {
        let over = Override { kernel: Some(kernel), ..Override::default() };
        let parsed = parse_as(&format!("{head}{}", "+1 yield\n".repeat(3999)), &over);
        let recording = eevdf_lab::sim::run(&parsed.scenario.script);
        let mut before: Option<Step> = None;
        let mut moved = Vec::new();
        for step in recording.states() {
            if step.phase == Phase::After && step.text == "yield" {
                let from = before.as_ref().expect("a preview");
                moved.push(step.tasks.iter().zip(&from.tasks).any(|(now, then)| now.vruntime != then.vruntime));
            }
            before = Some(step);
        }
        assert_eq!((moved.len(), moved.iter().filter(|m| **m).count()), (3999, moving), "{}", kernel.name());
        let expected = (0..3999).map(|nth| moving > 0 && nth % 3 != 0);
        assert!(moved.into_iter().eq(expected), "{}", kernel.name());
    }
}

#[test]
fn case_17_twice_the_largest_slice_is_minus_two() {
    let run = Run::of("case-17");
    let left = run.after("5000000", "sleep A");
    assert_eq!(left.vlag("A"), "-2");
    let negative =
        |kind: &WarningKind| matches!(kind, WarningKind::NegativeLagLimit { task: 0, limit } if *limit == Num::from(-2));
    assert!(warnings(&recorded("case-17", &Override::default())).iter().any(negative));

    let why = why_text(&recorded("case-17-max-slice", &Override::default()));
    let run = Run::of("case-17-max-slice");
    assert_eq!(run.after("1000000", "tick").d("A"), "V0+999999", "{why}");
    assert_eq!(run.after("5000000", "sleep A").vlag("A"), "500000", "below 3999999");
}

#[test]
fn case_17_the_wrapped_limit_of_the_largest_slice_cuts_a_longer_wait() {
    // B runs 10 ms before A leaves with 5 ms: the limit is 2^64 - 1 + 4 ms = 3999999 ns.
    let states = "state A v=0 queued\nstate B v=10000000 running\n";
    let text = format!("kernel v7.2\nvstart 0\ntick_nsec 4ms\ntask A slice=18446744073709551615\ntask B\n{states}");
    let parsed = parse(&format!("{text}at 0 resched\nat 0 sleep A\n"));
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let recording = run(&parsed.scenario.script);
    assert_eq!(recording.step(recording.len() - 1).tasks[0].vlag, Num::from(3_999_999));
}

#[test]
fn case_18_a_delayed_task_is_counted_down_once() {
    let run = Run::of("case-18");
    let counters = |t: &str, words: &str| {
        let queue = run.after(t, words).step.queue;
        (queue.nr_queued, queue.h_nr_queued, queue.h_nr_runnable)
    };
    assert_eq!(counters("0", "start"), (2, 2, Some(2)));
    assert_eq!(counters("0", "sleep Task1"), (2, 2, Some(1)));
    assert_eq!(counters("1", "wake Task1"), (2, 2, Some(2)));
}

#[test]
fn case_22_the_short_slice_runs_at_once_or_waits_for_half_a_unit() {
    let short = Run::of("case-22");
    assert_eq!(short.after("10", "wake S").protected("L"), "V0+10");
    assert_eq!(short.picked("10").runs(), "S");
    let long = Run::of("case-22-no-preempt-short");
    assert_eq!(long.after("10", "wake S").protected("L"), "V0+10.5");
    assert!(long.switches().starts_with("L@0 S@10.5 "), "{}", long.switches());
    // v6.12 protects L until its deadline.
    let old = Run::on("case-22-no-preempt-short", Kernel::V6_12);
    assert_eq!(old.switches(), "L@0");
}

#[test]
fn case_23_protection_decides_how_often_two_hogs_switch() {
    assert_eq!(Run::of("case-23").switches(), "A@0 B@3 A@6 B@9 A@12 B@15 A@18");
    assert_eq!(Run::of("case-23").picked("3").protected("B"), "V0+3");
    let without = Run::of("case-23-no-run-to-parity");
    assert_eq!(without.switches().split(' ').count(), 19);
    assert_eq!(without.picked("1").protected("B"), "V0+0.7");
}

#[test]
fn case_25_two_units_of_real_time_stay_two() {
    let run = Run::of("case-25");
    let (before, after) = (run.after("0", "start"), run.after("0", "reweight A 0.5"));
    assert_eq!((before.v("A").as_str(), before.d("A").as_str(), before.protected("A").as_str()), ("V0+10", "V0+13", "V0+12"));
    assert_eq!((after.v("A").as_str(), after.d("A").as_str(), after.protected("A").as_str()), ("V0+11", "V0+17", "V0+15"));
    assert_eq!((before.avg().as_str(), after.avg().as_str()), ("V0+9", "V0+9"));
    assert_eq!(run.switches(), "B@2", "A is preempted when its 2 are used, not before");
    let why = why_text(&recorded("case-25", &Override::default()));
    assert!(why.contains("vprot' = V + (vprot - V) w/w' = V0+9 + 3 * 1/0.5 = V0+15"), "{why}");
}

#[test]
fn case_26_the_last_entity_has_no_lag() {
    for kernel in Kernel::ALL {
        let run = Run::on("case-26", kernel);
        let (joined, after) = (run.after("0", "wake A"), run.after("0", "reweight A 0.5"));
        assert_eq!((joined.v("A"), after.v("A"), after.lag("A")), ("V0".into(), "V0".into(), "0".into()), "{}", kernel.name());
    }
}

#[test]
fn case_27_a_debt_in_virtual_time_grows_as_the_weight_shrinks() {
    let run = Run::of("case-27");
    assert_eq!(run.after("0", "start").lag("G"), "-4");
    assert_eq!(run.after("0", "reweight G 1/524288").lag("G"), "-2097152");
}

#[test]
fn case_34_a_wake_up_takes_the_mark_off() {
    let run = Run::of("case-34");
    let seen = |t: &str, words: &str| {
        let step = run.after(t, words);
        (step.row("A").on_rq, step.row("A").sched_delayed, step.step.queue.h_nr_runnable)
    };
    assert_eq!(seen("0", "sleep A"), (true, true, Some(1)));
    assert_eq!(seen("1", "wake A"), (true, false, Some(2)));
    let recording = recorded("case-34", &Override::default());
    assert_eq!(recording.states().filter(|s| s.noop).map(|s| s.text).collect::<Vec<_>>(), ["wake A"], "the second one");
}

#[test]
fn case_35_min_vruntime_moves_with_the_reweight() {
    let run = Run::of("case-35");
    assert_eq!(run.after("0", "start").base(), "V0");
    let after = run.after("0", "reweight A 2048");
    assert_eq!((after.v("A").as_str(), after.avg().as_str(), after.base().as_str()), ("V0+0.5", "V0+1", "V0+0.5"));
}

#[test]
fn half_of_the_jlag_also_keeps_v_plus_j() {
    let run = Run::patched("m4-sum-jlag", &["half-jlag"]);
    let joined = run.after("0", "wake T2");
    assert_eq!((joined.v("T2").as_str(), joined.avg().as_str(), joined.j().as_str()), ("V0-18", "V0-9", "9"));
    for (t, words, expected) in [("0", "wake T3", "V0"), ("24", "sleep T2", "V0+8"), ("40", "wake T2", "V0+16")] {
        assert_eq!(run.after(t, words).v_plus_j(), expected, "{words} at {t}");
    }
}

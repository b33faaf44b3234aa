//! M1: the lag of a delayed task has a floor. Values of case 20 are in ms; A sleeps at a lag of -4, and a joiner pulls V back.

use crate::Kind::{Computed, Not};
use crate::reading::Run;
use crate::{Row, TOLD, m1_table};
use eevdf_lab::kernels::{Kernel, Patch};
use eevdf_lab::model::note::Note;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, Override, parse, parse_as};
use eevdf_lab::sim::behaviour::{Item, any};
use eevdf_lab::sim::run;

pub const ROWS: &[Row] = &[
    Row { says: "the patch", figures: "2026 03 31", kind: TOLD },
    Row { says: "1. the lag is stored when a task becomes delayed", figures: "1", kind: Computed(stored) },
    Row { says: "2. the stored lag is a floor, and 0 a ceiling", figures: "2 0", kind: Computed(clamped) },
    Row { says: "3. a wake-up places again what was clamped", figures: "3 0", kind: Computed(placed_again) },
    Row { says: "4. the final dequeue leaves the clamp to the recompute", figures: "4 0", kind: Computed(dequeued) },
    Row { says: "the load: cyclictest against hackbench", figures: "20 2.8 2777 8", kind: Computed(load) },
    Row {
        says: "how the columns of the table differ",
        figures: "2.8 8 20",
        kind: Computed(m1_table::the_simulated_table_has_the_shape_of_the_mails),
    },
    Row {
        says: "the table's figures stand beside the simulated ones",
        figures: "115632 119733 119806 364 64 61 60 56 1166 62 4192 73 72 8528 2707 1300 17735 14273 13525",
        kind: Computed(m1_table::the_mails_figures_are_those_of_the_mail),
    },
    Row {
        says: "the table's figures themselves",
        figures: "",
        kind: Not("measured on hardware: a model has no timers, switches and caches"),
    },
];

fn stored() {
    assert_eq!(Run::of("case-20-lag-floor").after("0", "sleep A").vlag("A"), "-4");
    let baseline = Run::of("case-20");
    let stores = |run: &Run| {
        let asleep =
            run.recording().steps().find(|s| s.notes.iter().any(|n| matches!(n, Note::Delayed { .. }))).expect("A sleeps");
        asleep.notes.iter().any(|n| matches!(n, Note::LagTaken { .. }))
    };
    // Whether to stay queued takes the eligibility only; the baseline takes no lag.
    assert!(!stores(&baseline) && stores(&Run::of("case-20-lag-floor")));
}

fn clamped() {
    let floor = Run::of("case-20-lag-floor");
    assert_eq!((floor.before("0", "wake A").lag("A"), floor.after("0", "wake A").vlag("A")), ("-7".into(), "-4".into()));
    let ceiling = Run::patched("m3-sign-change", &["lag-floor"]);
    assert_eq!(ceiling.before("22", "wake A").lag("A"), "0.333333");
    assert_eq!(ceiling.after("22", "wake A").vlag("A"), "0");
}

/// How often the wake-up of A places it again.
fn placements(run: &Run, t: &str) -> u64 {
    let costs = |step: &eevdf_lab::sim::recording::Step| step.costs().replacements;
    costs(&run.after(t, "wake A").step) - costs(&run.before(t, "wake A").step)
}

fn placed_again() {
    assert_eq!((placements(&Run::of("case-20"), "0"), placements(&Run::of("case-20-lag-floor"), "0")), (0, 1));
    assert_eq!(Run::of("case-20-lag-floor").after("0", "wake A").lag("A"), "-4");
    // The baseline does so only with a positive lag, which becomes 0.
    let positive = Run::patched("m3-sign-change", &[]);
    assert_eq!((placements(&positive, "22"), positive.after("22", "wake A").lag("A")), (1, "0".into()));
}

fn dequeued() {
    let lag_floor = Patch::from_name("lag-floor").expect("the patch");
    let over = Override { kernel: Some(Kernel::Tip2026_03), patches: Some(vec![lag_floor]), ..Override::default() };
    let parsed = parse_as(Entry::from_key("k-delay-until-pick").expect("in the gallery").text, &over);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let recording = run(&parsed.scenario.script);
    let removed = recording.steps().find(|s| s.notes.iter().any(|n| matches!(n, Note::DelayedRemoved { .. })));
    let removed = removed.expect("a pick takes the delayed task out");
    let clamp = removed.notes.iter().find_map(|n| match n {
        Note::DelayedLagClamped { task, raw, vlag, .. } => Some((*task, raw.clone(), vlag.clone())),
        _ => None,
    });
    let (task, raw, vlag) = clamp.expect("its lag is clamped where it is taken");
    assert!(raw > Num::ZERO && vlag == Num::ZERO, "{raw} {vlag}");
    assert_eq!((removed.tasks[task].on_rq, &removed.tasks[task].vlag), (false, &Num::ZERO));
}

fn load() {
    let us = |n: i64| Num::from(n * 1000);
    for (key, base, ct, hackbench) in [
        ("m1-cyclictest-default", 2800, None, None),
        ("m1-cyclictest-slices", 2800, Some(8000), Some(20_000)),
        ("m1-cyclictest-lag-floor", 2800, Some(8000), Some(20_000)),
    ] {
        let script = parse(Entry::from_key(key).expect(key).text).scenario.script;
        assert_eq!(script.base_slice, us(base), "{key}");
        let (of_ct, others): (Vec<_>, Vec<_>) = script.tasks.iter().partition(|task| task.name == "ct");
        assert_eq!(of_ct[0].slice, ct.map(us), "{key}");
        let behaviour = of_ct[0].behaviour.as_ref().expect("a cyclictest");
        assert!(any(&behaviour.0, |item| *item == Item::Timer(us(2777))), "{key}: {behaviour:?}");
        assert_eq!(others.len(), 80, "{key}: 40 pairs");
        assert!(others.iter().all(|task| task.slice == hackbench.map(us)), "{key}");
    }
}

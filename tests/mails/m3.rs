//! M3: the review of M1. What it costs, and what the guard and the threshold that it asks for change.

use crate::Kind::{Arithmetic, Computed};
use crate::reading::Run;
use crate::{MEASURED, Row, TOLD};
use eevdf_lab::model::cost::Costs;
use eevdf_lab::sim::recording::Step;

pub const ROWS: &[Row] = &[
    Row { says: "the review", figures: "2026 04 02", kind: TOLD },
    Row { says: "cyclictest on 80 cores", figures: "80 9141 9426 206 217 14 13", kind: MEASURED },
    Row {
        says: "hackbench",
        figures: "4 13.77 17.53 8 24.39 31.90 16 47.92 60.46 32 118.08 103.16 17.16 30.67 62.53 101.87",
        kind: MEASURED,
    },
    Row { says: "the changes in per cent", figures: "3.11 5.33 7.14 27.3 30.8 26.2 12.6", kind: Arithmetic(percentages) },
    Row { says: "(a) with NO_DELAY_DEQUEUE the patch changes nothing", figures: "", kind: Computed(without_delay_dequeue) },
    Row { says: "(a) the guard changes nothing", figures: "", kind: Computed(guard) },
    Row {
        says: "(b) placing again only on a change of sign or a large one saves the tree's work",
        figures: "",
        kind: Computed(threshold),
    },
    Row { says: "cost counters per event and in total", figures: "", kind: Computed(costs) },
];

/// Per cent of change in hundredths, cut or rounded as the review does, from the figures that it prints.
fn percentages() {
    let change = |from: i64, to: i64| (to - from) * 10_000 / from;
    let near = |found: i64, printed: i64, what: &str| assert!((found - printed).abs() <= 6, "{what}: {found} {printed}");
    for (from, to, printed) in [
        (9141, 9426, 311),
        (206, 217, 533),
        (14, 13, -714),
        (1377, 1753, 2730),
        (2439, 3190, 3080),
        (4792, 6046, 2620),
        (11_808, 10_316, -1260),
    ] {
        near(change(from, to), printed, &format!("{from} -> {to}"));
    }
}

fn without_delay_dequeue() {
    let [with, without] = [&["lag-floor"][..], &[]].map(|patches| Run::patched("case-20-no-delay-dequeue", patches));
    assert_eq!(with.recording(), without.recording());
}

fn guard() {
    for key in ["case-20", "case-20-no-delay-dequeue", "m3-sign-change"] {
        let [guarded, floor] = ["lag-floor-guarded", "lag-floor"].map(|patch| Run::patched(key, &[patch]));
        assert_eq!(guarded.recording(), floor.recording(), "{key}");
    }
}

fn total(run: &Run) -> Costs {
    run.recording().states().last().expect("steps").costs()
}

fn threshold() {
    let [large, always] =
        ["lag-floor-on-sign-change", "lag-floor"].map(|patch| total(&Run::patched("m3-small-change", &[patch])));
    assert_eq!((large.replacements, always.replacements), (0, 1));
    assert!(large.insertions < always.insertions && large.erasures < always.erasures, "{large:?} {always:?}");
    // A change of sign is corrected however small it is.
    assert_eq!(total(&Run::patched("m3-sign-change", &["lag-floor-on-sign-change"])).replacements, 1);
}

/// The wake-up of A in case 20: computations of V, divisions, insertions, erasures, replacements.
fn costs() {
    let of = |run: &Run| {
        let costs = |step: &Step| step.costs();
        let c = costs(&run.after("0", "wake A").step).since(&costs(&run.before("0", "wake A").step));
        [c.v_computations, c.divisions, c.insertions, c.erasures, c.replacements]
    };
    assert_eq!(of(&Run::of("case-20")), [1, 1, 0, 0, 0]);
    assert_eq!(of(&Run::of("case-20-lag-floor")), [2, 3, 1, 1, 1]);
    let all = total(&Run::of("case-20-lag-floor"));
    assert!(all.insertions >= all.erasures && all.replacements == 1, "{all:?}");
}

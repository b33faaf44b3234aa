//! M4: joining and leaving, with lag inflation and with J. Values of the tables are in ms.

use crate::Kind::Computed;
use crate::reading::Run;
use crate::{MEASURED, Row, TOLD};
use eevdf_lab::checks::Checks;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::run;
use eevdf_lab::tables::compare::compare;
use eevdf_lab::tables::parse::parse as parse_tables;
use eevdf_lab::tables::permute::permute;

pub const ROWS: &[Row] = &[
    Row { says: "the patch", figures: "2025 12 11", kind: TOLD },
    Row {
        says: "lags 0, 36, -12: with inflation the order of joins decides that of vruntimes",
        figures: "1 0 36 12",
        kind: Computed(orders),
    },
    Row { says: "a similar thing happens without inflation", figures: "", kind: Computed(plain) },
    Row { says: "V + J stays on join and leave; an empty queue has J = 0", figures: "0", kind: Computed(v_plus_j) },
    Row { says: "half the lag may be brought, or twice, or anything bounded", figures: "", kind: Computed(half) },
    Row { says: "the printed tables, cell by cell", figures: "0 18", kind: Computed(tables) },
    Row { says: "the bound of J", figures: "1", kind: Computed(bound) },
    Row { says: "the integer implementation: V0+12 in the last row", figures: "0 12 20 18", kind: Computed(integers) },
    Row { says: "V + J breaks at a clamp, a requeue, a reweight", figures: "", kind: Computed(breaks) },
    Row {
        says: "hackbench",
        figures: "1 10 20 0.119 0.869 1.840 0.107 0.767 1.579 0.089 0.555 1.099 0.074 0.480 1.022 0.126 0.810 1.625 0.084 0.673 \
                  1.314 0.092 0.503 0.947 0.077 0.465 0.906",
        kind: MEASURED,
    },
];

/// The order of vruntimes for each order of joins.
fn by_vruntime(key: &str) -> Vec<(String, String)> {
    let orders = permute(&parse(Entry::from_key(key).expect(key).text).scenario.script).expect("three tasks join");
    let names = |tasks: &[usize]| tasks.iter().map(|t| orders.names[*t].clone()).collect::<Vec<_>>();
    let row = |order: &eevdf_lab::tables::permute::Order| {
        let sorted: Vec<_> = order.by_vruntime.iter().map(|same| names(same).join("=")).collect();
        (names(&order.joins).join(" "), sorted.join(" "))
    };
    orders.orders.iter().map(row).collect()
}

fn of<'a>(orders: &'a [(String, String)], joins: &str) -> &'a str {
    &orders.iter().find(|(j, _)| j == joins).expect(joins).1
}

fn orders() {
    let inflated = by_vruntime("m4-join-123");
    assert_eq!(inflated.len(), 6);
    assert_eq!(of(&inflated, "T1 T2 T3"), "T2 T3 T1", "T3's lag is negative, T1's is zero");
    assert_eq!(of(&inflated, "T3 T2 T1"), "T2 T1 T3");
    assert!(by_vruntime("m4-sum-jlag").iter().all(|(_, order)| order == "T2 T1 T3"), "with J no order matters");
}

fn plain() {
    let orders = by_vruntime("m4-plain-lag");
    assert!(orders.iter().any(|(_, order)| *order != orders[0].1), "{orders:?}");
}

fn v_plus_j() {
    let run = Run::of("m4-sum-jlag");
    for (t, words, expected) in [
        ("0", "wake T3", "V0"),
        ("24", "sleep T2", "V0+8"),
        ("40", "sleep T1", "V0+16"),
        ("40", "wake T2", "V0+16"),
        ("52", "sleep T2", "V0+22"),
    ] {
        assert_eq!(run.before(t, words).v_plus_j(), expected, "before {words} at {t}");
        assert_eq!(run.after(t, words).v_plus_j(), expected, "after {words} at {t}");
    }
    let empty = run.recording().states().last().expect("steps");
    assert_eq!((empty.queue.load, empty.queue.j), (Num::ZERO, Some(Num::ZERO)));
}

/// Each task brings half: J is half as large, and V + J stays all the same.
fn half() {
    let (whole, half) = (Run::of("m4-sum-jlag"), Run::patched("m4-sum-jlag", &["half-jlag"]));
    let j = |run: &Run| run.after("0", "wake T2").step.queue.j.clone().expect("J");
    assert_eq!(&j(&half) + &j(&half), j(&whole));
    assert_eq!(half.before("0", "wake T3").v_plus_j(), half.after("0", "wake T3").v_plus_j());
}

/// `row column: printed -> computed` of an entry with a printed table, and how many cells were compared.
fn differing(key: &str) -> (Vec<String>, usize) {
    let entry = Entry::from_key(key).expect(key);
    let printed = parse_tables(entry.printed.expect("a printed table"));
    let found = compare(&printed.tables[0], &run(&parse(entry.text).scenario.script));
    let cells = found.differences.iter().map(|d| format!("{} {}: {} -> {}", d.label, d.heading.text, d.printed, d.computed));
    (cells.collect(), found.compared)
}

fn tables() {
    assert_eq!(differing("m4-join-123").0, [""; 0]);
    assert_eq!(differing("v3-avg-jlag").0, [""; 0]);
    let (cells, compared) = differing("m4-sum-jlag");
    assert_eq!((cells, compared), (vec!["T3 join- J: 0 -> 18".to_string(), "T3 join- V: V0 -> V0-18".to_string()], 140));
}

fn integers() {
    let (cells, compared) = differing("k-m4-sum-jlag");
    let last = ["T3 leave+ V+J: V0+20* -> V0+12", "T3 leave+ V: V0+20 -> V0+12"];
    assert_eq!((&cells[2..], compared), (&last.map(String::from)[..], 140));
    assert_eq!(differing("k-m4-join").0, [""; 0]);
}

fn checks(key: &str) -> eevdf_lab::checks::Report {
    let script = parse(Entry::from_key(key).expect(key).text).scenario.script;
    Checks::of(&script, &run(&script))
}

/// q = 36, W_MIN = 1, a = 2/3: C1 = 1 + 1/(1 - a) + 1/(e ln(1/a)) = 4.9073..., and J is 18 at most.
fn bound() {
    let bound = checks("m4-sum-jlag").j_bound.expect("J is kept");
    assert_eq!((&bound.q, &bound.w_min, &bound.a, &bound.largest.0), (&36.into(), &1.into(), &Num::frac(2, 3), &18.into()));
    let (low, high) = (Num::frac(49_073, 10_000), Num::frac(49_074, 10_000));
    assert!(bound.c1.low > low && bound.c1.high < high);
    assert!(bound.is_kept() && bound.bound.low > &Num::from(36) * &low && bound.bound.high < &Num::from(36) * &high);
}

/// What breaks V + J, in small scenarios with the mail's rule.
fn breaks() {
    let told = |text: &str| {
        let script = parse(text).scenario.script;
        let report = Checks::of(&script, &run(&script));
        report
            .row("v-plus-j")
            .expect("the invariant")
            .tally
            .violations
            .iter()
            .map(|v| v.text.clone())
            .collect::<Vec<_>>()
            .join("; ")
    };
    let clamp = Entry::from_key("k-j-clamp").expect("in the gallery").text;
    assert!(told(clamp).ends_with("the lag was clamped, so what sum_jlag loses is not what V gains"), "{}", told(clamp));
    let requeue = "kernel v6.19-rc1\npatch sum-jlag\nunit 1ms\nnice0 1\nbase_slice 100ms\nvstart 0\n\
        task A weight=1\ntask B weight=1\nstate A v=4 running\nstate B v=-4 queued\n\
        at 0 sleep A\nat 12ms tick\nat 12ms wake A\n";
    assert!(told(requeue).ends_with("a requeue moves an entity without touching sum_jlag"), "{}", told(requeue));
    let reweight =
        "patch sum-jlag\nnice0 1\ntask T1 weight=1\ntask T2 weight=1 lag=36\nat 0 wake T1\nat 0 wake T2\nat 0 reweight T2 2\n";
    assert!(told(reweight).ends_with("a reweight on the queue changes W without touching sum_jlag"), "{}", told(reweight));
}

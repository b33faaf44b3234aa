//! Damaged and hostile input: a message with its place, never a panic, never a scenario that does not load.

use crate::{imports, said};
use eevdf_lab::io::import::limits::MAX_COLUMNS;
use eevdf_lab::io::import::{Kind, Options, find, import};
use eevdf_lab::scenario;
use proptest::prelude::*;

const ROW: &str =
    ">R            bash   487     50787.345112   E       50789.145972           2.800000     50780.298364        16     120   /";

/// Imports a text in every way; what comes out must load without errors.
fn survives(text: &str) {
    let _ = find(text);
    for from in Kind::NAMED.map(Some).into_iter().chain([None]) {
        if let Ok(imported) = import(text, &Options { from, asleep: true, ..Options::default() }) {
            let parsed = scenario::parse(&imported.scenario);
            // A scenario's mistakes are its writer's.
            let own = imported.kind != Kind::Scenario;
            assert!(!own || parsed.is_ok(), "{:?}\n{}\nfrom\n{text}", parsed.diagnostics, imported.scenario);
        }
    }
}

#[test]
fn markup_and_control_characters_in_names_stay_text() {
    let text = ROW.replace("bash", "<b>\u{1b}[31m\u{202e}=x");
    let imported = imports(&text, &Options::default());
    assert!(imported.scenario.contains("\ntask <b>_[31m__x\n"), "{}", imported.scenario);
    assert!(!imported.scenario.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn nul_bytes_and_endless_lines_are_named() {
    let text = format!("cfs_rq[0]:/\n{ROW}\n\0\0\0\n.{}\n", "x".repeat(MAX_COLUMNS + 5));
    let said = said(&imports(&text, &Options { from: Some(Kind::SchedDebug), ..Options::default() }));
    assert_eq!(said.len(), 3, "{said:#?}");
    assert!(said[0].starts_with(r"3:1: `\u{0}\u{0}\u{0}` is not understood"), "{}", said[0]);
    assert!(said[1].starts_with("4:100001: a line whose end is not read"), "{}", said[1]);
}

#[test]
fn numbers_at_the_ends_of_64_bits_are_computed_with() {
    let most = "9223372036854.775807";
    for v in [most, &format!("-{most}")] {
        let text = format!(
            "R  a  1  {v}  E  {v}  0.000000  1.000000  2  100  /\nR  b  2  {v}  N  -0.000001  {most}  1.000000  2  139  /\n"
        );
        survives(&text);
    }
}

#[test]
fn every_cut_of_a_dump_is_survived() {
    let text = format!("Sched Debug Version: v0.11, 7.2\ncfs_rq[0]:/g\n  .se->vruntime   : 1.000000\n  .nr_queued  : 1\n{ROW}\n");
    for end in 0..text.len() {
        survives(&text[..end]);
    }
}

/// Sizes at which anything that looks at all pairs would take minutes.
#[test]
fn many_of_everything_takes_no_longer_than_reading_it() {
    let row = " R  x  7  1.000000  E  3.800000  2.800000  1.000000  16  120  /a\n";
    let rows = row.repeat(60_000);
    let queues: String = (0..60_000).map(|n| format!("cfs_rq[0]:/a/{n}\n.se->vruntime : 1.000000\n")).collect();
    let fields: String = (0..60_000).map(|n| format!(".f{n} : 1\n")).collect();
    let said = imports(&format!("{queues}{fields}{rows}"), &Options::default()).said;
    assert!(said.count() > 100_000, "rows that are too many, and lines: {}", said.count());

    let events = "\"resume\" : \"q\", \"suspend\" : \"q\", ".repeat(5_000);
    let text = format!("{{ \"tasks\" : {{ \"a\" : {{ \"instance\" : 1000, \"run\" : 1, {events} }} }} }}");
    let refused = import(&text, &Options::default()).unwrap_err();
    assert!(refused.why.what.starts_with("a workload that makes no scenario: the text has "), "{}", refused.why);
    survives(&" [1".repeat(MAX_COLUMNS));
    survives(&"[1".repeat(MAX_COLUMNS));
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(ROW.to_string()),
        Just(" S init 1 2326.428261 E 2326.784347 S 0.700000 1.0 4 120 80.621199 0 0 /a b".to_string()),
        Just("cfs_rq[0]:/".to_string()),
        Just("cfs_rq[0]:/a/b".to_string()),
        Just("cfs_rq[4294967295]:/a".to_string()),
        Just("  .se->vruntime : -1.048576".to_string()),
        Just("  .se->load.weight : 9223372036854775807".to_string()),
        Just("  .nr_queued : 1".to_string()),
        Just("  .nr_queued : -9223372036854775808".to_string()),
        Just("  .h_nr_runnable : 9223372036854775807".to_string()),
        Just("  .avg_vruntime : 2351.252302".to_string()),
        Just("[   98.749867] >R".to_string()),
        Just("{ \"tasks\" : { \"a\" : { \"run\" : 1, \"loop\" : -1".to_string()),
        Just("} } }".to_string()),
        Just("task A : run 5 sleep 10".to_string()),
        Just("at 0 wake A".to_string()),
        Just("time | event | W | v".to_string()),
        Just("\"suspend\", /*".to_string()),
        "[ -~]{0,40}",
        "\\PC{0,12}",
        any::<String>(),
        (any::<i64>(), any::<i64>(), -3i32..145).prop_map(|(v, d, prio)| {
            let ms = eevdf_lab::io::import::sched_debug::ms;
            format!(" R x 7 {} E {} 3.000000 1.000000 2 {prio} /", ms(v), ms(d))
        }),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn nothing_panics_and_whatever_comes_out_loads(text in pieces()) {
        survives(&text);
    }
}

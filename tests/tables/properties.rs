//! What holds for any run and any text.

use crate::support::{only_table, recording, table};
use eevdf_lab::tables::check::{Verdict, check};
use eevdf_lab::tables::compare::compare;
use eevdf_lab::tables::infer::CannotInfer;
use eevdf_lab::tables::parse::parse;
use eevdf_lab::tables::setup;
use eevdf_lab::tables::table::{Table, default_columns, parse_columns};
use eevdf_lab::tables::value::{Agreement, Value};
use proptest::prelude::*;

/// One event, and the time that passes before it.
fn event() -> impl Strategy<Value = String> {
    let task = prop_oneof![Just("A"), Just("B"), Just("C"), Just("D")];
    let delay =
        prop_oneof![3 => Just("0".to_string()), 2 => (1..30u32).prop_map(|n| n.to_string()), 1 => Just("5/3".to_string())];
    let what = prop_oneof![
        4 => task.clone().prop_map(|t| format!("wake {t}")),
        2 => task.clone().prop_map(|t| format!("sleep {t}")),
        1 => Just("sleep @curr".to_string()),
        1 => Just("tick".to_string()),
        1 => Just("yield".to_string()),
        1 => (task, 1..9u32).prop_map(|(t, w)| format!("reweight {t} {w}")),
    ];
    (delay, what).prop_map(|(delay, what)| format!("+{delay} {what}\n"))
}

/// A scenario of the ideal model that begins with an empty queue.
fn scenario() -> impl Strategy<Value = String> {
    let patch = prop_oneof![
        Just(""),
        Just("patch sum-jlag\n"),
        Just("patch half-jlag\n"),
        Just("patch plain-lag\n"),
        Just("feature NO_PLACE_LAG\n"),
        Just("patch no-eligibility\n"),
    ];
    let tasks = proptest::collection::vec((1..6u32, 1..20u32, -40..40i32), 4);
    (patch, tasks, proptest::collection::vec(event(), 1..25)).prop_map(|(patch, tasks, events)| {
        let task =
            |(name, (w, slice, lag)): (&str, &(u32, u32, i32))| format!("task {name} weight={w} slice={slice} lag={lag}\n");
        let tasks: String = ["A", "B", "C", "D"].into_iter().zip(&tasks).map(task).collect();
        format!("{patch}nice0 1\n{tasks}at 0 wake A\n+0 wake B\n+1 wake C\n+0 wake D\n{}", events.concat())
    })
}

/// The same events on kernels, in nanoseconds that do not divide.
fn kernel_scenario() -> impl Strategy<Value = String> {
    let kernel = prop_oneof![Just("v6.12"), Just("v6.19-rc1"), Just("tip-2026-03"), Just("v7.2")];
    let events = proptest::collection::vec((0..4_000_000u32, event()), 1..15);
    (kernel, any::<bool>(), events).prop_map(|(kernel, ms, events)| {
        let event = |(delay, event): &(u32, String)| {
            let (_, what) = event.split_once(' ').unwrap_or(("", "tick"));
            format!("+{delay}ns {what}")
        };
        let events: String = events.iter().map(event).collect();
        let unit = if ms { "unit 1ms\n" } else { "" };
        format!("kernel {kernel}\n{unit}task A\ntask B nice=5\ntask C nice=-7\ntask D slice=1ms\nat 0 wake A\n{events}")
    })
}

/// Every cell of the printed table is the recording's, exactly or to the places printed.
fn round_trip(text: &str, table: &Table) {
    let parsed = only_table(text);
    assert_eq!(parsed.rows.len(), table.rows.len());
    for (column, heading) in table.columns.iter().enumerate() {
        let at = parsed.columns.iter().position(|c| c.text == heading.text).expect("the column is printed");
        for (row, printed) in table.rows.iter().zip(&parsed.rows) {
            let (cell, printed) = (&row.cells[column], &printed.cells[at]);
            let read = printed.read.as_ref().expect("own cells are understood");
            assert_eq!(read.star, cell.star);
            assert_eq!(printed.marker, cell.changed, "{}", row.label);
            match read.value.agrees(read.places, &cell.value) {
                Agreement::Same => {}
                Agreement::Rounded => assert!(printed.text.starts_with('~'), "{} pretends to be exact", printed.text),
                Agreement::Differs => panic!("{}: {} printed for {:?}", row.label, printed.text, cell.value),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read_back(scenario in prop_oneof![scenario(), kernel_scenario()], quote in prop_oneof![Just(""), Just("> "), Just("  ")]) {
        let run = recording(&scenario);
        let text: String = table(&run).lines().map(|l| if l.is_empty() { "\n".into() } else { format!("{quote}{l}\n") }).collect();
        prop_assert!(text.lines().all(|l| l.chars().count() <= 78 + quote.len()));
        round_trip(&text, &Table::default_of(&run));
        let found = compare(&only_table(&text), &run);
        prop_assert_eq!(found.differences, vec![]);
        prop_assert!(found.steps.iter().all(Option::is_some));
    }

    #[test]
    fn a_printed_run_is_inferred_from_its_table_alone(scenario in scenario()) {
        let run = recording(&scenario);
        let mut columns = default_columns(&run);
        columns.extend(parse_columns("w,slice").unwrap());
        let table = Table::of(&run, columns);
        // Rounded cells say less than the run did: a wrong weight or lag may come of them.
        if table.rows.iter().flat_map(|r| &r.cells).any(|c| c.value.short().contains('~')) {
            return Ok(());
        }
        let text = eevdf_lab::tables::print::print(&table, 78).unwrap();
        let report = check(&text);
        // EVDF runs pick tasks that are not eligible, which is all that check may say.
        let picks_only = report.differences().all(|d| d.computed.ends_with("is not eligible"));
        let evdf = scenario.contains("no-eligibility");
        match report.verdict() {
            Verdict::Agrees => {}
            Verdict::Differs if evdf && picks_only => {}
            verdict => prop_assert!(false, "{verdict:?}\n{scenario}\n{text}\n{report}"),
        }
    }

    #[test]
    fn a_kernels_run_is_replayed_from_its_table_and_the_lines_above_it(scenario in kernel_scenario(), quote in prop_oneof![Just(""), Just("> ")]) {
        let parsed = eevdf_lab::scenario::parse(&scenario).scenario;
        let run = recording(&scenario);
        let above: String = setup::lines(&parsed).iter().map(|l| format!("{quote}{l}\n")).collect();
        let below: String = table(&run).lines().map(|l| if l.is_empty() { "\n".into() } else { format!("{quote}{l}\n") }).collect();
        let text = format!("{above}\n{below}");
        let report = check(&text);
        let rounded_time = matches!(&report.tables[0].outcome, Err(CannotInfer::RoundedTime { .. }));
        prop_assert!(report.verdict() == Verdict::Agrees || rounded_time, "{}\n{}\n{}", scenario, text, report);
    }

    #[test]
    fn any_one_wrong_cell_is_found(scenario in scenario(), pick in any::<prop::sample::Index>(), by in 1..5i32) {
        let run = recording(&scenario);
        let mut table = Table::default_of(&run);
        let cells: Vec<(usize, usize)> = (0..table.rows.len())
            .flat_map(|r| (2..table.columns.len()).map(move |c| (r, c)))
            .filter(|(r, c)| table.rows[*r].cells[*c].value.number().is_some())
            .collect();
        let (r, c) = cells[pick.index(cells.len())];
        let cell = &mut table.rows[r].cells[c];
        cell.value = match cell.value.clone() {
            Value::Number(n) => Value::Number(&n + &by.into()),
            Value::Virtual(n) => Value::Virtual(&n + &by.into()),
            other => other,
        };
        let text = eevdf_lab::tables::print::print(&table, 78).unwrap();
        let found = compare(&only_table(&text), &run).differences;
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!((found[0].row, &found[0].heading), (r, &table.columns[c]));
    }
}

/// Text that has much of a table in it.
fn shreds() -> impl Strategy<Value = String> {
    let shred = prop_oneof![
        Just("|"),
        Just("\n"),
        Just(" "),
        Just("> "),
        Just("<|"),
        Just("|>"),
        Just("time | event | W | v | lag\n"),
        Just("t"),
        Just("t+5"),
        Just("T1 join-"),
        Just("T1 join+"),
        Just("T2 leave+"),
        Just("pick T1"),
        Just("V0-36"),
        Just("NA"),
        Just("0*"),
        Just("-12"),
        Just("1/0"),
        Just("~"),
        Just("----\n"),
        Just("W"),
        Just("v"),
        Just("event"),
        Just("\u{2502}"),
        Just("\u{feff}"),
        Just("é"),
        Just("V0+99999999999999999999999999999999999999999999"),
        Just("start+"),
        Just("T1 reweight+"),
        Just("T1 yield+"),
        Just("tick+"),
        Just("t | T1 join- | 0 | NA | 0\nt | T1 join+ | 1 | V0 | 0\n"),
        Just("t | T2 join- | 1 | NA | -7/3\nt | T2 join+ | 4 | V0 | 0\nt | pick T2 | 4 | V0 | 0\n"),
        Just("t+4 | T2 leave- | 4 | V0 | 0\n"),
        Just("t+5 | T2 reweight+ | 2 | V0 | 0\n"),
    ];
    proptest::collection::vec(shred, 0..60).prop_map(|s| s.concat())
}

proptest! {
    #[test]
    fn any_text_is_answered_without_a_panic(text in prop_oneof![shreds(), ".{0,200}", "(?s).{0,200}"]) {
        let report = check(&text);
        prop_assert!(report.diagnostics.len() <= 100);
        prop_assert!(!report.to_string().is_empty());
    }

    #[test]
    fn a_place_in_a_diagnostic_is_in_the_text(text in shreds()) {
        for d in parse(&text).diagnostics {
            let line = text.lines().nth(d.line as usize - 1);
            prop_assert!(line.is_some_and(|l| d.column as usize <= l.chars().count() + 1), "{}", d);
        }
    }
}

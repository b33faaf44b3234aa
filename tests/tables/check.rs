//! `check` on the worked tables of the mails, and on our own.

use crate::support::{gallery, only_table, printed, recording, table};
use eevdf_lab::scenario::{Entry, GALLERY, parse_spec};
use eevdf_lab::tables::check::{Verdict, check, check_as};
use eevdf_lab::tables::compare::{Difference, compare};
use eevdf_lab::tables::infer::Told;
use eevdf_lab::tables::{Column, Heading, setup};
use expect_test::expect;

/// Line, row, column, printed, computed.
fn differing(text: &str) -> Vec<String> {
    let cell = |d: &Difference| {
        let Difference { line, label, heading, printed, computed, .. } = d;
        format!("{line} {label} {}: {printed} -> {computed}", heading.text)
    };
    check(text).differences().map(cell).collect()
}

#[test]
fn the_second_table_of_the_join_leave_mail_has_two_wrong_cells() {
    let report = check(printed("m4-sum-jlag"));
    assert_eq!(report.verdict(), Verdict::Differs);
    expect![[r#"
        Table in lines 1-22: 20 rows, columns time, event, W, sumJ, J, V+J, v, V, lag
        Inferred:
        - replayed as ideal, as no line above it names a variant
        - placement: sum-jlag (V + J does not move), as the table has the columns
          sumJ, J and V+J
        - weights: T1 1, T2 1, T3 1, from the differences of W
        - virtual lags brought: T1 0, T2 36, T3 -12, from lag in the rows `join-`
        - V0 = 0
        - run times: from the times between the rows
        - picks: 4, taken as printed and tested for eligibility

        7:35: row T3 join- at t, column J: printed 0, computed 18
            the row above (line 6, T2 join+) already leaves J = 18, and nothing
            happens in between

        7:59: row T3 join- at t, column V: printed V0, computed V0-18
            the row above (line 6, T2 join+) already leaves V = V0-18, and nothing
            happens in between

        2 of 140 cells differ.
    "#]]
    .assert_eq(&report.to_string());
}

#[test]
fn its_first_table_has_none() {
    let report = check(printed("m4-join-123"));
    assert_eq!(report.verdict(), Verdict::Agrees);
    expect![[r#"
        Table in lines 1-5: 3 rows, columns event, vlag', vlag, v, W, V
        Inferred:
        - replayed as ideal, as no line above it names a variant
        - placement: inflated lag, as the table has the columns vlag' and vlag
        - weights: T1 1, T2 1, T3 1, from the differences of W
        - virtual lags brought: T1 0, T2 36, T3 -12, from vlag'
        - V0 = 0
        - no times, so everything happens at one instant
        - picks: none printed, so none is checked
        All 15 cells agree.
    "#]]
    .assert_eq(&report.to_string());
}

#[test]
fn the_table_of_the_version_before_has_none() {
    let report = check(printed("v3-avg-jlag"));
    assert_eq!(report.verdict(), Verdict::Agrees);
    expect![[r#"
        Table in lines 2-6: 3 rows, columns time, event, W, avgJ, sumJ, jlag, V+J, v,
          V, lag
        Inferred:
        - replayed as ideal, as no line above it names a variant
        - placement: sum-jlag (V + J does not move), as the table has the columns
          sumJ, avgJ, jlag and V+J
        - weights: T1 1, T2 1, T3 1, from the differences of W
        - virtual lags brought: T1 0, T2 36, T3 -12, from jlag
        - V0 = 0
        - run times: from the times between the rows
        - picks: none printed, so none is checked
        All 24 cells agree.
    "#]]
    .assert_eq(&report.to_string());
}

#[test]
fn each_misprint_is_found_alone() {
    let good = printed("m4-sum-jlag").replace(
        "| T3 join-   |  2 |  36 |  0  |  V0    |  NA    |  V0    | -12",
        "| T3 join-   |  2 |  36 |  18 |  V0    |  NA    |  V0-18 | -12",
    );
    assert_eq!(differing(&good), [""; 0]);
    let misprint = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        differing(&good.replacen(from, to, 1))
    };
    // A W that the rows around it outvote; a lag; an off-queue lag; a V+J; a cell that is no value.
    assert_eq!(misprint("T3 join+   |> 3 ", "T3 join+   |> 4 "), ["8 T3 join+ W: 4 -> 3"]);
    assert_eq!(misprint("V0-8  |>-20", "V0-8  |> 20"), ["8 T3 join+ lag: 20 -> -20"]);
    assert_eq!(misprint("V0+12 |  -2", "V0+12 |   2"), ["14 T1 leave+ lag: 2 -> -2"]);
    assert_eq!(misprint("V0+22 |> NA", "V0+20 |> NA"), ["19 T2 leave+ V+J: V0+20 -> V0+22"]);
    assert_eq!(misprint("|> V0+30 |", "|> V030 |"), ["21 T3 leave- V+J: V030 -> V0+30"]);
}

#[test]
fn a_cell_that_is_no_value_is_told_once() {
    let report = check(&printed("m4-sum-jlag").replacen("|> V0+30 |", "|> V030 |", 1));
    assert_eq!(report.diagnostics.len(), 1);
    let text = report.to_string();
    assert_eq!(text.matches("V030").count(), 1, "{text}");
    assert!(text.contains("    the cell is not understood: expected a virtual time such as V0, V0-36 or\n"), "{text}");
}

#[test]
fn a_pick_that_is_not_eligible_is_told() {
    let text = printed("m4-sum-jlag").replace("t    | pick T2    |", "t    | pick T3    |");
    let report = check(&text);
    let told = report.differences().find(|d| d.heading.column == Column::Event).unwrap();
    assert_eq!((told.line, told.printed.as_str(), told.computed.as_str()), (9, "pick T3", "T3 is not eligible"));
    assert_eq!(told.why, "v = V0+12 is above V = V0-8");
}

#[test]
fn a_pick_of_somebody_off_the_queue_is_told() {
    let text = printed("m4-sum-jlag").replace("t+52 | pick T3    |", "t+52 | pick T1    |");
    assert_eq!(differing(&text)[2..], ["20 pick T1 event: pick T1 -> pick T3 at t+52"]);
}

#[test]
fn own_tables_of_runs_that_begin_with_an_empty_queue_agree() {
    let mut replayed = 0;
    // `check` replays in exact numbers.
    for entry in GALLERY.iter().filter(|e| e.text.contains("\nkernel ideal\n")) {
        let text = table(&gallery(entry.key));
        let report = check(&text);
        match report.verdict() {
            Verdict::Agrees => replayed += 1,
            Verdict::CannotInfer => assert!(entry.text.contains("\nstate "), "{}:\n{text}{report}", entry.key),
            _ => panic!("{}:\n{text}{report}", entry.key),
        }
    }
    assert!(replayed >= 10, "{replayed}");
}

#[test]
fn weights_of_a_kernel_are_recognised_by_how_far_vruntimes_move() {
    let text = table(&recording(
        "nice0 1024\ntask A weight=1024 slice=3\ntask B weight=2048 slice=3\n\
         at 0 wake A\nat 0 wake B\n+3 tick\n+3 tick\n+6 tick\nat 20 sleep @curr\n",
    ));
    let report = check(&text);
    assert_eq!(report.verdict(), Verdict::Agrees, "{text}{report}");
    assert!(report.to_string().contains("- nice 0 weighs 1024, as that explains most cells\n"), "{report}");
}

#[test]
fn a_gallery_run_beside_its_printed_table_marks_the_same_two_cells() {
    let run = gallery("m4-sum-jlag");
    let comparison = compare(&only_table(printed("m4-sum-jlag")), &run);
    let step = comparison.steps[4].unwrap();
    assert_eq!(run.step(step).t, 0.into());
    let marked: Vec<Column> =
        Column::ALL.iter().filter(|c| comparison.at(step, &Heading::from(**c)).is_some()).copied().collect();
    assert_eq!(marked, [Column::J, Column::AvgVruntime]);
    assert_eq!(comparison.differences.len(), 2);
    let v = comparison.at(step, &Column::AvgVruntime.into()).unwrap();
    assert_eq!((v.printed.as_str(), v.computed.as_str()), ("V0", "V0-18"));
    assert_eq!(v.why, "the row above (line 6, T2 join+) already leaves V = V0-18, and nothing happens in between");
}

#[test]
fn every_formula_has_its_numbers() {
    let text = printed("m4-sum-jlag");
    let why = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let report = check(&text.replacen(from, to, 1));
        let two = ["J", "V"].map(|c| ("T3 join-", c));
        let new: Vec<_> = report.differences().filter(|d| !two.contains(&(d.label.as_str(), d.heading.text.as_str()))).collect();
        assert_eq!(new.len(), 1, "{report}");
        new[0].why.clone()
    };
    expect![[r#"
        T3 brings jlag = -12 to a sum of 36
        J = sumJ / W = 24 / 3
        placed at V - vlag with V = V0-18 before the join and vlag = -30
        V = V0 + (0 - 36 + 12) / 3, over T1, T2, T3
        lag = w (V - v) with w = 1, V = V0-8, v = V0+12
        T2 runs 24 at weight 1, from v = V0-36
        T2 takes jlag = J w + lag = 20 (J = 8, w = 1) from a sum of 24
        the queue is empty, so J = 0
        V = V0+20 and J = 0
        W = T1 1 + T3 1
        T2 is off the queue with a virtual lag of 12 and weight 1"#]]
    .assert_eq(
        &[
            why("|> 24 |> 8 ", "|> 25 |> 8 "),
            why("|> 24 |> 8 ", "|> 24 |> 9 "),
            why("|> V0+12 |> V0-8  |>-20", "|> V0+13 |> V0-8  |>-20"),
            why("|> V0+12 |> V0-8  |>-20", "|> V0+12 |> V0-9  |>-20"),
            why("|> V0+12 |> V0-8  |>-20", "|> V0+12 |> V0-8  |>-21"),
            why("|> V0-12 |> V0    |> 12", "|> V0-13 |> V0    |> 12"),
            why("|>  4 |> 2  |  V0+8 ", "|>  5 |> 2  |  V0+8 "),
            why("|> 0* |  V0+20*", "|> 1* |  V0+20*"),
            why("|  V0+20*", "|  V0+21*"),
            why("T2 leave+  |> 2 ", "T2 leave+  |> 1 "),
            why("|> V0+6  |  12", "|> V0+6  |  13"),
        ]
        .join("\n"),
    );
}

/// C brings 12 ms of lag to a queue of W = 2048 at V = V0+0.8: as a kernel inflates it, (2048 + 1024) / 2048 * 12 = 18, so v = V0-17.2.
#[test]
fn one_wrong_cell_of_a_kernels_table_is_found_by_the_lines_above_it() {
    let scenario = eevdf_lab::scenario::parse(Entry::from_key("k-v-backward").unwrap().text).scenario;
    let own = table(&gallery("k-v-backward"));
    let above = setup::lines(&scenario).join("\n");
    let quoted = |table: &str| format!("{above}\n\n{table}").lines().map(|l| format!("> > {l}\n")).collect::<String>();
    assert_eq!(check(&quoted(&own)).verdict(), Verdict::Agrees);
    let wrong = own.replacen(">V0-17.2 ", ">V0-17.3 ", 1);
    assert_eq!(differing(&quoted(&wrong)), ["23 C join+ v: V0-17.3 -> V0-17.2"]);
    let report = check(&quoted(&own)).to_string();
    assert!(report.contains("- replayed on tip-2026-03, kernel arithmetic, as the lines above it say, with"), "{report}");
    assert!(check(&own).to_string().contains("- replayed as ideal, as no line above it names a variant\n"));
}

#[test]
fn a_variant_that_is_told_counts_instead_of_the_lines_above() {
    let run = recording("kernel v6.12\nunit 1ms\ntask A\ntask B nice=5\nat 0 wake A\nat 0 wake B\nat 2 tick\nat 4 tick\n");
    let bare = table(&run);
    let over = |word: &str| Told { variant: Some(parse_spec(word).unwrap()), ..Told::default() };
    // Weight 335 from W, the unit and the requests of 3 ms from the cells.
    let report = check_as(&bare, &over("v6.12"));
    assert_eq!(report.verdict(), Verdict::Agrees, "{report}");
    assert!(report.to_string().contains("- replayed on v6.12, kernel arithmetic, as told\n"), "{report}");
    let named = format!("ideal, exact arithmetic\n\n{bare}");
    assert_eq!(check(&named).verdict(), Verdict::Differs);
    let report = check_as(&named, &over("v6.12"));
    assert_eq!(report.verdict(), Verdict::Agrees, "{report}");
    assert!(report.to_string().contains("as told; the lines above it name\n  ideal, exact arithmetic\n"), "{report}");
}

#[test]
fn settings_that_can_not_be_read_are_told_at_their_line() {
    let text = format!("Hi,\n\nv7.2, kernel arithmetic\nset: unit 1ms; task A slice=x\n\n{}", table(&gallery("m4-join-123")));
    let report = check(&text);
    assert_eq!(report.verdict(), Verdict::CannotInfer);
    assert!(report.to_string().contains("line 3: the settings below this line can not be read"), "{report}");
}

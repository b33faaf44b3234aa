//! `check` on the worked tables of the mails, bare and inside mails.

use eevdf_lab::tables::check::{Verdict, check};
use expect_test::expect;

const SUM_JLAG: &str = include_str!("data/tables/v4-sum-jlag.txt");
const BASELINE: &str = include_str!("data/tables/v4-baseline.txt");
const AVG_JLAG: &str = include_str!("data/tables/v3-avg-jlag.txt");

/// Line, row, column, printed, computed.
fn differing(text: &str) -> Vec<(u32, String, String, String, String)> {
    let cell = |d: &eevdf_lab::tables::compare::Difference| {
        (d.line, d.label.clone(), d.heading.text.clone(), d.printed.clone(), d.computed.clone())
    };
    check(text).differences().map(cell).collect()
}

#[test]
fn the_second_table_of_the_join_leave_mail_has_two_wrong_cells() {
    let report = check(SUM_JLAG);
    assert_eq!(report.verdict(), Verdict::Differs);
    expect![[r#"
        Table in lines 1-22: 20 rows, columns time, event, W, sumJ, J, V+J, v, V, lag
        Inferred:
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
    "#]].assert_eq(&report.to_string());
}

#[test]
fn the_other_two_tables_have_none() {
    expect![[r#"
        Table in lines 1-5: 3 rows, columns event, vlag', vlag, v, W, V
        Inferred:
        - placement: inflated lag, as the table has the columns vlag' and vlag
        - weights: T1 1, T2 1, T3 1, from the differences of W
        - virtual lags brought: T1 0, T2 36, T3 -12, from vlag'
        - V0 = 0
        - no times, so everything happens at one instant
        - picks: none printed, so none is checked
        All 15 cells agree.
    "#]].assert_eq(&check(BASELINE).to_string());
    expect![[r#"
        Table in lines 2-6: 3 rows, columns time, event, W, avgJ, sumJ, jlag, V+J, v,
          V, lag
        Inferred:
        - placement: sum-jlag (V + J does not move), as the table has the columns
          sumJ, avgJ, jlag and V+J
        - weights: T1 1, T2 1, T3 1, from the differences of W
        - virtual lags brought: T1 0, T2 36, T3 -12, from jlag
        - V0 = 0
        - run times: from the times between the rows
        - picks: none printed, so none is checked
        All 24 cells agree.
    "#]].assert_eq(&check(AVG_JLAG).to_string());
}

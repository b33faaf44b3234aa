//! How tables look: the style of the mails, at most 78 columns.

use crate::support::{gallery, only_table, recording, table};
use eevdf_lab::tables::print::{MAIL_WIDTH, TooWide, print};
use eevdf_lab::tables::table::{Table, parse_columns};
use expect_test::expect;

#[test]
fn the_second_table_of_the_join_leave_mail() {
    expect![[r#"
        time | event      |  W |  sumJ |   J |  V+J   |  v     |  V     |  lag
        ----------------------------------------------------------------------
        t    | T1 join-   |  0 |     0 |   0*|  V0*   |  NA    |  V0    |    0
        t    | T1 join+   |> 1 |     0 |   0 |  V0    |> V0    |  V0    |    0
        t    | T2 join-   |  1 |     0 |   0 |  V0    |> NA    |  V0    |>  36
        t    | T2 join+   |> 2 |>   36 |> 18 |  V0    |> V0-36 |> V0-18 |>  18
        t    | T3 join-   |  2 |    36 |  18 |  V0    |> NA    |  V0-18 |> -12
        t    | T3 join+   |> 3 |>   24 |>  8 |  V0    |> V0+12 |> V0-8  |> -20
        t    | pick T2    |  3 |    24 |   8 |  V0    |> V0-36 |  V0-8  |>  28
        t+24 | T2 leave-  |  3 |    24 |   8 |> V0+8  |> V0-12 |> V0    |>  12
        t+24 | T2 leave+  |> 2 |>    4 |>  2 |  V0+8  |> NA    |> V0+6  |   12
        t+24 | pick T1    |  2 |     4 |   2 |  V0+8  |> V0    |  V0+6  |>   6
        t+40 | T1 leave-  |  2 |     4 |   2 |> V0+16 |> V0+16 |> V0+14 |>  -2
        t+40 | T1 leave+  |> 1 |     4 |>  4 |  V0+16 |> NA    |> V0+12 |   -2
        t+40 | T2 rejoin- |  1 |     4 |   4 |  V0+16 |  NA    |  V0+12 |>  12
        t+40 | T2 rejoin+ |> 2 |>   16 |>  8 |  V0+16 |> V0+4  |> V0+8  |>   4
        t+40 | pick T2    |  2 |    16 |   8 |  V0+16 |  V0+4  |  V0+8  |    4
        t+52 | T2 leave-  |  2 |    16 |   8 |> V0+22 |> V0+16 |> V0+14 |>  -2
        t+52 | T2 leave+  |> 1 |>   10 |> 10 |  V0+22 |> NA    |> V0+12 |   -2
        t+52 | pick T3    |  1 |    10 |  10 |  V0+22 |> V0+12 |  V0+12 |>   0
        t+60 | T3 leave-  |  1 |    10 |  10 |> V0+30 |> V0+20 |> V0+20 |    0
        t+60 | T3 leave+  |> 0 |>    0 |>  0*|> V0+20*|> NA    |  V0+20 |    0
    "#]]
    .assert_eq(&table(&gallery("m4-sum-jlag")));
}

#[test]
fn the_first_table_in_the_mails_own_columns() {
    let columns = parse_columns("event,vlag',vlag,v,W,V").unwrap();
    expect![[r#"
        event    |  vlag' |  vlag |  v     |  W |  V
        ------------------------------------------------
        T1 join- |     NA |    NA |  NA    |  0 |  V0
        T1 join+ |>     0 |>    0 |> V0    |> 1 |  V0
        T2 join- |>    NA |>   NA |> NA    |  1 |  V0
        T2 join+ |>    36 |>   72 |> V0-72 |> 2 |> V0-36
        T3 join- |>    NA |>   NA |> NA    |  2 |  V0-36
        T3 join+ |>   -12 |>  -18 |> V0-18 |> 3 |> V0-30
        pick T2  |>    NA |>   NA |> V0-72 |  3 |  V0-30
    "#]]
    .assert_eq(&print(&Table::of(&gallery("m4-join-123"), columns), MAIL_WIDTH).unwrap());
}

#[test]
fn lags_of_every_task_side_by_side() {
    let columns = parse_columns("time,event,A.lag,B.lag,C.lag,curr").unwrap();
    expect![[r#"
        time | event   |  A.lag |  B.lag |  C.lag |  curr
        -------------------------------------------------
        t    | A join- |      0 |      0 |      0 |  NA
        t    | A join+ |      0 |      0 |      0 |  NA
        t    | B join- |      0 |      0 |      0 |  NA
        t    | B join+ |      0 |      0 |      0 |  NA
        t    | C join- |      0 |      0 |      0 |  NA
        t    | C join+ |      0 |      0 |      0 |  NA
        t    | pick A  |      0 |      0 |      0 |> A
        t+30 | A tick- |>   -20 |>    10 |>    10 |  A
        t+30 | A tick+ |    -20 |     10 |     10 |  A
        t+30 | pick B  |    -20 |     10 |     10 |> B
        t+60 | B tick- |>   -10 |>   -10 |>    20 |  B
        t+60 | B tick+ |    -10 |    -10 |     20 |  B
        t+60 | pick C  |    -10 |    -10 |     20 |> C
        t+90 | C tick- |>     0 |>     0 |>     0 |  C
        t+90 | C tick+ |      0 |      0 |      0 |  C
        t+90 | pick A  |      0 |      0 |      0 |> A
    "#]]
    .assert_eq(&print(&Table::of(&gallery("case-32"), columns), MAIL_WIDTH).unwrap());
}

/// A kernel's run in nanoseconds is too wide for a mail.
const WIDE: &str = "kernel v7.2\ntask A\ntask B nice=5\n\
                    at 1000000 wake A\nat 3300000 wake B\nat 9000000 sleep @curr\n";

#[test]
fn too_wide_a_table_is_set_in_blocks_that_are_read_as_one() {
    let text = table(&recording(WIDE));
    assert!(text.lines().all(|l| l.chars().count() <= MAIL_WIDTH), "{text}");
    expect![[r#"
        time      | event    |     W |  v          |  V
        --------------------------------------------------------
        t+1000000 | A join-  |     0 |  NA         |  V0
        t+1000000 | A join+  |> 1024 |> V0         |  V0
        t+1000000 | pick A   |  1024 |  V0         |  V0
        t+3300000 | B join-  |  1024 |> NA         |> V0+2300000
        t+3300000 | B join+  |> 1359 |> V0+2300000 |  V0+2300000
        t+9000000 | A leave- |  1359 |> V0+8000000 |> V0+6594922
        t+9000000 | A leave+ |  1359 |  V0+8000000 |  V0+6594922
        t+9000000 | pick B   |  1359 |> V0+2300000 |  V0+6594922

        time      | event    |       lag |  d           |  E
        -----------------------------------------------------
        t+1000000 | A join-  |         0 |  NA          |  NA
        t+1000000 | A join+  |         0 |> V0+3000000  |> E
        t+1000000 | pick A   |         0 |  V0+3000000  |  E
        t+3300000 | B join-  |         0 |> NA          |> NA
        t+3300000 | B join+  |         0 |> V0+11470149 |> E
        t+9000000 | A leave- |> -1405078 |> V0+3000000  |> N
        t+9000000 | A leave+ |  -1405078 |> V0+11000000 |  N
        t+9000000 | pick B   |>  4294922 |> V0+11470149 |> E
    "#]]
    .assert_eq(&text);
    let table = only_table(&text);
    let headers: Vec<&str> = table.columns.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(headers, ["time", "event", "W", "v", "V", "lag", "d", "E"]);
}

#[test]
fn a_column_that_fits_nowhere_is_named() {
    let run = gallery("m4-sum-jlag");
    let columns = parse_columns("time,event,V").unwrap();
    let error = print(&Table::of(&run, columns), 20).unwrap_err();
    assert_eq!(error, TooWide { column: "V".into(), needed: 24, width: 20 });
    assert_eq!(error.to_string(), "column `V` does not fit: a line with it has 24 characters, expected at most 20");
    assert_eq!(parse_columns("time,evnt"), Err("evnt".to_string()));
}

#[test]
fn long_fractions_are_rounded_and_say_so() {
    let run = recording(
        "nice0 1\ntask A weight=7 slice=3\ntask B weight=11 slice=3\ntask C weight=13 slice=3\n\
         at 0 wake A\nat 0 wake B\nat 1 wake C lag=1/37\n+5/17 tick\n+3/41 sleep @curr\n",
    );
    let text = table(&run);
    expect![[r#"
        time      | event    |   W |  v            |  V
        -----------------------------------------------------------
        t         | A join-  |   0 |  NA           |  V0
        t         | A join+  |>  7 |> V0           |  V0
        t         | B join-  |   7 |> NA           |  V0
        t         | B join+  |> 18 |> V0           |  V0
        t         | pick B   |  18 |  V0           |  V0
        t+1       | C join-  |  18 |> NA           |> V0+1/18
        t+1       | C join+  |> 31 |> V0+1/111     |> V0+4/111
        t+1       | pick C   |  31 |  V0+1/111     |  V0+4/111
        t+22/17   | C tick-  |  31 |> V0+776/24531 |> V0+2663/58497
        t+22/17   | C tick+  |  31 |  V0+776/24531 |  V0+2663/58497
        t+22/17   | pick C   |  31 |  V0+776/24531 |  V0+2663/58497
        t+953/697 | C leave- |  31 |> ~V0+0.037    |> ~V0+0.048
        t+953/697 | C leave+ |> 18 |> NA           |> V0+1/18
        t+953/697 | pick A   |  18 |> V0           |  V0+1/18

        time      | event    |         lag |  d           |  E
        -------------------------------------------------------
        t         | A join-  |           0 |  NA          |  NA
        t         | A join+  |           0 |> V0+3/7      |> E
        t         | B join-  |           0 |> NA          |> NA
        t         | B join+  |           0 |> V0+3/11     |> E
        t         | pick B   |           0 |  V0+3/11     |  E
        t+1       | C join-  |>      13/37 |> NA          |> NA
        t+1       | C join+  |       13/37 |> V0+346/1443 |> E
        t+1       | pick C   |       13/37 |  V0+346/1443 |  E
        t+22/17   | C tick-  |> 3521/19499 |  V0+346/1443 |  E
        t+22/17   | C tick+  |  3521/19499 |  V0+346/1443 |  E
        t+22/17   | pick C   |  3521/19499 |  V0+346/1443 |  E
        t+953/697 | C leave- |>     ~0.138 |  V0+346/1443 |  E
        t+953/697 | C leave+ |      ~0.138 |> NA          |> NA
        t+953/697 | pick A   |>       7/18 |> V0+3/7      |> E
    "#]]
    .assert_eq(&text);
    assert!(text.lines().all(|l| l.chars().count() <= MAIL_WIDTH), "{text}");
}

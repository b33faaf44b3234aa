//! Tables inside mails: quoted, indented, commented, broken by mail programs.

use crate::support::{only_table, printed};
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::tables::check::{Verdict, check};
use eevdf_lab::tables::parse::parse;
use eevdf_lab::tables::{Column, Value};
use expect_test::expect;

fn quoted(text: &str, with: &str) -> String {
    text.lines().map(|l| format!("{with}{l}\n")).collect()
}

#[test]
fn a_quoted_table_between_prose_is_checked_all_the_same() {
    for quote in ["> ", ">> ", "> > ", "\t", "        ", ">"] {
        let mail = format!(
            "On Thursday somebody wrote:\n> Joins and leaves | stays and goes, as a table:\n>\n{}\nDoes a|b hold there?\n\nThanks\n",
            quoted(printed("m4-sum-jlag"), quote)
        );
        let report = check(&mail);
        let lines: Vec<u32> = report.differences().map(|d| d.line).collect();
        assert_eq!(lines, [10, 10], "{report}");
        assert_eq!(report.diagnostics, [], "{report}");
    }
}

#[test]
fn all_three_tables_in_one_mail_are_told_apart() {
    let mail = ["v3-avg-jlag", "m4-join-123", "m4-sum-jlag"].map(|k| quoted(printed(k), "> ")).join("\nand\n");
    let report = check(&mail);
    let outcome: Vec<usize> = report.tables.iter().map(|t| t.outcome.as_ref().unwrap().comparison.differences.len()).collect();
    assert_eq!(outcome, [0, 0, 2]);
    assert_eq!(report.verdict(), Verdict::Differs);
}

#[test]
fn a_reviewer_may_comment_between_the_rows() {
    let mut mail = String::new();
    for (i, line) in printed("m4-sum-jlag").lines().enumerate() {
        mail.push_str(&format!("> {line}\n"));
        if i == 6 {
            mail.push_str("\nThis J should be 18 | 17, or am I mistaken?\n\n");
        }
    }
    let report = check(&mail);
    assert_eq!(report.differences().count(), 2, "{report}");
    assert_eq!(report.tables[0].table.rows.len(), 20);
    assert_eq!(report.diagnostics, []);
}

#[test]
fn rows_that_a_mail_program_broke_are_put_together() {
    let wrapped = "time | event    | W | sumJ | J\n\
                   t    | T1 join- | 0 | 0\n| 0\n\
                   t    | T1 join+ | 1 |\n0 | 0\n";
    let table = only_table(wrapped);
    let cells: Vec<Vec<&str>> = table.rows.iter().map(|r| r.cells.iter().map(|c| c.text.as_str()).collect()).collect();
    assert_eq!(cells, [["t", "T1 join-", "0", "0", "0"], ["t", "T1 join+", "1", "0", "0"]]);
    assert_eq!(table.rows[1].cells[3].line, 5);
}

#[test]
fn markers_of_either_side_are_kept_and_headers_go_by_name() {
    let table = only_table(printed("v3-avg-jlag"));
    assert_eq!(table.position(Column::J), Some(3), "avgJ");
    let t2 = &table.rows[1];
    assert_eq!((t2.event.task.as_deref(), t2.event.verb, t2.event.phase), (Some("T2"), Verb::Join, Phase::After));
    assert!(t2.cells[3].marker, "18  <|");
    assert!(!t2.cells[2].marker, "2 |");
    assert!(t2.cells[9].marker, "|> 18");
    assert_eq!(t2.cells[7].value(), Some(&Value::Virtual((-36).into())));
}

#[test]
fn columns_may_come_in_any_order_and_spelling() {
    let text = "| Event | V + J | lag | avgJ | sum_jlag | v | W | V | Time |\n\
                |---|---|---|---|---|---|---|---|---|\n\
                | T1 joins - | V0 | 0 | 0 | 0 | NA | 0 | V0 | 0 |\n\
                | T1 joins + | > V0 | 0 | 0 | 0 | V0 | 1 | V0 | 0 |\n\
                | T2 joins - | V0 | 36 | 0 | 0 | NA | 1 | V0 | |\n\
                | T2 joins + | V0 | 18 | 18 | 36 | V0 - 36 | 2 | V0 - 18 | |\n";
    let report = check(text);
    assert_eq!(report.verdict(), Verdict::Agrees, "{report}");
    assert_eq!(report.tables[0].outcome.as_ref().unwrap().comparison.compared, 28);
}

#[test]
fn what_looks_like_a_row_but_is_none_is_told_with_its_place() {
    let text = "\
> time | event    | W | V     | mood
> t    | T1 join- | 0 | V0    | good
> t    | T1 join+ | 1 | V0
> t    | T1 jumps | 1 | V0    | bad
> t    | T1 join+ | 1 | V0+x  | fine
> soon | pick T1  | 1 | V0    | fine
> now on to something | else
x | y = z;
> t    | T2 join+ | 2
";
    let parsed = parse(text);
    let told: String = parsed.diagnostics.iter().map(|d| format!("{d}\n")).collect();
    expect![[r#"
        1:33: column `mood` is not known: expected a known column; its cells are not compared
        3:3: 4 cells: expected 5, as many as the header in line 1 has
        4:10: event `T1 jumps` is not understood: expected an event such as `T1 join-`, `T1 join+`, `T1 leave-`, `pick T1` or `tick+`
        5:25: `V0+x` in column `V` is not understood: expected a virtual time such as V0, V0-36 or ~V0+3.333, or NA
        6:3: `soon` in column `time` is not understood: expected a time such as t or t+24
        7:3: 2 cells: expected 5, as many as the header in line 1 has
        9:3: 3 cells: expected 5, as many as the header in line 1 has
    "#]].assert_eq(&told);
    assert_eq!(parsed.tables[0].rows.len(), 2);
}

#[test]
fn text_without_tables_has_none() {
    for text in [
        "",
        "hello\n",
        " fair.c | 12 +++---\n core.c |  3 +-\n",
        " A |----<\n>B  |<\n   |*--------|---------|",
        "-----|-----\n||||\n",
        "the time | the event | of the year\n",
    ] {
        let report = check(text);
        assert_eq!(report.verdict(), Verdict::NoTable, "{text}");
        assert_eq!(report.verdict().exit_status(), 2);
        assert!(report.to_string().starts_with("no table found: expected a header line such as `time | event"), "{report}");
    }
    let report = check("event | W | V\n\nnothing follows\n");
    assert_eq!(report.verdict(), Verdict::NoTable);
    assert!(report.to_string().contains("1:1: a table header without rows: expected an event such as"), "{report}");
}

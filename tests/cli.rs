//! The command line as people use it: what they type, what they see, and the exit status.

#[path = "common/program.rs"]
mod program;

use eevdf_lab::scenario::Entry;
use expect_test::{Expect, expect};
use program::{eevdf_lab, text};
use std::process::{Command, Stdio};

/// What a command prints that ends well and has nothing to say on standard error.
fn prints(args: &[&str], stdin: &str) -> String {
    let output = eevdf_lab(args, stdin);
    assert_eq!(text(output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    text(output.stdout)
}

/// What a command with bad input says on standard error.
fn refuses(args: &[&str], stdin: &str, expected: Expect) {
    let output = eevdf_lab(args, stdin);
    assert_eq!(text(output.stdout), "", "{args:?}");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    expected.assert_eq(&text(output.stderr));
}

const TWO_TASKS: &str = "nice0 1\ntask A weight=1\ntask B weight=2\nat 0 wake A\nat 0 wake B lag=2\nat 3 tick\n";

#[test]
fn a_scenario_from_standard_input_prints_its_table() {
    expect![[r#"
        ideal, exact arithmetic
        set: nice0 1; task A weight=1; task B weight=2; at 0 wake B lag=2

        time | event   |  W |  v      |  V    |  lag |  d      |  E
        ------------------------------------------------------------
        t    | A join- |  0 |  NA     |  V0   |    0 |  NA     |  NA
        t    | A join+ |> 1 |> V0     |  V0   |    0 |> V0+3   |> E
        t    | B join- |  1 |> NA     |  V0   |>   4 |> NA     |> NA
        t    | B join+ |> 3 |> V0-6   |> V0-4 |    4 |> V0-4.5 |> E
        t    | pick B  |  3 |  V0-6   |  V0-4 |    4 |  V0-4.5 |  E
        t+3  | B tick- |  3 |> V0-4.5 |> V0-3 |>   3 |  V0-4.5 |  E
        t+3  | B tick+ |  3 |  V0-4.5 |  V0-3 |    3 |> V0-3   |  E
        t+3  | pick B  |  3 |  V0-4.5 |  V0-3 |    3 |  V0-3   |  E
    "#]]
    .assert_eq(&prints(&["run", "-"], TWO_TASKS));
}

#[test]
fn the_gallery_is_listed_and_runs_by_name() {
    let listed = prints(&["list", "scenarios"], "");
    for line in listed.lines() {
        let key = line.split_whitespace().next().expect("a key");
        if Entry::from_key(key).is_some_and(Entry::is_long) {
            continue;
        }
        assert!(prints(&["run", key], "").lines().count() > 2, "{key}");
    }
    assert!(listed.contains("m4-sum-jlag"));
    let all = prints(&["list"], "");
    for word in ["scenarios:", "kernels:", "patches:", "features:", "v6.19-rc1", "half-jlag", "[ideal, v6.19-rc1]", "DELAY_ZERO"]
    {
        assert!(all.contains(word), "{word}");
    }
}

#[test]
fn the_same_run_prints_in_other_formats() {
    let columns = ["run", "-", "--columns", "time,event,V,B.lag"];
    let with = |format: &str| prints(&[&columns[..], &["--format", format]].concat(), TWO_TASKS);
    expect![[r#"
        time,event,V,B.lag
        0,A join-,0,0
        0,A join+,0,0
        0,B join-,0,4
        0,B join+,-4,4
        0,pick B,-4,4
        3,B tick-,-3,3
        3,B tick+,-3,3
        3,pick B,-3,3
    "#]]
    .assert_eq(&with("csv"));
    expect![[r#"
        | time | event   |    V | B.lag |
        | ---: | ------- | ---: | ----: |
        |    t | A join- |   V0 |     0 |
        |    t | A join+ |   V0 |     0 |
        |    t | B join- |   V0 |     4 |
        |    t | B join+ | V0-4 |     4 |
        |    t | pick B  | V0-4 |     4 |
        |  t+3 | B tick- | V0-3 |     3 |
        |  t+3 | B tick+ | V0-3 |     3 |
        |  t+3 | pick B  | V0-3 |     3 |
    "#]]
    .assert_eq(&with("md"));
    let svg = prints(&["run", "-", "--format", "svg"], TWO_TASKS);
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let jsonl = prints(&["run", "-", "--format", "jsonl"], TWO_TASKS);
    assert!(jsonl.starts_with("{\"t\":0,\"ev\":\"wake A\",\"noop\":0,\"curr\":null,"), "{jsonl}");
    assert_eq!(jsonl.lines().count(), 5, "three events and two picks");
    let why = prints(&["run", "-", "--format", "why"], TWO_TASKS);
    assert!(why.contains("B joins") && why.lines().all(|line| line.chars().count() <= 78), "{why}");
    let checks = prints(&["run", "-", "--format", "checks"], TWO_TASKS);
    assert!(checks.starts_with("14 invariants, 8 steps: ") && checks.contains("\nzero-sum: kept\n"), "{checks}");
}

#[test]
fn broken_invariants_are_differences() {
    let output = eevdf_lab(&["run", "case-16-clamp-two-slices", "--format", "checks"], "");
    assert_eq!((text(output.stderr), output.status.code()), (String::new(), Some(1)));
    let text = text(output.stdout);
    assert!(text.contains("no-lag-lost: BROKEN once") && text.contains("44 of it is lost"), "{text}");
}

#[test]
fn join_orders_print_one_line_each() {
    let text = prints(&["run", "m4-sum-jlag", "--format", "orders"], "");
    assert!(text.contains("T3 T2 T1   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3"), "{text}");
    assert_eq!(text.lines().count(), 8);
    refuses(
        &["run", "-", "--format", "orders"],
        "task A\nat 0 wake A\n",
        expect![[r#"
            --format orders: 1 of the tasks join at the first instant: expected two to four, in one instant
        "#]],
    );
}

#[test]
fn options_override_the_scenarios_variant() {
    let text = "patch no-eligibility\nkernel v6.12\ntask A\nat 0 wake A\n";
    let jsonl = |args: &[&str]| prints(&[&["run", "-", "--format", "jsonl"], args].concat(), text);
    assert!(jsonl(&[]).contains("\"min_vruntime\":-1048576"));
    assert!(jsonl(&["--kernel", "v6.19-rc1", "--patch", "sum-jlag"]).contains("\"zero_vruntime\":-1048576"));
    assert!(jsonl(&["--kernel", "v6.19-rc1", "--patch", "sum-jlag"]).contains("\"sum_jlag\":0,\"J\":0"));
    assert!(jsonl(&["--kernel", "ideal", "--arith", "exact"]).contains("\"V\":0"));
    let patched = "patch sum-jlag\ntask A\nat 0 wake A\n";
    let on_v7 = ["run", "-", "--format", "jsonl", "--kernel", "v7.2", "--patch", "none"];
    assert!(prints(&on_v7, patched).contains("\"zero_vruntime\":-1048576"));
    refuses(
        &["run", "-", "--patch", "sum-jlag"],
        text,
        expect![[r#"
        stdin: the patch sum-jlag does not fit v6.12; expected kernel ideal or v6.19-rc1
    "#]],
    );
}

#[test]
fn one_step_is_printed_for_a_mail() {
    expect![[r#"
        Step 5 of 8, t: B is picked

        time | event   |  W |  v    |  V    |  lag |  d      |  E
        ---------------------------------------------------------
        t    | B join+ |  3 |  V0-6 |  V0-4 |    4 |  V0-4.5 |  E
        t    | pick B  |  3 |  V0-6 |  V0-4 |    4 |  V0-4.5 |  E

          Only B is eligible (v <= V).
            B: v = V0-6 <= V = V0-4 (E), d = V0-4.5
            A: v = V0 > V = V0-4 (N), d = V0+3
    "#]]
    .assert_eq(&prints(&["run", "-", "--format", "step", "--step", "5"], TWO_TASKS));
    refuses(
        &["run", "-", "--format", "step"],
        TWO_TASKS,
        expect![[r#"
        --format step without --step, expected 1 to 8
    "#]],
    );
    refuses(
        &["run", "-", "--format", "step", "--step", "9"],
        TWO_TASKS,
        expect![[r#"
        --step 9: the run has 8 steps, expected 1 to 8
    "#]],
    );
    refuses(
        &["run", "-", "--format", "csv", "--step", "2"],
        TWO_TASKS,
        expect![[r#"
        --step with a format of all steps, expected --format step, svg or png
    "#]],
    );
}

#[test]
fn pictures_are_svg_or_png_of_all_charts_or_some() {
    let lag = prints(&["run", "-", "--format", "svg", "--chart", "lag", "--step", "3"], TWO_TASKS);
    assert!(lag.contains("lag (V - v)") && !lag.contains("virtual time now"), "{lag}");
    let height: u32 =
        lag.split("height=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a height").parse().expect("px");
    let png = eevdf_lab(&["run", "-", "--format", "png", "--chart", "lag", "--step", "3"], TWO_TASKS);
    assert_eq!((png.status.code(), text(png.stderr)), (Some(0), String::new()));
    let size = |at: usize| u32::from_be_bytes(png.stdout[at..at + 4].try_into().expect("four bytes"));
    assert_eq!(&png.stdout[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!((size(16), size(20)), (1800, 2 * height));
    refuses(
        &["run", "-", "--chart", "lag"],
        TWO_TASKS,
        expect![[r#"
        --chart with a format that has none, expected --format svg or png
    "#]],
    );
}

#[test]
fn output_goes_to_a_file_if_asked() {
    let path = std::env::temp_dir().join(format!("eevdf-lab-{}.csv", std::process::id()));
    let name = path.to_str().expect("a path in UTF-8");
    assert_eq!(prints(&["run", "-", "--format", "csv", "-o", name], TWO_TASKS), "");
    let written = std::fs::read_to_string(&path).expect("the file is there");
    std::fs::remove_file(&path).expect("it can go");
    assert_eq!(written, prints(&["run", "-", "--format", "csv"], TWO_TASKS));
    refuses(
        &["run", "-", "-o", "/no/such/directory/x"],
        TWO_TASKS,
        expect![[r#"
        /no/such/directory/x: No such file or directory (os error 2), expected a file that can be written
    "#]],
    );
}

#[test]
fn bad_scenarios_are_told_with_file_line_and_column() {
    refuses(
        &["run", "-"],
        "task A\nat 0 wkae A\nat 1 sleep B\n",
        expect![[r#"
        stdin:2:6: unknown verb `wkae` (did you mean `wake`?); expected one of wake fork sleep exit yield nice slice reweight setlag tick resched pick idle end
        stdin:3:12: unknown task `B`; expected one of A
    "#]],
    );
    refuses(
        &["run", "m4-sum"],
        "",
        expect![[r#"
        m4-sum: no such file or scenario, expected a file, `-` or a name from `eevdf-lab list scenarios`
    "#]],
    );
    refuses(
        &["run", "/"],
        "",
        expect![[r#"
        /: Is a directory (os error 21), expected a text file
    "#]],
    );
    refuses(
        &["run", "-"],
        "",
        expect![[r#"
        stdin:1:1: there is no task; expected at least one line `task NAME`
    "#]],
    );
}

#[test]
fn a_warning_is_told_and_the_run_goes_on() {
    let output = eevdf_lab(&["run", "-"], "kernel v7.2\ntask A weight=1\nat 0 wake A\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(output.stdout).contains("A join+"));
    expect![[r#"
        stdin:2:15: warning: the weight 1 is below a kernel's smallest, which is used: 2
    "#]]
    .assert_eq(&text(output.stderr));
}

/// A and B wake each other at 0, and no time passes.
const AT_ONCE: &str = "kernel ideal\ntask A : loop { wake B; wait }\ntask B : loop { wake A; wait }\nat 1 end";

#[test]
fn every_command_tells_that_a_run_stops_before_its_end() {
    let why = "stops at t, before its end: its tasks do 20000 things one after another without any time passing\n";
    let told = |args: &[&str], what: &[&str]| {
        let output = eevdf_lab(args, AT_ONCE);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let expected: String = what.iter().map(|what| format!("stdin: warning: {what} {why}")).collect();
        assert_eq!(text(output.stderr), expected, "{args:?}");
        text(output.stdout)
    };
    for format in ["table", "jsonl", "csv", "md", "checks", "perfetto", "svg"] {
        told(&["run", "-", "--format", format], &["the run"]);
    }
    let table = told(&["run", "-"], &["the run"]);
    let last: Vec<_> = table.lines().last().unwrap_or("").split('|').map(str::trim).collect();
    assert_eq!(last[..2], ["t", "end+"], "the table ends there too");
    told(&["compare", "-", "--b", "ideal"], &["lane A", "lane B"]);
    told(&["latency", "-"], &["the run"]);
    told(&["latency", "-", "--a", "ideal", "--b", "v7.2"], &["the run on ideal", "the run on v7.2"]);
}

#[test]
fn bad_usage_ends_with_status_two_and_says_what_was_expected() {
    for args in [
        &["frobnicate"][..],
        &["run"],
        &["run", "-", "--kernel", "v9"],
        &["run", "-", "--patch", "nope"],
        &["run", "-", "--feature", "NO_NOPE"],
        &["run", "-", "--format", "pdf"],
        &["list", "nothing"],
        &["diagram"],
        &["diagram", "-e", "0,1024,6", "-v", "-1"],
    ] {
        let output = eevdf_lab(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(output.stdout), "", "{args:?}");
        assert!(text(output.stderr).contains("--help") || args.len() < 2, "{args:?}");
    }
    refuses(
        &["run", "-", "--columns", "time,volume"],
        TWO_TASKS,
        expect![[r#"
        --columns: no column `volume`, expected some of time,event,W,sumJ,J,jlag,V+J,vlag',vlag,v,V,lag,d,E,curr,w,slice,stored,vprot,cpu,on_rq,delayed,ran,next,base,sum_w_v,sum_weight,resched,nr_queued,h_nr_queued,h_nr_runnable,nr_delayed,nr_running,n_V,n_div,n_ins,n_del,n_rot,n_place2, or TASK.COLUMN
    "#]],
    );
    refuses(
        &["run", "-", "--columns", "time,C.lag"],
        TWO_TASKS,
        expect![[r#"
        --columns: no task of `C.lag`, expected one of A B
    "#]],
    );
    refuses(
        &["run", "-", "--columns", "V", "--format", "why"],
        TWO_TASKS,
        expect![[r#"
            --columns with a format that has none, expected --format table, step, csv or md
        "#]],
    );
}

#[test]
fn help_and_version_end_well() {
    for args in [&["--help"][..], &["help", "run"], &["run", "-h"], &["check", "--help"], &["--version"]] {
        assert!(!prints(args, "").is_empty(), "{args:?}");
    }
}

/// The table that the gallery has from a mail.
fn printed(key: &str) -> &'static str {
    eevdf_lab::scenario::Entry::from_key(key).and_then(|entry| entry.printed).expect("a printed table")
}

#[test]
fn a_correct_table_checks_without_a_difference() {
    for (key, cells) in [("m4-join-123", 15), ("v3-avg-jlag", 24)] {
        let report = prints(&["check", "-"], printed(key));
        assert!(report.ends_with(&format!("All {cells} cells agree.\n")), "{report}");
    }
    let own = prints(&["run", "m4-sum-jlag"], "");
    assert!(prints(&["check", "-"], &own).ends_with("cells agree.\n"), "what we print checks");
}

#[test]
fn a_wrong_table_in_a_quoted_mail_is_told_cell_by_cell() {
    let quoted: String = printed("m4-sum-jlag").lines().map(|line| format!("> {line}\n")).collect();
    let mail = format!("Hi,\n\nlook at this:\n{quoted}\nIs the sixth row right?\n");
    let output = eevdf_lab(&["check", "-"], &mail);
    let report = text(output.stdout);
    assert_eq!((output.status.code(), text(output.stderr)), (Some(1), String::new()));
    assert!(report.contains("row T3 join- at t, column J: printed 0, computed 18"), "{report}");
    assert!(report.contains("row T3 join- at t, column V: printed V0, computed V0-18"), "{report}");
    assert!(report.ends_with("\n2 of 140 cells differ.\n"), "{report}");
    assert!(report.lines().all(|line| line.chars().count() <= 78));
}

#[test]
fn a_text_that_can_not_be_checked_says_what_is_missing() {
    refuses(
        &["check", "-"],
        "Hello,\nno table here.\n",
        expect![[r#"
        stdin:1:1: no table found: expected a header line such as `time | event | W | v | V | lag` and rows such as `t | T1 join+ | 1 | V0 | V0 | 0`
    "#]],
    );
    let output = eevdf_lab(&["check", "-"], "time | event | W | V\nt | T1 leave+ | 1 | V0\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(output.stdout).contains("can't be replayed"));
    expect![[r#"
        stdin:1:1: no task joins in this table: expected rows such as `T1 join+`
    "#]]
    .assert_eq(&text(output.stderr));
    refuses(
        &["check", "/no/such/mail"],
        "",
        expect![[r#"
        /no/such/mail: No such file or directory (os error 2), expected a text file
    "#]],
    );
}

#[test]
fn the_diagram_is_that_of_the_reference() {
    let three = ["diagram", "-e", "0,1024,6", "-e", "1,1024,2", "-e", "2,1024,18", "-v", "19"];
    assert!(prints(&three, "").ends_with("lags: -10, 6\n\nBAaaBCccccccccBBBAaaBBBAaaBB\n\n"));
    let seven = ["-n", "-e", "3,1024,2", "4,1024,2", "5,1024,2", "6,1024,2"];
    let runs = [&three[..], &["-n"], &seven];
    let dir = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/diagram"));
    if !dir.is_dir() {
        return println!("skipped: {} is not there", dir.display());
    }
    for (name, args) in
        [("eevdf-3", runs[0].to_vec()), ("evdf-3", [runs[0], runs[1]].concat()), ("evdf-7", [runs[0], runs[2]].concat())]
    {
        let reference = std::fs::read_to_string(dir.join(format!("{name}.txt"))).expect("the reference");
        assert_eq!(prints(&args, ""), reference, "{name}");
    }
}

#[test]
fn a_diagram_past_its_axis_says_so_and_shows_what_fits() {
    let drawn = prints(&["diagram", "-e", "0,1024,20", "-v", "100"], "");
    assert!(drawn.contains("V=60 is past the end of the axis (44): stopped here"), "{drawn}");
    refuses(
        &["diagram", "-e", "0,0,6"],
        "",
        expect![[r#"
        diagram: entity A: weight is 0: expected at least 1
    "#]],
    );
    refuses(
        &["diagram", "-e", "0,1024"],
        "",
        expect![[r#"
        diagram: `0,1024` is not an entity: expected vruntime,weight,request, three whole numbers such as 0,1024,6
    "#]],
    );
}

#[test]
fn a_reader_that_stops_reading_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eevdf-lab"))
        .args(["run", "diagram-evdf-7", "--format", "jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), text(output.stderr)), (Some(0), String::new()));
}

#[test]
fn a_link_names_a_gallery_entry_and_carries_any_other_text() {
    let link = prints(&["link", "m4-sum-jlag", "--step", "7", "--base-url", "https://example.org/lab/"], "");
    assert!(link.starts_with("https://example.org/lab/#v=1&s=m4-sum-jlag&step=7&state="), "{link}");
    let link = prints(&["link", "-"], "task A\nat 0 wake A\n");
    let read = eevdf_lab::io::link::Link::read(link.trim_end()).expect("a whole link").expect("a link");
    assert_eq!(read.scenario, Some(eevdf_lab::io::link::Linked::Text("task A\nat 0 wake A\n".to_string())));
    refuses(
        &["link", "m4-sum-jlag", "--step", "0"],
        "",
        expect![[r#"
        --step 0: expected a step from 1 to 21
    "#]],
    );
}

#[test]
fn latency_measures_the_tasks_that_wake_by_a_timer_under_each_variant() {
    // H always runs. T waits from 0 until the tick at 1 makes H ineligible, and sleeps with the 0.5 it has not run: at 10 it is picked
    // at once. At 20 it brings nothing, and waits for a tick again.
    let scenario = "kernel ideal\ntick 1\nslice_end on\ntask H : run 99\ntask T : loop { timer 10; run 1 }\nat 25 end\n";
    expect![[r#"
        Wake-up latency of T, simulated

                   ideal
        samples        3
        average   ~0.667
        P50            1
        P90            1
        P99            1
        P99.9          1
        max            1
    "#]]
    .assert_eq(&prints(&["latency", "-", "--a", "ideal"], scenario));
    expect![[r#"
        Wake-up latency of A, simulated

                  case-4-queued
        samples               0
        average               -
        P50                   -
        P90                   -
        P99                   -
        P99.9                 -
        max                   -

        Wake-up latency of B, simulated

                  case-4-queued
        samples               0
        average               -
        P50                   -
        P90                   -
        P99                   -
        P99.9                 -
        max                   -
    "#]]
    .assert_eq(&prints(&["latency", "case-4-queued"], ""));
    refuses(
        &["latency", "-", "--task", "X"],
        scenario,
        expect![[r#"
        -: no task `X`, expected one that all scenarios have
    "#]],
    );
    refuses(
        &["latency", "-", "--b", "v9"],
        scenario,
        expect![[r#"
        --b `v9`: unknown kernel `v9`; expected one of ideal v6.12 v6.19-rc1 tip-2026-03 v7.2
    "#]],
    );
}

#[test]
fn an_import_prints_the_scenario_and_tells_the_rest_on_standard_error() {
    let dump = ">R  bash  487  1.000000  E  3.800000  2.800000  1.000000  16  120  /\nwhat is this\n S  x\n";
    let output = eevdf_lab(&["import", "-", "--kernel", "v7.2", "--from", "sched-debug"], dump);
    assert_eq!(output.status.code(), Some(0));
    expect![[r#"
        title sched_debug of a CPU that is not named, queue /
        # a CPU that is not named, queue /: 1 task on the queue (bash runs)
        # kernel v7.2: as asked; the dump looks like v6.12: no queue line tells; rows look the same since 6.12
        # V of the rows is 1.000000 ms; .avg_vruntime is not printed
        # E and N agree with V of the rows in 1 of 1 rows on the queue (1 of 1 fair rows)
        # tick 1 ms is assumed
        kernel v7.2
        unit 1ms
        base_slice 2.8
        tick 1
        vstart 1

        task bash

        state bash v=1 d=3.8 running

        at 10 end
    "#]]
    .assert_eq(&text(output.stdout));
    expect![[r#"
        stdin:1: a sched_debug dump
          a CPU that is not named, queue /: 1 task on the queue (bash runs)
          kernel v7.2: as asked; the dump looks like v6.12: no queue line tells; rows look the same since 6.12
          V of the rows is 1.000000 ms; .avg_vruntime is not printed
          E and N agree with V of the rows in 1 of 1 rows on the queue (1 of 1 fair rows)
          tick 1 ms is assumed
        stdin:2:1: `what is this` is not understood, expected a heading, `.name : value` or a task's row
        stdin:3:2: `S  x` is not understood, expected a heading, `.name : value` or a task's row
    "#]]
    .assert_eq(&text(output.stderr));
}

#[test]
fn what_a_table_is_told_to_divide_by_is_above_0() {
    let arguments = [
        ("--nice0", "0"),
        ("--nice0", "-1"),
        ("--weight", "A=0"),
        ("--weight", "A=-2"),
        ("--request", "A=0"),
        ("--request", "A=x"),
    ];
    for (argument, value) in arguments {
        let output = eevdf_lab(&["import", "-", &format!("{argument}={value}")], "");
        let said = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{argument} {value}: {said}");
        assert!(said.contains(&format!("invalid value '{value}'")) && said.contains("expected a number above 0"), "{said}");
    }
    // A lag may be anything.
    let said = text(eevdf_lab(&["import", "-", "--lag=A=-12"], "").stderr);
    assert!(said.starts_with("stdin:1:1: nothing that can be imported"), "{said}");
}

#[test]
fn an_import_of_nothing_that_is_known_says_what_was_looked_for() {
    let output = eevdf_lab(&["import", "-"], "Hello\n");
    assert_eq!((text(output.stdout).as_str(), output.status.code()), ("", Some(2)));
    let said = text(output.stderr);
    assert!(said.starts_with("stdin:1:1: nothing that can be imported, expected one of: a scenario, a worked table, "), "{said}");
}

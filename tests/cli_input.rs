//! What people give the command line may be anything: what is said of it, and that no terminal is made to obey it.

#[path = "common/program.rs"]
mod program;

use expect_test::{Expect, expect};
use program::{eevdf_lab, text};

/// What a command says on standard error that can not do its work and prints nothing.
#[track_caller]
fn said(args: &[&str], stdin: impl AsRef<[u8]>) -> String {
    let output = eevdf_lab(args, stdin);
    assert_eq!((text(output.stdout).as_str(), output.status.code()), ("", Some(2)), "{args:?}");
    text(output.stderr)
}

#[track_caller]
fn refuses(args: &[&str], stdin: impl AsRef<[u8]>, expected: Expect) {
    expected.assert_eq(&said(args, stdin));
}

/// The commands that read a text.
const READERS: [&[&str]; 13] = [
    &["run", "-"],
    &["compare", "-", "--b", "v7.2"],
    &["latency", "-"],
    &["link", "-"],
    &["check", "-"],
    &["import", "-"],
    &["import", "-", "--from", "scenario"],
    &["import", "-", "--from", "table"],
    &["import", "-", "--from", "sched-debug"],
    &["import", "-", "--from", "rt-app"],
    &["import", "-", "--from", "ftrace"],
    &["import", "-", "--from", "perf-script"],
    &["import", "-", "--from", "timehist"],
];

const TABLE: &str = "time | event | W | v | V | lag\n\
                     t | A join- | 0 | NA | V0 | 0\n\
                     t | A join+ | 1 | V0 | V0 | 0\n";

const TRACE: &str = "\
  a-1  [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=1 next_prio=120
  a-1  [000] d..3. 1.000100: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000
  a-1  [000] d..2. 1.000400: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
";

const DUMP: &str = ">R  bash  487  1.000000  E  3.800000  2.800000  1.000000  16  120  /\n";

const SCENARIO: &str = "task A\nat 0 wake A\n";

#[test]
fn an_empty_text_is_told_with_a_place_and_what_was_expected() {
    for args in READERS {
        for empty in ["", "\n", " \n\t\n"] {
            let said = said(args, empty);
            assert!(said.starts_with("stdin:1:") || said.starts_with("stdin:2:"), "{args:?} {empty:?}: {said}");
            assert!(said.contains("expected "), "{args:?} {empty:?}: {said}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_by_all_and_printed_by_none() {
    let junk: Vec<u8> = (0..6000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for args in READERS {
        let said = said(args, &junk);
        let seen = |c: char| c == '\n' || !c.is_control();
        assert!(said.contains("expected ") && said.chars().all(seen), "{args:?}: {said}");
    }
}

#[test]
fn what_reorders_hides_or_moves_is_refused_in_a_scenario_even_in_its_comments() {
    for c in ['\u{1b}', '\u{9b}', '\r', '\u{0}', '\u{202e}', '\u{2066}', '\u{200d}', '\u{200f}', '\u{feff}'] {
        let text = format!("task A # {c}red\nat 0 wake A\n");
        for args in [&READERS[..4], &READERS[6..7]].concat() {
            let said = said(args, &text);
            let place = format!("stdin:1:10: the invisible character U+{:04X}", c as u32);
            assert!(said.starts_with(&place) && !said.contains(c), "{args:?}: {said}");
        }
    }
    // What shows may be there, and any line ends.
    let fine = "\u{feff}title Ünïcödé \u{1f600}\r\ntask A # tab:\t日本\r\nat 0 wake A\r\n";
    assert_eq!(text(eevdf_lab(&["run", "-"], fine).stderr), "");
}

#[test]
fn a_table_or_a_message_shows_what_would_not_be_seen_by_its_code() {
    let table = TABLE.replace(" v |", " \u{1b}[31mv\u{202e} |").replace("A ", "A\u{200b} ");
    let output = eevdf_lab(&["check", "-"], &table);
    let report = text(output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(r"columns time, event, W, \u{1b}[31mv\u{202e}, V, lag"), "{report}");
    assert!(report.contains(r"A\u{200b}") && !report.contains(['\u{1b}', '\u{202e}', '\u{200b}']), "{report}");
    refuses(
        &["run", "-\u{202e}\u{1b}[0m"],
        "",
        expect![[r#"
            error: unexpected argument '-\u{202e}' found

              tip: to pass '-\u{202e}' as a value, use '-- -\u{202e}'

            Usage: eevdf-lab run [OPTIONS] <FILE|->

            For more information, try '--help'.
        "#]],
    );
    let address = "https://example.org/\u{1b}]0;x\u{7}";
    let said = said(&["link", "m4-sum-jlag", "--base-url", address], "");
    assert!(said.contains(r"'https://example.org/\u{1b}]0;x\u{7}'") && said.contains("it has the character U+001B, expected"));
}

#[test]
fn endless_words_are_cut_and_no_file_is_nameless() {
    let word = "x".repeat(5000);
    let spec = format!("v7.2,{word}");
    let pair = format!("{word}=1");
    let link = format!("s={word}");
    let wild: [(&[&str], &str); 16] = [
        (&["run", &word], ""),
        (&["run", "-", "-o", &format!("/{word}")], SCENARIO),
        (&["run", "-", "--columns", &word], SCENARIO),
        (&["run", "-", "--kernel", &word], SCENARIO),
        (&["run", "-", "--step", &word, "--format", "step"], SCENARIO),
        (&["run", "-", &format!("--{word}")], SCENARIO),
        (&[&word], ""),
        (&["compare", "-", "--b", &spec], SCENARIO),
        (&["latency", "-", "--task", &word], SCENARIO),
        (&["latency", "-", "--a", &spec], SCENARIO),
        (&["link", "--read", &link], ""),
        (&["link", "-", "--a", &word], SCENARIO),
        (&["diagram", "-e", &word], ""),
        (&["import", "-", "--weight", &pair], TABLE),
        (&["import", "-", "--nice", &pair], TRACE),
        (&["import", "-", "--queue", &word], DUMP),
    ];
    for (args, stdin) in wild {
        let said = said(args, stdin);
        assert!(said.len() < 900 && said.contains("xxx..."), "{}: {said}", args[0]);
    }
    let heading = TABLE.replace(" v |", &format!(" {word} |"));
    assert!(text(eevdf_lab(&["check", "-"], heading).stdout).lines().all(|line| line.chars().count() <= 78));
    for args in [&["run", ""][..], &["check", ""], &["import", ""], &["latency", ""], &["link", ""]] {
        let said = said(args, "");
        assert!(said.starts_with("an empty file name: ") && said.contains("expected "), "{args:?}: {said}");
    }
}

#[test]
fn a_number_below_0_gets_the_message_of_its_option() {
    let cases: [(&[&str], &str); 10] = [
        (&["run", "-", "--format", "step", "--step", "-3"], "'--step <N>': expected the number of a step, counted from 1"),
        (&["link", "m4-sum-jlag", "--step", "-3"], "'--step <N>': expected the number of a step, counted from 1"),
        (&["diagram", "-e", "0,1024,6", "-v", "-1"], "'--until <V>': expected a whole number from 0"),
        (&["import", "-", "--cpu", "-1"], "'--cpu <N>': expected the number of a CPU, counted from 0"),
        (&["import", "-", "--nice0", "-1/2"], "'--nice0 <W>': expected a number above 0"),
        (&["import", "-", "--tick", "-5ms"], "'--tick <D>': expected a time as 0.7ms or 700000 (ns)"),
        (&["import", "-", "--slack", "-5"], "'--slack <D>': expected a time as 0.7ms or 700000 (ns)"),
        (&["import", "-", "--from-time", "-1.5"], "'--from-time <SEC>': expected seconds as 7.205798"),
        (&["import", "-", "--weight", "-1"], "'--weight <NAME=W>': expected NAME=NUMBER"),
        (&["import", "-", "--nice", "-3"], "'--nice <NAME=N>': expected NAME=N with N from -20 to 19"),
    ];
    for (args, expected) in cases {
        let said = said(args, SCENARIO);
        assert!(said.contains(expected) && !said.contains("tip:"), "{args:?}: {said}");
    }
    // An entity is one of many values, so that the next option must not be taken for one.
    let said = said(&["diagram", "-e", "-3,1024,6"], "");
    assert!(said.contains("tip: a value that begins with `-` is joined to its option: `--option=-5`"), "{said}");
}

#[test]
fn an_option_of_import_that_says_nothing_of_the_text_is_told() {
    let cases: [(&[&str], &str, &str); 12] = [
        (&["--column", "v=W"], TRACE, "--column with an ftrace or trace-cmd trace, expected it with a worked table\n"),
        (&["--weight", "A=1"], SCENARIO, "--weight with a scenario, expected it with a worked table\n"),
        (&["--slice", "A=1ms"], TABLE, "--slice with a worked table, expected it with a trace\n"),
        (&["--uncorrected"], DUMP, "--uncorrected with a sched_debug dump, expected it with a trace\n"),
        (&["--cpu", "0"], TABLE, "--cpu with a worked table, expected it with a sched_debug dump or a trace\n"),
        (&["--queue", "/"], TRACE, "--queue with an ftrace or trace-cmd trace, expected it with a sched_debug dump\n"),
        (
            &["--kernel", "v7.2"],
            SCENARIO,
            "--kernel with a scenario, expected it with a sched_debug dump or an rt-app workload or a trace or a worked table\n",
        ),
        (&["--weight", "B=1"], TABLE, "stdin:1:1: no task `B` in the table, expected one of `A`\n"),
        (
            &["--column", "vol=W"],
            TABLE,
            "stdin:1:1: no column `vol` in the table, expected one of `V` `W` `event` `lag` `time` `v`\n",
        ),
        (&["--nice", "c=3"], TRACE, "stdin:1:1: the nice value of `c` is told, which is no task here, expected one of a b\n"),
        (&["--slice", "c=1ms"], TRACE, "stdin:1:1: the slice of `c` is told, which is no task here, expected one of a b\n"),
        (&["--lag", "A=1", "--lag", "A=2"], TABLE, "--lag: `A` is given twice, expected each once\n"),
    ];
    for (args, stdin, expected) in cases {
        assert_eq!(said(&[&["import", "-"], args].concat(), stdin), expected, "{args:?}");
    }
    let fits: [(&[&str], &str); 4] =
        [(&["--weight", "A=1"], TABLE), (&["--nice", "b=3"], TRACE), (&["--cpu", "0"], TRACE), (&["--kernel", "v7.2"], DUMP)];
    for (args, stdin) in fits {
        assert_eq!(eevdf_lab(&[&["import", "-"], args].concat(), stdin).status.code(), Some(0), "{args:?}");
    }
    assert!(said(&["import", "-", "--request", "A=0"], TABLE).contains("expected a number above 0"));
}

#[test]
fn a_scenario_that_has_mistakes_is_not_imported() {
    refuses(
        &["import", "-"],
        "Hi,\n> task A\n> at 0 wake A\n> at 1 sleep B\n",
        expect![[r#"
            stdin:4:14: unknown task `B`, expected one of A
        "#]],
    );
}

#[test]
fn a_recording_is_known_and_named() {
    let recording = text(eevdf_lab(&["run", "-", "--format", "jsonl"], SCENARIO).stdout);
    let is = "a recording in JSON lines";
    let why = "the states that a run went through, without what it was told; take the scenario that was run";
    assert!(said(&["import", "-"], &recording).starts_with(&format!("stdin:1:1: {is}: {why}, expected one of: a scenario, ")));
    assert!(said(&["check", "-"], &recording).starts_with(&format!("stdin:1:1: no table found in {is}: expected a header line")));
    assert_eq!(said(&["run", "-"], &recording), format!("stdin:1:1: {is}, expected a scenario: {why}\n"));
    let said = said(&["latency", "-"], format!("Hi,\n{TABLE}"));
    assert_eq!(said, "stdin:2:1: a worked table, expected a scenario: `eevdf-lab import` makes one of it\n");
}

#[test]
fn a_file_that_is_no_text_is_called_what_it_is() {
    for args in [&["run", "-"][..], &["check", "-"], &["import", "-"]] {
        assert_eq!(said(args, b"\x1f\x8b\x08\0"), "stdin:1:1: a gzip archive, expected the text in it: unpack it first\n");
        assert_eq!(said(args, b"\x7fELF\0\xff"), "stdin:1:1: a binary file (byte 4 is 0), expected a text\n");
    }
}

#[test]
fn what_is_no_table_is_told_once_with_its_place() {
    refuses(
        &["check", "-"],
        "Hi,\ntime | event | W | v\n",
        expect![[r#"
            stdin:2:1: a table header without rows: expected an event such as `T1 join-`, `T1 join+`, `T1 leave-`, `pick T1` or `tick+`
            stdin:1:1: no table found: expected a header line such as `time | event | W | v | V | lag` and rows such as `t | T1 join+ | 1 | V0 | V0 | 0`
        "#]],
    );
}

#[test]
fn a_variant_says_nothing_twice() {
    let feature = "the feature DELAY_DEQUEUE is given twice; expected each feature once";
    for (spec, expected) in [
        ("v7.2,arith=exact,arith=kernel", "the arithmetic is given twice; expected it once"),
        ("v7.2,DELAY_DEQUEUE,NO_DELAY_DEQUEUE", feature),
        ("v7.2,DELAY_DEQUEUE,DELAY_DEQUEUE", feature),
    ] {
        for args in [&["compare", "-", "--b", spec], &["compare", "-", "--a", spec], &["latency", "-", "--a", spec]] {
            assert_eq!(said(args, SCENARIO), format!("{} `{spec}`: {expected}\n", args[2]));
        }
        let link = format!("s=m4-sum-jlag&b={spec}");
        assert_eq!(said(&["link", "--read", &link], ""), format!("--read: b= `{spec}`: {expected}\n"));
    }
    let run = |args: &[&str]| said(&[&["run", "-"], args].concat(), SCENARIO);
    let twice = "--feature: `DELAY_DEQUEUE` is given twice, expected each once\n";
    assert_eq!(run(&["--feature", "DELAY_DEQUEUE", "--feature", "NO_DELAY_DEQUEUE"]), twice);
    assert_eq!(run(&["--patch", "sum-jlag", "--patch", "sum-jlag"]), "--patch: `sum-jlag` is given twice, expected each once\n");
    let none = "--patch none beside other patches, expected one or the other\n";
    assert_eq!(run(&["--patch", "none", "--patch", "sum-jlag"]), none);
    refuses(
        &["run", "-"],
        format!("feature DELAY_DEQUEUE\nfeature NO_DELAY_DEQUEUE\narith exact\narith kernel\n{SCENARIO}"),
        expect![[r#"
            stdin:2:9: the feature DELAY_DEQUEUE is given twice; expected each feature once
            stdin:4:1: `arith` is given twice (line 3 has it); expected one line with it
        "#]],
    );
    let traced = said(&["import", "-", "--feature", "NEXT_BUDDY", "--feature", "NO_NEXT_BUDDY"], TRACE);
    assert_eq!(traced, "stdin:1:1: the feature `NEXT_BUDDY` is told twice, expected each once\n");
    // An option replaces what the text says of the same feature.
    let text = format!("kernel v7.2\nfeature PLACE_LAG\nfeature NO_DELAY_ZERO\n{SCENARIO}");
    let compared = eevdf_lab(&["compare", "-", "--b", "v7.2,NO_PLACE_LAG"], text);
    let compared = program::text(compared.stdout);
    assert!(compared.contains("Lane B: v7.2, NO_DELAY_ZERO, NO_PLACE_LAG, kernel arithmetic\n"), "{compared}");
}

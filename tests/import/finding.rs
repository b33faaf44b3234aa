//! Which lines of a mail are what.

use eevdf_lab::io::import::limits::{MAX_BYTES, MAX_COLUMNS, MAX_PARTS, MAX_REMARKS};
use eevdf_lab::io::import::{Details, Finding, Import, Kind, Options, find, import};
use eevdf_lab::scenario;

const MAIL: &str = "\
On Monday somebody wrote:
> the task A is late
>
> nice0 1
> task A weight=1   # the first
> task B weight=1 lag=2
> at 0 wake A
> at 0 wake B
> at 3 tick

and his table says
  time | event   | W | v  | V  | lag
  t    | A join- | 0 | NA | V0 |   0
  t    | A join+ | 1 | V0 | V0 |   0

    .zero_vruntime                 : 31316.407903
  >R            bash   487     50787.345112   E       50789.145972           2.800000     50780.298364        16     120
";

fn kinds(text: &str) -> Vec<(Kind, u32, u32)> {
    find(text).unwrap().into_iter().map(|p| (p.kind, p.lines.0, p.lines.1)).collect()
}

#[test]
fn a_mail_with_a_scenario_a_table_and_a_dump_holds_three_parts() {
    assert_eq!(kinds(MAIL), [(Kind::Scenario, 4, 9), (Kind::Table, 12, 14), (Kind::SchedDebug, 16, 17)]);
    let part = &find(MAIL).unwrap()[2];
    assert!(MAIL[part.bytes.clone()].starts_with("    .zero_vruntime"));
    assert!(MAIL[part.bytes.clone()].ends_with("120\n"));
}

#[test]
fn a_scenario_is_taken_out_of_its_quoting() {
    let imported = import(MAIL, &Options::default()).unwrap();
    assert_eq!((imported.kind, imported.lines), (Kind::Scenario, (4, 9)));
    assert!(scenario::parse(&imported.scenario).is_ok());
    assert_eq!(imported.scenario.lines().next(), Some("nice0 1"));
    assert_eq!(imported.said.count(), 0);
    assert_eq!(imported.found, ["a scenario of 2 tasks and 3 events"]);
}

#[test]
fn a_mistake_in_a_scenario_keeps_its_place_in_the_mail() {
    let imported = import("hello\n\ntask A\nat 0 wake A\nat 1 sleep B\n", &Options::default()).unwrap();
    let said: Vec<_> = imported.said.kept().iter().map(|r| (r.line, r.column, r.what.as_str())).collect();
    assert_eq!(said, [(5, 12, "unknown task `B`")]);
}

#[test]
fn a_table_becomes_the_scenario_it_is_a_run_of() {
    let part = &find(MAIL).unwrap()[1];
    let mut import = Import::new(MAIL.to_string().into(), part, &Options::default()).unwrap();
    while import.advance(1) {}
    let imported = import.finish().unwrap();
    let Details::Table(inferred) = imported.details else { panic!("a table") };
    assert!(inferred.comparison.differences.is_empty());
    let again = scenario::parse(&imported.scenario);
    assert!(again.is_ok(), "{:?}", again.diagnostics);
    assert_eq!(again.scenario.script.tasks.len(), 1);
}

#[test]
fn json_goes_on_to_the_brace_that_closes_it() {
    let text = "code: {\nint f() {\n\n{ \"tasks\" : {\n \"a\" : { \"run\" : 1 } /* } */\n} }\nbye }\n";
    assert_eq!(kinds(text), [(Kind::RtApp, 4, 6)]);
    assert_eq!(kinds("{\n \"tasks\": {\n \"a\" : {\n"), [(Kind::RtApp, 1, 3)], "truncated");
    assert_eq!(kinds("{\nint x;\n\ncfs_rq[0]:/\n"), [(Kind::SchedDebug, 4, 4)], "an open brace of code");
}

#[test]
fn a_second_dump_in_a_text_is_a_part_of_its_own() {
    let dump = "Sched Debug Version: v0.11, 6.12\ncfs_rq[0]:/\n  .nr_running                    : 6\n";
    let twice = format!("{dump}and later:\n{dump}");
    assert_eq!(kinds(&twice), [(Kind::SchedDebug, 1, 3), (Kind::SchedDebug, 5, 7)]);
}

#[test]
fn what_can_not_be_a_scenario_is_named_with_the_reason() {
    let lkp = "12366538  -24.1%  9391151  sched_debug.cfs_rq:/.avg_vruntime.avg\n";
    let refused = import(lkp, &Options::default()).unwrap_err();
    let expected = "1:1: an lkp comparison: averages over CPUs and time, which are no state of any queue; paste sched_debug itself, \
                    expected one of: ";
    assert!(refused.why.to_string().starts_with(expected), "{}", refused.why);
    let nothing = import("Hello, world\n", &Options::default()).unwrap_err();
    assert!(nothing.why.to_string().starts_with("1:1: nothing that can be imported, expected one of: a scenario, "));
}

#[test]
fn a_text_may_be_looked_through_in_slices() {
    let mut finding = Finding::new(MAIL.to_string().into(), None).unwrap();
    let mut done = vec![finding.progress()];
    while finding.advance(4) {
        done.push(finding.progress());
    }
    assert!(done.is_sorted() && done.len() == 1 + 17 / 4, "{done:?}");
    assert_eq!(done[0], (0, MAIL.len()));
    assert_eq!(finding.finish(), find(MAIL).unwrap());
}

#[test]
fn limits_are_named_with_their_place() {
    let huge = "x\n".repeat(MAX_BYTES / 2 + 1);
    let refused = import(&huge, &Options::default()).unwrap_err();
    let expected = "1:1: 67108866 bytes in 33554433 lines, expected at most 67108864 bytes: a shorter piece of it";
    assert_eq!(refused.why.to_string(), expected);

    let long = format!("task A\n# {}\nat 0 wake A\n", "x".repeat(MAX_COLUMNS));
    let imported = import(&long, &Options::default()).unwrap();
    let said: Vec<_> = imported.said.kept().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["2:100001: a line whose end is not read, expected at most 100000 characters"]);

    let many = "Sched Debug Version: v0.11\n".repeat(MAX_PARTS + 1);
    assert_eq!(find(&many).unwrap().len(), MAX_PARTS);

    let long_lines = format!("task A\nat 0 wake A\n{}", format!("at 1 {}\n", "sleep").repeat(MAX_REMARKS + 50));
    let said = import(&long_lines, &Options::default()).unwrap().said;
    assert!(said.kept().len() <= MAX_REMARKS);
}

#[test]
fn a_line_that_is_not_read_to_its_end_is_told_where_nothing_is_recognised() {
    let refused = import(&format!("a\n{}\n", "x".repeat(100_001)), &Options::default()).unwrap_err();
    assert_eq!(refused.why.what, "nothing that can be imported");
    let said: Vec<String> = refused.said.kept().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("2:100001: ") && said[0].ends_with("expected at most 100000 characters"), "{said:?}");
}

#[test]
fn what_a_table_lacks_is_told_once_at_its_own_line() {
    let table = "Hi,\n\ntime | event | V | lag\nt | A join- | V0 | 0\nt | A join+ | V0 | 0\n";
    let why = import(table, &Options::default()).unwrap_err().why.to_string();
    assert_eq!(why, "4:1: the weight of A is missing, expected W in the rows around its join, or a column w");
}

#[test]
fn a_table_below_the_name_of_its_variant_is_a_scenario_of_that_kernel() {
    // A kernel inflates the lag of 2 that B brings: 2 (1024 + 1024) / 1024 = 4 below V0.
    let table = "Hi,\n\n> v6.12, kernel arithmetic\n> set: task A; task B lag=2\n>\n> time | event | W | v | V\n\
        > t | A join- | 0 | NA | V0\n> t | A join+ | 1024 | V0 | V0\n> t | B join- | 1024 | NA | V0\n> t | B join+ | 2048 | V0-4 | V0-2\n";
    let imported = import(table, &Options::default()).unwrap_or_else(|refused| panic!("{}", refused.why));
    assert_eq!(imported.lines.0, 3);
    assert!(
        imported.scenario.contains("kernel v6.12\n") && imported.scenario.contains("task B lag=2\n"),
        "{}",
        imported.scenario
    );
    assert_eq!(imported.found.last().unwrap(), "0 of 12 cells differ");
    let told = import(table, &Options { kernel: Some(eevdf_lab::kernels::Kernel::V7_2), ..Options::default() })
        .unwrap_or_else(|refused| panic!("{}", refused.why));
    assert!(told.scenario.contains("kernel v7.2\n"));
}

#[test]
fn names_in_a_table_become_legal() {
    let text = "time | event | W | v | V | lag\nt | <b>\u{0}\u{202e}A join- | 0 | NA | V0 | 0\nt | <b>\u{0}\u{202e}A join+ | 1 | V0 | V0 | 0\n";
    let imported = import(text, &Options::default()).unwrap();
    assert!(scenario::parse(&imported.scenario).is_ok(), "{}", imported.scenario);
    assert!(imported.scenario.contains("wake <b>__A"), "{}", imported.scenario);
}

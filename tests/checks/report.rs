//! The list as text, and long runs: a bounded list, and slices that add up to the same.

use crate::{checked, gallery};
use eevdf_lab::checks::{ALL, Checks, KEPT};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::sim::{mix, run};
use expect_test::expect;

#[test]
fn names_are_unique_and_sentences_are_sentences() {
    let mut names: Vec<_> = ALL.iter().map(|i| i.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    for invariant in ALL {
        assert!(invariant.sentence.ends_with(['.', ')']), "{}", invariant.sentence);
    }
}

#[test]
fn the_text_fits_a_mail_and_says_what_broke() {
    let (report, recording) = checked(gallery("case-16-clamp-two-slices"));
    let text = report.text(&recording);
    assert!(text.lines().all(|l| l.chars().count() <= 78), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "14 invariants, 5 steps: 5 kept, 1 broken, 4 not seen, 4 not applicable");
    let at = lines.iter().position(|l| l.starts_with("no-lag-lost")).expect("the invariant");
    expect![[r#"
        no-lag-lost: BROKEN once
          Who leaves, or is placed again, takes all of its lag along: the limit cuts
          nothing off.
          This variant may break it: a lag is limited to two slices of its own, at
          least a tick.
            step 4, t+100: B has a lag of 50, limited to 6: 44 of it is lost, and all
              lags by w/nice0 then sum to -44 instead of 0"#]]
    .assert_eq(&lines[at..at + 7].join("\n"));
}

#[test]
fn a_long_run_is_counted_in_full_and_told_in_part() {
    // Case 16 again and again: A runs 100, B leaves with 50 or more and brings back the 6 that are left of it.
    let again = |i: i32| format!("at {0} wake B\nat {0} pick A\nat {1} sleep B\n", i * 100, (i + 1) * 100);
    let text = gallery("case-16-clamp-two-slices");
    let (report, recording) = checked(&format!("{text}{}", (1..=150).map(again).collect::<String>()));
    let tally = &report.row("no-lag-lost").expect("the invariant").tally;
    assert_eq!((tally.broken, tally.violations.len(), tally.by_task[&1]), (151, KEPT, 151));
    assert!(report.text(&recording).contains("and 51 more"));
}

#[test]
fn slices_add_up_to_the_whole() {
    let script = mix::script(Kernel::V7_2, 5, 400);
    let recording = run(&script);
    let mut slices = Checks::new(&script);
    while slices.advance(&recording, 7) {}
    assert_eq!(slices.done(), recording.len());
    let text = |report: eevdf_lab::checks::Report| report.text(&recording);
    assert_eq!(text(slices.finish(&recording)), text(Checks::of(&script, &recording)));
}

//! What the page gives away, format by format.

use super::compare::Compare;
use super::cursor::Go;
use super::export::{self, Format};
use super::library::Source;
use super::saved::Saved;
use super::{Msg, Session};
use crate::chart::{ChartKind, Theme};
use expect_test::expect;

fn open(key: &str) -> Session {
    let mut session = Session::new(Saved::default(), 1);
    session.update(Msg::Open(Source::Gallery(key.to_string())));
    while session.progress().is_some() {
        session.update(Msg::Compute(1 << 20));
    }
    session
}

fn at_step(key: &str, step: usize) -> Session {
    let mut session = open(key);
    session.update(Msg::Go(Go::To(step - 1)));
    session
}

#[test]
fn a_step_is_copied_with_its_row_the_one_above_and_its_reasons() {
    let session = at_step("m4-sum-jlag", 4);
    expect![[r#"
        Joins and leaves with sum_jlag (M4's second table)
        ideal + sum-jlag, exact arithmetic

        Step 4 of 21, t: T2 joins [V + J kept]

        time | event    |  W |  sumJ |   J |  V+J |  v     |  V     |  lag
        ------------------------------------------------------------------
        t    | T2 join- |  1 |     0 |   0 |  V0  |  NA    |  V0    |   36
        t    | T2 join+ |> 2 |>   36 |> 18 |  V0  |> V0-36 |> V0-18 |>  18

          T2 is placed at V + J minus its lag of 36. V goes from V0 to V0-18, V + J
          stays at V0.
            v = V + J - vlag = V0 + 0 - 36 = V0-36
            V' = V + (v - V) w/W' = V0 + (-36 * 1/2) = V0-18
            d = v + r = V0-36 + 24 = V0-12
            jlag = vlag w = 36 * 1 = 36
            sum_jlag' = sum_jlag + jlag = 0 + 36 = 36
            J' = sum_jlag'/W' = 36/2 = 18
            V' + J' = V0-18 + 18 = V0 (unchanged)
    "#]]
    .assert_eq(&export::text(&session, Format::Step).expect("a short run"));
}

#[test]
fn every_text_fits_a_mail_and_every_format_has_something_to_say() {
    let session = at_step("m4-sum-jlag", 9);
    for format in Format::ALL {
        let text = export::text(&session, format).expect("a short run");
        assert!(text.ends_with('\n') && text.lines().count() > 4, "{format:?}: {text}");
        if format.extension() == "txt" {
            assert!(text.lines().all(|line| line.chars().count() <= 78), "{format:?}: {text}");
            assert!(text.contains("ideal + sum-jlag"), "{text}");
        }
    }
    let lines = export::text(&session, Format::Jsonl).expect("a short run");
    let steps = session.lane().recording.states().filter(|s| s.phase != crate::sim::recording::Phase::Before).count();
    assert_eq!(lines.lines().count(), steps);
}

#[test]
fn of_two_lanes_the_step_is_told_of_both_and_the_rest_of_the_one_that_is_chosen() {
    let mut session = open("k-m4-sum-jlag");
    session.update(Msg::Compare(Compare::Start));
    while session.comparison().is_none() {
        session.update(Msg::Compute(1 << 20));
    }
    let step = export::text(&session, Format::Step).expect("a short run");
    assert!(step.contains("Lane A: ") && step.contains("Lane B: "), "{step}");
    let of = |session: &Session| export::text(session, Format::Csv).expect("a short run");
    let a = of(&session);
    session.update(Msg::Compare(Compare::StateOf(crate::lanes::Side::B)));
    assert_ne!(a, of(&session));
    export::picture(&session, &export::charts(&session), 1.0, |picture| {
        let svg = picture.svg(&Theme::light());
        assert!(svg.contains(">\nV+J\n</text>") && svg.contains("V+J in lane B"), "J is kept in lane B alone: {svg}");
        assert!(svg.contains("lane A, dashed: lane B") && svg.contains("Lane B: "), "{svg}");
    });
}

#[test]
fn files_are_named_for_the_scenario_and_what_they_hold() {
    let session = open("m4-sum-jlag");
    assert_eq!(export::file_name(&session, Format::Csv.name(), "csv"), "m4-sum-jlag-csv.csv");
    assert_eq!(export::file_name(&session, export::chart_name(ChartKind::VAndJ), "svg"), "m4-sum-jlag-v-and-j.svg");
}

#[test]
fn the_chart_of_j_is_offered_where_j_is_kept() {
    let has_j = |key| export::charts(&open(key)).contains(&ChartKind::VAndJ);
    assert_eq!((has_j("m4-sum-jlag"), has_j("case-16")), (true, false));
}

//! The session with two lanes, as a person uses it.

use super::compare::Compare;
use super::compare::rows::PairCell;
use super::cursor::Go;
use super::library::Source;
use super::saved::{Saved, page_entry};
use super::variant::Choose;
use super::*;
use crate::kernels::{FeatureFlag, Kernel, Patch};
use crate::tables::Column;

fn open(key: &str) -> Session {
    let mut session = Session::new(Saved::default(), 1);
    session.update(Msg::Open(Source::Gallery(key.to_string())));
    session
}

fn comparing(key: &str) -> Session {
    let mut session = open(key);
    session.update(Msg::Compare(Compare::Start));
    session
}

fn comparison(session: &Session) -> Arc<Comparison> {
    session.comparison().expect("two lanes").clone()
}

/// The words of the lane's step at the cursor.
fn words(session: &Session, side: Side) -> String {
    let comparison = comparison(session);
    let step = comparison.pair(session.row()).of(side).expect("this lane has the row");
    comparison.lane(side).recording.state(step).text
}

#[test]
fn comparing_opens_the_proposed_variants_at_the_first_difference() {
    let session = comparing("k-v-backward");
    let comparison = comparison(&session);
    assert_eq!(status::variant(&session.variant_of(Side::B)), "tip-2026-03 + lag-floor, kernel arithmetic");
    assert_eq!(words(&session, Side::A), "wake A");
    assert_eq!(session.cursor(), comparison.pair(session.row()).a.expect("A has it"));
    let names: Vec<&str> = comparison.changes.iter().map(|c| c.name).collect();
    assert_eq!(names, ["delayed_lag", "requeue"]);
    let cells = comparison.cells(session.row());
    assert!(cells.iter().any(|c| c.column == Column::Vruntime && c.task == Some(0)), "{cells:?}");
    let command = "eevdf-lab compare k-v-backward --a tip-2026-03 --b tip-2026-03+lag-floor";
    assert_eq!(session.command(), command);
    assert!(comparison.text().contains("First difference: t+1.8, A wake+"));
}

#[test]
fn a_proposal_also_sets_lane_a_where_it_is_not_as_written() {
    let session = comparing("k-v-backward-lag-floor");
    assert_eq!(session.variant_of(Side::A).patches, []);
    assert_eq!(session.over_b(), Some(Override::default()), "B is as written");
}

#[test]
fn the_cursor_moves_along_both_lanes_and_from_difference_to_difference() {
    let mut session = comparing("k-m4-sum-jlag");
    let comparison = comparison(&session);
    let first = session.row();
    let mut rows = vec![first];
    loop {
        session.update(Msg::Go(Go::DifferenceForward));
        if rows.last() == Some(&session.row()) {
            break;
        }
        rows.push(session.row());
    }
    assert_eq!(rows.len(), comparison.count());
    session.update(Msg::Go(Go::FirstDifference));
    assert_eq!(session.row(), first);
    session.update(Msg::Go(Go::DifferenceBack));
    assert_eq!(session.row(), first, "there is none before");
    // The row that only B has: A stays where it was.
    let only_b = (0..comparison.len()).find(|row| comparison.pair(*row).a.is_none()).expect("B has a pick of its own");
    session.update(Msg::Go(Go::Row(only_b)));
    let stays = session.cursor();
    session.update(Msg::Go(Go::Back));
    assert_eq!((session.row(), session.cursor()), (only_b - 1, stays));
    session.update(Msg::Go(Go::Last));
    assert_eq!(session.row(), comparison.len() - 1);
    session.update(Msg::Go(Go::In(Side::B, 3)));
    assert_eq!(session.row(), comparison.lanes.alignment.row_of(Side::B, 3));
}

#[test]
fn the_table_has_a_row_a_pair_with_both_values_where_they_differ() {
    let session = comparing("k-m4-sum-jlag");
    let comparison = comparison(&session);
    let rows = comparison.rows(0..comparison.shown.len());
    let at = |column: Column| comparison.columns.iter().position(|h| h.column == column).expect("it is shown");
    let row = rows.iter().find(|row| row.row == session.row()).expect("the first difference is a row");
    match &row.cells[at(Column::AvgVruntime)] {
        PairCell::Differs(both) => assert_eq!(both.each_ref().map(|c| c.text()), ["V0-36", "V0-18"]),
        other => panic!("V differs: {other:?}"),
    }
    // J is kept by B only, which is no difference: its value is shown.
    assert!(matches!(&row.cells[at(Column::J)], PairCell::Same(cell) if cell.text() == "18"), "{:?}", row.cells);
    let only: Vec<_> = rows.iter().filter(|row| row.only.is_some()).collect();
    assert_eq!(only.iter().map(|row| row.only).collect::<Vec<_>>(), [Some(Side::B)]);
    assert!(rows.iter().filter(|row| row.row < session.row()).all(|row| row.matter.is_none()));
}

/// The textbook starts V at 0 and kernels at -2^20 ns, but cells count from V0: nothing differs before the first join, and there it
/// is the kernel's pick, which does not wait for the end of the instant.
#[test]
fn a_row_differs_where_one_of_its_cells_does_and_a_row_without_cells_says_why() {
    let mut session = open("m4-join-123");
    session.update(Msg::Compare(Compare::Start));
    session.update(Msg::Compare(Compare::Choose(Choose::Kernel(Some(Kernel::V6_19Rc1)))));
    let comparison = comparison(&session);
    assert_ne!(comparison.lane(Side::A).recording.v0, comparison.lane(Side::B).recording.v0);
    let told = |row: usize| match comparison.cells(row).is_empty() {
        true => comparison.without_cells(row),
        false => "cells".to_string(),
    };
    assert_eq!(told(0), "No cell differs in this row.");
    assert_eq!((told(1).as_str(), told(2).as_str()), ("cells", "Only lane B has this row."));
    for row in 0..comparison.len() {
        let differs = comparison.lanes.differences.at(row).is_some();
        assert_eq!(differs, told(row) != "No cell differs in this row.", "row {row}");
    }
    session.update(Msg::Edit("kernel ideal\ntask T1\n".to_string()));
    session.update(Msg::Check);
    let nothing = self::comparison(&session);
    assert_eq!((nothing.len(), nothing.without_cells(0).as_str()), (0, "Nothing happens in either lane."));
}

#[test]
fn lane_b_is_chosen_like_lane_a_and_can_be_swapped_and_removed() {
    let mut session = comparing("k-preempt-short");
    let floor = Patch::from_name("lag-floor").expect("a patch");
    session.update(Msg::Compare(Compare::Choose(Choose::Kernel(Some(Kernel::Tip2026_03)))));
    session.update(Msg::Compare(Compare::Choose(Choose::Patch(floor, true))));
    assert_eq!(session.variant_of(Side::B).patches, [floor]);
    assert_eq!(session.variant_of(Side::A).kernel, Kernel::V7_2);
    assert!(comparison(&session).changes.iter().any(|c| c.name == "delayed_lag"));
    session.update(Msg::Compare(Compare::Swap));
    assert_eq!(session.variant_of(Side::A).patches, [floor]);
    assert_eq!(session.variant_of(Side::B).kernel, Kernel::V7_2);
    session.update(Msg::Compare(Compare::Stop));
    assert!(session.comparison().is_none() && session.over_b().is_none());
    assert!(session.command().starts_with("eevdf-lab run k-preempt-short --kernel tip-2026-03"));
}

#[test]
fn where_nothing_is_proposed_lane_b_begins_as_lane_a_and_its_bar_opens() {
    let mut session = open("k-lone-task");
    session.update(Msg::Compare(Compare::Start));
    assert!(session.panels().variant_b);
    assert_eq!(comparison(&session).lanes.differences.worst(), None);
    session.update(Msg::Compare(Compare::Choose(Choose::Feature(FeatureFlag::PlaceLag, false))));
    assert!(session.command().contains("--b "), "{}", session.command());
}

#[test]
fn an_edit_compares_anew_and_errors_keep_what_was_compared() {
    let mut session = comparing("k-v-backward");
    let before = comparison(&session);
    session.update(Msg::Edit(format!("{}nonsense\n", session.text())));
    session.update(Msg::Check);
    assert!(session.has_errors() && Arc::ptr_eq(&comparison(&session), &before));
    let text = session.text().replace("nonsense\n", "").replace("at 60ms end", "at 61ms end");
    session.update(Msg::Edit(text));
    session.update(Msg::Check);
    let after = comparison(&session);
    assert!(!Arc::ptr_eq(&after, &before) && Arc::ptr_eq(after.lane(Side::A), session.lane()));
    assert!(session.command().starts_with("eevdf-lab compare FILE "));
}

#[test]
fn a_variant_that_the_text_does_not_allow_is_told_for_lane_b() {
    let mut session = open("m4-sum-jlag");
    // Exact fractions fit ideal only: a kernel says so.
    session.update(Msg::Edit("kernel ideal\ntask A slice=40/3\nat 0 wake A\n".to_string()));
    session.update(Msg::Check);
    session.update(Msg::Compare(Compare::Start));
    session.update(Msg::Compare(Compare::Choose(Choose::Kernel(Some(Kernel::V7_2)))));
    assert!(session.comparison().is_none());
    assert!(!session.diagnostics_of(Side::B).is_empty() && session.diagnostics_of(Side::A).is_empty());
}

#[test]
fn a_long_comparison_goes_in_slices_and_can_be_given_up_and_begun_again() {
    let mut session = open("k-v-backward");
    let long = session.text().replace("at 60ms end", "at 60s end").replace("tick 4ms", "tick 1ms");
    session.update(Msg::Edit(long));
    session.update(Msg::Check);
    while session.progress().is_some() {
        session.update(Msg::Compute(1 << 14));
    }
    session.update(Msg::Compare(Compare::Start));
    session.update(Msg::Compare(Compare::Choose(Choose::Feature(FeatureFlag::DelayDequeue, false))));
    let mut seen = Vec::new();
    for _ in 0..20 {
        seen.push(session.progress().expect("it takes a while").percent);
        session.update(Msg::Compute(1000));
    }
    assert!(seen.is_sorted() && seen.first() < seen.last(), "{seen:?}");
    session.update(Msg::Cancel);
    assert!(session.progress().is_none() && session.comparison().is_none() && session.cancelled());
    session.update(Msg::Restart);
    while session.progress().is_some() {
        session.update(Msg::Compute(1 << 16));
    }
    assert!(comparison(&session).count() > 0 && !session.cancelled());
}

#[test]
fn what_is_compared_is_kept_between_visits() {
    let mut session = comparing("k-v-backward");
    session.update(Msg::Compare(Compare::Stacked(true)));
    let saved = Saved::read(&[page_entry(&session)]);
    assert!(saved.stacked);
    let again = Session::new(saved, 2);
    assert_eq!(again.over_b(), session.over_b());
    assert_eq!((again.row(), again.cursor()), (session.row(), session.cursor()));
}

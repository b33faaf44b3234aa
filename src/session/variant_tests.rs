//! Stories of variants, long runs, raw words and differences to exact arithmetic: messages in, state out.

use super::*;
use crate::kernels::{FeatureFlag, Kernel, Patch};
use crate::scenario::Entry;
use crate::session::variant::options;
use crate::sim::recording::Verb;

fn open(key: &str) -> Session {
    let mut session = Session::new(Saved::default(), 1);
    session.update(Msg::Open(Source::Gallery(key.to_string())));
    session
}

fn choose(session: &mut Session, choices: impl IntoIterator<Item = Choose>) {
    choices.into_iter().for_each(|choice| session.update(Msg::Variant(choice)));
}

fn type_text(session: &mut Session, text: &str) {
    session.update(Msg::Edit(text.to_string()));
    session.update(Msg::Check);
}

fn names(session: &Session) -> Vec<&'static str> {
    let lane = session.lane();
    let kernel = lane.scenario.script.variant.kernel;
    fields::queue(&lane.recording, kernel, session.cursor()).into_iter().map(|f| f.name).collect()
}

fn shown(session: &Session) -> String {
    status::variant(&session.lane().scenario.script.variant)
}

#[test]
fn another_kernel_runs_the_same_text_and_as_written_comes_back() {
    let mut session = open("m4-sum-jlag");
    let before = session.lane().clone();
    choose(&mut session, [Choose::Kernel(Some(Kernel::V7_2))]);
    assert!(!session.has_errors(), "{:?}", session.diagnostics());
    assert_eq!(shown(&session), "v7.2, kernel arithmetic");
    assert_eq!(**session.text(), before.text, "the text stays as it is");
    assert_eq!(session.command(), "eevdf-lab run m4-sum-jlag --kernel v7.2 --patch none");
    assert!(session.lane().printed.is_none(), "a printed table says nothing of another variant");
    assert_ne!(session.lane().recording, before.recording);
    choose(&mut session, [Choose::AsWritten]);
    assert_eq!(shown(&session), "ideal + sum-jlag, exact arithmetic");
    assert_eq!(session.lane().recording, before.recording);
    assert!(session.lane().printed.is_some());
}

#[test]
fn the_queues_fields_have_the_names_of_the_kernel_that_runs() {
    let mut session = open("k-table-base");
    let mut of = |kernel| {
        choose(&mut session, [Choose::Kernel(Some(kernel))]);
        names(&session)[2..].to_vec()
    };
    let middle = ["rq->nr_running", "load.weight", "avg_vruntime()"];
    let v6_12 = [
        &["nr_running", "h_nr_running", "h_nr_delayed"][..],
        &middle,
        &["min_vruntime", "avg_vruntime", "avg_load", "need_resched"],
    ];
    assert_eq!(of(Kernel::V6_12), v6_12.concat());
    let queued = ["nr_queued", "h_nr_queued", "h_nr_runnable", "nr_delayed"];
    let v6_19 = [&queued[..], &middle, &["zero_vruntime", "avg_vruntime", "avg_load", "need_resched"]];
    assert_eq!(of(Kernel::V6_19Rc1), v6_19.concat());
    let v7 = [&queued[..], &middle, &["zero_vruntime", "sum_w_vruntime", "sum_weight", "need_resched"]];
    assert_eq!(of(Kernel::Tip2026_03), v7.concat());
    assert_eq!(of(Kernel::V7_2), v7.concat());
}

#[test]
fn a_variant_that_the_text_does_not_allow_keeps_the_last_good_run_and_says_why() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, "task A\ntask B lag=40/3\nat 0 wake A\nat 0 wake B\n");
    let before = session.lane().clone();
    choose(&mut session, [Choose::Kernel(Some(Kernel::V7_2))]);
    assert!(session.has_errors());
    assert!(session.diagnostics()[0].expected.contains("whole number of ns"), "{:?}", session.diagnostics());
    assert!(Arc::ptr_eq(session.lane(), &before));
    choose(&mut session, [Choose::Arith(Some(ArithKind::Exact))]);
    assert!(!session.has_errors());
    assert_eq!(shown(&session), "v7.2, exact arithmetic");
}

#[test]
fn a_feature_switched_off_and_on_again_is_as_written() {
    let mut session = open("k-delay-wake-before");
    let before = session.lane().clone();
    choose(&mut session, [Choose::Feature(FeatureFlag::DelayDequeue, false)]);
    assert_eq!(options(&session.over()), "--feature NO_DELAY_DEQUEUE");
    assert_ne!(session.lane().recording, before.recording);
    choose(&mut session, [Choose::Feature(FeatureFlag::DelayDequeue, true)]);
    assert_eq!(session.over(), Override::default());
    assert_eq!(session.lane().recording, before.recording);
}

#[test]
fn what_is_chosen_belongs_to_its_scenario_goes_along_with_an_edit_and_survives_a_reload() {
    let mut session = open("case-32");
    choose(&mut session, [Choose::Kernel(Some(Kernel::V6_12))]);
    session.update(Msg::Open(Source::Gallery("m4-sum-jlag".into())));
    assert_eq!(session.over(), Override::default());
    session.update(Msg::Open(Source::Gallery("case-32".into())));
    assert_eq!(session.over().kernel, Some(Kernel::V6_12));
    let text = format!("{}# mine\n", session.text());
    type_text(&mut session, &text);
    assert!(matches!(session.source(), Source::Copy(_)));
    assert_eq!(session.command(), "eevdf-lab run FILE --kernel v6.12");
    let mut entries = saved::copy_entries(&session);
    entries.push(saved::page_entry(&session));
    let again = Session::new(Saved::read(&entries), 2);
    assert_eq!(again.over(), session.over());
    assert_eq!(again.lane().recording, session.lane().recording);
}

#[test]
fn the_table_of_the_patched_kernel_differs_from_the_printed_one_in_four_cells_each_with_its_reason() {
    let session = open("k-m4-sum-jlag");
    let lane = session.lane();
    let marked = lane.table.rows.iter().flat_map(|row| lane.table.columns.iter().map(move |h| (row, h)));
    let marked: Vec<String> = marked
        .filter(|(row, heading)| lane.difference(row.step, heading).is_some())
        .map(|(row, heading)| format!("{} {}", row.label, heading.text))
        .collect();
    assert_eq!(marked, ["T3 join- J", "T3 join- V", "T3 leave+ V+J", "T3 leave+ V"]);
    assert!(rows::difference_notes(lane).iter().all(|note| !note.reason.is_empty()));
}

#[test]
fn the_step_at_which_a_run_stops_is_marked_however_long_it_is() {
    let mut session = open("m4-sum-jlag");
    let at_once = "task A : loop { wake B; wait }\ntask B : loop { wake A; wait }\nat 1 end\n";
    for text in [format!("kernel ideal\n{at_once}"), "tick 1\ntask A weight=1/7\nat 0 wake A\nat 1/99 end".to_string()] {
        type_text(&mut session, &text);
        while session.progress().is_some() {
            session.update(Msg::Compute(1 << 16));
        }
        let lane = session.lane();
        let stops: Vec<usize> = lane.recording.stopped.iter().map(|_| lane.recording.len() - 1).collect();
        assert_eq!(lane.warned, stops);
        assert_eq!(stops.len(), usize::from(text.contains("loop")));
    }
}

#[test]
fn steps_that_do_nothing_are_marked_and_found() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, "kernel v7.2\ntask A\nat 0 wake A\nat 5 wake A\nat 9 end\n");
    let lane = session.lane().clone();
    let warned: Vec<Verb> = lane.warned.iter().map(|s| lane.recording.state(*s).verb).collect();
    assert_eq!(warned, [Verb::Wake]);
    session.update(Msg::Go(Go::WarningForward));
    assert!(lane.is_warned(session.cursor()) && session.cursor() > 0);
    let at = session.cursor();
    session.update(Msg::Go(Go::WarningForward));
    assert_eq!(session.cursor(), at, "there is no other");
    session.update(Msg::Go(Go::Last));
    session.update(Msg::Go(Go::WarningBack));
    assert_eq!(session.cursor(), at);
}

#[test]
fn differences_are_computed_only_of_kernel_arithmetic_and_follow_the_run() {
    let mut session = open("m4-sum-jlag");
    session.update(Msg::Rounding(true));
    assert!(session.rounding().is_none(), "an exact run has none");
    choose(&mut session, [Choose::Kernel(Some(Kernel::V7_2))]);
    let found = session.rounding().expect("kernel arithmetic").at(&session.lane().recording, 0);
    assert_eq!(found.map(|d| d.v_avg), Some(crate::model::num::Num::ZERO));
    session.update(Msg::Rounding(false));
    assert!(session.rounding().is_none());
}

/// A run of about 30,000 steps.
const LONG: &str = "title Long\nkernel v7.2\ntick 1ms\ntask A\ntask B\nat 0 wake A\nat 0 wake B\nat 12000ms end\n";

#[test]
fn a_long_run_is_computed_in_slices_beside_the_last_one_and_is_then_stepped_as_any_other() {
    let mut session = open("m4-sum-jlag");
    let before = session.lane().clone();
    type_text(&mut session, LONG);
    assert!(Arc::ptr_eq(session.lane(), &before));
    let mut seen = Vec::new();
    while let Some(progress) = session.progress() {
        seen.push(progress.percent);
        session.update(Msg::Compute(1_000));
    }
    assert!(seen.is_sorted() && seen.first() == Some(&0) && seen.last() > Some(&90), "{seen:?}");
    let lane = session.lane().clone();
    assert_eq!(lane.scenario.title, "Long");
    assert!(lane.is_long() && lane.row_count() > 12_000, "{}", lane.row_count());
    assert_eq!(lane.series.len(), lane.recording.len());
    session.update(Msg::Go(Go::Last));
    session.update(Msg::Go(Go::RowUp));
    let row = lane.row_at(session.cursor()).expect("a row");
    assert_eq!(row, lane.row_count() - 2);
    let some = lane.rows(row - 3..row + 1);
    assert_eq!((some.rows.len(), some.news.len()), (4, 4));
    assert_eq!(some.rows[3].step, session.cursor());
    assert!(export::table(&lane, session.cursor()).contains(&format!("of {}", lane.row_count())));
}

#[test]
fn rows_of_a_long_run_are_those_of_the_whole_table() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, LONG);
    while session.progress().is_some() {
        session.update(Msg::Compute(100_000));
    }
    let lane = session.lane();
    let whole = crate::tables::Table::of(&lane.recording, lane.table.columns.clone());
    assert_eq!(whole.rows.len(), lane.row_count());
    let news = rows::news(&whole);
    for range in [0..50, 700..900, lane.row_count() - 40..lane.row_count()] {
        let some = lane.rows(range.clone());
        assert_eq!(some.rows, whole.rows[range.clone()]);
        assert_eq!(some.news, news[range]);
    }
}

#[test]
fn a_long_run_can_be_cancelled_which_keeps_the_last_one_and_be_begun_again() {
    let mut session = open("m4-sum-jlag");
    let before = session.lane().clone();
    type_text(&mut session, LONG);
    session.update(Msg::Compute(100));
    session.update(Msg::Cancel);
    assert!(session.progress().is_none() && session.cancelled());
    assert!(Arc::ptr_eq(session.lane(), &before));
    session.update(Msg::Restart);
    assert!(session.progress().is_some() && !session.cancelled());
    type_text(&mut session, "task A\nat 0 wake A\n");
    assert!(session.progress().is_none(), "another text has taken its place");
    assert_eq!(session.lane().text, "task A\nat 0 wake A\n");
}

#[test]
fn a_long_scenario_shows_nothing_of_another_one_before_it_is_computed_or_when_that_is_cancelled() {
    let mut session = open("k-v-backward");
    session.update(Msg::Open(Source::Gallery("m1-cyclictest-slices".to_string())));
    let is_its_own = |session: &Session| {
        let lane = session.lane();
        lane.recording.is_empty() && lane.scenario.title == Entry::from_key("m1-cyclictest-slices").unwrap().title
    };
    assert!(session.progress().is_some() && is_its_own(&session));
    session.update(Msg::Cancel);
    assert!(session.cancelled() && is_its_own(&session));
    assert_eq!(session.link().write(), "v=1&s=m1-cyclictest-slices");
    session.update(Msg::Restart);
    assert!(session.progress().is_some());
}

#[test]
fn a_reload_during_a_long_run_goes_to_its_step_when_it_is_done() {
    let mut session = open("m4-sum-jlag");
    type_text(&mut session, LONG);
    while session.progress().is_some() {
        session.update(Msg::Compute(100_000));
    }
    session.update(Msg::Go(Go::To(20_100)));
    let mut entries = saved::copy_entries(&session);
    entries.push(saved::page_entry(&session));
    let mut again = Session::new(Saved::read(&entries), 2);
    while again.progress().is_some() {
        again.update(Msg::Compute(100_000));
    }
    assert_eq!((again.cursor(), again.lane().scenario.title.as_str()), (20_100, "Long"));
}

#[test]
fn every_kernel_and_every_fitting_patch_runs_on_every_kernel_scenario_or_says_why_not() {
    for key in ["case-32", "k-v-backward", "k-yield"] {
        let mut session = open(key);
        for kernel in Kernel::ALL {
            choose(&mut session, [Choose::Kernel(Some(kernel))]);
            assert!(!session.has_errors(), "{key} on {}: {:?}", kernel.name(), session.diagnostics());
            for patch in Patch::all().filter(|p| p.fits(kernel)) {
                choose(&mut session, [Choose::Patch(patch, true)]);
                assert!(!session.has_errors(), "{key} with {}: {:?}", patch.name, session.diagnostics());
                choose(&mut session, [Choose::Patch(patch, false)]);
            }
        }
    }
}

//! Reading a text once more, as stories: what the form shows is what was read, and no answer is lost by a wrong one.

use super::question::{About, Question};
use super::tests::{DUMP, M4, TRACE, answer, bring, fresh, send};
use super::{Bring, View};
use crate::io::import::Kind;
use crate::session::Session;
use crate::session::saved::{self, Saved};

fn asked(session: &Session) -> (Vec<String>, Vec<Question>) {
    match session.intake_view() {
        View::Ask { found, questions, .. } => (found, questions),
        other => panic!("nothing is asked: {other:?}"),
    }
}

fn about(session: &Session, about: &About) -> Question {
    asked(session).1.into_iter().find(|q| q.about == *about).unwrap_or_else(|| panic!("no question about {about:?}"))
}

#[test]
fn a_wrong_answer_loses_none_of_the_others() {
    let mut session = fresh();
    bring(&mut session, TRACE);
    answer(&mut session, &About::BaseSlice, "2ms");
    // The trace ends at 1.0009.
    answer(&mut session, &About::FromTime, "9.5");
    send(&mut session, Bring::Read);
    let (why, questions) = asked(&session);
    assert!(why[0].contains("expected"), "{why:#?}");
    let told: Vec<_> = questions.iter().filter(|q| q.answer != q.assumed).map(|q| q.answer.as_str()).collect();
    assert_eq!(told, ["2ms", "9.5"]);
    answer(&mut session, &About::FromTime, "");
    send(&mut session, Bring::Read);
    assert_eq!(session.intake_view(), View::Empty);
    assert!(session.text().contains("base_slice 2000"), "{}", session.text());
}

/// The same on CPU 0; on CPU 1 two others alternate, for a shorter time.
fn two_cpus() -> String {
    let one = "\
  d-4  [001] d..2. 1.001000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=d next_pid=4 next_prio=120
  d-4  [001] d..2. 1.001010: sched_wakeup: comm=e pid=5 prio=120 target_cpu=001
  d-4  [001] d..2. 1.001100: sched_switch: prev_comm=d prev_pid=4 prev_prio=120 prev_state=S ==> next_comm=e next_pid=5 next_prio=120
";
    format!("{TRACE}{one}")
}

#[test]
fn after_another_cpu_the_form_shows_what_that_one_was_read_with() {
    let mut session = fresh();
    bring(&mut session, two_cpus());
    assert!(about(&session, &About::Slices).hint.contains("Tasks: a b c"), "{:?}", about(&session, &About::Slices));
    answer(&mut session, &About::Cpu, "1");
    send(&mut session, Bring::Read);
    assert_eq!(session.intake_view(), View::Empty, "what is open was seen");
    send(&mut session, Bring::Again);
    assert!(about(&session, &About::Slices).hint.contains("Tasks: d e"), "{:?}", about(&session, &About::Slices));
    let kernel = about(&session, &About::Kernel).answer;
    assert!(session.text().contains(&format!("kernel {kernel}\n")), "{kernel}: {}", session.text());
    // And the first is not lost.
    assert_eq!(about(&session, &About::Cpu).answer, "1");
    answer(&mut session, &About::Cpu, "0");
    send(&mut session, Bring::Read);
    send(&mut session, Bring::Again);
    assert!(about(&session, &About::Slices).hint.contains("Tasks: a b c"), "{:?}", about(&session, &About::Slices));
}

#[test]
fn what_was_told_once_is_told_even_if_it_is_what_was_assumed_at_first() {
    let mut session = fresh();
    bring(&mut session, DUMP);
    let assumed = about(&session, &About::Queue).answer;
    assert_eq!(assumed, "1 /");
    for (queue, task) in [("0 /", "task bash"), ("1 /", "task cat"), ("0 /", "task bash")] {
        answer(&mut session, &About::Queue, queue);
        send(&mut session, Bring::Read);
        assert!(session.text().contains(task), "{queue}: {}", session.text());
        send(&mut session, Bring::Again);
        assert_eq!(about(&session, &About::Queue).answer, queue);
    }
}

#[test]
fn one_wrong_kind_for_the_whole_leaves_the_list_of_what_was_found() {
    let mut session = fresh();
    bring(&mut session, format!("{M4}\nand\ntitle Two\nkernel ideal\ntask A\nat 0 wake A\n"));
    let View::Choose(before) = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    send(&mut session, Bring::As(Kind::Ftrace));
    let View::Failed { offers, has_text, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert_eq!((offers, has_text), (before, true));
    send(&mut session, Bring::Pick(1));
    assert!(session.text().starts_with("title Two"), "{}", session.text());
}

#[test]
fn what_is_no_text_is_not_offered_as_one() {
    let mut session = fresh();
    bring(&mut session, b"\x1f\x8b\x08 gzip");
    let View::Failed { has_text, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert!(!has_text);
}

#[test]
fn a_text_that_can_not_be_read_otherwise_is_not_kept() {
    let mut session = fresh();
    bring(&mut session, "title Two\nkernel ideal\ntask A\nat 0 wake A\n");
    assert_eq!(session.intake_view(), View::Empty);
    assert!(!session.can_read_again() && session.intake().expect("it is known").text.is_empty());
    bring(&mut session, M4);
    assert!(session.can_read_again() && session.intake().expect("it is known").text.contains("T1 join-"));
}

#[test]
fn where_names_had_to_be_changed_it_is_said_that_no_cell_is_marked() {
    let mut session = fresh();
    bring(&mut session, M4.replace("T2", "T=2"));
    assert!(session.lane().printed.is_none());
    let said: Vec<_> = session.report().expect("an import").said.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|s| s.contains("as names of tasks had to be changed")), "{said:#?}");
}

/// The entries of a storage with a change to what is written there.
fn reloaded(session: &Session, from: &str, to: &str) -> Session {
    let entries: Vec<_> = saved::copy_entries(session).into_iter().chain([saved::page_entry(session)]).collect();
    assert!(entries.iter().any(|(_, value)| value.contains(from)), "{entries:#?}");
    Session::new(Saved::read(&entries.into_iter().map(|(key, value)| (key, value.replace(from, to))).collect::<Vec<_>>()), 7)
}

#[test]
fn a_damaged_report_does_not_take_the_text_with_it() {
    let mut session = fresh();
    bring(&mut session, TRACE);
    send(&mut session, Bring::Read);
    // Another version of the page may know less of a pick.
    let less = reloaded(&session, "\"stays\":false,", "");
    assert_eq!((less.source(), less.text(), less.report()), (session.source(), session.text(), session.report()));
    let damaged = reloaded(&session, "\"line\":5", "\"line\":\"five\"");
    assert_eq!((damaged.source(), damaged.text(), damaged.report()), (session.source(), session.text(), None));
}

//! What a person brings, as stories: text in, what the page shows, what is opened.

use super::question::About;
use super::{Bring, View};
use crate::session::choices::Panel;
use crate::session::cursor::Go;
use crate::session::library::Source;
use crate::session::saved::{self, Saved};
use crate::session::{Msg, Session, status};
use crate::tables::column::label;
use std::sync::atomic::{AtomicU64, Ordering};

/// The second table of "make task join/leave scheduling more stable" (v4), quoted as in a reply.
pub(super) const M4: &str = "\
On Thursday somebody wrote:
> the table is
>
>   time | event      |  W | sumJ |  J |   V+J  |   v    |   V    | lag
>   ----------------------------------------------------------------------
>   t    | T1 join-   |  0 |   0 |  0  |  V0    |  NA    |  V0    |   0
>   t    | T1 join+   |> 1 |>  0 |> 0  |  V0    |> V0    |> V0    |>  0
>   t    | T2 join-   |  1 |   0 |  0  |  V0    |  NA    |  V0    |  36
>   t    | T2 join+   |> 2 |> 36 |> 18 |  V0    |> V0-36 |> V0-18 |> 18
>   t    | T3 join-   |  2 |  36 |  0  |  V0    |  NA    |  V0    | -12
>   t    | T3 join+   |> 3 |> 24 |> 8  |  V0    |> V0+12 |> V0-8  |>-20
>   t    | pick T2    |  3 |  24 |  8  |  V0    |  V0-36 |  V0-8  |> 28
>   t+24 | T2 leave-  |  3 |  24 |  8  |> V0+8  |> V0-12 |> V0    |> 12
>   t+24 | T2 leave+  |> 2 |>  4 |> 2  |  V0+8  |> NA    |> V0+6  |  12
>   t+24 | pick T1    |  2 |   4 |  2  |  V0+8  |  V0    |  V0+6  |>  6

Is that right?
";

/// Two CPUs, one task each on its queue; V of CPU 1's rows is 5.000000, as printed.
pub(super) const DUMP: &str = "\
Sched Debug Version: v0.11, 6.12.0
cpu#0, 2000.000 MHz
cfs_rq[0]:/
  .avg_vruntime                  : 3.000000
  .min_vruntime                  : 3.000000
  .nr_running                    : 1
runnable tasks:
>R            bash   487         3.000000   E        6.000000           3.000000         9.000000        16   120         0.000000         0.000000         0.000000   0      0   /
cpu#1, 2000.000 MHz
cfs_rq[1]:/
  .avg_vruntime                  : 5.000000
  .min_vruntime                  : 4.000000
  .nr_running                    : 2
runnable tasks:
>R             cat   500         4.000000   E        7.000000           3.000000         9.000000        16   120         0.000000         0.000000         0.000000   0      0   /
 R             dog   501         6.000000   E        9.000000           3.000000         9.000000        16   120         0.000000         0.000000         0.000000   0      0   /
 S           sleep   502         6.000000   E        9.000000           3.000000         9.000000        16   120         0.000000         0.000000         0.000000   0      0   /
";

/// a is running when the trace begins; b is woken, then, at a larger V, c. When a sleeps, c gets the CPU, although b has the
/// earlier deadline, and both are eligible.
pub(super) const TRACE: &str = "\
# tracer: nop
  a-1  [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a next_pid=1 next_prio=120
  a-1  [000] d..2. 1.000100: sched_wakeup: comm=b pid=2 prio=120 target_cpu=000
  a-1  [000] d..2. 1.000300: sched_wakeup: comm=c pid=3 prio=120 target_cpu=000
  a-1  [000] d..2. 1.000400: sched_switch: prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=c next_pid=3 next_prio=120
  c-3  [000] d..2. 1.000900: sched_switch: prev_comm=c prev_pid=3 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=120
";

pub(super) fn fresh() -> Session {
    Session::new(Saved::default(), 1000)
}

/// Brings a text in pieces of 100 bytes and lets it be worked on until a person or nobody has to do something.
pub(super) fn bring(session: &mut Session, text: impl AsRef<[u8]>) {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (id, bytes) = (NEXT.fetch_add(1, Ordering::Relaxed), text.as_ref());
    session.update(Msg::Import(Bring::Begin { id, name: "pasted text".to_string(), bytes: bytes.len() as u64 }));
    for piece in bytes.chunks(100) {
        session.update(Msg::Import(Bring::Piece(id, piece.to_vec())));
    }
    session.update(Msg::Import(Bring::End(id)));
    work(session);
}

fn work(session: &mut Session) {
    while session.intake().is_some_and(|intake| intake.phase().is_some()) {
        session.update(Msg::Import(Bring::Work(7)));
    }
}

pub(super) fn send(session: &mut Session, bring: Bring) {
    session.update(Msg::Import(bring));
    work(session);
}

/// Answers the question about something.
pub(super) fn answer(session: &mut Session, about: &About, answer: &str) {
    let View::Ask { questions, .. } = session.intake_view() else { panic!("nothing is asked: {:?}", session.intake_view()) };
    let at = questions.iter().position(|q| q.about == *about).unwrap_or_else(|| panic!("no question about {about:?}"));
    send(session, Bring::Answer(at, answer.to_string()));
}

fn found(session: &Session) -> Vec<&str> {
    session.report().expect("an import").found.iter().map(String::as_str).collect()
}

#[test]
fn a_table_in_a_mail_is_opened_at_once_with_its_two_wrong_cells_marked() {
    let mut session = fresh();
    bring(&mut session, M4);
    assert_eq!(session.intake_view(), View::Empty);
    assert!(!session.panels().is_open(Panel::Paste) && session.panels().is_open(Panel::Import));
    let lane = session.lane();
    let printed = lane.printed.as_ref().expect("a table to compare with");
    let cells: Vec<_> = printed
        .differences
        .iter()
        .map(|d| (d.label.as_str(), d.heading.text.as_str(), d.printed.as_str(), d.computed.as_str()))
        .collect();
    assert_eq!(cells, [("T3 join-", "J", "0", "18"), ("T3 join-", "V", "V0", "V0-18")]);
    let (step, heading) = (printed.differences[0].step.unwrap(), printed.differences[0].heading.clone());
    assert_eq!(lane.difference(step, &heading).map(|(index, _)| index), Some(0));
    assert!(found(&session).contains(&"2 of 70 cells differ."), "{:#?}", found(&session));
    assert_eq!(session.report().unwrap().what, "a worked table, lines 4 to 15 of pasted text");

    // The way to the marked row.
    session.update(Msg::Go(Go::DifferenceForward));
    assert_eq!(status::line(session.lane(), session.cursor()), "step 5 of 10 · t · T3 join-");
}

#[test]
fn the_marks_and_what_the_import_said_are_there_after_a_reload() {
    let mut session = fresh();
    bring(&mut session, M4);
    let entries: Vec<_> = saved::copy_entries(&session).into_iter().chain([saved::page_entry(&session)]).collect();
    let again = Session::new(Saved::read(&entries), 2000);
    assert_eq!(again.source(), session.source());
    assert_eq!(again.report(), session.report());
    assert_eq!(again.lane().printed.as_ref().unwrap().differences.len(), 2);
}

#[test]
fn the_marks_count_for_the_text_as_imported_only() {
    let mut session = fresh();
    bring(&mut session, M4);
    let text = session.text().to_string();
    session.update(Msg::Edit(format!("{text}\n# mine\n")));
    session.update(Msg::Check);
    assert!(session.lane().printed.is_none());
    assert!(session.report().is_some(), "what was said stays");
    session.update(Msg::Edit(text));
    session.update(Msg::Check);
    assert_eq!(session.lane().printed.as_ref().unwrap().differences.len(), 2);
}

#[test]
fn what_was_typed_before_stays_and_every_import_is_a_copy_of_its_own() {
    let mut session = fresh();
    session.update(Msg::Edit("title Mine\ntask A\nat 0 wake A\n".to_string()));
    let mine = session.source().clone();
    bring(&mut session, M4);
    bring(&mut session, M4);
    let titles: Vec<_> = session.library().copies().iter().map(|c| c.title()).collect();
    assert_eq!(titles, ["Mine", "A table of 10 rows", "A table of 10 rows"]);
    assert_eq!(session.library().text(&mine), "title Mine\ntask A\nat 0 wake A\n");
}

#[test]
fn of_a_mail_with_several_things_a_person_picks_one() {
    let mut session = fresh();
    let before = session.source().clone();
    let scenario = "title Two\nkernel ideal\ntask A\ntask B\nat 0 wake A\nat 0 wake B\n";
    let averages = "12366538  -24.1%  9391151  sched_debug.cfs_rq:/.avg_vruntime.avg";
    bring(&mut session, format!("{M4}\nand\n{scenario}\n{averages}\n"));
    let View::Choose(offers) = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    let listed: Vec<_> = offers.iter().map(|o| (o.title, o.lines.as_str(), o.can)).collect();
    let expected = [
        ("a worked table", "lines 4 to 15", true),
        ("a scenario", "lines 20 to 25", true),
        ("an lkp comparison", "line 27", false),
    ];
    assert_eq!(listed, expected);
    assert_eq!(offers[1].begins, "title Two");
    assert!(offers[2].sentence.starts_with("Can not be opened: averages over CPUs and time"));
    assert_eq!(*session.source(), before, "nothing is opened yet");
    send(&mut session, Bring::Pick(1));
    assert_eq!(**session.text(), *scenario);
    // The others are still there.
    assert!(session.can_read_again());
    send(&mut session, Bring::Again);
    send(&mut session, Bring::Pick(0));
    assert!(session.lane().printed.is_some());
}

#[test]
fn of_a_dump_with_two_busy_cpus_a_person_says_which() {
    let mut session = fresh();
    bring(&mut session, DUMP);
    let View::Ask { questions, found, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert!(found[0].starts_with("CPU 1, queue /: 2 tasks on the queue (cat runs), 1 asleep"), "{found:#?}");
    let open: Vec<_> = questions.iter().filter(|q| q.open).map(|q| (q.label.as_str(), q.answer.as_str())).collect();
    assert_eq!(open, [("CPU and queue", "1 /")]);
    answer(&mut session, &About::Queue, "0 /");
    send(&mut session, Bring::Read);
    assert_eq!(session.lane().recording.tasks.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), ["bash"]);
}

#[test]
fn a_dump_opens_at_its_state_with_v_and_letters_compared() {
    let mut session = fresh();
    bring(&mut session, DUMP);
    send(&mut session, Bring::Read);
    let queue = &session.lane().recording.state(0).queue;
    assert_eq!(queue.avg_vruntime.to_i64(), Some(5_000_000));
    assert!(found(&session).contains(&"V of the rows is 5.000000 ms, as .avg_vruntime prints it."), "{:#?}", found(&session));
    let report = session.report().unwrap();
    // dog is behind V, and not eligible; the dump says E.
    assert_eq!(report.letters(), (1, 2));
    let rows: Vec<_> =
        report.rows.iter().map(|r| [&r.task, &r.standing, &r.lag, &r.printed, &r.computed].map(String::as_str)).collect();
    let expected = [
        ["dog 501", "queued", "-1.000000", "E", "N"],
        ["cat 500", "running", "1.000000", "E", "E"],
        ["sleep 502", "asleep", "", "E", "N"],
    ];
    assert_eq!(rows, expected);

    // Read otherwise, it is the same copy, as nothing was typed into it.
    let source = session.source().clone();
    send(&mut session, Bring::Again);
    answer(&mut session, &About::Kernel, "v7.2");
    send(&mut session, Bring::Read);
    assert_eq!((session.source(), session.library().copies().len()), (&source, 1));
    assert!(session.text().contains("kernel v7.2"));
    // Once something was typed, it is another one.
    let mine = session.text().to_string() + "# mine\n";
    session.update(Msg::Edit(mine.clone()));
    send(&mut session, Bring::Again);
    send(&mut session, Bring::Read);
    assert_eq!(session.library().copies().len(), 2);
    assert_eq!(session.library().text(&source), mine);
}

#[test]
fn a_trace_is_asked_about_and_opens_with_the_picks_that_differ_marked() {
    let mut session = fresh();
    bring(&mut session, TRACE);
    let View::Ask { questions, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    let open: Vec<_> = questions.iter().filter(|q| q.open).map(|q| q.label.as_str()).collect();
    assert_eq!(open, ["Kernel", "base_slice", "Slices of tasks"]);
    answer(&mut session, &About::BaseSlice, "soon");
    send(&mut session, Bring::Read);
    let View::Ask { questions, .. } = session.intake_view() else { panic!("still asked") };
    let problem = questions.iter().find_map(|q| q.problem.as_deref());
    assert_eq!(problem, Some("expected a time as 0.7ms or 700000 (ns)"));
    answer(&mut session, &About::BaseSlice, "2ms");
    answer(&mut session, &About::Kernel, "v6.12");
    send(&mut session, Bring::Read);
    assert!(session.text().contains("picks followed"), "{}", session.text());
    assert!(session.text().contains("base_slice 2000"), "{}", session.text());
    assert!(
        found(&session).iter().any(|s| s.starts_with("The state before the trace is unknown: a was runnable")),
        "{:#?}",
        found(&session)
    );
    assert!(found(&session).iter().all(|s| !s.contains("--")), "no options of a command line: {:#?}", found(&session));
    let report = session.report().unwrap();
    let named: Vec<_> =
        report.shares.iter().filter(|s| s.named).map(|s| (s.kernel.as_str(), s.all, s.same + s.stays + s.other)).collect();
    assert_eq!(named, [("v6.12", 3, 3)]);
    let [pick] = &report.picks[..] else { panic!("one differs: {:?}", report.picks) };
    assert_eq!((pick.line, pick.model.as_deref(), pick.stays, pick.eligible), (5, Some("b"), false, true));
    let lane = session.lane();
    assert_eq!(label(&lane.recording, &lane.recording.state(pick.step)), "pick c");
    session.update(Msg::Go(Go::DifferenceForward));
    assert!(status::line(session.lane(), session.cursor()).ends_with("pick c · the model picks b"));
}

#[test]
fn nothing_recognised_is_said_and_the_whole_can_be_taken_for_a_kind() {
    let mut session = fresh();
    bring(&mut session, "Hello, world\n");
    let View::Failed { failure, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert_eq!((failure.why.what.as_str(), failure.recognised), ("nothing that is recognised", true));
    assert!(session.panels().is_open(Panel::Paste));
    send(&mut session, Bring::As(crate::io::import::Kind::SchedDebug));
    let View::Failed { failure, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert_eq!(failure.why.place, "1:1");
    assert_eq!(failure.said.len(), 1, "the line that is no row");
}

#[test]
fn what_alone_makes_no_queue_is_named_with_the_reason() {
    let mut session = fresh();
    bring(&mut session, "cat (23552, #threads: 1)\nse.vruntime                                  :          1365.050140\n");
    let View::Failed { failure, offers, .. } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert!(
        failure.why.what.starts_with("/proc/PID/sched of a task: one task's numbers without its queue's"),
        "{}",
        failure.why.what
    );
    assert_eq!((offers.len(), offers[0].can), (1, false));
}

#[test]
fn rt_app_gives_a_warning_for_each_key_that_is_skipped() {
    let mut session = fresh();
    bring(
        &mut session,
        "{\n \"tasks\" : {\n  \"t\" : { \"loop\" : 2, \"run\" : 1000, \"sleep\" : 2000, \"mem\" : 3 }\n },\n \"magic\" : 1\n}\n",
    );
    let said: Vec<_> = session.report().unwrap().said.iter().map(|s| (s.place.as_str(), s.what.as_str())).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said.iter().any(|(place, what)| place.starts_with("3:") && what.contains("mem")), "{said:?}");
    assert!(said.iter().any(|(place, what)| place.starts_with("5:") && what.contains("magic")), "{said:?}");
}

#[test]
fn another_text_gives_up_the_one_before_and_pieces_of_that_are_dropped() {
    let mut session = fresh();
    session.update(Msg::Import(Bring::Begin { id: 7, name: "a".to_string(), bytes: 10 }));
    session.update(Msg::Import(Bring::Begin { id: 8, name: "b".to_string(), bytes: 10 }));
    session.update(Msg::Import(Bring::Piece(7, b"task A".to_vec())));
    session.update(Msg::Import(Bring::End(7)));
    let View::Working { what, name, percent } = session.intake_view() else { panic!("{:?}", session.intake_view()) };
    assert_eq!((what, name.as_str(), percent), ("Loading", "b", 0));
}

#[test]
fn it_can_be_given_up_at_any_stage_and_nothing_changes() {
    let mut session = fresh();
    let before = session.source().clone();
    let text = TRACE.repeat(50);
    for works in [0, 1, 20, 200] {
        session.update(Msg::Import(Bring::Begin { id: 1 << 40, name: "x".to_string(), bytes: 1 }));
        session.update(Msg::Import(Bring::Piece(1 << 40, text.as_bytes().to_vec())));
        session.update(Msg::Import(Bring::End(1 << 40)));
        for _ in 0..works {
            session.update(Msg::Import(Bring::Work(1)));
        }
        assert!(matches!(session.intake_view(), View::Working { .. }), "{works}");
        send(&mut session, Bring::Cancel);
        assert_eq!(session.intake_view(), View::Empty);
        assert_eq!(*session.source(), before);
    }
    assert!(session.library().copies().is_empty());
}

#[test]
fn hostile_texts_end_in_a_message_or_in_a_scenario_without_errors() {
    let row = ">R            bash   487     50787.345112   E       50789.145972           2.800000     50780.298364        16     120   /";
    let texts: Vec<Vec<u8>> = vec![
        b"\0\0\0\0".to_vec(),
        b"\x1f\x8b\x08 gzip".to_vec(),
        b"\xff\xfe\x41\0".to_vec(),
        b"\xff\xff\xff".to_vec(),
        Vec::new(),
        row.replace("bash", "<img src=x onerror=alert(1)>\u{1b}[31m\u{202e}").into_bytes(),
        format!("{row}\n{}", "x".repeat(200_000)).into_bytes(),
        format!("{{\"tasks\": {}{}}}", "{\"a\":".repeat(100_000), "}".repeat(100_000)).into_bytes(),
        M4.replace("T2", "<script>").into_bytes(),
        TRACE.as_bytes()[..TRACE.len() - 30].to_vec(),
        "a | event\n".repeat(2000).into_bytes(),
    ];
    for text in texts {
        let mut session = fresh();
        let start: String = String::from_utf8_lossy(&text).chars().take(40).collect();
        bring(&mut session, &text);
        if let View::Ask { .. } = session.intake_view() {
            send(&mut session, Bring::Read);
        }
        match session.intake_view() {
            View::Empty => assert!(session.report().is_some() && !session.has_errors(), "{start}"),
            View::Failed { failure, .. } => assert!(!failure.why.what.is_empty() && failure.why.place.contains(':'), "{start}"),
            other => panic!("{start}: {other:?}"),
        }
        assert!(matches!(session.source(), Source::Copy(_) | Source::Gallery(_)));
    }
}

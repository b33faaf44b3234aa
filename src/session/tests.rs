//! The session as its users see it: messages in, state out.

use super::*;
use crate::tables::Column;

fn fresh() -> Session {
    Session::new(Saved::default(), 1)
}

fn open(key: &str) -> Session {
    let mut session = fresh();
    session.update(Msg::Open(Source::Gallery(key.to_string())));
    session
}

fn all(session: &mut Session, messages: impl IntoIterator<Item = Msg>) {
    messages.into_iter().for_each(|m| session.update(m));
}

fn type_text(session: &mut Session, text: &str) {
    all(session, [Msg::Edit(text.to_string()), Msg::Check]);
}

fn status(session: &Session) -> String {
    super::status::line(session.lane(), session.cursor())
}

#[test]
fn a_first_visit_shows_the_second_table_of_the_mail_at_its_first_step() {
    let session = fresh();
    assert_eq!(status(&session), "step 1 of 21 · t · T1 join-");
    assert!(!session.has_errors());
    assert_eq!(session.lane().table.rows.len(), 20);
}

#[test]
fn every_gallery_entry_runs_and_has_an_explanation_for_each_step() {
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        let mut session = open(entry.key);
        while session.progress().is_some() {
            session.update(Msg::Compute(100_000));
        }
        assert!(!session.has_errors(), "{}: {:?}", entry.key, session.diagnostics());
        let recording = &session.lane().recording;
        assert!(!recording.is_empty(), "{}", entry.key);
        for step in 0..recording.len() {
            assert!(!crate::explain::explain(recording, step).title.is_empty());
        }
    }
}

#[test]
fn stepping_stays_within_the_run() {
    let mut session = fresh();
    session.update(Msg::Go(Go::Back));
    assert_eq!(session.cursor(), 0);
    all(&mut session, [Msg::Go(Go::Last), Msg::Go(Go::Forward)]);
    assert_eq!(status(&session), "step 21 of 21 · t+60 · CPU idle");
    session.update(Msg::Go(Go::To(999)));
    assert_eq!(session.cursor(), 20);
    all(&mut session, [Msg::Go(Go::First), Msg::Go(Go::RowDown), Msg::Go(Go::RowDown), Msg::Go(Go::RowUp)]);
    assert_eq!(status(&session), "step 2 of 21 · t · T1 join+");
}

#[test]
fn event_keys_follow_the_selected_task() {
    let mut session = fresh();
    session.update(Msg::Select(1));
    let mut seen = Vec::new();
    loop {
        let before = session.cursor();
        session.update(Msg::Go(Go::EventForward));
        if session.cursor() == before {
            break;
        }
        seen.push(status(&session).rsplit(" · ").next().map(String::from).unwrap_or_default());
    }
    assert_eq!(seen, ["T2 join+", "pick T2", "T2 leave+", "T2 rejoin+", "pick T2", "T2 leave+"]);
    session.update(Msg::Go(Go::EventBack));
    assert_eq!(status(&session), "step 15 of 21 · t+40 · pick T2");
    all(&mut session, [Msg::Select(1), Msg::Go(Go::EventForward)]);
    assert_eq!(session.selected(), None);
    assert_eq!(status(&session), "step 17 of 21 · t+52 · T2 leave+");
}

#[test]
fn playing_goes_on_to_the_end_and_starts_over_from_there() {
    let mut session = fresh();
    session.update(Msg::TogglePlay);
    for _ in 0..19 {
        session.update(Msg::Tick);
        assert!(session.playing());
    }
    session.update(Msg::Tick);
    assert!(!session.playing());
    assert_eq!(session.cursor(), 20);
    session.update(Msg::TogglePlay);
    assert_eq!((session.cursor(), session.playing()), (0, true));
    session.update(Msg::TogglePlay);
    session.update(Msg::Tick);
    assert_eq!(session.cursor(), 0, "a late tick moved a paused cursor");
}

#[test]
fn the_printed_table_differs_in_two_cells_of_one_row_which_share_a_reason() {
    let session = fresh();
    let lane = session.lane();
    let marked: Vec<String> = lane
        .table
        .rows
        .iter()
        .flat_map(|row| lane.table.columns.iter().map(move |h| (row, h)))
        .filter(|(row, heading)| lane.difference(row.step, heading).is_some())
        .map(|(row, heading)| format!("{} {}", row.label, heading.text))
        .collect();
    assert_eq!(marked, ["T3 join- J", "T3 join- V"]);
    let notes = rows::difference_notes(lane);
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].cells, [(0, "J is 18, printed 0".to_string()), (1, "V is V0-18, printed V0".to_string())]);
    assert!(notes[0].reason.starts_with("The row above already leaves"), "{}", notes[0].reason);
}

#[test]
fn a_scenario_with_a_printed_table_is_shown_in_that_tables_columns() {
    let headings = |key| -> Vec<String> { open(key).lane().table.columns.iter().map(|h| h.text.clone()).collect() };
    assert_eq!(headings("m4-sum-jlag"), ["time", "event", "W", "sumJ", "J", "V+J", "v", "V", "lag"]);
    assert_eq!(headings("m4-join-123"), ["time", "event", "vlag'", "vlag", "v", "W", "V", "lag", "E"]);
    assert_eq!(headings("v3-avg-jlag"), ["time", "event", "W", "avgJ", "sumJ", "jlag", "V+J", "v", "V", "lag"]);
    for key in ["m4-join-123", "v3-avg-jlag"] {
        let lane = open(key).lane().clone();
        let printed = lane.printed.as_ref().map(|p| (p.differences.len(), p.compared));
        assert!(matches!(printed, Some((0, 15..))), "{key}: {printed:?}");
    }
}

#[test]
fn a_tasks_cell_is_news_against_its_own_last_row_not_against_another_tasks() {
    let session = fresh();
    let lane = session.lane();
    let lag = lane.table.position(Column::Lag).expect("there is a lag column");
    let news: Vec<&str> =
        lane.table.rows.iter().zip(&lane.news).filter(|(_, news)| news[lag]).map(|(row, _)| row.label.as_str()).collect();
    let mail = ["T2 join+", "T3 join+", "pick T2", "T2 leave-", "pick T1", "T1 leave-", "T2 rejoin+", "T2 leave-", "pick T3"];
    assert_eq!(news, mail);
}

#[test]
fn errors_keep_the_last_good_run_on_screen() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(7)));
    let before = session.lane().clone();
    let broken = session.text().replace("at 24 sleep T2", "at 24 slepe T2");
    type_text(&mut session, &broken);
    assert!(session.has_errors());
    assert_eq!(session.diagnostics()[0].line, 14);
    assert!(Arc::ptr_eq(session.lane(), &before));
    assert_eq!(session.cursor(), 7);
    assert_eq!(**session.text(), broken);
}

#[test]
fn typing_alone_reads_nothing_until_it_pauses() {
    let mut session = fresh();
    let before = session.lane().clone();
    session.update(Msg::Edit("task A\nat 0 wake A\n".to_string()));
    assert!(Arc::ptr_eq(session.lane(), &before));
    session.update(Msg::Check);
    assert_eq!(status(&session), "step 1 of 3 · t · A join-");
}

#[test]
fn a_scenario_in_which_nothing_happens_is_shown_and_stepped_without_harm() {
    let mut session = fresh();
    type_text(&mut session, "task A\n");
    assert!(!session.has_errors() && session.lane().recording.is_empty());
    let moves = [Go::Forward, Go::Last, Go::RowDown, Go::RowUp, Go::EventForward, Go::EventBack, Go::Back, Go::To(3)];
    all(&mut session, moves.map(Msg::Go));
    all(&mut session, [Msg::TogglePlay, Msg::Tick, Msg::Zoom(Zoom::In), Msg::Zoom(Zoom::Later), Msg::Select(0), Msg::Clear]);
    assert_eq!((session.cursor(), session.playing()), (0, false));
    assert!(derived::orders(session.lane()).is_err());
    assert_eq!(derived::first_with_diagram(session.lane()), None);
}

#[test]
fn an_edit_further_down_leaves_the_cursor_where_it_is() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(9)));
    let text = session.text().replace("at 52 sleep T2\n", "at 50 sleep T2\n");
    type_text(&mut session, &text);
    assert_eq!(status(&session), "step 10 of 21 · t+24 · pick T1");
}

#[test]
fn an_edit_further_up_takes_the_cursor_along_with_its_event() {
    let mut session = fresh();
    all(&mut session, [Msg::Go(Go::To(9)), Msg::Select(2)]);
    let text = session.text().replace("at 0 wake T1\n", "at 0 wake T1\nat 0 setlag T3 -12\n");
    let text = text.replace("task T1 weight=1 lag=0\n", "task T0 weight=1\ntask T1 weight=1 lag=0\n");
    type_text(&mut session, &text);
    assert!(!session.has_errors(), "{:?}", session.diagnostics());
    assert!(status(&session).ends_with("t+24 · pick T1"), "{}", status(&session));
    assert_eq!(session.selected(), Some(3), "the selected task is still T3");
}

#[test]
fn a_run_cut_short_before_the_cursor_puts_it_on_the_last_step_that_is_left() {
    let mut session = fresh();
    session.update(Msg::Go(Go::Last));
    let text: String = session.text().lines().take_while(|l| !l.starts_with("at 40")).map(|l| format!("{l}\n")).collect();
    type_text(&mut session, &text);
    assert_eq!(session.cursor(), session.lane().recording.len() - 1);
}

#[test]
fn nothing_typed_is_lost_by_looking_at_other_scenarios() {
    let mut session = fresh();
    type_text(&mut session, "kernel ideal\n");
    let copy = session.source().clone();
    session.update(Msg::Open(Source::Gallery("case-32".into())));
    assert!(session.text().contains("Lags of three equal tasks"));
    session.update(Msg::Open(Source::Gallery("m4-sum-jlag".into())));
    assert!(session.text().contains("patch sum-jlag"), "the gallery's own text has changed");
    session.update(Msg::Open(copy));
    assert_eq!(**session.text(), "kernel ideal\n");
}

#[test]
fn a_deleted_copy_comes_back_with_its_text() {
    let mut session = fresh();
    type_text(&mut session, "kernel ideal\n");
    let Source::Copy(id) = *session.source() else { panic!("no copy was made") };
    session.update(Msg::Delete(id));
    assert_eq!(*session.source(), Source::Gallery("m4-sum-jlag".into()));
    assert!(session.deleted().is_some());
    session.update(Msg::Undelete);
    assert_eq!((session.text().as_str(), session.deleted()), ("kernel ideal\n", None));
}

/// What a storage holds after `session`.
fn stored(session: &Session) -> Vec<(String, String)> {
    let mut entries = saved::copy_entries(session);
    entries.push(saved::page_entry(session));
    entries
}

#[test]
fn a_reload_brings_back_text_step_theme_and_speed() {
    let mut session = fresh();
    let text = session.text().replace("at 52 sleep T2", "at 50 sleep T2");
    type_text(&mut session, &text);
    all(
        &mut session,
        [Msg::Go(Go::To(6)), Msg::Theme(ThemeChoice::Dark), Msg::Speed(Speed::Five), Msg::Panel(Panel::Editor, true)],
    );
    let again = Session::new(Saved::read(&stored(&session)), 2);
    assert_eq!(**again.text(), text);
    assert_eq!(again.source(), session.source());
    assert_eq!((again.cursor(), again.theme(), again.speed()), (6, ThemeChoice::Dark, Speed::Five));
    assert!(again.panels().editor);
    assert_eq!(again.lane().recording, session.lane().recording);
}

#[test]
fn a_reload_of_a_text_with_errors_shows_its_last_version_without() {
    let mut session = fresh();
    let good = session.text().replace("at 52 sleep T2", "at 50 sleep T2");
    type_text(&mut session, &good);
    type_text(&mut session, &good.replace("patch", "pacth"));
    let again = Session::new(Saved::read(&stored(&session)), 2);
    assert!(again.has_errors());
    assert_eq!(again.lane().text, good);
    assert_eq!(again.lane().recording, session.lane().recording);
}

#[test]
fn a_damaged_storage_is_read_as_far_as_it_goes() {
    let entry = |key: &str, value: &str| (format!("{}{key}", saved::PREFIX), value.to_string());
    let saved = Saved::read(&[
        entry("page", "{\"theme\":\"dark\",\"copy\":77,\"speed\":\"warp\"}"),
        entry("copy:1", "not json"),
        entry("copy:x", "{}"),
        entry("copy:5", "{\"format\":1,\"base\":\"gone\",\"text\":\"kept\"}"),
        ("somebody else's".to_string(), String::new()),
    ]);
    let session = Session::new(saved, 9);
    assert_eq!(session.theme(), ThemeChoice::Dark);
    assert_eq!(*session.source(), Source::Gallery(FIRST.to_string()), "there is no copy 77");
    assert_eq!(session.library().text(&Source::Copy(5)), "kept");
}

#[test]
fn zooming_keeps_the_cursor_in_sight() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(18)));
    all(&mut session, [Msg::Zoom(Zoom::In), Msg::Zoom(Zoom::In)]);
    let range = session.range().expect("zoomed in");
    assert_eq!(range.length(), 15.0);
    assert!((range.from..=range.to).contains(&60.0));
    session.update(Msg::Go(Go::First));
    assert_eq!(session.range().map(|r| r.from), Some(0.0), "the cursor left the visible part");
    all(&mut session, [Msg::Zoom(Zoom::Later)]);
    assert!(session.range().is_some_and(|r| r.from > 0.0));
    session.update(Msg::Zoom(Zoom::Fit));
    assert_eq!(session.range(), None);
    all(&mut session, [Msg::Zoom(Zoom::In), Msg::Select(0), Msg::Clear]);
    assert_eq!((session.range(), session.selected()), (None, None));
}

#[test]
fn every_key_of_the_help_does_something() {
    let name = |shown: &'static str| match shown {
        "←" => "ArrowLeft",
        "→" => "ArrowRight",
        "↑" => "ArrowUp",
        "↓" => "ArrowDown",
        "Space" => " ",
        "Esc" => "Escape",
        other => other,
    };
    for key in keys::HELP.iter().flat_map(|(names, _)| names.iter()) {
        let found = keys::message(name(key), false).or_else(|| keys::table_message(name(key)));
        assert!(found.is_some(), "{key} is in the help but does nothing");
    }
    assert_eq!(keys::message("Tab", false), None);
}

#[test]
fn legends_show_exact_values_at_the_cursor_and_nothing_for_tasks_off_the_queue() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(8)));
    let lane = session.lane();
    let items = legend::items(&lane.recording, &lane.series, crate::chart::ChartKind::Vruntime, session.cursor());
    let text: Vec<String> = items.iter().map(|i| format!("{} {}", i.name, i.value)).collect();
    assert_eq!(text, ["T1 V0", "T2 ", "T3 V0+12", "V V0+6"]);
}

#[test]
fn the_queue_is_shown_under_kernel_names_with_what_changed() {
    let mut session = fresh();
    session.update(Msg::Go(Go::To(3)));
    let fields = fields::queue(&session.lane().recording, crate::kernels::Kernel::Ideal, session.cursor());
    let value = |name: &str| fields.iter().find(|f| f.name == name).map(|f| (f.text.as_str(), f.changed));
    assert_eq!(value("nr_queued"), Some(("2", true)));
    assert_eq!(value("avg_vruntime()"), Some(("V0-18", true)));
    assert_eq!(value("sum_jlag"), Some(("36", true)));
    assert_eq!(value("V + J"), Some(("V0", false)));
    assert_eq!(value("zero_vruntime").is_some(), value("min_vruntime").is_none());
    let old = fields::queue(&session.lane().recording, crate::kernels::Kernel::V6_12, 0);
    assert!(old.iter().any(|f| f.name == "min_vruntime"));
    let tasks = fields::tasks(&session.lane().recording, session.cursor());
    assert_eq!(tasks.iter().map(|t| t.standing).collect::<Vec<_>>(), ["waiting", "waiting", "off"]);
    assert_eq!(tasks[1].eligible, Some(true));
}

#[test]
fn the_diagram_is_offered_where_it_fits_and_says_why_not_elsewhere() {
    let lane = open("diagram-eevdf-3").lane().clone();
    let text = derived::diagram(&lane, 0).expect("the diagram's own input fits");
    assert!(text.contains("t=0 V=1\n A |----<\n>B  |<\n"), "{text}");
    let lane = fresh().lane().clone();
    assert_eq!(derived::diagram(&lane, 0), Err("the queue is empty".to_string()));
    assert!(derived::first_with_diagram(&lane).is_some());
}

#[test]
fn join_orders_are_compared_and_only_inflation_makes_them_matter() {
    let orders = |key| derived::order_rows(&derived::orders(open(key).lane()).expect("three tasks join"));
    let inflated = orders("m4-join-123");
    assert_eq!(inflated.len(), 6);
    assert_eq!((inflated[0].joins.as_str(), inflated[0].by_vruntime.as_str()), ("T1 T2 T3", "T2 < T3 < T1"));
    assert!(inflated.iter().any(|o| !o.as_first));
    assert!(inflated.iter().all(|o| o.j.is_none()));
    let kept = orders("m4-sum-jlag");
    assert!(kept.iter().all(|o| o.as_first && o.by_vruntime == "T2 < T1 < T3"));
    assert!(kept.iter().all(|o| o.v_avg == "V0-8" && o.j.as_deref() == Some("8")));
    assert!(derived::orders(open("case-4-queued").lane()).is_err());
}

#[test]
fn a_lane_knows_js_bound_where_j_is_kept() {
    let bound = open("m4-sum-jlag").lane().j_bound.clone().expect("J is kept");
    assert_eq!((bound.q, bound.w_min, bound.largest), (36.into(), 1.into(), (18.into(), 3)));
    assert_eq!(open("m4-join-123").lane().j_bound, None);
}

#[test]
fn the_copied_table_has_its_title_and_fits_a_mail() {
    let at_once = |text: &str| !super::pending::is_long(&crate::scenario::parse(text).scenario.script);
    for entry in GALLERY.iter().filter(|entry| at_once(entry.text)) {
        let text = export::table(open(entry.key).lane(), 0);
        assert!(text.starts_with(entry.title), "{}", entry.key);
        assert!(text.lines().skip(1).all(|l| l.chars().count() <= 78), "{text}");
    }
}

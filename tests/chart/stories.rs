//! What is drawn for a small run, call by call.

use super::backends::Scribe;
use super::{TURNS, gallery, recording};
use eevdf_lab::chart::{Band, ChartKind, Curve, Frame, Layout, Series, Theme, View};
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::Recording;
use expect_test::{Expect, expect};

/// The colours by name.
fn names(theme: &Theme) -> Vec<((u8, u8, u8), &'static str)> {
    let all = [
        (theme.background, "background"),
        (theme.text, "text"),
        (theme.muted, "muted"),
        (theme.grid, "grid"),
        (theme.axis, "axis"),
        (theme.lane, "lane"),
        (theme.eligible, "eligible"),
        (theme.cursor, "cursor"),
        (theme.v, "V"),
        (theme.j, "J"),
        (theme.tasks[0], "A"),
        (theme.tasks[1], "B"),
    ];
    all.into_iter().map(|(c, name)| ((c.0, c.1, c.2), name)).collect()
}

fn lines(calls: &[String]) -> String {
    calls.iter().map(|call| format!("{call}\n")).collect()
}

/// Checks both layers of a chart of [`TURNS`] at a step, 200 x 90 CSS px.
fn check(kind: ChartKind, step: usize, expected_static: Expect, expected_cursor: Expect) {
    let recording = recording(TURNS);
    let series = Series::of(&recording);
    let frame = Frame::new(200.0, 90.0, 1.0);
    let layout = Layout::new(kind, &recording, &series, &View::whole(&series, step), frame);
    let theme = Theme::light();
    let (area, drawn) = Scribe::area(frame.device(), &names(&theme));
    layout.draw_static(&area, &theme).expect("drawn");
    let calls = std::mem::take(&mut *drawn.borrow_mut()).calls;
    expected_static.assert_eq(&lines(&calls));
    layout.draw_cursor(&area, &theme, step, None).expect("drawn");
    expected_cursor.assert_eq(&lines(&drawn.borrow().calls));
}

#[test]
fn the_lane_shows_who_runs_when() {
    check(
        ChartKind::Occupancy,
        4,
        expect![[r#"
            fill lane 35,3 192,70
            fill grid 35,70 192,71
            fill axis 41,70 42,74
            text muted | 41,82 "t"
            fill axis 84,70 85,74
            text muted | 84,82 "+10"
            fill axis 126,70 127,74
            text muted | 126,82 "+20"
            fill axis 169,70 170,74
            text muted | 169,82 "+30"
            fill A 41,3 83,70
            text background | 62,36 "A" bold
            fill B 84,3 134,70
            text background | 110,36 "B" bold
            fill A 135,3 142,70
            fill B 143,3 159,70
            text background | 152,36 "B" bold
            fill A 160,3 185,70
            text background | 173,36 "A" bold
        "#]],
        expect![[r#"
        fill background 82,0 86,72
        fill cursor 83,0 85,72
    "#]],
    );
}

#[test]
fn lag_falls_while_a_task_runs_and_jumps_at_joins() {
    check(
        ChartKind::Lag,
        4,
        expect![[r#"
            fill grid 35,65 192,66
            text muted > 29,65 "-4"
            fill grid 35,52 192,53
            text muted > 29,52 "-2"
            fill axis 35,39 192,40
            text muted > 29,39 "0"
            fill grid 35,26 192,27
            text muted > 29,26 "+2"
            fill grid 35,13 192,14
            text muted > 29,13 "+4"
            fill grid 35,70 192,71
            fill axis 41,70 42,74
            text muted | 41,82 "t"
            fill axis 84,70 85,74
            text muted | 84,82 "+10"
            fill axis 126,70 127,74
            text muted | 126,82 "+20"
            fill axis 169,70 170,74
            text muted | 169,82 "+30"
            path A 2px 41,39 84,39 84,65 109,46 135,26 143,32
            path A 2px 160,32 186,52
            24-gon A around 104,50
            24-gon A around 173,42
            path B 2px 84,13 109,32 135,52 143,46 143,39 160,39 160,46 186,26
            4-gon B around 117,38
        "#]],
        expect![[r#"
        fill cursor 83,0 85,70
        fill A 83,39 85,65
        24-gon background around 84,65
        24-gon A around 84,65
        4-gon background around 84,13
        4-gon B around 84,13
    "#]],
    );
}

#[test]
fn vruntime_has_a_gap_while_a_task_is_away() {
    check(
        ChartKind::Vruntime,
        4,
        expect![[r#"
            fill axis 35,65 192,66
            text muted > 29,65 "0"
            fill grid 35,41 192,42
            text muted > 29,41 "+10"
            fill grid 35,18 192,19
            text muted > 29,18 "+20"
            fill grid 35,70 192,71
            fill axis 41,70 42,74
            text muted | 41,82 "t"
            fill axis 84,70 85,74
            text muted | 84,82 "+10"
            fill axis 126,70 127,74
            text muted | 126,82 "+20"
            fill axis 169,70 170,74
            text muted | 169,82 "+30"
            path V 4px 41,65 84,41 84,51 109,44 135,37 143,34 143,32 160,22 160,25 186,18
            path A 2px 41,65 84,41 135,41 143,37
            path A 2px 160,27 186,13
            24-gon A around 104,41
            24-gon A around 173,20
            path B 2px 84,60 109,46 135,32 143,32 160,22 186,22
            4-gon B around 117,42
        "#]],
        expect![[r#"
        fill cursor 83,0 85,70
        fill V 82,41 86,51
        24-gon background around 84,51
        24-gon V around 84,51
        24-gon background around 84,41
        24-gon A around 84,41
        4-gon background around 84,60
        4-gon B around 84,60
    "#]],
    );
}

#[test]
fn without_j_the_fourth_chart_shows_v_alone() {
    check(
        ChartKind::VAndJ,
        4,
        expect![[r#"
        fill axis 35,65 192,66
        text muted > 29,65 "0"
        fill grid 35,39 192,40
        text muted > 29,39 "+10"
        fill grid 35,13 192,14
        text muted > 29,13 "+20"
        fill grid 35,70 192,71
        fill axis 41,70 42,74
        text muted | 41,82 "t"
        fill axis 84,70 85,74
        text muted | 84,82 "+10"
        fill axis 126,70 127,74
        text muted | 126,82 "+20"
        fill axis 169,70 170,74
        text muted | 169,82 "+30"
        path V 4px 41,65 84,39 84,49 109,42 135,34 143,31 143,29 160,18 160,21 186,13
    "#]],
        expect![[r#"
        fill cursor 83,0 85,70
        fill V 82,39 86,49
        24-gon background around 84,49
        24-gon V around 84,49
    "#]],
    );
}

#[test]
fn the_virtual_time_axis_shows_each_entity_from_v_to_its_deadline() {
    check(
        ChartKind::VirtualTime,
        4,
        expect![[r#"
            fill eligible 2,20 100,70
            fill grid 10,20 11,70
            fill axis 10,70 11,74
            text muted | 10,82 "+2"
            fill grid 55,20 56,70
            fill axis 55,70 56,74
            text muted | 55,82 "+4"
            fill grid 100,20 101,70
            fill axis 100,70 101,74
            text muted | 100,82 "+6"
            fill grid 145,20 146,70
            fill axis 145,70 146,74
            text muted | 145,82 "+8"
            fill grid 190,20 191,70
            fill axis 190,70 191,74
            text muted | 187,82 "+10"
            fill grid 2,70 198,71
            text text | 100,10 "V = V0+6" bold
            text A < 6,28 "A" bold
            text text < 24,28 "N" bold
            text muted < 42,28 "w 1"
            text text > 198,28 "running, lag -4" bold
            text B < 6,53 "B" bold
            text text < 24,53 "E" bold
            text muted < 42,53 "w 1"
            text text > 198,53 "lag +4"
            fill V 99,36 101,70
            fill A 100,37 190,41
            fill A 99,32 101,46
            24-gon A around 190,39
            fill B 10,63 145,65
            fill B 144,58 146,70
            4-gon B around 10,64
        "#]],
        expect![""],
    );
}

/// The static layer of a chart, 400 x 150 CSS px.
fn calls(recording: &Recording, kind: ChartKind, change: impl FnOnce(&mut View)) -> Vec<String> {
    let series = Series::of(recording);
    let mut view = View::whole(&series, 0);
    change(&mut view);
    let frame = Frame::new(400.0, 150.0, 1.0);
    let (area, drawn) = Scribe::area(frame.device(), &names(&Theme::light()));
    Layout::new(kind, recording, &series, &view, frame).draw_static(&area, &Theme::light()).expect("drawn");
    drawn.take().calls
}

#[test]
fn the_selected_task_is_drawn_last_and_thicker() {
    let recording = recording(TURNS);
    let order = |selected| {
        let paths = calls(&recording, ChartKind::Vruntime, |view| view.selected = selected);
        let heads = paths.iter().filter(|c| c.starts_with("path")).map(|c| c.split(' ').take(3).collect::<Vec<_>>().join(" "));
        let mut heads: Vec<_> = heads.collect();
        heads.dedup();
        heads
    };
    assert_eq!(order(None), ["path V 4px", "path A 2px", "path B 2px"]);
    assert_eq!(order(Some(0)), ["path V 4px", "path B 2px", "path A 3px"]);
}

#[test]
fn v_j_and_their_sum_are_told_apart_by_their_lines() {
    let drawn = calls(&gallery("m4-sum-jlag"), ChartKind::VAndJ, |_| ());
    let pieces = |head: &str| drawn.iter().filter(|c| c.starts_with(head)).count();
    let sum = format!("path {}", Theme::light().v_plus_j.css());
    assert_eq!(pieces("path V 4px"), 1, "one solid line: the queue is never empty of V");
    assert!(pieces("path J 2px") > pieces("path cursor 2px"), "dots are shorter than dashes");
    assert!(pieces("path cursor 2px") + pieces(&sum) > 10, "V+J is dashed");
}

#[test]
fn the_ninth_task_has_the_first_colour_and_another_line() {
    let tasks: String = (0..9).map(|i| format!("task T{i} weight=1\n")).collect();
    let wakes: String = (0..9).map(|i| format!("at 0 wake T{i}\n")).collect();
    let recording = recording(&format!("nice0 1\n{tasks}{wakes}at 90 end\n"));
    let series = Series::of(&recording);
    assert_eq!(Theme::light().curve(Curve::Task(8)), Theme::light().curve(Curve::Task(0)));
    let pieces = |selected| {
        let drawn = calls(&recording, ChartKind::Lag, |view| view.selected = Some(selected));
        drawn.iter().filter(|c| c.contains(" A 3px ")).count()
    };
    assert_eq!(series.curves(ChartKind::Lag).len(), 9);
    assert_eq!(pieces(0), 1, "solid");
    assert!(pieces(8) > 10, "dashed");
}

#[test]
fn a_limit_is_a_band_with_edges_and_one_far_away_squeezes_nothing() {
    let recording = recording(TURNS);
    let limit = Theme::light().limit.css();
    let band = |by: i64| Some(Band::new(&recording, &Num::from(-by), &Num::from(by)));
    let near = calls(&recording, ChartKind::Lag, |view| view.band = band(6));
    assert_eq!(near.iter().filter(|c| c.contains(&limit)).count(), 2);
    let far = calls(&recording, ChartKind::Lag, |view| view.band = band(1000));
    assert_eq!(far.iter().filter(|c| c.contains(&limit)).count(), 0);
    let whole = calls(&recording, ChartKind::Lag, |view| view.band = band(1000).map(Band::in_full));
    assert_eq!(whole.iter().filter(|c| c.contains(&limit)).count(), 2, "unless it is asked for in full");
    let lines = |calls: Vec<String>| calls.into_iter().filter(|c| c.starts_with("path")).collect::<Vec<_>>();
    assert_eq!(lines(far), lines(calls(&recording, ChartKind::Lag, |_| ())));
    assert_ne!(lines(near), lines(calls(&recording, ChartKind::Lag, |_| ())));
}

#[test]
fn an_idle_cpu_leaves_its_lane_empty() {
    let recording = recording("nice0 1\ntask A weight=1\nat 5 wake A\nat 15 sleep A\nat 30 wake A\nat 40 end\n");
    let blocks: Vec<_> =
        calls(&recording, ChartKind::Occupancy, |_| ()).into_iter().filter(|c| c.starts_with("fill A")).collect();
    assert_eq!(blocks.len(), 2, "{blocks:?}");
}

#[test]
fn rows_say_who_runs_who_is_delayed_and_who_is_off_the_queue() {
    let states = |recording: &Recording, step: usize| {
        let drawn = calls(recording, ChartKind::VirtualTime, |view| view.step = step);
        let texts = drawn.iter().filter(|c| c.starts_with("text") && c.contains("lag "));
        texts.map(|c| c.split('"').nth(1).expect("a text").to_string()).collect::<Vec<_>>().join("; ")
    };
    let recording = gallery("m4-sum-jlag");
    assert_eq!(states(&recording, 6), "lag -8; running, lag +28; lag -20");
    assert_eq!(states(&recording, 8), "lag +6; off, lag +12; lag -6", "T2 has left, though it is current until the pick");
    let delayed = super::recording(
        "kernel v6.12\nunit 1ms\ntick 1ms\ntask A\ntask B\nat 0 wake A\nat 0 wake B\nat 2 sleep @curr\nat 3 end\n",
    );
    let states: Vec<_> = (0..delayed.len()).map(|step| states(&delayed, step)).collect();
    assert!(states.iter().any(|s| s.contains("delayed, lag -")), "{states:?}");
}

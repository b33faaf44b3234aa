//! What is drawn for a small run, call by call.

use super::backends::Scribe;
use super::{TURNS, recording};
use eevdf_lab::chart::{ChartKind, Frame, Layout, Series, Theme, View};
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
        text background | 63,37 "A" bold
        fill B 84,3 134,70
        text background | 110,37 "B" bold
        fill A 135,3 142,70
        fill B 143,3 159,70
        text background | 152,37 "B" bold
        fill A 160,3 185,70
        text background | 173,37 "A" bold
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
        path A 2px 41,39 84,39 84,65 109,46 135,26 143,33
        path A 2px 160,33 186,52
        24-gon A around 104,50
        24-gon A around 173,43
        path B 2px 84,13 109,33 135,52 143,46 143,39 160,39 160,46 186,26
        4-gon B around 117,39
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
        path A 2px 41,65 84,41 109,41 135,41 143,37
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
        fill eligible 2,20 59,70
        fill grid 10,20 11,70
        fill axis 10,70 11,74
        text muted | 10,82 "0"
        fill grid 51,20 52,70
        fill axis 51,70 52,74
        text muted | 51,82 "+5"
        fill grid 92,20 93,70
        fill axis 92,70 93,74
        text muted | 92,82 "+10"
        fill grid 133,20 134,70
        fill axis 133,70 134,74
        text muted | 133,82 "+15"
        fill grid 174,20 175,70
        fill axis 174,70 175,74
        text muted | 174,82 "+20"
        fill grid 2,70 198,71
        text text | 59,10 "V = V0+6" bold
        text A < 6,28 "A" bold
        text text < 24,28 "N" bold
        text muted < 42,28 "w 1"
        text text > 198,28 "running, lag -4" bold
        text B < 6,53 "B" bold
        text text < 24,53 "E" bold
        text muted < 42,53 "w 1"
        text text > 198,53 "lag +4"
        fill V 58,36 60,45
        fill V 58,61 60,70
        fill A 59,37 92,41
        fill A 58,33 60,46
        24-gon A around 92,39
        fill B 26,63 75,65
        fill B 74,58 76,71
        4-gon B around 26,64
    "#]],
        expect![""],
    );
}

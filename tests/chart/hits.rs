//! What is under the pointer, with exact values.

use super::backends::Scribe;
use super::{TURNS, gallery, recording};
use eevdf_lab::chart::{ChartKind, Curve, Frame, Hit, Layout, Series, Theme, TimeRange, View};
use eevdf_lab::sim::Recording;

const FRAME: Frame = Frame { width: 600.0, height: 150.0, scale: 2.0 };

fn with<R>(recording: &Recording, kind: ChartKind, step: usize, see: impl FnOnce(&Layout<'_>) -> R) -> R {
    let series = Series::of(recording);
    see(&Layout::new(kind, recording, &series, &View::whole(&series, step), FRAME))
}

fn words(hit: &Hit) -> String {
    format!("step {} {} {} {}", hit.step, hit.time, hit.name, hit.value)
}

#[test]
fn pointing_at_any_drawn_point_finds_its_value_again() {
    let recording = gallery("m4-sum-jlag");
    for kind in [ChartKind::Vruntime, ChartKind::Lag, ChartKind::VAndJ] {
        with(&recording, kind, 0, |layout| {
            for step in 0..recording.len() {
                for point in layout.hits_at(step) {
                    let hit = layout.hit(point.x, point.y).expect("a point");
                    assert_eq!((hit.x, hit.y), (point.x, point.y), "{point:?}");
                    assert_eq!(hit.time, point.time);
                }
            }
        });
    }
}

#[test]
fn several_steps_at_one_time_are_told_apart_by_height() {
    let recording = gallery("m4-sum-jlag");
    with(&recording, ChartKind::VAndJ, 0, |layout| {
        let v_at = |step: usize| layout.hits_at(step).into_iter().find(|h| h.series == Curve::V(0)).expect("V");
        let (before, after) = (v_at(7), v_at(8));
        assert_eq!((words(&before), words(&after)), ("step 7 t+24 V V0".into(), "step 8 t+24 V V0+6".into()));
        assert_eq!(before.x, after.x);
        assert!(after.y < before.y);
        assert_eq!(words(&layout.hit(after.x - 3.0, after.y).expect("a point")), "step 8 t+24 V V0+6");
    });
}

#[test]
fn all_values_of_a_step_can_be_read_without_pointing() {
    let recording = gallery("m4-sum-jlag");
    let read = |kind, step| with(&recording, kind, step, |l| l.hits_at(step).iter().map(words).collect::<Vec<_>>().join("; "));
    assert_eq!(read(ChartKind::VAndJ, 8), "step 8 t+24 V V0+6; step 8 t+24 J 2; step 8 t+24 V+J V0+8");
    assert_eq!(read(ChartKind::Lag, 7), "step 7 t+24 T1 0; step 7 t+24 T2 12; step 7 t+24 T3 -12");
    assert_eq!(read(ChartKind::Vruntime, 8), "step 8 t+24 V V0+6; step 8 t+24 T1 V0; step 8 t+24 T3 V0+12");
    assert_eq!(read(ChartKind::Occupancy, 9), "step 9 t+24 T1 ran 16 from t+24 to t+40");
}

#[test]
fn fractions_stay_exact() {
    let recording = recording("nice0 1\ntask A weight=3\ntask B weight=4\nat 0 wake A\nat 0 wake B\nat 1 end\n");
    let read = with(&recording, ChartKind::Vruntime, 0, |l| l.hits_at(recording.len() - 1).iter().map(words).collect::<Vec<_>>());
    assert!(read.iter().any(|w| w.ends_with("V V0+1/7")), "{read:?}");
}

#[test]
fn the_selected_task_wins_where_lines_lie_on_top_of_each_other() {
    let recording = recording("nice0 1\ntask A weight=1\ntask B weight=1\nat 0 wake A\nat 0 wake B\nat 4 end\n");
    let series = Series::of(&recording);
    for task in [0, 1] {
        let view = View { selected: Some(task), ..View::whole(&series, 0) };
        let layout = Layout::new(ChartKind::Vruntime, &recording, &series, &view, FRAME);
        let point = layout.hits_at(3).into_iter().find(|h| h.series == Curve::Task(task)).expect("queued");
        assert_eq!(layout.hit(point.x, point.y).expect("a point").series, Curve::Task(task));
    }
}

#[test]
fn a_block_tells_who_ran_from_when_to_when_and_idle_time_tells_nothing() {
    let recording = recording("nice0 1\ntask A weight=1\nat 5 wake A\nat 15 sleep A\nat 30 wake A\nat 40 end\n");
    with(&recording, ChartKind::Occupancy, 0, |layout| {
        let x = |t: f64| layout.time_axis().expect("an axis").x(t);
        assert_eq!(layout.hit(x(10.0), 50.0).expect("a run").value, "ran 10 from t+5 to t+15");
        assert_eq!(layout.hit(x(35.0), 50.0).expect("a run").value, "ran 10 from t+30 to t+40");
        assert_eq!(layout.hit(x(2.0), 50.0), None);
        assert_eq!(layout.hit(x(20.0), 50.0), None);
    });
}

#[test]
fn a_row_of_the_virtual_time_axis_tells_its_entity() {
    let recording = gallery("m4-sum-jlag");
    with(&recording, ChartKind::VirtualTime, 7, |layout| {
        let rows = layout.hits_at(7);
        let read: Vec<_> = rows.iter().map(words).collect();
        assert_eq!(
            read,
            [
                "step 7 t+24 T1 v V0, d V0+24, lag 0",
                "step 7 t+24 T2 v V0-12, d V0-12, lag 12",
                "step 7 t+24 T3 v V0+12, d V0+36, lag -12"
            ]
        );
        assert_eq!(layout.hit(3.0, rows[2].y).as_ref(), Some(&rows[2]));
        assert_eq!(layout.hit(3.0, 5.0), None);
    });
}

#[test]
fn outside_the_plot_or_the_visible_range_there_is_nothing() {
    let recording = recording(TURNS);
    let series = Series::of(&recording);
    with(&recording, ChartKind::Lag, 0, |layout| assert_eq!(layout.hit(2.0, 50.0), None));
    let view = View { range: TimeRange { from: 11.0, to: 15.0 }, ..View::whole(&series, 0) };
    let layout = Layout::new(ChartKind::Lag, &recording, &series, &view, FRAME);
    assert_eq!(layout.hit(300.0, 50.0), None, "no step between 11 and 15");
}

#[test]
fn what_is_pointed_at_gets_a_ring_on_the_cursor_layer() {
    let recording = recording(TURNS);
    with(&recording, ChartKind::Lag, 0, |layout| {
        let hit = layout.hits_at(2).remove(0);
        let calls = |hover| {
            let (area, drawn) = Scribe::area(FRAME.device(), &[]);
            layout.draw_cursor(&area, &Theme::dark(), 2, hover).expect("drawn");
            drawn.take().calls
        };
        let (without, ring) = (calls(None), calls(Some(&hit)));
        assert_eq!(ring[..without.len()], without);
        let at = format!("around {},{}", (hit.x * 2.0).round(), (hit.y * 2.0).round());
        assert!(ring[without.len()..].iter().all(|call| call.ends_with(&at)), "{ring:?}");
        assert!(ring.len() > without.len());
    });
}

#[test]
fn a_sleepers_lag_has_its_floor_beside_it_where_the_rules_have_one() {
    let recording = gallery("case-20-lag-floor");
    let delayed: Vec<usize> = (0..recording.len()).filter(|&step| recording.state(step).tasks[0].sched_delayed).collect();
    let read = |step: usize| {
        let of_a = |hit: &Hit| [Curve::Task(0), Curve::Floor(0)].contains(&hit.series);
        with(&recording, ChartKind::Lag, step, |l| {
            l.hits_at(step).iter().filter(|h| of_a(h)).map(|h| format!("{} {}", h.name, h.value)).collect::<Vec<_>>().join("; ")
        })
    };
    // A falls asleep owing 4; C pulls V back by 3.
    assert_eq!(read(delayed[0]), "floor of A -4; A -4");
    assert_eq!(read(delayed[delayed.len() - 1]), "floor of A -4; A -7");
    // Awake it is placed by the floor, and has none any more.
    assert_eq!(read(delayed[delayed.len() - 1] + 1), "A -4");
    assert!(Series::of(&gallery("case-20")).curves(ChartKind::Lag).iter().all(|curve| matches!(curve, Curve::Task(_))));
}

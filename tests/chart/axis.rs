//! One time axis for all charts; zoom and pan.

use super::{TURNS, gallery, recording};
use eevdf_lab::chart::{ChartKind, Frame, Layout, Series, TimeRange, View};

#[test]
fn a_time_has_the_same_x_in_all_charts_whatever_their_height() {
    let recording = gallery("m4-sum-jlag");
    let series = Series::of(&recording);
    for width in [320.0, 777.0, 2000.0] {
        for range in [TimeRange::whole(&series), TimeRange { from: 20.0, to: 45.0 }] {
            let view = View { range, ..View::whole(&series, 0) };
            let axes = ChartKind::ALL.into_iter().filter(|kind| kind.over_time()).enumerate().map(|(i, kind)| {
                let frame = Frame::new(width, 30.0 + 100.0 * i as f64, 1.0 + i as f64 / 2.0);
                *Layout::new(kind, &recording, &series, &view, frame).time_axis().expect("an axis")
            });
            let axes: Vec<_> = axes.collect();
            assert_eq!(axes.len(), 4);
            assert!(axes.iter().all(|axis| axis == &axes[0]), "{axes:?}");
            assert!((axes[0].time(axes[0].x(33.0)) - 33.0).abs() < 1e-9);
        }
    }
    let view = View::whole(&series, 0);
    let layout = Layout::new(ChartKind::VirtualTime, &recording, &series, &view, Frame::new(500.0, 100.0, 1.0));
    assert_eq!(layout.time_axis(), None);
}

#[test]
fn zooming_keeps_the_time_under_the_pointer_and_stays_inside_the_run() {
    let whole = TimeRange { from: 0.0, to: 60.0 };
    let near = whole.zoomed(24.0, 0.5, whole);
    assert_eq!(near, TimeRange { from: 12.0, to: 42.0 });
    assert_eq!(near.zoomed(24.0, 2.0, whole), whole);
    assert_eq!(near.zoomed(24.0, 100.0, whole), whole);
    assert_eq!(near.panned(0.5, whole), TimeRange { from: 27.0, to: 57.0 });
    assert_eq!(near.panned(9.0, whole), TimeRange { from: 30.0, to: 60.0 });
    assert_eq!(near.panned(-9.0, whole), TimeRange { from: 0.0, to: 30.0 });
    assert!(whole.zoomed(24.0, 0.0, whole).length() > 0.0);
}

#[test]
fn a_cursor_outside_the_visible_range_is_brought_into_it() {
    let whole = TimeRange { from: 0.0, to: 60.0 };
    let near = TimeRange { from: 10.0, to: 20.0 };
    assert_eq!(near.showing(15.0, whole), near);
    assert_eq!(near.showing(30.0, whole), TimeRange { from: 21.0, to: 31.0 });
    assert_eq!(near.showing(5.0, whole), TimeRange { from: 4.0, to: 14.0 });
    assert_eq!(near.showing(60.0, whole), TimeRange { from: 50.0, to: 60.0 });
}

#[test]
fn a_run_in_which_no_time_passes_is_laid_out_by_step() {
    let recording = gallery("m4-join-123");
    let series = Series::of(&recording);
    assert!(series.by_step());
    assert_eq!(TimeRange::whole(&series), TimeRange { from: 0.0, to: recording.len() as f64 });
    let timed = super::recording(TURNS);
    let series = Series::of(&timed);
    assert!(!series.by_step());
    assert_eq!(TimeRange::whole(&series), TimeRange { from: 0.0, to: 34.0 });
}

#[test]
fn a_run_without_any_step_draws_nothing_and_has_nothing_to_point_at() {
    let empty = recording(TURNS);
    let empty = eevdf_lab::sim::Recording::from_steps(
        Vec::new(),
        empty.arith,
        empty.v0.clone(),
        empty.unit.clone(),
        empty.nice0.clone(),
        false,
        Vec::new(),
    );
    let series = Series::of(&empty);
    for kind in ChartKind::ALL {
        let frame = Frame::new(320.0, 90.0, 1.0);
        let layout = Layout::new(kind, &empty, &series, &View::whole(&series, 5), frame);
        let (area, _) = super::backends::Scribe::area(frame.device(), &[]);
        layout.draw_static(&area, &eevdf_lab::chart::Theme::light()).expect("drawn");
        layout.draw_cursor(&area, &eevdf_lab::chart::Theme::light(), 3, None).expect("drawn");
        assert_eq!(layout.hit(100.0, 40.0), None);
        assert!(layout.hits_at(0).is_empty());
    }
}

/// The x of the dots of the virtual-time axis at a step, in a frame 600 CSS px wide, by task.
fn dots(recording: &eevdf_lab::sim::Recording, step: usize) -> Vec<(String, f64)> {
    let series = Series::of(recording);
    let frame = Frame::new(600.0, 200.0, 1.0);
    let layout = Layout::new(ChartKind::VirtualTime, recording, &series, &View::whole(&series, step), frame);
    layout.hits_at(step).into_iter().map(|hit| (hit.name, hit.x)).collect()
}

#[test]
fn the_virtual_time_axis_of_a_short_run_stays_put_while_stepping() {
    let recording = gallery("m4-sum-jlag");
    // T3 is at V0+12 from step 5 to step 17.
    for step in 6..=17 {
        assert_eq!(dots(&recording, step)[2], dots(&recording, 5)[2], "step {step}");
    }
}

#[test]
fn the_virtual_time_axis_of_a_long_run_follows_so_that_entities_stay_apart() {
    let recording =
        recording("nice0 1\nbase_slice 3\ntick 3\ntask A weight=1\ntask B weight=1\nat 0 wake A\nat 0 wake B\nat 600 end\n");
    let series = Series::of(&recording);
    for step in [20, recording.len() / 2, recording.len() - 3] {
        let apart: Vec<f64> = (step - 4..step + 3).map(|step| dots(&recording, step)).map(|d| (d[0].1 - d[1].1).abs()).collect();
        let widest = apart.into_iter().fold(0.0, f64::max);
        assert!(widest > 40.0, "{widest} px at step {step} of {}", series.len());
    }
}

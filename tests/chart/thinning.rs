//! A long run is drawn with few points and yet every pixel that all its points would give.

use super::backends::{Bitmap, Scribe};
use super::recording;
use eevdf_lab::chart::{ChartKind, Curve, Frame, Layout, Series, Theme, TimeRange, View};
use plotters::element::PathElement;
use plotters::style::RGBColor;

/// Some thousand steps in which V and the lags go up and down.
fn long() -> String {
    let mut text = "kernel v6.12\nunit 1ms\ntask A slice=3\ntask B nice=-3 slice=5\ntask C lag=40\n".to_string();
    text += "at 0 wake A\nat 0 wake B\n";
    for i in 0..350 {
        let t = 10 * i + 5;
        let lag = 10 + i * 37 % 90;
        text += &format!("at {t} wake C lag={lag}\nat {} tick\nat {} tick\nat {} sleep C\n", t + 2, t + 5, t + 8);
    }
    text + "at 3600 end\n"
}

#[test]
fn the_thinned_picture_is_the_full_picture() {
    let recording = recording(&long());
    assert!(recording.len() > 3500);
    let series = Series::of(&recording);
    let whole = TimeRange::whole(&series);
    for range in [whole, whole.zoomed(1500.0, 0.3, whole)] {
        for scale in [1.0, 2.0] {
            let frame = Frame::new(360.0, 150.0, scale);
            let view = View { range, ..View::whole(&series, 0) };
            let layout = Layout::new(ChartKind::VAndJ, &recording, &series, &view, frame);
            let theme = Theme::light();
            let v = (theme.v.0, theme.v.1, theme.v.2);
            let axis = layout.time_axis().expect("an axis");
            let inside = |x: i32| f64::from(x) > axis.left * scale && f64::from(x) < axis.right * scale;

            let (area, pixels) = Bitmap::area(frame.device());
            layout.draw_static(&area, &theme).expect("drawn");
            let drawn: Vec<_> = pixels.borrow().of(v).into_iter().filter(|at| inside(at.0)).collect();

            let (area, pixels) = Bitmap::area(frame.device());
            let full: Vec<(i32, i32)> = (0..recording.len())
                .flat_map(|step| layout.hits_at(step))
                .filter(|hit| hit.series == Curve::V(0))
                .map(|hit| ((hit.x * scale).round_ties_even() as i32, (hit.y * scale).round_ties_even() as i32))
                .collect();
            area.draw(&PathElement::new(full, RGBColor(v.0, v.1, v.2))).expect("drawn");
            let expected: Vec<_> = pixels.borrow().of(v).into_iter().filter(|at| inside(at.0)).collect();

            assert!(drawn.len() > 500);
            // At the very edges the thinned line is cut at the plot, the full one runs on outside: compared between them.
            assert_eq!(drawn, expected, "{range:?} at {scale}");
        }
    }
}

#[test]
fn no_line_has_more_than_four_points_a_pixel_column() {
    let recording = recording(&long());
    let series = Series::of(&recording);
    let frame = Frame::new(360.0, 150.0, 1.0);
    for kind in [ChartKind::Vruntime, ChartKind::Lag, ChartKind::VAndJ] {
        let layout = Layout::new(kind, &recording, &series, &View::whole(&series, 0), frame);
        let (area, drawn) = Scribe::area(frame.device(), &[]);
        layout.draw_static(&area, &Theme::light()).expect("drawn");
        let paths = &drawn.borrow().paths;
        let longest = paths.iter().map(|(_, path)| path.len()).max().expect("paths");
        assert!(longest > 200 && longest <= 4 * 360, "{kind:?}: {longest}");
        for (_, path) in paths {
            for column in path.chunk_by(|a, b| a.0 == b.0) {
                assert!(column.len() <= 4);
            }
        }
    }
}

#[test]
fn blocks_thinner_than_a_pixel_are_not_drawn_over_each_other() {
    let recording = recording(&long());
    let series = Series::of(&recording);
    let frame = Frame::new(320.0, 30.0, 1.0);
    let layout = Layout::new(ChartKind::Occupancy, &recording, &series, &View::whole(&series, 0), frame);
    let (area, drawn) = Scribe::area(frame.device(), &[]);
    layout.draw_static(&area, &Theme::light()).expect("drawn");
    assert!(drawn.borrow().calls.len() <= 321, "{}", drawn.borrow().calls.len());
}

#[test]
fn a_dashed_line_that_zigzags_for_long_is_not_cut_into_thousands_of_dashes() {
    let recording = recording(&long().replace("kernel v6.12", "kernel v6.19-rc1\npatch sum-jlag"));
    let series = Series::of(&recording);
    let frame = Frame::new(1200.0, 400.0, 2.0);
    let layout = Layout::new(ChartKind::VAndJ, &recording, &series, &View::whole(&series, 0), frame);
    let (area, drawn) = Scribe::area(frame.device(), &[]);
    let theme = Theme::light();
    layout.draw_static(&area, &theme).expect("drawn");
    let j = drawn.borrow().paths.iter().filter(|(c, _)| *c == (theme.j.0, theme.j.1, theme.j.2)).count();
    assert!((100..1000).contains(&j), "{j} dashes");
}

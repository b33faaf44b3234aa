//! The cursor layer of the charts over time: where the step is, and what its values are.
//!
//! Owns the line at the step's time and the markers on each curve's value at that very step, of which there are several at one
//! time. Must not know the static layer.

use super::curves::{ValueAxis, in_order};
use super::frame::Frame;
use super::hit::Hit;
use super::scene::Scene;
use super::series::{Extent, Series};
use super::style::{Curve, Marker};
use super::theme::Ink;
use super::time::TimeAxis;
use super::{ChartKind, View};

/// Radius of a marker on the cursor, CSS px.
const RADIUS: f64 = 4.5;

/// The cursor's line through a plot; with a rim where it lies on coloured blocks.
pub(super) fn line(scene: &mut Scene, series: &Series, step: usize, time: &TimeAxis, (top, bottom): (f64, f64), rim: bool) {
    let x = time.x(series.time(step));
    if (time.plot_left()..=time.plot_right()).contains(&x) {
        if rim {
            scene.vertical(x, top, bottom, 4.0, Ink::Background);
        }
        scene.vertical(x, top, bottom, 2.0, Ink::Cursor);
    }
}

/// A marker for every curve that has a value at the step. Jumps at that instant lie under the cursor's line, so they are drawn
/// over it once more.
pub(super) fn markers(
    scene: &mut Scene,
    chart: ChartKind,
    series: &Series,
    view: &View,
    step: usize,
    (frame, time, axis): (Frame, &TimeAxis, &ValueAxis),
) {
    let x = time.x(series.time(step));
    if !(time.plot_left()..=time.plot_right()).contains(&x) {
        return;
    }
    let instant = series.steps_between(series.time(step), series.time(step));
    for (curve, _) in in_order(series.curves(chart), view) {
        let mut jump = Extent::NONE;
        series.each(chart, curve, instant.clone(), |_, value| jump = jump.with(value));
        let ends = [axis.y(jump.high), axis.y(jump.low)];
        if jump.size() > 0.0 {
            scene.vertical(x, ends[0], ends[1], f64::from(curve.style().width), Ink::Curve(curve));
        }
    }
    for (curve, emphasised) in in_order(series.curves(chart), view) {
        let value = series.value(chart, curve, step);
        if !value.is_nan() {
            let radius = if emphasised { RADIUS + 1.0 } else { RADIUS };
            dot(scene, (frame.px(x), frame.px(axis.y(value))), curve, radius);
        }
    }
}

/// The same of the other lane: hollow, so that both are told apart where they are close.
pub(super) fn rings(
    scene: &mut Scene,
    chart: ChartKind,
    series: &Series,
    step: usize,
    (frame, time, axis): (Frame, &TimeAxis, &ValueAxis),
) {
    let x = time.x(series.time(step));
    if !(time.plot_left()..=time.plot_right()).contains(&x) {
        return;
    }
    for curve in series.curves(chart) {
        let value = series.value(chart, curve, step);
        if !value.is_nan() {
            let at = (frame.px(x), frame.px(axis.y(value)));
            let marker = curve.style().marker.unwrap_or(Marker::Circle);
            dot(scene, at, curve, RADIUS + 1.5);
            scene.marker(at, marker, RADIUS - 0.5, Ink::Background);
        }
    }
}

/// What the pointer or the focus is on.
pub(super) fn hover(scene: &mut Scene, frame: Frame, hit: &Hit) {
    let at = (frame.px(hit.x), frame.px(hit.y));
    scene.marker(at, Marker::Circle, RADIUS + 4.0, Ink::Text);
    scene.marker(at, Marker::Circle, RADIUS + 2.5, Ink::Background);
    dot(scene, at, hit.series, RADIUS);
}

fn dot(scene: &mut Scene, at: (i32, i32), curve: Curve, radius: f64) {
    let marker = curve.style().marker.unwrap_or(Marker::Circle);
    scene.marker(at, marker, radius + 2.0, Ink::Background);
    scene.marker(at, marker, radius, Ink::Curve(curve));
}

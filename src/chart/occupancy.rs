//! The CPU's lane: who runs when.
//!
//! Owns the blocks, their labels and which run is under a point. Must not know the cursor.

use super::curves::{TIME_LABELS, time_labels};
use super::frame::{Frame, text_width};
use super::scene::{Align, Label, Scene};
use super::series::{Run, Series};
use super::style::Curve;
use super::theme::Ink;
use super::time::TimeAxis;
use super::{FONT_SIZE, View};
use crate::sim::Recording;
use std::ops::Range;

/// Above the lane and below it where it has no time labels, CSS px.
const MARGIN: f64 = 3.0;
/// A frame at least this high also has time labels, CSS px.
const WITH_LABELS: f64 = 48.0;

/// Top and bottom of the lane, CSS px.
pub(super) fn lane(frame: Frame) -> (f64, f64) {
    let below = if frame.height >= WITH_LABELS { TIME_LABELS } else { MARGIN };
    (MARGIN, (frame.height - below).max(MARGIN + 1.0))
}

/// The static layer.
pub(super) fn scene(recording: &Recording, series: &Series, view: &View, frame: Frame, time: &TimeAxis) -> Scene {
    let mut scene = Scene::new(frame);
    let (top, bottom) = lane(frame);
    let (top_px, bottom_px) = (frame.px(top), frame.px(bottom));
    scene.fill((time.plot_left(), top), (time.plot_right(), bottom), Ink::Lane);
    if frame.height >= WITH_LABELS {
        time_labels(&mut scene, time, bottom, frame);
    }
    let (left, right) = (time.plot_left(), time.plot_right());
    let px = |t: f64| frame.px(time.x(t).clamp(left, right));
    let mut drawn = i32::MIN;
    for run in &series.runs()[visible(series, time)] {
        let (from, to) = (px(run.from), px(run.to));
        if to <= drawn {
            continue; // thinner than a pixel that already has its block
        }
        let to = to.max(from + 1);
        let gap = if to - from > 4 { 1 } else { 0 };
        drawn = to;
        let selected = view.selected == Some(run.task);
        scene.fill_px((from, top_px), (to - gap, bottom_px), Ink::Curve(Curve::Task(run.task)));
        if selected {
            let edge = frame.px(3.0).min((bottom_px - top_px) / 4);
            scene.fill_px((from, bottom_px - edge), (to - gap, bottom_px), Ink::Text);
        }
        let (from, to) = (f64::from(from) / frame.scale, f64::from(to) / frame.scale);
        let name = &recording.tasks[run.task].name;
        if text_width(name, FONT_SIZE, true) + 6.0 <= to - from && bottom - top >= FONT_SIZE + 2.0 {
            let (x, y) = ((from + to) / 2.0, (top + bottom) / 2.0);
            scene.text(Label::new(x, y, Align::Center, Ink::On(run.task), name.as_str()).bold());
        }
    }
    scene
}

/// The runs of which something is shown.
fn visible(series: &Series, time: &TimeAxis) -> Range<usize> {
    let (runs, shown) = (series.runs(), time.shown());
    let start = runs.partition_point(|r| r.to <= shown.from);
    start..runs.partition_point(|r| r.from < shown.to).max(start)
}

/// The run at an x in CSS px.
pub(super) fn run_at(series: &Series, time: &TimeAxis, x: f64) -> Option<Run> {
    let at = time.time(x);
    let run = *series.runs().get(series.runs().partition_point(|r| r.to < at))?;
    (run.from <= at && x >= time.plot_left() && x <= time.plot_right()).then_some(run)
}

/// The run that a step belongs to: that of its current task, which it begins, continues or ends.
pub(super) fn run_of(recording: &Recording, series: &Series, step: usize) -> Option<Run> {
    let curr = recording.state(step).queue.curr?;
    let from = series.runs().partition_point(|r| r.to_step < step);
    series.runs()[from..].iter().take(2).find(|r| r.task == curr && r.from_step <= step).copied()
}

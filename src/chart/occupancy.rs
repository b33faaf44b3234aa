//! The CPUs' lanes: who runs when, a lane a CPU.
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

/// Above the lanes and below them where they have no time labels, CSS px.
const MARGIN: f64 = 3.0;
/// A frame with at least this much for its lanes and more also has time labels, CSS px.
const WITH_LABELS: f64 = 48.0;
/// Between two lanes, CSS px.
const BETWEEN: f64 = 2.0;

/// The height of a lane that reads well, CSS px: the more there are, the less each needs to say.
fn comfortable_lane(cpus: usize) -> f64 {
    match cpus {
        1..=8 => 24.0 - 2.0 * (cpus as f64 - 1.0).min(3.0),
        _ => 12.0,
    }
}

/// The height at which the lanes are comfortable to read, CSS px.
pub(super) fn comfortable_height(cpus: usize) -> f64 {
    2.0 * MARGIN + cpus as f64 * (comfortable_lane(cpus) + BETWEEN) - BETWEEN
}

/// Top and bottom of all lanes, CSS px.
pub(super) fn lanes(frame: Frame, cpus: usize) -> (f64, f64) {
    let labels = frame.height >= (comfortable_height(cpus) + TIME_LABELS - MARGIN).max(WITH_LABELS);
    let below = if labels { TIME_LABELS } else { MARGIN };
    (MARGIN, (frame.height - below).max(MARGIN + 1.0))
}

/// Top and bottom of a CPU's lane, CSS px.
fn lane(frame: Frame, cpus: usize, cpu: usize) -> (f64, f64) {
    let (top, bottom) = lanes(frame, cpus);
    let height = (bottom - top + BETWEEN) / cpus as f64;
    let top = top + cpu as f64 * height;
    (top, top + (height - BETWEEN).max(1.0))
}

/// The static layer.
pub(super) fn scene(recording: &Recording, series: &Series, view: &View, frame: Frame, time: &TimeAxis) -> Scene {
    let mut scene = Scene::new(frame);
    for cpu in 0..series.cpus() {
        let (top, bottom) = lane(frame, series.cpus(), cpu);
        scene.fill((time.plot_left(), top), (time.plot_right(), bottom), Ink::Lane);
    }
    let (_, bottom) = lanes(frame, series.cpus());
    if bottom + TIME_LABELS <= frame.height {
        time_labels(&mut scene, time, bottom, frame);
    }
    for cpu in 0..series.cpus() {
        one(&mut scene, recording, series, view, (frame, time), cpu);
    }
    scene
}

/// One CPU's lane.
fn one(scene: &mut Scene, recording: &Recording, series: &Series, view: &View, (frame, time): (Frame, &TimeAxis), cpu: usize) {
    let (top, bottom) = lane(frame, series.cpus(), cpu);
    let (top_px, bottom_px) = (frame.px(top), frame.px(bottom));
    let (left, right) = (time.plot_left(), time.plot_right());
    let middle = (top + bottom) / 2.0;
    let has_text = bottom - top >= FONT_SIZE + 2.0;
    if series.cpus() > 1 && (has_text || cpu.is_multiple_of(2)) {
        let long = format!("cpu{cpu}");
        let text = if text_width(&long, FONT_SIZE, false) + 7.0 <= left { long } else { cpu.to_string() };
        scene.text(Label::new(left - 6.0, middle, Align::Right, Ink::Muted, text));
    }
    let px = |t: f64| frame.px(time.x(t).clamp(left, right));
    let mut drawn = i32::MIN;
    for run in &series.runs(cpu)[visible(series, cpu, time)] {
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
        if has_text && text_width(name, FONT_SIZE, true) + 6.0 <= to - from {
            let x = (from + to) / 2.0;
            scene.text(Label::new(x, middle, Align::Center, Ink::On(run.task), name.as_str()).bold());
        }
    }
}

/// The runs of a CPU of which something is shown.
fn visible(series: &Series, cpu: usize, time: &TimeAxis) -> Range<usize> {
    let (runs, shown) = (series.runs(cpu), time.shown());
    let start = runs.partition_point(|r| r.to <= shown.from);
    start..runs.partition_point(|r| r.from < shown.to).max(start)
}

/// The CPU and the run at a point in CSS px.
pub(super) fn run_at(series: &Series, time: &TimeAxis, frame: Frame, (x, y): (f64, f64)) -> Option<(usize, Run)> {
    let at = time.time(x);
    let cpus = series.cpus();
    let cpu = (0..cpus).find(|&cpu| y < lane(frame, cpus, cpu).1 + BETWEEN).unwrap_or(cpus - 1);
    let run = *series.runs(cpu).get(series.runs(cpu).partition_point(|r| r.to < at))?;
    (run.from <= at && x >= time.plot_left() && x <= time.plot_right()).then_some((cpu, run))
}

/// The runs that a step belongs to, by CPU: those of the current tasks, which it begins, continues or ends; each with the y of
/// its lane's middle.
pub(super) fn runs_of(recording: &Recording, series: &Series, step: usize, frame: Frame) -> Vec<(usize, Run, f64)> {
    let state = recording.state(step);
    let run = |cpu: usize| {
        let curr = state.queue_of(cpu as u32).curr?;
        let from = series.runs(cpu).partition_point(|r| r.to_step < step);
        let run = series.runs(cpu)[from..].iter().take(2).find(|r| r.task == curr && r.from_step <= step)?;
        let (top, bottom) = lane(frame, series.cpus(), cpu);
        Some((cpu, *run, (top + bottom) / 2.0))
    };
    (0..series.cpus()).filter_map(run).collect()
}

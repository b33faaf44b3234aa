//! The line charts over time: vruntime with V, lag, and V with J.
//!
//! Owns their value axis and their static layer, which can be drawn a curve at a time. Lines slant while time passes and jump upright at events, which comes out by
//! itself from one point a step, since a step stands before and one after each event; off the queue a line has a gap. Must
//! not know the cursor or the pointer.

use super::decimate::Line;
use super::frame::Frame;
use super::scene::{Align, Label, Scene};
use super::series::{Extent, Series};
use super::style::{Curve, Dash};
use super::theme::Ink;
use super::ticks::{Origin, ticks};
use super::time::{TimeAxis, around};
use super::{ChartKind, FONT_SIZE, View};

/// The most labelled values an axis has, whatever its height.
pub(super) const MOST_TICKS: f64 = 10.0;
/// Above and below the plot, CSS px.
const TOP: f64 = 8.0;
/// Room for the time labels, CSS px.
pub(super) const TIME_LABELS: f64 = 20.0;
/// Between the plot's edges and the outermost values, CSS px.
const INSET: f64 = 5.0;
/// From one marker of a line to the next, CSS px.
const MARK_DISTANCE: f64 = 104.0;
/// How far the markers of one task stand from those of the next, CSS px.
const MARK_STAGGER: f64 = 13.0;
/// The most stretches of one curve that are dashed.
const MOST_DASHED: usize = 100;
/// A limit further out than this many times the curves' own range does not squeeze them.
const BAND_REACH: f64 = 3.0;

/// Which y a value has, CSS px.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueAxis {
    pub values: Extent,
    pub top: f64,
    pub bottom: f64,
}

impl ValueAxis {
    pub fn new(chart: ChartKind, series: &Series, beside: Option<&Series>, view: &View, frame: Frame) -> ValueAxis {
        let mut values = series.extent(chart, around(series, view.range));
        if let Some(beside) = beside {
            values = values.and(beside.extent(chart, around(beside, view.range)));
        }
        if chart == ChartKind::Lag {
            values = values.with(0.0);
        }
        let values = values.or_unit();
        let reach = values.size() * BAND_REACH;
        let values = [view.band.map(|b| b.low), view.band.map(|b| b.high)]
            .into_iter()
            .flatten()
            .filter(|&edge| view.band.is_some_and(|b| b.whole) || (edge > values.low - reach && edge < values.high + reach))
            .fold(values, Extent::with);
        let bottom = (frame.height - TIME_LABELS).max(TOP + 2.0);
        ValueAxis { values, top: TOP, bottom }
    }

    /// The y of a value in units, CSS px.
    pub fn y(&self, value: f64) -> f64 {
        let (low, high) = (self.bottom - INSET, self.top + INSET);
        low + (value - self.values.low) / self.values.size() * (high - low)
    }
}

/// What lies behind the curves: band, axes, labels.
pub(super) fn background(view: &View, frame: Frame, (time, axis): (&TimeAxis, &ValueAxis)) -> Scene {
    let mut scene = Scene::new(frame);
    band(&mut scene, view, time, axis);
    value_axis(&mut scene, time, axis);
    time_labels(&mut scene, time, axis.bottom, frame);
    scene
}

/// How many curves there are, those of the lane `beside` among them.
pub(super) fn count(chart: ChartKind, (series, beside): (&Series, Option<&Series>)) -> usize {
    series.curves(chart).len() + beside.map_or(0, |series| series.curves(chart).len())
}

/// One curve, counted in drawing order; those of the lane `beside` are dashed and lie below.
pub(super) fn curve(
    chart: ChartKind,
    (series, beside): (&Series, Option<&Series>),
    nth: usize,
    view: &View,
    place: (Frame, &TimeAxis, &ValueAxis),
) -> Scene {
    let mut scene = Scene::new(place.0);
    let lanes = beside.into_iter().map(|series| (series, Pen::Faded)).chain([(series, Pen::Plain)]);
    let mut curves = lanes.flat_map(|(series, pen)| in_order(series.curves(chart), view).map(move |curve| (series, pen, curve)));
    if let Some((series, pen, (curve, emphasised))) = curves.nth(nth) {
        draw_curve(&mut scene, chart, series, curve, if emphasised { pen.emphasised() } else { pen }, place);
    }
    scene
}

/// How a curve is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pen {
    Plain,
    /// Of the selected task.
    Emphasised,
    /// Of the other lane.
    Faded,
}

impl Pen {
    fn emphasised(self) -> Pen {
        if self == Pen::Plain { Pen::Emphasised } else { self }
    }
}

/// The curves in drawing order: the selected task's last, and marked.
pub(super) fn in_order(curves: Vec<Curve>, view: &View) -> impl Iterator<Item = (Curve, bool)> {
    let selected = view.selected.map(Curve::Task);
    let (on_top, others): (Vec<_>, Vec<_>) = curves.into_iter().partition(|&c| Some(c) == selected);
    others.into_iter().map(|c| (c, false)).chain(on_top.into_iter().map(|c| (c, true)))
}

fn band(scene: &mut Scene, view: &View, time: &TimeAxis, axis: &ValueAxis) {
    let Some(band) = view.band else { return };
    let y = |value: f64| axis.y(value).clamp(axis.top, axis.bottom);
    scene.fill((time.plot_left(), y(band.high)), (time.plot_right(), y(band.low)), Ink::Band);
    for edge in [band.low, band.high] {
        if (axis.top..=axis.bottom).contains(&axis.y(edge)) {
            scene.horizontal(axis.y(edge), time.plot_left(), time.plot_right(), 1.0, Ink::Limit);
        }
    }
}

fn value_axis(scene: &mut Scene, time: &TimeAxis, axis: &ValueAxis) {
    let height = (axis.bottom - axis.top - 2.0 * INSET).max(1.0);
    let apart = (height / 5.0).clamp(18.0, 36.0).max(height / MOST_TICKS);
    let found = |apart: f64| ticks(axis.values.low, axis.values.high, apart * axis.values.size() / height, Origin::Zero);
    // One label alone gives no scale: rather two that are as close as they can be.
    let shown = Some(found(apart)).filter(|ticks| ticks.len() > 1).unwrap_or_else(|| found(FONT_SIZE + 1.0));
    for tick in shown {
        let y = axis.y(tick.at);
        scene.horizontal(y, time.plot_left(), time.plot_right(), 1.0, if tick.zero { Ink::Axis } else { Ink::Grid });
        let label = Label::new(time.plot_left() - 6.0, y, Align::Right, Ink::Muted, tick.label);
        scene.text_within(label, 2.0, time.plot_left() - 4.0);
    }
}

/// Tick marks and labels under a plot.
pub(super) fn time_labels(scene: &mut Scene, time: &TimeAxis, bottom: f64, frame: Frame) {
    scene.horizontal(bottom, time.plot_left(), time.plot_right(), 1.0, Ink::Grid);
    for tick in time.ticks() {
        let x = time.x(tick.at);
        scene.vertical(x, bottom, bottom + 4.0, 1.0, Ink::Axis);
        let label = Label::new(x, bottom + 6.0 + FONT_SIZE / 2.0, Align::Center, Ink::Muted, tick.label);
        scene.text_within(label, 1.0, frame.width - 1.0);
    }
}

fn draw_curve(
    scene: &mut Scene,
    chart: ChartKind,
    series: &Series,
    curve: Curve,
    pen: Pen,
    (frame, time, axis): (Frame, &TimeAxis, &ValueAxis),
) {
    let style = curve.style();
    let ink = if pen == Pen::Faded { Ink::Faded(curve) } else { Ink::Curve(curve) };
    let (width, dash, radius) = match pen {
        Pen::Plain => (f64::from(style.width), style.dash, 4.0),
        Pen::Emphasised => (f64::from(style.width) + 1.0, style.dash, 5.0),
        Pen::Faded => (f64::from(style.width.min(3)), Dash::Dashed, 3.0),
    };
    let place = |t: f64, value: f64| (frame.px(time.x(t)), frame.px(axis.y(value)));
    let mut marks = Vec::new();
    let lines = segments(chart, series, curve, time, place);
    // Where a task comes and goes all the time, its own gaps are what one would take for dashes.
    let dash = if lines.len() > MOST_DASHED { Dash::Solid } else { dash };
    for points in lines {
        if let Curve::Task(task) = curve {
            marks.extend(mark_places(&points, frame.px(MARK_DISTANCE), frame.px(task as f64 % 8.0 * MARK_STAGGER), marks.last()));
        }
        scene.line(points, ink, width, dash);
    }
    if let Some(marker) = style.marker {
        for at in marks {
            scene.marker(at, marker, radius, ink);
        }
    }
}

/// Where a line carries its marker: at regular x, each task at its own, so that lines on top of each other show both; in the
/// middle of a line too short for that.
fn mark_places(line: &[(i32, i32)], apart: i32, stagger: i32, last: Option<&(i32, i32)>) -> Vec<(i32, i32)> {
    let (Some(&(start, _)), Some(&(end, _))) = (line.first(), line.last()) else { return Vec::new() };
    let first = (start - stagger).div_euclid(apart) * apart + stagger + apart;
    let mut xs: Vec<i32> = (0..).map(|k| first + k * apart).take_while(|&x| x < end).collect();
    if xs.is_empty() && last.is_none_or(|last| (start + end) / 2 >= last.0 + apart / 2) {
        xs.push((start + end) / 2);
    }
    let mut windows = line.windows(2).peekable();
    xs.into_iter()
        .filter_map(|x| {
            while windows.next_if(|w| w[1].0 < x).is_some() {}
            let Some(&&[(x0, y0), (x1, y1)]) = windows.peek() else { return (start == end).then(|| line[0]) };
            let y =
                if x1 > x0 { f64::from(y0) + f64::from(y1 - y0) * f64::from(x - x0) / f64::from(x1 - x0) } else { f64::from(y0) };
            Some((x, y.round() as i32))
        })
        .collect()
}

/// The stretches in which a curve is on the queue, cut at the edges of what is shown, as polylines in device px. Where steps
/// are the time, a value lasts until the next step.
fn segments(
    chart: ChartKind,
    series: &Series,
    curve: Curve,
    time: &TimeAxis,
    place: impl Fn(f64, f64) -> (i32, i32),
) -> Vec<Vec<(i32, i32)>> {
    let (shown, lasts) = (time.shown(), f64::from(u8::from(series.by_step())));
    let (mut segments, mut line) = (Vec::new(), Line::default());
    let mut before: Option<(f64, f64)> = None;
    let mut go = |line: &mut Line, t: f64, value: f64| {
        let mut to = |t: f64, value: f64| {
            let (x, y) = place(t, value);
            line.to(x, y);
        };
        if let Some((t0, v0)) = before {
            let at = |edge: f64| v0 + (value - v0) * (edge - t0) / (t - t0);
            for edge in [shown.from, shown.to] {
                if t0 < edge && t > edge {
                    to(edge, at(edge));
                }
            }
        }
        if t >= shown.from && t <= shown.to {
            to(t, value);
        }
        before = (!value.is_nan()).then_some((t, value));
    };
    series.each(chart, curve, series.around_points(curve, around(series, shown)), |t, value| {
        if value.is_nan() {
            segments.push(line.end());
            go(&mut line, f64::NAN, value);
            return;
        }
        go(&mut line, t, value);
        if lasts > 0.0 {
            go(&mut line, t + lasts, value);
        }
    });
    segments.push(line.end());
    segments.retain(|line| !line.is_empty());
    segments
}

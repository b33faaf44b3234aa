//! The one time axis that all charts over time share, with zoom and pan.
//!
//! Owns which part of the run is visible, and which x a time has. The axis depends on the recording, the visible range and
//! the frame's width, not on the chart, so one cursor x lines up in all charts of a page. Must not know what is drawn.

use super::ChartKind;
use super::frame::{Frame, text_width};
use super::series::Series;
use super::ticks::{Origin, Tick, ticks};

/// Between the frame's right edge and the plot, CSS px.
const RIGHT: f64 = 8.0;
/// Between the plot's edges and the first and last time, CSS px, so that markers there are whole.
const INSET: f64 = 6.0;
/// Between two labels along the axis, CSS px.
const LABEL_GAP: f64 = 14.0;

/// A part of a run, in units since its start; in steps where no time passes ([`Series::by_step`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRange {
    /// Its first time.
    pub from: f64,
    /// Its last time, always later.
    pub to: f64,
}

impl TimeRange {
    /// The whole run, never empty.
    pub fn whole(series: &Series) -> TimeRange {
        let (from, to) = (series.time(0), series.end());
        TimeRange { from, to: if to > from { to } else { from + 1.0 } }
    }

    /// Its length in units.
    pub fn length(self) -> f64 {
        self.to - self.from
    }

    /// `factor` times as long (below 1: zooms in), the time `about` staying where it is, inside `whole`.
    pub fn zoomed(self, about: f64, factor: f64, whole: TimeRange) -> TimeRange {
        let least = whole.length() * 1e-7;
        let length = (self.length() * factor).clamp(least, whole.length());
        let share = ((about - self.from) / self.length()).clamp(0.0, 1.0);
        let from = self.from + share * (self.length() - length);
        TimeRange { from, to: from + length }.inside(whole)
    }

    /// Moved by a share of its own length (positive: later), inside `whole`.
    pub fn panned(self, share: f64, whole: TimeRange) -> TimeRange {
        let by = share * self.length();
        TimeRange { from: self.from + by, to: self.to + by }.inside(whole)
    }

    /// Moved so that it holds `time`, if it does not, with a tenth of its length to spare.
    pub fn showing(self, time: f64, whole: TimeRange) -> TimeRange {
        let spare = self.length() / 10.0;
        let by = if time < self.from {
            time - spare - self.from
        } else if time > self.to {
            time + spare - self.to
        } else {
            0.0
        };
        TimeRange { from: self.from + by, to: self.to + by }.inside(whole)
    }

    fn inside(self, whole: TimeRange) -> TimeRange {
        let length = self.length().min(whole.length());
        let from = self.from.clamp(whole.from, whole.to - length);
        TimeRange { from, to: from + length }
    }
}

/// Which x a time has, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    /// What is visible.
    pub range: TimeRange,
    /// x of the first visible time.
    pub left: f64,
    /// x of the last visible time.
    pub right: f64,
    /// Whether it counts steps, because no time passes in the run.
    pub by_step: bool,
}

impl TimeAxis {
    /// The axis for a range of a recording's time in a frame.
    pub fn new(series: &Series, range: TimeRange, frame: Frame) -> TimeAxis {
        let gutter = gutter(series, range, frame);
        let right = (frame.width - RIGHT - INSET).max(gutter + INSET + 1.0);
        TimeAxis { range, left: gutter + INSET, right, by_step: series.by_step() }
    }

    /// The x of a time in units, in CSS px; may lie outside the plot.
    pub fn x(&self, time: f64) -> f64 {
        self.left + (time - self.range.from) / self.range.length() * (self.right - self.left)
    }

    /// The time in units at an x in CSS px.
    pub fn time(&self, x: f64) -> f64 {
        self.range.from + (x - self.left) / (self.right - self.left) * self.range.length()
    }

    /// The plot's left edge in CSS px; value labels stand left of it.
    pub fn plot_left(&self) -> f64 {
        self.left - INSET
    }

    /// The plot's right edge in CSS px.
    pub fn plot_right(&self) -> f64 {
        self.right + INSET
    }

    /// What the plot's edges show: a little more than the range.
    pub(super) fn shown(&self) -> TimeRange {
        TimeRange { from: self.time(self.plot_left()), to: self.time(self.plot_right()) }
    }

    /// The labelled times, far enough apart for their labels.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let origin = if self.by_step { Origin::FirstStep } else { Origin::Start };
        spread(self.range.from, self.range.to, self.right - self.left, origin)
    }
}

/// Round numbers from `low` to `high` along `room` CSS px whose labels do not touch.
pub(super) fn spread(low: f64, high: f64, room: f64, origin: Origin) -> Vec<Tick> {
    let unit = room / (high - low);
    let mut apart: f64 = if origin == Origin::FirstStep { unit.max(40.0) } else { 40.0 };
    loop {
        let found = ticks(low, high, apart / unit, origin);
        let widest = found.iter().map(|t| text_width(&t.label, super::FONT_SIZE, false)).fold(0.0, f64::max);
        let distance = found.windows(2).map(|w| (w[1].at - w[0].at) * unit).fold(f64::INFINITY, f64::min);
        if widest + LABEL_GAP <= distance || found.len() < 2 {
            return found;
        }
        apart = distance * 1.2;
    }
}

/// The room left of the plot for the value labels of every chart over time, whatever its height.
fn gutter(series: &Series, range: TimeRange, frame: Frame) -> f64 {
    let steps = around(series, range);
    let mut widest: f64 = text_width("-20", super::FONT_SIZE, false);
    for chart in [ChartKind::Vruntime, ChartKind::Lag, ChartKind::VAndJ] {
        let extent = series.extent(chart, steps.clone()).or_unit();
        // A factor of two apart, so that every 1-2-5 step down to a tenth of the range is among them.
        for parts in [1.0, 2.0, 3.2, 5.0, super::curves::MOST_TICKS] {
            let found = ticks(extent.low, extent.high, extent.size() / parts, Origin::Zero);
            widest = found.iter().map(|t| text_width(&t.label, super::FONT_SIZE, false)).fold(widest, f64::max);
        }
    }
    (widest + 10.0).min(frame.width * 0.4).ceil()
}

/// The steps in a range and one more on each side: what lines through it need.
pub(super) fn around(series: &Series, range: TimeRange) -> std::ops::Range<usize> {
    let steps = series.steps_between(range.from, range.to);
    steps.start.saturating_sub(1)..(steps.end + 1).min(series.len())
}

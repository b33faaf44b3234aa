//! Charts: layout, drawing and hit test, over any drawing backend.
//!
//! A chart is a [`Layout`] of a recording in a [`Frame`]: it is cheap to make, draws a static layer and a cursor layer with
//! plotters (canvas in the page, SVG natively: the same code), and tells what is under the pointer. Data comes from
//! [`crate::sim::Recording`] alone, by way of [`Series`], which is computed once and kept beside it; numbers that people read
//! are exact and come from [`crate::tables::number`]. Must not know pages, canvases or files.
//!
//! | file | owns |
//! |---|---|
//! | `frame` | size, device px, text widths |
//! | `theme`, `style` | colours; dashes and markers |
//! | `scene` | shapes, and drawing them |
//! | `series`, `build`, `decimate` | curves as f64, computed in slices, thinned to pixels |
//! | `time`, `ticks` | the shared time axis, zoom and pan; round numbers |
//! | `curves`, `occupancy`, `entities`, `rows` | the charts |
//! | `histogram` | how often what was counted, of several runs |
//! | `cursor`, `hit` | the cursor layer; what is under the pointer |
//! | `picture`, `svg` | charts that stand alone, with headings and legends; SVG documents |
//!
//! A page needs no half-pixel shift of its canvas, no label area and no legend from here: legends are HTML, with the colours
//! of [`Theme`] and the marks of [`Curve::style`].

mod build;
mod cursor;
mod curves;
mod decimate;
mod entities;
mod frame;
mod histogram;
mod hit;
mod occupancy;
mod picture;
mod rows;
mod scene;
mod series;
mod style;
mod svg;
mod theme;
mod ticks;
mod time;

pub use build::SeriesBuilder;
pub use frame::{Frame, text_width};
pub use histogram::{Bar, Histograms};
pub use hit::{Hit, name};
pub use picture::{Drawn, Picture};
pub use scene::DrawError;
pub use series::Series;
pub use style::{Curve, Dash, LineStyle, Marker};
pub use theme::{Ink, Rgb, Theme};
pub use time::{TimeAxis, TimeRange};

use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::script::TaskId;
use curves::ValueAxis;
use entities::Entities;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters_backend::DrawingBackend;
use scene::Scene;

/// Size of all text, CSS px.
pub(crate) const FONT_SIZE: f64 = 11.5;

/// Which chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChartKind {
    /// Who runs when.
    Occupancy,
    /// vruntime of each task, and V.
    Vruntime,
    /// V - v of each task.
    Lag,
    /// V, and where the placement rule keeps it J and V + J.
    VAndJ,
    /// The virtual-time axis of one step.
    VirtualTime,
}

impl ChartKind {
    /// All, in the order in which a page stacks them.
    pub const ALL: [ChartKind; 5] =
        [ChartKind::Occupancy, ChartKind::Vruntime, ChartKind::Lag, ChartKind::VAndJ, ChartKind::VirtualTime];

    /// Its heading.
    pub fn title(self, recording: &Recording) -> &'static str {
        match self {
            ChartKind::Occupancy if recording.cpus > 1 => "CPUs",
            ChartKind::Occupancy => "CPU",
            ChartKind::Vruntime => "vruntime and V, from V0",
            ChartKind::Lag => "lag (V - v)",
            ChartKind::VAndJ if recording.has_j => "V, J and V+J, from V0",
            ChartKind::VAndJ => "V, from V0",
            ChartKind::VirtualTime if recording.cpus > 1 => "virtual time now on the step's CPU, from V0",
            ChartKind::VirtualTime => "virtual time now, from V0",
        }
    }

    /// All of a run that keeps J, or does not.
    pub fn all(has_j: bool) -> Vec<ChartKind> {
        ChartKind::ALL.into_iter().filter(|kind| has_j || *kind != ChartKind::VAndJ).collect()
    }

    /// Whether it has curves, which those of another lane can share.
    pub fn is_line(self) -> bool {
        matches!(self, ChartKind::Vruntime | ChartKind::Lag | ChartKind::VAndJ)
    }

    /// Whether it lies on the shared time axis.
    pub fn over_time(self) -> bool {
        self != ChartKind::VirtualTime
    }
}

/// A range of values to show behind the curves of a chart, such as a lag limit or the bound of J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    low: f64,
    high: f64,
    /// Whether all of it is shown, however far out it is.
    whole: bool,
}

impl Band {
    /// From `low` to `high`, both differences in ns (lags, J).
    pub fn new(recording: &Recording, low: &Num, high: &Num) -> Band {
        let unit = recording.unit.to_f64();
        Band { low: low.to_f64() / unit, high: high.to_f64() / unit, whole: false }
    }

    /// The same, shown whole even where that squeezes the curves.
    pub fn in_full(self) -> Band {
        Band { whole: true, ..self }
    }
}

/// What of a recording is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The visible part of the run.
    pub range: TimeRange,
    /// The task that stands out.
    pub selected: Option<TaskId>,
    /// The step shown by the virtual-time axis; the charts over time get theirs when the cursor is drawn.
    pub step: usize,
    /// A range to show behind the curves.
    pub band: Option<Band>,
}

impl View {
    /// The whole run, nothing selected.
    pub fn whole(series: &Series, step: usize) -> View {
        View { range: TimeRange::whole(series), selected: None, step, band: None }
    }
}

/// A chart that knows where everything is. Cheap to make; its static layer depends on the recording, the view and the frame,
/// its cursor layer also on the step.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    kind: ChartKind,
    recording: &'a Recording,
    series: &'a Series,
    /// The other lane, in the same chart.
    beside: Option<(&'a Recording, &'a Series)>,
    /// Where the cursor is in the other lane.
    beside_step: Option<usize>,
    view: View,
    frame: Frame,
    plot: Plot,
}

#[derive(Clone, Debug)]
enum Plot {
    Lane(TimeAxis),
    Lines(TimeAxis, ValueAxis),
    /// `None`: a recording without steps.
    Rows(Option<Entities>),
}

impl<'a> Layout<'a> {
    /// Lays out a chart. `series` must be that of `recording`; a step past the end shows the last.
    pub fn new(kind: ChartKind, recording: &'a Recording, series: &'a Series, view: &View, frame: Frame) -> Layout<'a> {
        Layout::beside(kind, recording, series, None, view, frame)
    }

    /// The same with another run of the scenario in the same chart, where that is a line chart.
    pub fn beside(
        kind: ChartKind,
        recording: &'a Recording,
        series: &'a Series,
        beside: Option<(&'a Recording, &'a Series)>,
        view: &View,
        frame: Frame,
    ) -> Layout<'a> {
        let view = View { step: view.step.min(series.len().saturating_sub(1)), ..*view };
        let time = || TimeAxis::new(series, view.range, frame);
        let plot = match kind {
            ChartKind::Occupancy => Plot::Lane(time()),
            ChartKind::VirtualTime => Plot::Rows((!series.is_empty()).then(|| Entities::new(recording, series, &view, frame))),
            _ => Plot::Lines(time(), ValueAxis::new(kind, series, beside.map(|(_, series)| series), &view, frame)),
        };
        Layout { kind, recording, series, beside, beside_step: None, view, frame, plot }
    }

    /// The same, with the cursor of the other lane at a step of that lane.
    pub fn beside_at(self, step: Option<usize>) -> Layout<'a> {
        let beside_step = step.zip(self.beside).map(|(step, (_, series))| step.min(series.len().saturating_sub(1)));
        Layout { beside_step, ..self }
    }

    /// The other lane and where the cursor is in it.
    fn beside_now(&self) -> Option<(&'a Recording, &'a Series, usize)> {
        let (recording, series) = self.beside.filter(|(_, series)| !series.is_empty())?;
        Some((recording, series, self.beside_step?))
    }

    /// Draws what does not depend on the cursor. The area must be as large as [`Frame::device`], and is not cleared.
    pub fn draw_static<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, theme: &Theme) -> Result<(), DrawError<DB>> {
        self.draw_all(area, theme, 0, 1.0)
    }

    /// The same, `dy` device px further down; `font` corrects a backend that draws text smaller than asked.
    fn draw_all<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
        dy: i32,
        font: f64,
    ) -> Result<(), DrawError<DB>> {
        (0..self.parts()).try_for_each(|part| self.part(part).draw(area, theme, dy, font))
    }

    /// In how many parts the same can be drawn, one after the other: of a long run each curve takes its time.
    pub fn parts(&self) -> usize {
        match &self.plot {
            Plot::Lines(..) => 1 + curves::count(self.kind, self.both()),
            Plot::Lane(_) | Plot::Rows(_) => 1,
        }
    }

    /// Draws one of the parts.
    pub fn draw_part<DB: DrawingBackend>(
        &self,
        part: usize,
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
    ) -> Result<(), DrawError<DB>> {
        self.part(part).draw(area, theme, 0, 1.0)
    }

    fn both(&self) -> (&Series, Option<&Series>) {
        (self.series, self.beside.map(|(_, series)| series))
    }

    /// Draws the cursor at a step, its markers, and a ring around what the pointer or focus is on.
    pub fn draw_cursor<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
        step: usize,
        hover: Option<&Hit>,
    ) -> Result<(), DrawError<DB>> {
        self.cursor_scene(step, hover).draw(area, theme, 0, 1.0)
    }

    /// What is at a point in CSS px: the nearest point of a curve, the run or the row.
    pub fn hit(&self, x: f64, y: f64) -> Option<Hit> {
        match &self.plot {
            Plot::Lane(time) => {
                let (cpu, run) = occupancy::run_at(self.series, time, self.frame, (x, y))?;
                Some(hit::run(self.recording, self.series, (cpu, &run), (x, y)))
            }
            Plot::Lines(time, axis) => {
                let of = |recording, series| hit::nearest((recording, series, &self.view), self.kind, (x, y), time, axis);
                let other = self.beside.and_then(|(recording, series)| of(recording, series)).map(Hit::in_other_lane);
                let far = |hit: &Hit| (hit.x - x).hypot(hit.y - y);
                match (of(self.recording, self.series), other) {
                    (Some(own), Some(other)) => Some(if far(&other) < far(&own) { other } else { own }),
                    (own, other) => own.or(other),
                }
            }
            Plot::Rows(rows) => hit::entities(self.recording, self.view.step, rows.as_ref()?, Some(y)).pop(),
        }
    }

    /// All points at a step, for readers who do not point: one a curve, run or row.
    pub fn hits_at(&self, step: usize) -> Vec<Hit> {
        let step = step.min(self.series.len().saturating_sub(1));
        match &self.plot {
            _ if self.series.is_empty() => Vec::new(),
            Plot::Lane(time) => {
                let x = time.x(self.series.time(step));
                let runs = occupancy::runs_of(self.recording, self.series, step, self.frame);
                let hit = |(cpu, run, y): &(usize, _, f64)| hit::run(self.recording, self.series, (*cpu, run), (x, *y));
                runs.iter().map(hit).collect()
            }
            Plot::Lines(time, axis) => {
                let other = self
                    .beside_now()
                    .map(|(recording, series, step)| hit::points(recording, series, self.kind, step, time, axis));
                let other = other.into_iter().flatten().map(Hit::in_other_lane);
                hit::points(self.recording, self.series, self.kind, step, time, axis).into_iter().chain(other).collect()
            }
            Plot::Rows(rows) => rows.iter().flat_map(|rows| hit::entities(self.recording, self.view.step, rows, None)).collect(),
        }
    }

    /// The axis shared by the charts over time.
    pub fn time_axis(&self) -> Option<&TimeAxis> {
        match &self.plot {
            Plot::Lane(time) | Plot::Lines(time, _) => Some(time),
            Plot::Rows(_) => None,
        }
    }

    /// The height at which the chart is comfortable to read at a width, CSS px.
    pub fn comfortable_height(kind: ChartKind, recording: &Recording, width: f64) -> f64 {
        match kind {
            ChartKind::Occupancy => occupancy::comfortable_height(recording.cpus as usize),
            ChartKind::VirtualTime if recording.is_empty() => 60.0,
            ChartKind::VirtualTime => entities::comfortable_height(recording, 0, width),
            _ => 150.0,
        }
    }

    fn part(&self, part: usize) -> Scene {
        match &self.plot {
            Plot::Lane(time) => occupancy::scene(self.recording, self.series, &self.view, self.frame, time),
            Plot::Lines(time, axis) => match part.checked_sub(1) {
                None => curves::background(&self.view, self.frame, (time, axis)),
                Some(nth) => curves::curve(self.kind, self.both(), nth, &self.view, (self.frame, time, axis)),
            },
            Plot::Rows(rows) => rows.as_ref().map_or_else(|| Scene::new(self.frame), |r| r.scene(self.frame, &self.view)),
        }
    }

    fn cursor_scene(&self, step: usize, hover: Option<&Hit>) -> Scene {
        let mut scene = Scene::new(self.frame);
        if self.series.is_empty() {
            return scene;
        }
        let step = step.min(self.series.len() - 1);
        match &self.plot {
            Plot::Lane(time) => cursor::line(
                &mut scene,
                self.series,
                step,
                time,
                (0.0, occupancy::lanes(self.frame, self.series.cpus()).1 + 2.0),
                true,
            ),
            Plot::Lines(time, axis) => {
                cursor::line(&mut scene, self.series, step, time, (0.0, axis.bottom), false);
                let place = (self.frame, time, axis);
                if let Some((_, series, step)) = self.beside_now() {
                    cursor::rings(&mut scene, self.kind, series, step, place);
                }
                cursor::markers(&mut scene, self.kind, self.series, &self.view, step, place);
            }
            Plot::Rows(_) => {}
        }
        if let Some(hit) = hover.filter(|_| self.kind != ChartKind::Occupancy) {
            cursor::hover(&mut scene, self.frame, hit);
        }
        scene
    }
}

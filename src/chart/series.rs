//! `Series`: a recording's curves as f64, computed once and kept beside it.
//!
//! Owns the step from exact numbers to numbers for pixels, in the scenario's unit, virtual times relative to V0. Nothing here
//! is ever compared or printed. Where no time passes in the whole run, the steps themselves are the time: step i stands at i.
//! Must not know axes or pixels. A value is kept only where it changes, so a long run
//! of many tasks costs about two numbers a step.

use super::ChartKind;
use super::style::Curve;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::script::TaskId;
use std::ops::Range;

/// Steps a block of the coarse extents spans.
pub(super) const BLOCK: usize = 512;

/// Tasks whose lag's floor is a curve of its own: those that sleep first, as more could not be told apart.
pub(super) const MOST_FLOORS: usize = 6;

/// A range of values; nothing yet if `low > high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub low: f64,
    pub high: f64,
}

impl Extent {
    pub const NONE: Extent = Extent { low: f64::INFINITY, high: f64::NEG_INFINITY };

    /// Widened to hold `value`; NaN changes nothing.
    pub fn with(self, value: f64) -> Extent {
        Extent { low: self.low.min(value), high: self.high.max(value) }
    }

    /// Widened to hold `other`.
    pub fn and(self, other: Extent) -> Extent {
        self.with(other.low).with(other.high)
    }

    /// high - low, 0 while there is nothing.
    pub fn size(self) -> f64 {
        (self.high - self.low).max(0.0)
    }

    /// The same, never empty: one unit around what there is.
    pub fn or_unit(self) -> Extent {
        match (self.low > self.high, self.size() > 0.0) {
            (true, _) => Extent { low: -1.0, high: 1.0 },
            (_, true) => self,
            (_, false) => Extent { low: self.low - 1.0, high: self.high + 1.0 },
        }
    }
}

/// A value a step that rarely changes; NaN is a gap.
#[derive(Clone, Debug, Default)]
pub(super) struct Track {
    since: Vec<u32>,
    value: Vec<f64>,
}

impl Track {
    pub fn push(&mut self, step: usize, value: f64) {
        if self.value.last().is_none_or(|last| last.to_bits() != value.to_bits()) {
            self.since.push(step as u32);
            self.value.push(value);
        }
    }

    fn entry(&self, step: usize) -> usize {
        self.since.partition_point(|&s| s as usize <= step).saturating_sub(1)
    }

    fn at(&self, step: usize) -> f64 {
        self.value.get(self.entry(step)).copied().unwrap_or(f64::NAN)
    }

    /// The stretches of steps with one value that meet `steps`, cut to them.
    fn stretches(&self, steps: Range<usize>) -> impl Iterator<Item = (Range<usize>, f64)> + '_ {
        let from = self.entry(steps.start);
        (from..self.value.len()).map_while(move |entry| {
            let end = self.since.get(entry + 1).map_or(steps.end, |&s| s as usize).min(steps.end);
            let start = (self.since[entry] as usize).max(steps.start);
            (start < steps.end).then_some((start..end, self.value[entry]))
        })
    }
}

/// A stretch of time in which one task ran on one CPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Run {
    pub task: TaskId,
    /// Its part of the time axis.
    pub from: f64,
    pub to: f64,
    /// The step after which it began.
    pub from_step: usize,
    /// The first step at its end.
    pub to_step: usize,
}

/// The curves of one recording.
#[derive(Clone, Debug)]
pub struct Series {
    pub(super) times: Vec<f64>,
    pub(super) by_step: bool,
    /// V by CPU.
    pub(super) v: Vec<Track>,
    /// J by CPU.
    pub(super) j: Vec<Track>,
    pub(super) has_j: bool,
    pub(super) tasks: Vec<Track>,
    /// The floors of lags, of at most [`MOST_FLOORS`] tasks.
    pub(super) floors: Vec<(TaskId, Track)>,
    /// Each task's CPU. It changes only off the queue, so a stretch of vruntime has one.
    pub(super) homes: Vec<Track>,
    /// Who ran, by CPU.
    pub(super) runs: Vec<Vec<Run>>,
    /// The steps on each CPU, if there are several. Between two of them its values stand still in the recording, as they do in
    /// a kernel, although time passes: curves have points at their own CPU's steps only.
    pub(super) own: Vec<Vec<u32>>,
    pub(super) blocks: Vec<[Extent; 3]>,
    pub(super) virtual_all: Extent,
    pub(super) steady: bool,
}

impl Series {
    /// The curves of `recording`.
    pub fn of(recording: &Recording) -> Series {
        let mut builder = super::SeriesBuilder::new(recording);
        builder.extend(recording, usize::MAX);
        builder.finish()
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there is no step at all.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// Whether no time passes in the whole run, so that the axis counts steps.
    pub fn by_step(&self) -> bool {
        self.by_step
    }

    /// The number of CPUs.
    pub fn cpus(&self) -> usize {
        self.v.len()
    }

    /// Where a step stands on the time axis: units since the start, or its index if no time passes; 0 past the end.
    pub fn time(&self, step: usize) -> f64 {
        self.times.get(step).copied().unwrap_or(0.0)
    }

    /// The last time on the axis. Where steps are the time, the last one lasts as long as the others.
    pub(super) fn end(&self) -> f64 {
        if self.by_step { self.len() as f64 } else { self.times.last().copied().unwrap_or(0.0) }
    }

    /// The curves a chart shows, in drawing order: what is drawn last lies on top.
    pub fn curves(&self, chart: ChartKind) -> Vec<Curve> {
        let tasks = (0..self.tasks.len()).map(Curve::Task);
        let cpus = 0..self.cpus() as u32;
        match chart {
            ChartKind::Vruntime => cpus.map(Curve::V).chain(tasks).collect(),
            ChartKind::Lag => self.floors.iter().map(|(task, _)| Curve::Floor(*task)).chain(tasks).collect(),
            ChartKind::Occupancy | ChartKind::VirtualTime => tasks.collect(),
            ChartKind::VAndJ if self.has_j => cpus.flat_map(|cpu| [Curve::V(cpu), Curve::J(cpu), Curve::VPlusJ(cpu)]).collect(),
            ChartKind::VAndJ => cpus.map(Curve::V).collect(),
        }
    }

    /// Whether a curve has a point at a step, if it has a value there.
    pub(super) fn has_point(&self, curve: Curve, step: usize) -> bool {
        self.own.get(self.cpu_of(curve, step)).is_none_or(|own| own.binary_search(&(step as u32)).is_ok())
    }

    /// The CPU whose value a curve shows at a step.
    fn cpu_of(&self, curve: Curve, step: usize) -> usize {
        match curve {
            Curve::Task(task) | Curve::Floor(task) => self.home(task, step),
            Curve::V(cpu) | Curve::J(cpu) | Curve::VPlusJ(cpu) => cpu as usize,
        }
    }

    /// `steps` with those around it at which a curve has its last point before and its first point after.
    pub(super) fn around_points(&self, curve: Curve, steps: Range<usize>) -> Range<usize> {
        if self.own.is_empty() || steps.is_empty() {
            return steps;
        }
        let before = &self.own[self.cpu_of(curve, steps.start)];
        let start = before.partition_point(|&s| s as usize <= steps.start).checked_sub(1).map_or(0, |at| before[at] as usize);
        let after = &self.own[self.cpu_of(curve, steps.end - 1)];
        let end = after.get(after.partition_point(|&s| (s as usize) < steps.end - 1)).map_or(self.len(), |&s| s as usize + 1);
        start..end
    }

    /// The value of a curve at a step, in units; NaN off the queue and where it has no point.
    pub(super) fn value(&self, chart: ChartKind, curve: Curve, step: usize) -> f64 {
        if !self.has_point(curve, step) {
            return f64::NAN;
        }
        let v = |cpu: usize| self.v[cpu].at(step);
        match curve {
            Curve::Task(task) if chart == ChartKind::Lag => v(self.home(task, step)) - self.tasks[task].at(step),
            Curve::Task(task) => self.tasks[task].at(step),
            Curve::Floor(task) => self.floor(task).map_or(f64::NAN, |track| track.at(step)),
            Curve::V(cpu) => v(cpu as usize),
            Curve::J(cpu) => self.j[cpu as usize].at(step),
            Curve::VPlusJ(cpu) => v(cpu as usize) + self.j[cpu as usize].at(step),
        }
    }

    fn floor(&self, task: TaskId) -> Option<&Track> {
        self.floors.iter().find(|(of, _)| *of == task).map(|(_, track)| track)
    }

    /// The CPU that holds a task at a step.
    fn home(&self, task: TaskId, step: usize) -> usize {
        self.homes[task].at(step) as usize
    }

    /// Hands on times and values of a curve's points over some steps; of those with the same value only the first and the last.
    pub(super) fn each(&self, chart: ChartKind, curve: Curve, steps: Range<usize>, mut f: impl FnMut(f64, f64)) {
        match curve {
            Curve::Task(task) if chart == ChartKind::Lag => {
                for (stretch, at) in self.tasks[task].stretches(steps) {
                    let cpu = self.home(task, stretch.start);
                    self.each_end(&self.v[cpu], cpu, stretch, |t, v| f(t, v - at));
                }
            }
            Curve::Task(task) => {
                for (stretch, at) in self.tasks[task].stretches(steps) {
                    self.ends(self.home(task, stretch.start), stretch, at, &mut f);
                }
            }
            Curve::Floor(task) => {
                for (stretch, at) in self.floor(task).into_iter().flat_map(|track| track.stretches(steps.clone())) {
                    self.ends(self.home(task, stretch.start), stretch, at, &mut f);
                }
            }
            Curve::V(cpu) => self.each_end(&self.v[cpu as usize], cpu as usize, steps, f),
            Curve::J(cpu) => self.each_end(&self.j[cpu as usize], cpu as usize, steps, f),
            Curve::VPlusJ(cpu) => {
                for (stretch, j) in self.j[cpu as usize].stretches(steps) {
                    self.each_end(&self.v[cpu as usize], cpu as usize, stretch, |t, v| f(t, v + j));
                }
            }
        }
    }

    /// Hands on time and value at both ends of each stretch of a CPU's track.
    fn each_end(&self, track: &Track, cpu: usize, steps: Range<usize>, mut f: impl FnMut(f64, f64)) {
        for (stretch, value) in track.stretches(steps) {
            self.ends(cpu, stretch, value, &mut f);
        }
    }

    /// The first and the last point of a stretch of steps with one value. A gap needs no step of the CPU.
    fn ends(&self, cpu: usize, stretch: Range<usize>, value: f64, f: &mut impl FnMut(f64, f64)) {
        let (first, last) = match self.own.get(cpu).filter(|_| !value.is_nan()) {
            None => (stretch.start, stretch.end - 1),
            Some(own) => {
                let from = own.partition_point(|&s| (s as usize) < stretch.start);
                let to = own.partition_point(|&s| (s as usize) < stretch.end);
                if from == to {
                    return;
                }
                (own[from] as usize, own[to - 1] as usize)
            }
        };
        f(self.times[first], value);
        if last > first {
            f(self.times[last], value);
        }
    }

    /// The steps whose time lies in `from..=to`.
    pub(super) fn steps_between(&self, from: f64, to: f64) -> Range<usize> {
        let start = self.times.partition_point(|&t| t < from);
        start..self.times.partition_point(|&t| t <= to).max(start)
    }

    /// All values of a chart over some steps, in units.
    pub(super) fn extent(&self, chart: ChartKind, steps: Range<usize>) -> Extent {
        let index = match chart {
            ChartKind::Vruntime => 0,
            ChartKind::Lag => 1,
            _ => 2,
        };
        let whole = steps.start.div_ceil(BLOCK)..steps.end / BLOCK;
        let edges = if whole.start >= whole.end {
            [steps.clone(), 0..0]
        } else {
            [steps.start..whole.start * BLOCK, whole.end * BLOCK..steps.end]
        };
        let mut extent = self.blocks[whole.start..whole.end.max(whole.start)].iter().fold(Extent::NONE, |e, b| e.and(b[index]));
        for edge in edges {
            for curve in self.curves(chart) {
                let points = self.around_points(curve, edge.clone());
                self.each(chart, curve, points, |_, value| extent = extent.with(value));
            }
        }
        extent
    }

    /// All runs of a CPU in order.
    pub(super) fn runs(&self, cpu: usize) -> &[Run] {
        &self.runs[cpu]
    }

    /// The virtual times an axis must hold if it is to stay put while stepping: vruntimes, deadlines and V of the whole run.
    /// `None` where the run drifts so far that a typical step would be a speck on it.
    pub(super) fn steady_virtual(&self) -> Option<Extent> {
        self.steady.then_some(self.virtual_all)
    }
}

/// A virtual time in units from V0, for pixels.
pub(super) fn units(recording: &Recording, v: &Num) -> f64 {
    (v - &recording.v0).to_f64() / recording.unit.to_f64()
}

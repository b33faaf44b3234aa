//! What is under the pointer or the focus, with its exact values as text.
//!
//! Owns the search for the nearest point and the words of a tooltip. Must not know how things are drawn.

use super::curves::ValueAxis;
use super::entities::Entities;
use super::series::{Run, Series};
use super::style::Curve;
use super::time::TimeAxis;
use super::{ChartKind, View};
use crate::sim::Recording;
use crate::sim::recording::Step;
use crate::tables::number::Scale;

/// One point of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The step it belongs to; of a run the one with which it begins.
    pub step: usize,
    /// Which curve, or whose run or row.
    pub series: Curve,
    /// The task's name, `V`, `J` or `V+J`; of several CPUs with the CPU.
    pub name: String,
    /// The exact value: `V0+16/3`, `-12`, or for a run or row what it is.
    pub value: String,
    /// When: `t+24`.
    pub time: String,
    /// x in CSS px.
    pub x: f64,
    /// y in CSS px.
    pub y: f64,
    /// Whether it is of the other lane, and so is the step.
    pub beside: bool,
}

impl Hit {
    /// The same point, of the other lane.
    pub(super) fn in_other_lane(self) -> Hit {
        Hit { name: format!("{} in lane B", self.name), beside: true, ..self }
    }
}

/// The name of a curve: a task's, or `V`; `V of CPU 1` where there are several.
pub fn name(recording: &Recording, curve: Curve) -> String {
    let (symbol, cpu) = match curve {
        Curve::Task(task) => return recording.tasks[task].name.clone(),
        Curve::Floor(task) => return format!("floor of {}", recording.tasks[task].name),
        Curve::V(cpu) => ("V", cpu),
        Curve::J(cpu) => ("J", cpu),
        Curve::VPlusJ(cpu) => ("V+J", cpu),
    };
    if recording.cpus == 1 { symbol.to_string() } else { format!("{symbol} of CPU {cpu}") }
}

/// The exact value of a curve at a step, as text; `None` off the queue.
fn value(recording: &Recording, chart: ChartKind, curve: Curve, step: &Step) -> Option<String> {
    let scale = Scale::of(recording);
    let v = |cpu: u32| &step.queue_of(cpu).avg_vruntime;
    let j = |cpu: u32| step.queue_of(cpu).j.as_ref();
    match curve {
        Curve::Task(task) if chart == ChartKind::Lag => step.vlag(task).map(|lag| scale.span(&lag)),
        Curve::Task(task) => step.tasks[task].on_rq.then(|| scale.virt(&step.tasks[task].vruntime)),
        Curve::Floor(task) => step.floor(task).map(|floor| scale.span(floor)),
        Curve::V(cpu) => Some(scale.virt(v(cpu))),
        Curve::J(cpu) => j(cpu).map(|j| scale.span(j)),
        Curve::VPlusJ(cpu) => j(cpu).map(|j| scale.virt(&(v(cpu) + j))),
    }
}

/// The points of a line chart at a step, in drawing order.
pub(super) fn points(
    recording: &Recording,
    series: &Series,
    chart: ChartKind,
    step: usize,
    time: &TimeAxis,
    axis: &ValueAxis,
) -> Vec<Hit> {
    let at = &recording.state(step);
    let (x, when) = (time.x(series.time(step)), Scale::of(recording).time(&at.t));
    series
        .curves(chart)
        .into_iter()
        .filter(|curve| series.has_point(*curve, step))
        .filter_map(|curve| {
            let y = axis.y(series.value(chart, curve, step));
            let value = value(recording, chart, curve, at)?;
            Some(Hit { step, series: curve, name: name(recording, curve), value, time: when.clone(), x, y, beside: false })
        })
        .collect()
}

/// The point of a line chart nearest in time, and at that time nearest in value; of equal values the
/// selected task's, else the earliest, and of those what is drawn on top.
pub(super) fn nearest(
    (recording, series, view): (&Recording, &Series, &View),
    chart: ChartKind,
    (x, y): (f64, f64),
    time: &TimeAxis,
    axis: &ValueAxis,
) -> Option<Hit> {
    if series.is_empty() || x < time.plot_left() || x > time.plot_right() {
        return None;
    }
    let at = if series.by_step() { time.time(x).floor() } else { time.time(x) };
    let after = series.steps_between(f64::NEG_INFINITY, at).end;
    let candidates = [after.checked_sub(1), (after < series.len()).then_some(after)];
    let mut times: Vec<f64> = candidates.into_iter().flatten().map(|step| series.time(step)).collect();
    times.sort_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs()));
    let shown = time.shown();
    for t in times.into_iter().filter(|t| (shown.from..=shown.to).contains(t)) {
        let mut best: Option<(f64, usize, bool, Curve)> = None;
        for step in series.steps_between(t, t) {
            for curve in series.curves(chart) {
                let distance = (axis.y(series.value(chart, curve, step)) - y).abs();
                let selected = view.selected.map(Curve::Task) == Some(curve);
                let better = best.is_none_or(|(d, at, s, _)| {
                    distance < d || (distance == d && ((selected && !s) || (selected == s && at == step)))
                });
                if !distance.is_nan() && better {
                    best = Some((distance, step, selected, curve));
                }
            }
        }
        if let Some((_, step, _, curve)) = best {
            return points(recording, series, chart, step, time, axis).into_iter().find(|hit| hit.series == curve);
        }
    }
    None
}

/// What a tooltip says of a run on a CPU.
pub(super) fn run(recording: &Recording, series: &Series, (cpu, run): (usize, &Run), (x, y): (f64, f64)) -> Hit {
    let scale = Scale::of(recording);
    let (from, to) = (&recording.state(run.from_step).t, &recording.state(run.to_step).t);
    let place = if series.cpus() == 1 { String::new() } else { format!(" on CPU {cpu}") };
    Hit {
        step: run.from_step,
        series: Curve::Task(run.task),
        name: name(recording, Curve::Task(run.task)),
        value: match series.by_step() {
            true => format!("runs{place} from step {}, no time passes", run.from_step + 1),
            false => format!("ran {}{place} from {} to {}", scale.span(&(to - from)), scale.time(from), scale.time(to)),
        },
        time: scale.time(from),
        x,
        y,
        beside: false,
    }
}

/// The rows of the virtual-time axis; `only` the one at a y.
pub(super) fn entities(recording: &Recording, step: usize, rows: &Entities, only: Option<f64>) -> Vec<Hit> {
    let time = Scale::of(recording).time(&recording.state(step).t);
    let hit = |(row, x, y): (&super::rows::Row, f64, f64)| Hit {
        step,
        series: Curve::Task(row.task),
        name: row.name.clone(),
        value: row.values.clone(),
        time: time.clone(),
        x,
        y,
        beside: false,
    };
    match only {
        Some(y) => rows.row_at(y).into_iter().map(hit).collect(),
        None => rows.rows().map(hit).collect(),
    }
}

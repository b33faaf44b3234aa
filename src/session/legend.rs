//! What the legends say: each curve of a chart with its value at the cursor.
//!
//! Must not know colours or marks (that is `chart`).

use crate::chart::{ChartKind, Curve, Series};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::Step;
use crate::tables::number::Scale;

/// One curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Which.
    pub curve: Curve,
    /// The task's name, `V`, `J` or `V+J`; of several CPUs with the CPU.
    pub name: String,
    /// Its value at the step, short; empty where it has none.
    pub value: String,
    /// The exact value.
    pub exact: String,
}

/// The curves of a chart, tasks first, with their values at a step.
pub fn items(recording: &Recording, series: &Series, chart: ChartKind, step: usize) -> Vec<Item> {
    let mut curves = series.curves(chart);
    curves.sort_by_key(|c| !matches!(c, Curve::Task(_)));
    let step = recording.state(step);
    curves.into_iter().map(|curve| item(recording, chart, curve, &step)).collect()
}

/// The curves of a chart that two lanes share, those that only B has at the end; where the values differ, both.
pub fn shared(a: Vec<Item>, b: Vec<Item>) -> Vec<Item> {
    let both = |a: &str, b: &str| {
        let told = |value: &str| if value.is_empty() { "-".to_string() } else { value.to_string() };
        if a == b { a.to_string() } else { format!("A {} · B {}", told(a), told(b)) }
    };
    let mut left = b;
    let mut items: Vec<Item> = Vec::new();
    for own in a {
        let other = left.iter().position(|item| item.curve == own.curve).map(|at| left.remove(at));
        let (value, exact) = other.map(|other| (other.value, other.exact)).unwrap_or_default();
        items.push(Item { value: both(&own.value, &value), exact: both(&own.exact, &exact), ..own });
    }
    items.extend(left.into_iter().map(|item| Item { value: both("", &item.value), exact: both("", &item.exact), ..item }));
    items
}

fn item(recording: &Recording, chart: ChartKind, curve: Curve, step: &Step) -> Item {
    let scale = Scale::of(recording);
    let virt = |v: &Num| (scale.short_virt(v), scale.virt(v));
    let span = |n: &Num| (scale.short_span(n), scale.span(n));
    let value = match curve {
        Curve::Task(task) if chart == ChartKind::Lag => step.vlag(task).map(|lag| span(&lag)),
        Curve::Task(task) => step.tasks[task].on_rq.then(|| virt(&step.tasks[task].vruntime)),
        Curve::Floor(task) => step.floor(task).map(span),
        Curve::V(cpu) => Some(virt(&step.queue_of(cpu).avg_vruntime)),
        Curve::J(cpu) => step.queue_of(cpu).j.as_ref().map(span),
        Curve::VPlusJ(cpu) => {
            let queue = step.queue_of(cpu);
            queue.j.as_ref().map(|j| virt(&(&queue.avg_vruntime + j)))
        }
    };
    let name = crate::chart::name(recording, curve);
    let (value, exact) = value.unwrap_or_default();
    Item { curve, name, value, exact }
}

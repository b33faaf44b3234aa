//! The state of one step as names and values: the queue under the kernel's names, and each task's sched_entity.
//!
//! Owns which fields are shown, how they are called in which kernel and how their values are written. Must not know a page.

use crate::kernels::{ArithKind, Kernel};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Step, TaskRow};
use crate::tables::number::{Scale, short};

/// One named value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The kernel's name, or the mail's where a kernel has none.
    pub name: &'static str,
    /// The symbol it has in tables and formulas, if any.
    pub symbol: &'static str,
    /// As shown.
    pub text: String,
    /// Exact, where `text` is rounded.
    pub exact: Option<String>,
    /// What it means.
    pub meaning: &'static str,
    /// Whether it differs from the step before.
    pub changed: bool,
}

/// One task's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFields {
    /// Its name.
    pub name: String,
    /// What it does: `running`, `waiting`, `delayed`, `leaving`, `off`.
    pub standing: &'static str,
    /// Eligible or not; `None` off the queue.
    pub eligible: Option<bool>,
    /// v, d, vlag, w, r and so on, in the order of [`TASK_HEADINGS`].
    pub values: Vec<Field>,
}

/// The base of the keys in that kernel.
fn base_name(kernel: Kernel) -> &'static str {
    if kernel == Kernel::V6_12 { "min_vruntime" } else { "zero_vruntime" }
}

/// The queue's fields at a step.
pub fn queue(recording: &Recording, kernel: Kernel, index: usize) -> Vec<Field> {
    let now = queue_values(recording, kernel, &recording.step(index));
    let Some(before) = index.checked_sub(1) else { return now };
    let before = queue_values(recording, kernel, &recording.step(before));
    mark_changes(now, &before)
}

fn queue_values(recording: &Recording, kernel: Kernel, step: &Step) -> Vec<Field> {
    let scale = Scale::of(recording);
    let q = &step.queue;
    let name = |task: Option<usize>| task.map_or("none".to_string(), |t| recording.tasks[t].name.clone());
    let count = |n: i64| (n.to_string(), None);
    let virt = |v: &Num| rounded(scale.short_virt(v), scale.virt(v));
    let span = |n: &Num| rounded(scale.short_span(n), scale.span(n));
    let plain = |n: &Num| rounded(short(n), crate::tables::number::exact(n));
    let mut fields = vec![
        field("curr", "", (name(q.curr), None), "who runs"),
        field("next", "", (name(q.next), None), "the buddy: preferred by the next pick if eligible"),
        field("nr_queued", "", count(q.nr_queued.into()), "entities on the queue, delayed ones included"),
        field("h_nr_queued", "", count(q.h_nr_queued.into()), "the same, hierarchical"),
    ];
    if let Some(n) = q.h_nr_runnable {
        fields.push(field("h_nr_runnable", "", count(n), "without delayed entities"));
    }
    fields.extend([
        field("nr_running", "", count(q.rq_nr_running.into()), "rq->nr_running: delayed tasks are still in it"),
        field("load.weight", "W", plain(&q.load), "sum of the weights on the queue, the running entity included"),
        field("avg_vruntime", "V", virt(&q.avg_vruntime), "weighted average of the vruntimes on the queue"),
        field(base_name(kernel), "", virt(&q.base), "base of the keys"),
        field("sum_w_vruntime", "", span(&q.sum_w_vruntime), "sum of w (v - base) over the tree, without the running entity"),
        field("sum_weight", "", plain(&q.sum_weight), "sum of the weights in the tree, without the running entity"),
    ]);
    if let (Some(sum), Some(j)) = (&q.sum_jlag, &q.j) {
        fields.push(field("sum_jlag", "sumJ", span(sum), "sum of the jlags brought, minus those taken along"));
        fields.push(field("avg_vjlag", "J", span(j), "sum_jlag / W; 0 on an empty queue"));
        fields.push(field("V + J", "", virt(&(&q.avg_vruntime + j)), "V as if nobody had joined or left"));
    }
    if recording.arith == ArithKind::Kernel {
        fields.push(field("need_resched", "", count(q.resched.into()), "whether a reschedule is asked for"));
    }
    fields
}

/// What stands above each of [`TaskFields::values`].
pub const TASK_HEADINGS: &[(&str, &str)] = &[
    ("v", "vruntime"),
    ("d", "deadline"),
    ("vlag", "V - v on the queue; off it the lag it will bring"),
    ("w", "weight"),
    ("r", "slice: the length of a request"),
];

/// Each task's values at a step.
pub fn tasks(recording: &Recording, index: usize) -> Vec<TaskFields> {
    let before = index.checked_sub(1).map(|i| recording.step(i));
    let step = &recording.step(index);
    let of = |task: usize, step: &Step| task_values(recording, task, step);
    (0..recording.tasks.len())
        .map(|task| {
            let row = &step.tasks[task];
            let values = of(task, step);
            TaskFields {
                name: recording.tasks[task].name.clone(),
                standing: standing(row, step.queue.curr == Some(task)),
                eligible: row.eligible,
                values: before.as_ref().map_or(values.clone(), |before| mark_changes(values, &of(task, before))),
            }
        })
        .collect()
}

fn standing(row: &TaskRow, runs: bool) -> &'static str {
    match (row.on_rq, row.sched_delayed, runs) {
        (true, _, true) => "running",
        // Still on the CPU until the next pick.
        (false, _, true) => "leaving",
        (true, true, _) => "delayed",
        (true, false, _) => "waiting",
        (false, ..) => "off",
    }
}

fn task_values(recording: &Recording, task: usize, step: &Step) -> Vec<Field> {
    let scale = Scale::of(recording);
    let row = &step.tasks[task];
    let virt = |v: &Num| rounded(scale.short_virt(v), scale.virt(v));
    let span = |n: &Num| rounded(scale.short_span(n), scale.span(n));
    let queued = |text: (String, Option<String>)| if row.on_rq { text } else { ("NA".to_string(), None) };
    let deadline = if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() };
    let lag = step.vlag(task).unwrap_or_else(|| row.vlag.clone());
    vec![
        field("vruntime", "v", queued(virt(&row.vruntime)), ""),
        field("deadline", "d", queued(virt(&deadline)), ""),
        field("vlag", "vlag", span(&lag), ""),
        field("weight", "w", rounded(short(&row.weight), crate::tables::number::exact(&row.weight)), ""),
        field("slice", "r", span(&row.slice), ""),
    ]
}

fn rounded(text: String, exact: String) -> (String, Option<String>) {
    let exact = (exact != text).then_some(exact);
    (text, exact)
}

fn field(name: &'static str, symbol: &'static str, text: (String, Option<String>), meaning: &'static str) -> Field {
    Field { name, symbol, text: text.0, exact: text.1, meaning, changed: false }
}

fn mark_changes(mut now: Vec<Field>, before: &[Field]) -> Vec<Field> {
    for (field, was) in now.iter_mut().zip(before) {
        field.changed = (&field.text, &field.exact) != (&was.text, &was.exact);
    }
    now
}

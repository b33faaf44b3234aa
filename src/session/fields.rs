//! The state of one step as names and values: the queue under the kernel's names, and each task's sched_entity.
//!
//! Owns which fields are shown, how they are called in which kernel and how their values are written. Must not know a page.

use super::raw;
use crate::kernels::{ArithKind, Kernel};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Step, TaskRow};
use crate::tables::number::{Scale, exact, short};

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
    /// The words behind it, a line each; empty where `text` is all there is.
    pub raw: Vec<String>,
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
    /// The CPU that holds it, if there are several.
    pub cpu: Option<u32>,
    /// Eligible or not; `None` off the queue.
    pub eligible: Option<bool>,
    /// v, d, vlag, w, r and so on, in the order of [`TASK_HEADINGS`].
    pub values: Vec<Field>,
}

/// The fields of `cfs_rq` whose names changed over the versions.
struct Names {
    base: &'static str,
    sum: &'static str,
    weight: &'static str,
    nr: &'static str,
    h_nr: &'static str,
    delayed: &'static str,
}

/// The names in that kernel's `struct cfs_rq`; `ideal` has those of the newest.
fn names(kernel: Kernel) -> Names {
    let newest = Names {
        base: "zero_vruntime",
        sum: "sum_w_vruntime",
        weight: "sum_weight",
        nr: "nr_queued",
        h_nr: "h_nr_queued",
        delayed: "nr_delayed",
    };
    let up_to_6_19 = Names { sum: "avg_vruntime", weight: "avg_load", ..newest };
    match kernel {
        Kernel::V6_12 => {
            let (nr, h_nr, delayed) = ("nr_running", "h_nr_running", "h_nr_delayed");
            Names { base: "min_vruntime", nr, h_nr, delayed, ..up_to_6_19 }
        }
        Kernel::V6_19Rc1 => up_to_6_19,
        Kernel::Ideal | Kernel::Tip2026_03 | Kernel::V7_2 => newest,
    }
}

/// The fields at a step of the queue of the CPU it happened on.
pub fn queue(recording: &Recording, kernel: Kernel, index: usize) -> Vec<Field> {
    let now = queue_values(recording, kernel, &recording.state(index));
    let Some(before) = index.checked_sub(1) else { return now };
    // The same CPU's queue, whatever CPU the step before was on.
    let (cpu, before) = (recording.state(index).cpu, recording.state(before));
    let before = Step { queue: before.queue_of(cpu).clone(), ..before };
    mark_changes(now, &queue_values(recording, kernel, &before))
}

fn queue_values(recording: &Recording, kernel: Kernel, step: &Step) -> Vec<Field> {
    let write = Write::of(recording);
    let names = names(kernel);
    let q = &step.queue;
    let name = |task: Option<usize>| text(task.map_or("none".to_string(), |t| recording.tasks[t].name.clone()));
    let count = |n: i64| text(n.to_string());
    let mut fields = vec![
        field("curr", "", name(q.curr), "who runs"),
        field("next", "", name(q.next), "the buddy: preferred by the next pick if eligible"),
        field(names.nr, "", count(q.nr_queued.into()), "entities on the queue, delayed ones included"),
        field(names.h_nr, "", count(q.h_nr_queued.into()), "the same, hierarchical"),
    ];
    if let Some(n) = q.h_nr_runnable {
        fields.push(field("h_nr_runnable", "", count(n), "without delayed entities"));
    }
    fields.extend([
        field(names.delayed, "", count(q.nr_delayed), "tasks asleep but queued: h_nr_queued - h_nr_runnable"),
        field("rq->nr_running", "", count(q.rq_nr_running.into()), "all tasks of the CPU; delayed ones are still in it"),
        field("load.weight", "W", write.plain(&q.load), "sum of the weights on the queue, the running entity included"),
        field("avg_vruntime()", "V", write.virt(&q.avg_vruntime), "weighted average of the vruntimes on the queue"),
        field(names.base, "", write.virt(&q.base), "base of the keys"),
        field(names.sum, "", write.sum(&q.sum_w_vruntime), "sum of w (v - base) over the tree, without the running entity"),
        field(names.weight, "", write.plain(&q.sum_weight), "sum of the weights in the tree, without the running entity"),
    ]);
    if let (Some(sum), Some(j)) = (&q.sum_jlag, &q.j) {
        fields.push(field("sum_jlag", "sumJ", write.sum(sum), "sum of the jlags brought, minus those taken along"));
        fields.push(field("avg_vjlag", "J", write.span(j), "sum_jlag / W; 0 on an empty queue"));
        fields.push(field("V + J", "", write.virt(&(&q.avg_vruntime + j)), "V as if nobody had joined or left"));
    }
    if recording.cpus > 1 {
        fields.push(field("migrations", "", count(step.migrations.into()), "changes of CPU so far, by any task"));
    }
    if recording.arith == ArithKind::Kernel {
        fields.push(field("need_resched", "", count(q.resched.into()), "whether a reschedule is asked for"));
    }
    fields
}

/// What the decisions have cost up to a step, and in the step itself.
pub fn costs(recording: &Recording, index: usize) -> Vec<Field> {
    let now = recording.state(index).costs();
    let before = index.checked_sub(1).map(|i| recording.state(i).costs()).unwrap_or_default();
    let meanings = [
        "evaluations of avg_vruntime() by decisions",
        "64-bit divisions by W or by a weight: V, inflated lags, J, reweights",
        "entities put into the tree",
        "entities taken out of the tree",
        "rotations that keep the tree balanced",
        "woken delayed tasks that were taken out, placed again and put back",
    ];
    let of_step = now.since(&before).named();
    now.named()
        .into_iter()
        .zip(of_step)
        .zip(meanings)
        .map(|(((name, total), (_, step)), meaning)| {
            let shown = if step > 0 { format!("{total} (+{step})") } else { total.to_string() };
            Field { changed: step > 0, ..field(name, "", text(shown), meaning) }
        })
        .collect()
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
    let before = index.checked_sub(1).map(|i| recording.state(i));
    let step = &recording.state(index);
    let of = |task: usize, step: &Step| task_values(recording, task, step);
    (0..recording.tasks.len())
        .map(|task| {
            let row = &step.tasks[task];
            let values = of(task, step);
            TaskFields {
                name: recording.tasks[task].name.clone(),
                standing: standing(row, step.queue_of(row.cpu).curr == Some(task)),
                cpu: (recording.cpus > 1).then_some(row.cpu),
                eligible: row.eligible,
                values: before.as_ref().map_or(values.clone(), |before| mark_changes(values, &of(task, before))),
            }
        })
        .collect()
}

fn standing(row: &TaskRow, runs: bool) -> &'static str {
    match (row.on_rq || row.rt_queued, row.sched_delayed, runs) {
        (true, _, true) => "running",
        // Still on the CPU until the next pick.
        (false, _, true) => "leaving",
        (true, true, _) => "delayed",
        (true, false, _) => "waiting",
        (false, ..) => "off",
    }
}

fn task_values(recording: &Recording, task: usize, step: &Step) -> Vec<Field> {
    let write = Write::of(recording);
    let row = &step.tasks[task];
    // A real-time task has none of a fair task's values.
    let fair = |shown: Text| if recording.tasks[task].fifo { text("NA".to_string()) } else { shown };
    let queued = |shown: Text| if row.on_rq { shown } else { text("NA".to_string()) };
    let deadline = if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() };
    let lag = step.vlag(task).unwrap_or_else(|| row.vlag.clone());
    vec![
        field("vruntime", "v", queued(write.virt(&row.vruntime)), ""),
        field("deadline", "d", queued(write.virt(&deadline)), ""),
        field("vlag", "vlag", fair(write.span(&lag)), ""),
        field("weight", "w", fair(write.plain(&row.weight)), ""),
        field("slice", "r", fair(write.span(&row.slice)), ""),
    ]
}

/// A value in its forms.
struct Text {
    short: String,
    exact: Option<String>,
    raw: Vec<String>,
}

/// How a recording's numbers are written.
struct Write {
    scale: Scale,
    arith: ArithKind,
}

impl Write {
    fn of(recording: &Recording) -> Write {
        Write { scale: Scale::of(recording), arith: recording.arith }
    }

    fn virt(&self, v: &Num) -> Text {
        rounded(self.scale.short_virt(v), self.scale.virt(v), raw::virt(self.arith, v))
    }

    fn span(&self, n: &Num) -> Text {
        rounded(self.scale.short_span(n), self.scale.span(n), raw::span(n))
    }

    /// A sum of weights times virtual times.
    fn sum(&self, n: &Num) -> Text {
        rounded(self.scale.short_span(n), self.scale.span(n), raw::plain(n))
    }

    fn plain(&self, n: &Num) -> Text {
        rounded(short(n), exact(n), raw::plain(n))
    }
}

fn rounded(short: String, exact: String, raw: Vec<String>) -> Text {
    let exact = (exact != short).then_some(exact);
    Text { short, exact, raw }
}

/// A name or a counter.
fn text(short: String) -> Text {
    Text { short, exact: None, raw: Vec::new() }
}

fn field(name: &'static str, symbol: &'static str, text: Text, meaning: &'static str) -> Field {
    Field { name, symbol, text: text.short, exact: text.exact, raw: text.raw, meaning, changed: false }
}

fn mark_changes(mut now: Vec<Field>, before: &[Field]) -> Vec<Field> {
    for (field, was) in now.iter_mut().zip(before) {
        field.changed = (&field.text, &field.exact) != (&was.text, &was.exact);
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_shown_so_far_and_of_the_step() {
        let text = "kernel v7.2\ntask A\ntask B\nat 0 wake A\nat 1000 wake B lag=-600\n";
        let recording = crate::sim::run(&crate::scenario::parse(text).scenario.script);
        // wake A- A+, the pick, wake B- B+
        let shown = |step| costs(&recording, step).into_iter().map(|f| (f.text, f.changed)).collect::<Vec<_>>();
        let as_they_are = |texts: [&str; 6]| texts.map(|t| (t.to_string(), t.contains('+'))).to_vec();
        assert_eq!(shown(1), as_they_are(["1 (+1)", "0", "1 (+1)", "0", "0", "0"]));
        assert_eq!(shown(3), as_they_are(["1", "0", "1", "1", "0", "0"]));
        assert_eq!(shown(4), as_they_are(["2 (+1)", "1 (+1)", "2 (+1)", "1", "0", "0"]));
    }
}

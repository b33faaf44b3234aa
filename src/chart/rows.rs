//! What the virtual-time axis says of each task in one step.
//!
//! Owns the words and numbers of a row; must not know where it stands.

use super::series::units;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::TaskRow;
use crate::sim::script::TaskId;
use crate::tables::number::{Scale, short};

/// What stands before the lag of the running task.
pub(super) const RUNNING: &str = "running, ";

/// One task in one step.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub task: TaskId,
    pub name: String,
    /// `E`, `N`, or a dash off the queue.
    pub mark: &'static str,
    /// `w 2`.
    pub weight: String,
    /// `running, lag +12`.
    pub state: String,
    /// The part of `state` about the lag: `lag +12`.
    pub lag: String,
    /// The exact values, for people.
    pub values: String,
    pub queued: bool,
    pub running: bool,
    pub delayed: bool,
    /// vruntime in units from V0.
    pub v: f64,
    /// Absolute virtual deadline in units from V0.
    pub deadline: f64,
    /// Position by deadline: who is shown where not all are.
    pub rank: usize,
}

/// The rows of a step, one a fair task of its CPU, in task order.
pub(super) fn rows(recording: &Recording, step: usize) -> Vec<Row> {
    let scale = Scale::of(recording);
    let step = &recording.state(step);
    let deadlines: Vec<Num> = step
        .tasks
        .iter()
        .map(|row| if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() })
        .collect();
    let mut order: Vec<TaskId> = (0..step.tasks.len()).collect();
    order.sort_by(|&a, &b| deadlines[a].cmp(&deadlines[b]));
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(position, &task)| rank[task] = position);
    let mut rows: Vec<Row> = Vec::with_capacity(step.tasks.len());
    let shown = |(task, row): &(TaskId, &TaskRow)| row.cpu == step.cpu && !recording.tasks[*task].fifo;
    for (task, row) in step.tasks.iter().enumerate().filter(shown) {
        // A task that has just gone to sleep stays current until the next pick.
        let running = row.on_rq && step.queue.curr == Some(task);
        let vlag = step.vlag(task);
        let lag = vlag.as_ref().unwrap_or(&row.vlag);
        let lag_text = format!("lag {}", signed(lag, scale.short_span(lag)));
        let state = match (running, row.sched_delayed, row.on_rq) {
            (true, ..) => RUNNING,
            (_, true, _) => "delayed, ",
            (.., true) => "",
            (.., false) => "off, ",
        };
        let values = match row.on_rq {
            true => {
                let (v, d) = (scale.virt(&row.vruntime), scale.virt(&deadlines[task]));
                format!("v {v}, d {d}, lag {}", scale.span(lag))
            }
            false => format!("off the queue, lag {}", scale.span(lag)),
        };
        rows.push(Row {
            task,
            name: recording.tasks[task].name.clone(),
            mark: match row.eligible {
                Some(true) => "E",
                Some(false) => "N",
                None => "–",
            },
            weight: format!("w {}", short(&row.weight)),
            state: format!("{state}{lag_text}"),
            lag: lag_text,
            values,
            queued: row.on_rq,
            running,
            delayed: row.sched_delayed,
            v: units(recording, &row.vruntime),
            deadline: units(recording, &deadlines[task]),
            rank: rank[task],
        });
    }
    rows
}

/// With a plus in front of what is above 0.
fn signed(value: &Num, text: String) -> String {
    match value > &Num::ZERO {
        true if text.starts_with('~') => text.replacen('~', "~+", 1),
        true => format!("+{text}"),
        false => text,
    }
}

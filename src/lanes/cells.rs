//! The cells in which two aligned steps differ, and by how much.
//!
//! Owns which columns are compared and how much each matters. A queue's value that only one lane's rules keep (J, h_nr_runnable)
//! is no difference. Must not know how cells are shown.

use super::matter::Matter;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Step, TaskRow};
use crate::sim::script::TaskId;
use crate::tables::column::Kind;
use crate::tables::{Column, Value};

/// One cell that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellDifference {
    /// Which column.
    pub column: Column,
    /// Whose value; `None`: a queue's.
    pub task: Option<TaskId>,
    /// Which CPU's queue, where there are several.
    pub cpu: Option<u32>,
    /// In lane A, in the table's unit.
    pub a: Value,
    /// In lane B.
    pub b: Value,
}

impl CellDifference {
    /// B - A, exact, in the table's unit; `None` where one of them is no number.
    pub fn by(&self) -> Option<Num> {
        Some(self.b.number()? - self.a.number()?)
    }

    /// How much it matters.
    pub fn matter(&self) -> Matter {
        matter_of(self.column)
    }

    /// `V`, `cpu1.V` where there are several CPUs, `T2.lag`.
    pub fn name(&self, recording: &Recording) -> String {
        let header = self.column.header();
        match (self.task, self.cpu) {
            (Some(task), _) => format!("{}.{header}", recording.tasks[task].name),
            (None, Some(cpu)) => format!("cpu{cpu}.{header}"),
            (None, None) => header.to_string(),
        }
    }
}

/// The queue's columns that are compared, most telling first.
const OF_QUEUE: [Column; 16] = [
    Column::Curr,
    Column::Resched,
    Column::AvgVruntime,
    Column::J,
    Column::VplusJ,
    Column::SumJ,
    Column::Load,
    Column::NrQueued,
    Column::HNrQueued,
    Column::HNrRunnable,
    Column::NrDelayed,
    Column::NrRunning,
    Column::Next,
    Column::Base,
    Column::SumWV,
    Column::SumWeight,
];

/// The tasks' columns that are compared, most telling first.
const OF_TASK: [Column; 12] = [
    Column::Cpu,
    Column::OnRq,
    Column::Delayed,
    Column::Vruntime,
    Column::Deadline,
    Column::Lag,
    Column::Eligible,
    Column::Weight,
    Column::Slice,
    Column::Ran,
    Column::Stored,
    Column::Protect,
];

/// How much a difference in that column matters.
pub fn matter_of(column: Column) -> Matter {
    match column {
        Column::Curr | Column::Resched | Column::Cpu | Column::OnRq | Column::Delayed => Matter::Decision,
        Column::Base | Column::SumWV | Column::SumWeight | Column::Stored | Column::Protect => Matter::Books,
        _ => Matter::Value,
    }
}

/// Both values if both lanes keep them.
pub(super) fn comparable<'a, T>(a: &'a Option<T>, b: &'a Option<T>) -> Option<(&'a T, &'a T)> {
    a.as_ref().zip(b.as_ref())
}

/// The absolute virtual deadline.
pub(super) fn deadline(row: &TaskRow) -> Num {
    if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() }
}

/// Whether two values of a column are a difference.
pub fn is_difference(column: Column, a: &Value, b: &Value) -> bool {
    let both_keep = column.is_of_task() || column.kind() == Kind::Name || (*a != Value::Na && *b != Value::Na);
    a != b && both_keep
}

/// What a column shows in each lane, so that both mean the same: tables show the lag of exact arithmetic times the weight, that of
/// a kernel without; where the lanes differ in that it is without.
pub fn values(recordings: [&Recording; 2], steps: [&Step; 2], column: Column, tasks: [Option<TaskId>; 2]) -> [Value; 2] {
    let mixed = column == Column::Lag && recordings[0].arith != recordings[1].arith;
    [0, 1].map(|lane| match tasks[lane].filter(|_| mixed) {
        Some(task) => virtual_lag(recordings[lane], steps[lane], task),
        None => column.value(recordings[lane], steps[lane], tasks[lane]),
    })
}

/// V - v, or what is stored off the queue.
fn virtual_lag(recording: &Recording, step: &Step, task: TaskId) -> Value {
    if recording.tasks[task].fifo {
        return Value::Na;
    }
    let vlag = step.vlag(task).unwrap_or_else(|| step.tasks[task].vlag.clone());
    Value::Number(&vlag / &recording.unit)
}

/// All cells that differ between two aligned steps of the same scenario: what matters most first, then the queue before the
/// tasks.
pub fn cells(a: (&Recording, &Step), b: (&Recording, &Step)) -> Vec<CellDifference> {
    let mut found = Vec::new();
    let recordings = [a.0, b.0];
    let mut look = |steps: [&Step; 2], column: Column, task: Option<TaskId>, cpu: Option<u32>| {
        let [x, y] = values(recordings, steps, column, [task; 2]);
        if is_difference(column, &x, &y) {
            found.push(CellDifference { column, task, cpu, a: x, b: y });
        }
    };
    let cpus = a.1.queues().count().min(b.1.queues().count()) as u32;
    for cpu in 0..cpus {
        let seen = [a.1, b.1].map(|step| seen_from(step, cpu));
        OF_QUEUE.iter().for_each(|column| look(seen.each_ref(), *column, None, (cpus > 1).then_some(cpu)));
    }
    for task in 0..a.1.tasks.len().min(b.1.tasks.len()) {
        OF_TASK.iter().for_each(|column| look([a.1, b.1], *column, Some(task), None));
    }
    found.sort_by_key(|cell| std::cmp::Reverse(cell.matter()));
    found
}

/// The step with the queue of that CPU in front, for columns that show the queue of the step's own.
fn seen_from(step: &Step, cpu: u32) -> Step {
    Step { queue: step.queue_of(cpu).clone(), ..step.clone() }
}

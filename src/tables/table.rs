//! `Table`: a worked table as data, one row a step of a recording.
//!
//! Owns which steps are rows, which columns are shown unless asked otherwise and which cells are marked; must not know how it is
//! printed.

use super::column::{Column, Heading, label};
use super::value::Value;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step, Verb};
use crate::sim::script::TaskId;

/// A worked table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its columns.
    pub columns: Vec<Heading>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One row: one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Index of the step in the recording.
    pub step: usize,
    /// Time since the start of the run, in ns as the recording has it.
    pub time: Num,
    /// The task concerned.
    pub task: Option<TaskId>,
    /// Which event.
    pub verb: Verb,
    /// Before it, after it, or a pick.
    pub phase: Phase,
    /// `T2 join+`.
    pub label: String,
    /// One cell a column.
    pub cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its value, in the table's unit.
    pub value: Value,
    /// Whether the queue is empty and the column says so with a `*` (J and V+J).
    pub star: bool,
    /// Whether the value differs from that in the row above.
    pub changed: bool,
}

impl Cell {
    /// The text in a table: exact where short, else rounded with a `~`; with its star.
    pub fn text(&self) -> String {
        let star = if self.star { "*" } else { "" };
        format!("{}{star}", self.value.short())
    }
}

impl Table {
    /// The table of a recording with these columns.
    pub fn of(recording: &Recording, columns: Vec<Heading>) -> Table {
        Table::first(recording, columns, usize::MAX)
    }

    /// Its first rows, at most so many.
    pub fn first(recording: &Recording, columns: Vec<Heading>, most: usize) -> Table {
        let mut table = Table { columns, rows: Vec::new() };
        let (mut walk, mut index) = (recording.walk_from(0), 0..);
        while table.rows.len() < most
            && let Some((step, index)) = walk.next_step().zip(index.next())
        {
            table.add(recording, index, step);
        }
        table
    }

    /// Adds the row of the next step, if it is one; `step` needs no notes.
    pub fn add(&mut self, recording: &Recording, index: usize, step: &Step) {
        if is_shown(step) {
            self.push(recording, index, step);
        }
    }

    fn push(&mut self, recording: &Recording, index: usize, step: &Step) {
        let with_notes = self.columns.iter().any(|h| h.column.needs_notes());
        let noted = with_notes.then(|| Step { notes: recording.notes(index), ..step.clone() });
        let row = Row::new(recording, &self.columns, index, noted.as_ref().unwrap_or(step), self.rows.last());
        self.rows.push(row);
    }

    /// The table of a recording with the columns it is shown with unless asked otherwise.
    pub fn default_of(recording: &Recording) -> Table {
        Table::of(recording, default_columns(recording))
    }

    /// The row that shows a step, or the last one before it (steps that are no rows of their own).
    pub fn row_at(&self, step: usize) -> Option<usize> {
        self.rows.partition_point(|r| r.step <= step).checked_sub(1)
    }

    /// The column of that kind that shows the row's own task.
    pub fn position(&self, column: Column) -> Option<usize> {
        self.columns.iter().position(|h| h.column == column && h.task.is_none())
    }
}

impl Row {
    /// The rows of some steps, which ascend, read in one go.
    pub fn of(recording: &Recording, columns: &[Heading], steps: &[usize]) -> Vec<Row> {
        let mut table = Table { columns: columns.to_vec(), rows: Vec::with_capacity(steps.len()) };
        let (Some(&first), Some(&last)) = (steps.first(), steps.last()) else { return Vec::new() };
        let (mut wanted, mut walk) = (steps.iter().peekable(), recording.walk_from(first));
        for index in first..=last {
            let step = walk.next_step().filter(|_| wanted.next_if(|&&step| step == index).is_some());
            if let Some(step) = step {
                table.push(recording, index, step);
            }
        }
        table.rows
    }

    fn new(recording: &Recording, columns: &[Heading], index: usize, step: &Step, above: Option<&Row>) -> Row {
        let cell = |(c, heading): (usize, &Heading)| {
            let value = heading.value(recording, step);
            let changed = !heading.column.is_key() && above.is_some_and(|above| above.cells[c].value != value);
            let of_j = matches!(heading.column, Column::J | Column::VplusJ);
            let star = of_j && step.queue.nr_queued == 0 && value != Value::Na;
            Cell { value, star, changed }
        };
        Row {
            step: index,
            time: step.t.clone(),
            task: step.task,
            verb: step.verb,
            phase: step.phase,
            label: label(recording, step),
            cells: columns.iter().enumerate().map(cell).collect(),
        }
    }
}

impl Heading {
    /// What the column shows of a step.
    pub fn value(&self, recording: &Recording, step: &Step) -> Value {
        if self.column == Column::Cpu && self.task.is_none() {
            return Value::Number(Num::from(step.cpu));
        }
        let task = match &self.task {
            Some(name) => recording.tasks.iter().position(|t| t.name == *name),
            None => step.task,
        };
        self.column.value(recording, step, task)
    }
}

/// Whether a step is a row: kernels' intermediate picks of an instant and picks of nobody are not.
pub fn is_shown(step: &Step) -> bool {
    step.phase != Phase::Pick || (step.last_pick && step.task.is_some())
}

/// The columns of mail M4's second table where J is kept, else what one needs to follow a pick; with several CPUs also which.
pub fn default_columns(recording: &Recording) -> Vec<Heading> {
    use Column::*;
    let columns: &[Column] = match recording.has_j {
        true => &[Time, Event, Load, SumJ, J, VplusJ, Vruntime, AvgVruntime, Lag],
        false => &[Time, Event, Load, Vruntime, AvgVruntime, Lag, Deadline, Eligible],
    };
    let mut columns: Vec<Heading> = columns.iter().map(|c| Heading::from(*c)).collect();
    if recording.cpus > 1 {
        columns.insert(2, Heading::from(Cpu));
    }
    columns
}

/// A list of columns as `--columns` takes it: `time,event,W,T2.lag`. `Err` is the name that is not known.
pub fn parse_columns(list: &str) -> Result<Vec<Heading>, String> {
    list.split(',').map(|name| Heading::parse(name).ok_or_else(|| name.trim().to_string())).collect()
}

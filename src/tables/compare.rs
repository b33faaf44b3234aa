//! A printed table against a recording, cell by cell.
//!
//! Owns which printed row stands for which step and which cells differ; why a computed cell is what it is, is in `why`. Must not know
//! where the recording comes from.

use super::column::{Column, Heading, label};
use super::infer::Class;
use super::parse::{ParsedCell, ParsedColumn, ParsedRow, ParsedTable};
use super::table::is_shown;
use super::value::{Agreement, Value};
use super::why;
use crate::model::note::{Note, WarningKind};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step};
use std::collections::HashMap;

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Every cell that differs, in the order of the printed table.
    pub differences: Vec<Difference>,
    /// Cells compared, the differing ones included.
    pub compared: usize,
    /// Cells that agree only to the decimal places printed.
    pub rounded: usize,
    /// The step of each printed row; `None` where the recording has none.
    pub steps: Vec<Option<usize>>,
}

/// A printed cell that the recording contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Line of the cell, from 1.
    pub line: u32,
    /// Where its text begins in the line, in characters from 1.
    pub at: u32,
    /// The printed row, from 0.
    pub row: usize,
    /// The row's event, `T3 join-`.
    pub label: String,
    /// The row's time as printed, `t+24`; empty if the table has no times.
    pub time: String,
    /// The step of the recording, if there is one for this row.
    pub step: Option<usize>,
    /// The column; `event` if the whole row is meant.
    pub heading: Heading,
    /// The cell's text.
    pub printed: String,
    /// What it should say, exact.
    pub computed: String,
    /// How the computed value comes about.
    pub why: String,
}

impl Comparison {
    /// The difference in the cell of a step that this column shows, if there is one: for marking computed cells.
    pub fn at(&self, step: usize, heading: &Heading) -> Option<&Difference> {
        let same = |d: &&Difference| d.step == Some(step) && d.heading.column == heading.column && d.heading.task == heading.task;
        self.differences.iter().find(same)
    }
}

/// Compares every understood cell of a printed table with a recording. Rows go together by time (if printed), event and order.
pub fn compare(table: &ParsedTable, recording: &Recording) -> Comparison {
    let by_time = table.rows.iter().any(|r| r.time.is_some());
    let mut steps: Vec<usize> = Vec::new();
    let mut places: HashMap<Key, Vec<usize>> = HashMap::new();
    for (index, step) in recording.states().enumerate().filter(|(_, step)| is_shown(step)) {
        places.entry(Key::of_step(recording, &step, by_time)).or_default().push(steps.len());
        steps.push(index);
    }
    let mut found = Comparison { differences: Vec::new(), compared: 0, rounded: 0, steps: Vec::new() };
    let mut next = 0;
    for (r, row) in table.rows.iter().enumerate() {
        let candidates = places.get(&Key::of_row(row, by_time)).map_or(&[][..], Vec::as_slice);
        let place = candidates.get(candidates.partition_point(|p| *p < next)).copied();
        let above = found.steps.iter().rev().flatten().next().copied();
        let above = above.zip(r.checked_sub(1).map(|r| table.rows[r].line));
        found.steps.push(place.map(|p| steps[p]));
        match place {
            Some(place) => {
                next = place + 1;
                Pair { table, recording, row, r, step: steps[place], above }.compare(&mut found);
            }
            None => found.differences.push(no_step(recording, table, row, r, steps.get(next).copied())),
        }
    }
    found
}

/// What a printed row and a step must have in common.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    time: Option<Num>,
    class: Class,
    phase: Phase,
    task: Option<String>,
}

impl Key {
    fn of_row(row: &ParsedRow, by_time: bool) -> Key {
        let class = Class::of(row.event.verb);
        let time = row.time.clone().filter(|_| by_time);
        Key { time, class, phase: row.event.phase, task: row.event.task.clone().filter(|_| class.names_a_task()) }
    }

    fn of_step(recording: &Recording, step: &Step, by_time: bool) -> Key {
        let class = Class::of(step.verb);
        let name = step.task.map(|t| recording.tasks[t].name.clone());
        let time = by_time.then(|| &step.t / &recording.unit);
        Key { time, class, phase: step.phase, task: name.filter(|_| class.names_a_task()) }
    }
}

/// A printed row and its step.
struct Pair<'a> {
    table: &'a ParsedTable,
    recording: &'a Recording,
    row: &'a ParsedRow,
    r: usize,
    step: usize,
    /// The step and line of the printed row above.
    above: Option<(usize, u32)>,
}

impl Pair<'_> {
    fn compare(&self, found: &mut Comparison) {
        let step = &self.recording.step(self.step);
        if let Some(difference) = self.ineligible_pick(step) {
            found.differences.push(difference);
        }
        for (column, cell) in self.table.columns.iter().zip(&self.row.cells) {
            let Some(heading) = column.heading.as_ref().filter(|h| !h.column.is_key()) else { continue };
            let computed = heading.value(self.recording, step);
            // Columns about placements have nothing to say elsewhere.
            if cell.value() == Some(&Value::Blank) || (computed == Value::Na && heading.column.needs_notes()) {
                continue;
            }
            found.compared += 1;
            let agreement = match &cell.read {
                Ok(read) => read.value.agrees(read.places, &computed),
                Err(_) => Agreement::Differs,
            };
            match agreement {
                Agreement::Same => {}
                Agreement::Rounded => found.rounded += 1,
                Agreement::Differs => found.differences.push(self.differs(heading, cell, &computed)),
            }
        }
    }

    fn differs(&self, heading: &Heading, cell: &ParsedCell, computed: &Value) -> Difference {
        let why = match cell.read {
            Err(expected) => format!("the cell is not understood: expected {expected}"),
            Ok(_) => why::why(self.recording, self.step, self.above, heading),
        };
        let computed = computed.exact();
        Difference { computed, why, ..difference(self.table, self.row, self.r, Some(self.step), heading.clone(), cell) }
    }

    /// A pick is taken as printed, but who is picked has to be eligible.
    fn ineligible_pick(&self, step: &Step) -> Option<Difference> {
        let ineligible = |note: &Note| matches!(note, Note::Warning(WarningKind::ForcedIneligible { .. }));
        let task = step.task.filter(|_| step.notes.iter().any(ineligible))?;
        let (column, cell) = event_cell(self.table, self.row)?;
        let name = &self.recording.tasks[task].name;
        let v = Column::Vruntime.value(self.recording, step, Some(task)).exact();
        let v_avg = Column::AvgVruntime.value(self.recording, step, None).exact();
        Some(Difference {
            computed: format!("{name} is not eligible"),
            why: format!("v = {v} is above V = {v_avg}"),
            ..difference(self.table, self.row, self.r, Some(self.step), column.clone(), cell)
        })
    }
}

fn event_cell<'a>(table: &'a ParsedTable, row: &'a ParsedRow) -> Option<(&'a Heading, &'a ParsedCell)> {
    let at = table.position(Column::Event)?;
    let ParsedColumn { heading, .. } = &table.columns[at];
    Some((heading.as_ref()?, &row.cells[at]))
}

fn difference(
    table: &ParsedTable,
    row: &ParsedRow,
    r: usize,
    step: Option<usize>,
    heading: Heading,
    cell: &ParsedCell,
) -> Difference {
    let time = row.time.clone().filter(|_| table.position(Column::Time).is_some());
    Difference {
        line: cell.line,
        at: cell.column,
        row: r,
        label: row.event.to_string(),
        time: time.map_or(String::new(), |t| Value::Time(t).exact()),
        step,
        heading,
        printed: cell.text.clone(),
        computed: String::new(),
        why: String::new(),
    }
}

/// A row for which the recording has no step; `next` is the step that would come here.
fn no_step(recording: &Recording, table: &ParsedTable, row: &ParsedRow, r: usize, next: Option<usize>) -> Difference {
    let (heading, cell) = match event_cell(table, row) {
        Some((heading, cell)) => (heading.clone(), cell),
        None => (Heading::from(Column::Event), &row.cells[0]),
    };
    let describe = |i: usize| {
        let step = &recording.step(i);
        format!("{} at {}", label(recording, step), Column::Time.value(recording, step, None).exact())
    };
    let computed = next.map_or("no row".to_string(), describe);
    let why = match row.event.phase {
        Phase::Pick => "the pick of an instant comes after its last event, and the run has no such pick here",
        _ => "the run has no such step here",
    };
    Difference { computed, why: why.to_string(), ..difference(table, row, r, None, heading, cell) }
}

//! A printed table as a list of what happens: the "-" and "+" rows of one event are one happening.
//!
//! Owns that grouping and the classes in which labels are compared; must not infer values.

use crate::model::num::Num;
use crate::sim::recording::{Phase, Verb};
use crate::tables::column::Column;
use crate::tables::parse::{ParsedRow, ParsedTable};

/// One event, with the rows that show it.
#[derive(Clone, Copy, Debug)]
pub struct Happening<'a> {
    /// The class of the event.
    pub class: Class,
    /// The task it names.
    pub task: Option<&'a str>,
    /// The row before it.
    pub before: Option<&'a ParsedRow>,
    /// The row after it, or the pick's.
    pub after: Option<&'a ParsedRow>,
}

/// Events that a table need not tell apart: a task that comes back may be printed as `join`, `rejoin` or `wake`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Onto the queue.
    Join,
    /// A new task onto the queue.
    Fork,
    /// Off the queue, for a while or for good.
    Leave,
    /// A tick, or a request's end.
    Tick,
    /// Anything else.
    Other(Verb),
}

impl Class {
    /// The class of an event.
    pub fn of(verb: Verb) -> Class {
        match verb {
            Verb::Join | Verb::Rejoin | Verb::Wake => Class::Join,
            Verb::Fork => Class::Fork,
            Verb::Leave | Verb::Exit => Class::Leave,
            Verb::Tick | Verb::SliceEnd => Class::Tick,
            other => Class::Other(other),
        }
    }

    /// Whether the event changes W.
    pub fn changes_load(self) -> bool {
        matches!(self, Class::Join | Class::Fork | Class::Leave | Class::Other(Verb::Reweight))
    }

    /// Whether the label names a task that tells events apart; ticks and the like happen to whoever runs.
    pub fn names_a_task(self) -> bool {
        !matches!(self, Class::Tick | Class::Other(Verb::Start | Verb::Resched | Verb::FairServer | Verb::End | Verb::Yield))
    }

    /// Whether the event brings a task onto the queue.
    pub fn joins(self) -> bool {
        matches!(self, Class::Join | Class::Fork)
    }
}

impl<'a> Happening<'a> {
    /// A row that shows it.
    pub fn row(&self) -> &'a ParsedRow {
        match (self.before, self.after) {
            (Some(row), _) | (None, Some(row)) => row,
            (None, None) => unreachable!("a happening is made of a row"),
        }
    }

    /// The verb as printed.
    pub fn verb(&self) -> Verb {
        self.row().event.verb
    }

    /// The line of its first row.
    pub fn line(&self) -> u32 {
        self.row().line
    }

    /// When it happens; zero in a table without times.
    pub fn time(&self) -> Num {
        self.row().time.clone().unwrap_or_default()
    }

    /// The first number that its rows have in that column, `+` row first.
    pub fn number(&self, table: &ParsedTable, column: Column) -> Option<Num> {
        self.after.into_iter().chain(self.before).find_map(|row| table.number(row, column))
    }
}

/// What happens in a table, in its order.
pub fn happenings(table: &ParsedTable) -> Vec<Happening<'_>> {
    let mut list: Vec<Happening<'_>> = Vec::new();
    for row in &table.rows {
        let event = &row.event;
        let class = Class::of(event.verb);
        let same = |h: &Happening<'_>| {
            h.after.is_none()
                && h.class == class
                && h.task == event.task.as_deref()
                && h.time() == row.time.clone().unwrap_or_default()
        };
        match list.last_mut() {
            Some(last) if event.phase == Phase::After && same(last) => last.after = Some(row),
            _ => {
                let before = (event.phase == Phase::Before).then_some(row);
                let after = (event.phase != Phase::Before).then_some(row);
                list.push(Happening { class, task: event.task.as_deref(), before, after });
            }
        }
    }
    list
}

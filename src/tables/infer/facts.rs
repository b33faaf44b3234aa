//! What a table says whichever way it is read: its tasks, their weights, the lags they bring.
//!
//! Owns where each of these is looked for; must not make scripts.

use super::cannot::CannotInfer;
use super::choice::headers;
use super::happening::{Class, Happening, happenings};
use super::told::Told;
use super::weights::{Weights, loads, weights};
use crate::model::num::Num;
use crate::sim::recording::Verb;
use crate::tables::column::Column;
use crate::tables::number;
use crate::tables::parse::ParsedTable;

/// Most rows of a table that is replayed.
const MAX_ROWS: usize = 2000;
/// Most tasks of a table that is replayed.
const MAX_TASKS: usize = 64;

/// Most rows times tasks: what exact arithmetic replays in seconds, whatever the numbers are.
const MAX_STATES: usize = 20_000;

/// What a table says of itself.
pub struct Facts<'a> {
    /// What happens, in order.
    pub happenings: Vec<Happening<'a>>,
    /// The tasks in the order in which they join.
    pub tasks: Vec<&'a str>,
    /// Their weights.
    pub weights: Weights<'a>,
    /// The virtual lag that each brings to its first placement.
    pub lags: Vec<Num>,
    /// Whether those lags come from a column `jlag`, which has half of them where joiners bring half (from a column jlag: what counts in the sum, not what the task had).
    pub lags_from_jlag: bool,
    /// How it was inferred.
    pub sentences: Vec<String>,
}

impl<'a> Facts<'a> {
    /// The facts of a table.
    pub fn of(table: &'a ParsedTable, told: &Told) -> Result<Facts<'a>, CannotInfer> {
        let line = table.line;
        Facts::is_small(table)?;
        let happenings = happenings(table);
        if let Some(start) = happenings.iter().find(|h| h.class == Class::Other(Verb::Start)) {
            return Err(CannotInfer::Start { line: start.line() });
        }
        let mut tasks: Vec<&str> = Vec::new();
        for h in happenings.iter().filter(|h| h.class.joins()) {
            let task = h.task.ok_or_else(|| CannotInfer::Nameless { line: h.line(), event: h.row().event.to_string() })?;
            if !tasks.contains(&task) {
                tasks.push(task);
            }
        }
        if tasks.is_empty() {
            return Err(CannotInfer::NoJoin { line });
        }
        if tasks.len() > MAX_TASKS {
            return Err(CannotInfer::TooLarge { line, what: "tasks", found: tasks.len(), most: MAX_TASKS });
        }
        let states = table.rows.len() * tasks.len();
        if states > MAX_STATES {
            return Err(CannotInfer::TooLarge { line, what: "rows times tasks", found: states, most: MAX_STATES });
        }
        starts_empty(table, &happenings)?;
        let mut weights = weights(table, &happenings);
        for task in &tasks {
            if let Some(weight) = told.weights.get(*task) {
                weights.insert(task, vec![weight.clone()]);
            }
        }
        let mut facts = Facts { happenings, tasks, weights, lags: Vec::new(), lags_from_jlag: false, sentences: Vec::new() };
        facts.say_weights(table, told)?;
        facts.find_lags(table, told)?;
        facts.sentences.push("V0 = 0".to_string());
        Ok(facts)
    }

    /// Refuses a table with more rows than are replayed.
    pub fn is_small(table: &ParsedTable) -> Result<(), CannotInfer> {
        match table.rows.len() {
            found if found > MAX_ROWS => Err(CannotInfer::TooLarge { line: table.line, what: "rows", found, most: MAX_ROWS }),
            _ => Ok(()),
        }
    }

    /// The first weight of a task.
    pub fn weight(&self, task: &str) -> Option<&Num> {
        self.weights.get(task)?.first()
    }

    /// The first join of a task.
    fn first_join(&self, task: &str) -> Option<(usize, Happening<'a>)> {
        self.happenings.iter().copied().enumerate().find(|(_, h)| h.class.joins() && h.task == Some(task))
    }

    fn say_weights(&mut self, table: &ParsedTable, told: &Told) -> Result<(), CannotInfer> {
        let mut all = Vec::new();
        for task in &self.tasks {
            let Some(weight) = self.weight(task) else {
                let line = self.first_join(task).map_or(table.line, |(_, h)| h.line());
                return Err(CannotInfer::Weight { line, task: task.to_string() });
            };
            let how = if told.weights.contains_key(*task) { " (told)" } else { "" };
            all.push(format!("{task} {}{how}", number::exact(weight)));
        }
        let from = if table.position(Column::Weight).is_some() { "W and w" } else { "the differences of W" };
        self.sentences.push(format!("weights: {}, from {from}", all.join(", ")));
        Ok(())
    }

    fn find_lags(&mut self, table: &ParsedTable, told: &Told) -> Result<(), CannotInfer> {
        let mut all = Vec::new();
        let mut sources: Vec<&str> = Vec::new();
        for task in self.tasks.clone() {
            let Some((at, join)) = self.first_join(task) else { continue };
            let weight = self.weight(task).cloned().unwrap_or(Num::from(1));
            let as_told = told.lags.get(task).map(|lag| (lag.clone(), "what was told"));
            let (lag, source) = as_told
                .or_else(|| self.lag(table, at, &join, &weight))
                .ok_or_else(|| CannotInfer::Lag { line: join.line(), task: task.to_string() })?;
            self.lags_from_jlag |= source == JLAG;
            if !source.is_empty() && !sources.contains(&source) {
                sources.push(source);
            }
            all.push(format!("{task} {}", number::exact(&lag)));
            self.lags.push(lag);
        }
        let from = if sources.is_empty() { String::new() } else { format!(", from {}", sources.join(" and ")) };
        self.sentences.push(format!("virtual lags brought: {}{from}", all.join(", ")));
        Ok(())
    }

    /// The virtual lag that a task brings, and where it stands.
    fn lag(&self, table: &ParsedTable, at: usize, join: &Happening<'_>, weight: &Num) -> Option<(Num, &'static str)> {
        if join.class == Class::Fork {
            return Some((Num::ZERO, ""));
        }
        let jlag = join.after.and_then(|row| table.number(row, Column::Jlag)).map(|jlag| (&jlag / weight, JLAG));
        let restored = || join.number(table, Column::VlagRestored).map(|vlag| (vlag, "vlag'"));
        let before =
            || join.before.and_then(|row| table.number(row, Column::Lag)).map(|lag| (&lag / weight, "lag in the rows `join-`"));
        let has_j = !headers(table, &[Column::SumJ, Column::J]).is_empty();
        // The first on an empty queue is placed at V, whatever its lag; where J is kept it is not.
        let unused = || (at == 0 && !has_j).then_some((Num::ZERO, ""));
        before().or(jlag).or_else(restored).or_else(unused)
    }
}

/// Where a lag was found that is the half of itself under half-jlag.
const JLAG: &str = "jlag";

/// Refuses a table whose first row already has tasks on the queue.
fn starts_empty(table: &ParsedTable, happenings: &[Happening<'_>]) -> Result<(), CannotInfer> {
    let first = &happenings[0];
    let before = first.before.and_then(|row| table.number(row, Column::Load)).filter(|w| *w > Num::ZERO);
    let Some(load) = before else { return Ok(()) };
    // A W that does not grow with the join is a misprint, and left to the comparison.
    let after = loads(table, happenings).get(1).cloned().flatten();
    let grows = after.is_none_or(|after| after > load);
    if grows || !first.class.joins() {
        return Err(CannotInfer::StartsBusy { line: first.line(), load: number::exact(&load) });
    }
    Ok(())
}

//! The table of wake-up latencies: figures of one task in several runs, beside those that a mail measured.
//!
//! Owns which figures there are and how they are worded. Must not know how the runs were made.

use super::number::{decimal_or_rounded, exact};
use crate::kernels::Kernel;
use crate::model::num::Num;
use crate::scenario::Scenario;
use crate::scenario::gallery::measured::Measured;
use crate::sim::Script;
use crate::sim::behaviour::{Item, any};
use crate::sim::script::{TaskId, TaskSpec};
use crate::stats::{Latencies, Percentile};

/// A run of the table.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it is called.
    pub label: String,
    /// Its latencies, in ns.
    pub latencies: Latencies,
    /// What a mail reports of the same load on hardware, in us.
    pub measured: Option<&'static Measured>,
}

/// In which unit latencies are printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Whole microseconds, as latency tables have them.
    Us,
    /// The scenario's own, exactly if that is short.
    Own(Num),
}

impl Unit {
    /// A kernel's times are ns; those of the textbook are what the author counts in.
    pub fn of(scenario: &Scenario) -> Unit {
        let script = &scenario.script;
        match script.variant.kernel == Kernel::Ideal && script.unit == Num::from(1) {
            true => Unit::Own(script.unit.clone()),
            false => Unit::Us,
        }
    }

    /// In ns, and its name.
    pub fn ns(&self) -> (Num, &'static str) {
        match self {
            Unit::Us => (Num::from(1000), "us"),
            Unit::Own(unit) => (unit.clone(), "units"),
        }
    }
}

/// The tasks that wake by a timer, whose latency is what people measure; without one all tasks.
pub fn measured_tasks(script: &Script) -> Vec<TaskId> {
    let has_timer = |task: &TaskSpec| task.behaviour.as_ref().is_some_and(|b| any(&b.0, |item| matches!(item, Item::Timer(_))));
    let timed: Vec<TaskId> = (0..script.tasks.len()).filter(|task| has_timer(&script.tasks[*task])).collect();
    if timed.is_empty() { (0..script.tasks.len()).collect() } else { timed }
}

/// A simulated figure, and a measured one where the run has any.
pub type Cell = (String, Option<String>);

/// A figure's name, and for each run the simulated value and the measured one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// `P99.9`.
    pub name: String,
    /// `-` where there is none.
    pub cells: Vec<Cell>,
}

/// The names of the figures; the percentiles stand between them.
const FIRST: [&str; 2] = ["samples", "average"];

/// The rows of the table.
pub fn rows(runs: &[Run], unit: &Unit) -> Vec<Row> {
    let percentiles = Percentile::USUAL.map(|p| p.to_string());
    let names = FIRST.map(String::from).into_iter().chain(percentiles).chain(["max".to_string()]);
    let columns: Vec<_> = runs.iter().map(|run| (simulated(&run.latencies, unit), run.measured.map(measured))).collect();
    let cell = |i: usize, (ours, theirs): &(Vec<String>, Option<Vec<String>>)| {
        (ours[i].clone(), theirs.as_ref().map(|theirs| theirs[i].clone()))
    };
    names.enumerate().map(|(i, name)| Row { name, cells: columns.iter().map(|column| cell(i, column)).collect() }).collect()
}

fn simulated(latencies: &Latencies, unit: &Unit) -> Vec<String> {
    let text = |ns: Option<&Num>| ns.map_or("-".to_string(), |ns| in_unit(ns, unit));
    let mut cells = vec![latencies.count().to_string(), text(latencies.average().as_ref())];
    cells.extend(Percentile::USUAL.map(|p| text(latencies.percentile(p))));
    cells.push(text(latencies.max()));
    cells
}

fn measured(measured: &Measured) -> Vec<String> {
    let first = [measured.samples, measured.average];
    first.iter().chain(&measured.percentiles).chain([&measured.max]).map(u64::to_string).collect()
}

/// A latency; microseconds are rounded to whole ones.
pub fn in_unit(ns: &Num, unit: &Unit) -> String {
    match unit {
        Unit::Us => exact(&(&(ns / &Num::from(1000)) + &Num::frac(1, 2)).floor()),
        Unit::Own(unit) => decimal_or_rounded(&(ns / unit)),
    }
}

/// The table of a task as plain text.
pub fn text(task: &str, runs: &[Run], unit: &Unit) -> String {
    let with_mail = runs.iter().any(|run| run.measured.is_some());
    let (us, mail) = (if *unit == Unit::Us { " in us" } else { "" }, if with_mail { " and as measured in the mail" } else { "" });
    let rows = rows(runs, unit);
    let mut names = vec![String::new(); if with_mail { 2 } else { 1 }];
    names.extend(rows.iter().map(|row| row.name.clone()));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let blocks: Vec<Vec<String>> =
        runs.iter().enumerate().map(|(i, run)| block(run, rows.iter().map(|r| &r.cells[i]), with_mail)).collect();
    let mut out = format!("Wake-up latency of {task}{us}, simulated{mail}\n\n");
    for (i, name) in names.iter().enumerate() {
        let line = blocks.iter().fold(format!("{name:<width$}"), |line, block| line + "   " + &block[i]);
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// The lines of one run, equally wide: its label, what its columns hold if a mail's stand beside them, its figures.
fn block<'a>(run: &Run, cells: impl Iterator<Item = &'a Cell>, with_mail: bool) -> Vec<String> {
    let mail = |text: &str| run.measured.map(|_| text.to_string());
    let mut lines: Vec<Cell> = if with_mail { vec![("simulated".to_string(), mail("mail"))] } else { Vec::new() };
    lines.extend(cells.cloned());
    let widest = |of: &dyn Fn(&Cell) -> usize| lines.iter().map(of).max().unwrap_or(0);
    let ours = widest(&|(ours, _)| ours.chars().count());
    let theirs = widest(&|(_, theirs)| theirs.as_ref().map_or(0, |t| t.chars().count()));
    let line = |(a, b): &Cell| match b {
        Some(b) => format!("{a:>ours$}  {b:>theirs$}"),
        None => format!("{a:>ours$}"),
    };
    let mut out = vec![run.label.clone()];
    out.extend(lines.iter().map(line));
    let width = widest_of(&out);
    out.into_iter().map(|line| format!("{line:>width$}")).collect()
}

fn widest_of(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

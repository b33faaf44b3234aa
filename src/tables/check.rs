//! `check`: every worked table in a text, replayed and compared; the report as the command line prints it.
//!
//! Owns the report and its verdict; must not know how a table is found, inferred or compared.

use super::compare::Difference;
use super::infer::{CannotInfer, Inferred, Told, infer_as};
use super::number::Scale;
use super::parse::{Diagnostic, ParsedTable, parse_as};
use super::print::MAIL_WIDTH;
use super::stopped::stops;
use crate::scenario::quote::excerpt;
use std::fmt;

/// What a text without a table lacks.
pub const EXPECTED: &str =
    "expected a header line such as `time | event | W | v | V | lag` and rows such as `t | T1 join+ | 1 | V0 | V0 | 0`";

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its tables, in order.
    pub tables: Vec<Checked>,
    /// What looked like part of a table but was not understood.
    pub diagnostics: Vec<Diagnostic>,
}

/// What became of one table.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table as printed.
    pub table: ParsedTable,
    /// Its replay, or what it lacks.
    pub outcome: Result<Inferred, CannotInfer>,
}

/// The verdict on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All cells agree.
    Agrees,
    /// Cells differ.
    Differs,
    /// No cell differs, but a table could not be replayed.
    CannotInfer,
    /// No cell differs, but lines of a table were not understood, so that not all of it was compared.
    Unread,
    /// There is no table in the text.
    NoTable,
}

impl Verdict {
    /// The exit status of the command line.
    pub fn exit_status(self) -> u8 {
        match self {
            Verdict::Agrees => 0,
            Verdict::Differs => 1,
            Verdict::CannotInfer | Verdict::Unread | Verdict::NoTable => 2,
        }
    }
}

/// Longest word of the report, in characters, so that lines are no longer than they should be.
const LONGEST_WORD: usize = 64;

/// Finds, replays and compares every table in a text.
pub fn check(text: &str) -> Report {
    check_as(text, &Told::default())
}

/// The same with what a person tells.
pub fn check_as(text: &str, told: &Told) -> Report {
    let parsed = parse_as(text, &told.columns);
    let checked = |table: ParsedTable| {
        let outcome = infer_as(&table, told);
        Checked { table, outcome }
    };
    Report { tables: parsed.tables.into_iter().map(checked).collect(), diagnostics: parsed.diagnostics }
}

impl Report {
    /// Every differing cell of every table.
    pub fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.tables.iter().filter_map(|t| t.outcome.as_ref().ok()).flat_map(|i| &i.comparison.differences)
    }

    /// What was not understood, but for cells that are among the differences already.
    pub fn unread(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| !self.differences().any(|cell| (cell.line, cell.at) == (d.line, d.column)))
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        if self.tables.is_empty() {
            Verdict::NoTable
        } else if self.differences().next().is_some() {
            Verdict::Differs
        } else if self.tables.iter().any(|t| t.outcome.is_err()) {
            Verdict::CannotInfer
        } else if self.unread().next().is_some() {
            Verdict::Unread
        } else {
            Verdict::Agrees
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagnostics: Vec<&Diagnostic> = self.unread().collect();
        for diagnostic in &diagnostics {
            paragraph(f, "", &diagnostic.to_string())?;
        }
        if self.tables.is_empty() {
            return paragraph(f, "", &format!("no table found: {EXPECTED}"));
        }
        for (i, table) in self.tables.iter().enumerate() {
            if i > 0 || !diagnostics.is_empty() {
                writeln!(f)?;
            }
            write!(f, "{table}")?;
        }
        match diagnostics.len() {
            0 => Ok(()),
            n => paragraph(f, "", &format!("Not compared, as it was not understood: {} (told above).", count(n, "line"))),
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.table.lines();
        let columns: Vec<&str> = self.table.columns.iter().map(|c| c.text.as_str()).collect();
        let rows = count(self.table.rows.len(), "row");
        paragraph(f, "", &format!("Table in lines {first}-{last}: {rows}, columns {}", columns.join(", ")))?;
        let inferred = match &self.outcome {
            Ok(inferred) => inferred,
            Err(cannot) => {
                writeln!(f, "This table can't be replayed:")?;
                return paragraph(f, "- ", &cannot.to_string());
            }
        };
        writeln!(f, "Inferred:")?;
        for sentence in &inferred.sentences {
            paragraph(f, "- ", sentence)?;
        }
        if let Some(cut) = &inferred.recording.stopped {
            paragraph(f, "- ", &format!("the replay {}", stops(cut, &Scale::of(&inferred.recording))))?;
        }
        let found = &inferred.comparison;
        for difference in &found.differences {
            writeln!(f)?;
            write!(f, "{difference}")?;
        }
        if !found.differences.is_empty() {
            writeln!(f)?;
        }
        let rounded = match found.rounded {
            0 => String::new(),
            n => format!(" ({} only to the decimal places printed)", count(n, "cell")),
        };
        match found.differences.len() {
            0 => writeln!(f, "All {} agree{rounded}.", count(found.compared, "cell")),
            n => writeln!(f, "{n} of {} differ{rounded}.", count(found.compared, "cell")),
        }
    }
}

/// `9:33: row T3 join- at t, column J: printed 0, computed 18`, and why on lines of its own.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { line, at, label, time, printed, computed, why, .. } = self;
        let time = if time.is_empty() { String::new() } else { format!(" at {time}") };
        let what =
            format!("{line}:{at}: row {label}{time}, column {}: printed {printed}, computed {computed}", self.heading.text);
        paragraph(f, "", &what)?;
        paragraph(f, "    ", why)
    }
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A text in lines that fit a mail, the first with `lead` in front, the others indented as far.
fn paragraph(f: &mut fmt::Formatter<'_>, lead: &str, text: &str) -> fmt::Result {
    let indent = " ".repeat(lead.chars().count().max(2));
    let mut line = lead.to_string();
    let mut fresh = true;
    // What a table says may hold anything.
    for word in text.split_whitespace().map(|word| excerpt(word, LONGEST_WORD)) {
        if !fresh && line.chars().count() + 1 + word.chars().count() > MAIL_WIDTH {
            writeln!(f, "{line}")?;
            line.clone_from(&indent);
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(&word);
        fresh = false;
    }
    writeln!(f, "{line}")
}

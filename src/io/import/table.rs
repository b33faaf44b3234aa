//! A worked table in a mail: the scenario that it is a run of, its cells compared.

use super::limits::MAX_TABLE_TEXT;
use super::line::Line;
use super::names::Names;
use super::{Details, Importer, Options, Outcome, Remark, Remarks};
use crate::scenario::quote::quote;
use crate::scenario::{Scenario, Severity, parse, print};
use crate::tables::check::check_as;
use crate::tables::infer::{CannotInfer, Missing, Told, bare, missing};
use crate::tables::parse::{ParsedTable, parse_as};
use std::collections::BTreeSet;

/// Most tasks or columns that a message names.
const MAX_NAMED: usize = 16;

/// Collects the lines.
#[derive(Default)]
pub(super) struct Reader {
    text: String,
    first: u32,
    too_long: bool,
    told: Told,
}

impl Reader {
    /// A reader that knows what the options tell of the table.
    pub fn new(options: &Options) -> Reader {
        let told = Told { variant: options.kernel.map(bare), ..options.table.clone() };
        Reader { told, ..Reader::default() }
    }
}

impl Importer for Reader {
    fn line(&mut self, line: &Line<'_>, _said: &mut Remarks) {
        if self.text.is_empty() {
            self.first = line.number;
        }
        if self.text.len() + line.text.len() + line.column as usize >= MAX_TABLE_TEXT {
            self.too_long = true;
            return;
        }
        // Columns are counted in the line as it stands.
        self.text.extend(std::iter::repeat_n(' ', line.column.saturating_sub(1) as usize));
        self.text.push_str(line.text);
        self.text.push('\n');
    }

    fn missing(&self) -> Vec<Missing> {
        let tables = if self.too_long { Vec::new() } else { parse_as(&self.text, &self.told.columns).tables };
        tables.first().map_or(Vec::new(), |table| missing(table, &self.told))
    }

    fn finish(self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark> {
        let first = self.first;
        if self.too_long {
            return Err(Remark::new(first, 1, "a table that is too long", format!("at most {MAX_TABLE_TEXT} bytes")));
        }
        let first = first.max(1);
        let report = check_as(&self.text, &self.told);
        for d in &report.diagnostics {
            said.push(Remark::new(first + d.line.saturating_sub(1), d.column, d.what.clone(), d.expected.clone()));
        }
        let expected = "a table with an event column, and rows from which lags and weights follow";
        let Some(checked) = report.tables.into_iter().next() else {
            return Err(Remark::new(first, 1, "no worked table", expected));
        };
        if let Some((what, expected)) = unknown(&checked.table, &self.told) {
            return Err(Remark::new(first, 1, what, expected));
        }
        let inferred = checked.outcome.map_err(|cannot| cannot_infer(first, &cannot, expected))?;
        let title = format!("A table of {} rows", checked.table.rows.len());
        let mut script = inferred.script.clone();
        let mut names = Names::default();
        script.tasks.iter_mut().for_each(|task| task.name = names.name(&task.name, None));
        let scenario = print(&Scenario { title, source: None, script });
        if let Some(wrong) = parse(&scenario).diagnostics.iter().find(|d| d.severity == Severity::Error) {
            let what = format!("a table that is no scenario: {}", wrong.message);
            return Err(Remark::new(first, 1, what, wrong.expected.clone()));
        }
        let mut found = inferred.sentences.clone();
        let (compared, differ) = (inferred.comparison.compared, inferred.comparison.differences.len());
        found.push(format!("{differ} of {compared} cells differ"));
        Ok(Outcome { scenario, found, details: Details::Table(Box::new(inferred)) })
    }
}

/// What a table lacks, at its own line.
fn cannot_infer(first: u32, cannot: &CannotInfer, otherwise: &str) -> Remark {
    let words = cannot.words();
    let (what, expected) = words.split_once(": expected ").unwrap_or((&words, otherwise));
    Remark::new(first + cannot.line().saturating_sub(1), 1, what, expected)
}

/// What is told of a task or a column that the table does not have, and those that it has.
fn unknown(table: &ParsedTable, told: &Told) -> Option<(String, String)> {
    let tasks: BTreeSet<&str> = table.rows.iter().filter_map(|row| row.event.task.as_deref()).collect();
    let headers: BTreeSet<&str> = table.columns.iter().map(|column| column.text.as_str()).collect();
    let names = told.weights.keys().chain(told.lags.keys()).chain(told.slices.keys());
    let names = names.map(|name| ("task", name, &tasks));
    let mut all = names.chain(told.columns.iter().map(|(header, _)| ("column", header, &headers)));
    let (what, name, known) = all.find(|(_, name, known)| !known.contains(name.as_str()))?;
    let some: Vec<String> = known.iter().take(MAX_NAMED).map(|name| quote(name)).collect();
    Some((format!("no {what} {} in the table", quote(name)), format!("one of {}", some.join(" "))))
}

//! Finds worked tables in any text: mails with quoting, prose between the rows, either style of markers.
//!
//! Owns which lines belong to a table; goes by header names, never by column offsets. Must not know recordings. Never fails: what looks
//! like a row but is none becomes a diagnostic.

use super::column::{Column, Heading};
use super::event::{self, EventLabel};
use super::line::{self, RawCell};
use super::setup::{self, Setup};
use super::value::{Read, Value};
use crate::model::num::Num;
use crate::scenario::quote::quote;
use std::fmt;

/// Most columns of a table.
pub(super) const MAX_COLUMNS: usize = 64;
/// Most diagnostics kept.
const MAX_DIAGNOSTICS: usize = 100;

/// What was found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The tables with at least one row, in order.
    pub tables: Vec<ParsedTable>,
    /// What was not understood, in order of lines; at most a hundred.
    pub diagnostics: Vec<Diagnostic>,
}

/// Something that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
    /// What was found.
    pub what: String,
    /// What was expected instead.
    pub expected: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}: expected {}", self.line, self.column, self.what, self.expected)
    }
}

/// A table as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedTable {
    /// Line of the header, from 1.
    pub line: u32,
    /// What the lines above it say of its run, where they name a variant.
    pub setup: Option<Setup>,
    /// The columns; those that are not known have no heading.
    pub columns: Vec<ParsedColumn>,
    /// The rows.
    pub rows: Vec<ParsedRow>,
}

/// A column as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedColumn {
    /// The header's text.
    pub text: String,
    /// What it means, if that is known.
    pub heading: Option<Heading>,
}

/// A row as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedRow {
    /// Its line, from 1.
    pub line: u32,
    /// Its event.
    pub event: EventLabel,
    /// Its time in the table's unit; `None` if the table has no time column.
    pub time: Option<Num>,
    /// One cell a column.
    pub cells: Vec<ParsedCell>,
}

/// A cell as printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedCell {
    /// Its line, from 1.
    pub line: u32,
    /// Where its text begins, in characters from 1.
    pub column: u32,
    /// The text without spaces around it and without markers.
    pub text: String,
    /// Whether a `>` or `<` marks it. Kept, never compared.
    pub marker: bool,
    /// What it says; `Blank` if the column is not known, `Err` with what was expected if the text is not understood.
    pub read: Result<Read, &'static str>,
}

impl ParsedCell {
    /// Its value, if it is understood.
    pub fn value(&self) -> Option<&Value> {
        self.read.as_ref().ok().map(|r| &r.value)
    }

    /// The number in it.
    pub fn number(&self) -> Option<&Num> {
        self.value().and_then(Value::number)
    }
}

impl ParsedTable {
    /// Where the column is that shows the row's own task.
    pub fn position(&self, column: Column) -> Option<usize> {
        let is_it = |c: &ParsedColumn| c.heading.as_ref().is_some_and(|h| h.column == column && h.task.is_none());
        self.columns.iter().position(is_it)
    }

    /// The number in a row's cell of that column.
    pub fn number(&self, row: &ParsedRow, column: Column) -> Option<Num> {
        row.cells[self.position(column)?].number().cloned()
    }

    /// From the line that names its variant, if there is one, to the last.
    pub fn lines_with_setup(&self) -> (u32, u32) {
        let (first, last) = self.lines();
        (self.setup.as_ref().map_or(first, |setup| setup.line), last)
    }

    /// First and last line.
    pub fn lines(&self) -> (u32, u32) {
        (self.line, self.rows.iter().flat_map(|r| &r.cells).map(|c| c.line).max().unwrap_or(self.line))
    }
}

/// All tables in a text.
pub fn parse(text: &str) -> Parsed {
    parse_as(text, &[])
}

/// The same, where a person tells what columns mean, by their header.
pub fn parse_as(text: &str, told: &[(String, Column)]) -> Parsed {
    let mut finder = Finder { parsed: Parsed::default(), open: None, told };
    let lines: Vec<_> = text.lines().map(line::with_bars).collect();
    let mut i = 0;
    while i < lines.len() {
        let next = lines.get(i + 1).map(|l| l.as_ref());
        let used = finder.line(i as u32 + 1, &lines[i], next);
        if let Some(Open { table, .. }) = finder.open.as_mut().filter(|open| open.table.line as usize == i + 1) {
            table.setup = setup::read(&lines[..i], table.line);
        }
        i += used;
    }
    finder.close();
    let mut parsed = finder.parsed;
    super::blocks::put_together(&mut parsed.tables);
    parsed
}

struct Finder<'a> {
    parsed: Parsed,
    open: Option<Open>,
    told: &'a [(String, Column)],
}

/// The table whose rows are being looked for.
struct Open {
    table: ParsedTable,
    outer_bars: bool,
    event_at: usize,
    time_at: Option<usize>,
    /// Whether the line before belonged to the table.
    adjacent: bool,
}

impl Finder<'_> {
    /// Looks at one line; the number of lines used.
    fn line(&mut self, number: u32, text: &str, next: Option<&str>) -> usize {
        if !text.contains('|') || line::is_ruler(text) {
            if let Some(open) = &mut self.open {
                open.adjacent &= line::is_ruler(text);
            }
            return 1;
        }
        let outer_bars = line::starts_with_bar(text);
        if let Some(open) = self.header(number, &line::cells(number, text, outer_bars), outer_bars) {
            self.close();
            self.open = Some(open);
            return 1;
        }
        let Some(mut open) = self.open.take() else { return 1 };
        let used = self.row(&mut open, number, text, next);
        self.open = Some(open);
        used
    }

    /// What a header means, as told or as known.
    fn heading(&self, text: &str) -> Option<Heading> {
        let told = self.told.iter().find(|(header, _)| header == text);
        told.map(|(_, column)| Heading { column: *column, task: None, text: text.to_string() }).or_else(|| Heading::parse(text))
    }

    /// The table that a header line opens: it has an event column and one more that is known.
    fn header(&mut self, number: u32, cells: &[RawCell], outer_bars: bool) -> Option<Open> {
        let cells = match cells {
            [rest @ .., last] if last.text.is_empty() => rest,
            all => all,
        };
        let headings: Vec<Option<Heading>> = cells.iter().take(MAX_COLUMNS + 1).map(|c| self.heading(&c.text)).collect();
        let known = headings.iter().flatten().count();
        let event_at = headings.iter().position(|h| h.as_ref().is_some_and(|h| h.column == Column::Event));
        if known < 2 || headings.len() > MAX_COLUMNS {
            return None;
        }
        let Some(event_at) = event_at else {
            if known >= 3 && known == cells.len() {
                self.diagnose(&cells[0], "a header without an event column".into(), "a column `event`".into());
            }
            return None;
        };
        let time_at = headings.iter().position(|h| h.as_ref().is_some_and(|h| h.column == Column::Time));
        for (cell, heading) in cells.iter().zip(&headings) {
            if heading.is_none() {
                let known = "a known column; its cells are not compared";
                self.diagnose(cell, format!("column {} is not known", quote(&cell.text)), known.into());
            }
        }
        let columns = cells.iter().zip(headings).map(|(c, heading)| ParsedColumn { text: c.text.clone(), heading }).collect();
        let table = ParsedTable { line: number, setup: None, columns, rows: Vec::new() };
        Some(Open { table, outer_bars, event_at, time_at, adjacent: true })
    }

    /// Takes a line as a row of the open table, or diagnoses or ignores it.
    fn row(&mut self, open: &mut Open, number: u32, text: &str, next: Option<&str>) -> usize {
        let width = open.table.columns.len();
        let mut cells = fitted(line::cells(number, text, open.outer_bars), width);
        let mut used = 1;
        if cells.len() < width
            && let Some(wrapped) = unwrapped(open, &cells, number, next)
        {
            cells = wrapped;
            used = 2;
        }
        let event = |cells: &[RawCell]| cells.get(open.event_at).and_then(|c| event::parse(&c.text));
        let looks_like_a_row = open.adjacent || cells.len() == width || event(&cells).is_some();
        let first = cells.first().cloned();
        match (event(&cells), first) {
            (Some(event), _) if cells.len() == width => {
                if let Some(row) = self.understood(open, number, event, cells) {
                    open.table.rows.push(row);
                }
                open.adjacent = true;
            }
            (event, Some(first)) if looks_like_a_row && cells.len() != width => {
                open.adjacent &= event.is_some();
                let expected = format!("{width}, as many as the header in line {} has", open.table.line);
                self.diagnose(&first, format!("{} cells", cells.len()), expected);
            }
            (_, Some(_)) if looks_like_a_row => {
                let cell = &cells[open.event_at];
                self.diagnose(cell, format!("event {} is not understood", quote(&cell.text)), event::EXPECTED.into());
            }
            _ => {}
        }
        used
    }

    /// The row of these cells; `None` if its time is not understood.
    fn understood(&mut self, open: &Open, number: u32, event: EventLabel, cells: Vec<RawCell>) -> Option<ParsedRow> {
        let columns = open.table.columns.iter();
        let cells: Vec<ParsedCell> = cells.into_iter().zip(columns).map(|(cell, column)| self.cell(cell, column)).collect();
        let above = open.table.rows.last().and_then(|r| r.time.clone());
        let time = match open.time_at.map(|at| &cells[at].read) {
            None => None,
            Some(Ok(Read { value: Value::Time(t), .. })) => Some(t.clone()),
            Some(Ok(_)) => Some(above.unwrap_or_default()),
            Some(Err(_)) => return None,
        };
        Some(ParsedRow { line: number, event, time, cells })
    }

    fn cell(&mut self, cell: RawCell, column: &ParsedColumn) -> ParsedCell {
        let blank = Read { value: Value::Blank, star: false, places: None };
        let read = match &column.heading {
            Some(heading) => Read::cell(heading.column.kind(), &cell.text),
            None => Ok(blank),
        };
        if let Err(expected) = read {
            let what = format!("{} in column {} is not understood", quote(&cell.text), quote(&column.text));
            self.diagnose(&cell, what, expected.into());
        }
        let RawCell { line, column, text, marker } = cell;
        ParsedCell { line, column, text, marker, read }
    }

    fn close(&mut self) {
        let Some(Open { table, .. }) = self.open.take() else { return };
        if table.rows.is_empty() {
            let cell = RawCell { line: table.line, column: 1, text: String::new(), marker: false };
            self.diagnose(&cell, "a table header without rows".into(), event::EXPECTED.into());
        } else {
            self.parsed.tables.push(table);
        }
    }

    fn diagnose(&mut self, at: &RawCell, what: String, expected: String) {
        if self.parsed.diagnostics.len() < MAX_DIAGNOSTICS {
            self.parsed.diagnostics.push(Diagnostic { line: at.line, column: at.column, what, expected });
        }
    }
}

/// Without an empty cell after a bar at the end of the line.
fn fitted(mut cells: Vec<RawCell>, width: usize) -> Vec<RawCell> {
    if cells.len() == width + 1 && cells.last().is_some_and(|c| c.text.is_empty()) {
        cells.pop();
    }
    cells
}

/// A row that a mail program broke in two: the cells of both lines, if together they are a row.
fn unwrapped(open: &Open, cells: &[RawCell], number: u32, next: Option<&str>) -> Option<Vec<RawCell>> {
    event::parse(&cells.get(open.event_at)?.text)?;
    let next = next.filter(|n| !n.trim().is_empty() && !line::is_ruler(n))?;
    let mut rest = line::cells(number + 1, next, false).into_iter();
    let (mut cells, first) = (cells.to_vec(), rest.next()?);
    let last = cells.last_mut()?;
    if last.text.is_empty() {
        *last = RawCell { marker: last.marker || first.marker, ..first };
    } else if !first.text.is_empty() {
        last.text = format!("{} {}", last.text, first.text);
    }
    cells.extend(rest);
    let cells = fitted(cells, open.table.columns.len());
    (cells.len() == open.table.columns.len()).then_some(cells)
}

//! A comparison as plain text of at most 78 columns, for terminals and mails.
//!
//! Owns the order and layout of its sections; must not word reasons or compute figures.

use super::cells::{CellDifference, cells, is_difference, values};
use super::rules::RuleChange;
use super::totals::{Total, signed, totals};
use super::{Lanes, Matter, Pair, Side};
use crate::explain::{explain, wrap};
use crate::scenario::variant_words;
use crate::sim::Recording;
use crate::sim::script::Variant;
use crate::tables::column::label;
use crate::tables::number::{Scale, short};
use crate::tables::print::{MAIL_WIDTH, TooWide, print};
use crate::tables::table::{Cell, Row, default_columns};
use crate::tables::{Column, Heading, Table, Value};

/// Cells listed of one step.
const MOST_CELLS: usize = 16;

/// Rows of the tables that are printed of those that differ.
const MOST_ROWS: usize = 12;

/// What stands above the columns of figures.
const HEAD: [&str; 4] = ["", "lane A", "lane B", "B - A"];

/// Two lanes with what people call them.
pub struct Compared<'a> {
    /// The scenario's title; may be empty.
    pub title: &'a str,
    /// The variants of A and B.
    pub variants: [&'a Variant; 2],
    /// The runs of A and B.
    pub recordings: [&'a Recording; 2],
    /// What differs in their rules.
    pub changes: &'a [RuleChange],
    /// What was found.
    pub lanes: &'a Lanes,
}

impl Compared<'_> {
    /// All of it; `columns` are those of the tables, if not the usual ones.
    pub fn text(&self, columns: Option<Vec<Heading>>) -> Result<String, TooWide> {
        let mut out = self.head();
        self.rules(&mut out);
        self.differences(columns, &mut out)?;
        self.totals(&mut out);
        Ok(out)
    }

    /// One row: its cells that differ, and the reasons of both.
    pub fn row_text(&self, row: usize) -> String {
        let mut out = self.head();
        self.step("Step", row, &mut out);
        out
    }

    fn head(&self) -> String {
        let mut out = String::new();
        if !self.title.is_empty() {
            wrap(self.title, 0, 2, &mut out);
            out.push('\n');
        }
        for side in Side::ALL {
            wrap(&format!("Lane {}: {}", side.name(), variant_words(self.variants[side.index()])), 0, 2, &mut out);
        }
        out
    }

    fn rules(&self, out: &mut String) {
        heading("What differs in the rules", out);
        for change in self.changes {
            wrap(&format!("{}: {}", change.name, change.about), 2, 4, out);
            for (side, value) in Side::ALL.iter().zip(&change.values) {
                let meaning = if value.meaning.is_empty() { String::new() } else { format!(" ({})", value.meaning) };
                wrap(&format!("{}: {}{meaning}", side.name(), value.name), 4, 7, out);
            }
        }
        if self.changes.is_empty() {
            out.push_str("  nothing\n");
        }
    }

    fn differences(&self, columns: Option<Vec<Heading>>, out: &mut String) -> Result<(), TooWide> {
        let found = &self.lanes.differences;
        let Some(worst) = found.worst() else {
            let steps = self.lanes.alignment.len();
            out.push_str(&format!("\nThe states are the same in all of {steps} steps.\n"));
            return Ok(());
        };
        let least = self.lanes.least();
        if let Some(first) = found.first(least) {
            let title =
                if least == Matter::Books { "First difference, only in how the books are kept" } else { "First difference" };
            self.step(title, first, out);
            match found.first(Matter::Decision).filter(|row| *row != first) {
                Some(decision) => self.step("First difference in a decision", decision, out),
                None if worst < Matter::Decision => {
                    out.push_str("\nNo decision differs: the same tasks run at the same times.\n")
                }
                None => {}
            }
        }
        self.rows(least, columns, out)
    }

    /// The cells of one row in A and B side by side, and the reasons of both.
    fn step(&self, title: &str, row: usize, out: &mut String) {
        let pair = self.lanes.alignment.pair(row);
        heading(&format!("{title}: {}", self.place(pair)), out);
        if let Pair { a: Some(a), b: Some(b) } = pair {
            let [ra, rb] = self.recordings;
            let cells = cells((ra, &ra.state(a)), (rb, &rb.state(b)));
            match cells.is_empty() {
                true => out.push_str("  no cell differs\n"),
                false => out.push_str(&cell_table(ra, &cells)),
            }
        }
        for side in Side::ALL {
            let Some(step) = pair.of(side) else { continue };
            let why = explain(self.recordings[side.index()], step);
            wrap(&format!("Lane {}: {}", side.name(), why.title), 2, 4, out);
            if !why.sentences.is_empty() {
                wrap(&why.sentences.join(" "), 4, 4, out);
            }
            why.formulas.iter().for_each(|formula| wrap(&formula.text, 6, 8, out));
            why.warnings.iter().for_each(|warning| wrap(&format!("! {warning}"), 4, 6, out));
        }
    }

    /// `t+1.8, A wake+ (step 24 of A, 25 of B)`, steps counted from 1.
    fn place(&self, pair: Pair) -> String {
        let of = |side: Side| pair.of(side).map(|step| (side, step));
        let Some((side, step)) = of(Side::A).or(of(Side::B)) else { return String::new() };
        let recording = self.recordings[side.index()];
        let state = recording.state(step);
        let steps = match pair {
            Pair { a: Some(a), b: Some(b) } => format!("step {} of lane A, {} of lane B", a + 1, b + 1),
            _ => format!("step {} of lane {}; lane {} has no such step", step + 1, side.name(), side.other().name()),
        };
        format!("{}, {} ({steps})", Scale::of(recording).time(&state.t), label(recording, &state))
    }

    fn rows(&self, least: Matter, columns: Option<Vec<Heading>>, out: &mut String) -> Result<(), TooWide> {
        let (count, all) = (self.lanes.differences.count(least), self.lanes.alignment.len());
        heading(&format!("Rows that differ: {count} of {all}"), out);
        let [a, b] = self.recordings;
        let columns = columns.unwrap_or_else(|| default_columns(if b.has_j { b } else { a }));
        let rows = self.lanes.differences.in_order(least).take(MOST_ROWS);
        let table = self.table(columns, rows);
        out.push_str(&print(&table, MAIL_WIDTH)?);
        if count > MOST_ROWS {
            out.push_str(&format!("... and {} more\n", count - MOST_ROWS));
        }
        let books = self.lanes.differences.count(Matter::Books) - count;
        if books > 0 {
            wrap(&format!("In {books} more the lanes differ only in how the books are kept."), 0, 0, out);
        }
        Ok(())
    }

    /// Rows of A and B below each other, marked where they differ from each other.
    fn table(&self, columns: Vec<Heading>, rows: impl Iterator<Item = usize>) -> Table {
        let lane = Heading { column: Column::Event, task: None, text: String::new() };
        let mut table = Table { columns: [vec![lane], columns.clone()].concat(), rows: Vec::new() };
        for row in rows {
            let pair = self.lanes.alignment.pair(row);
            let of = |side: Side| rows_of(self.recordings, side, pair.of(side).as_slice(), &columns).pop();
            let mut both = [of(Side::A), of(Side::B)];
            if let [Some(a), Some(b)] = &mut both {
                for ((x, y), heading) in a.cells.iter_mut().zip(&mut b.cells).zip(&columns) {
                    let differs = is_difference(heading.column, &x.value, &y.value);
                    if heading.column.is_key() && !differs {
                        y.value = Value::Blank;
                    }
                    (x.changed, y.changed) = (differs, differs);
                }
            }
            for (side, row) in Side::ALL.into_iter().zip(both) {
                let Some(mut row) = row else { continue };
                let name = Value::Text(side.name().to_string());
                row.cells.insert(0, Cell { value: name, star: false, changed: false });
                table.rows.push(row);
            }
        }
        table
    }

    fn totals(&self, out: &mut String) {
        heading("Summary", out);
        let sums = self.lanes.summaries.each_ref();
        out.push_str(&total_table(&totals(self.recordings[0], sums)));
    }
}

fn heading(text: &str, out: &mut String) {
    out.push('\n');
    wrap(text, 0, 2, out);
}

/// Names to the left, numbers to the right, at least two spaces between.
fn cell_table(recording: &Recording, cells: &[CellDifference]) -> String {
    let lines = cells.iter().take(MOST_CELLS).map(|cell| {
        let by = cell.by().map_or(String::new(), |by| signed(&by, short));
        [cell.name(recording), cell.a.short(), cell.b.short(), by]
    });
    let mut text = grid(HEAD.map(String::from), lines);
    if cells.len() > MOST_CELLS {
        text.push_str(&format!("  ... and {} more cells\n", cells.len() - MOST_CELLS));
    }
    text
}

fn total_table(totals: &[Total]) -> String {
    let lines = totals.iter().map(|total| {
        let [a, b] = total.figures.each_ref().map(|figure| figure.text.clone());
        let by = total.by.clone().filter(|_| total.differs()).unwrap_or_default();
        [total.name.clone(), a, b, by]
    });
    grid(HEAD.map(String::from), lines)
}

fn grid(head: [String; 4], lines: impl Iterator<Item = [String; 4]>) -> String {
    let lines: Vec<[String; 4]> = std::iter::once(head).chain(lines).collect();
    let width = |c: usize| lines.iter().map(|line| line[c].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let line = |line: &[String; 4]| {
        let [name, a, b, by] = line;
        let text = format!("  {name:<0$}  {a:>1$}  {b:>2$}  {by:>3$}", widths[0], widths[1], widths[2], widths[3]);
        format!("{}\n", text.trim_end())
    };
    lines.iter().map(line).collect()
}

/// Some rows of one lane's table, no cell marked. Where the lanes compute with different numbers, both show the lag in the same way.
pub fn rows_of(recordings: [&Recording; 2], side: Side, steps: &[usize], columns: &[Heading]) -> Vec<Row> {
    let mut rows = Row::of(recordings[side.index()], columns, steps);
    rows.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| cell.changed = false);
    if recordings[0].arith != recordings[1].arith {
        rows.iter_mut().for_each(|row| in_common_arithmetic(recordings, side, row, columns));
    }
    rows
}

fn in_common_arithmetic(recordings: [&Recording; 2], side: Side, row: &mut Row, columns: &[Heading]) {
    let recording = recordings[side.index()];
    for (cell, heading) in row.cells.iter_mut().zip(columns).filter(|(_, heading)| heading.column == Column::Lag) {
        let state = &recording.state(row.step);
        let task = match &heading.task {
            Some(name) => recording.tasks.iter().position(|t| t.name == *name),
            None => row.task,
        };
        let [a, b] = values(recordings, [state; 2], Column::Lag, [task; 2]);
        cell.value = if side == Side::A { a } else { b };
    }
}

//! Puts the blocks of a table that was too wide for a mail together again.
//!
//! Owns when two tables are blocks of one: the same rows, no value column in both. Must not know texts.

use super::parse::{MAX_COLUMNS, ParsedColumn, ParsedTable};

/// Merges neighbours that are blocks of one table.
pub fn put_together(tables: &mut Vec<ParsedTable>) {
    let mut merged: Vec<ParsedTable> = Vec::with_capacity(tables.len());
    for table in tables.drain(..) {
        match merged.last_mut() {
            Some(above) if are_blocks(above, &table) => append(above, table),
            _ => merged.push(table),
        }
    }
    *tables = merged;
}

fn is_key(column: &ParsedColumn) -> bool {
    column.heading.as_ref().is_some_and(|h| h.column.is_key())
}

fn are_blocks(above: &ParsedTable, below: &ParsedTable) -> bool {
    let values_of = |t: &ParsedTable| t.columns.iter().filter(|c| !is_key(c)).map(|c| c.text.clone()).collect::<Vec<_>>();
    let (upper, lower) = (values_of(above), values_of(below));
    above.rows.len() == below.rows.len()
        && above.columns.len() < MAX_COLUMNS
        && lower.iter().all(|c| !upper.contains(c))
        && above.rows.iter().zip(&below.rows).all(|(a, b)| a.event == b.event && a.time == b.time)
}

fn append(above: &mut ParsedTable, below: ParsedTable) {
    let keep: Vec<bool> = below.columns.iter().map(|c| !is_key(c)).collect();
    above.columns.extend(below.columns.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(c, _)| c));
    for (row, more) in above.rows.iter_mut().zip(below.rows) {
        row.cells.extend(more.cells.into_iter().zip(&keep).filter(|(_, keep)| **keep).map(|(c, _)| c));
    }
}

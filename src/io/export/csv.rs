//! A worked table as comma-separated values for spreadsheets and scripts.
//!
//! Cells are plain exact numbers: times from the start of the run, virtual times from V0, both in the scenario's unit; fractions
//! as `40/3`. What does not apply is empty.

use crate::sim::Recording;
use crate::tables::number::exact;
use crate::tables::{Heading, Table, Value};
use std::borrow::Cow;
use std::io::{self, Write};

/// Writes the header and all rows.
pub fn write(out: &mut impl Write, table: &Table) -> io::Result<()> {
    write_line(out, table.columns.iter().map(|heading| heading.text.clone()))?;
    for row in &table.rows {
        write_line(out, row.cells.iter().map(|cell| plain(&cell.value)))?;
    }
    Ok(())
}

/// The same of a run of any length, a row at a time.
pub fn stream(out: &mut impl Write, recording: &Recording, columns: Vec<Heading>) -> io::Result<()> {
    let mut table = Table { columns, rows: Vec::new() };
    write(out, &table)?;
    let (mut walk, mut index) = (recording.walk_from(0), 0..);
    while let Some((step, index)) = walk.next_step().zip(index.next()) {
        table.add(recording, index, step);
        for row in table.rows.drain(..) {
            write_line(out, row.cells.iter().map(|cell| plain(&cell.value)))?;
        }
    }
    Ok(())
}

fn write_line(out: &mut impl Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        out.write_all(quoted(&cell).as_bytes())?;
    }
    out.write_all(b"\n")
}

fn plain(value: &Value) -> String {
    match (value, value.number()) {
        (_, Some(number)) => exact(number),
        (Value::Na, _) => String::new(),
        (other, _) => other.exact(),
    }
}

/// A cell that a reader could take apart is put in quotes.
fn quoted(cell: &str) -> Cow<'_, str> {
    match cell.contains([',', '"', '\n', '\r']) {
        true => Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\""))),
        false => Cow::Borrowed(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_at_a_time_makes_the_same_file() {
        let text = "kernel ideal\ntask A\ntask B weight=3\nat 0 wake A\nat 1 wake B\nat 2 tick\nat 3 end";
        let recording = crate::sim::run(&crate::scenario::parse(text).scenario.script);
        let columns = crate::tables::table::default_columns(&recording);
        let (mut whole, mut streamed) = (Vec::new(), Vec::new());
        write(&mut whole, &Table::of(&recording, columns.clone())).expect("written");
        stream(&mut streamed, &recording, columns).expect("written");
        assert_eq!(String::from_utf8(streamed), String::from_utf8(whole.clone()));

        assert!(whole.len() > 300, "a table of some rows");
    }

    #[test]
    fn only_cells_that_need_quotes_have_them() {
        assert_eq!(quoted("T1 join+"), "T1 join+");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}

//! A worked table in Markdown, with the cells that the plain text has. Numbers stand to the right; marks of change are left out,
//! since a rendered table has no room for them.

use crate::tables::Table;
use crate::tables::column::Kind;
use std::io::{self, Write};

/// Writes the header and all rows, padded so that the source reads as a table too.
pub fn write(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let columns: Vec<Column> = (0..table.columns.len()).map(|i| Column::of(table, i)).collect();
    write_line(out, columns.iter().map(|c| c.pad(&c.header)))?;
    write_line(out, columns.iter().map(Column::ruler))?;
    for row in 0..table.rows.len() {
        write_line(out, columns.iter().map(|c| c.pad(&c.cells[row])))?;
    }
    Ok(())
}

struct Column {
    header: String,
    cells: Vec<String>,
    right: bool,
    width: usize,
}

impl Column {
    fn of(table: &Table, index: usize) -> Column {
        let heading = &table.columns[index];
        let header = escaped(&heading.text);
        let cells: Vec<String> = table.rows.iter().map(|row| escaped(&row.cells[index].text())).collect();
        let longest = cells.iter().chain([&header]).map(|c| c.chars().count()).max().unwrap_or(0);
        let right = !matches!(heading.column.kind(), Kind::Event | Kind::Name);
        Column { header, cells, right, width: longest.max(3) }
    }

    fn pad(&self, cell: &str) -> String {
        match self.right {
            true => format!("{cell:>width$}", width = self.width),
            false => format!("{cell:<width$}", width = self.width),
        }
    }

    fn ruler(&self) -> String {
        match self.right {
            true => format!("{:->width$}", ":", width = self.width),
            false => "-".repeat(self.width),
        }
    }
}

fn write_line(out: &mut impl Write, cells: impl Iterator<Item = String>) -> io::Result<()> {
    for cell in cells {
        write!(out, "| {cell} ")?;
    }
    out.write_all(b"|\n")
}

/// A bar would end the cell, and `*` or `` ` `` would be taken for markup.
fn escaped(cell: &str) -> String {
    let mut text = String::new();
    for c in cell.chars() {
        if matches!(c, '|' | '*' | '`' | '\\' | '<' | '_') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_take_for_markup_is_escaped() {
        assert_eq!(escaped("0*"), "0\\*");
        assert_eq!(escaped("a|b"), "a\\|b");
        assert_eq!(escaped("V0-36"), "V0-36");
    }
}

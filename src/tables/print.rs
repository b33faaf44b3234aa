//! A table as aligned plain text for a mail.
//!
//! Owns widths and alignment. A table wider than asked is first set without the space after the markers, then split into blocks one
//! below the other, each with the time and event columns in front; the parser puts such blocks together again. Must not know
//! recordings.

use super::column::Kind;
use super::table::Table;
use std::fmt;

/// Characters that a line of a mail should not exceed.
pub const MAIL_WIDTH: usize = 78;

/// A column that does not fit even next to the time and event columns alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooWide {
    /// The column's header.
    pub column: String,
    /// Characters that a line with it needs.
    pub needed: usize,
    /// Characters there are.
    pub width: usize,
}

impl fmt::Display for TooWide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooWide { column, needed, width } = self;
        write!(f, "column `{column}` does not fit: a line with it has {needed} characters, expected at most {width}")
    }
}

impl std::error::Error for TooWide {}

/// The table in lines of at most `width` characters, the last one ended too.
pub fn print(table: &Table, width: usize) -> Result<String, TooWide> {
    let sets: Vec<Set> = (0..table.columns.len()).map(|c| Set::of(table, c)).collect();
    let all: Vec<&Set> = sets.iter().collect();
    if let Some(gap) = [" ", ""].into_iter().find(|gap| line_width(&all, gap) <= width) {
        return Ok(block(&all, gap));
    }
    let (keys, others): (Vec<&Set>, Vec<&Set>) = sets.iter().partition(|s| s.is_key);
    let mut blocks: Vec<Vec<&Set>> = Vec::new();
    for set in &others {
        let wider = |block: &[&'_ Set]| line_width(&[block, &[*set]].concat(), "");
        match blocks.last_mut() {
            Some(block) if wider(block) <= width => block.push(set),
            _ if wider(&keys) <= width => blocks.push([keys.as_slice(), &[*set]].concat()),
            _ => return Err(TooWide { column: set.header.clone(), needed: wider(&keys), width }),
        }
    }
    if blocks.is_empty() {
        let column = keys.last().map_or(String::new(), |k| k.header.clone());
        return Err(TooWide { column, needed: line_width(&all, ""), width });
    }
    Ok(blocks.iter().map(|b| block(b, "")).collect::<Vec<_>>().join("\n"))
}

/// A column as it is set.
struct Set {
    header: String,
    is_key: bool,
    /// Numbers stand right, virtual times and words left.
    right: bool,
    /// Whether there is a place for `>` before the text.
    marked: bool,
    /// Characters of the widest text, without its star.
    width: usize,
    /// Text and whether it is marked, a row each.
    cells: Vec<(String, bool)>,
}

impl Set {
    fn of(table: &Table, c: usize) -> Set {
        let heading = &table.columns[c];
        let is_key = heading.column.is_key();
        let cells: Vec<(String, bool)> = table.rows.iter().map(|r| (r.cells[c].text(), r.cells[c].changed)).collect();
        let texts = cells.iter().map(|(text, _)| bare(text)).chain([heading.text.as_str()]);
        Set {
            header: heading.text.clone(),
            is_key,
            right: heading.column.kind() == Kind::Number,
            // A `>` at the start of a line would read as a quotation.
            marked: !is_key && c > 0,
            width: texts.map(|t| t.chars().count()).max().unwrap_or(0),
            cells,
        }
    }

    /// Characters it takes, with the place of a star or space after it.
    fn place(&self, gap: &str) -> usize {
        let marker = if self.marked { 1 + gap.len() } else { 0 };
        marker + self.width + 1
    }

    fn put(&self, line: &mut String, text: &str, changed: bool, gap: &str) {
        if self.marked {
            line.push(if changed { '>' } else { ' ' });
            line.push_str(gap);
        }
        let star = if text.ends_with('*') { "*" } else { " " };
        let text = bare(text);
        let pad = " ".repeat(self.width.saturating_sub(text.chars().count()));
        line.extend(if self.right { [&pad, text, star] } else { [text, star, &pad] });
    }
}

/// The text without its star, which stands in the space before the next bar.
fn bare(text: &str) -> &str {
    text.strip_suffix('*').unwrap_or(text)
}

/// Characters of the longest line: bars between the columns, no trailing space.
fn line_width(sets: &[&Set], gap: &str) -> usize {
    let starred = sets.last().is_some_and(|s| s.cells.iter().any(|(text, _)| text.ends_with('*')));
    let sum: usize = sets.iter().map(|s| s.place(gap) + 1).sum();
    sum.saturating_sub(if starred { 1 } else { 2 })
}

fn block(sets: &[&Set], gap: &str) -> String {
    let line = |cell: &dyn Fn(&Set) -> (String, bool)| {
        let mut line = String::new();
        for (i, set) in sets.iter().enumerate() {
            if i > 0 {
                line.push('|');
            }
            let (text, changed) = cell(set);
            set.put(&mut line, &text, changed, gap);
        }
        format!("{}\n", line.trim_end())
    };
    let mut text = line(&|set| (set.header.clone(), false));
    text.push_str(&format!("{}\n", "-".repeat(line_width(sets, gap))));
    for row in 0..sets.first().map_or(0, |s| s.cells.len()) {
        text.push_str(&line(&|set| set.cells[row].clone()));
    }
    text
}

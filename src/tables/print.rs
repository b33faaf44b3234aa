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
    if let Some(gap) = GAPS.into_iter().find(|gap| line_width(&all, gap) <= width) {
        return Ok(block(&all, gap));
    }
    let fewest = split(&all, width, "")?.len();
    let with = |gap: &'static str| Some((gap, split(&all, width, gap).ok().filter(|b| b.len() == fewest)?));
    let (gap, mut blocks) = GAPS.into_iter().find_map(with).unwrap_or(("", Vec::new()));
    // As many blocks as it takes, but evenly filled.
    for narrower in (1..width).rev() {
        match split(&all, narrower, gap) {
            Ok(even) if even.len() == fewest => blocks = even,
            _ => break,
        }
    }
    Ok(blocks.iter().map(|b| block(b, gap)).collect::<Vec<_>>().join("\n"))
}

/// Spaces next to the bars: one, or where that is too wide none.
const GAPS: [&str; 2] = [" ", ""];

/// The columns in blocks of at most `width` characters, each filled as far as it goes.
fn split<'a>(all: &[&'a Set], width: usize, gap: &str) -> Result<Vec<Vec<&'a Set>>, TooWide> {
    let (keys, others): (Vec<&Set>, Vec<&Set>) = all.iter().partition(|s| s.is_key);
    let wider = |block: &[&'a Set], set: &'a Set| line_width(&[block, &[set]].concat(), gap);
    let mut blocks: Vec<Vec<&Set>> = Vec::new();
    for set in others {
        match blocks.last_mut() {
            Some(block) if wider(block, set) <= width => block.push(set),
            _ if wider(&keys, set) <= width => blocks.push([keys.as_slice(), &[set]].concat()),
            _ => return Err(TooWide { column: set.header.clone(), needed: wider(&keys, set), width }),
        }
    }
    match blocks.is_empty() {
        false => Ok(blocks),
        true => {
            let column = keys.last().map_or(String::new(), |k| k.header.clone());
            Err(TooWide { column, needed: line_width(&keys, gap), width })
        }
    }
}

/// A column as it is set.
struct Set {
    header: String,
    is_key: bool,
    /// Numbers stand right, virtual times and words left.
    right: bool,
    /// Whether there is a place for `>` before the text.
    marked: bool,
    /// Whether it is the table's first column.
    first: bool,
    /// Characters of the widest text, without its star.
    width: usize,
    /// Whether any text has one.
    starred: bool,
    /// Text and whether it is marked, a row each.
    cells: Vec<(String, bool)>,
}

impl Set {
    fn of(table: &Table, c: usize) -> Set {
        let heading = &table.columns[c];
        let is_key = heading.column.is_key();
        let cells: Vec<(String, bool)> = table.rows.iter().map(|r| (r.cells[c].text(), r.cells[c].changed)).collect();
        let texts = cells.iter().map(|(text, _)| bare(text)).chain([heading.text.as_str()]);
        let starred = cells.iter().any(|(text, _)| text.ends_with('*'));
        Set {
            header: heading.text.clone(),
            is_key,
            right: heading.column.kind() == Kind::Number,
            // A `>` at the start of a line would read as a quotation.
            marked: !is_key && c > 0,
            width: texts.map(|t| t.chars().count()).max().unwrap_or(0),
            starred,
            first: c == 0,
            cells,
        }
    }

    /// Characters it takes, with the place of a star or space after it.
    fn place(&self, gap: &str) -> usize {
        usize::from(self.marked) + self.gap(gap).len() + self.width + 1
    }

    fn gap<'a>(&self, gap: &'a str) -> &'a str {
        if self.first { "" } else { gap }
    }

    fn put(&self, line: &mut String, text: &str, changed: bool, gap: &str) {
        if self.marked {
            line.push(if changed { '>' } else { ' ' });
        }
        line.push_str(self.gap(gap));
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
    let starred = sets.last().is_some_and(|s| s.starred);
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

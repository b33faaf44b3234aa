//! One line of a mail: its quoting taken off, its cells told apart.
//!
//! Owns what mail programs and people do to a line of a table; must not know what the cells mean.

use std::borrow::Cow;

/// A cell as it stands in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawCell {
    /// The line's number, from 1.
    pub line: u32,
    /// Where the text begins, in characters from 1.
    pub column: u32,
    /// The text without spaces around it and without markers.
    pub text: String,
    /// Whether a `>` or `<` marks it.
    pub marker: bool,
}

/// Characters in front of a line's own text: quotation marks and indent. In characters.
pub fn quoting(line: &str) -> usize {
    line.chars().take_while(|c| *c == '>' || c.is_whitespace() || *c == '\u{feff}').count()
}

/// With `|` for every kind of vertical bar.
pub fn with_bars(line: &str) -> Cow<'_, str> {
    if line.contains(['\u{2502}', '\u{2503}', '\u{2551}']) {
        Cow::Owned(line.replace(['\u{2502}', '\u{2503}', '\u{2551}'], "|"))
    } else {
        Cow::Borrowed(line)
    }
}

/// Whether the line only rules a table: dashes and crossings.
pub fn is_ruler(line: &str) -> bool {
    let rest: String = line.chars().skip(quoting(line)).filter(|c| !c.is_whitespace()).collect();
    rest.chars().count() >= 3
        && rest.contains(['-', '=', '_', '\u{2500}', '\u{2550}'])
        && rest.chars().all(|c| "-=_+|:*".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c))
}

/// The cells of a line, told apart by bars. `outer_bars`: the table has bars at both ends of its lines, as in Markdown.
pub fn cells(number: u32, line: &str, outer_bars: bool) -> Vec<RawCell> {
    let skip = quoting(line);
    let start = line.char_indices().nth(skip).map_or(line.len(), |(i, _)| i);
    let mut body = line[start..].trim_end();
    let mut at = skip + 1;
    if outer_bars {
        if let Some(inner) = body.strip_prefix('|') {
            body = inner;
            at += 1;
        }
        body = body.strip_suffix('|').unwrap_or(body);
    }
    let mut cells = Vec::new();
    for text in body.split('|') {
        cells.push(cell(number, at, text));
        at += text.chars().count() + 1;
    }
    cells
}

fn cell(line: u32, at: usize, text: &str) -> RawCell {
    let mut inner = text.trim();
    let before = inner.strip_prefix('>');
    inner = before.unwrap_or(inner);
    let after = inner.strip_suffix('<');
    inner = after.unwrap_or(inner).trim_end();
    let lead = text.chars().take_while(|c| c.is_whitespace()).count() + usize::from(before.is_some());
    let lead = lead + inner.chars().take_while(|c| c.is_whitespace()).count();
    let column = u32::try_from(at + lead).unwrap_or(u32::MAX);
    RawCell { line, column, text: inner.trim_start().to_string(), marker: before.is_some() || after.is_some() }
}

/// Whether the line begins with a bar.
pub fn starts_with_bar(line: &str) -> bool {
    line.chars().nth(quoting(line)) == Some('|')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str, outer: bool) -> Vec<String> {
        cells(1, line, outer).into_iter().map(|c| if c.marker { format!("!{}", c.text) } else { c.text }).collect()
    }

    #[test]
    fn quoting_and_markers_come_off() {
        assert_eq!(texts("> > t |T2 joins+ | 2  <| -12 |> V0 - 8", false), ["t", "T2 joins+", "!2", "-12", "!V0 - 8"]);
        assert_eq!(texts(">>| t | x |", true), ["t", "x"]);
        assert_eq!(texts("  | T1 join- | 0", false), ["", "T1 join-", "0"]);
    }

    #[test]
    fn a_cell_knows_where_its_text_begins() {
        let line = "> t  | T1 join+   |>  5";
        let cells = cells(7, line, false);
        for cell in &cells {
            assert!(line[cell.column as usize - 1..].starts_with(&cell.text), "{cell:?}");
            assert_eq!(cell.line, 7);
        }
    }

    #[test]
    fn rulers_are_lines_of_dashes_only() {
        assert!(is_ruler("> ---------"));
        assert!(is_ruler("|---|:--:|"));
        assert!(is_ruler("\u{2500}\u{2500}\u{253c}\u{2500}"));
        assert!(!is_ruler("--"));
        assert!(!is_ruler("t | - | 3"));
    }
}

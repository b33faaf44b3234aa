//! Where diagnostics are in a text: character ranges, and its lines cut into marked and unmarked parts.
//!
//! Must not know what a diagnostic says.

use crate::scenario::{Diagnostic, Severity};

/// A line of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The worst that is wrong in it.
    pub severity: Option<Severity>,
    /// Its text in parts.
    pub parts: Vec<Part>,
}

/// Part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its text.
    pub text: String,
    /// What is wrong with it.
    pub severity: Option<Severity>,
}

/// First and last place of a diagnostic in UTF-16 units from the start of the text, as browsers count; cut to its line.
pub fn utf16_range(text: &str, diagnostic: &Diagnostic) -> (u32, u32) {
    let units = |s: &str| s.encode_utf16().count();
    let line = diagnostic.line.max(1) as usize - 1;
    let before: usize = text.split('\n').take(line).map(|l| units(l) + 1).sum();
    let before = before.min(units(text));
    let Some(line) = text.split('\n').nth(line).filter(|_| diagnostic.line > 0) else { return (before as u32, before as u32) };
    let skip = diagnostic.column.max(1) as usize - 1;
    let lead: usize = line.chars().take(skip).map(char::len_utf16).sum();
    let length: usize = line.chars().skip(skip).take(diagnostic.length as usize).map(char::len_utf16).sum();
    ((before + lead) as u32, (before + lead + length) as u32)
}

/// The lines of a text, what diagnostics are about marked. Of overlapping marks the first counts.
pub fn marked_lines(text: &str, diagnostics: &[Diagnostic]) -> Vec<Line> {
    text.split('\n')
        .enumerate()
        .map(|(i, line)| {
            let mut here: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.line as usize == i + 1).collect();
            here.sort_by_key(|d| d.column);
            let worst = here.iter().map(|d| d.severity).max_by_key(|s| *s == Severity::Error);
            Line { severity: worst, parts: parts(line, &here) }
        })
        .collect()
}

fn parts(line: &str, diagnostics: &[&Diagnostic]) -> Vec<Part> {
    let chars: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    let mut at = 0;
    let mut push = |from: usize, to: usize, severity| {
        if from < to {
            parts.push(Part { text: chars[from..to].iter().collect(), severity });
        }
    };
    for d in diagnostics {
        let from = (d.column.max(1) as usize - 1).clamp(at, chars.len());
        let to = (d.column.max(1) as usize - 1 + d.length.max(1) as usize).clamp(from, chars.len());
        push(at, from, None);
        push(from, to, Some(d.severity));
        at = to;
    }
    push(at, chars.len(), None);
    if parts.is_empty() {
        // An empty line still takes a line.
        parts.push(Part { text: String::new(), severity: None });
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32, length: u32) -> Diagnostic {
        Diagnostic { line, column, length, severity: Severity::Error, message: String::new(), expected: String::new() }
    }

    #[test]
    fn a_range_counts_as_browsers_do() {
        let text = "# 🙂\ntask ä x=1\n";
        let (from, to) = utf16_range(text, &at(2, 8, 3));
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16_lossy(&units[from as usize..to as usize]), "x=1");
    }

    #[test]
    fn a_diagnostic_of_an_older_text_stays_inside_the_present_one() {
        let end = "short".len() as u32;
        assert_eq!(utf16_range("short", &at(9, 9, 9)), (end, end));
        assert_eq!(utf16_range("short", &at(1, 3, 99)), (2, end));
        assert_eq!(utf16_range("short", &at(1, 99, 1)), (end, end));
    }

    #[test]
    fn lines_are_cut_at_what_is_wrong_and_nothing_is_left_out() {
        let lines = marked_lines("tsak A\n\nok", &[at(1, 1, 4)]);
        let part = |text: &str, severity| Part { text: text.into(), severity };
        assert_eq!(lines[0].parts, [part("tsak", Some(Severity::Error)), part(" A", None)]);
        assert_eq!(lines[0].severity, Some(Severity::Error));
        assert_eq!(lines[1].parts, [part("", None)]);
        assert_eq!(lines[2].parts, [part("ok", None)]);
        for diagnostics in [vec![at(1, 2, 9), at(1, 3, 1)], vec![at(1, 40, 2)]] {
            let again: String = marked_lines("tsak A", &diagnostics)[0].parts.iter().map(|p| p.text.as_str()).collect();
            assert_eq!(again, "tsak A");
        }
    }
}

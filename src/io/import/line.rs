//! A line of a pasted text: its mail quoting and its dmesg timestamp taken off, its place kept.
//!
//! Owns what mail programs and consoles put in front of a line; must not know what the line says.

use super::limits::MAX_COLUMNS;
use super::remark::Remark;

/// One line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// The text without what stands in front of it, and without blanks at either end.
    pub text: &'a str,
    /// Column of its first character, from 1.
    pub column: u32,
    /// Whether a `>` touches it: quoting, or a dump's mark of the running task (`>R`).
    pub marked: bool,
    /// Whether the line was longer than [`MAX_COLUMNS`].
    long: bool,
}

impl<'a> Line<'a> {
    /// Line `number`, as it stands in the text.
    pub fn new(number: u32, raw: &'a str) -> Line<'a> {
        let long = raw.len() > MAX_COLUMNS && raw.char_indices().nth(MAX_COLUMNS).is_some();
        let raw = match raw.char_indices().nth(MAX_COLUMNS) {
            Some((end, _)) if long => &raw[..end],
            _ => raw,
        };
        let quoted = raw.trim_start_matches(|c: char| c == '>' || c.is_whitespace() || c == '\u{feff}');
        let text = without_stamp(quoted);
        // After a timestamp a `>` is the console's own text.
        let text = if text.len() < quoted.len() { text.trim_start_matches('>').trim_start() } else { text };
        let before = &raw[..raw.len() - text.len()];
        let column = before.chars().count() as u32 + 1;
        Line { number, text: text.trim_end(), column, marked: before.ends_with('>'), long }
    }

    /// How many usual lines it costs the time of.
    pub fn cost(&self) -> usize {
        1 + self.text.len() / 256
    }

    /// Column of a piece of this line's text, from 1. The piece must be a slice of it.
    pub fn column_of(&self, piece: &str) -> u32 {
        let bytes = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..bytes).unwrap_or("");
        self.column + before.chars().count() as u32
    }

    /// A remark on a piece of this line's text.
    pub fn remark(&self, piece: &str, what: impl Into<String>, expected: impl Into<String>) -> Remark {
        Remark::new(self.number, self.column_of(piece), what, expected)
    }

    /// The remark on a line whose end is not read.
    pub fn cut_off(&self) -> Option<Remark> {
        let what = "a line whose end is not read";
        self.long.then(|| Remark::new(self.number, MAX_COLUMNS as u32 + 1, what, format!("at most {MAX_COLUMNS} characters")))
    }
}

/// Without a console's `<6>[   98.749867][ T8390] ` in front.
fn without_stamp(text: &str) -> &str {
    let level = text.strip_prefix('<').and_then(|t| t.split_once('>')).filter(|(level, _)| level.len() == 1);
    let from = level.map_or(text, |(_, rest)| rest);
    let Some((stamp, rest)) = from.strip_prefix('[').and_then(|t| t.split_once(']')) else { return text };
    let stamp = stamp.trim_start();
    let is_time = stamp.contains('.') && stamp.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if !is_time {
        return text;
    }
    let caller = rest.strip_prefix('[').and_then(|t| t.split_once(']'));
    let caller = caller.filter(|(who, _)| who.trim_start().starts_with(['T', 'C']) && who.len() <= 16);
    caller.map_or(rest, |(_, rest)| rest).trim_start()
}

/// The lines of a text, from line `number` on.
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: u32,
}

impl<'a> Lines<'a> {
    /// All lines of `text`, whose first has that number.
    pub fn new(text: &'a str, number: u32) -> Lines<'a> {
        Lines { text, at: 0, number }
    }

    /// Bytes gone through, and the number of the next line.
    pub fn position(&self) -> (usize, u32) {
        (self.at, self.number)
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;
    fn next(&mut self) -> Option<Line<'a>> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return None;
        }
        let end = rest.find('\n');
        let line = Line::new(self.number, &rest[..end.unwrap_or(rest.len())]);
        self.at += end.map_or(rest.len(), |end| end + 1);
        self.number = self.number.saturating_add(1);
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(raw: &str) -> (&str, u32, bool) {
        let line = Line::new(1, raw);
        (line.text, line.column, line.marked)
    }

    #[test]
    fn quoting_and_timestamps_are_taken_off_and_columns_still_count_from_the_raw_line() {
        assert_eq!(line("task A"), ("task A", 1, false));
        assert_eq!(line("> >  task A  \r"), ("task A", 6, false));
        assert_eq!(line("[   98.749867] pool_workqueue_     3"), ("pool_workqueue_     3", 16, false));
        assert_eq!(line("> [  514.461242][ T8390] cfs_rq"), ("cfs_rq", 26, false));
        assert_eq!(line("<6>[    1.5] x"), ("x", 14, false));
        assert_eq!(line("[012] dN.."), ("[012] dN..", 1, false));
    }

    #[test]
    fn the_mark_of_the_running_task_is_told_from_quoting() {
        assert_eq!(line(">R            bash"), ("R            bash", 2, true));
        assert_eq!(line("> >R  bash"), ("R  bash", 4, true));
        assert_eq!(line(">  R  bash"), ("R  bash", 4, false));
        assert_eq!(line("[    1.5] >R  bash"), ("R  bash", 12, true));
    }

    #[test]
    fn a_line_is_read_up_to_a_limit_and_says_so() {
        let long = "ä".repeat(MAX_COLUMNS + 5);
        let line = Line::new(3, &long);
        assert_eq!(line.text.chars().count(), MAX_COLUMNS);
        assert_eq!(
            line.cut_off().unwrap().to_string(),
            "3:100001: a line whose end is not read, expected at most 100000 characters"
        );
        assert_eq!(Line::new(3, &long[..2 * MAX_COLUMNS]).cut_off(), None);
    }

    #[test]
    fn lines_know_their_numbers_and_how_far_they_are() {
        let mut lines = Lines::new("a\n\n b", 7);
        assert_eq!(lines.next().map(|l| (l.number, l.text)), Some((7, "a")));
        assert_eq!(lines.position(), (2, 8));
        assert_eq!(lines.next().map(|l| (l.number, l.text)), Some((8, "")));
        assert_eq!(lines.next().map(|l| (l.number, l.text, l.column)), Some((9, "b", 2)));
        assert_eq!(lines.next(), None);
    }
}

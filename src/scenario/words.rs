//! A line as words with their places. Owns what separates words and where a comment starts.

/// A piece of a line and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    /// The characters.
    pub text: &'a str,
    /// Column of the first, counted from 1.
    pub column: u32,
    /// Bytes of the line before it.
    start: usize,
}

impl<'a> Word<'a> {
    /// A word that is looked at apart from its line.
    pub fn at(column: u32, text: &'a str) -> Word<'a> {
        Word { text, column, start: 0 }
    }

    /// Its length in characters.
    pub fn length(&self) -> u32 {
        self.text.chars().count() as u32
    }

    /// What follows the first `bytes` bytes.
    pub fn after(&self, bytes: usize) -> Word<'a> {
        let column = self.column + self.text[..bytes].chars().count() as u32;
        Word { text: &self.text[bytes..], column, start: self.start + bytes }
    }

    /// Its first `bytes` bytes.
    pub fn before(&self, bytes: usize) -> Word<'a> {
        Word { text: &self.text[..bytes], ..*self }
    }

    /// `key=value` as its two halves, the value with its place.
    pub fn setting(&self) -> Option<(&'a str, Word<'a>)> {
        let at = self.text.find('=')?;
        Some((&self.text[..at], self.after(at + 1)))
    }
}

/// The words of a line up to its comment: a `#` that starts a word starts a comment.
pub(super) fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut open: Option<(usize, u32)> = None;
    let mut column = 0;
    for (at, c) in line.char_indices() {
        column += 1;
        if c.is_whitespace() {
            if let Some((start, column)) = open.take() {
                words.push(Word { text: &line[start..at], column, start });
            }
        } else if open.is_none() {
            if c == '#' {
                return words;
            }
            open = Some((at, column));
        }
    }
    if let Some((start, column)) = open {
        words.push(Word { text: &line[start..], column, start });
    }
    words
}

/// The rest of a line from a word on, comment included, without blanks at the end: for free text.
pub(super) fn rest<'a>(line: &'a str, from: &Word<'a>) -> Word<'a> {
    Word { text: line[from.start..].trim_end(), ..*from }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_a_comment_ends_the_line() {
        let line = "at\t7 wäke Ü lag=3 # why";
        let found: Vec<_> = words(line).iter().map(|w| (w.text, w.column)).collect();
        assert_eq!(found, [("at", 1), ("7", 4), ("wäke", 6), ("Ü", 11), ("lag=3", 13)]);
        let (key, value) = words(line)[4].setting().unwrap();
        assert_eq!((key, value.text, value.column), ("lag", "3", 17));
    }

    #[test]
    fn a_hash_inside_a_word_is_part_of_it() {
        let line = "source https://example.org/#top  ";
        let found = words(line);
        assert_eq!(found[1].text, "https://example.org/#top");
        assert_eq!(rest(line, &found[1]).text, "https://example.org/#top");
    }
}

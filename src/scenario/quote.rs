//! Foreign text in messages: which characters show, and how a piece of an input is repeated to people.
//!
//! Owns what may reach a terminal of it. Everything that a message quotes goes through [`quote`], everything that is printed as a whole
//! through [`tame`]. Must not know what the text means.

use std::borrow::Cow;

/// Most characters of a quoted piece.
const SHOWN: usize = 48;

/// Longest word that is printed whole, in characters: more than any list without blanks, or a path that somebody reads.
const LONGEST_WORD: usize = 400;

/// Control characters, and those that reorder or hide the text around them. Tabs and line ends are among them.
pub fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c as u32, 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFEFF | 0xE0000..=0xE0FFF)
}

/// A piece of a text for a message: between backticks, without its end if that is far, invisible characters by their code (`\u{1b}`).
pub fn quote(text: &str) -> String {
    format!("`{}`", excerpt(text, SHOWN))
}

/// The same without backticks, and with at most so many characters of the text.
pub fn excerpt(text: &str, most: usize) -> String {
    let mut out = String::new();
    text.chars().take(most).for_each(|c| show(c, &mut out));
    if text.chars().nth(most).is_some() {
        out.push_str("...");
    }
    out
}

/// A text that a terminal may print: invisible characters by their code, but for line ends, and no endless words.
pub fn tame(text: &str) -> Cow<'_, str> {
    let is_long = |word: &str| word.len() > LONGEST_WORD && word.chars().nth(LONGEST_WORD).is_some();
    if !text.contains(|c| c != '\n' && is_invisible(c)) && !text.split_whitespace().any(is_long) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for piece in text.split_inclusive([' ', '\n']) {
        let word = piece.trim_end_matches([' ', '\n']);
        match is_long(word) {
            true => out.push_str(&excerpt(word, LONGEST_WORD)),
            false => word.chars().for_each(|c| show(c, &mut out)),
        }
        out.push_str(&piece[word.len()..]);
    }
    Cow::Owned(out)
}

fn show(c: char, out: &mut String) {
    match is_invisible(c) {
        true => out.extend(c.escape_default()),
        false => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_short_and_shows_what_would_not_be_seen() {
        assert_eq!(quote("wkae"), "`wkae`");
        assert_eq!(quote("\u{1b}[31m\u{202e}a\u{200d}\n"), r"`\u{1b}[31m\u{202e}a\u{200d}\n`");
        assert_eq!(quote(&"ä".repeat(48)), format!("`{}`", "ä".repeat(48)));
        assert_eq!(quote(&"ä".repeat(49)), format!("`{}...`", "ä".repeat(48)));
        assert_eq!(excerpt("abc", 2), "ab...");
    }

    #[test]
    fn what_is_printed_keeps_its_lines_and_no_word_is_endless() {
        assert!(matches!(tame("a b\nü  c\n"), Cow::Borrowed("a b\nü  c\n")));
        assert_eq!(tame("a\r\nb\tc\u{2066} \u{9b}d"), "a\\r\nb\\tc\\u{2066} \\u{9b}d");
        let long = "x".repeat(401);
        assert_eq!(tame(&format!("a {long} b\n")), format!("a {}... b\n", "x".repeat(400)));
        assert_eq!(tame(&long[1..]), long[1..]);
    }
}

//! `Remark`: one thing in a text that was not understood, with its place, what was found and what was expected; and how foreign text is
//! put into titles and comments.

use super::limits::MAX_REMARKS;
use crate::scenario::quote::is_invisible;
use std::fmt;

/// One thing that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Line, from 1.
    pub line: u32,
    /// Character in the line, from 1.
    pub column: u32,
    /// What was found.
    pub what: String,
    /// What was expected instead; may be empty.
    pub expected: String,
}

impl Remark {
    /// A remark on a place.
    pub fn new(line: u32, column: u32, what: impl Into<String>, expected: impl Into<String>) -> Remark {
        Remark { line, column, what: what.into(), expected: expected.into() }
    }
}

/// `line:column: what, expected that`.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        Ok(())
    }
}

/// Remarks in the order in which they were made; the first [`MAX_REMARKS`] are kept, the others counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    list: Vec<Remark>,
    dropped: usize,
}

impl Remarks {
    /// Adds one.
    pub fn push(&mut self, remark: Remark) {
        match self.list.len() < MAX_REMARKS {
            true => self.list.push(remark),
            false => self.dropped += 1,
        }
    }

    /// Those kept.
    pub fn kept(&self) -> &[Remark] {
        &self.list
    }

    /// How many were made.
    pub fn count(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// How many are not among those kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }
}

/// A piece of foreign text for a title or a comment: only what can be seen, on one line, not too long.
pub fn plain(text: &str, most: usize) -> String {
    text.chars().filter(|c| visible(*c)).take(most).collect()
}

/// `1 task`, `2 tasks`.
pub fn several(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Whether a character shows, and neither reorders nor hides what stands around it, nor stands for one that could not be read.
pub(super) fn visible(c: char) -> bool {
    !is_invisible(c) && c != '\u{fffd}'
}

//! What rt-app's authors write instead of JSON: comments, commas too many or too few, keys without a value, keys given twice, in order.
//!
//! Owns the notation only. Reads as far as it can; everything keeps its place. Nesting is limited, since the reader calls itself.

use super::super::remark::{Remark, Remarks};
use crate::scenario::quote::quote;

/// Deepest nesting: workloads need six.
const MAX_DEPTH: usize = 16;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub place: Place,
    pub value: Value,
}

/// Line and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Members in order; a key may be there twice.
    Object(Vec<Member>),
    List(Vec<Node>),
    Text(String),
    /// A number or a word, as written.
    Bare(String),
    /// A key without a value.
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub place: Place,
    pub key: String,
    pub value: Node,
}

impl Place {
    pub fn remark(self, what: impl Into<String>, expected: impl Into<String>) -> Remark {
        Remark::new(self.line, self.column, what, expected)
    }
}

/// Lines of a text without quoting, each with the place where it begins.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    starts: Vec<Place>,
}

impl Text {
    pub fn push(&mut self, line: u32, column: u32, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.starts.push(Place { line, column });
    }

    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Where the text begins.
    pub fn place(&self) -> Place {
        self.starts.first().copied().unwrap_or(Place { line: 1, column: 1 })
    }
}

/// Reads the first object of a text, or what looks like its inside. Refuses only what is nested too deeply.
pub(super) fn read(text: &Text, said: &mut Remarks) -> Result<Vec<Member>, Remark> {
    let place = text.place();
    let mut reader = Reader { chars: text.text.chars(), starts: &text.starts, line: 0, place, said };
    reader.skip();
    let whole = reader.peek() == Some('{');
    if whole {
        reader.next();
    }
    reader.members(place, whole, 1)
}

struct Reader<'t> {
    chars: std::str::Chars<'t>,
    starts: &'t [Place],
    line: usize,
    /// Of the next character.
    place: Place,
    said: &'t mut Remarks,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        if c == '\n' {
            self.line += 1;
            self.place = self.starts.get(self.line).copied().unwrap_or(self.place);
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(c)
    }

    /// Blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.chars.as_str();
            if rest.starts_with("/*") {
                let place = self.place;
                let body = rest.find("*/").map_or(rest.len(), |end| end + 2);
                if !rest.contains("*/") {
                    self.said.push(place.remark("a comment that does not end", "`*/` after it"));
                }
                self.pass(body);
            } else if rest.starts_with("//") || rest.starts_with('#') {
                self.pass(rest.find('\n').unwrap_or(rest.len()));
            } else if self.peek().is_some_and(char::is_whitespace) {
                self.next();
            } else {
                return;
            }
        }
    }

    fn pass(&mut self, bytes: usize) {
        let end = self.chars.as_str().len().saturating_sub(bytes);
        while self.chars.as_str().len() > end {
            self.next();
        }
    }

    /// Members up to the brace that closes the one at `open`; `whole`: there was one.
    fn members(&mut self, open: Place, whole: bool, depth: usize) -> Result<Vec<Member>, Remark> {
        let mut members = Vec::new();
        loop {
            self.skip();
            let place = self.place;
            match self.peek() {
                None => {
                    if whole {
                        self.said.push(open.remark("a `{` that is not closed before the text ends", "`}`"));
                    }
                    return Ok(members);
                }
                Some('}') => {
                    self.next();
                    return Ok(members);
                }
                Some(',') => drop(self.next()),
                Some('"') => {
                    let key = self.text();
                    let value = self.member_value(place, depth)?;
                    members.push(Member { place, key, value });
                    self.comma();
                }
                Some(_) => {
                    let word = self.bare();
                    let what = format!("{} where a key should be", quote(&word));
                    self.said.push(place.remark(what, "a key in quotes, or `}`"));
                }
            }
        }
    }

    /// What follows a key.
    fn member_value(&mut self, key: Place, depth: usize) -> Result<Node, Remark> {
        self.skip();
        if self.peek() != Some(':') {
            return Ok(Node { place: key, value: Value::Nothing });
        }
        self.next();
        self.skip();
        match self.peek() {
            None | Some(',' | '}' | ']') => {
                self.said.push(self.place.remark("no value after `:`", "one"));
                Ok(Node { place: key, value: Value::Nothing })
            }
            _ => self.value(depth),
        }
    }

    /// Says so where a comma is missing between two members.
    fn comma(&mut self) {
        self.skip();
        match self.peek() {
            Some(',') => drop(self.next()),
            Some('"') => self.said.push(self.place.remark("no comma in front of this", "`,`")),
            _ => {}
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Remark> {
        let place = self.place;
        if depth > MAX_DEPTH {
            return Err(place.remark(format!("more than {MAX_DEPTH} braces and brackets around this"), "fewer"));
        }
        let value = match self.peek() {
            Some('{') => {
                self.next();
                Value::Object(self.members(place, true, depth + 1)?)
            }
            Some('[') => {
                self.next();
                Value::List(self.list(place, depth + 1)?)
            }
            Some('"') => Value::Text(self.text()),
            _ => Value::Bare(self.bare()),
        };
        Ok(Node { place, value })
    }

    fn list(&mut self, open: Place, depth: usize) -> Result<Vec<Node>, Remark> {
        let mut list = Vec::new();
        loop {
            self.skip();
            match self.peek() {
                Some(']') => {
                    self.next();
                    return Ok(list);
                }
                Some(',') => drop(self.next()),
                None | Some('}') => {
                    self.said.push(open.remark("a `[` that is not closed", "`]`"));
                    return Ok(list);
                }
                Some(_) => list.push(self.value(depth)?),
            }
        }
    }

    /// A text in quotes; it ends with its line at the latest.
    fn text(&mut self) -> String {
        let place = self.place;
        self.next();
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('"') => {
                    self.next();
                    return text;
                }
                None | Some('\n') => {
                    self.said.push(place.remark("a `\"` that is not closed in its line", "`\"`"));
                    return text;
                }
                Some('\\') => {
                    self.next();
                    text.extend(self.peek().filter(|c| *c != '\n').map(|_| self.next()).into_iter().flatten());
                }
                Some(_) => text.extend(self.next()),
            }
        }
    }

    /// A number or a word: everything up to the next sign of the notation, at least one character.
    fn bare(&mut self) -> String {
        let mut word: String = self.next().into_iter().collect();
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace() && !matches!(c, ',' | ':' | '{' | '}' | '[' | ']' | '"')) {
            word.push(c);
            self.next();
        }
        word
    }
}

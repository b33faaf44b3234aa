//! Which lines of a text are of which kind: by what the lines say, never by a file's name.
//!
//! Owns how lines become parts. Scans once, keeps no line. What a single line looks like is in `looks`; braces are counted in `braces`.

use super::limits::{MAX_BYTES, MAX_KEPT, MAX_PARTS, MAX_TABLE_TEXT};
use super::line::{Line, Lines};
use super::{Kind, Remark};
use crate::tables::parse::parse as parse_tables;
use braces::Braces;
use looks::{Look, look};
use std::ops::Range;
use std::sync::Arc;

mod braces;
mod looks;

/// A part goes on over at most so many lines that do not look like its kind: consoles mix other messages in.
const MAX_GAP: u32 = 60;
/// A scenario's mistakes: so many lines in a row that are none of its own.
const MAX_SCENARIO_GAP: u32 = 3;

/// Some lines of a text that are of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The kind.
    pub kind: Kind,
    /// First and last line, from 1.
    pub lines: (u32, u32),
    /// The same in bytes of the text.
    pub bytes: Range<usize>,
}

/// Finds all parts of a text, all at once. Refuses only a text that is too long.
pub fn find(text: &str) -> Result<Vec<Part>, Remark> {
    let mut finding = Finding::new(Arc::new(text.to_string()), None)?;
    while finding.advance(usize::MAX) {}
    Ok(finding.finish())
}

/// The search under way; can be done in slices.
pub struct Finding {
    text: Arc<String>,
    from: Option<Kind>,
    at: usize,
    number: u32,
    parts: Vec<Part>,
    open: Option<Open>,
    json: Option<Json>,
}

/// The part whose end is not known yet.
struct Open {
    part: Part,
    has_task: bool,
    has_event: bool,
}

/// What began with a brace.
struct Json {
    part: Part,
    braces: Braces,
    has_tasks: bool,
}

impl Finding {
    /// Begins to look through a text; `from`: take the whole text for that kind. Refuses a text that is too long.
    pub fn new(text: Arc<String>, from: Option<Kind>) -> Result<Finding, Remark> {
        if text.len() > MAX_BYTES {
            let lines = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
            let what = format!("{} bytes in {lines} lines", text.len());
            return Err(Remark::new(1, 1, what, format!("at most {MAX_BYTES} bytes: a shorter piece of it")));
        }
        Ok(Finding { text, from, at: 0, number: 1, parts: Vec::new(), open: None, json: None })
    }

    /// Looks at up to `lines` lines, fewer long ones. Returns false once all were seen.
    pub fn advance(&mut self, lines: usize) -> bool {
        let text = Arc::clone(&self.text);
        let mut rest = Lines::new(&text[self.at..], self.number);
        let base = self.at;
        let mut left = lines;
        while left > 0 {
            let (start, _) = rest.position();
            let Some(line) = rest.next() else {
                self.close_json();
                self.close();
                return false;
            };
            let (end, number) = rest.position();
            (self.at, self.number) = (base + end, number);
            left = left.saturating_sub(line.cost());
            self.line(&line, base + start..base + end);
        }
        true
    }

    /// Bytes seen, and bytes in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.text.len())
    }

    /// The parts found, in order of their lines.
    pub fn finish(self) -> Vec<Part> {
        if let Some(kind) = self.from {
            let lines = (1, self.number.saturating_sub(1).max(1));
            return vec![Part { kind, lines, bytes: 0..self.text.len() }];
        }
        let mut parts = self.parts;
        if self.text.len() <= MAX_TABLE_TEXT && self.text.contains(['|', '\u{2502}', '\u{2503}', '\u{2551}']) {
            let in_part = |first: u32| parts.iter().any(|p| p.lines.0 <= first && first <= p.lines.1);
            let tables =
                parse_tables(&self.text).tables.into_iter().map(|t| t.lines_with_setup()).filter(|(first, _)| !in_part(*first));
            let tables: Vec<_> = tables.collect();
            parts.extend(table_parts(&self.text, &tables));
        }
        parts.sort_by_key(|p| p.lines);
        parts.truncate(MAX_PARTS);
        parts
    }

    fn line(&mut self, line: &Line<'_>, bytes: Range<usize>) {
        if self.from.is_some() {
            return;
        }
        let look = look(line);
        if self.json.is_some() && self.json_line(line, look, &bytes) {
            return;
        }
        match look {
            Look::Brace => self.open_json(line, bytes),
            Look::Nothing => {}
            Look::Is(kind) => self.of_kind(kind, line, bytes, false),
            Look::Begins(kind) => self.of_kind(kind, line, bytes, true),
            Look::Task => self.scenario(line, bytes, |open| open.has_task = true),
            Look::TaskThatActs => self.scenario(line, bytes, |open| (open.has_task, open.has_event) = (true, true)),
            Look::Event => self.scenario(line, bytes, |open| open.has_event = true),
            Look::Directive => self.scenario(line, bytes, |_| ()),
        }
    }

    fn scenario(&mut self, line: &Line<'_>, bytes: Range<usize>, note: impl Fn(&mut Open)) {
        self.of_kind(Kind::Scenario, line, bytes, false);
        if let Some(open) = &mut self.open {
            note(open);
        }
    }

    fn of_kind(&mut self, kind: Kind, line: &Line<'_>, bytes: Range<usize>, begins: bool) {
        let gap = if kind == Kind::Scenario { MAX_SCENARIO_GAP } else { MAX_GAP };
        let goes_on = |open: &Open| open.part.kind == kind && line.number - open.part.lines.1 <= gap + 1 && !begins;
        match &mut self.open {
            Some(open) if goes_on(open) => {
                open.part.lines.1 = line.number;
                open.part.bytes.end = bytes.end;
            }
            _ => {
                self.close();
                let part = Part { kind, lines: (line.number, line.number), bytes };
                self.open = Some(Open { part, has_task: false, has_event: false });
            }
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        let is_one = open.part.kind != Kind::Scenario || (open.has_task && open.has_event);
        if is_one {
            self.keep(open.part);
        }
    }

    fn keep(&mut self, part: Part) {
        if self.parts.len() < MAX_PARTS {
            self.parts.push(part);
        }
    }

    fn open_json(&mut self, line: &Line<'_>, bytes: Range<usize>) {
        let part = Part { kind: Kind::RtApp, lines: (line.number, line.number), bytes: bytes.clone() };
        self.json = Some(Json { part, braces: Braces::default(), has_tasks: false });
        self.json_line(line, Look::Brace, &bytes);
    }

    /// Gives a line to what began with a brace; whether it belongs there.
    fn json_line(&mut self, line: &Line<'_>, look: Look, bytes: &Range<usize>) -> bool {
        let Some(json) = &mut self.json else { return false };
        // Code in a mail may leave braces open: something else that is well known ends it.
        let other = matches!(look, Look::Is(_) | Look::Begins(_)) || json.part.bytes.len() > MAX_KEPT;
        if other && !json.has_tasks {
            self.json = None;
            return false;
        }
        json.part.lines.1 = line.number;
        json.part.bytes.end = bytes.end;
        json.has_tasks |= looks::names_tasks(line.text);
        if json.braces.closed_by(line.text) {
            self.close_json();
        }
        true
    }

    fn close_json(&mut self) {
        let Some(json) = self.json.take().filter(|json| json.has_tasks) else { return };
        self.close();
        self.keep(json.part);
    }
}

/// Tables as parts: one pass over the lines.
fn table_parts(text: &str, tables: &[(u32, u32)]) -> Vec<Part> {
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1));
    let start = |line: u32| starts.get(line as usize - 1).copied().unwrap_or(text.len());
    let part =
        |&(first, last): &(u32, u32)| Part { kind: Kind::Table, lines: (first, last), bytes: start(first)..start(last + 1) };
    tables.iter().map(part).collect()
}

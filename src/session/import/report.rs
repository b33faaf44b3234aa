//! What an import said, kept beside the scenario it became: sentences, remarks with places, and the comparison with what was printed.
//!
//! Owns what of an importer's details a page keeps, as plain data with a format that a storage can hold. Must not know elements.

use crate::io::fingerprint::hash;
use crate::io::import::sched_debug::{Snapshot, ms};
use crate::io::import::trace::{TraceDetails, Verdict};
use crate::io::import::{Details, Imported, Remark, Remarks};
use crate::session::outside::TracedPick;
use crate::tables::Column;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Most rows of a dump that are listed.
const MAX_ROWS: usize = 200;

/// What an import said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// A hash of the scenario's text: what is compared counts for that text only.
    of: u64,
    /// `a worked table, lines 3 to 25 of pasted text`.
    pub what: String,
    /// What was found and concluded, a sentence each.
    pub found: Vec<String>,
    /// What was not understood, with its place.
    pub said: Vec<Said>,
    /// How many more remarks there were.
    pub more: usize,
    /// The rows of a dump.
    pub rows: Vec<RowCheck>,
    /// How many more rows there were.
    pub more_rows: usize,
    /// Of a trace: how many picks each kernel's model would have made.
    pub shares: Vec<KernelShare>,
    /// Of a trace: the picks that the scenario's kernel would not have made.
    pub picks: Vec<TracedPick>,
    /// The table as the mail prints it.
    pub printed: Option<String>,
    /// What a person told of its columns: header, and the known column's.
    told: Vec<(String, String)>,
}

/// A table as a mail prints it.
pub struct Printed {
    /// Its lines.
    pub text: String,
    /// What was told of its columns: header, and the known column's.
    pub told: Vec<(String, String)>,
}

/// A remark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// `line:column`, from 1.
    pub place: String,
    /// What was found.
    pub what: String,
    /// What was expected; may be empty.
    pub expected: String,
}

/// A row of a dump beside what is computed for it. Times in ms as printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RowCheck {
    /// Its line.
    pub line: u32,
    /// The task, with its pid.
    pub task: String,
    /// What the row says of it: `running`, `queued`, `delayed`, `asleep`.
    pub standing: String,
    /// vruntime.
    pub v: String,
    /// V - v, for those on the queue.
    pub lag: String,
    /// The letter printed.
    pub printed: String,
    /// The letter computed.
    pub computed: String,
}

/// The picks of a trace under one kernel's rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KernelShare {
    /// The kernel.
    pub kernel: String,
    /// Picks compared.
    pub all: usize,
    /// Those that are the same.
    pub same: usize,
    /// Those where the model would have let the running task go on.
    pub stays: usize,
    /// Those where the model would have picked another.
    pub other: usize,
    /// Compared and same of those that the unknown beginning can not have decided alone.
    pub settled: (usize, usize),
    /// Whether it is the scenario's kernel.
    pub named: bool,
}

impl Said {
    /// The remark as data.
    pub fn of(remark: &Remark) -> Said {
        let Remark { line, column, what, expected } = remark;
        Said { place: format!("{line}:{column}"), what: what.clone(), expected: expected.clone() }
    }
}

/// `3:7: what, expected that`.
impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)?;
        if !self.expected.is_empty() {
            write!(f, ", expected {}", self.expected)?;
        }
        Ok(())
    }
}

impl KernelShare {
    /// The share of equal picks in per cent, rounded down to a tenth.
    pub fn percent(&self) -> String {
        let per_mille = (self.same * 1000).checked_div(self.all).unwrap_or(0);
        format!("{}.{} %", per_mille / 10, per_mille % 10)
    }
}

impl Report {
    /// The report of an import; `name` says where the text came from, `before` is what was said of the text as a whole.
    pub fn new(imported: &Imported, name: &str, before: &Remarks, printed: Option<Printed>) -> Report {
        let (first, last) = imported.lines;
        let said = before.kept().iter().chain(imported.said.kept());
        let mut report = Report {
            of: hash(&imported.scenario),
            what: format!("{}, {} of {name}", imported.kind.title(), lines(first, last)),
            found: imported.found.iter().map(|s| sentence(s)).collect(),
            said: said.map(Said::of).collect(),
            more: before.dropped() + imported.said.dropped(),
            printed: printed.as_ref().map(|p| p.text.clone()),
            told: printed.map_or(Vec::new(), |p| p.told),
            ..Report::default()
        };
        match &imported.details {
            Details::Snapshot(snapshot) => report.rows(snapshot),
            Details::Trace(details) => report.picks(details),
            Details::None | Details::Table(_) | Details::Workload(_) => {}
        }
        report
    }

    /// What a person told of the printed table's columns.
    pub fn columns(&self) -> Vec<(String, Column)> {
        self.told.iter().filter_map(|(header, name)| Some((header.clone(), Column::from_header(name)?))).collect()
    }

    /// Whether it is about that text as it was imported.
    pub fn is_of(&self, text: &str) -> bool {
        self.of == hash(text)
    }

    /// How many letters of the rows on the queue agree, and how many there are.
    pub fn letters(&self) -> (usize, usize) {
        let on_queue = self.rows.iter().filter(|r| r.standing != ASLEEP && !r.computed.is_empty());
        on_queue.fold((0, 0), |(agree, all), r| (agree + usize::from(r.printed == r.computed), all + 1))
    }

    fn rows(&mut self, snapshot: &Snapshot) {
        let queue = snapshot.queue();
        let letter = |eligible: bool| if eligible { "E" } else { "N" }.to_string();
        let all = queue.rows.iter().zip(&queue.check.lags).zip(&queue.check.eligible).enumerate();
        let mut rows: Vec<RowCheck> = all
            .map(|(at, ((row, lag), computed))| RowCheck {
                line: row.line,
                task: format!("{} {}", row.comm, row.pid),
                standing: match row {
                    _ if queue.check.delayed.contains(&at) => "delayed",
                    row if !row.is_fair() => "not fair",
                    row if row.running => "running",
                    row if row.is_queued() => "queued",
                    _ => ASLEEP,
                }
                .to_string(),
                v: ms(row.v),
                lag: lag.as_ref().and_then(|lag| lag.floor().to_i64()).map_or(String::new(), ms),
                printed: letter(row.eligible),
                computed: computed.map_or(String::new(), letter),
            })
            .collect();
        // Those on the queue first, then those that differ: a reader's questions, in that order.
        rows.sort_by_key(|r| (r.standing == ASLEEP || r.standing == "not fair", r.printed == r.computed));
        self.more_rows = rows.len().saturating_sub(MAX_ROWS);
        rows.truncate(MAX_ROWS);
        self.rows = rows;
    }

    fn picks(&mut self, details: &TraceDetails) {
        let script = &details.replay.scenario.script;
        let kernel = script.variant.kernel;
        let name = |task: usize| script.tasks.get(task).map_or(String::new(), |t| t.name.clone());
        for agreement in &details.agreements {
            let (all, settled) = (agreement.all(), agreement.settled());
            self.shares.push(KernelShare {
                kernel: agreement.kernel.name().to_string(),
                all: all.all,
                same: all.same,
                stays: all.stays,
                other: all.other,
                settled: (settled.all, settled.same),
                named: agreement.kernel == kernel,
            });
            if agreement.kernel == kernel {
                let differ = agreement.picks.iter().filter(|pick| pick.verdict != Verdict::Same);
                self.picks = differ
                    .map(|pick| TracedPick {
                        step: pick.step,
                        line: pick.line,
                        model: pick.model.map(name),
                        stays: pick.verdict == Verdict::Stays,
                        eligible: pick.eligible,
                    })
                    .collect();
            }
        }
    }
}

const ASLEEP: &str = "asleep";

/// `line 3`, `lines 3 to 25`.
pub(super) fn lines(first: u32, last: u32) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first} to {last}") }
}

/// With a capital letter, unless a name of the kernel's begins it, and a point.
fn sentence(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or("");
    let first = first.strip_suffix(':').unwrap_or(first);
    let is_word = first.chars().all(|c| c.is_ascii_lowercase());
    let start = match first.chars().next() {
        Some(c) if is_word => c.to_ascii_uppercase().to_string() + &text[1..],
        _ => text.to_string(),
    };
    if text.ends_with(['.', ':', ')']) { start } else { start + "." }
}

//! A dump's lines: which heading they stand below, and what a serial console did to them.
//!
//! Consoles drop lines, put the state, the row and its end on lines of their own and mix CPUs: what has no heading any more goes to a
//! queue without a CPU; a second line of the same name begins a new one, of another moment.

use super::super::line::Line;
use super::super::remark::{Remark, Remarks};
use super::places::Places;
use super::row;
use super::snapshot::{Field, Queue, Row};
use crate::scenario::quote::quote;

/// Most queues and rows kept: more than a text of the largest size has, at 80 bytes a row or more.
const MAX_KEPT: usize = 800_000;
/// Most lines of a queue; kernels print about forty.
const MAX_FIELDS: usize = 200;

/// Where a `.name : value` belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Section {
    /// No heading yet.
    #[default]
    Unknown,
    /// sysctl values.
    Tunables,
    /// `cpu#`, `rt_rq`, `dl_rq`: not about the fair queue.
    Other,
    /// The last queue.
    Queue,
}

/// What was read.
pub(super) struct Read {
    pub version: Option<String>,
    pub base_slice: Option<i64>,
    pub tick: Option<i64>,
    pub queues: Vec<Queue>,
    pub first_line: u32,
}

/// The state between two lines.
#[derive(Default)]
pub(super) struct Dump {
    version: Option<String>,
    base_slice: Option<i64>,
    ktime: Option<i64>,
    jiffies: Option<u64>,
    queues: Vec<Queue>,
    /// Each row, its CPU, and how many queues there were before it.
    rows: Vec<(Row, Option<u32>, usize)>,
    cpu: Option<u32>,
    section: Section,
    /// A state's letter on a line of its own, and whether it is marked as running.
    state: Option<(char, bool)>,
    /// Whether the rest of the last row may follow.
    row_goes_on: bool,
    dropped: u64,
    first_line: u32,
    full: bool,
    placing: Option<Placing>,
}

/// How far rows are put into queues.
struct Placing {
    places: Places,
    /// Queues that a line of the dump named; the others are made for rows that have lost theirs.
    named: usize,
    /// The next row.
    at: usize,
}

impl Dump {
    pub fn line(&mut self, line: &Line<'_>, said: &mut Remarks) {
        if self.first_line == 0 {
            self.first_line = line.number;
        }
        let words: Vec<&str> = line.text.split_whitespace().take(64).collect();
        let Some(&first) = words.first() else { return };
        let state = self.state.take();
        if self.rows.len() + self.queues.len() >= MAX_KEPT {
            if !std::mem::replace(&mut self.full, true) {
                said.push(line.remark(line.text, "a dump too long to read on", format!("at most {MAX_KEPT} queues and rows")));
            }
            return;
        }
        if let Some(letter) = row::letter_at(&words) {
            match row::read(line, &words, letter) {
                Ok(row) => self.row(row, state),
                Err(remark) => said.push(remark),
            }
            return;
        }
        let goes_on = std::mem::take(&mut self.row_goes_on);
        if let (true, Some(path)) = (goes_on, row::continuation(line, &words)) {
            if let (Some((row, ..)), Some(path)) = (self.rows.last_mut(), path) {
                row.path = row.path.take().or(Some(path.to_string()));
            }
            self.row_goes_on = path.is_none();
            return;
        }
        if self.heading(line, first) || self.header_line(line.text) || self.field(line) {
            return;
        }
        if let ([letter], 1) = (words.as_slice(), first.chars().count()) {
            let letter = letter.chars().next().filter(|c| "RSDTtXZPIK".contains(*c));
            if let Some(letter) = letter {
                self.state = Some((letter, line.marked));
                return;
            }
        }
        if let Some(count) = line.text.strip_prefix("** ").and_then(|t| t.strip_suffix(" printk messages dropped **")) {
            self.dropped = self.dropped.saturating_add(count.parse().unwrap_or(1));
            return;
        }
        if row::continuation(line, &words).is_some() {
            said.push(line.remark(line.text, "the end of a row whose beginning is lost", "the row before it"));
            return;
        }
        let expected = "a heading, `.name : value` or a task's row";
        said.push(line.remark(line.text, format!("{} is not understood", quote(line.text)), expected));
    }

    fn row(&mut self, mut row: Row, state: Option<(char, bool)>) {
        if let (None, Some((letter, marked))) = (row.state, state) {
            row.state = Some(letter);
            row.running = marked && letter == 'R';
        }
        self.row_goes_on = row.path.is_none();
        self.rows.push((row, self.cpu, self.queues.len()));
    }

    /// `cpu#0, ...`, `cfs_rq[0]:/path`, `rt_rq[0]:`, `dl_rq[0]:`, `runnable tasks:` and what stands below it, rulers.
    fn heading(&mut self, line: &Line<'_>, first: &str) -> bool {
        let text = line.text;
        let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse::<u32>().ok());
        if let Some(cpu) = text.strip_prefix("cpu#").and_then(number) {
            (self.cpu, self.section) = (Some(cpu), Section::Other);
        } else if let Some((cpu, path)) = text.strip_prefix("cfs_rq[").and_then(|t| t.split_once("]:")) {
            let Some(cpu) = number(cpu).filter(|_| path.len() <= row::MAX_PATH) else { return false };
            (self.cpu, self.section) = (Some(cpu), Section::Queue);
            let path = if path.is_empty() { "/" } else { path };
            self.queues.push(Queue::new(Some(cpu), path, line.number));
        } else if text.starts_with("rt_rq[") || text.starts_with("dl_rq[") {
            self.section = Section::Other;
        } else if text == "sysctl_sched" {
            self.section = Section::Tunables;
        } else if text == "runnable tasks:" || is_column_header(text) || is_ruler(first) {
            // Without a CPU the headings are lost, and more queue lines may follow.
            self.section = if self.cpu.is_none() { Section::Unknown } else { Section::Other };
        } else {
            return false;
        }
        true
    }

    /// `Sched Debug Version: ...` and `name : value` before the first CPU.
    fn header_line(&mut self, text: &str) -> bool {
        if let Some(version) = text.strip_prefix("Sched Debug Version:") {
            let version = version.trim();
            let kernel = version.split_once(", ").map_or(version, |(_, kernel)| kernel);
            self.version = Some(kernel.chars().filter(|c| !c.is_control()).take(80).collect());
            return true;
        }
        let Some((name, value)) = text.split_once(':').map(|(name, value)| (name.trim(), value.trim())) else { return false };
        match name {
            "ktime" => self.ktime = row::time(value),
            "jiffies" => self.jiffies = value.parse().ok(),
            "sched_clk" | "cpu_clk" | "sched_clock_stable()" => {}
            _ => return false,
        }
        true
    }

    /// `.name : value`.
    fn field(&mut self, line: &Line<'_>) -> bool {
        let Some((name, value)) = line.text.strip_prefix('.').and_then(|t| t.split_once(':')) else { return false };
        let (name, value) = (name.trim(), value.trim());
        let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_->.".contains(&b));
        if !named || name.len() > 64 || value.is_empty() || value.len() > 128 {
            return false;
        }
        if name == "sysctl_sched_base_slice" {
            self.base_slice = row::time(value).filter(|ns| *ns > 0);
            return true;
        }
        if matches!(self.section, Section::Tunables | Section::Other) {
            return true;
        }
        let repeats = |q: &Queue| q.field(name).is_some();
        if self.section == Section::Unknown || self.queues.last().is_none_or(repeats) {
            let (cpu, path) = match self.queues.last() {
                Some(last) if self.section == Section::Queue => (last.cpu, last.path.clone()),
                _ => (self.cpu, "/".to_string()),
            };
            self.queues.push(Queue::new(cpu, &path, line.number));
            self.section = Section::Queue;
        }
        if let Some(queue) = self.queues.last_mut() {
            if queue.fields.len() >= MAX_FIELDS {
                return false;
            }
            queue.fields.push(Field { name: name.to_string(), value: value.to_string(), line: line.number });
        }
        true
    }

    /// Rows read so far.
    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    /// Puts up to `budget` rows into their queues, once all lines are read. Whether some are left.
    pub fn place(&mut self, budget: usize) -> bool {
        let Placing { places, named, at } = self.placing.get_or_insert_with(|| {
            let mut places = Places::default();
            self.queues.iter().enumerate().for_each(|(at, queue)| places.add(queue, at));
            Placing { places, named: self.queues.len(), at: 0 }
        });
        let end = at.saturating_add(budget).min(self.rows.len());
        for (row, cpu, before) in &mut self.rows[*at..end] {
            let path = row.path.as_deref().unwrap_or("/");
            let lost = || places.last(*cpu, path).filter(|at| *at >= *named);
            let place = places.last_before(*cpu, path, *before).or_else(lost);
            let place = place.unwrap_or_else(|| {
                self.queues.push(Queue::new(*cpu, path, row.line));
                places.add(&self.queues[self.queues.len() - 1], self.queues.len() - 1);
                self.queues.len() - 1
            });
            self.queues[place].rows.push(std::mem::take(row));
        }
        *at = end;
        end < self.rows.len()
    }

    /// Everything read, each row in its queue.
    pub fn finish(mut self, said: &mut Remarks) -> Read {
        while self.place(usize::MAX) {}
        let tick = self.tick();
        let first_line = self.first_line.max(1);
        if self.dropped > 0 {
            let what = format!("{} lines were lost on the way", self.dropped);
            said.push(Remark::new(first_line, 1, what, "a whole dump, read from /sys/kernel/debug/sched/debug"));
        }
        Read { version: self.version, base_slice: self.base_slice, tick, queues: self.queues, first_line }
    }

    /// The tick's period: jiffies begin 300 s before they wrap around at 2^32, and count HZ a second.
    fn tick(&self) -> Option<i64> {
        let (ktime, jiffies) = (self.ktime?, self.jiffies?);
        let fits = |hz: &i64| {
            let begin = (1i64 << 32) - 300 * hz;
            let counted = i64::try_from(jiffies).unwrap_or(i64::MAX).saturating_sub(begin);
            let expected = ktime / (1_000_000_000 / hz);
            counted > 0 && counted.abs_diff(expected) <= expected.unsigned_abs() / 50 + 3
        };
        [100, 250, 300, 1000].into_iter().find(fits).map(|hz| 1_000_000_000 / hz)
    }
}

/// The line that names the columns of the rows.
fn is_column_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.any(|w| w == "task") && words.any(|w| w.eq_ignore_ascii_case("pid"))
}

fn is_ruler(first: &str) -> bool {
    first.len() > 8 && first.bytes().all(|b| b == b'-')
}

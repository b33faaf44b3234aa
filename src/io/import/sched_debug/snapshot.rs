//! What a dump says, as data: queues, their fields and rows, each with its check.

use super::super::{Options, Remark, Remarks};
use super::check::Check;
use super::dump::Read;
use super::guess::{Guess, guess};
use super::places::{Places, above};
use crate::scenario::limits::MAX_STORED_WEIGHT;
use std::collections::HashSet;

/// How state and comm are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// 6.6 to 6.11: no blank between them.
    Touching,
    /// 6.12 and later.
    Spaced,
}

/// A dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The kernel's own version text, if it was printed.
    pub version: Option<String>,
    /// `sysctl_sched_base_slice` in ns.
    pub base_slice: Option<i64>,
    /// The period of the tick in ns, where jiffies and ktime were printed and agree with one HZ.
    pub tick: Option<i64>,
    /// Which kernel the names stand for.
    pub kernel: Guess,
    /// Every queue, in the order of the dump.
    pub queues: Vec<Queue>,
    /// Which of them became the scenario.
    pub chosen: usize,
}

/// One `cfs_rq`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    /// Its CPU, if a heading told.
    pub cpu: Option<u32>,
    /// Its group's path; `/` is the root.
    pub path: String,
    /// Line of its heading or of its first line.
    pub line: u32,
    /// Its lines, in order.
    pub fields: Vec<Field>,
    /// Its tasks.
    pub rows: Vec<Row>,
    /// Groups below it that have tasks: they compete as one entity each.
    pub groups: Vec<Group>,
    /// V, lags, letters, and how they compare.
    pub check: Check,
}

/// `.name : value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name without its point.
    pub name: String,
    /// The value as printed.
    pub value: String,
    /// Its line.
    pub line: u32,
}

/// A task's row. Virtual times and slices in ns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its line.
    pub line: u32,
    /// The name.
    pub comm: String,
    /// The pid.
    pub pid: String,
    /// The state's letter; `None` if a console lost it.
    pub state: Option<char>,
    /// Whether it is marked as running (`>R`).
    pub running: bool,
    /// vruntime.
    pub v: i64,
    /// deadline.
    pub d: i64,
    /// slice.
    pub slice: i64,
    /// Whether the slice is flagged as the task's own.
    pub custom: bool,
    /// prio: 100 to 139 are fair, nice -20 to 19.
    pub prio: i32,
    /// The letter: E or N.
    pub eligible: bool,
    /// The group's path, if it was printed.
    pub path: Option<String>,
    /// Which layout it has, if that can be told.
    pub layout: Option<Layout>,
}

/// A group's entity, as its own queue on that CPU prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The group's path.
    pub path: String,
    /// vruntime in ns.
    pub v: i64,
    /// Its weight, on the scale where nice 0 is 2^20.
    pub weight: u64,
    /// Whether the running task is below it.
    pub running: bool,
}

impl Row {
    /// Whether it is a fair task: the queue's E, lag and weight mean something.
    pub fn is_fair(&self) -> bool {
        self.prio >= 100
    }

    /// Whether the row says that the task is on the queue: runnable, and fair.
    pub fn is_queued(&self) -> bool {
        self.is_fair() && self.state == Some('R')
    }

    /// The nice value of a fair task.
    pub fn nice(&self) -> i32 {
        self.prio - 120
    }
}

impl Queue {
    /// A queue without lines and rows.
    pub(super) fn new(cpu: Option<u32>, path: &str, line: u32) -> Queue {
        let path = path.to_string();
        Queue { cpu, path, line, fields: Vec::new(), rows: Vec::new(), groups: Vec::new(), check: Check::default() }
    }

    /// The value of a line.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|f| f.name == name).map(|f| f.value.as_str())
    }

    /// A count; may be negative.
    pub fn count(&self, name: &str) -> Option<i64> {
        self.field(name)?.split_whitespace().next()?.parse().ok()
    }

    /// A time in ns.
    pub fn time(&self, name: &str) -> Option<i64> {
        super::row::time(self.field(name)?)
    }

    /// The base of the keys under either of its names.
    pub fn base(&self) -> Option<(&'static str, i64)> {
        ["zero_vruntime", "min_vruntime"].into_iter().find_map(|name| Some((name, self.time(name)?)))
    }

    /// Rows of tasks that are on the queue.
    pub fn queued(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|r| r.is_queued())
    }

    /// `CPU 3, queue /`.
    pub fn title(&self) -> String {
        let cpu = self.cpu.map_or("a CPU that is not named".to_string(), |cpu| format!("CPU {cpu}"));
        format!("{cpu}, queue {}", self.path)
    }

    /// The same, with that word where the path alone would not open it.
    pub fn title_among(&self, among: &[Queue]) -> String {
        let (title, word) = (self.title(), self.word(among));
        if word == self.path { title } else { format!("{title} (--queue {word})") }
    }

    /// What `--queue` and a question call it among others: its path, with its line where path and CPU do not tell it apart.
    pub fn word(&self, among: &[Queue]) -> String {
        let other = |q: &Queue| q.line != self.line && !q.rows.is_empty() && q.path == self.path;
        let needs_line = |q: &Queue| other(q) && (self.cpu.is_none() || q.cpu == self.cpu);
        if among.iter().any(needs_line) { self.word_with_line() } else { self.path.clone() }
    }

    fn word_with_line(&self) -> String {
        format!("{}@{}", self.path, self.line)
    }

    fn has_fair_rows(&self) -> bool {
        self.rows.iter().any(Row::is_fair)
    }

    fn size(&self) -> usize {
        self.queued().count() + self.groups.len()
    }
}

impl Snapshot {
    /// The dump with its queues not yet checked and the first of them chosen; refused if there is none to choose.
    pub(super) fn new(read: Read, options: &Options, said: &mut Remarks) -> Result<Snapshot, Remark> {
        let Read { version, base_slice, tick, mut queues, first_line } = read;
        let kernel = guess(version.as_deref(), &queues, options.kernel);
        if queues.iter().all(|q| q.rows.is_empty()) {
            let expected = "rows as well: `S comm pid vruntime E deadline slice ...`, printed below `runnable tasks:`";
            return Err(Remark::new(first_line, 1, "lines of sched_debug without a task's row", expected));
        }
        if !queues.iter().flat_map(|q| &q.rows).any(Row::is_fair) {
            return Err(Remark::new(first_line, 1, "no row of a fair task", "a row with a prio from 100 to 139"));
        }
        find_groups(&mut queues, said);
        Ok(Snapshot { version, base_slice, tick, kernel, queues, chosen: 0 })
    }

    /// Checks the queues from one on, as many as have about so many rows. Gives the next one.
    pub(super) fn check(&mut self, from: usize, rows: usize) -> usize {
        let (mut at, mut left) = (from, rows);
        while let Some(queue) = self.queues.get_mut(at).filter(|_| left > 0) {
            left = left.saturating_sub(1 + queue.rows.len());
            queue.check = Check::of(queue, self.kernel.full_weights());
            at += 1;
        }
        at
    }

    /// Chooses the queue that is asked for.
    pub(super) fn choose(&mut self, options: &Options) -> Result<(), Remark> {
        self.chosen = choose(&self.queues, options)?;
        Ok(())
    }

    /// The queue that became the scenario.
    pub fn queue(&self) -> &Queue {
        &self.queues[self.chosen]
    }
}

/// Most queues that a message names.
const MAX_THERE: usize = 20;

/// The queue asked for; else the root queue with most tasks, else the queue with most tasks.
fn choose(queues: &[Queue], options: &Options) -> Result<usize, Remark> {
    let fits = |q: &Queue| {
        q.has_fair_rows()
            && options.cpu.is_none_or(|cpu| q.cpu == Some(cpu))
            && options.queue.as_deref().is_none_or(|path| q.path == path || q.word_with_line() == path)
    };
    let is_root = |q: &Queue| q.path == "/";
    // The first of the largest; rows that sleep count where nobody is on a queue.
    let rank = |q: &Queue| (q.size() > 0, is_root(q), q.size(), q.rows.len());
    let best = (0..queues.len()).rev().filter(|&i| fits(&queues[i])).max_by_key(|&i| rank(&queues[i]));
    best.ok_or_else(|| {
        let mut there: Vec<String> =
            queues.iter().filter(|q| q.has_fair_rows()).take(MAX_THERE).map(|q| q.title_among(queues)).collect();
        there.dedup();
        let asked = options.cpu.map_or(String::new(), |cpu| format!(" on CPU {cpu}"));
        let what = format!("no queue {}{asked} with rows", options.queue.as_deref().unwrap_or("/"));
        Remark::new(queues.first().map_or(1, |q| q.line), 1, what, format!("one of: {}", there.join("; ")))
    })
}

/// Tells every queue which groups compete in it: those below it whose own queue has tasks.
fn find_groups(queues: &mut [Queue], said: &mut Remarks) {
    let mut places = Places::default();
    let mut running: HashSet<(Option<u32>, String)> = HashSet::new();
    for (at, queue) in queues.iter().enumerate() {
        places.add(queue, at);
        if queue.rows.iter().any(|r| r.running && r.is_fair()) {
            running.extend(above(&queue.path).chain([queue.path.as_str()]).map(|path| (queue.cpu, path.to_string())));
        }
    }
    let mut found: Vec<(usize, Group)> = Vec::new();
    for (at, child) in queues.iter().enumerate() {
        let (Some(v), Some(weight)) = (child.time("se->vruntime"), child.count("se->load.weight")) else { continue };
        let counts = ["h_nr_queued", "nr_queued", "h_nr_running", "nr_running"];
        let busy = counts.into_iter().find_map(|name| child.count(name)).is_some_and(|n| n > 0);
        if !busy {
            continue;
        }
        let Some(weight) = u64::try_from(weight).ok().filter(|w| (1..=MAX_STORED_WEIGHT as u64).contains(w)) else {
            let what = format!("the weight of the group is {weight}");
            said.push(Remark::new(child.line, 1, what, format!("from 1 to {MAX_STORED_WEIGHT}; the group is left out")));
            continue;
        };
        let parent = above(&child.path).find(|path| places.first(child.cpu, path).is_some());
        // Of dumps of several moments the one before.
        let parent = parent.and_then(|path| places.last_before(child.cpu, path, at).or_else(|| places.first(child.cpu, path)));
        let running = running.contains(&(child.cpu, child.path.clone()));
        found.extend(parent.map(|parent| (parent, Group { path: child.path.clone(), v, weight, running })));
    }
    for (at, group) in found {
        queues[at].groups.push(group);
    }
}

/// A time as a dump prints it: ms with six digits.
pub fn ms(ns: i64) -> String {
    let sign = if ns < 0 { "-" } else { "" };
    let ns = ns.unsigned_abs();
    format!("{sign}{}.{:06}", ns / 1_000_000, ns % 1_000_000)
}

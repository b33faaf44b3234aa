//! The events of a whole trace in little memory: tasks by number, times in ns, in order.
//!
//! Owns the limits on what is kept. Must not know lines or scenarios.

use super::event::{Event, Out, What, Who};
use std::collections::{BTreeMap, HashMap};

/// Most events kept of a trace, about 40 bytes each; a larger one is read up to there.
pub const MAX_KEPT_EVENTS: usize = 2_000_000;

/// Most tasks of a trace.
pub const MAX_TRACE_TASKS: usize = 50_000;

/// Most names of foreign events that are told apart.
const MAX_NAMES: usize = 40;

/// Longest comm kept, in characters; a kernel's own have at most 15.
const MAX_COMM: usize = 24;

/// A task by its place in [`Gathered::tasks`].
pub type Seen = u32;

/// A task of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceTask {
    /// Its thread id.
    pub pid: u32,
    /// The comm it had last.
    pub comm: String,
}

/// An event with tasks as numbers; `None` is an idle task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// The CPU goes from one task to another.
    Switch {
        /// Who ran.
        prev: Option<Seen>,
        /// How it left.
        out: Out,
        /// Who runs.
        next: Option<Seen>,
    },
    /// A task joins the queue; whether for the first time.
    Wakeup(Seen, bool),
    /// About to be woken.
    Waking(Seen),
    /// Will be gone when it leaves.
    Exit(Seen),
    /// Goes to this CPU from the other one.
    Arrives(Seen),
    /// Goes from this CPU to another.
    Departs(Seen),
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// When, in ns on the trace's clock.
    pub at: u64,
    /// The CPU whose queue it is about.
    pub cpu: u32,
    /// Its line.
    pub line: u32,
    /// What.
    pub what: Happened,
    /// The priority of the task concerned (of a switch: who ran), where known.
    pub prio: Option<i16>,
    /// The priority of who runs after a switch.
    pub next_prio: Option<i16>,
}

/// Which part of a trace is wanted, in ns on its own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// From there on.
    pub from: Option<u64>,
    /// Up to there.
    pub to: Option<u64>,
}

impl Window {
    fn holds(&self, at: u64) -> bool {
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at <= to)
    }
}

/// A trace.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Its tasks, in the order of their first event.
    pub tasks: Vec<TraceTask>,
    /// Its events; in order of time once [`Gathered::sort`] was called.
    pub entries: Vec<Entry>,
    /// Events that were not kept because of a limit.
    pub beyond: u64,
    /// Events outside the window.
    pub outside: u64,
    /// Events that stood after later ones.
    pub backwards: u64,
    /// How often each event without effect was seen.
    pub no_effect: BTreeMap<String, u64>,
    /// The same of events that are not known, with the line of the first; the names beyond a limit are counted under "".
    pub foreign: BTreeMap<String, (u64, u32)>,
    by_pid: HashMap<u32, Seen>,
    window: Window,
}

impl Gathered {
    /// Nothing yet of the part of a trace that is wanted.
    pub fn new(window: Window) -> Gathered {
        Gathered { window, ..Gathered::default() }
    }

    /// Adds an event.
    pub fn add(&mut self, event: &Event<'_>, line: u32) {
        let Event { at, cpu, what } = *event;
        match what {
            What::NoEffect(name) => return count(&mut self.no_effect, name, line, |n, _| *n += 1),
            What::Foreign(name) => {
                return count(&mut self.foreign, name, line, |(n, first), line| {
                    *n += 1;
                    if *n == 1 {
                        *first = line;
                    }
                });
            }
            _ if !self.window.holds(at) => return self.outside += 1,
            _ => {}
        }
        let moves = if let What::Migrate { .. } = what { 2 } else { 1 };
        if self.entries.len() + moves > MAX_KEPT_EVENTS || self.tasks.len() + 2 > MAX_TRACE_TASKS {
            self.beyond += 1;
            return;
        }
        let mut push = |cpu, what, prio, next_prio| self.entries.push(Entry { at, cpu, line, what, prio, next_prio });
        let mut seen = |who: &Who<'_>| (who.pid != 0).then(|| see(&mut self.tasks, &mut self.by_pid, who));
        match what {
            What::Switch { prev, out, next } => {
                let what = Happened::Switch { prev: seen(&prev), out, next: seen(&next) };
                push(cpu, what, prio(&prev), prio(&next));
                if out == Out::Dead {
                    // Its number may be given to another task.
                    self.by_pid.remove(&prev.pid);
                }
            }
            What::Wakeup { who, cpu: target, new } => {
                if let Some(task) = seen(&who) {
                    push(target.unwrap_or(cpu), Happened::Wakeup(task, new), prio(&who), None);
                }
            }
            What::Waking { who, cpu: target } => {
                if let Some(task) = seen(&who) {
                    push(target.unwrap_or(cpu), Happened::Waking(task), prio(&who), None);
                }
            }
            What::Exit(who) => {
                if let Some(task) = seen(&who) {
                    push(cpu, Happened::Exit(task), prio(&who), None);
                }
            }
            What::Migrate { who, from, to } => {
                if let Some(task) = seen(&who).filter(|_| from != to) {
                    push(from, Happened::Departs(task), prio(&who), None);
                    push(to, Happened::Arrives(task), prio(&who), None);
                }
            }
            What::NoEffect(_) | What::Foreign(_) => {}
        }
    }

    /// Puts the events in order of time; those of one instant stay in the order of the text.
    pub fn sort(&mut self) {
        let backwards = self.entries.windows(2).filter(|two| two[1].at < two[0].at).count() as u64;
        if backwards != 0 {
            self.backwards = backwards;
            self.entries.sort_by_key(|entry| entry.at);
        }
        // perf sched record keeps sched_waking instead of sched_wakeup where there is one.
        let woken = self.entries.iter().any(|e| matches!(e.what, Happened::Wakeup(..)));
        match woken {
            true => self.entries.retain(|e| !matches!(e.what, Happened::Waking(_))),
            false => self.entries.iter_mut().for_each(|e| {
                if let Happened::Waking(task) = e.what {
                    e.what = Happened::Wakeup(task, false);
                }
            }),
        }
    }

    /// For each CPU with a switch: how long its tasks ran, in ns, and how many switches it has.
    pub fn busy(&self) -> BTreeMap<u32, (u64, u64)> {
        let mut busy: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let mut since: HashMap<u32, Option<u64>> = HashMap::new();
        for entry in &self.entries {
            let Happened::Switch { next, .. } = entry.what else { continue };
            let (time, switches) = busy.entry(entry.cpu).or_default();
            let running = since.entry(entry.cpu).or_default();
            *time += running.map_or(0, |from| entry.at - from);
            *switches += 1;
            *running = next.map(|_| entry.at);
        }
        busy
    }
}

fn prio(who: &Who<'_>) -> Option<i16> {
    who.prio.and_then(|prio| i16::try_from(prio).ok())
}

fn count<V: Default>(names: &mut BTreeMap<String, V>, name: &str, line: u32, add: impl Fn(&mut V, u32)) {
    if let Some(known) = names.get_mut(name) {
        return add(known, line);
    }
    let name = if names.len() < MAX_NAMES { name.chars().take(MAX_COMM * 2).collect() } else { String::new() };
    add(names.entry(name).or_default(), line);
}

fn see(tasks: &mut Vec<TraceTask>, by_pid: &mut HashMap<u32, Seen>, who: &Who<'_>) -> Seen {
    let seen = *by_pid.entry(who.pid).or_insert_with(|| {
        tasks.push(TraceTask { pid: who.pid, comm: String::new() });
        tasks.len() as Seen - 1
    });
    let task = &mut tasks[seen as usize];
    if task.comm != who.comm && !who.comm.is_empty() && who.comm != "<...>" {
        task.comm = who.comm.chars().take(MAX_COMM).collect();
    }
    seen
}

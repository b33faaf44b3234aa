//! The events of one CPU as a scenario in which the trace gives the picks.
//!
//! Owns what each traced event is in the scenario language, what is put in where the trace misses something, and how much fits
//! into a scenario. A task that was runnable before its first wake-up in the trace begins on the queue, at V with a full request:
//! its real vruntime and deadline are unknown.

use super::event::Out;
use super::gather::{Entry, Gathered, Happened, Seen};
use super::options::{SLACK, TraceOptions};
use crate::io::import::names::Names;
use crate::model::num::Num;
use crate::scenario::limits::{MAX_EVENTS, MAX_ROWS, MAX_TASKS, MAX_TEXT};
use crate::scenario::{Scenario, event_text, parse};
use crate::sim::Script;
use crate::sim::script::{Action, Event, Standing, StateSpec, TaskId, TaskSpec, WeightSpec, Who};
use std::collections::{HashMap, HashSet};

/// Room kept in a scenario's text for its header and for each task, in bytes.
const HEADER_ROOM: usize = 4096;
const TASK_ROOM: usize = 160;

/// A pick that the trace gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPick {
    /// Its event in the script.
    pub event: usize,
    /// Its line in the trace; 0 if it was put in.
    pub line: u32,
    /// When, in ns on the trace's clock.
    pub at: u64,
    /// Who ran before, of the fair tasks.
    pub prev: Option<TaskId>,
    /// Whether it is a real choice between fair tasks, to be compared with the model's.
    pub counts: bool,
}

/// What came of a CPU's events.
#[derive(Clone, Debug)]
pub struct OneCpu {
    /// The scenario, on no particular kernel yet.
    pub scenario: Scenario,
    /// Its picks, in order.
    pub picks: Vec<GivenPick>,
    /// The tasks that were runnable when the trace began.
    pub unknown: Vec<TaskId>,
    /// The part of the trace that became events, in ns on its clock.
    pub span: (u64, u64),
    /// Switches from a task that the switch before had not given the CPU: events are missing before them.
    pub missing_switches: u64,
    /// Tasks that got the CPU without a wake-up in the trace.
    pub missing_wakeups: u64,
    /// Switches to tasks of other classes.
    pub other_class: u64,
    /// Events of this CPU that did not fit, with the limit that was met.
    pub left_out: Option<(usize, String)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Stand {
    Off,
    Queued,
    Running,
}

/// Makes the scenario of a CPU. `cpus`: of the machine. `None` if nothing happened there.
pub fn one_cpu(trace: &Gathered, cpu: u32, cpus: u32, options: &TraceOptions) -> Option<OneCpu> {
    let entries: Vec<&Entry> = trace.entries.iter().filter(|e| e.cpu == cpu).collect();
    let first = entries.first()?.at;
    let unit = if entries.iter().all(|e| e.at % 1000 == first % 1000) { "1us" } else { "1ns" };
    let (script, template) = header(unit, cpus, options);
    let mut builder = Builder {
        trace,
        options,
        template,
        script,
        names: Names::default(),
        ids: HashMap::new(),
        stand: Vec::new(),
        nice: Vec::new(),
        running: None,
        exiting: HashSet::new(),
        first,
        text: HEADER_ROOM,
        out: OneCpu {
            scenario: Scenario { title: String::new(), source: None, script: parse("").scenario.script },
            picks: Vec::new(),
            unknown: Vec::new(),
            span: (first, first),
            missing_switches: 0,
            missing_wakeups: 0,
            other_class: 0,
            left_out: None,
        },
    };
    builder.start(&entries);
    let pulled = pulled(&entries);
    for (at, entry) in entries.iter().enumerate() {
        if let Some(limit) = builder.full(entry.at) {
            builder.out.left_out = Some((entries.len() - at, limit));
            break;
        }
        builder.entry(entry, pulled.contains(&at));
        builder.out.span.1 = entry.at;
    }
    let Builder { script, mut out, .. } = builder;
    out.scenario.script = script;
    Some(out)
}

/// A script without tasks and events, and a task as `task NAME` makes it.
fn header(unit: &str, cpus: u32, options: &TraceOptions) -> (Script, Option<TaskSpec>) {
    let base_slice = options.base_slice.clone().unwrap_or_else(|| default_base_slice(cpus));
    let tick = options.tick.clone().unwrap_or_default();
    let slack = options.slack.clone().unwrap_or(Num::from(SLACK));
    let picks = if options.uncorrected { "given" } else { "followed" };
    let text =
        format!("kernel v7.2\nunit {unit}\nbase_slice {base_slice}ns\ntick {tick}ns\npicks {picks}\nslack {slack}ns\ntask x\n");
    let mut script = parse(&text).scenario.script;
    let template = script.tasks.pop();
    script.variant.features = options.features.clone();
    (script, template)
}

/// `sysctl_sched_base_slice` with its logarithmic scaling: 0.7 ms times 1 + log2 of the CPUs, of which at most 8 count.
pub fn default_base_slice(cpus: u32) -> Num {
    Num::from(700_000 * u64::from(1 + cpus.clamp(1, 8).ilog2()))
}

/// The arrivals (by place) of tasks that came without a wake-up: another CPU's queue gave them away.
fn pulled(entries: &[&Entry]) -> HashSet<usize> {
    let mut woken_next: HashMap<Seen, bool> = HashMap::new();
    let mut pulled = HashSet::new();
    for (at, entry) in entries.iter().enumerate().rev() {
        match entry.what {
            Happened::Wakeup(task, _) | Happened::Waking(task) => drop(woken_next.insert(task, true)),
            Happened::Switch { next: Some(task), .. } => drop(woken_next.insert(task, false)),
            Happened::Arrives(task) if woken_next.get(&task) == Some(&false) => drop(pulled.insert(at)),
            _ => {}
        }
    }
    pulled
}

/// Whether a priority is that of a fair task. Unknown ones are taken for it.
fn is_fair(prio: Option<i16>) -> bool {
    prio.is_none_or(|prio| (100..140).contains(&prio))
}

struct Builder<'a> {
    trace: &'a Gathered,
    options: &'a TraceOptions,
    template: Option<TaskSpec>,
    script: Script,
    names: Names,
    ids: HashMap<Seen, TaskId>,
    stand: Vec<Stand>,
    /// The nice values so far; of tasks whose priority was not printed yet, nothing.
    nice: Vec<Option<i32>>,
    running: Option<TaskId>,
    exiting: HashSet<TaskId>,
    first: u64,
    /// Bytes of the scenario's text, about.
    text: usize,
    out: OneCpu,
}

impl Builder<'_> {
    /// Which limit leaves no room for another traced event and the four that may come of it.
    fn full(&self, at: u64) -> Option<String> {
        let events = self.script.events.len() + 4;
        let tasks = self.script.tasks.len() + 2;
        let ticks = if self.script.tick.is_zero() {
            0
        } else {
            (&Num::from(at - self.first) / &self.script.tick).floor().to_i64().unwrap_or(i64::MAX)
        };
        let rows = (events as i128 + i128::from(ticks)) * 3 * tasks as i128;
        if events > MAX_EVENTS {
            Some(format!("{MAX_EVENTS} events"))
        } else if tasks > MAX_TASKS {
            Some(format!("{MAX_TASKS} tasks"))
        } else if rows > MAX_ROWS {
            Some(format!("{MAX_ROWS} rows (steps times tasks)"))
        } else if self.text + tasks * TASK_ROOM > MAX_TEXT {
            Some(format!("{MAX_TEXT} bytes of text"))
        } else {
            None
        }
    }

    /// Who is on the queue before the first event.
    fn start(&mut self, entries: &[&Entry]) {
        let mut mentioned: HashSet<Seen> = HashSet::new();
        let mut switched = false;
        let mut begins: Vec<(Seen, Standing, Option<i16>)> = Vec::new();
        for entry in entries {
            match entry.what {
                Happened::Switch { prev, next, .. } => {
                    if let Some(prev) = prev.filter(|p| mentioned.insert(*p))
                        && !std::mem::replace(&mut switched, true)
                        && is_fair(entry.prio)
                    {
                        begins.push((prev, Standing::Running, entry.prio));
                    }
                    switched = true;
                    if let Some(next) = next.filter(|n| mentioned.insert(*n))
                        && is_fair(entry.next_prio)
                    {
                        begins.push((next, Standing::Queued, entry.next_prio));
                    }
                }
                Happened::Wakeup(task, _) | Happened::Waking(task) | Happened::Arrives(task) => drop(mentioned.insert(task)),
                Happened::Exit(_) | Happened::Departs(_) => {}
            }
        }
        // As many as a scenario can hold; the rest is put in when it runs.
        for (seen, standing, prio) in begins.into_iter().take(MAX_TASKS / 2) {
            let task = self.task(seen, prio);
            self.script.states.push(StateSpec { task, v: None, d: None, vlag: None, vprot: None, standing });
            self.out.unknown.push(task);
            self.stand[task] = if standing == Standing::Running { Stand::Running } else { Stand::Queued };
            if standing == Standing::Running {
                self.running = Some(task);
            }
        }
    }

    fn entry(&mut self, entry: &Entry, pulled: bool) {
        match entry.what {
            Happened::Switch { prev, out, next } => self.switch(entry, prev, out, next),
            Happened::Wakeup(seen, new) if is_fair(entry.prio) => {
                let task = self.task(seen, entry.prio);
                // A task that is woken before it got to sleep is still on the queue.
                if self.stand[task] == Stand::Off {
                    self.set_nice(entry, task, entry.prio);
                    let who = Who::Task(task);
                    self.push(entry, if new { Action::Fork(who) } else { wake(task) });
                    self.stand[task] = Stand::Queued;
                }
            }
            Happened::Arrives(seen) if pulled && is_fair(entry.prio) => {
                let task = self.task(seen, entry.prio);
                if self.stand[task] == Stand::Off {
                    self.push(entry, wake(task));
                    self.stand[task] = Stand::Queued;
                }
            }
            Happened::Departs(seen) => {
                if let Some(task) = self.ids.get(&seen).copied().filter(|t| self.stand[*t] == Stand::Queued) {
                    self.push(entry, Action::Sleep(Who::Task(task)));
                    self.stand[task] = Stand::Off;
                }
            }
            Happened::Exit(seen) => {
                if let Some(task) = self.ids.get(&seen) {
                    self.exiting.insert(*task);
                }
            }
            Happened::Wakeup(..) | Happened::Waking(_) | Happened::Arrives(_) => {}
        }
    }

    fn switch(&mut self, entry: &Entry, prev: Option<Seen>, out: Out, next: Option<Seen>) {
        let prev = prev.filter(|_| is_fair(entry.prio)).map(|seen| self.task(seen, entry.prio));
        let mut counts = true;
        if self.running != prev {
            self.out.missing_switches += 1;
            counts = false;
            match prev {
                Some(task) => self.run(entry, task, false, None),
                None => self.idle(entry, None),
            }
        }
        if let Some(task) = prev {
            self.set_nice(entry, task, entry.prio);
            self.stand[task] = Stand::Queued;
            let gone = out == Out::Dead || self.exiting.contains(&task);
            if out != Out::Runnable {
                let who = Who::Task(task);
                self.push(entry, if gone { Action::Exit(who) } else { Action::Sleep(who) });
                self.stand[task] = Stand::Off;
            }
        }
        match next.filter(|_| is_fair(entry.next_prio)) {
            Some(seen) => {
                let task = self.task(seen, entry.next_prio);
                self.set_nice(entry, task, entry.next_prio);
                if self.stand[task] == Stand::Off {
                    self.out.missing_wakeups += 1;
                    counts = false;
                }
                self.run(entry, task, counts, prev);
            }
            None => {
                self.out.other_class += u64::from(next.is_some());
                self.idle(entry, prev);
            }
        }
    }

    /// The CPU goes to a task, which is woken before if it was not.
    fn run(&mut self, entry: &Entry, task: TaskId, counts: bool, prev: Option<TaskId>) {
        if self.stand[task] == Stand::Off {
            self.push(entry, wake(task));
        }
        self.pick(entry, Action::Pick(Who::Task(task)), counts, prev);
        if let Some(before) = self.running.filter(|before| *before != task && self.stand[*before] == Stand::Running) {
            self.stand[before] = Stand::Queued;
        }
        self.stand[task] = Stand::Running;
        self.running = Some(task);
    }

    fn idle(&mut self, entry: &Entry, prev: Option<TaskId>) {
        self.pick(entry, Action::Idle, false, prev);
        if let Some(before) = self.running.take().filter(|before| self.stand[*before] == Stand::Running) {
            self.stand[before] = Stand::Queued;
        }
    }

    fn pick(&mut self, entry: &Entry, action: Action, counts: bool, prev: Option<TaskId>) {
        let event = self.script.events.len();
        self.out.picks.push(GivenPick { event, line: entry.line, at: entry.at, prev, counts });
        self.push(entry, action);
    }

    /// The task of a scenario, which is made when it is first named.
    fn task(&mut self, seen: Seen, prio: Option<i16>) -> TaskId {
        if let Some(task) = self.ids.get(&seen) {
            return *task;
        }
        let traced = &self.trace.tasks[seen as usize];
        let name = self.names.name(&traced.comm, Some(&traced.pid.to_string()));
        let told = self.options.nice.iter().rev().find(|(comm, _)| *comm == traced.comm || *comm == name);
        let nice = told.map(|(_, nice)| *nice).or(prio.map(|prio| i32::from(prio) - 120));
        let slice = self.options.slices.iter().rev().find(|(comm, _)| *comm == traced.comm || *comm == name);
        let mut spec = self.template.clone().expect("a line `task x` makes a task");
        spec.name = name;
        spec.weight = WeightSpec::Nice(nice.unwrap_or(0));
        spec.slice = slice.map(|(_, slice)| slice.clone());
        let task = self.script.tasks.len();
        self.script.tasks.push(spec);
        self.stand.push(Stand::Off);
        self.nice.push(nice);
        self.ids.insert(seen, task);
        task
    }

    /// A priority other than the one so far is another nice value, unless somebody told it.
    fn set_nice(&mut self, entry: &Entry, task: TaskId, prio: Option<i16>) {
        let Some(nice) = prio.map(|prio| i32::from(prio) - 120) else { return };
        let name = &self.script.tasks[task].name;
        let comm = self.options.nice.iter().any(|(comm, _)| comm == name);
        if !comm && self.nice[task] != Some(nice) && (-20..20).contains(&nice) {
            if self.nice[task].is_some() {
                self.push(entry, Action::Nice(Who::Task(task), nice));
            } else {
                self.script.tasks[task].weight = WeightSpec::Nice(nice);
            }
            self.nice[task] = Some(nice);
        }
    }

    fn push(&mut self, entry: &Entry, action: Action) {
        let at = Num::from(entry.at - self.first);
        let text = event_text(&self.script, &action);
        self.text += text.len() + 24;
        self.script.events.push(Event { at, cpu: 0, action, text, line: 0 });
    }
}

fn wake(task: TaskId) -> Action {
    Action::Wake { who: Who::Task(task), sync: false, lag: None }
}

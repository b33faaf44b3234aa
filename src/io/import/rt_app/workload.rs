//! An rt-app workload as data: its tasks, and what each does, in the order of its keys.
//!
//! Events match by the beginning of a key (`run0`, `timer1`), as in rt-app; everything else by the whole key. A key that is not
//! modelled is skipped, with one remark a name.

use super::json::{Member, Node, Place, Value};
use crate::io::import::remark::Remarks;
use crate::scenario::limits::MAX_ITEMS;
use crate::scenario::quote::quote;
use std::collections::BTreeMap;

/// A workload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workload {
    /// Its tasks in order, those that are not fair included.
    pub tasks: Vec<Task>,
    /// How long it runs, in us.
    pub duration: Option<i64>,
}

/// A task as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its line.
    pub line: u32,
    /// The column of its name.
    pub column: u32,
    /// Its name.
    pub name: String,
    /// How many of it there are.
    pub instances: u32,
    /// Its policy, `SCHED_OTHER` unless something else is given.
    pub policy: String,
    /// Its nice value.
    pub nice: i32,
    /// Its own slice in us.
    pub slice: Option<i64>,
    /// The CPUs it may run on.
    pub cpus: Vec<u32>,
    /// How long it sleeps before it begins, in us.
    pub delay: i64,
    /// How often it does its phases; `None`: for ever.
    pub rounds: Option<u32>,
    /// What it does.
    pub phases: Vec<Phase>,
}

/// Some things that a task does, so many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// How often; `None`: for ever.
    pub rounds: Option<u32>,
    /// What.
    pub events: Vec<Event>,
}

/// One thing that a task does; times in us.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Uses the CPU.
    Run(i64),
    /// Sleeps.
    Sleep(i64),
    /// Sleeps until the next multiple of a period.
    Timer(i64),
    /// Waits on a name (`suspend`, `wait`).
    Wait(String),
    /// Wakes all that wait on a name (`resume`, `broad`).
    WakeAll(String),
    /// Wakes one that waits on a name (`signal`).
    WakeOne(String),
    /// sched_yield().
    Yield,
}

/// The largest number of rounds and instances kept.
const MAX_COUNT: i64 = 1_000_000;
/// The largest time in us: some years.
const MAX_TIME: i64 = 100_000_000_000_000;
/// The keys that are modelled, by where they stand.
const TOP_KEYS: &str = "tasks, global";
const GLOBAL_KEYS: &str = "duration, default_policy";
const TASK_KEYS: &str = "run, sleep, timer, suspend, resume, wait, signal, broad, sync, yield, loop, phases, priority, dl-runtime, \
                         policy, cpus, instance, delay";
const PHASE_KEYS: &str = "run, sleep, timer, suspend, resume, wait, signal, broad, sync, yield, loop";
const EVENT_KEYS: &str = "ref, period, mutex";

/// Reads a workload.
pub(super) struct Reader<'s> {
    said: &'s mut Remarks,
    /// How many more events the task may have.
    room: usize,
    /// Keys that are not modelled: where first, how often, and what is modelled there.
    skipped: BTreeMap<String, (Place, usize, &'static str)>,
}

impl Reader<'_> {
    /// The workload that these members of the outermost object are.
    pub fn read(members: &[Member], said: &mut Remarks) -> Workload {
        let mut reader = Reader { said, room: 0, skipped: BTreeMap::new() };
        let mut workload = Workload::default();
        let mut policy = "SCHED_OTHER".to_string();
        for member in members.iter().filter(|m| m.key == "global") {
            reader.global(&member.value, &mut workload.duration, &mut policy);
        }
        for member in members {
            match (member.key.as_str(), &member.value.value) {
                ("tasks", Value::Object(tasks)) => workload.tasks.extend(tasks.iter().filter_map(|t| reader.task(t, &policy))),
                ("tasks", _) => reader.wrong(&member.value, "tasks", "an object with a task a key"),
                ("global", _) => {}
                _ => reader.skip(member, TOP_KEYS),
            }
        }
        let mut skipped: Vec<_> = reader.skipped.into_iter().collect();
        skipped.sort_by_key(|(_, (place, ..))| (place.line, place.column));
        for (key, (place, times, expected)) in skipped {
            let more = if times > 1 { format!(" ({times} times)") } else { String::new() };
            reader.said.push(place.remark(format!("the key {} is skipped{more}", quote(&key)), format!("one of {expected}")));
        }
        workload
    }

    fn global(&mut self, node: &Node, duration: &mut Option<i64>, policy: &mut String) {
        let Value::Object(members) = &node.value else { return self.wrong(node, "global", "an object") };
        for member in members {
            match member.key.as_str() {
                "duration" => match self.number(&member.value, "the duration", -1, MAX_TIME / 1_000_000) {
                    Some(s) if s > 0 => *duration = Some(s * 1_000_000),
                    _ => {}
                },
                "default_policy" => *policy = self.word(&member.value, "the policy").unwrap_or(std::mem::take(policy)),
                _ => self.skip(member, GLOBAL_KEYS),
            }
        }
    }

    fn task(&mut self, member: &Member, policy: &str) -> Option<Task> {
        let Value::Object(members) = &member.value.value else {
            self.wrong(&member.value, "a task", "an object");
            return None;
        };
        let Place { line, column } = member.place;
        let policy = policy.to_string();
        let mut task = Task {
            line,
            column,
            name: member.key.clone(),
            instances: 1,
            policy,
            nice: 0,
            slice: None,
            cpus: Vec::new(),
            delay: 0,
            rounds: None,
            phases: Vec::new(),
        };
        self.room = MAX_ITEMS + 1;
        let mut own = Phase { rounds: Some(1), events: Vec::new() };
        for setting in members {
            let node = &setting.value;
            match setting.key.as_str() {
                "instance" => task.instances = self.number(node, "instance", 0, MAX_COUNT).map_or(1, |n| n as u32),
                "policy" => task.policy = self.word(node, "the policy").unwrap_or(task.policy),
                "priority" => task.nice = self.number(node, "the priority", -100, 100).map_or(0, |n| n as i32),
                "dl-runtime" => task.slice = self.number(node, "dl-runtime", 0, MAX_TIME).filter(|us| *us > 0),
                "delay" => task.delay = self.number(node, "the delay", 0, MAX_TIME).unwrap_or(0),
                "cpus" => task.cpus = self.cpus(node),
                "loop" => task.rounds = self.rounds(node),
                "phases" => self.phases(node, &mut task),
                _ => self.event(setting, &mut own.events, TASK_KEYS),
            }
        }
        if self.room == 0 {
            let what = format!("the task {} has more to do than is read", quote(&member.key));
            self.said.push(member.place.remark(what, format!("at most {MAX_ITEMS} events")));
        }
        if !own.events.is_empty() {
            task.phases.push(own);
        }
        Some(task)
    }

    fn phases(&mut self, node: &Node, task: &mut Task) {
        let Value::Object(phases) = &node.value else { return self.wrong(node, "phases", "an object with a phase a key") };
        for member in phases {
            let Value::Object(members) = &member.value.value else {
                self.wrong(&member.value, "a phase", "an object");
                continue;
            };
            let mut phase = Phase { rounds: Some(1), events: Vec::new() };
            for setting in members {
                match setting.key.as_str() {
                    "loop" => phase.rounds = self.rounds(&setting.value),
                    // A task's setting in a phase would change it there.
                    "phases" | "priority" | "cpus" | "policy" | "dl-runtime" => self.skip(setting, PHASE_KEYS),

                    _ => self.event(setting, &mut phase.events, PHASE_KEYS),
                }
            }
            task.phases.push(phase);
        }
    }

    /// An event, by the beginning of its key.
    fn event(&mut self, member: &Member, events: &mut Vec<Event>, known: &'static str) {
        let Some(room) = self.room.checked_sub(1) else { return };
        self.room = room;
        let node = &member.value;
        let key = member.key.as_str();
        let is = |start: &str| key.starts_with(start);
        let time = |us: i64, event: fn(i64) -> Event| (us > 0).then(|| event(us));
        let event = if is("run") {
            self.number(node, key, 0, MAX_TIME).and_then(|us| time(us, Event::Run))
        } else if is("sleep") {
            self.number(node, key, 0, MAX_TIME).and_then(|us| time(us, Event::Sleep))
        } else if is("timer") {
            self.member(node, "period")
                .and_then(|node| self.number(&node, "the period", 0, MAX_TIME))
                .and_then(|us| time(us, Event::Timer))
        } else if is("suspend") {
            Some(Event::Wait(self.name(node).unwrap_or_default()))
        } else if is("resume") || is("broad") {
            self.name(node).map(Event::WakeAll)
        } else if is("signal") {
            self.name(node).map(Event::WakeOne)
        } else if is("sync") {
            let name = self.name(node);
            events.extend(name.clone().map(Event::WakeOne));
            name.map(Event::Wait)
        } else if is("wait") {
            self.name(node).map(Event::Wait)
        } else if is("yield") {
            Some(Event::Yield)
        } else {
            return self.skip(member, known);
        };
        events.extend(event);
    }

    /// The name that a condition goes by: a text, or `ref` in an object; `None` for a key without a value.
    fn name(&mut self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(name) => Some(name.clone()),
            Value::Object(_) => self.member(node, "ref").and_then(|node| self.name(&node)),
            Value::Nothing => None,
            _ => {
                self.wrong(node, "a condition", "its name in quotes");
                None
            }
        }
    }

    /// A member of an object; its other members have no meaning here.
    fn member(&mut self, node: &Node, key: &str) -> Option<Node> {
        let found = match &node.value {
            Value::Object(members) => {
                for other in members.iter().filter(|m| !["ref", "period", "mutex"].contains(&m.key.as_str())) {
                    self.skip(other, EVENT_KEYS);
                }
                members.iter().find(|m| m.key == key).map(|m| m.value.clone())
            }
            _ => None,
        };
        if found.is_none() {
            self.wrong(node, "an event", &format!("an object with `{key}`"));
        }
        found
    }

    fn cpus(&mut self, node: &Node) -> Vec<u32> {
        let Value::List(list) = &node.value else {
            self.wrong(node, "cpus", "a list");
            return Vec::new();
        };
        list.iter().filter_map(|cpu| self.number(cpu, "a CPU", 0, 100_000)).map(|n| n as u32).collect()
    }

    /// `None` for -1: for ever.
    fn rounds(&mut self, node: &Node) -> Option<u32> {
        match self.number(node, "loop", -1, MAX_COUNT) {
            Some(-1) => None,
            Some(n) => Some(n as u32),
            None => Some(1),
        }
    }

    fn number(&mut self, node: &Node, what: &str, least: i64, most: i64) -> Option<i64> {
        let text = match &node.value {
            Value::Bare(text) | Value::Text(text) => text.as_str(),
            Value::Nothing => return self.no_number(node, what, "missing", least, most),
            _ => return self.no_number(node, what, "something else", least, most),
        };
        match text.parse::<i64>() {
            Ok(n) if (least..=most).contains(&n) => Some(n),
            _ => self.no_number(node, what, &quote(text), least, most),
        }
    }

    fn no_number(&mut self, node: &Node, what: &str, found: &str, least: i64, most: i64) -> Option<i64> {
        let what = what.chars().take(40).collect::<String>();
        self.said.push(node.place.remark(format!("{what} is {found}"), format!("a whole number from {least} to {most}")));
        None
    }

    fn word(&mut self, node: &Node, what: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => {
                self.wrong(node, what, "a name in quotes");
                None
            }
        }
    }

    fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        self.said.push(node.place.remark(format!("{what} that can not be read"), expected));
    }

    fn skip(&mut self, member: &Member, expected: &'static str) {
        let entry = self.skipped.entry(member.key.clone()).or_insert((member.place, 0, expected));
        entry.1 += 1;
    }
}

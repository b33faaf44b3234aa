//! `task` and `state` lines: who there is, and where they stand when the run begins.

use super::behaviour;
use super::limits::{MAX_NAME, MAX_TASKS};
use super::quote::quote;
use super::reader::{Range, Reader};
use super::words::Word;
use crate::model::num::Num;
use crate::sim::script::{Policy, Standing, StateSpec, TaskId, TaskSpec, WeightSpec};

/// The settings of a task.
const TASK_KEYS: [&str; 6] = ["nice", "weight", "slice", "policy", "lag", "cpu"];
/// The values in a state.
const STATE_KEYS: [&str; 4] = ["v", "d", "vlag", "vprot"];
/// Where a task can stand.
pub(super) const STANDINGS: [(&str, Standing); 4] =
    [("queued", Standing::Queued), ("running", Standing::Running), ("delayed", Standing::Delayed), ("asleep", Standing::Asleep)];
/// The policies.
pub(super) const POLICIES: [(&str, Policy); 4] =
    [("normal", Policy::Normal), ("batch", Policy::Batch), ("idle", Policy::Idle), ("fifo", Policy::Fifo)];

impl Reader<'_> {
    /// `task NAME [key=value].. [: behaviour]`
    pub(super) fn task(&mut self, first: Word<'_>, args: &[Word<'_>]) {
        let (words, behaviour) = behaviour::split(args);
        let Some((&name, settings)) = words.split_first() else {
            return self.error(first, "a task without a name", "`task NAME`");
        };
        if !self.room_for(name, 1) || !self.new_name(name) {
            return;
        }
        let mut task = self.blank_task(name.text);
        let mut seen: Vec<&str> = Vec::new();
        for word in settings {
            let Some((key, value)) = self.key(*word, &TASK_KEYS, &seen, "a task") else { continue };
            if (key == "weight" && seen.contains(&"nice")) || (key == "nice" && seen.contains(&"weight")) {
                self.error(*word, "both nice= and weight= are given", "one of them");
                continue;
            }
            seen.push(key);
            self.task_setting(&mut task, key, value);
        }
        if task.policy == Policy::Fifo
            && let Some(key) = seen.iter().find(|key| !matches!(**key, "policy" | "cpu"))
        {
            let found = format!("{key}= for a fifo task");
            self.error(name, found, "only policy= and cpu=: it is in no fair queue");
        }
        if let Some((colon, words)) = behaviour {
            task.behaviour = self.behaviour(name.text, colon, &words);
        }
        self.add_task(task);
    }

    /// Whether so many more tasks are allowed; says so if not.
    pub(super) fn room_for(&mut self, word: Word<'_>, more: usize) -> bool {
        let fits = self.script.tasks.len() + more <= MAX_TASKS;
        if !fits {
            self.error(word, format!("more than {MAX_TASKS} tasks"), format!("at most {MAX_TASKS}"));
        }
        fits
    }

    /// A task with nothing set.
    pub(super) fn blank_task(&self, name: &str) -> TaskSpec {
        TaskSpec {
            name: name.to_string(),
            weight: WeightSpec::Nice(0),
            slice: None,
            base_slice: self.base_slice(),
            policy: Policy::Normal,
            lag: Num::ZERO,
            cpu: 0,
            behaviour: None,
        }
    }

    /// Puts it at the end of the list.
    pub(super) fn add_task(&mut self, task: TaskSpec) {
        self.names.insert(task.name.clone(), self.script.tasks.len());
        self.script.tasks.push(task);
    }

    pub(super) fn task_setting(&mut self, task: &mut TaskSpec, key: &str, value: Word<'_>) {
        match key {
            "nice" => task.weight = self.nice(value).map_or(task.weight.clone(), WeightSpec::Nice),
            "weight" => task.weight = self.weight(value).map_or(task.weight.clone(), WeightSpec::Weight),
            "slice" => task.slice = self.span(value, "the slice", Range::Slice).filter(|s| !s.is_zero()),
            "lag" => task.lag = self.span(value, "the lag", Range::Any).unwrap_or_default(),
            "cpu" => task.cpu = self.cpu(value).unwrap_or(0),
            _ => match POLICIES.iter().find(|(name, _)| *name == value.text) {
                Some((_, policy)) => task.policy = *policy,
                None => {
                    let near = self.near(value.text, POLICIES.map(|(name, _)| name));
                    self.error(value, format!("unknown policy {}{near}", quote(value.text)), "normal, batch, idle or fifo");
                }
            },
        }
    }

    /// `key=value` with a known key that was not there before.
    pub(super) fn key<'w>(
        &mut self,
        word: Word<'w>,
        keys: &[&'static str],
        seen: &[&str],
        whose: &str,
    ) -> Option<(&'static str, Word<'w>)> {
        let all = keys.iter().map(|k| format!("{k}=")).collect::<Vec<_>>().join(" ");
        let Some((key, value)) = word.setting() else {
            self.error(word, format!("{} in the line of {whose}", quote(word.text)), format!("one of {all}"));
            return None;
        };
        let Some(known) = keys.iter().find(|k| **k == key) else {
            let near = self.near(key, keys.iter().copied());
            self.error(word, format!("unknown setting {}{near}", quote(key)), format!("one of {all}"));
            return None;
        };
        if seen.contains(known) {
            self.error(word, format!("{known}= is given twice"), "each setting once");
            return None;
        }
        Some((known, value))
    }

    /// A CPU number below `cpus`.
    pub(super) fn cpu(&mut self, value: Word<'_>) -> Option<u32> {
        let cpus = self.script.cpus;
        match value.text.parse::<u32>() {
            Ok(cpu) if cpu < cpus => Some(cpu),
            _ => {
                let expected = format!("a number below {cpus} (the value of `cpus`)");
                self.error(value, format!("the CPU is {}", quote(value.text)), expected);
                None
            }
        }
    }

    pub(super) fn new_name(&mut self, name: Word<'_>) -> bool {
        let expected = "a name without `=`, `;`, `{` or `}` that does not start with `@` or `:` or end with `:`";
        if name.length() > MAX_NAME as u32 {
            self.error(
                name,
                format!("the name {} has {} characters", quote(name.text), name.length()),
                format!("at most {MAX_NAME}"),
            );
        } else if name.text.is_empty()
            || name.text.contains(['=', ';', '{', '}'])
            || name.text.starts_with(['@', ':'])
            || name.text.ends_with(':')
        {
            self.error(name, format!("the name {}", quote(name.text)), expected);
        } else if self.names.contains_key(name.text) {
            self.error(name, format!("there is a task {} already", quote(name.text)), "each name once");
        } else {
            return true;
        }
        false
    }

    /// The task of that name.
    pub(super) fn known_task(&mut self, name: Word<'_>) -> Option<TaskId> {
        if let Some(task) = self.names.get(name.text) {
            return Some(*task);
        }
        let names = || self.script.tasks.iter().map(|t| t.name.as_str());
        let near = self.near(name.text, names());
        let some: Vec<_> = names().take(12).collect();
        let more = if self.script.tasks.len() > some.len() { " ..." } else { "" };
        let expected = match some.is_empty() {
            true => "a `task` line with that name before".to_string(),
            false => format!("one of {}{more}", some.join(" ")),
        };
        self.error(name, format!("unknown task {}{near}", quote(name.text)), expected);
        None
    }

    /// `state NAME [v=D] [d=D] [vlag=D] [vprot=D] queued|running|delayed|asleep`
    pub(super) fn state(&mut self, first: Word<'_>, args: &[Word<'_>]) {
        let Some((&name, rest)) = args.split_first() else {
            return self.error(first, "a state of nobody", "`state NAME ... queued|running|delayed|asleep`");
        };
        let Some(task) = self.known_task(name) else { return };
        if self.script.states.iter().any(|s| s.task == task) {
            return self.error(name, format!("a second state of {}", name.text), "one state a task");
        }
        let mut values: [Option<Num>; 4] = [None, None, None, None];
        let mut standing: Option<Standing> = None;
        let mut seen: Vec<&str> = Vec::new();
        for word in rest {
            if let Some((_, found)) = STANDINGS.iter().find(|(name, _)| *name == word.text) {
                if standing.is_some() {
                    self.error(
                        *word,
                        format!("`{}` although the line says already where the task stands", word.text),
                        "one of them",
                    );
                }
                standing = standing.or(Some(*found));
                continue;
            }
            if word.setting().is_none() {
                let near = self.near(word.text, STANDINGS.map(|(name, _)| name));
                self.error(
                    *word,
                    format!("{}{near} in a state", quote(word.text)),
                    "queued, running, delayed, asleep or key=value",
                );
                continue;
            }
            let Some((key, value)) = self.key(*word, &STATE_KEYS, &seen, "a state") else { continue };
            seen.push(key);
            let slot = STATE_KEYS.iter().position(|k| *k == key).unwrap_or(0);
            values[slot] = self.span(value, key, Range::Any);
            if let ("v", Some(v)) = (key, &values[slot])
                && !self.joins_sums(value, "the vruntime", v)
            {
                return;
            }
        }
        let Some(standing) = standing else {
            return self.error(
                first,
                format!("the state of {} does not say where it stands", name.text),
                "queued, running, delayed or asleep",
            );
        };
        if standing == Standing::Running {
            let tasks = &self.script.tasks;
            let here = |s: &&StateSpec| s.standing == Standing::Running && tasks[s.task].cpu == tasks[task].cpu;
            if let Some(other) = self.script.states.iter().find(here) {
                let other = tasks[other.task].name.clone();
                return self.error(name, format!("{} and {other} are both running", name.text), "one running task a CPU");
            }
        }
        if self.script.tasks[task].policy == Policy::Fifo {
            if let Some(key) = seen.first() {
                return self.error(name, format!("{key}= for a fifo task"), "only where it stands: it is in no fair queue");
            }
            if standing == Standing::Delayed {
                return self.error(name, "a delayed fifo task", "queued, running or asleep: only fair tasks are delayed");
            }
        }
        let [v, d, vlag, vprot] = values;
        self.script.states.push(StateSpec { task, v, d, vlag, vprot, standing });
    }
}

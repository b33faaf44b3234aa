//! How the engine drives behaviours: when a running task acts next, and the events that it makes.
//!
//! At one instant a running task acts first, then sleepers wake whose time has come, then come request ends, ticks and the script.
//! Must not know what an item of a behaviour means (that is [`Programs`]).

use super::{Automatic, Engine, Listener};
use crate::model::arith::Arith;
use crate::model::machine::CpuId;
use crate::model::note::StopWhy;
use crate::sim::behaviour::{Act, Programs};
use crate::sim::script::{Action, Event, Script, TaskId, Who};
use std::sync::Arc;

/// Most acts in a row without time passing: two tasks that wake each other and never run would go on for ever.
pub const MOST_AT_ONCE: u32 = 20_000;

/// Most `run`s in a row while nothing else happens: nothing of them is recorded, so one would wait for the next step, or for notes.
pub const MOST_RUNS: u32 = 100_000;

/// The behaviours of a run.
#[derive(Clone)]
pub(super) struct Behaving<A: Arith> {
    programs: Programs<A>,
    /// The events that tasks make, [`KINDS`] for each task.
    events: Arc<Vec<Event>>,
    /// How many acts there were at this instant.
    at_once: u32,
    /// How many `run`s began since anything else happened.
    runs: u32,
}

/// How many different events a task's behaviour makes, or others' behaviours about it.
const KINDS: usize = 5;

fn events_about(name: &str, task: TaskId) -> [Event; KINDS] {
    let who = Who::Task(task);
    let wake = |sync| Action::Wake { who, sync, lag: None };
    let event = |action, text| Event { at: 0.into(), cpu: 0, action, text, line: 0 };
    [
        event(wake(false), format!("wake {name}")),
        event(wake(true), format!("wake {name} sync")),
        event(Action::Sleep(who), format!("sleep {name}")),
        event(Action::Yield, "yield".to_string()),
        event(Action::Exit(who), format!("exit {name}")),
    ]
}

impl<A: Arith> Behaving<A> {
    pub fn new(script: &Script) -> Option<Box<Self>> {
        let programs = Programs::new(script)?;
        let events = script.tasks.iter().enumerate().flat_map(|(task, spec)| events_about(&spec.name, task)).collect();
        Some(Box::new(Behaving { programs, events: Arc::new(events), at_once: 0, runs: 0 }))
    }
}

impl<A: Arith> Engine<A> {
    /// The next thing that a behaviour does: the act of a running task, else the wake-up of a sleeper.
    pub(super) fn next_behaviour(&self) -> Option<(A::T, CpuId, Automatic)> {
        let programs = &self.behaving.as_ref()?.programs;
        let act = |cpu: CpuId| {
            let p = self.machine.cpus[cpu].curr?;
            let left = programs.due(p, &self.consumed(p))?;
            Some((A::t_add(&self.now, &left), cpu, Automatic::Act))
        };
        let acts = (0..self.machine.cpus.len()).filter_map(act);
        let alarm = programs.next_alarm().map(|(t, p)| (t.clone(), self.machine.home(p), Automatic::Alarm));
        acts.chain(alarm).reduce(|first, other| if other.0 < first.0 { other } else { first })
    }

    /// The CPU time that a task has had, up to now if it runs.
    fn consumed(&self, p: TaskId) -> A::T {
        let rq = self.machine.home_rq(p);
        let entity = &rq.cfs.entities[p];
        match rq.curr == Some(p) && self.now > entity.exec_start {
            true => A::t_add(&entity.sum_exec, &A::t_sub(&self.now, &entity.exec_start)),
            false => entity.sum_exec.clone(),
        }
    }

    /// The running task of that CPU acts.
    pub(super) fn act_of_behaviour<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, time: A::T) {
        let passed = time != self.now;
        self.now = time;
        let Some(p) = self.machine.cpus[cpu].curr else { return };
        let consumed = self.consumed(p);
        let Some(behaving) = &mut self.behaving else { return };
        behaving.at_once = if passed { 1 } else { behaving.at_once + 1 };
        if behaving.at_once > MOST_AT_ONCE {
            return self.stop(listener, StopWhy::AtOnce);
        }
        let (task, kind) = match behaving.programs.act(p, &self.now, &consumed) {
            Act::Runs => {
                behaving.runs += 1;
                if behaving.runs > MOST_RUNS {
                    self.stop(listener, StopWhy::Runs);
                }
                return;
            }
            Act::Wakes { task, sync } => (task, usize::from(sync)),
            Act::Sleeps => (p, 2),
            Act::Yields => (p, 3),
            Act::Exits => (p, 4),
        };
        self.own_event(listener, cpu, task * KINDS + kind);
    }

    /// The sleeper whose time has come wakes, by an interrupt on that CPU.
    pub(super) fn alarm_of_behaviour<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, time: A::T) {
        self.now = time;
        if let Some(task) = self.behaving.as_mut().and_then(|b| b.programs.take_alarm()) {
            self.own_event(listener, cpu, task * KINDS);
        }
    }

    /// Something else than a `run` happens.
    pub(super) fn is_not_a_run(&mut self) {
        if let Some(behaving) = &mut self.behaving {
            behaving.runs = 0;
        }
    }

    fn own_event<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, index: usize) {
        self.automatic += 1;
        self.is_not_a_run();
        let Some(events) = self.behaving.as_ref().map(|b| Arc::clone(&b.events)) else { return };
        self.event(listener, &events[index], cpu, self.script.events.len() + index);
    }

    /// Tells the behaviour of a task what an event did to it.
    pub(super) fn tell_behaviour(&mut self, action: &Action, p: TaskId) {
        if self.behaving.is_none() {
            return;
        }
        let consumed = self.consumed(p);
        let Some(behaving) = &mut self.behaving else { return };
        match action {
            Action::Wake { .. } | Action::Fork(_) => behaving.programs.woken(p, &self.now),
            Action::Sleep(_) => behaving.programs.put_to_sleep(p, &consumed),
            Action::Exit(_) => behaving.programs.gone(p),
            _ => {}
        }
    }

    /// After the last event of a script without `end`: the next thing that happens by itself, as long as a behaviour can go on.
    /// Returns false once none can.
    pub(super) fn behave_on<L: Listener<A>>(&mut self, listener: &mut L) -> bool {
        let goes_on = !self.script.has_end() && (self.next_behaviour().is_some() || self.is_behaviour_waiting());
        match self.next_automatic().filter(|_| goes_on) {
            Some((until, ..)) => self.automatic_event(listener, &until) || self.end_instant(listener),
            None => self.end_instant(listener),
        }
    }

    /// Whether a task with a behaviour waits for the CPU.
    fn is_behaviour_waiting(&self) -> bool {
        let waits = |p: TaskId| self.machine.task(p).queued && !self.machine.task(p).blocked;
        self.behaving.is_some() && (0..self.script.tasks.len()).any(|p| self.script.tasks[p].behaviour.is_some() && waits(p))
    }
}

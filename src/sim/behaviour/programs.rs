//! `Programs`: how far each task is in its behaviour, and who sleeps until when.
//!
//! Whoever drives it asks when the running task acts next ([`Programs::due`]), lets it act ([`Programs::act`]), fires the alarms
//! of sleepers, and tells of wake-ups, sleeps and exits that came from elsewhere. Must not know the queue.

use super::MAX_NESTING;
use super::code::{Code, Op, compile};
use super::random::Random;
use crate::model::arith::Arith;
use crate::sim::script::{Action, Script, TaskId, Who};
use std::sync::Arc;

/// Most operations without effect in one act: a task that goes on for longer without time passing acts again.
const MOST_SILENT: usize = 1_000;

/// What a task did when it acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Nothing that others notice: it runs on.
    Runs,
    /// It goes to sleep.
    Sleeps,
    /// It wakes another one, which is asleep.
    Wakes {
        /// The wakee.
        task: TaskId,
        /// WF_SYNC.
        sync: bool,
    },
    /// It yields.
    Yields,
    /// Its behaviour is over.
    Exits,
}

/// The behaviours of all tasks, at some moment of a run.
#[derive(Clone, Debug)]
pub struct Programs<A: Arith> {
    /// By task, if it has a behaviour.
    code: Arc<Vec<Option<Code<A::T>>>>,
    tasks: Vec<Place<A::T>>,
    /// Who is woken when; the next one last, of several at one time the first in task order.
    alarms: Vec<(A::T, TaskId)>,
}

/// How far one task is.
#[derive(Clone, Debug)]
struct Place<T> {
    doing: Doing<T>,
    /// The next operation; of a run, that run.
    at: usize,
    /// A wake-up that came while it was not waiting.
    kept: bool,
    /// Rounds left in the loops around it.
    rounds: [u32; MAX_NESTING],
    /// The last time of its timer; first the time of its first wake-up.
    grid: Option<T>,
    random: Random,
}

#[derive(Clone, Debug)]
enum Doing<T> {
    /// It acts as soon as it has the CPU.
    Ready,
    /// It consumes CPU time until it has had so much in all.
    Running(T),
    /// Sent to sleep from elsewhere with so much of its run left.
    Left(T),
    /// Until an alarm.
    Asleep,
    /// Until woken.
    Waiting,
    /// Exited.
    Gone,
}

impl<A: Arith> Programs<A> {
    /// All tasks at the beginning; nothing if none has a behaviour. A task wakes at 0, unless a `state` line or a wake-up in the
    /// script says when it starts.
    pub fn new(script: &Script) -> Option<Self> {
        if script.tasks.iter().all(|task| task.behaviour.is_none()) {
            return None;
        }
        let code = script.tasks.iter().map(|task| task.behaviour.as_ref().map(compile::<A>)).collect();
        let place = |task| Place {
            doing: Doing::Ready,
            at: 0,
            kept: false,
            rounds: [0; MAX_NESTING],
            grid: None,
            random: Random::new(script.seed, task),
        };
        let tasks: Vec<Place<A::T>> = (0..script.tasks.len()).map(place).collect();
        let mut starts: Vec<bool> = script.tasks.iter().map(|task| task.behaviour.is_some()).collect();
        script.states.iter().for_each(|state| starts[state.task] = false);
        for event in &script.events {
            if let Action::Wake { who: Who::Task(task), .. } | Action::Fork(Who::Task(task)) = event.action {
                starts[task] = false;
            }
        }
        let alarms = (0..tasks.len()).rev().filter(|task| starts[*task]).map(|task| (A::t_zero(), task)).collect();
        Some(Programs { code: Arc::new(code), tasks, alarms })
    }

    /// How long the running task `p`, which has had `consumed` of CPU time, runs until it acts next. Nothing if it has no
    /// behaviour or no part of it left.
    pub fn due(&self, p: TaskId, consumed: &A::T) -> Option<A::T> {
        self.code[p].as_ref()?;
        match &self.tasks[p].doing {
            Doing::Ready | Doing::Left(_) => Some(A::t_zero()),
            Doing::Running(until) if until > consumed => Some(A::t_sub(until, consumed)),
            Doing::Running(_) => Some(A::t_zero()),
            Doing::Asleep | Doing::Waiting | Doing::Gone => None,
        }
    }

    /// The running task `p`, which is due, goes on until it does something that others notice or runs. It has had `consumed` of
    /// CPU time.
    pub fn act(&mut self, p: TaskId, now: &A::T, consumed: &A::T) -> Act {
        let code = Arc::clone(&self.code);
        let Some(ops) = &code[p] else { return Act::Runs };
        let place = &mut self.tasks[p];
        place.grid.get_or_insert_with(|| now.clone());
        match std::mem::replace(&mut place.doing, Doing::Ready) {
            Doing::Running(_) => place.at += 1,
            Doing::Left(rest) => {
                place.doing = Doing::Running(A::t_add(consumed, &rest));
                return Act::Runs;
            }
            _ => {}
        }
        for _ in 0..MOST_SILENT {
            if let Some(act) = self.step(p, &ops[self.tasks[p].at], now, consumed) {
                return act;
            }
        }
        Act::Runs
    }

    /// One operation; nothing if the next one follows at once.
    fn step(&mut self, p: TaskId, op: &Op<A::T>, now: &A::T, consumed: &A::T) -> Option<Act> {
        let place = &mut self.tasks[p];
        place.at += 1;
        match op {
            Op::Run(draw) => {
                place.at -= 1;
                place.doing = Doing::Running(A::t_add(consumed, &draw.next::<A>(&mut place.random)));
                return Some(Act::Runs);
            }
            Op::Sleep(draw) => {
                let until = A::t_add(now, &draw.next::<A>(&mut place.random));
                return Some(self.sleep_until(p, until));
            }
            Op::Timer(period) => {
                let next = A::t_add(place.grid.as_ref().unwrap_or(now), period);
                place.grid = Some(next.clone());
                if next > *now {
                    return Some(self.sleep_until(p, next));
                }
            }
            Op::Wake { task, sync } => {
                if self.is_woken_by(*task) {
                    return Some(Act::Wakes { task: *task, sync: *sync });
                }
            }
            Op::Wait => {
                if !std::mem::take(&mut place.kept) {
                    place.doing = Doing::Waiting;
                    return Some(Act::Sleeps);
                }
            }
            Op::Yield => return Some(Act::Yields),
            Op::Begin { depth, times } => place.rounds[*depth] = *times,
            Op::Again { depth, first } => {
                place.rounds[*depth] -= 1;
                if place.rounds[*depth] > 0 {
                    place.at = *first;
                }
            }
            Op::Jump(first) => place.at = *first,
            Op::Exit => {
                place.doing = Doing::Gone;
                return Some(Act::Exits);
            }
        }
        None
    }

    fn sleep_until(&mut self, p: TaskId, t: A::T) -> Act {
        self.tasks[p].doing = Doing::Asleep;
        let place = self.alarms.partition_point(|(other, q)| *other > t || (*other == t && *q > p));
        self.alarms.insert(place, (t, p));
        Act::Sleeps
    }

    /// Whether a `wake` of that task is a wake-up now; if it does not wait, its next `wait` returns at once.
    fn is_woken_by(&mut self, task: TaskId) -> bool {
        let Some(_) = &self.code[task] else { return true };
        let place = &mut self.tasks[task];
        match place.doing {
            Doing::Waiting => true,
            Doing::Gone => false,
            _ => {
                place.kept = true;
                false
            }
        }
    }

    /// When the next sleeper wakes, and who that is.
    pub fn next_alarm(&self) -> Option<(&A::T, TaskId)> {
        self.alarms.last().map(|(t, task)| (t, *task))
    }

    /// Takes the next alarm and tells whose it is; the wake-up itself is the caller's.
    pub fn take_alarm(&mut self) -> Option<TaskId> {
        self.alarms.pop().map(|(_, task)| task)
    }

    /// The task became runnable, by whatever wake-up: its sleep or wait is over.
    pub fn woken(&mut self, p: TaskId, now: &A::T) {
        let place = &mut self.tasks[p];
        if place.grid.is_none() {
            place.grid = Some(now.clone());
        }
        if let Doing::Asleep | Doing::Waiting = place.doing {
            if matches!(place.doing, Doing::Asleep) {
                self.alarms.retain(|(_, task)| *task != p);
            }
            place.doing = Doing::Ready;
        }
    }

    /// The task was sent to sleep from elsewhere, having had `consumed` of CPU time: it goes on once it is woken.
    pub fn put_to_sleep(&mut self, p: TaskId, consumed: &A::T) {
        let place = &mut self.tasks[p];
        if let Doing::Running(until) = &place.doing {
            let left = if until > consumed { A::t_sub(until, consumed) } else { A::t_zero() };
            place.doing = Doing::Left(left);
        }
    }

    /// The task exited.
    pub fn gone(&mut self, p: TaskId) {
        self.tasks[p].doing = Doing::Gone;
        self.alarms.retain(|(_, task)| *task != p);
    }
}

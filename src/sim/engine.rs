//! The engine: (state, event) -> state, and what a listener hears of it.
//!
//! Owns the simulated clock, the order of ticks, request ends, events and picks at one instant. Must not know how a decision is
//! made (that is `model`) or what a step looks like (that is `recording`).

use super::recording::{Phase, Verb};
use super::script::{Action, Event, MAX_AUTOMATIC_EVENTS, Script, TaskId, Who};
use crate::model::arith::{Arith, WeightInput};
use crate::model::note::{NoopWhy, Note, WarningKind};
use crate::model::rq::Rq;
use crate::model::task_ops::Done;
use std::sync::Arc;

/// Where in the run a listener is called.
#[derive(Clone, Debug)]
pub struct At<'a> {
    /// Before, after, or at a pick.
    pub phase: Phase,
    /// Which event.
    pub verb: Verb,
    /// Whom it concerns.
    pub task: Option<TaskId>,
    /// The event's words.
    pub text: &'a str,
    /// Its place in the script; none for automatic events and picks.
    pub event: Option<usize>,
    /// The event's line in the scenario.
    pub line: u32,
    /// Whether it could do nothing.
    pub noop: bool,
}

impl<'a> At<'a> {
    /// A step that no event of the script stands for.
    pub fn automatic(phase: Phase, verb: Verb, task: Option<TaskId>, text: &'a str) -> Self {
        At { phase, verb, task, text, event: None, line: 0, noop: false }
    }
}

/// Who listens to a run. The queue's notes are those since the last call.
pub trait Listener<A: Arith> {
    /// Called at every step; may take the notes.
    fn step(&mut self, at: &At<'_>, rq: &mut Rq<A>);
    /// Whether previews ([`Phase::Before`]) are wanted.
    fn wants_previews(&self) -> bool;
}

/// Nobody listens: for measuring the engine alone.
impl<A: Arith> Listener<A> for () {
    fn step(&mut self, _at: &At<'_>, _rq: &mut Rq<A>) {}
    fn wants_previews(&self) -> bool {
        false
    }
}

/// A script being run. A clone goes on from where the original was.
#[derive(Clone)]
pub struct Engine<A: Arith> {
    script: Arc<Script>,
    rq: Rq<A>,
    next_event: usize,
    /// The next automatic tick.
    next_tick: Option<A::T>,
    /// A forced pick for this instant.
    forced: Option<TaskId>,
    /// Whether the present instant ends with a pick.
    pick_due: bool,
    automatic: usize,
    started: bool,
}

impl<A: Arith> Engine<A> {
    /// A run of `script` on a CPU that is in the script's initial state.
    pub fn new(script: Arc<Script>, rq: Rq<A>) -> Self {
        let next_tick = (!script.tick.is_zero()).then(|| A::t_from(&script.tick));
        let (next_event, forced, pick_due, automatic, started) = (0, None, false, 0, false);
        Engine { script, rq, next_event, next_tick, forced, pick_due, automatic, started }
    }

    /// The CPU as it is now.
    pub fn rq(&self) -> &Rq<A> {
        &self.rq
    }

    /// Whether the queue writes notes.
    pub fn want_notes(&mut self, wanted: bool) {
        self.rq.cfs.notes.wanted = wanted;
    }

    /// How much of the script's events is done.
    pub fn progress(&self) -> (usize, usize) {
        (self.next_event, self.script.events.len())
    }

    /// Does one event, scripted or automatic. Returns false once there is nothing left to do.
    pub fn advance<L: Listener<A>>(&mut self, listener: &mut L) -> bool {
        if !std::mem::replace(&mut self.started, true) && !self.script.states.is_empty() {
            listener.step(&At::automatic(Phase::After, Verb::Start, None, "start"), &mut self.rq);
            let nobody_runs = self.rq.curr.is_none();
            self.pick_if_asked(listener, nobody_runs);
            return true;
        }
        let script = Arc::clone(&self.script);
        let Some(event) = script.events.get(self.next_event) else {
            let due = self.pick_due;
            self.end_instant(listener);
            return due;
        };
        let at = A::t_from(&event.at);
        if !self.automatic_event(listener, &at) {
            self.rq.cfs.clock = at;
            self.next_event += 1;
            self.event(listener, event);
        }
        true
    }

    fn picks_each_instant(&self) -> bool {
        self.rq.cfs.rules.pick_each_instant
    }

    /// Fires the first automatic tick or request end up to `until`; at one instant the request end comes first, both before events.
    /// Returns false if there is none.
    fn automatic_event<L: Listener<A>>(&mut self, listener: &mut L, until: &A::T) -> bool {
        if self.rq.cfs.clock < *until && self.next_tick.as_ref() != Some(&self.rq.cfs.clock) {
            self.end_instant(listener);
        }
        let request_end = self.request_end().filter(|t| t <= until);
        let tick = self.next_tick.clone().filter(|t| t <= until);
        match (request_end, tick) {
            (None, None) => return false,
            _ if self.automatic == MAX_AUTOMATIC_EVENTS => {
                self.next_tick = None;
                self.rq.cfs.note(|_| Note::Warning(WarningKind::AutomaticEventsStopped));
                self.automatic += 1;
                return false;
            }
            (Some(_), _) if self.automatic > MAX_AUTOMATIC_EVENTS => return false,
            (Some(end), tick) if tick.as_ref().is_none_or(|tick| end <= *tick) => {
                self.rq.cfs.clock = end;
                self.tick(listener, Verb::SliceEnd, "slice_end");
            }
            (_, Some(tick)) => {
                self.next_tick = Some(A::t_add(&tick, &A::t_from(&self.script.tick)));
                if self.rq.curr.is_some() {
                    self.rq.cfs.clock = tick;
                    self.tick(listener, Verb::Tick, "tick");
                }
            }
            (Some(_), None) => return false,
        }
        true
    }

    /// The one pick of an instant, where the rules have one.
    fn end_instant<L: Listener<A>>(&mut self, listener: &mut L) {
        if std::mem::take(&mut self.pick_due) {
            self.schedule(listener);
        }
    }

    /// When the running task reaches its deadline, if the script wants that to be an event.
    fn request_end(&self) -> Option<A::T> {
        if !self.script.slice_end {
            return None;
        }
        let entity = &self.rq.cfs.entities[self.rq.curr?];
        let left = A::sub(&entity.deadline, &entity.vruntime);
        if !A::below(&A::zero(), &left) {
            return None;
        }
        let time = self.rq.cfs.arith.time_to_advance(&left, &entity.weight)?;
        Some(A::t_add(&entity.exec_start, &time))
    }

    /// An automatic tick (or exact request end) of a running task.
    fn tick<L: Listener<A>>(&mut self, listener: &mut L, verb: Verb, text: &str) {
        self.automatic += 1;
        let task = self.rq.curr;
        let at = At::automatic(Phase::Before, verb, task, text);
        self.before(listener, &at);
        self.rq.tick();
        listener.step(&At { phase: Phase::After, ..at }, &mut self.rq);
        self.pick_if_asked(listener, false);
    }

    fn event<L: Listener<A>>(&mut self, listener: &mut L, event: &Event) {
        let task = match &event.action {
            Action::Wake { who, .. } | Action::Fork(who) | Action::Sleep(who) | Action::Exit(who) | Action::Nice(who, _) => {
                self.who(*who)
            }
            Action::Slice(who, _) | Action::Reweight(who, _) | Action::SetLag(who, _) | Action::Pick(who) => self.who(*who),
            Action::Yield | Action::Tick => self.rq.curr,
            Action::Resched | Action::End => None,
        };
        if let Action::Pick(_) = event.action {
            self.forced = task;
            self.pick_if_asked(listener, true);
            return;
        }
        if let (Action::Wake { lag: Some(lag), .. }, Some(p)) = (&event.action, task) {
            let _noop_while_queued = self.rq.set_lag(p, A::v_from(lag));
        }
        let verb = self.verb(&event.action, task);
        let place = Some(self.next_event - 1);
        let at = At { phase: Phase::Before, verb, task, text: &event.text, event: place, line: event.line, noop: false };
        self.before(listener, &at);
        if self.picks_each_instant() {
            self.rq.cfs.update_curr();
        }
        let done = self.act(&event.action, task);
        if let Err(why) = done {
            self.rq.cfs.note(|_| Note::Noop(why));
        }
        listener.step(&At { phase: Phase::After, noop: done.is_err(), ..at }, &mut self.rq);
        let always = matches!(event.action, Action::Sleep(_) | Action::Exit(_) | Action::Yield | Action::Resched);
        let never = matches!(event.action, Action::SetLag(..) | Action::End);
        if !never {
            self.pick_if_asked(listener, always && done.is_ok());
        }
    }

    /// The task an event names; nobody if it means the running task and the CPU is idle.
    fn who(&self, who: Who) -> Option<TaskId> {
        match who {
            Who::Task(p) => Some(p),
            Who::Curr => self.rq.curr,
        }
    }

    fn act(&mut self, action: &Action, task: Option<TaskId>) -> Done {
        let rq = &mut self.rq;
        let who = task.ok_or(NoopWhy::Idle);
        match action {
            Action::Wake { sync, .. } => rq.wake(who?, *sync),
            Action::Fork(_) => rq.fork(who?),
            Action::Sleep(_) => rq.leave(who?, false),
            Action::Exit(_) => rq.leave(who?, true),
            Action::Yield => rq.yield_curr(),
            Action::Nice(_, nice) => rq.set_nice(who?, *nice),
            Action::Slice(_, slice) => rq.set_slice(who?, (!slice.is_zero()).then(|| A::t_from(slice))),
            Action::Reweight(_, weight) => {
                let weight = rq.cfs.arith.weight(&WeightInput::Value(weight.clone()));
                rq.reweight(who?, weight)
            }
            // Without a running task a script's `setlag @curr` has no one to mean, but no kernel would have noticed.
            Action::SetLag(_, lag) => task.map_or(Ok(()), |p| rq.set_lag(p, A::v_from(lag))),
            Action::Tick => {
                rq.curr.ok_or(NoopWhy::Idle)?;
                rq.tick();
                Ok(())
            }
            Action::Resched => {
                rq.cfs.resched(None, crate::model::note::ReschedWhy::Asked);
                Ok(())
            }
            Action::Pick(_) | Action::End => Ok(()),
        }
    }

    /// What a step calls the event.
    fn verb(&self, action: &Action, task: Option<TaskId>) -> Verb {
        match action {
            Action::Wake { .. } => match task.map(|p| &self.rq.tasks[p]) {
                Some(t) if t.queued || t.dead => Verb::Wake,
                Some(t) if t.has_run => Verb::Rejoin,
                _ => Verb::Join,
            },
            Action::Fork(_) => Verb::Fork,
            Action::Sleep(_) => Verb::Leave,
            Action::Exit(_) => Verb::Exit,
            Action::Yield => Verb::Yield,
            Action::Nice(..) => Verb::Nice,
            Action::Slice(..) => Verb::Slice,
            Action::Reweight(..) => Verb::Reweight,
            Action::SetLag(..) => Verb::SetLag,
            Action::Tick => Verb::Tick,
            Action::Resched => Verb::Resched,
            Action::Pick(_) => Verb::Pick,
            Action::End => Verb::End,
        }
    }

    /// Kernels pick whenever a reschedule was asked for (or the event itself schedules), the textbook when the instant ends.
    fn pick_if_asked<L: Listener<A>>(&mut self, listener: &mut L, always: bool) {
        if self.picks_each_instant() {
            self.pick_due = true;
        } else if always || self.rq.cfs.need_resched {
            self.schedule(listener);
        }
    }

    fn schedule<L: Listener<A>>(&mut self, listener: &mut L) {
        let forced = self.forced.take();
        self.rq.schedule(forced);
        listener.step(&At::automatic(Phase::Pick, Verb::Pick, self.rq.curr, "sched"), &mut self.rq);
    }

    fn before<L: Listener<A>>(&mut self, listener: &mut L, at: &At<'_>) {
        if listener.wants_previews() {
            listener.step(at, &mut self.rq);
        }
    }
}

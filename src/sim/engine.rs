//! The engine: (state, event) -> state, and what a listener hears of it.
//!
//! Owns the simulated clock, the order of ticks, request ends, events and picks at one instant, over all CPUs. Must not know how a
//! decision is made (that is `model`) or what a step looks like (that is `recording`).

mod act;
mod behave;
mod stop;

use super::recording::{Phase, Verb};
use super::script::{Action, Event, MAX_AUTOMATIC_EVENTS, Picks, Script, TaskId, Who};
use crate::model::arith::Arith;
use crate::model::machine::{CpuId, Machine};
use crate::model::note::{Note, StopWhy};
use crate::model::rq::Rq;
use act::act;
use behave::Behaving;
pub use behave::{MOST_AT_ONCE, MOST_RUNS};
use std::sync::Arc;
pub use stop::MOST_DIGITS;

/// Where in the run a listener is called.
#[derive(Clone, Debug)]
pub struct At<'a> {
    /// Before, after, or at a pick.
    pub phase: Phase,
    /// Which event.
    pub verb: Verb,
    /// On which CPU. A step changes no other CPU's queue.
    pub cpu: CpuId,
    /// Whom it concerns.
    pub task: Option<TaskId>,
    /// The event's words.
    pub text: &'a str,
    /// Its place in the script, behind which stand the events that behaviours make; none for ticks, request ends and picks.
    pub event: Option<usize>,
    /// The event's line in the scenario.
    pub line: u32,
    /// Whether it could do nothing.
    pub noop: bool,
}

impl<'a> At<'a> {
    /// A step that no event of the script stands for.
    pub fn automatic(phase: Phase, verb: Verb, cpu: CpuId, task: Option<TaskId>, text: &'a str) -> Self {
        At { phase, verb, cpu, task, text, event: None, line: 0, noop: false }
    }
}

/// Who listens to a run. The queues' notes are those since the last call.
pub trait Listener<A: Arith> {
    /// Called at every step; may take the notes.
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>);
    /// Whether previews ([`Phase::Before`]) are wanted.
    fn wants_previews(&self) -> bool;
}

/// Nobody listens: for measuring the engine alone.
impl<A: Arith> Listener<A> for () {
    fn step(&mut self, _at: &At<'_>, _machine: &mut Machine<A>) {}
    fn wants_previews(&self) -> bool {
        false
    }
}

/// What the present instant still owes a CPU.
#[derive(Clone, Default)]
struct Owed {
    /// A pick when the instant ends, where the rules have one then.
    pick: bool,
    /// Whom the script forces on the next pick; `Some(None)`: nobody.
    forced: Option<Option<TaskId>>,
}

/// What happens by itself, at equal times in this order.
#[derive(Clone, Copy, PartialEq)]
enum Automatic {
    /// A running task goes on in its behaviour.
    Act,
    /// A sleeper's time has come.
    Alarm,
    /// A running task reaches its deadline.
    RequestEnd,
    /// The periodic tick.
    Tick,
    /// The fair server starts or ends its turn.
    FairServer,
}

/// A script being run. A clone goes on from where the original was.
#[derive(Clone)]
pub struct Engine<A: Arith> {
    script: Arc<Script>,
    machine: Machine<A>,
    /// The simulated time. A CPU's own clock is the time of the last event on it.
    now: A::T,
    next_event: usize,
    /// The next automatic tick, and the first CPU that has not had it yet.
    next_tick: Option<A::T>,
    tick_cpu: CpuId,
    /// By CPU.
    owed: Vec<Owed>,
    automatic: usize,
    behaving: Option<Box<Behaving<A>>>,
    started: bool,
    /// What its numbers have cost: see [`stop`].
    cost: u64,
    stopped: Option<StopWhy>,
}

impl<A: Arith> Engine<A> {
    /// A run of `script` on a machine that is in the script's initial state.
    pub fn new(script: Arc<Script>, machine: Machine<A>) -> Self {
        let next_tick = (!script.tick.is_zero()).then(|| A::t_from(&script.tick));
        let owed = vec![Owed::default(); machine.cpus.len()];
        let (now, next_event, tick_cpu, automatic, started) = (A::t_zero(), 0, 0, 0, false);
        let (behaving, cost, stopped) = (Behaving::new(&script), 0, None);
        Engine { script, machine, now, next_event, next_tick, tick_cpu, owed, automatic, behaving, started, cost, stopped }
    }

    /// Why the run stopped before its end, if it did.
    pub fn stopped(&self) -> Option<StopWhy> {
        self.stopped
    }

    /// The simulated time.
    pub fn now(&self) -> &A::T {
        &self.now
    }

    /// The machine as it is now.
    pub fn machine(&self) -> &Machine<A> {
        &self.machine
    }

    /// Whether the queues write notes.
    pub fn want_notes(&mut self, wanted: bool) {
        for rq in &mut self.machine.cpus {
            rq.cfs.notes.wanted = wanted;
        }
    }

    /// How much of the script's events is done.
    pub fn progress(&self) -> (usize, usize) {
        (self.next_event, self.script.events.len())
    }

    /// Does one event, scripted or automatic. Returns false once there is nothing left to do.
    pub fn advance<L: Listener<A>>(&mut self, listener: &mut L) -> bool {
        let done = self.stopped.is_none() && self.next(listener);
        if A::GROWS && done && self.numbers_are_too_long() {
            self.stop(listener, StopWhy::Numbers);
        }
        done
    }

    fn next<L: Listener<A>>(&mut self, listener: &mut L) -> bool {
        let script = Arc::clone(&self.script);
        if !std::mem::replace(&mut self.started, true) && !script.states.is_empty() {
            self.start(listener);
            return true;
        }
        let Some(event) = script.events.get(self.next_event) else { return self.behave_on(listener) };
        let at = A::t_from(&event.at);
        if !self.automatic_event(listener, &at) {
            self.now = at;
            let place = self.next_event;
            self.next_event += 1;
            self.event(listener, event, event.cpu as CpuId, place);
        }
        true
    }

    /// The initial state as a step, and a pick on every CPU where tasks wait and nobody runs.
    fn start<L: Listener<A>>(&mut self, listener: &mut L) {
        listener.step(&At::automatic(Phase::After, Verb::Start, 0, None, "start"), &mut self.machine);
        for cpu in 0..self.machine.cpus.len() {
            if cpu == 0 || !self.machine.cpus[cpu].is_idle() {
                let nobody_runs = self.machine.cpus[cpu].curr.is_none();
                self.pick_if_asked(listener, cpu, nobody_runs);
            }
        }
    }

    fn picks_each_instant(&self) -> bool {
        self.machine.cpus[0].cfs.rules.pick_each_instant
    }

    // ---- what happens by itself --------------------------------------------------------------------------------------

    /// The next thing that happens by itself: when, on which CPU (a tick: on this one and those after it), and what.
    fn next_automatic(&self) -> Option<(A::T, CpuId, Automatic)> {
        let tick = self.next_tick.as_ref().map(|t| (t.clone(), self.tick_cpu, Automatic::Tick));
        let (ends, servers) = (self.script.slice_end, self.script.fair_server.is_some());
        if !ends && !servers && self.behaving.is_none() {
            return tick;
        }
        let cpus = self.machine.cpus.len();
        let end = |cpu| self.request_end(cpu).map(|t| (t, cpu, Automatic::RequestEnd));
        let server = |cpu: CpuId| self.machine.cpus[cpu].rt.server_due().map(|t| (t, cpu, Automatic::FairServer));
        let ends = (0..if ends { cpus } else { 0 }).filter_map(end);
        let servers = (0..if servers { cpus } else { 0 }).filter_map(server);
        self.next_behaviour()
            .into_iter()
            .chain(ends)
            .chain(tick)
            .chain(servers)
            .reduce(|first, other| if other.0 < first.0 { other } else { first })
    }

    /// Does the next thing that happens by itself up to `until`. Returns false if there is none.
    fn automatic_event<L: Listener<A>>(&mut self, listener: &mut L, until: &A::T) -> bool {
        if self.now < *until && self.owed.iter().any(|o| o.pick) && !self.next_automatic().is_some_and(|next| next.0 <= self.now)
        {
            self.end_instant(listener);
        }
        let Some((time, cpu, what)) = self.next_automatic().filter(|next| next.0 <= *until) else { return false };
        if self.automatic >= MAX_AUTOMATIC_EVENTS {
            self.stop(listener, StopWhy::Events);
            return true;
        }
        if what != Automatic::Act {
            self.is_not_a_run();
        }
        match what {
            Automatic::Act => self.act_of_behaviour(listener, cpu, time),
            Automatic::Alarm => self.alarm_of_behaviour(listener, cpu, time),
            Automatic::RequestEnd => self.tick(listener, cpu, time, Verb::SliceEnd, "slice_end"),
            Automatic::FairServer => self.fair_server(listener, cpu, time),
            Automatic::Tick => {
                let count = self.machine.cpus.len();
                // Where picks wait for the end of the instant, the current task may have left already.
                let is_awake = |rq: &Rq<A>| rq.curr.is_some_and(|p| !rq.tasks[p].blocked);
                let running = (cpu..count).find(|&c| is_awake(&self.machine.cpus[c]));
                self.tick_cpu = running.map_or(count, |c| c + 1);
                if self.tick_cpu == count {
                    self.tick_cpu = 0;
                    self.next_tick = Some(A::t_add(&time, &A::t_from(&self.script.tick)));
                }
                if let Some(cpu) = running {
                    self.tick(listener, cpu, time, Verb::Tick, "tick");
                }
            }
        }
        true
    }

    /// When the running task of a CPU reaches its deadline.
    fn request_end(&self, cpu: CpuId) -> Option<A::T> {
        let rq = &self.machine.cpus[cpu];
        let entity = &rq.cfs.entities[rq.curr?];
        let left = A::sub(&entity.deadline, &entity.vruntime);
        if !A::below(&A::zero(), &left) {
            return None;
        }
        let time = rq.cfs.arith.time_to_advance(&left, &entity.weight)?;
        Some(A::t_add(&entity.exec_start, &time))
    }

    /// An automatic tick (or exact request end) of a running task.
    fn tick<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, time: A::T, verb: Verb, text: &str) {
        self.automatic += 1;
        self.now = time;
        let task = self.on(cpu).curr;
        let at = At::automatic(Phase::Before, verb, cpu, task, text);
        self.before(listener, &at);
        self.machine.cpus[cpu].tick();
        listener.step(&At { phase: Phase::After, ..at }, &mut self.machine);
        self.pick_if_asked(listener, cpu, false);
    }

    /// The timer of a CPU's fair server.
    fn fair_server<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, time: A::T) {
        self.automatic += 1;
        self.now = time;
        self.on(cpu);
        let at = At::automatic(Phase::Before, Verb::FairServer, cpu, None, "fair_server");
        self.before(listener, &at);
        self.machine.cpus[cpu].server_timer();
        listener.step(&At { phase: Phase::After, ..at }, &mut self.machine);
        self.pick_if_asked(listener, cpu, false);
    }

    // ---- events ------------------------------------------------------------------------------------------------------

    /// Does an event now, said on `this_cpu`; `place`: see [`At::event`].
    fn event<L: Listener<A>>(&mut self, listener: &mut L, event: &Event, this_cpu: CpuId, place: usize) {
        let task = self.task_of(event, this_cpu);
        let cpu = self.cpu_of(event, task, this_cpu);
        self.on(cpu);
        if let Action::Pick(_) | Action::Idle = event.action {
            self.owed[cpu].forced = Some(task);
            return self.pick(listener, cpu);
        }
        if let (Action::Wake { lag: Some(lag), .. }, Some(p)) = (&event.action, task) {
            let _noop_while_queued = self.machine.home_rq_mut(p).set_lag(p, A::v_from(lag));
        }
        let verb = self.verb(&event.action, task);
        let (text, line) = (event.text.as_str(), event.line);
        let at = At { phase: Phase::Before, verb, cpu, task, text, event: Some(place), line, noop: false };
        self.before(listener, &at);
        if let (Action::Wake { .. } | Action::Fork(_), Some(p)) = (&event.action, task) {
            self.machine.migrate(p, cpu);
        }
        if self.picks_each_instant() {
            self.machine.cpus[cpu].cfs.update_curr();
        }
        let done = act(&mut self.machine.cpus[cpu], &event.action, task);
        if let (Action::Sleep(_), Some(p), Ok(())) = (&event.action, task, done) {
            self.machine.note_descheduling(p);
        }
        match (done, task) {
            (Err(why), _) => self.machine.cpus[cpu].cfs.note(|_| Note::Noop(why)),
            (Ok(()), Some(p)) => self.tell_behaviour(&event.action, p),
            _ => {}
        }
        listener.step(&At { phase: Phase::After, noop: done.is_err(), ..at }, &mut self.machine);
        let always = matches!(event.action, Action::Sleep(_) | Action::Exit(_) | Action::Yield);
        let never = matches!(event.action, Action::SetLag(..) | Action::End);
        if event.action == Action::Resched {
            self.pick(listener, cpu);
        } else if !never {
            self.pick_if_asked(listener, cpu, always && done.is_ok());
        }
    }

    /// Whom an event is about; nobody if it means the running task and the CPU is idle.
    fn task_of(&self, event: &Event, this_cpu: CpuId) -> Option<TaskId> {
        let curr = || self.machine.cpus[this_cpu].curr;
        match &event.action {
            Action::Wake { who, .. } | Action::Fork(who) | Action::Sleep(who) | Action::Exit(who) | Action::Nice(who, _) => {
                named(*who).or_else(curr)
            }
            Action::Slice(who, _) | Action::Reweight(who, _) | Action::SetLag(who, _) | Action::Pick(who) => {
                named(*who).or_else(curr)
            }
            Action::Yield | Action::Tick => curr(),
            Action::Idle | Action::Resched | Action::End => None,
        }
    }

    /// Where an event happens: a wake-up on the CPU where the task will be, anything else about a task on the CPU that holds it.
    fn cpu_of(&mut self, event: &Event, task: Option<TaskId>, this_cpu: CpuId) -> CpuId {
        match (&event.action, task) {
            (Action::Wake { sync, .. }, Some(p)) => self.machine.wake_cpu(p, this_cpu, *sync),
            (Action::Fork(_), Some(p)) => self.machine.fork_cpu(p, this_cpu),
            (_, Some(p)) => self.machine.home(p),
            (_, None) => this_cpu,
        }
    }

    /// What a step calls the event.
    fn verb(&self, action: &Action, task: Option<TaskId>) -> Verb {
        match action {
            Action::Wake { .. } => match task.map(|p| self.machine.task(p)) {
                Some(t) if t.queued || t.dead || t.fifo => Verb::Wake,
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
            Action::Pick(_) | Action::Idle => Verb::Pick,
            Action::End => Verb::End,
        }
    }

    /// A CPU at the present time.
    fn on(&mut self, cpu: CpuId) -> &mut Rq<A> {
        let rq = &mut self.machine.cpus[cpu];
        rq.cfs.clock = self.now.clone();
        rq
    }

    fn before<L: Listener<A>>(&mut self, listener: &mut L, at: &At<'_>) {
        if listener.wants_previews() {
            listener.step(at, &mut self.machine);
        }
    }

    // ---- picks -------------------------------------------------------------------------------------------------------

    /// Kernels pick whenever a reschedule was asked for (or the event itself schedules), the textbook at every instant; but not
    /// where the script gives the picks.
    fn pick_if_asked<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId, always: bool) {
        let asked = always || self.machine.cpus[cpu].cfs.need_resched || self.picks_each_instant();
        if asked && self.script.picks == Picks::Own {
            self.pick(listener, cpu);
        }
    }

    /// A pick: in the textbook when the instant ends.
    fn pick<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId) {
        match self.picks_each_instant() {
            true => self.owed[cpu].pick = true,
            false => self.schedule(listener, cpu),
        }
    }

    /// The one pick of an instant on each CPU, where the rules have one. Returns whether there was any.
    fn end_instant<L: Listener<A>>(&mut self, listener: &mut L) -> bool {
        let mut any = false;
        for cpu in 0..self.owed.len() {
            if std::mem::take(&mut self.owed[cpu].pick) {
                self.schedule(listener, cpu);
                any = true;
            }
        }
        any
    }

    fn schedule<L: Listener<A>>(&mut self, listener: &mut L, cpu: CpuId) {
        let forced = self.owed[cpu].forced.take();
        let rq = &mut self.machine.cpus[cpu];
        rq.schedule(forced);
        let at = At::automatic(Phase::Pick, Verb::Pick, cpu, rq.curr, "sched");
        listener.step(&at, &mut self.machine);
    }
}

/// The task an event names; nobody if it means the running one.
fn named(who: Who) -> Option<TaskId> {
    match who {
        Who::Task(p) => Some(p),
        Who::Curr => None,
    }
}

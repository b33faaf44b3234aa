//! `run`: a script from its initial state to a recording.
//!
//! Owns how a script's plain data become a queue of one arithmetic.

use super::engine::{At, Engine, Listener};
use super::recording::writer::{Frame, Keep, Writer};
use super::recording::{Phase, Recording, Replay, Stopped, TaskInfo};
use super::script::{Picks, Policy, Script, Standing, TaskId, TaskSpec, WeightSpec};
use crate::kernels::{ArithKind, rules};
use crate::model::arith::{Arith, Exact, Kernel, WeightInput};
use crate::model::cfs_rq::{CfsRq, Tunables};
use crate::model::entity::{FairPolicy, SchedEntity};
use crate::model::machine::{CpuId, Machine};
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rq::{Rq, Task};
use crate::model::rt::{Bandwidth, Rt};
use crate::model::rules::{Protection, Rules};
use std::sync::Arc;

impl Script {
    /// The rules its variant stands for.
    pub fn rules(&self) -> Rules {
        rules(self.variant.kernel, &self.variant.patches, &self.variant.features)
    }

    /// The arithmetic it computes with.
    pub fn arith(&self) -> ArithKind {
        self.variant.arith.unwrap_or(self.variant.kernel.default_arith())
    }
}

/// The engine's state is put aside every so many steps, to recompute notes from there.
const CHECKPOINT: usize = 1024;

/// Runs a script to its end and records every step.
pub fn run(script: &Script) -> Recording {
    let mut run = Run::new(script);
    while run.advance(usize::MAX) {}
    run.finish()
}

/// Runs a script with an arithmetic of one's choice, for a listener of one's choice.
pub fn run_with<A: Arith, L: Listener<A>>(script: &Script, arith: A, rules: Rules, mut listener: L) -> L {
    let mut engine = engine_of(script, arith, rules);
    while engine.advance(&mut listener) {}
    listener
}

/// The engine of a script at its beginning, with an arithmetic of one's choice.
pub fn engine_of<A: Arith>(script: &Script, arith: A, rules: Rules) -> Engine<A> {
    let machine = initial(script, arith, rules);
    Engine::new(Arc::new(script.clone()), machine)
}

/// A recording under way; can be computed in slices.
pub struct Run {
    script: Arc<Script>,
    recorder: Recorders,
}

enum Recorders {
    Exact(Box<Recorder<Exact>>),
    Kernel(Box<Recorder<Kernel>>),
}

impl Run {
    /// The beginning of a run.
    pub fn new(script: &Script) -> Run {
        let script = Arc::new(script.clone());
        let rules = script.rules();
        let recorder = match script.arith() {
            ArithKind::Exact => Recorders::Exact(Box::new(Recorder::new(&script, Exact::new(&script.nice0), rules))),
            ArithKind::Kernel => {
                let arith = Kernel::new(rules.words, &script.nice0);
                Recorders::Kernel(Box::new(Recorder::new(&script, arith, rules)))
            }
        };
        Run { script, recorder }
    }

    /// Does up to `events` events. Returns false once the run is complete.
    pub fn advance(&mut self, events: usize) -> bool {
        match &mut self.recorder {
            Recorders::Exact(recorder) => recorder.advance(events),
            Recorders::Kernel(recorder) => recorder.advance(events),
        }
    }

    /// How many of the script's events are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        match &self.recorder {
            Recorders::Exact(recorder) => recorder.engine.progress(),
            Recorders::Kernel(recorder) => recorder.engine.progress(),
        }
    }

    /// The simulated time, in ns.
    pub fn now(&self) -> Num {
        match &self.recorder {
            Recorders::Exact(recorder) => Exact::t_num(recorder.engine.now()),
            Recorders::Kernel(recorder) => Kernel::t_num(recorder.engine.now()),
        }
    }

    /// How many steps are recorded.
    pub fn steps(&self) -> usize {
        match &self.recorder {
            Recorders::Exact(recorder) => recorder.writer.steps(),
            Recorders::Kernel(recorder) => recorder.writer.steps(),
        }
    }

    /// The recording of what was done so far.
    pub fn finish(self) -> Recording {
        match self.recorder {
            Recorders::Exact(recorder) => recorder.finish(&self.script),
            Recorders::Kernel(recorder) => recorder.finish(&self.script),
        }
    }
}

/// An engine and what it leaves behind.
struct Recorder<A: Arith> {
    engine: Engine<A>,
    writer: Writer,
    checkpoints: Vec<(usize, Engine<A>)>,
}

impl<A: Keep + Send + Sync + 'static> Recorder<A>
where
    Engine<A>: Send + Sync,
{
    fn new(script: &Arc<Script>, arith: A, rules: Rules) -> Self {
        let engine = Engine::new(Arc::clone(script), initial(script, arith, rules));
        Recorder { checkpoints: vec![(0, engine.clone())], engine, writer: Writer::default() }
    }

    fn advance(&mut self, events: usize) -> bool {
        for _ in 0..events {
            let last = self.checkpoints.last().map_or(0, |(first, _)| *first);
            // A machine is as large as it has CPUs.
            if self.writer.steps() >= last + CHECKPOINT * self.engine.machine().cpus.len() {
                self.checkpoints.push((self.writer.steps(), self.engine.clone()));
            }
            if !self.engine.advance(&mut self.writer) {
                return false;
            }
        }
        true
    }

    fn finish(self, script: &Script) -> Recording {
        let tasks = script.tasks.iter().map(|t| TaskInfo { name: t.name.clone(), fifo: t.policy == Policy::Fifo }).collect();
        let (v0, unit, nice0) = (script.vstart.clone(), script.unit.clone(), script.nice0.clone());
        let stopped = Stopped::of(&self.engine);
        let replay = Arc::new(Checkpoints { list: self.checkpoints, len: self.writer.steps() });
        self.writer.finish(self.engine.machine(), Frame { tasks, v0, unit, nice0, stopped }, replay)
    }
}

/// Recomputes notes from the engine's states that were put aside.
struct Checkpoints<A: Arith> {
    list: Vec<(usize, Engine<A>)>,
    len: usize,
}

impl<A: Arith> Replay for Checkpoints<A>
where
    Engine<A>: Send + Sync,
{
    fn size(&self) -> usize {
        let machine = |engine: &Engine<A>| engine.machine().cpus.iter().map(|rq| rq.cfs.size()).sum::<usize>();
        self.list.iter().map(|(_, engine)| machine(engine)).sum()
    }

    fn notes(&self, index: usize) -> (usize, Vec<Vec<Note>>) {
        let at = self.list.partition_point(|(first, _)| *first <= index) - 1;
        let (first, engine) = &self.list[at];
        let end = self.list.get(at + 1).map_or(self.len, |(next, _)| *next);
        let mut engine = engine.clone();
        engine.want_notes(true);
        let mut notes = Collector(Vec::new());
        while first + notes.0.len() < end && engine.advance(&mut notes) {}
        (*first, notes.0)
    }
}

/// Collects the notes of every step; a preview has none.
struct Collector(Vec<Vec<Note>>);

impl<A: Arith> Listener<A> for Collector {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let mut notes = Vec::new();
        if at.phase != Phase::Before {
            machine.cpus.iter_mut().for_each(|rq| notes.append(&mut rq.cfs.notes.list));
        }
        self.0.push(notes);
    }
    fn wants_previews(&self) -> bool {
        true
    }
}

/// The machine before the first event.
pub fn initial<A: Arith>(script: &Script, arith: A, mut rules: Rules) -> Machine<A> {
    rules.sleep_any |= script.picks != Picks::Own;
    let tunables = Tunables {
        base_slice: A::t_from(&script.base_slice),
        norm_slice: A::t_from(&script.norm_slice),
        tick_nsec: A::t_from(&script.tick_nsec),
        threshold: A::v_from(&script.threshold),
        in_task: script.in_task,
    };
    let entity = |spec: &TaskSpec| {
        let slice = spec.slice.as_ref().unwrap_or(&spec.base_slice);
        SchedEntity::new(arith.weight(&weight_input(spec)), A::t_from(slice), spec.slice.is_some(), policy(spec.policy))
    };
    let entities = script.tasks.iter().map(entity).collect();
    let task = |spec: &TaskSpec| {
        let nice = if let WeightSpec::Nice(nice) = spec.weight { nice } else { 0 };
        Task { fifo: spec.policy == Policy::Fifo, ..Task::new(nice, weight_input(spec)) }
    };
    let tasks = script.tasks.iter().map(task).collect();
    let mut rq = Rq::new(CfsRq::new(arith, rules, tunables, entities, A::v_from(&script.vstart)), tasks);
    rq.rt =
        Rt::new(script.fair_server.as_ref().map(|s| Bandwidth { runtime: A::t_from(&s.runtime), period: A::t_from(&s.period) }));
    for (p, spec) in script.tasks.iter().enumerate() {
        if !spec.lag.is_zero() {
            rq.cfs.set_vlag(p, A::v_from(&spec.lag));
        }
    }
    let mut cpus = vec![rq; script.cpus as CpuId];
    for (cpu, rq) in cpus.iter_mut().enumerate() {
        rq.follow = (script.picks == Picks::Followed).then(|| A::t_from(&script.slack));
        install_states(script, cpu, rq);
    }
    Machine::new(cpus, script.tasks.iter().map(|task| task.cpu as CpuId).collect())
}

fn weight_input(spec: &TaskSpec) -> WeightInput {
    match (&spec.weight, spec.policy) {
        (_, Policy::Idle) => WeightInput::IdlePolicy,
        (WeightSpec::Nice(nice), _) => WeightInput::Nice(*nice),
        (WeightSpec::Weight(w), _) => WeightInput::Value(w.clone()),
    }
}

fn policy(policy: Policy) -> FairPolicy {
    match policy {
        Policy::Normal | Policy::Fifo => FairPolicy::Normal,
        Policy::Batch => FairPolicy::Batch,
        Policy::Idle => FairPolicy::Idle,
    }
}

/// A real-time task that waits does so until the next pick, even if a fair task runs.
fn install_fifo<A: Arith>(p: TaskId, standing: Standing, rq: &mut Rq<A>) {
    let running = standing == Standing::Running;
    if running || standing == Standing::Queued {
        rq.rt_enqueue(p, running);
    }
    if running {
        rq.curr = Some(p);
    }
}

/// Puts tasks of a CPU where `state` lines say. The running one is current as after a pick.
fn install_states<A: Arith>(script: &Script, cpu: CpuId, rq: &mut Rq<A>) {
    let here = || script.states.iter().filter(|s| script.tasks[s.task].cpu as CpuId == cpu);
    for state in here() {
        let p = state.task;
        if rq.tasks[p].fifo {
            install_fifo(p, state.standing, rq);
            continue;
        }
        let v = state.v.as_ref().unwrap_or(&script.vstart);
        rq.cfs.entities[p].vruntime = A::v_from(v);
        let vslice = rq.cfs.vslice(p);
        let entity = &mut rq.cfs.entities[p];
        entity.deadline = state.d.as_ref().map_or_else(|| A::add(&entity.vruntime, &vslice), A::v_from);
        rq.tasks[p].has_run = true;
        if state.standing == Standing::Asleep {
            if let Some(vlag) = &state.vlag {
                rq.cfs.set_vlag(p, A::v_from(vlag));
            }
            continue;
        }
        entity.on_rq = true;
        entity.sched_delayed = state.standing == Standing::Delayed;
        rq.tasks[p].queued = true;
        rq.tasks[p].blocked = state.standing == Standing::Delayed;
        rq.nr_running += 1;
        rq.cfs.nr_queued += 1;
        rq.cfs.h_nr_queued += 1;
        rq.cfs.h_nr_runnable += i64::from(state.standing != Standing::Delayed);
        if state.standing == Standing::Running {
            rq.curr = Some(p);
        } else {
            rq.cfs.tree_add(p);
        }
        if let Some(vlag) = &state.vlag {
            rq.cfs.set_vlag(p, A::v_from(vlag));
        }
    }
    // The running task is protected as after a pick, unless the script says until when.
    if let Some(p) = rq.curr.filter(|&p| !rq.tasks[p].fifo) {
        rq.cfs.set_protect(p, true);
        rq.cfs.curr = Some(p);
        let given = here().find(|s| s.task == p).and_then(|s| s.vprot.as_ref());
        if let (Some(vprot), true) = (given, rq.cfs.rules.protect != Protection::DeadlineStash) {
            rq.cfs.set_vprot(p, A::v_from(vprot));
        }
    }
    // A delayed task's lag, where none is given, is what the whole initial queue makes it.
    let v_avg = rq.cfs.avg_vruntime();
    for state in here().filter(|s| s.standing == Standing::Delayed && s.vlag.is_none()) {
        let vlag = A::sub(&v_avg, &rq.cfs.entities[state.task].vruntime);
        rq.cfs.set_vlag(state.task, vlag);
    }
}

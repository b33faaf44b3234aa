//! The measured load: one third ticks, one third sleeps, one third wake-ups, with a given number of runnable tasks.
//!
//! Owns what the benchmarks (native, in the browser, memory) run, so that their figures are of the same thing.

use super::engine::{At, Listener};
use super::recording::{Phase, Verb};
use super::script::{Action, Event, Picks, Policy, Script, TaskSpec, Variant, WeightSpec, Who};
use crate::kernels::{ArithKind, Kernel};
use crate::model::arith::{self, Arith, WeightInput};
use crate::model::cfs_rq::{CfsRq, Tunables};
use crate::model::entity::{FairPolicy, SchedEntity};
use crate::model::machine::Machine;
use crate::model::num::Num;
use crate::model::rq::{Rq, Task};
use crate::model::rules::Rules;
use std::collections::VecDeque;

const BASE_SLICE: u64 = 3_000_000;
const NORM_SLICE: u64 = 700_000;
const TICK_NSEC: u64 = 1_000_000;

/// How many tasks it takes to have `runnable` of them awake: a quarter more.
fn tasks(runnable: usize) -> usize {
    runnable + runnable / 4 + 2
}

fn nice(i: usize) -> i32 {
    (i % 11) as i32 - 5
}

/// Every third task has the default slice.
fn slice(i: usize) -> Option<u64> {
    [None, Some(1_000_000), Some(6_000_000)][i % 3]
}

/// A CPU under the measured load.
pub struct Mix<A: Arith> {
    machine: Machine<A>,
    asleep: VecDeque<usize>,
    /// How long it takes until the next event: taken at random.
    pauses: [A::T; 64],
    random: u64,
    events: u64,
}

impl<A: Arith> Mix<A> {
    /// `runnable` tasks of mixed weights and slices, awake, and a quarter as many asleep.
    pub fn new(arith: A, rules: Rules, runnable: usize) -> Self {
        let ns = |n: u64| A::t_from(&n.into());
        let tunables = Tunables {
            base_slice: ns(BASE_SLICE),
            norm_slice: ns(NORM_SLICE),
            tick_nsec: ns(TICK_NSEC),
            threshold: A::zero(),
            in_task: false,
        };
        let count = tasks(runnable);

        let entity = |i: usize| {
            let (weight, custom) = (WeightInput::Nice(nice(i)), slice(i).is_some());
            SchedEntity::new(arith.weight(&weight), ns(slice(i).unwrap_or(BASE_SLICE)), custom, FairPolicy::Normal)
        };
        let entities = (0..count).map(entity).collect();
        let tasks = (0..count).map(|i| Task::new(nice(i), WeightInput::Nice(nice(i)))).collect();
        let mut rq = Rq::new(CfsRq::new(arith, rules, tunables, entities, A::zero()), tasks);
        for p in 0..runnable {
            let _always_asleep_at_first = rq.wake(p, false);
            if rq.cfs.need_resched {
                rq.schedule(None);
            }
        }
        let pauses = std::array::from_fn(|i| ns(20_000 + i as u64 * 6_247));
        Mix {
            machine: Machine::single(rq),
            pauses,
            asleep: (runnable..count).collect(),
            random: 0x9E37_79B9_7F4A_7C15,
            events: 0,
        }
    }

    /// Runs `events` events for a listener.
    pub fn run<L: Listener<A>>(&mut self, events: u64, listener: &mut L) {
        for _ in 0..events {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            let pause = &self.pauses[(self.random >> 32) as usize % self.pauses.len()];
            let rq = &mut self.machine.cpus[0];
            rq.cfs.clock = A::t_add(&rq.cfs.clock, pause);
            self.events += 1;
            let (verb, task, text) = match self.events % 3 {
                0 => {
                    rq.tick();
                    (Verb::Tick, rq.curr, "tick")
                }
                1 => {
                    let curr = rq.curr;
                    if let Some(p) = curr {
                        let _only_the_running_one_sleeps = rq.leave(p, false);
                        rq.cfs.need_resched = true;
                        self.asleep.push_back(p);
                    }
                    (Verb::Leave, curr, "sleep")
                }
                _ => {
                    let woken = self.asleep.pop_front();
                    if let Some(p) = woken {
                        let _asleep_as_the_list_says = rq.wake(p, false);
                    }
                    (Verb::Rejoin, woken, "wake")
                }
            };
            self.tell(listener, Phase::After, verb, task, text);
            let rq = &mut self.machine.cpus[0];
            if rq.cfs.need_resched {
                rq.schedule(None);
                let curr = rq.curr;
                self.tell(listener, Phase::Pick, Verb::Pick, curr, "sched");
            }
        }
    }

    fn tell<L: Listener<A>>(&mut self, listener: &mut L, phase: Phase, verb: Verb, task: Option<usize>, text: &str) {
        listener.step(&At::automatic(phase, verb, 0, task, text), &mut self.machine);
    }
}

/// The same load as a script: `events` events with `runnable` runnable tasks on a kernel without patches.
pub fn script(kernel: Kernel, runnable: usize, events: u64) -> Script {
    let variant = Variant { kernel, patches: vec![], features: vec![], arith: Some(ArithKind::Kernel) };
    let n = |n: u64| Num::from(n);
    let task = |i: usize| TaskSpec {
        name: format!("T{i}"),
        weight: WeightSpec::Nice(nice(i)),
        slice: slice(i).map(n),
        base_slice: n(BASE_SLICE),
        policy: Policy::Normal,
        lag: n(0),
        cpu: 0,
        behaviour: None,
    };
    let mut script = Script {
        variant,
        unit: n(1),
        nice0: n(1024),
        base_slice: n(BASE_SLICE),
        norm_slice: n(NORM_SLICE),
        tick: n(0),
        tick_nsec: n(TICK_NSEC),
        slice_end: false,
        picks: Picks::Own,
        slack: Num::ZERO,
        in_task: false,
        vstart: n(0),
        threshold: n(0),
        fair_server: None,
        cpus: 1,
        seed: 0,
        tasks: (0..tasks(runnable)).map(task).collect(),
        states: vec![],
        events: (0..runnable).map(|p| Log::event(Num::ZERO, wake(p))).collect(),
    };
    let rules = script.rules();
    let mut log = Log(Vec::new());
    Mix::new(arith::Kernel::new(rules.words, &script.nice0), rules, runnable).run(events, &mut log);
    script.events.append(&mut log.0);
    script
}

fn wake(p: usize) -> Action {
    Action::Wake { who: Who::Task(p), sync: false, lag: None }
}

/// Writes down what the mix did.
struct Log(Vec<Event>);

impl Log {
    fn event(at: Num, action: Action) -> Event {
        let text = match &action {
            Action::Wake { who: Who::Task(p), .. } => format!("wake T{p}"),
            Action::Sleep(_) => "sleep @curr".to_string(),
            _ => "tick".to_string(),
        };
        Event { at, cpu: 0, action, text, line: 0 }
    }
}

impl<A: Arith> Listener<A> for Log {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let action = match (at.verb, at.task) {
            (Verb::Tick, _) => Action::Tick,
            (Verb::Leave, _) => Action::Sleep(Who::Curr),
            (Verb::Rejoin, Some(p)) => wake(p),
            _ => return,
        };
        self.0.push(Log::event(A::t_num(&machine.cpus[0].cfs.clock), action));
    }
    fn wants_previews(&self) -> bool {
        false
    }
}

//! The measured load: one third ticks, one third sleeps, one third wake-ups, with a given number of runnable tasks.
//!
//! Owns what the benchmarks (native, in the browser, memory) run, so that their figures are of the same thing.

use super::engine::{At, Listener};
use super::recording::{Phase, Verb};
use crate::model::arith::{Arith, WeightInput};
use crate::model::cfs_rq::{CfsRq, Tunables};
use crate::model::entity::{FairPolicy, SchedEntity};
use crate::model::rq::{Rq, Task};
use crate::model::rules::Rules;
use std::collections::VecDeque;

/// A CPU under the measured load.
pub struct Mix<A: Arith> {
    rq: Rq<A>,
    asleep: VecDeque<usize>,
    random: u64,
    events: u64,
}

impl<A: Arith> Mix<A> {
    /// `runnable` tasks of mixed weights and slices, awake, and a quarter as many asleep.
    pub fn new(arith: A, rules: Rules, runnable: usize) -> Self {
        let ns = |n: u64| A::t_from(&n.into());
        let tunables = Tunables { base_slice: ns(3_000_000), norm_slice: ns(700_000), tick_nsec: ns(1_000_000), in_task: false };
        let count = runnable + runnable / 4 + 2;
        let nice = |i: usize| (i % 11) as i32 - 5;
        let entity = |i: usize| {
            let slice = [3_000_000, 1_000_000, 6_000_000][i % 3];
            SchedEntity::new(arith.weight(&WeightInput::Nice(nice(i))), ns(slice), !i.is_multiple_of(3), FairPolicy::Normal)
        };
        let entities = (0..count).map(entity).collect();
        let tasks = (0..count).map(|i| Task::new(nice(i), WeightInput::Nice(nice(i)))).collect();
        let mut rq = Rq::new(CfsRq::new(arith, rules, tunables, entities, A::zero()), tasks);
        for p in 0..runnable {
            let _always_asleep_at_first = rq.wake(p, false);
        }
        rq.schedule(None);
        Mix { rq, asleep: (runnable..count).collect(), random: 0x9E37_79B9_7F4A_7C15, events: 0 }
    }

    /// Whether the queue writes notes.
    pub fn want_notes(&mut self, wanted: bool) {
        self.rq.cfs.notes.wanted = wanted;
    }

    /// Runs `events` events for a listener.
    pub fn run<L: Listener<A>>(&mut self, events: u64, listener: &mut L) {
        for _ in 0..events {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            let pause = A::t_from(&(20_000 + self.random % 400_000).into());
            self.rq.cfs.clock = A::t_add(&self.rq.cfs.clock, &pause);
            self.events += 1;
            let (verb, task, text) = match self.events % 3 {
                0 => {
                    self.rq.tick();
                    (Verb::Tick, self.rq.curr, "tick")
                }
                1 => {
                    let curr = self.rq.curr;
                    if let Some(p) = curr {
                        let _only_the_running_one_sleeps = self.rq.leave(p, false);
                        self.rq.cfs.need_resched = true;
                        self.asleep.push_back(p);
                    }
                    (Verb::Leave, curr, "sleep")
                }
                _ => {
                    let woken = self.asleep.pop_front();
                    if let Some(p) = woken {
                        let _asleep_as_the_list_says = self.rq.wake(p, false);
                    }
                    (Verb::Rejoin, woken, "wake")
                }
            };
            self.tell(listener, Phase::After, verb, task, text);
            if self.rq.cfs.need_resched {
                self.rq.schedule(None);
                self.tell(listener, Phase::Pick, Verb::Pick, self.rq.curr, "sched");
            }
        }
    }

    fn tell<L: Listener<A>>(&mut self, listener: &mut L, phase: Phase, verb: Verb, task: Option<usize>, text: &str) {
        listener.step(&At { phase, verb, task, text, line: 0, noop: false }, &mut self.rq);
    }
}

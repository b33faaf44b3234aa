//! `Recording`: an immutable run, step by step.
//!
//! Everything above the engine sees a run only through this file and [`step`]. Steps are kept as differences ([`store`]) of rows
//! of words ([`words`]); what was computed and why (the notes) is not kept but recomputed from the nearest of the engine's states
//! that were put aside on the way ([`Replay`]). Must not know rules, text, charts or pages.

mod head;
mod step;
mod store;
mod varint;
mod walk;
mod words;
pub(super) mod writer;

pub use head::Head;
pub use step::{Phase, QueueRow, Step, TaskRow, Verb};
pub use walk::Walk;

use super::engine::Engine;
use crate::kernels::ArithKind;
use crate::model::arith::Arith;
use crate::model::note::{Note, StopWhy};
use crate::model::num::Num;
use std::fmt;
use std::sync::{Arc, Mutex};

/// What a recording says of a task as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskInfo {
    /// Its name.
    pub name: String,
    /// Whether it is a real-time task: it never has a vruntime, lag or deadline.
    pub fifo: bool,
}

/// That a run stopped before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Why.
    pub why: StopWhy,
    /// When, in ns since its start.
    pub at: Num,
}

impl Stopped {
    /// Of a run that is over.
    pub fn of<A: Arith>(engine: &Engine<A>) -> Option<Stopped> {
        engine.stopped().map(|why| Stopped { why, at: A::t_num(engine.now()) })
    }
}

/// Recomputes the notes of steps.
pub trait Replay: Send + Sync {
    /// Bytes that the states take from which notes are recomputed.
    fn size(&self) -> usize;
    /// The block of steps around `index` that is recomputed in one go: its first step, and the notes of all of its steps.
    fn notes(&self, index: usize) -> (usize, Vec<Vec<Note>>);
}

/// The block of notes recomputed last.
#[derive(Default)]
struct Block {
    first: usize,
    notes: Vec<Vec<Note>>,
}

/// A whole run. Two recordings are equal if all their steps show the same.
#[derive(Clone)]
pub struct Recording {
    /// The tasks; a `TaskId` indexes it and `Step::tasks`.
    pub tasks: Vec<TaskInfo>,
    /// The arithmetic it was computed with.
    pub arith: ArithKind,
    /// V0: the initial V.
    pub v0: Num,
    /// The unit in which tables print times and virtual times, in ns.
    pub unit: Num,
    /// The weight that stands for nice 0.
    pub nice0: Num,
    /// The number of CPUs.
    pub cpus: u32,
    /// Whether the placement rule keeps J.
    pub has_j: bool,
    /// Whether the stored lag of a delayed task is its floor.
    pub has_floor: bool,
    /// Why it stopped before its end, and when, if it did.
    pub stopped: Option<Stopped>,
    store: store::Store,
    reading: words::Reading,
    /// For each step, whether it is the last pick of its instant.
    last_picks: Vec<bool>,
    replay: Arc<dyn Replay>,
    block: Arc<Mutex<Block>>,
}

impl Recording {
    /// A recording of `steps` that come from elsewhere than the engine; each has a row for each of `tasks`.
    pub fn from_steps(
        tasks: Vec<TaskInfo>,
        arith: ArithKind,
        v0: Num,
        unit: Num,
        nice0: Num,
        has_j: bool,
        steps: Vec<Step>,
    ) -> Self {
        writer::from_steps(tasks, arith, v0, unit, nice0, has_j, steps)
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether nothing happened at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Step `index`, counted from 0, with its notes. Panics past the end.
    pub fn step(&self, index: usize) -> Step {
        let mut step = self.state(index);
        step.notes = self.notes(index);
        step
    }

    /// Step `index` without its notes, much faster. Panics past the end.
    pub fn state(&self, index: usize) -> Step {
        self.reading.step(&self.store.get(index), self.last_picks[index])
    }

    /// All steps in order, with their notes.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        let mut states = self.states();
        (0..self.len()).map(move |i| {
            let mut step = states.next().expect("as many states as steps");
            step.notes = self.notes(i);
            step
        })
    }

    /// All steps in order, without their notes: what charts and other readers of numbers need, and much faster.
    pub fn states(&self) -> impl ExactSizeIterator<Item = Step> + '_ {
        self.states_from(0)
    }

    /// The same from step `first` on.
    pub fn states_from(&self, first: usize) -> impl ExactSizeIterator<Item = Step> + '_ {
        let mut cursor = self.store.cursor_from(first);
        self.last_picks[first.min(self.len())..].iter().map(move |last| {
            let words = cursor.next().expect("as many states as steps");
            self.reading.step(words, *last)
        })
    }

    /// The same, lent one at a time: for those who read a whole run.
    pub fn walk_from(&self, first: usize) -> Walk<'_> {
        Walk::new(self, first)
    }

    /// Which event each step belongs to, from step `first` on.
    pub fn heads_from(&self, first: usize) -> impl ExactSizeIterator<Item = Head<'_>> + '_ {
        let mut cursor = self.store.cursor_from(first);
        (first.min(self.len())..self.len()).map(move |_| self.reading.head(cursor.next().expect("as many states as steps")))
    }

    /// What was computed in step `index`, and why.
    pub fn notes(&self, index: usize) -> Vec<Note> {
        let mut block = self.block.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if !(block.first..block.first + block.notes.len()).contains(&index) {
            let (first, notes) = self.replay.notes(index);
            *block = Block { first, notes };
        }
        block.notes.get(index.wrapping_sub(block.first)).cloned().unwrap_or_default()
    }

    /// Bytes in memory that grow with the number of steps.
    pub fn size(&self) -> usize {
        self.store.size() + self.last_picks.capacity() + self.reading.size() + self.replay.size()
    }
}

impl PartialEq for Recording {
    fn eq(&self, other: &Recording) -> bool {
        let frame = |r: &Recording| (r.tasks.clone(), r.arith, r.v0.clone(), r.unit.clone(), r.nice0.clone(), r.cpus, r.has_j);
        frame(self) == frame(other) && self.len() == other.len() && self.steps().eq(other.steps())
    }
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording").field("tasks", &self.tasks).field("arith", &self.arith).field("len", &self.len()).finish()
    }
}

//! Wake-up latency: the time from a wake-up until the task runs.
//!
//! As a trace of sched_wakeup and sched_switch shows it: it begins when the task becomes runnable (a first wake-up, a later one,
//! that of a delayed task, a fork) and ends at the first pick of that task; 0 if that is at the same instant. A wake-up of a
//! runnable task begins nothing. Who leaves or is still waiting at the end without having run gives no sample.
//! Must not know how samples are shown.

use super::percentile::Percentile;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step, Verb};
use crate::sim::script::TaskId;
use std::collections::VecDeque;

/// The latencies of one task or several, in ns as the scenario counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latencies {
    /// Smallest first.
    sorted: Vec<Num>,
    waiting: usize,
}

impl Latencies {
    /// Those of one task in a whole run. For all tasks use a [`LatencyCollector`].
    pub fn of(recording: &Recording, task: TaskId) -> Latencies {
        LatencyCollector::over(recording).swap_remove(task)
    }

    /// From samples in any order.
    pub fn from_samples(mut samples: Vec<Num>) -> Latencies {
        samples.sort_unstable();
        Latencies { sorted: samples, waiting: 0 }
    }

    /// The latencies of several tasks as one.
    pub fn merged<'a>(parts: impl IntoIterator<Item = &'a Latencies>) -> Latencies {
        let mut merging = Merging::of(parts.into_iter().cloned());
        while merging.advance() {}
        merging.finish()
    }

    /// Those of two as one.
    fn and(self, other: Latencies) -> Latencies {
        let waiting = self.waiting + other.waiting;
        let mut sorted = Vec::with_capacity(self.sorted.len() + other.sorted.len());
        let (mut a, mut b) = (self.sorted.into_iter().peekable(), other.sorted.into_iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            let next = if y < x { b.next() } else { a.next() };
            sorted.extend(next);
        }
        sorted.extend(a);
        sorted.extend(b);
        Latencies { sorted, waiting }
    }

    /// All samples, smallest first.
    pub fn samples(&self) -> &[Num] {
        &self.sorted
    }

    /// How many samples there are.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// How many tasks still waited when the run ended; they are in no other figure.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// The exact average.
    pub fn average(&self) -> Option<Num> {
        let sum = self.sorted.iter().fold(Num::ZERO, |sum, sample| &sum + sample);
        (!self.sorted.is_empty()).then(|| &sum / &Num::from(self.sorted.len() as u64))
    }

    /// By nearest rank: always one of the samples.
    pub fn percentile(&self, p: Percentile) -> Option<&Num> {
        p.of(&self.sorted)
    }

    /// The smallest.
    pub fn min(&self) -> Option<&Num> {
        self.sorted.first()
    }

    /// The largest.
    pub fn max(&self) -> Option<&Num> {
        self.sorted.last()
    }
}

/// Collects the latencies of all tasks while a run goes on, from its steps or from an engine's listener.
#[derive(Clone, Debug)]
pub struct LatencyCollector {
    tasks: Vec<Waiting>,
}

#[derive(Clone, Debug, Default)]
struct Waiting {
    since: Option<Num>,
    samples: Vec<Num>,
}

impl LatencyCollector {
    /// Of a run of so many tasks.
    pub fn new(tasks: usize) -> LatencyCollector {
        LatencyCollector { tasks: vec![Waiting::default(); tasks] }
    }

    /// The latencies of each task of a recording.
    pub fn over(recording: &Recording) -> Vec<Latencies> {
        let mut collector = LatencyCollector::new(recording.tasks.len());
        let mut walk = recording.walk_from(0);
        while let Some(step) = walk.next_step() {
            collector.step(step);
        }
        collector.finish()
    }

    /// A task became runnable at `t`. Call it only if it was not.
    pub fn woken(&mut self, task: TaskId, t: &Num) {
        self.tasks[task].since = Some(t.clone());
    }

    /// A task was picked at `t`; returns its latency if it had been woken and not run since.
    pub fn runs(&mut self, task: TaskId, t: &Num) -> Option<&Num> {
        let waiting = &mut self.tasks[task];
        let since = waiting.since.take()?;
        waiting.samples.push(t - &since);
        waiting.samples.last()
    }

    /// Whether a task was woken and has not run since.
    fn waits(&self, task: TaskId) -> bool {
        self.tasks[task].since.is_some()
    }

    /// A task fell asleep or exited.
    pub fn left(&mut self, task: TaskId) {
        self.tasks[task].since = None;
    }

    /// Takes the next step of a run; returns the latency that ended with it.
    pub fn step(&mut self, step: &Step) -> Option<&Num> {
        self.hear((step.phase, step.verb, step.task), step.noop, || step.t.clone())
    }

    /// Hears what happened to whom; the time is asked for only where it matters.
    pub(super) fn hear(&mut self, what: (Phase, Verb, Option<TaskId>), noop: bool, t: impl FnOnce() -> Num) -> Option<&Num> {
        match what {
            (Phase::Pick, _, Some(task)) if self.waits(task) => return self.runs(task, &t()),
            (Phase::After, Verb::Join | Verb::Rejoin | Verb::Wake | Verb::Fork, Some(task)) if !noop => self.woken(task, &t()),
            (Phase::After, Verb::Leave | Verb::Exit, Some(task)) if !noop => self.left(task),
            _ => {}
        }
        None
    }

    /// The latencies of each task.
    pub fn finish(self) -> Vec<Latencies> {
        self.finish_each().collect()
    }

    /// The same, one after the other: putting those of a long run in order takes its time.
    pub fn finish_each(self) -> FinishEach {
        FinishEach(self.tasks.into_iter())
    }
}

/// The latencies of each task; those of one are put in order when they are asked for.
#[derive(Clone, Debug)]
pub struct FinishEach(std::vec::IntoIter<Waiting>);

impl Iterator for FinishEach {
    type Item = Latencies;

    fn next(&mut self) -> Option<Latencies> {
        let task = self.0.next()?;
        let waiting = usize::from(task.since.is_some());
        Some(Latencies { waiting, ..Latencies::from_samples(task.samples) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for FinishEach {}

/// The latencies of several tasks becoming one list, two lists at a time.
#[derive(Clone, Debug)]
pub struct Merging(VecDeque<Latencies>);

impl Merging {
    /// Nothing merged yet.
    pub fn of(parts: impl IntoIterator<Item = Latencies>) -> Merging {
        Merging(parts.into_iter().collect())
    }

    /// Merges the two lists that have waited longest. Returns false once there is one.
    pub fn advance(&mut self) -> bool {
        if self.0.len() > 1 {
            let merged = self.0.drain(..2).reduce(Latencies::and);
            self.0.extend(merged);
        }
        self.0.len() > 1
    }

    /// The one list.
    pub fn finish(mut self) -> Latencies {
        while self.advance() {}
        self.0.pop_front().unwrap_or_default()
    }
}

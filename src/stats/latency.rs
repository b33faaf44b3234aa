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
        let mut all = LatencyCollector::over(recording.tasks.len(), recording.states());
        all.swap_remove(task)
    }

    /// From samples in any order.
    pub fn from_samples(mut samples: Vec<Num>) -> Latencies {
        samples.sort_unstable();
        Latencies { sorted: samples, waiting: 0 }
    }

    /// The latencies of several tasks as one.
    pub fn merged<'a>(parts: impl IntoIterator<Item = &'a Latencies>) -> Latencies {
        let (mut samples, mut waiting) = (Vec::new(), 0);
        for part in parts {
            samples.extend_from_slice(&part.sorted);
            waiting += part.waiting;
        }
        Latencies { waiting, ..Latencies::from_samples(samples) }
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

    /// The latencies of each task over `steps`, which are a whole run of so many tasks.
    pub fn over(tasks: usize, steps: impl IntoIterator<Item = Step>) -> Vec<Latencies> {
        let mut collector = LatencyCollector::new(tasks);
        for step in steps {
            collector.step(&step);
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
    pub(super) fn hear(
        &mut self,
        what: (Phase, Verb, Option<TaskId>),
        noop: bool,
        t: impl FnOnce() -> Num,
    ) -> Option<&Num> {
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
        let of = |task: Waiting| {
            let waiting = usize::from(task.since.is_some());
            Latencies { waiting, ..Latencies::from_samples(task.samples) }
        };
        self.tasks.into_iter().map(of).collect()
    }
}

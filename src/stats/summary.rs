//! What a run costs and how far it strays, in a few figures: switches, preemptions, picks, wake-ups, lags, latencies.
//!
//! Owns what counts as each. Takes steps one by one, so a run of any length can be summed up in slices. Must not know how the
//! figures are shown.

use super::latency::{FinishEach, Latencies, LatencyCollector, Merging};
use crate::model::cost::Costs;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step, Verb};
use crate::sim::script::TaskId;

/// A value and the step that has it first, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// The value.
    pub value: Num,
    /// The step.
    pub step: usize,
}

/// How far a task's lag V - v (virtual, in ns) went while it was on the queue, previews included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LagRange {
    /// The most the task owed.
    pub least: Extreme,
    /// The most it was owed.
    pub most: Extreme,
}

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How often a task was chosen, or that there is none.
    pub picks: u64,
    /// Picks of somebody else than who ran; going idle and coming back count, as in `nr_switches`.
    pub switches: u64,
    /// Switches away from a task that could have run on (`nr_involuntary`, yields among them).
    pub preemptions: u64,
    /// Wake-ups and forks that made a task runnable.
    pub wakeups: u64,
    /// Changes of CPU, by any task.
    pub migrations: u64,
    /// The work that the decisions took, on all CPUs together.
    pub costs: Costs,
    /// Wake-up latencies, by task.
    pub latencies: Vec<Latencies>,
    /// Those of all tasks as one.
    pub all_latencies: Latencies,
    /// The longest of all, and the pick that ended it.
    pub worst_latency: Option<Extreme>,
    /// Lags, by task; none for a task that was never on the queue.
    pub lags: Vec<Option<LagRange>>,
}

impl Summary {
    /// The figures of a whole run.
    pub fn of(recording: &Recording) -> Summary {
        let mut builder = SummaryBuilder::new(recording.tasks.len());
        let mut walk = recording.walk_from(0);
        while let Some(step) = walk.next_step() {
            builder.step(step);
        }
        builder.finish()
    }

    /// The lags of all tasks as one.
    pub fn lag(&self) -> Option<LagRange> {
        let all = || self.lags.iter().flatten();
        let least = all().map(|range| &range.least).min_by(|a, b| (&a.value, a.step).cmp(&(&b.value, b.step)))?;
        let most = all().map(|range| &range.most).min_by(|a, b| (&b.value, a.step).cmp(&(&a.value, b.step)))?;
        Some(LagRange { least: least.clone(), most: most.clone() })
    }
}

/// Sums a run up, step by step.
#[derive(Clone, Debug)]
pub struct SummaryBuilder {
    summary: Summary,
    latencies: LatencyCollector,
    /// Who runs on each CPU, as of its last pick.
    running: Vec<Option<TaskId>>,
    steps: usize,
}

impl SummaryBuilder {
    /// Of a run of so many tasks.
    pub fn new(tasks: usize) -> SummaryBuilder {
        let summary = Summary { lags: vec![None; tasks], ..Summary::default() };
        SummaryBuilder { summary, latencies: LatencyCollector::new(tasks), running: Vec::new(), steps: 0 }
    }

    /// How many steps were taken.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Takes the next step.
    pub fn step(&mut self, step: &Step) {
        match (step.phase, step.verb) {
            (Phase::Pick, _) => self.pick(step),
            (Phase::After, Verb::Start) => self.running = step.queues().map(|queue| queue.curr).collect(),
            (Phase::After, Verb::Join | Verb::Rejoin | Verb::Wake | Verb::Fork) if !step.noop => self.summary.wakeups += 1,
            _ => {}
        }
        if let Some(latency) = self.latencies.step(step) {
            let worst = &mut self.summary.worst_latency;
            if worst.as_ref().is_none_or(|w| w.value < *latency) {
                *worst = Some(Extreme { value: latency.clone(), step: self.steps });
            }
        }
        for (task, range) in self.summary.lags.iter_mut().enumerate() {
            if let Some(lag) = step.vlag(task) {
                widen(range, lag, self.steps);
            }
        }
        self.summary.migrations = step.migrations.into();
        self.summary.costs = step.costs();
        self.steps += 1;
    }

    fn pick(&mut self, step: &Step) {
        self.summary.picks += 1;
        self.running.resize(step.elsewhere.len() + 1, None);
        let before = std::mem::replace(&mut self.running[step.cpu as usize], step.queue.curr);
        if before != step.queue.curr {
            self.summary.switches += 1;
            let could_run = |row: &crate::sim::recording::TaskRow| row.on_rq && !row.sched_delayed;
            self.summary.preemptions += u64::from(before.is_some_and(|task| could_run(&step.tasks[task])));
        }
    }

    /// The figures of the steps so far.
    pub fn finish(self) -> Summary {
        self.finishing().finish()
    }

    /// The same in slices.
    pub fn finishing(self) -> Finishing {
        Finishing { summary: self.summary, left: self.latencies.finish_each(), merging: None }
    }
}

/// A summary whose latencies are being put in order: a long run has hundreds of thousands.
#[derive(Clone, Debug)]
pub struct Finishing {
    summary: Summary,
    left: FinishEach,
    merging: Option<Merging>,
}

impl Finishing {
    /// Puts those of one task in order, or merges two lists. Returns false once all is done.
    pub fn advance(&mut self) -> bool {
        match (&mut self.merging, self.left.next()) {
            (_, Some(latencies)) => self.summary.latencies.push(latencies),
            (None, None) => self.merging = Some(Merging::of(self.summary.latencies.iter().cloned())),
            (Some(merging), None) => return merging.advance(),
        }
        true
    }

    /// The summary; whatever is not yet done is done now.
    pub fn finish(mut self) -> Summary {
        while self.advance() {}
        Summary { all_latencies: self.merging.map(Merging::finish).unwrap_or_default(), ..self.summary }
    }
}

fn widen(range: &mut Option<LagRange>, value: Num, step: usize) {
    match range {
        None => {
            let extreme = Extreme { value, step };
            *range = Some(LagRange { least: extreme.clone(), most: extreme });
        }
        Some(range) if value < range.least.value => range.least = Extreme { value, step },
        Some(range) if value > range.most.value => range.most = Extreme { value, step },
        Some(_) => {}
    }
}

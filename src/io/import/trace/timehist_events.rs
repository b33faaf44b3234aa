//! The rows of a timehist as switches and wake-ups.
//!
//! A row tells when a task left the CPU, how long it had run, and how long it had been awake before it ran. So it came on the CPU
//! at `time - run` and was woken at `time - run - delay`. In which state it left, its next row tells: a task that was woken in
//! between had slept, one with no delay had been preempted; of its last row nobody knows, and it counts as asleep.

use super::event::{Event, Out, What, Who};
use super::gather::{Gathered, Seen, TraceTask};
use super::timehist::Row;
use std::collections::HashMap;

/// Most rows kept.
pub const MAX_ROWS: usize = 1_000_000;

/// Times are rounded to 1 us: two of them may be off by that much in opposite directions.
const SLACK: u64 = 2_000;

/// A run of a task, with tasks as numbers in the order of their first row.
#[derive(Clone, Copy, Debug)]
struct Run {
    until: u64,
    cpu: u32,
    line: u32,
    task: Seen,
    run: u64,
    delay: u64,
    prio: Option<i32>,
    out: Option<Out>,
}

/// Rows so far.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    runs: Vec<Run>,
    /// Wake-ups that were printed as rows: when, whom.
    woken: Vec<(u64, Seen)>,
    tasks: Vec<TraceTask>,
    by_pid: HashMap<u32, Seen>,
    /// Rows that were not kept because of the limit.
    pub beyond: u64,
}

impl Rows {
    /// Adds a row.
    pub fn add(&mut self, at: u64, cpu: u32, row: &Row<'_>, line: u32) {
        if self.runs.len() + self.woken.len() >= MAX_ROWS {
            self.beyond += 1;
            return;
        }
        match *row {
            Row::Ran { who, delay, run, out } => {
                let task = self.see(&who);
                self.runs.push(Run { until: at, cpu, line, task, run, delay, prio: who.prio, out });
            }
            Row::Woken(who) => {
                let task = self.see(&who);
                self.woken.push((at, task));
            }
            Row::Migrated | Row::Idle => {}
        }
    }

    fn see(&mut self, who: &Who<'_>) -> Seen {
        *self.by_pid.entry(who.pid).or_insert_with(|| {
            self.tasks.push(TraceTask { pid: who.pid, comm: who.comm.to_string() });
            self.tasks.len() as Seen - 1
        })
    }

    /// Gives the events of all rows to `gathered`, in order.
    pub fn gather(mut self, gathered: &mut Gathered) {
        let backwards = self.runs.windows(2).filter(|two| two[1].until < two[0].until).count() as u64;
        self.runs.sort_by_key(|run| run.until);
        self.woken.sort_by_key(|(at, _)| *at);
        let wakes = self.wakes();
        let outs = self.outs(&wakes);
        let idle = Who { comm: "", pid: 0, prio: None };
        let mut last: HashMap<u32, usize> = HashMap::new();
        for (at, run) in self.runs.iter().enumerate() {
            let who = self.who(run);
            let began = run.until.saturating_sub(run.run);
            if let Some(woken) = wakes[at] {
                let what = What::Wakeup { who, cpu: Some(run.cpu), new: false };
                gathered.add(&Event { at: woken, cpu: run.cpu, what }, run.line);
            }
            let before = last.insert(run.cpu, at).map(|at| (&self.runs[at], outs[at]));
            let mut prev = (idle, Out::Runnable);
            let mut switched = began;
            if let Some((before, out)) = before {
                if began <= before.until.saturating_add(SLACK) {
                    (prev, switched) = ((self.who(before), out), before.until);
                } else {
                    let what = What::Switch { prev: self.who(before), out, next: idle };
                    gathered.add(&Event { at: before.until, cpu: run.cpu, what }, before.line);
                }
            }
            if prev.0.pid != who.pid {
                let what = What::Switch { prev: prev.0, out: prev.1, next: who };
                gathered.add(&Event { at: switched, cpu: run.cpu, what }, run.line);
            }
        }
        let mut ends: Vec<usize> = last.into_values().collect();
        ends.sort_unstable();
        for at in ends {
            let run = &self.runs[at];
            let what = What::Switch { prev: self.who(run), out: outs[at], next: idle };
            gathered.add(&Event { at: run.until, cpu: run.cpu, what }, run.line);
        }
        gathered.entries.sort_by_key(|entry| entry.at);
        gathered.backwards = backwards;
        gathered.beyond += self.beyond;
    }

    fn who(&self, run: &Run) -> Who<'_> {
        let task = &self.tasks[run.task as usize];
        // The migration threads belong to the stop class.
        let prio = if task.comm.starts_with("migration/") { Some(0) } else { run.prio };
        Who { comm: &task.comm, pid: task.pid, prio }
    }

    /// When each run's task was woken before it, if it was.
    fn wakes(&self) -> Vec<Option<u64>> {
        let mut latest: HashMap<Seen, Vec<u64>> = HashMap::new();
        let mut woken = self.woken.iter().peekable();
        let mut wakes = Vec::with_capacity(self.runs.len());
        for run in &self.runs {
            while let Some((at, task)) = woken.next_if(|(at, _)| *at <= run.until) {
                latest.entry(*task).or_default().push(*at);
            }
            let began = run.until.saturating_sub(run.run);
            let printed = latest.remove(&run.task).and_then(|all| all.into_iter().rev().find(|at| *at <= began));
            wakes.push(printed.or_else(|| (run.delay != 0).then(|| began.saturating_sub(run.delay))));
        }
        wakes
    }

    /// How each run ended.
    fn outs(&self, wakes: &[Option<u64>]) -> Vec<Out> {
        let mut next_woken: HashMap<Seen, bool> = HashMap::new();
        let mut outs = vec![Out::Asleep; self.runs.len()];
        for (at, run) in self.runs.iter().enumerate().rev() {
            let slept = next_woken.insert(run.task, wakes[at].is_some()).unwrap_or(true);
            outs[at] = run.out.unwrap_or(if slept { Out::Asleep } else { Out::Runnable });
        }
        outs
    }
}

//! `SeriesBuilder`: the curves of a recording, computed some steps at a time, so that a page can go on in between.
//!
//! Owns the one pass over a recording's states. Must not know what the curves are used for.

use super::Series;
use super::series::{BLOCK, Extent, MOST_FLOORS, Run, Track, units};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::Step;
use crate::sim::script::TaskId;

/// The virtual-time axis shows the whole run if that is at most this many times what a typical step needs.
const STEADY: f64 = 3.0;

/// The typical step is found among at most so many.
const SPANS: usize = 1 << 15;

/// A task's vruntime and deadline as seen last, exact and for pixels.
#[derive(Clone)]
struct Seen {
    exact: Option<(Num, Num)>,
    at: f64,
    end: f64,
}

/// A CPU as seen last.
#[derive(Clone)]
struct Cpu {
    v: f64,
    j: f64,
    curr: Option<TaskId>,
}

/// Curves under way.
pub struct SeriesBuilder {
    series: Series,
    seen: Vec<Seen>,
    cpus: Vec<Cpu>,
    /// What steps need of the virtual-time axis: all, or every so many.
    spans: Vec<f64>,
    every: usize,
}

impl SeriesBuilder {
    /// No step yet of the curves of `recording`.
    pub fn new(recording: &Recording) -> SeriesBuilder {
        let (n, tasks, cpus) = (recording.len(), recording.tasks.len(), recording.cpus as usize);
        let series = Series {
            times: Vec::with_capacity(n),
            by_step: n > 0 && recording.state(0).t == recording.state(n - 1).t,
            v: vec![Track::default(); cpus],
            j: vec![Track::default(); cpus],
            has_j: recording.has_j,
            tasks: vec![Track::default(); tasks],
            floors: Vec::new(),
            homes: vec![Track::default(); tasks],
            runs: vec![Vec::new(); cpus],
            own: if cpus > 1 { vec![Vec::new(); cpus] } else { Vec::new() },
            blocks: vec![[Extent::NONE; 3]; n.div_ceil(BLOCK)],
            virtual_all: Extent::NONE,
            steady: true,
        };
        let nothing = Seen { exact: None, at: f64::NAN, end: f64::NAN };
        let idle = Cpu { v: f64::NAN, j: f64::NAN, curr: None };
        SeriesBuilder { series, seen: vec![nothing; tasks], cpus: vec![idle; cpus], spans: Vec::new(), every: 1 }
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.series.times.len()
    }

    /// Does up to `steps` more steps of `recording`, which must be the same each time. Returns false once all are done.
    pub fn extend(&mut self, recording: &Recording, steps: usize) -> bool {
        let end = self.done().saturating_add(steps).min(recording.len());
        let mut walk = recording.walk_from(self.done());
        while let Some(step) = walk.next_step().filter(|_| self.done() < end) {
            self.step(recording, step);
        }
        end < recording.len()
    }

    /// Does the next step of `recording`, which is `step`.
    pub fn step(&mut self, recording: &Recording, step: &Step) {
        let unit = recording.unit.to_f64();
        let virt = |v: &Num| units(recording, v);
        let i = self.done();
        let series = &mut self.series;
        series.times.push(if series.by_step { i as f64 } else { step.t.to_f64() / unit });
        if i > 0 {
            self.ran(i - 1, i);
        }
        let series = &mut self.series;
        // The first step shows all queues as they begin.
        let here = |cpu: usize| i == 0 || cpu == step.cpu as usize;
        series.own.iter_mut().enumerate().filter(|(cpu, _)| here(*cpu)).for_each(|(_, own)| own.push(i as u32));
        let [vruntime, lag, sum] = &mut series.blocks[i / BLOCK];
        let mut now = Extent::NONE;
        for (cpu, (seen, queue)) in self.cpus.iter_mut().zip(step.queues()).enumerate() {
            // A step changes its own CPU's queue only.
            if i == 0 || step.cpu as usize == cpu {
                seen.v = virt(&queue.avg_vruntime);
                seen.j = queue.j.as_ref().map_or(f64::NAN, |j| j.to_f64() / unit);
                seen.curr = queue.curr;
                series.v[cpu].push(i, seen.v);
                series.j[cpu].push(i, seen.j);
            }
            (*vruntime, *sum) = (vruntime.with(seen.v), sum.with(seen.v).with(seen.j).with(seen.v + seen.j));
            now = now.with(seen.v);
        }
        let floors = &mut series.floors;
        while recording.has_floor && floors.len() < MOST_FLOORS {
            let is_new = |task: &TaskId| step.floor(*task).is_some() && floors.iter().all(|(known, _)| known != task);
            let Some(task) = (0..step.tasks.len()).find(is_new) else { break };
            let mut track = Track::default();
            track.push(0, f64::NAN);
            floors.push((task, track));
        }
        for (task, track) in floors {
            let floor = step.floor(*task).map_or(f64::NAN, |floor| floor.to_f64() / unit);
            track.push(i, floor);
            *lag = lag.with(floor);
        }
        for (task, row) in step.tasks.iter().enumerate() {
            series.homes[task].push(i, f64::from(row.cpu));
            if !row.on_rq {
                series.tasks[task].push(i, f64::NAN);
                continue;
            }
            let v = self.cpus[row.cpu as usize].v;
            let seen = &mut self.seen[task];
            let same = seen.exact.as_ref().is_some_and(|(v, d)| *v == row.vruntime && *d == row.deadline);
            if !same {
                seen.at = virt(&row.vruntime);
                seen.end = if row.rel_deadline { seen.at + row.deadline.to_f64() / unit } else { virt(&row.deadline) };
                seen.exact = Some((row.vruntime.clone(), row.deadline.clone()));
            }
            series.tasks[task].push(i, seen.at);
            (*vruntime, *lag) = (vruntime.with(seen.at), lag.with(v - seen.at));
            now = now.with(seen.at).with(seen.end);
        }
        series.virtual_all = series.virtual_all.and(now);
        if i.is_multiple_of(self.every) {
            if self.spans.len() == SPANS {
                // Every second one is enough from here on.
                let mut place = 0;
                self.spans.retain(|_| (place += 1, place % 2 == 1).1);
                self.every *= 2;
            }
            if i.is_multiple_of(self.every) {
                self.spans.push(now.size());
            }
        }
    }

    /// Who ran on each CPU from a step until the time of the next one: the task that the earlier one left as current.
    fn ran(&mut self, from_step: usize, to_step: usize) {
        let series = &mut self.series;
        let from = series.times[from_step];
        let to = series.times.get(to_step).copied().unwrap_or(series.end());
        let to_step = to_step.min(series.times.len() - 1);
        for (cpu, runs) in self.cpus.iter().zip(&mut series.runs) {
            let Some(task) = cpu.curr.filter(|_| from < to) else { continue };
            match runs.last_mut() {
                Some(run) if run.task == task && run.to == from => (run.to, run.to_step) = (to, to_step),
                _ => runs.push(Run { task, from, to, from_step, to_step }),
            }
        }
    }

    /// The curves of the steps done.
    pub fn finish(mut self) -> Series {
        if let Some(last) = self.done().checked_sub(1) {
            self.ran(last, last + 1);
            let middle = self.spans.len() / 2;
            let (_, typical, _) = self.spans.select_nth_unstable_by(middle, f64::total_cmp);
            self.series.steady = self.series.virtual_all.size() <= STEADY * *typical;
        }
        self.series
    }
}

//! `SeriesBuilder`: the curves of a recording, computed some steps at a time, so that a page can go on in between.
//!
//! Owns the one pass over a recording's states. Must not know what the curves are used for.

use super::Series;
use super::series::{BLOCK, Extent, Run, Track, units};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::script::TaskId;

/// The virtual-time axis shows the whole run if that is at most this many times what a typical step needs.
const STEADY: f64 = 3.0;

/// A task's vruntime and deadline as seen last, exact and for pixels.
#[derive(Clone)]
struct Seen {
    exact: Option<(Num, Num)>,
    at: f64,
    end: f64,
}

/// Curves under way.
pub struct SeriesBuilder {
    series: Series,
    seen: Vec<Seen>,
    spans: Vec<f64>,
    currs: Vec<Option<TaskId>>,
}

impl SeriesBuilder {
    /// No step yet of the curves of `recording`.
    pub fn new(recording: &Recording) -> SeriesBuilder {
        let n = recording.len();
        let series = Series {
            times: Vec::with_capacity(n),
            by_step: n > 0 && recording.state(0).t == recording.state(n - 1).t,
            v: Vec::with_capacity(n),
            j: Track::default(),
            has_j: recording.has_j,
            tasks: vec![Track::default(); recording.tasks.len()],
            runs: Vec::new(),
            blocks: vec![[Extent::NONE; 3]; n.div_ceil(BLOCK)],
            virtual_all: Extent::NONE,
            steady: true,
        };
        let nothing = Seen { exact: None, at: f64::NAN, end: f64::NAN };
        let seen = vec![nothing; recording.tasks.len()];
        SeriesBuilder { series, seen, spans: Vec::with_capacity(n), currs: Vec::with_capacity(n) }
    }

    /// How many steps are done.
    pub fn done(&self) -> usize {
        self.currs.len()
    }

    /// Does up to `steps` more steps of `recording`, which must be the same each time. Returns false once all are done.
    pub fn extend(&mut self, recording: &Recording, steps: usize) -> bool {
        let unit = recording.unit.to_f64();
        let virt = |v: &Num| units(recording, v);
        let from = self.done();
        let series = &mut self.series;
        for (i, step) in (from..recording.len()).zip(recording.states_from(from)).take(steps) {
            self.currs.push(step.queue.curr);
            let v = virt(&step.queue.avg_vruntime);
            let j = step.queue.j.as_ref().map_or(f64::NAN, |j| j.to_f64() / unit);
            series.times.push(if series.by_step { i as f64 } else { step.t.to_f64() / unit });
            series.v.push(v);
            series.j.push(i, j);
            let [vruntime, lag, sum] = &mut series.blocks[i / BLOCK];
            (*vruntime, *sum) = (vruntime.with(v), sum.with(v).with(j).with(v + j));
            let mut now = Extent::NONE.with(v);
            for (task, row) in step.tasks.into_iter().enumerate() {
                if !row.on_rq {
                    series.tasks[task].push(i, f64::NAN);
                    continue;
                }
                let seen = &mut self.seen[task];
                let same = seen.exact.as_ref().is_some_and(|(v, d)| *v == row.vruntime && *d == row.deadline);
                if !same {
                    seen.at = virt(&row.vruntime);
                    seen.end = if row.rel_deadline { seen.at + row.deadline.to_f64() / unit } else { virt(&row.deadline) };
                    seen.exact = Some((row.vruntime, row.deadline));
                }
                series.tasks[task].push(i, seen.at);
                (*vruntime, *lag) = (vruntime.with(seen.at), lag.with(v - seen.at));
                now = now.with(seen.at).with(seen.end);
            }
            series.virtual_all = series.virtual_all.and(now);
            self.spans.push(now.size());
        }
        self.done() < recording.len()
    }

    /// The curves of the steps done.
    pub fn finish(mut self) -> Series {
        let middle = self.spans.len() / 2;
        if !self.spans.is_empty() {
            let (_, typical, _) = self.spans.select_nth_unstable_by(middle, f64::total_cmp);
            self.series.steady = self.series.virtual_all.size() <= STEADY * *typical;
        }
        self.series.runs = runs(&self.currs, &self.series);
        self.series
    }
}

/// Who runs when: between two steps the task that the earlier one leaves as current.
fn runs(currs: &[Option<TaskId>], series: &Series) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (i, curr) in currs.iter().enumerate() {
        let from = series.times[i];
        let to = series.times.get(i + 1).copied().unwrap_or(series.end());
        let Some(task) = curr.filter(|_| from < to) else { continue };
        let to_step = (i + 1).min(series.len() - 1);
        match runs.last_mut() {
            Some(run) if run.task == task && run.to == from => (run.to, run.to_step) = (to, to_step),
            _ => runs.push(Run { task, from, to, from_step: i, to_step }),
        }
    }
    runs
}

//! How much a difference between two aligned steps matters, and in which rows there is one.
//!
//! Owns the three grades. Kernels keep their books differently (the base of the keys, the scale of sums) while they decide alike:
//! that is told apart from what a task gets. Must not know how differences are shown.

use super::cells::comparable;
use crate::sim::recording::{QueueRow, Step, TaskRow};

/// How much a difference matters, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Matter {
    /// Only in how the kernel keeps its books: base, sums as summed, the stored words of queued tasks.
    Books,
    /// In a value that decisions are made from: v, d, V, lag, J, W, counters, eligibility.
    Value,
    /// In what was decided: who runs, who is on the queue, whether a reschedule is asked for, or an event of one lane only.
    Decision,
}

/// The most that matters of what differs between two aligned steps; `None`: nothing differs.
pub fn matter(a: &Step, b: &Step) -> Option<Matter> {
    let queues = || a.queues().zip(b.queues());
    let mut tasks = a.tasks.iter().zip(&b.tasks);
    let decided = |s: &QueueRow| (s.curr, s.resched);
    let standing = |t: &TaskRow| (t.on_rq, t.sched_delayed, t.cpu);
    if queues().any(|(p, q)| decided(p) != decided(q)) || tasks.clone().any(|(x, y)| standing(x) != standing(y)) {
        return Some(Matter::Decision);
    }
    if queues().any(|(p, q)| queue_values_differ(p, q)) || tasks.clone().any(|(x, y)| task_values_differ(x, y)) {
        return Some(Matter::Value);
    }
    let sums_differ =
        |(p, q): (&QueueRow, &QueueRow)| p.base != q.base || p.sum_w_vruntime != q.sum_w_vruntime || p.sum_weight != q.sum_weight;
    let stored_differ = |(x, y): (&TaskRow, &TaskRow)| x.on_rq && (x.vlag != y.vlag || x.vprot != y.vprot);
    (queues().any(sums_differ) || tasks.any(stored_differ)).then_some(Matter::Books)
}

fn queue_values_differ(p: &QueueRow, q: &QueueRow) -> bool {
    p.avg_vruntime != q.avg_vruntime
        || p.load != q.load
        || (p.nr_queued, p.h_nr_queued, p.rq_nr_running, p.next) != (q.nr_queued, q.h_nr_queued, q.rq_nr_running, q.next)
        || comparable(&p.h_nr_runnable, &q.h_nr_runnable).is_some_and(|(x, y)| x != y)
        || comparable(&p.j, &q.j).is_some_and(|(x, y)| x != y)
        || comparable(&p.sum_jlag, &q.sum_jlag).is_some_and(|(x, y)| x != y)
}

/// Both are on the queue, or neither is.
fn task_values_differ(x: &TaskRow, y: &TaskRow) -> bool {
    let common = x.slice != y.slice || x.weight != y.weight || x.sum_exec != y.sum_exec;
    let queued = || {
        let deadlines = match x.rel_deadline == y.rel_deadline && x.vruntime == y.vruntime {
            true => x.deadline != y.deadline,
            false => super::cells::deadline(x) != super::cells::deadline(y),
        };
        x.vruntime != y.vruntime || x.eligible != y.eligible || deadlines
    };
    common || if x.on_rq { queued() } else { x.vlag != y.vlag }
}

/// The rows of an alignment in which the lanes differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    rows: Vec<(u32, Matter)>,
    /// How many there are of each grade.
    counts: [usize; 3],
}

impl Differences {
    /// Adds a row behind all others.
    pub(super) fn push(&mut self, row: usize, matter: Matter) {
        self.rows.push((row as u32, matter));
        self.counts[matter as usize] += 1;
    }

    /// What matters most in a row; `None` if nothing differs there.
    pub fn at(&self, row: usize) -> Option<Matter> {
        let found = self.rows.binary_search_by_key(&(row as u32), |(row, _)| *row).ok()?;
        Some(self.rows[found].1)
    }

    /// The first row with a difference that matters at least so much.
    pub fn first(&self, least: Matter) -> Option<usize> {
        self.in_order(least).next()
    }

    /// The first such row after `row`.
    pub fn next(&self, row: usize, least: Matter) -> Option<usize> {
        let from = self.rows.partition_point(|(r, _)| *r as usize <= row);
        self.rows[from..].iter().find(|(_, m)| *m >= least).map(|(r, _)| *r as usize)
    }

    /// The last such row before `row`.
    pub fn previous(&self, row: usize, least: Matter) -> Option<usize> {
        let to = self.rows.partition_point(|(r, _)| (*r as usize) < row);
        self.rows[..to].iter().rfind(|(_, m)| *m >= least).map(|(r, _)| *r as usize)
    }

    /// All such rows in order.
    pub fn in_order(&self, least: Matter) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().filter(move |(_, m)| *m >= least).map(|(r, _)| *r as usize)
    }

    /// How many rows differ by something that matters at least so much.
    pub fn count(&self, least: Matter) -> usize {
        self.counts[least as usize..].iter().sum()
    }

    /// The most that matters in any row.
    pub fn worst(&self) -> Option<Matter> {
        [Matter::Decision, Matter::Value, Matter::Books].into_iter().find(|m| self.counts[*m as usize] > 0)
    }
}

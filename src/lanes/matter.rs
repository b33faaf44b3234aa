//! How much a difference between two aligned steps matters, and in which rows there is one.
//!
//! Owns the three grades. Kernels keep their books differently (the base of the keys, the scale of sums) while they decide alike:
//! that is told apart from what a task gets. Must not know how differences are shown.

use super::cells::{comparable, deadline};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{QueueRow, Step, TaskInfo, TaskRow};

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

/// How the numbers of two lanes are held against each other. A virtual time counts from its own lane's V0, as tables show it: kernels
/// start at another one than the textbook.
#[derive(Clone, Debug)]
pub struct Scales<'a> {
    tasks: &'a [TaskInfo],
    /// V0 of B minus that of A.
    apart: Num,
}

impl<'a> Scales<'a> {
    /// Of two recordings of the same scenario.
    pub fn of(a: &'a Recording, b: &'a Recording) -> Scales<'a> {
        Scales { tasks: &a.tasks, apart: &b.v0 - &a.v0 }
    }

    /// Whether two virtual times are not the same distance from V0.
    fn differ(&self, x: &Num, y: &Num) -> bool {
        if self.apart.is_zero() { x != y } else { y - x != self.apart }
    }

    /// The rows of both lanes for each task that has values of its own: a real-time task shows none.
    fn tasks<'s>(&'s self, a: &'s Step, b: &'s Step) -> impl Iterator<Item = (&'s TaskRow, &'s TaskRow)> + 's {
        self.tasks.iter().zip(a.tasks.iter().zip(&b.tasks)).filter(|(task, _)| !task.fifo).map(|(_, rows)| rows)
    }

    /// The most that matters of what differs between two aligned steps; `None`: nothing differs.
    pub fn matter(&self, a: &Step, b: &Step) -> Option<Matter> {
        let queues = || a.queues().zip(b.queues());
        let tasks = || self.tasks(a, b);
        let decided = |s: &QueueRow| (s.curr, s.resched);
        let standing = |t: &TaskRow| (t.on_rq, t.sched_delayed, t.cpu);
        if queues().any(|(p, q)| decided(p) != decided(q)) || tasks().any(|(x, y)| standing(x) != standing(y)) {
            return Some(Matter::Decision);
        }
        if queues().any(|(p, q)| self.queue_values_differ(p, q)) || tasks().any(|(x, y)| self.task_values_differ(x, y)) {
            return Some(Matter::Value);
        }
        (queues().any(|(p, q)| self.sums_differ(p, q)) || tasks().any(|(x, y)| self.stored_differ(x, y))).then_some(Matter::Books)
    }

    fn queue_values_differ(&self, p: &QueueRow, q: &QueueRow) -> bool {
        let counts = |s: &QueueRow| (s.nr_queued, s.h_nr_queued, s.nr_delayed, s.rq_nr_running, s.next);
        self.differ(&p.avg_vruntime, &q.avg_vruntime)
            || p.load != q.load
            || counts(p) != counts(q)
            || comparable(&p.h_nr_runnable, &q.h_nr_runnable).is_some_and(|(x, y)| x != y)
            || comparable(&p.j, &q.j).is_some_and(|(x, y)| x != y)
            || comparable(&p.sum_jlag, &q.sum_jlag).is_some_and(|(x, y)| x != y)
    }

    /// Both are on the queue, or neither is.
    fn task_values_differ(&self, x: &TaskRow, y: &TaskRow) -> bool {
        let common = x.slice != y.slice || x.weight != y.weight || x.sum_exec != y.sum_exec;
        let queued = || {
            let deadlines = match (x.rel_deadline, y.rel_deadline) {
                (false, false) => self.differ(&x.deadline, &y.deadline),
                _ => self.differ(&deadline(x), &deadline(y)),
            };
            self.differ(&x.vruntime, &y.vruntime) || x.eligible != y.eligible || deadlines
        };
        common || if x.on_rq { queued() } else { x.vlag != y.vlag }
    }

    fn sums_differ(&self, p: &QueueRow, q: &QueueRow) -> bool {
        self.differ(&p.base, &q.base) || p.sum_w_vruntime != q.sum_w_vruntime || p.sum_weight != q.sum_weight
    }

    fn stored_differ(&self, x: &TaskRow, y: &TaskRow) -> bool {
        x.on_rq && (x.vlag != y.vlag || self.differ(&x.vprot, &y.vprot))
    }
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

//! V, lags and eligibility of a queue's rows, and how they compare with what the kernel printed.
//!
//! V = sum(w v) / sum(w) over the rows on the queue and the groups that compete there; lag = V - v; eligible: v <= V, tested without
//! dividing. A kernel's printed V is rounded down. Queue lines and rows are printed one after the other, and a dump may be preempted
//! in between: then they are of different moments, which is no error.

use super::snapshot::{Group, Queue, Row};
use crate::model::arith::weights::{WEIGHT, index};
use crate::model::num::Num;

/// How a queue's rows and lines go together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody is on the queue, or its V is not printed: nothing to compare.
    #[default]
    NotPrinted,
    /// V of the rows is the printed one, to the ns.
    Agrees,
    /// V differs, while the number of tasks agrees or is not printed: different moments.
    OtherMoment,
    /// V and the number of tasks differ: the lines can not be reconciled.
    Irreconcilable,
}

/// What follows from a queue's rows. Lists have one entry a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// V in ns, exact; `None` if nobody is on the queue.
    pub v: Option<Num>,
    /// V in ns, rounded down as kernels print it.
    pub v_ns: Option<i64>,
    /// V in ns of the rows in state R (and groups) alone, rounded down: another one only if `delayed` tells who else is on the queue.
    pub runnable_v: Option<i64>,
    /// `.avg_vruntime` in ns.
    pub printed_v: Option<i64>,
    /// V - v in ns, exact, of the rows on the queue.
    pub lags: Vec<Option<Num>>,
    /// Whether v <= V; in an empty queue everything is eligible. `None` for tasks that are not fair.
    pub eligible: Vec<Option<bool>>,
    /// Rows on the queue, and groups.
    pub entities: usize,
    /// The kernel's count of runnable entities, delayed ones left out; `None` if it is not printed.
    pub printed_runnable: Option<i64>,
    /// The kernel's count of entities asleep but still on the queue.
    pub printed_delayed: Option<i64>,
    /// Rows that are those, where V tells which.
    pub delayed: Vec<usize>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Weights and weighted vruntimes, on either scale of weights. 128 bits hold those of any dump.
#[derive(Clone, Copy, Default)]
struct Sums {
    w: i128,
    wv: i128,
}

impl Sums {
    fn with(self, w: i128, v: i64) -> Sums {
        Sums { w: self.w + w, wv: self.wv + w * i128::from(v) }
    }

    fn floor(&self) -> Option<i64> {
        (self.w > 0).then(|| i64::try_from(self.wv.div_euclid(self.w)).unwrap_or(0))
    }
}

/// A row's weight: 2^10 for nice 0, or with all its bits 2^20.
fn weight(row: &Row, full: bool) -> i128 {
    i128::from(WEIGHT[index(row.nice())]) << if full { 10 } else { 0 }
}

/// Until 6.19 sums have weights without their lower ten bits, and at least 2.
fn group_weight(group: &Group, full: bool) -> i128 {
    let weight = i128::from(group.weight);
    if full { weight } else { (weight >> 10).max(2) }
}

impl Check {
    /// Checks a queue; `full`: weights enter the kernel's sums with all their bits.
    pub(super) fn of(queue: &Queue, full: bool) -> Check {
        let mut sums = Sums::default();
        for row in queue.queued() {
            sums = sums.with(weight(row, full), row.v);
        }
        for group in &queue.groups {
            sums = sums.with(group_weight(group, full), group.v);
        }
        let entities = queue.queued().count() + queue.groups.len();
        let printed_v = queue.time("avg_vruntime").filter(|_| entities > 0);
        let (printed_runnable, printed_delayed) = counts(queue);
        let runnable_v = sums.floor();
        let mut check = Check { runnable_v, printed_v, entities, printed_runnable, printed_delayed, ..Check::default() };
        if let Some((rows, with)) = delayed(queue, sums, &check, full) {
            check.delayed = rows;
            sums = with;
        }
        check.verdict = verdict(&check, sums.floor());
        check.v_ns = sums.floor();
        check.v = check.v_ns.map(|_| Num::frac(sums.wv, sums.w));
        for (at, row) in queue.rows.iter().enumerate() {
            let counts = row.is_queued() || check.delayed.contains(&at);
            let lag = check.v.as_ref().filter(|_| counts).map(|v| v - &Num::from(row.v));
            check.lags.push(lag);
            check.eligible.push(row.is_fair().then_some(i128::from(row.v) * sums.w <= sums.wv));
        }
        check
    }

    /// Printed minus computed V in ns.
    pub fn difference(&self) -> Option<i64> {
        self.printed_v?.checked_sub(self.v_ns?)
    }

    /// Rows of these whose letter is printed as computed, and all of them. `queued`: only those on the queue.
    pub fn letters(&self, queue: &Queue, queued: bool) -> (usize, usize) {
        let rows = queue.rows.iter().zip(&self.eligible).filter(|(row, _)| !queued || row.is_queued());
        let compared: Vec<bool> = rows.filter_map(|(row, eligible)| Some(row.eligible == (*eligible)?)).collect();
        (compared.iter().filter(|agrees| **agrees).count(), compared.len())
    }
}

/// Runnable and delayed entities by the names that are there. In a queue with groups the hierarchical counts are of tasks.
fn counts(queue: &Queue) -> (Option<i64>, Option<i64>) {
    let queued = queue.count("nr_queued").or_else(|| queue.count("nr_running"));
    let (all, runnable) = (queue.count("h_nr_queued"), queue.count("h_nr_runnable"));
    let delayed = queue.count("h_nr_delayed").or_else(|| all?.checked_sub(runnable?)).filter(|_| queue.groups.is_empty());
    // Older kernels than 6.12 delay nobody.
    (queued.and_then(|queued| queued.checked_sub(delayed.unwrap_or(0))), delayed)
}

/// Which sleeping rows are the delayed ones: those with which V is the printed one to the ns, if only one choice is.
fn delayed(queue: &Queue, sums: Sums, check: &Check, full: bool) -> Option<(Vec<usize>, Sums)> {
    let (printed, expected) = (check.printed_v?, check.printed_delayed?);
    let sleepers: Vec<usize> =
        (0..queue.rows.len()).filter(|&i| queue.rows[i].is_fair() && queue.rows[i].state == Some('S')).collect();
    let with = |sums: Sums, at: usize| sums.with(weight(&queue.rows[at], full), queue.rows[at].v);
    let fits = |sums: &Sums| sums.floor() == Some(printed);
    if check.printed_runnable != Some(check.entities as i64) || expected < 1 || sleepers.len() > 500 {
        return None;
    }
    let mut found: Vec<(Vec<usize>, Sums)> = Vec::new();
    for (n, &a) in sleepers.iter().enumerate() {
        let one = with(sums, a);
        match expected {
            1 if fits(&one) => found.push((vec![a], one)),
            2 => found.extend(sleepers[n + 1..].iter().map(|&b| (vec![a, b], with(one, b))).filter(|(_, s)| fits(s))),
            _ => {}
        }
    }
    if found.len() == 1 { found.pop() } else { None }
}

fn verdict(check: &Check, v_ns: Option<i64>) -> Verdict {
    let (Some(printed), Some(v)) = (check.printed_v, v_ns) else { return Verdict::NotPrinted };
    let counts_agree = check.printed_runnable.is_none_or(|n| n == check.entities as i64);
    match (printed == v, counts_agree) {
        (true, _) => Verdict::Agrees,
        (false, true) => Verdict::OtherMoment,
        (false, false) => Verdict::Irreconcilable,
    }
}

//! nr_running, and whether delayed tasks count in it (mail M2): they are still queued, but none of them can run.

use super::arith::Arith;
use super::rq::Rq;

/// What a test of nr_running looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// nr_running: delayed tasks count.
    Queued,
    /// nr_running - nr_delayed: only tasks that can run.
    Runnable,
}

/// The counters of a CPU that such a test looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// rq->nr_running.
    pub nr_running: i64,
    /// h_nr_queued - h_nr_runnable: tasks that are asleep but queued.
    pub nr_delayed: i64,
}

impl Counts {
    /// The number the test sees.
    pub fn seen(self, counted: Counted) -> i64 {
        match counted {
            Counted::Queued => self.nr_running,
            Counted::Runnable => self.nr_running - self.nr_delayed,
        }
    }
}

impl<A: Arith> Rq<A> {
    /// The counters now.
    pub fn counts(&self) -> Counts {
        Counts { nr_running: i64::from(self.nr_running), nr_delayed: self.cfs.nr_delayed() }
    }
}

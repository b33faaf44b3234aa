//! `resched-rq-nr-running`: the regression of 85e511df3cec, by which a real-time task alone causes reschedules.

use super::{Kernel, PatchInfo};
use crate::model::rules::SliceEnd;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "resched-rq-nr-running",
    bases: &[Kernel::V6_12],
    meaning: "at the end of a slice: a reschedule if rq->nr_running > 1, as between 85e511df3cec and its fix d4ac164bde7a",
    mail: "Fix wakeup-preempt by checking cfs_rq->nr_running, 2024-09",
    apply: |rules| rules.slice_end = SliceEnd::RqNrRunning,
};

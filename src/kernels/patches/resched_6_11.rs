//! `resched-6.11`: who asks for a reschedule at the end of a slice, as in 6.11.

use super::{Kernel, PatchInfo};
use crate::model::rules::SliceEnd;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "resched-6.11",
    bases: &[Kernel::V6_12],
    meaning: "at the end of a slice: a reschedule if update_deadline() finds cfs_rq->nr_running > 1 (the same verdict as v6.12)",
    mail: "Fix wakeup-preempt by checking cfs_rq->nr_running, 2024-09",
    apply: |rules| rules.slice_end = SliceEnd::InUpdateDeadline,
};

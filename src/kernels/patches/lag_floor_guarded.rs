//! `lag-floor-guarded`: the lag floor, its new call guarded by DELAY_DEQUEUE as a review asks.

use super::{Kernel, PatchInfo};
use crate::model::rules::{DelayedLag, Requeue};

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "lag-floor-guarded",
    bases: &[Kernel::Tip2026_03],
    meaning: "lag-floor, the lag taken at a sleep only under DELAY_DEQUEUE: changes nothing, no task is delayed without it",
    mail: "Review of: Prevent negative lag increase during delayed dequeue, 2026-04-02",
    apply: |rules| {
        rules.delayed_lag = DelayedLag::GuardedFloor;
        rules.requeue = Requeue::OnChange;
    },
};

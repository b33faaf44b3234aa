//! `lag-floor`: the lag of a delayed task may not become more negative.

use super::{Kernel, PatchInfo};
use crate::model::rules::{DelayedLag, Requeue};

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "lag-floor",
    bases: &[Kernel::Tip2026_03],
    meaning: "the lag of a delayed task may not become more negative, and is restored when it wakes",
    mail: "Prevent negative lag increase during delayed dequeue, v2, 2026-03-31",
    apply: |rules| {
        rules.delayed_lag = DelayedLag::Floor;
        rules.requeue = Requeue::OnChange;
    },
};

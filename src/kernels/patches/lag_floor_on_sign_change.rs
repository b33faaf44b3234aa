//! `lag-floor-on-sign-change`: the lag floor, but a woken task is placed again only where it matters.

use super::{Kernel, PatchInfo};
use crate::model::rules::{DelayedLag, Requeue};

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "lag-floor-on-sign-change",
    bases: &[Kernel::Tip2026_03],
    meaning: "lag-floor, a woken task placed again only if its lag changes sign or moves by more than `threshold`",
    mail: "Review of: Prevent negative lag increase during delayed dequeue, 2026-04-02",
    apply: |rules| {
        rules.delayed_lag = DelayedLag::Floor;
        rules.requeue = Requeue::OnSignChange;
    },
};

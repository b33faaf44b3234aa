//! `clamp-two-slices`: the old lag limit: two slices of the task, at least a tick.

use super::{Kernel, PatchInfo};
use crate::model::rules::LagLimit;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "clamp-two-slices",
    bases: &[Kernel::Ideal, Kernel::Tip2026_03, Kernel::V7_2],
    meaning: "the old lag limit: two slices of the task, at least a tick",
    mail: "6e3c0a4e1ad1 replaced it",
    apply: |rules| rules.lag_limit = LagLimit::TwoSlices,
};

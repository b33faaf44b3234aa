//! `sum-jlag`: V + J does not move when a task joins or leaves.

use super::{Kernel, PatchInfo};
use crate::model::rules::Placement;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "sum-jlag",
    bases: &[Kernel::Ideal, Kernel::V6_19Rc1],
    meaning: "V + J does not move when a task joins or leaves",
    mail: "make task join/leave scheduling more stable, v4, 2025-12-11",
    apply: |rules| rules.place = Placement::SumJlag,
};

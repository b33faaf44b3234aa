//! `half-jlag`: as sum-jlag, but a joiner brings only half of the lag it left with.

use super::{Kernel, PatchInfo};
use crate::model::rules::Placement;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "half-jlag",
    bases: &[Kernel::Ideal, Kernel::V6_19Rc1],
    meaning: "as sum-jlag, but a joiner brings only half of the lag it left with",
    mail: "make task join/leave scheduling more stable, v4, 2025-12-11",
    apply: |rules| rules.place = Placement::HalfJlag,
};

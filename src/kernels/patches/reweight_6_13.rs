//! `reweight-6.13`: a reweighted entity is placed anew, the current one among itself.

use super::{Kernel, PatchInfo};
use crate::model::rules::Reweight;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "reweight-6.13",
    bases: &[Kernel::Ideal, Kernel::Tip2026_03],
    meaning: "a reweighted entity is placed anew, the current one among itself",
    mail: "6d71a9c61604, reverted in 2026",
    apply: |rules| rules.reweight = Reweight::PlaceAgain,
};

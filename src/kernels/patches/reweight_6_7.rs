//! `reweight-6.7`: V is taken after the reweighted entity has left the tree.

use super::{Kernel, PatchInfo};
use crate::model::rules::Reweight;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "reweight-6.7",
    bases: &[Kernel::Ideal, Kernel::Tip2026_03],
    meaning: "V is taken after the reweighted entity has left the tree",
    mail: "eab03c23c2a1, corrected by afae8002b4fd",
    apply: |rules| rules.reweight = Reweight::VWithoutEntity,
};

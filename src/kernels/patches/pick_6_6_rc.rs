//! `pick-6.6-rc`: the search of 6.6-rc, which may miss the earliest eligible deadline.

use super::{Kernel, PatchInfo};
use crate::model::rules::Search;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "pick-6.6-rc",
    bases: &[Kernel::Ideal],
    meaning: "the search of 6.6-rc, which may miss the earliest eligible deadline",
    mail: "sched/eevdf: fix pick_eevdf, 2023",
    apply: |rules| rules.search = Search::Tree66,
};

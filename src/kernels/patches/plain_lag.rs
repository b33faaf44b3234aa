//! `plain-lag`: a joiner is placed at V - vlag, without inflating the lag.

use super::{ANY, PatchInfo};
use crate::model::rules::Placement;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "plain-lag",
    bases: ANY,
    meaning: "a joiner is placed at V - vlag, without inflating the lag",
    mail: "make task join/leave scheduling more stable, v4, 2025-12-11 (its comparison)",
    apply: |rules| rules.place = Placement::PlainLag,
};

//! `yield-deadline-only`: the old yield: only the deadline moves.

use super::{ANY, PatchInfo};
use crate::model::rules::Yield;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "yield-deadline-only",
    bases: ANY,
    meaning: "the old yield: only the deadline moves",
    mail: "79104becf42b replaced it",
    apply: |rules| rules.yield_ = Yield::DeadlineOnly,
};

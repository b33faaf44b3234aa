//! `nr-delayed-wake-affine`: a delayed task does not keep a wakee off its waker's CPU.

use super::{ANY, PatchInfo};
use crate::model::rules::Counted;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "nr-delayed-wake-affine",
    bases: ANY,
    meaning: "a sync wake-up stays on the waker's CPU if nobody but the waker can run there, delayed tasks or not",
    mail: "Fix nr-running vs delayed-dequeue, RFC V2 1/3, 2025-03",
    apply: |rules| rules.wake_affine = Counted::Runnable,
};

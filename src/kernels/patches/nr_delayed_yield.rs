//! `nr-delayed-yield`: yield does not count delayed tasks.

use super::{ANY, PatchInfo};
use crate::model::rules::Counted;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "nr-delayed-yield",
    bases: ANY,
    meaning: "a task that has only delayed tasks beside it does not yield",
    mail: "Fix nr-running vs delayed-dequeue, RFC V2 2/3, 2025-03",
    apply: |rules| rules.yield_counts = Counted::Runnable,
};

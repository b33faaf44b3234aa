//! `nr-delayed-ttwu-queue`: a CPU whose queued tasks are all delayed gets wake-ups through its wake list, as an idle one does.

use super::{ANY, PatchInfo};
use crate::model::rules::Counted;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "nr-delayed-ttwu-queue",
    bases: ANY,
    meaning: "a wake-up is left to a CPU where nobody can run, delayed tasks or not (told in notes; changes no placement)",
    mail: "Fix nr-running vs delayed-dequeue, RFC V2 3/3, 2025-03",
    apply: |rules| rules.ttwu_queue = Counted::Runnable,
};

//! `no-eligibility`: EVDF: the earliest deadline wins, eligible or not.

use super::{ANY, PatchInfo};
use crate::model::rules::Search;

/// See the module's first line.
pub static PATCH: PatchInfo = PatchInfo {
    name: "no-eligibility",
    bases: ANY,
    meaning: "EVDF: the earliest deadline wins, eligible or not",
    mail: "the diagrams of 2023",
    apply: |rules| rules.search = Search::DeadlineOnly,
};

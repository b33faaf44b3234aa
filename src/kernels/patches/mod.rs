//! Patches under review, one file each; `ALL` is the list. A patch is what it changes in `Rules`, plus what people need to know
//! about it.

use super::{Kernel, rules};
use crate::model::rules::Rules;

mod clamp_two_slices;
mod half_jlag;
mod lag_floor;
mod lag_floor_guarded;
mod lag_floor_on_sign_change;
mod no_eligibility;
mod nr_delayed_ttwu_queue;
mod nr_delayed_wake_affine;
mod nr_delayed_yield;
mod pick_6_6_rc;
mod plain_lag;
mod resched_6_11;
mod resched_rq_nr_running;
mod reweight_6_13;
mod reweight_6_7;
mod sum_jlag;
mod yield_deadline_only;

/// All patches, in the order in which they are listed to people.
pub static ALL: &[&PatchInfo] = &[
    &sum_jlag::PATCH,
    &half_jlag::PATCH,
    &plain_lag::PATCH,
    &lag_floor::PATCH,
    &lag_floor_guarded::PATCH,
    &lag_floor_on_sign_change::PATCH,
    &nr_delayed_wake_affine::PATCH,
    &nr_delayed_yield::PATCH,
    &nr_delayed_ttwu_queue::PATCH,
    &resched_6_11::PATCH,
    &resched_rq_nr_running::PATCH,
    &reweight_6_7::PATCH,
    &reweight_6_13::PATCH,
    &pick_6_6_rc::PATCH,
    &clamp_two_slices::PATCH,
    &yield_deadline_only::PATCH,
    &no_eligibility::PATCH,
];

/// Every kernel, for patches that fit all of them.
const ANY: &[Kernel] = &Kernel::ALL;

/// One patch.
pub struct PatchInfo {
    /// The name in scenarios.
    pub name: &'static str,
    /// The kernels it fits.
    pub bases: &'static [Kernel],
    /// What it changes, in one line.
    pub meaning: &'static str,
    /// Where it was proposed.
    pub mail: &'static str,
    /// What it changes in the rules.
    pub apply: fn(&mut Rules),
}

/// A patch, by reference into [`ALL`]; equal if the names are.
#[derive(Clone, Copy)]
pub struct Patch(&'static PatchInfo);

impl Patch {
    /// The patch of that name.
    pub fn from_name(name: &str) -> Option<Patch> {
        ALL.iter().find(|p| p.name == name).map(|p| Patch(p))
    }

    /// All patches.
    pub fn all() -> impl Iterator<Item = Patch> {
        ALL.iter().map(|p| Patch(p))
    }

    /// Whether it fits that kernel.
    pub fn fits(self, kernel: Kernel) -> bool {
        self.0.bases.contains(&kernel)
    }
}

impl Patch {
    /// Whether both change the same rule, each in its own way, so that there only the later one counts: whether their order matters.
    pub fn contradicts(self, other: Patch, kernel: Kernel) -> bool {
        self != other && rules(kernel, &[self, other], &[]) != rules(kernel, &[other, self], &[])
    }
}

impl std::ops::Deref for Patch {
    type Target = PatchInfo;
    fn deref(&self) -> &PatchInfo {
        self.0
    }
}

impl PartialEq for Patch {
    fn eq(&self, other: &Patch) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for Patch {}

impl std::fmt::Debug for Patch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

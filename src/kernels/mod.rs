//! The known scheduling variants: one table of rules a kernel version, one file a patch.
//!
//! Owns names, one-line meanings and which patch fits which kernel; must not know how a rule is computed.

mod names;
pub mod patches;
mod versions;

pub use names::{ArithKind, FeatureFlag, Kernel};
pub use patches::Patch;
pub use versions::rules;

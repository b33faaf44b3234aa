//! The scenario language: text to script and back, and the built-in gallery.
//!
//! Owns how a scenario is written, which mistakes a person can make in it and what is said about them. Must not know how a
//! script is run (that is `sim`) or how a run is shown.

mod behaviour;
mod defaults;
mod diagnostic;
mod event;
pub mod gallery;
mod generator;
mod header;
pub mod limits;
mod number;
mod print;
pub mod quote;
mod reader;
mod spec;
mod suggest;
mod task;
mod weight;
mod words;

pub use diagnostic::{Diagnostic, Severity};
pub use event::VERBS;
pub use gallery::{Entry, GALLERY, Group};
pub use header::DIRECTIVES;
pub use print::{event_text, print};
pub use spec::{parse_spec, parse_variant_words, spec, variant_words};

use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use crate::sim::Script;

/// A scenario: what people call it, and what runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Free text; empty if none was given.
    pub title: String,
    /// A link or message-id.
    pub source: Option<String>,
    /// What runs.
    pub script: Script,
}

/// A scenario as far as it could be read, and what was wrong with the rest.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What could be read. Lines with errors have no effect; a task with a wrong setting is kept without that setting.
    pub scenario: Scenario,
    /// What was wrong, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether the text has no errors. Warnings are allowed.
    pub fn is_ok(&self) -> bool {
        self.diagnostics.iter().all(|d| d.severity != Severity::Error)
    }
}

/// A variant that replaces parts of the one in the text, before anything that depends on it (defaults, what a kernel's
/// arithmetic can hold, which patches fit) is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Override {
    /// Instead of the text's kernel.
    pub kernel: Option<Kernel>,
    /// Instead of all patches in the text.
    pub patches: Option<Vec<Patch>>,
    /// Instead of the same features in the text, after the others.
    pub features: Vec<(FeatureFlag, bool)>,
    /// Instead of the text's arithmetic.
    pub arith: Option<ArithKind>,
}

impl Override {
    /// The features of a text under this variant: its own instead of the text's, where both switch the same one.
    pub fn features_over(&self, written: &[(FeatureFlag, bool)]) -> Vec<(FeatureFlag, bool)> {
        let kept = written.iter().filter(|(flag, _)| self.features.iter().all(|(own, _)| own != flag));
        kept.chain(&self.features).copied().collect()
    }
}

/// Reads a scenario. Never fails: what could be read is returned beside the diagnostics.
pub fn parse(text: &str) -> Parsed {
    parse_as(text, &Override::default())
}

/// Reads a scenario as if it named another variant.
pub fn parse_as(text: &str, variant: &Override) -> Parsed {
    reader::read(text, variant)
}

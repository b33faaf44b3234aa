//! `list`: what a scenario can name.

use super::{Done, Failure};
use crate::kernels::{FeatureFlag, Kernel, Patch};
use crate::scenario::GALLERY;
use clap::ValueEnum;
use std::io::Write;

/// What can be listed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum What {
    /// The built-in scenarios
    Scenarios,
    /// The kernels
    Kernels,
    /// The patches, with the kernels they fit
    Patches,
    /// The feature switches
    Features,
}

/// Prints one list, or all of them under headings.
pub(super) fn list(out: &mut impl Write, what: Option<What>) -> Result<Done, Failure> {
    for each in [What::Scenarios, What::Kernels, What::Patches, What::Features] {
        if what.is_some_and(|what| what != each) {
            continue;
        }
        if what.is_none() {
            let heading = each.to_possible_value().map_or(String::new(), |v| v.get_name().to_string());
            writeln!(out, "{}{heading}:", if each == What::Scenarios { "" } else { "\n" })?;
        }
        let rows = rows(each);
        let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, meaning) in rows {
            writeln!(out, "{name:<width$}  {meaning}")?;
        }
    }
    Ok(Done::Well)
}

fn rows(what: What) -> Vec<(&'static str, String)> {
    match what {
        What::Scenarios => GALLERY.iter().map(|e| (e.key, e.title.to_string())).collect(),
        What::Kernels => Kernel::ALL.iter().map(|k| (k.name(), k.meaning().to_string())).collect(),
        What::Features => FeatureFlag::ALL.iter().map(|f| (f.name(), f.meaning().to_string())).collect(),
        What::Patches => Patch::all().map(|p| (p.name, format!("{} [{}]", p.meaning, bases(p)))).collect(),
    }
}

fn bases(patch: Patch) -> String {
    match patch.bases.len() == Kernel::ALL.len() {
        true => "any kernel".to_string(),
        false => patch.bases.iter().map(|k| k.name()).collect::<Vec<_>>().join(", "),
    }
}

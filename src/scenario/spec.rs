//! A variant in one word, as `compare` takes it: `v6.19-rc1+sum-jlag,NO_DELAY_DEQUEUE,arith=exact`.
//!
//! Owns that notation in both directions. It names the kernel and all patches; features go on top of the scenario's own. Must not
//! know what a variant does.

use super::header::{bases, misfit};
use super::quote::quote;
use super::suggest::did_you_mean;
use super::{Diagnostic, Override, Severity};
use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use crate::sim::script::Variant;

/// Reads `kernel[+patch..][,FEATURE..][,arith=A]`. The diagnostic counts columns in the word, and has no line.
pub fn parse_spec(spec: &str) -> Result<Override, Diagnostic> {
    let mut parts = spec.split(',');
    let mut column = 1;
    let mut names = parts.next().unwrap_or("").split('+');
    let name = names.next().unwrap_or("");
    let kernel = Kernel::from_name(name).ok_or_else(|| {
        let known = Kernel::ALL.map(Kernel::name);
        let message = match name.is_empty() {
            true => "no kernel is named".to_string(),
            false => format!("unknown kernel {}{}", quote(name), did_you_mean(name, known)),
        };
        wrong(column, name, message, format!("one of {}", known.join(" ")))
    })?;
    let mut over = Override { kernel: Some(kernel), patches: Some(Vec::new()), ..Override::default() };
    column += name.chars().count() + 1;
    for name in names {
        let patch = patch(name, kernel, column, over.patches.as_deref().unwrap_or_default())?;
        over.patches.get_or_insert_default().push(patch);
        column += name.chars().count() + 1;
    }
    for part in parts {
        match part.strip_prefix("arith=") {
            Some(_) if over.arith.is_some() => {
                return Err(wrong(column, part, "the arithmetic is given twice".to_string(), "it once"));
            }
            Some(name) => {
                let found = ArithKind::from_name(name);
                let unknown =
                    || wrong(column, part, format!("unknown arithmetic {}", quote(name)), "arith=exact or arith=kernel");
                over.arith = Some(found.ok_or_else(unknown)?);
            }
            None => over.features.push(feature(part, column, &over.features)?),
        }
        column += part.chars().count() + 1;
    }
    Ok(over)
}

fn patch(name: &str, kernel: Kernel, column: usize, others: &[Patch]) -> Result<Patch, Diagnostic> {
    let Some(patch) = Patch::from_name(name) else {
        let known: Vec<_> = Patch::all().map(|p| p.name).collect();
        let near = did_you_mean(name, known.iter().copied());
        return Err(wrong(column, name, format!("unknown patch {}{near}", quote(name)), format!("one of {}", known.join(" "))));
    };
    if others.contains(&patch) {
        return Err(wrong(column, name, format!("the patch {name} is given twice"), "each patch once"));
    }
    match patch.fits(kernel) {
        true => Ok(patch),
        false => Err(wrong(column, name, misfit(patch, kernel), bases(patch))),
    }
}

fn feature(word: &str, column: usize, others: &[(FeatureFlag, bool)]) -> Result<(FeatureFlag, bool), Diagnostic> {
    let (name, on) = word.strip_prefix("NO_").map_or((word, true), |name| (name, false));
    let unknown = || {
        let known: Vec<_> = FeatureFlag::ALL.iter().map(|f| f.name()).collect();
        let near = did_you_mean(name, known.iter().copied());
        let expected = format!("arith=exact, arith=kernel, or NAME or NO_NAME with one of {}", known.join(" "));
        wrong(column, word, format!("unknown feature {}{near}", quote(word)), expected)
    };
    let feature = FeatureFlag::from_name(name).ok_or_else(unknown)?;
    match others.iter().any(|(other, _)| *other == feature) {
        true => Err(wrong(column, word, format!("the feature {name} is given twice"), "each feature once")),
        false => Ok((feature, on)),
    }
}

fn wrong(column: usize, word: &str, message: String, expected: impl Into<String>) -> Diagnostic {
    let (column, length) = (column as u32, word.chars().count().max(1) as u32);
    Diagnostic { line: 0, column, length, severity: Severity::Error, message, expected: expected.into() }
}

/// The word for a variant: kernel and patches as they are in effect, and what is chosen over the features and the arithmetic of
/// the scenario.
pub fn spec(effective: &Variant, over: &Override) -> String {
    let mut word = effective.kernel.name().to_string();
    for patch in &effective.patches {
        word.push('+');
        word.push_str(patch.name);
    }
    for (feature, on) in &over.features {
        word.push_str(if *on { "," } else { ",NO_" });
        word.push_str(feature.name());
    }
    if let Some(arith) = over.arith {
        word.push_str(",arith=");
        word.push_str(arith.name());
    }
    word
}

/// Which rules a run follows, in one line: `ideal + sum-jlag, exact arithmetic`.
pub fn variant_words(variant: &Variant) -> String {
    let mut text = variant.kernel.name().to_string();
    for patch in &variant.patches {
        text.push_str(" + ");
        text.push_str(patch.name);
    }
    for (feature, on) in &variant.features {
        text.push_str(if *on { ", " } else { ", NO_" });
        text.push_str(feature.name());
    }
    let arith = variant.arith.unwrap_or(variant.kernel.default_arith());
    format!("{text}, {} arithmetic", arith.name())
}

/// The variant that such a line names; `None` for any other line.
pub fn parse_variant_words(line: &str) -> Option<Variant> {
    let (rest, arith) = line.trim().strip_suffix(" arithmetic")?.rsplit_once(", ")?;
    let word = format!("{},arith={arith}", rest.replace(" + ", "+").replace(", ", ","));
    let over = parse_spec(&word).ok()?;
    let kernel = over.kernel?;
    let arith = over.arith.filter(|arith| *arith != kernel.default_arith());
    Some(Variant { kernel, patches: over.patches.unwrap_or_default(), features: over.features, arith })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn said(word: &str) -> String {
        parse_spec(word).expect_err("it has a mistake").to_string()
    }

    #[test]
    fn what_is_read_is_written_again() {
        for word in [
            "ideal",
            "v7.2,NO_DELAY_ZERO",
            "v6.19-rc1+sum-jlag,NO_DELAY_DEQUEUE,PLACE_LAG,arith=exact",
            "ideal+plain-lag+no-eligibility",
        ] {
            let over = parse_spec(word).unwrap_or_else(|wrong| panic!("{word}: {wrong}"));
            let effective = Variant {
                kernel: over.kernel.expect("a kernel is named"),
                patches: over.patches.clone().expect("patches are named"),
                features: Vec::new(),
                arith: None,
            };
            assert_eq!(spec(&effective, &over), word);
        }
    }

    #[test]
    fn the_words_of_a_variant_are_read_back() {
        for words in [
            "ideal, exact arithmetic",
            "tip-2026-03, kernel arithmetic",
            "v6.19-rc1 + sum-jlag, NO_DELAY_DEQUEUE, PLACE_LAG, exact arithmetic",
            "ideal + plain-lag + no-eligibility, exact arithmetic",
        ] {
            let variant = parse_variant_words(words).expect(words);
            assert_eq!(variant_words(&variant), words);
        }
        let exact = parse_variant_words("v6.19-rc1 + sum-jlag, exact arithmetic").expect("a variant");
        assert_eq!((exact.kernel, exact.patches.len(), exact.arith), (Kernel::V6_19Rc1, 1, Some(ArithKind::Exact)));
        for other in ["", "arithmetic", "the rest is, as ever, arithmetic", "v9, kernel arithmetic", "v7.2 kernel arithmetic"] {
            assert_eq!(parse_variant_words(other), None, "{other}");
        }
    }

    #[test]
    fn a_kernel_alone_takes_the_patches_of_the_text_away() {
        assert_eq!(parse_spec("v7.2").expect("it is right").patches, Some(Vec::new()));
    }

    #[test]
    fn mistakes_name_the_word_and_what_is_nearest() {
        assert!(
            said("v6.19-rc2").starts_with("unknown kernel `v6.19-rc2` (did you mean `v6.19-rc1`?); expected one of ideal v6.12")
        );
        assert!(said("").starts_with("no kernel is named; expected one of ideal"));
        assert!(said("ideal+sumjlag").starts_with("unknown patch `sumjlag` (did you mean `sum-jlag`?)"));
        assert_eq!(said("v7.2+sum-jlag"), "the patch sum-jlag does not fit v7.2; expected kernel ideal or v6.19-rc1");
        assert_eq!(said("ideal+sum-jlag+sum-jlag"), "the patch sum-jlag is given twice; expected each patch once");
        let twice = "the feature DELAY_DEQUEUE is given twice; expected each feature once";
        assert_eq!(said("v7.2,DELAY_DEQUEUE,NO_DELAY_DEQUEUE"), twice);
        assert_eq!(said("v7.2,arith=exact,arith=kernel"), "the arithmetic is given twice; expected it once");
        assert!(said("v7.2,NO_DELAY_DEQUEU").starts_with("unknown feature `NO_DELAY_DEQUEU` (did you mean `DELAY_DEQUEUE`?)"));
        assert_eq!(said("v7.2,arith=float"), "unknown arithmetic `float`; expected arith=exact or arith=kernel");
        assert_eq!(parse_spec("ideal+plain-lag,NOPE").expect_err("it has a mistake").column, 17);
    }
}

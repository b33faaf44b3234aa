//! The variant chosen in the page over the one that a scenario names: what can be chosen, and what a choice leads to.
//!
//! Owns which choices belong together (a kernel keeps only the patches that fit it), and the command line that does the same.
//! Must not know elements, nor how a variant is run.

use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch, rules};
use crate::model::rules::{Base, Buddy, Protection, Rules, WakeupRule};
use crate::scenario::Override;
use crate::sim::script::Variant;

/// A choice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choose {
    /// A kernel; `None`: the one in the text.
    Kernel(Option<Kernel>),
    /// With or without a patch.
    Patch(Patch, bool),
    /// A feature on or off.
    Feature(FeatureFlag, bool),
    /// The numbers; `None`: those of the text, or else the kernel's own.
    Arith(Option<ArithKind>),
    /// Nothing but the text.
    AsWritten,
}

/// What a variant becomes when something is chosen over it.
pub fn effective(written: &Variant, over: &Override) -> Variant {
    Variant {
        kernel: over.kernel.unwrap_or(written.kernel),
        patches: over.patches.clone().unwrap_or_else(|| written.patches.clone()),
        features: over.features_over(&written.features),
        arith: over.arith.or(written.arith),
    }
}

/// The same choice with nothing in it that is as written.
pub fn normalised(written: &Variant, over: Override) -> Override {
    let mut next = Override { kernel: over.kernel.filter(|k| *k != written.kernel), ..over };
    next.patches = next.patches.and_then(|patches| unless_written(written, patches));
    next.arith = next.arith.filter(|a| Some(*a) != written.arith);
    let wanted = std::mem::take(&mut next.features);
    for (flag, on) in wanted {
        if is_on(&effective(written, &next), flag) != on {
            next.features.push((flag, on));
        }
    }
    next
}

/// What is chosen after one more choice.
pub fn choose(written: &Variant, over: &Override, choice: Choose) -> Override {
    let mut next = over.clone();
    let now = effective(written, over);
    match choice {
        Choose::AsWritten => return Override::default(),
        Choose::Kernel(kernel) => {
            next.kernel = kernel;
            next.patches = patches_on(written, &now, kernel);
        }
        Choose::Patch(patch, on) => {
            let mut patches = now.patches;
            patches.retain(|p| *p != patch);
            if on {
                patches.push(patch);
            }
            next.patches = unless_written(written, patches);
        }
        Choose::Feature(flag, on) => {
            next.features.retain(|(f, _)| *f != flag);
            if is_on(&effective(written, &next), flag) != on {
                next.features.push((flag, on));
            }
        }
        Choose::Arith(arith) => next.arith = arith,
    }
    next
}

/// The patches kept by another kernel: of the present ones those that fit. Back at the text's kernel, its own come back.
fn patches_on(written: &Variant, now: &Variant, kernel: Option<Kernel>) -> Option<Vec<Patch>> {
    let mut patches = now.patches.clone();
    if kernel.is_none() {
        let added = patches.into_iter().filter(|p| !written.patches.contains(p));
        patches = written.patches.iter().copied().chain(added).collect();
    }
    patches.retain(|p| p.fits(kernel.unwrap_or(written.kernel)));
    unless_written(written, patches)
}

fn unless_written(written: &Variant, patches: Vec<Patch>) -> Option<Vec<Patch>> {
    (patches != written.patches).then_some(patches)
}

fn rules_of(variant: &Variant) -> Rules {
    rules(variant.kernel, &variant.patches, &variant.features)
}

fn is_on(variant: &Variant, flag: FeatureFlag) -> bool {
    flag.get(&rules_of(variant).features)
}

/// A patch as the page lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchItem {
    /// Which.
    pub patch: Patch,
    /// Whether it is applied.
    pub on: bool,
    /// Why it cannot be: the kernels it fits.
    pub misfit: Option<String>,
}

/// All patches under a variant.
pub fn patches(variant: &Variant) -> Vec<PatchItem> {
    let item = |patch: Patch| {
        let bases: Vec<_> = patch.bases.iter().map(|k| k.name()).collect();
        let misfit = (!patch.fits(variant.kernel)).then(|| format!("fits {}", bases.join(", ")));
        PatchItem { patch, on: variant.patches.contains(&patch), misfit }
    };
    Patch::all().map(item).collect()
}

/// A feature as the page lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureItem {
    /// Which.
    pub flag: FeatureFlag,
    /// Whether it is on.
    pub on: bool,
    /// Whether it is on in the kernel unless told otherwise.
    pub default: bool,
    /// Whether nothing in this variant looks at it.
    pub idle: bool,
}

/// All features under a variant.
pub fn features(variant: &Variant) -> Vec<FeatureItem> {
    let rules_now = rules_of(variant);
    let defaults = rules(variant.kernel, &[], &[]).features;
    let item = |flag: &FeatureFlag| FeatureItem {
        flag: *flag,
        on: flag.get(&rules_now.features),
        default: flag.get(&defaults),
        idle: is_idle(*flag, &rules_now),
    };
    FeatureFlag::ALL.iter().map(item).collect()
}

/// Whether no decision under these rules looks at the feature.
fn is_idle(flag: FeatureFlag, rules: &Rules) -> bool {
    let no_wakeup = rules.wakeup == WakeupRule::Never;
    match flag {
        FeatureFlag::RunToParity => rules.protect == Protection::Never,
        FeatureFlag::PreemptShort | FeatureFlag::WakeupPreemption => no_wakeup,
        FeatureFlag::NextBuddy => rules.buddy == Buddy::Never || no_wakeup,
        FeatureFlag::PickBuddy => matches!(rules.buddy, Buddy::Never | Buddy::BeforePick),
        FeatureFlag::DelayZero => !rules.features.delay_dequeue,
        FeatureFlag::ParanoidAvg => rules.base != Base::Evaluation,
        FeatureFlag::PlaceLag | FeatureFlag::PlaceDeadlineInitial | FeatureFlag::PlaceRelDeadline | FeatureFlag::DelayDequeue => {
            false
        }
    }
}

/// The options that make the command line run the chosen variant; empty if nothing is chosen.
pub fn options(over: &Override) -> String {
    let mut words: Vec<String> = Vec::new();
    words.extend(over.kernel.map(|k| format!("--kernel {}", k.name())));
    if let Some(patches) = &over.patches {
        words.extend(patches.iter().map(|p| format!("--patch {}", p.name)));
        if patches.is_empty() {
            words.push("--patch none".to_string());
        }
    }
    words.extend(over.features.iter().map(|(f, on)| format!("--feature {}{}", if *on { "" } else { "NO_" }, f.name())));
    words.extend(over.arith.map(|a| format!("--arith {}", a.name())));
    words.join(" ")
}

/// The command that prints what the page shows; `file` is the gallery's key, or the name under which the text is kept.
pub fn command(file: &str, over: &Override) -> String {
    format!("eevdf-lab run {file} {}", options(over)).trim_end().to_string()
}

/// Reads what [`options`] writes; anything else in it is passed over.
pub fn from_options(text: &str) -> Override {
    let mut over = Override::default();
    let words: Vec<&str> = text.split_whitespace().collect();
    for pair in words.chunks(2) {
        match *pair {
            ["--kernel", name] => over.kernel = Kernel::from_name(name),
            ["--patch", "none"] => over.patches = Some(Vec::new()),
            ["--patch", name] => {
                if let Some(patch) = Patch::from_name(name) {
                    over.patches.get_or_insert_default().push(patch);
                }
            }
            ["--feature", name] => {
                let (name, on) = name.strip_prefix("NO_").map_or((name, true), |name| (name, false));
                over.features.extend(FeatureFlag::from_name(name).map(|f| (f, on)));
            }
            ["--arith", name] => over.arith = ArithKind::from_name(name),
            _ => {}
        }
    }
    over
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(name: &str) -> Patch {
        Patch::from_name(name).expect("a known patch")
    }

    fn written() -> Variant {
        Variant { kernel: Kernel::Ideal, patches: vec![patch("sum-jlag")], features: Vec::new(), arith: None }
    }

    fn all(choices: impl IntoIterator<Item = Choose>) -> Override {
        choices.into_iter().fold(Override::default(), |over, choice| choose(&written(), &over, choice))
    }

    #[test]
    fn another_kernel_keeps_the_patches_that_fit_it_and_coming_back_brings_the_others_back() {
        let over = all([Choose::Kernel(Some(Kernel::V6_19Rc1))]);
        assert_eq!(options(&over), "--kernel v6.19-rc1");
        let over = all([Choose::Kernel(Some(Kernel::V7_2))]);
        assert_eq!(options(&over), "--kernel v7.2 --patch none");
        let over = all([Choose::Kernel(Some(Kernel::V7_2)), Choose::Kernel(None)]);
        assert_eq!(over, Override::default());
    }

    #[test]
    fn a_choice_that_is_as_written_is_none() {
        let off = all([Choose::Patch(patch("sum-jlag"), false)]);
        assert_eq!(options(&off), "--patch none");
        assert_eq!(all([Choose::Patch(patch("sum-jlag"), false), Choose::Patch(patch("sum-jlag"), true)]), Override::default());
        let lag = FeatureFlag::PlaceLag;
        assert_eq!(options(&all([Choose::Feature(lag, false)])), "--feature NO_PLACE_LAG");
        assert_eq!(all([Choose::Feature(lag, false), Choose::Feature(lag, true)]), Override::default());
        assert_eq!(all([Choose::Arith(Some(ArithKind::Kernel)), Choose::AsWritten]), Override::default());
    }

    #[test]
    fn patches_that_do_not_fit_say_what_they_fit() {
        let over = all([Choose::Kernel(Some(Kernel::V7_2))]);
        let items = patches(&effective(&written(), &over));
        let misfit = |name| items.iter().find(|i| i.patch == patch(name)).and_then(|i| i.misfit.clone());
        assert_eq!(misfit("lag-floor").as_deref(), Some("fits tip-2026-03"));
        assert_eq!(misfit("clamp-two-slices"), None);
    }

    #[test]
    fn features_know_their_default_in_each_kernel_and_whether_anybody_looks_at_them() {
        let item = |kernel, flag| {
            let over = all([Choose::Kernel(Some(kernel))]);
            features(&effective(&written(), &over)).into_iter().find(|i| i.flag == flag).expect("all are listed")
        };
        assert!(item(Kernel::V6_19Rc1, FeatureFlag::NextBuddy).default);
        assert!(!item(Kernel::V7_2, FeatureFlag::NextBuddy).default);
        assert!(item(Kernel::V6_12, FeatureFlag::PickBuddy).idle && !item(Kernel::V7_2, FeatureFlag::PickBuddy).idle);
        assert!(item(Kernel::Ideal, FeatureFlag::RunToParity).idle && !item(Kernel::V6_12, FeatureFlag::RunToParity).idle);
    }

    #[test]
    fn what_is_chosen_is_read_back_from_the_command_line_it_makes() {
        let choices = [
            Choose::Kernel(Some(Kernel::Tip2026_03)),
            Choose::Patch(patch("lag-floor"), true),
            Choose::Feature(FeatureFlag::DelayDequeue, false),
            Choose::Arith(Some(ArithKind::Exact)),
        ];
        for n in 0..=choices.len() {
            let over = all(choices[..n].to_vec());
            assert_eq!(from_options(&options(&over)), over);
        }
        let command = command("case-32", &all(choices));
        let end = "--kernel tip-2026-03 --patch lag-floor --feature NO_DELAY_DEQUEUE --arith exact";
        assert_eq!(command, format!("eevdf-lab run case-32 {end}"));
        assert_eq!(from_options("--kernel v9 --patch nope --hum x --arith"), Override::default());
    }
}

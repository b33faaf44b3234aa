//! Mail M3: what the guard and the threshold change against the lag floor, on every scenario of the gallery and on random scripts.

mod common;

use eevdf_lab::kernels::{FeatureFlag, Kernel, Patch};
use eevdf_lab::model::cost::Costs;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{GALLERY, Override, parse_as};
use eevdf_lab::sim::script::Script;
use eevdf_lab::sim::{Recording, run};

fn patched(script: &Script, patch: &str) -> Script {
    let mut script = script.clone();
    script.variant.patches = Patch::from_name(patch).into_iter().collect();
    assert_eq!(script.variant.patches.len(), 1, "{patch}");
    script
}

/// The scenarios that March 2026 can run, and random scripts, each with and without DELAY_DEQUEUE.
fn scripts() -> Vec<Script> {
    let kernel = Kernel::Tip2026_03;
    let variant = Override { kernel: Some(kernel), patches: Some(vec![]), ..Override::default() };
    let gallery = GALLERY
        .iter()
        .filter(|entry| !entry.is_long())
        .map(|entry| parse_as(entry.text, &variant))
        .filter(|parsed| parsed.is_ok());
    let gallery: Vec<Script> = gallery.map(|parsed| parsed.scenario.script).collect();
    assert!(gallery.len() >= 50, "{}", gallery.len());
    let random = (0..400).map(|seed| common::script(seed, kernel));
    let both = |script: Script| {
        [true, false].map(|on| {
            let mut script = script.clone();
            script.variant.features.push((FeatureFlag::DelayDequeue, on));
            script
        })
    };
    gallery.into_iter().chain(random).flat_map(both).collect()
}

fn costs(recording: &Recording) -> Costs {
    recording.states().last().map(|step| step.costs()).unwrap_or_default()
}

#[test]
fn the_guard_changes_no_number_of_any_step() {
    let mut delayed = 0;
    for script in scripts() {
        let floor = run(&patched(&script, "lag-floor"));
        let guarded = run(&patched(&script, "lag-floor-guarded"));
        assert_eq!(floor, guarded, "{script:?}");
        delayed += usize::from(floor.states().any(|step| step.tasks.iter().any(|task| task.sched_delayed)));
    }
    assert!(delayed > 100, "only {delayed} runs with a delayed task");
}

#[test]
fn a_threshold_of_zero_is_the_floor_itself() {
    for mut script in scripts() {
        script.threshold = Num::ZERO;
        assert_eq!(run(&patched(&script, "lag-floor")), run(&patched(&script, "lag-floor-on-sign-change")), "{script:?}");
    }
}

#[test]
fn a_threshold_out_of_reach_leaves_only_changes_of_sign_to_correct() {
    let (mut floor, mut large) = (Costs::default(), Costs::default());
    let mut differ = 0;
    for mut script in scripts() {
        script.threshold = Num::from(1i64 << 60);
        let runs = ["lag-floor", "lag-floor-on-sign-change"].map(|patch| run(&patched(&script, patch)));
        floor = floor.plus(&costs(&runs[0]));
        large = large.plus(&costs(&runs[1]));
        differ += usize::from(runs[0] != runs[1]);
    }
    println!("floor {floor:?}\non sign change {large:?}\n{differ} runs differ");
    assert!(large.replacements < floor.replacements, "{} < {}", large.replacements, floor.replacements);
    assert!(large.replacements > 0, "changes of sign are corrected all the same");
    assert!(differ > 10, "{differ}");
}

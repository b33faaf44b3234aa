//! The kernel entries are the recorded scripts in another notation, so that the recorded traces vouch for every number they show.

use eevdf_lab::scenario::{Entry, Override, parse, parse_as};
use eevdf_lab::sim::Script;
use eevdf_lab::sim::script::{Action, Who};
use std::path::Path;

/// An entry and the recorded script that it is.
const SCRIPTS: [(&str, &str); 26] = [
    ("k-table-j", "00_table_J"),
    ("k-table-base", "00_table_base"),
    ("k-place-lag", "01_place_lag"),
    ("k-delay-wake-before", "02_delay_wake_before"),
    ("k-delay-wake-after", "03_delay_wake_after"),
    ("k-delay-wake-stale-v", "03b_delay_wake_stale_V"),
    ("k-no-delay-zero", "04_no_delay_zero"),
    ("k-delay-until-pick", "05_delay_until_pick"),
    ("k-v-backward", "06_v_backward"),
    ("k-v-backward-lag-floor", "06_v_backward"),
    ("k-preempt-short", "07_preempt_short"),
    ("k-no-preempt-short", "07b_no_preempt_short"),
    ("k-run-to-parity", "08_run_to_parity"),
    ("k-run-to-parity-6.12", "08_run_to_parity"),
    ("k-no-run-to-parity", "08b_no_run_to_parity"),
    ("k-nice-queued", "09_nice_queued"),
    ("k-yield", "10_yield"),
    ("k-lag-clamp", "11_lag_clamp"),
    ("k-j-clamp", "12_J_clamp"),
    ("k-lone-task", "13_lone_task"),
    ("k-weights-mixed", "14_weights_mixed"),
    ("k-fork-initial", "15_fork_initial"),
    ("k-reweight-on-rq", "16_reweight_on_rq"),
    ("k-next-buddy", "17_next_buddy"),
    ("k-policies", "18_policies"),
    ("k-union-vprot", "19_union_vprot"),
];

/// Everything that decides a run; how it was written down is wiped away.
fn without_notation(mut script: Script) -> Script {
    script.unit = 1.into();
    for event in &mut script.events {
        (event.text, event.line) = (String::new(), 0);
    }
    script
}

#[test]
fn every_kernel_entry_is_a_recorded_script() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/scripts");
    for (key, name) in SCRIPTS {
        let ours = parse(Entry::from_key(key).expect(key).text).scenario.script;
        let recorded = std::fs::read_to_string(folder.join(format!("{name}.events"))).expect(name);
        let variant =
            Override { kernel: Some(ours.variant.kernel), patches: Some(ours.variant.patches.clone()), ..Override::default() };
        let theirs = parse_as(&recorded, &variant);
        assert!(theirs.diagnostics.is_empty(), "{name}: {}", theirs.diagnostics[0]);
        assert_eq!(without_notation(ours), without_notation(theirs.scenario.script), "{key} is not {name}");
    }
}

#[test]
fn every_recorded_script_with_a_name_is_an_entry() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/scripts");
    let files = std::fs::read_dir(folder).expect("the recorded scripts");
    let names = files.map(|file| file.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned());
    for name in names.filter(|name| !name.starts_with('r')) {
        assert!(SCRIPTS.iter().any(|(_, script)| *script == name), "{name} is missing");
    }
}

#[test]
fn another_notation_is_all_that_is_wiped_away() {
    let script = |text: &str| parse(&format!("kernel v7.2\n{text}")).scenario.script;
    let same = |a: &str, b: &str| without_notation(script(a)) == without_notation(script(b));
    let base = "base_slice 2000000\ntask A slice=700000\nat 1500000 setlag A -12000000\n";
    assert!(same(base, "unit 1ms\nbase_slice 2ms\ntask A slice=0.7\n\nat 1.5ms setlag A -12\n"));
    for (from, to) in [("2000000", "2000001"), ("700000", "700001"), ("1500000", "1500001"), ("-12000000", "-12000001")] {
        assert!(!same(base, &base.replace(from, to)), "{from}");
    }
    assert_eq!(script(base).events[0].action, Action::SetLag(Who::Task(0), (-12_000_000).into()));
}

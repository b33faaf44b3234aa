//! Lags that are lost to the limit (case 16), and lags beyond a slice and a tick (case 24).

use crate::{checked, gallery, of_row, told};
use expect_test::expect;

/// A runs 100 beside B of the same weight: each is 50 off. Two slices of B are 6.
#[test]
fn two_slices_of_three_cut_a_lag_of_fifty() {
    assert_eq!(told(gallery("case-16"), "no-lag-lost"), "kept");
    expect![[r#"
        BROKEN once
        step 4, t+100: B has a lag of 50, limited to 6: 44 of it is lost, and all lags by w/nice0 then sum to -44 instead of 0"#]]
    .assert_eq(&told(gallery("case-16-clamp-two-slices"), "no-lag-lost"));
}

/// The same on a kernel, where the longest slice and a tick are 104. B's lag is taken when its slice is set anew.
#[test]
fn the_longest_slice_and_a_tick_let_it_pass() {
    let text = "kernel tip-2026-03\nunit 1ms\nnice0 1\ntick_nsec 4ms\ntask A weight=1 slice=100ms\ntask B weight=1 slice=3ms\n\
        state A v=0 running\nstate B v=0 queued\nat 100ms tick\nat 100ms slice B 3ms\n";
    assert_eq!(told(text, "no-lag-lost"), "kept");
    let old = text.replace("unit 1ms", "patch clamp-two-slices\nunit 1ms");
    expect![[r#"
        BROKEN once
        step 6, t+100: B has a lag of 50, limited to 6: 44 of it is lost, and all lags by w/nice0 then sum to -44 instead of 0"#]]
    .assert_eq(&told(&old, "no-lag-lost"));
}

/// Two tasks with slices of 3 under a tick of 4: each runs 4 and stays within 3 + 4. The bound without RUN_TO_PARITY is
/// max(3, 0.7 + 4) = 4.7.
const TURNS: &str = "kernel v7.2\nunit 1ms\nnice0 1\nbase_slice 3ms\ntick 4ms\ntask A weight=1\ntask B weight=1\n\
    at 0 wake A\nat 0 wake B\nat 40ms end\n";

#[test]
fn taking_turns_by_the_tick_stays_within_slice_and_tick() {
    for feature in ["RUN_TO_PARITY", "NO_RUN_TO_PARITY"] {
        assert_eq!(told(&TURNS.replace("tick 4ms", &format!("tick 4ms\nfeature {feature}")), "lag-bounds"), "kept");
    }
    assert_eq!(told(gallery("m4-sum-jlag"), "lag-bounds"), "not applicable");
}

/// A joiner that brings 10 and then its mirror image are beyond 3 + 4 = 7 until V has come nearer: C by 10, A and B by half of that,
/// which is within; without RUN_TO_PARITY 5 is beyond 4.7.
#[test]
fn a_lag_brought_along_is_beyond_it() {
    let text = TURNS
        .replace("at 0 wake A", "task C weight=1 lag=10ms\nat 0 wake A")
        .replace("at 40ms end", "at 8ms wake C\nat 40ms end");
    let (report, recording) = checked(&text);
    let said = of_row(&report, &recording, "lag-bounds");
    assert!(said.contains("C has a lag of 10 against a bound of 7"), "{said}");
    let tally = &report.row("lag-bounds").expect("the invariant").tally;
    assert_eq!(tally.by_task.get(&2), Some(&1), "C is out of it once: {said}");
    assert!(tally.remarks.iter().any(|r| r.starts_with("C: once, ") && r.contains("furthest a lag of 10 against a bound of 7")));
    let without = text.replace("tick 4ms", "tick 4ms\nfeature NO_RUN_TO_PARITY");
    assert!(told(&without, "lag-bounds").contains("against a bound of 4.7"));
}

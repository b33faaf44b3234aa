//! Mail M1 and case 20: A is delayed with a lag of -4, C joins with 6 and pulls V back by 3, A wakes.

use crate::{gallery, told};
use expect_test::expect;

fn case_20(header: &str, before_the_wake: &str) -> String {
    format!(
        "{header}\nunit 1ms\nnice0 1\nbase_slice 100ms\ntask A weight=1\ntask B weight=1\ntask C weight=1 lag=6ms\n\
        state A v=4 running\nstate B v=-4 queued\nat 0 sleep A\nat 0 wake C\n{before_the_wake}at 0 wake A\n"
    )
}

#[test]
fn the_lag_of_a_sleeper_grows_from_4_to_7() {
    expect![[r#"
        BROKEN once
        step 8, t: A was delayed with a lag of -4 and wakes with -7: 3 more negative (lowest meanwhile -7)"#]]
    .assert_eq(&told(&case_20("kernel tip-2026-03", ""), "delayed-lag-floor"));
}

#[test]
fn the_floor_holds_it_at_4() {
    for header in ["kernel tip-2026-03\npatch lag-floor", "kernel v7.2"] {
        assert_eq!(told(&case_20(header, ""), "delayed-lag-floor"), "kept", "{header}");
    }
    assert_eq!(told(gallery("k-v-backward-lag-floor"), "delayed-lag-floor"), "kept");
}

/// The floor would move A by 3: with a threshold of 5 that is not done, with one of 2 it is.
#[test]
fn a_correction_below_the_threshold_is_not_made() {
    let text =
        |threshold: &str| case_20(&format!("kernel tip-2026-03\npatch lag-floor-on-sign-change\nthreshold {threshold}"), "");
    assert!(told(&text("5ms"), "delayed-lag-floor").ends_with("-4 and wakes with -7: 3 more negative (lowest meanwhile -7)"));
    assert_eq!(told(&text("2ms"), "delayed-lag-floor"), "kept");
}

#[test]
fn without_delayed_dequeue_nobody_is_delayed() {
    let text = case_20("kernel tip-2026-03\nfeature NO_DELAY_DEQUEUE", "");
    assert_eq!(told(&text, "delayed-lag-floor"), "not applicable");
}

/// A reweight takes the lag of the moment, -7, and that is the floor from then on.
#[test]
fn a_reweight_of_the_sleeper_lowers_its_floor() {
    expect![[r#"
        BROKEN once
        step 10, t: A was delayed with a lag of -4 and wakes with -7: 3 more negative (lowest meanwhile -7)"#]]
    .assert_eq(&told(&case_20("kernel tip-2026-03\npatch lag-floor", "at 0 reweight A 1\n"), "delayed-lag-floor"));
}

#[test]
fn a_sleeper_that_v_has_passed_is_not_worse_off() {
    assert_eq!(told(gallery("k-delay-wake-after"), "delayed-lag-floor"), "kept");
    assert_eq!(told(gallery("k-delay-until-pick"), "delayed-lag-floor"), "kept");
}

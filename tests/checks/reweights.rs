//! Case 4: B's weight goes from 2 to 1 at V = 6 with a lag of 6. Right: V = 6, lag 12.

use crate::{gallery, told};
use expect_test::expect;

#[test]
fn v_and_the_weighted_lag_are_kept() {
    for key in ["case-4-running", "case-4-queued", "case-4-running-reweight-6.7", "case-4-queued-reweight-6.13"] {
        assert_eq!(told(gallery(key), "reweight-keeps-v"), "kept", "{key}");
        assert_eq!(told(gallery(key), "reweight-keeps-lag"), "kept", "{key}");
    }
    for kernel in ["k-nice-queued", "k-reweight-on-rq"] {
        let said = told(gallery(kernel), "reweight-keeps-v");
        assert!(["kept", "not seen"].contains(&said.as_str()), "{kernel}: {said}");
    }
}

#[test]
fn the_running_task_is_counted_twice_in_6_13() {
    let text = gallery("case-4-running-reweight-6.13");
    expect![[r#"
        BROKEN once
        step 3, t: B goes from weight 2 to 1, and V from V0+6 to V0+16/3"#]]
    .assert_eq(&told(text, "reweight-keeps-v"));
    expect![[r#"
        BROKEN once
        step 3, t: B goes from weight 2 with lag 6 to weight 1 with lag 40/3, expected 12"#]]
    .assert_eq(&told(text, "reweight-keeps-lag"));
}

#[test]
fn the_waiting_task_is_measured_against_v_without_it_in_6_7() {
    let text = gallery("case-4-queued-reweight-6.7");
    expect![[r#"
        BROKEN once
        step 3, t: B goes from weight 2 to 1, and V from V0+6 to V0+4"#]]
    .assert_eq(&told(text, "reweight-keeps-v"));
    expect![[r#"
        BROKEN once
        step 3, t: B goes from weight 2 with lag 6 to weight 1 with lag 16, expected 12"#]]
    .assert_eq(&told(text, "reweight-keeps-lag"));
}

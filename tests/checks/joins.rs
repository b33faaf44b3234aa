//! What a join does to lag and V.

use crate::{gallery, told, with};
use expect_test::expect;

#[test]
fn inflated_lags_are_restored_and_plain_ones_are_not() {
    assert_eq!(told(gallery("m4-join-123"), "join-restores-lag"), "kept");
    // V falls to half of what T2, one of two, is placed behind it, and by a third of T3's distance.
    let plain = with(gallery("m4-join-123"), "patch plain-lag");
    expect![[r#"
        BROKEN 2 times
        step 4, t: T2 brings a lag of 36 and is left with 18
        step 6, t: T3 brings a lag of -12 and is left with -8"#]]
    .assert_eq(&told(&plain, "join-restores-lag"));
}

#[test]
fn a_kernel_restores_them_to_the_ns() {
    assert_eq!(told(gallery("k-place-lag"), "join-restores-lag"), "kept");
}

#[test]
fn who_brings_nothing_leaves_v() {
    let text = "nice0 1\ntask A weight=1\ntask B weight=3\nat 0 wake A\nat 5 wake B\n";
    assert_eq!(told(text, "join-at-v-keeps-v"), "kept");
}

#[test]
fn no_lag_is_restored_where_none_is_placed() {
    let text = with(gallery("m4-join-123"), "feature NO_PLACE_LAG");
    assert_eq!(told(&text, "join-restores-lag"), "not applicable");
    assert_eq!(told(&text, "join-at-v-keeps-v"), "kept");
}

//! Mail M4: V + J, what moves it, and J's bound.

use crate::{checked, gallery, of_row, told};
use eevdf_lab::model::num::Num;
use eevdf_lab::tables::number::parse;
use expect_test::expect;

#[test]
fn every_join_and_leave_of_the_mails_table_keeps_v_plus_j() {
    for key in ["m4-sum-jlag", "k-m4-sum-jlag"] {
        let (report, recording) = checked(gallery(key));
        assert_eq!(of_row(&report, &recording, "v-plus-j"), "kept", "{key}");
        let tally = &report.row("v-plus-j").expect("the invariant").tally;
        // Three joins, three leaves and a rejoin; the last leave empties the queue.
        assert_eq!((tally.kept, tally.exempt["the queue empties"]), (7, 1), "{key}");
    }
}

#[test]
fn without_j_there_is_nothing_to_keep() {
    assert_eq!(told(gallery("m4-join-123"), "v-plus-j"), "not applicable");
    assert_eq!(told(gallery("m4-join-123"), "j-bounded"), "not applicable");
}

/// C leaves with 9.4 and takes 2 along: the 7.4 lost are shared by A and B, of half of W each.
#[test]
fn a_clamp_moves_v_plus_j() {
    expect![[r#"
        BROKEN once
        step 27, t+31.5: V + J moves by 3.7, from V0+10.6 to V0+14.3: the lag was clamped, so what sum_jlag loses is not what V gains"#]]
    .assert_eq(&told(gallery("k-j-clamp"), "v-plus-j"));
}

/// M4's tasks on v6.19-rc1 with slices of 3: T2 leaves with a lag of 12, of which the limit leaves 6. What is lost moves V + J by
/// 6/2 for T1 and T3. Back with 6, T2 is at V0+13 and T3, at V0+12, goes first: it leaves with -9.5, of which -6 are left, and T2 alone
/// takes the other -3.5.
#[test]
fn m4s_tasks_with_short_slices_meet_the_limit() {
    let text = gallery("k-m4-sum-jlag").replace("base_slice 100ms", "base_slice 3ms");
    expect![[r#"
        BROKEN 2 times
        step 13, t+24: V + J moves by 3, from V0+8 to V0+11: the lag was clamped, so what sum_jlag loses is not what V gains
        step 23, t+60: V + J moves by -3.5, from V0+29 to V0+25.5: the lag was clamped, so what sum_jlag loses is not what V gains"#]]
    .assert_eq(&told(&text, "v-plus-j"));
}

/// A is delayed at V0+4 with a lag of -4. Once B has run 12 from V0-4, V = V0+6 has passed it, and its wake-up places it at B's V0+8
/// without lag: V follows by 2, and sum_jlag does not know.
#[test]
fn a_requeue_under_delay_zero_moves_v_plus_j() {
    let text = "kernel v6.19-rc1\npatch sum-jlag\nunit 1ms\nnice0 1\nbase_slice 100ms\nvstart 0\n\
        task A weight=1\ntask B weight=1\nstate A v=4 running\nstate B v=-4 queued\n\
        at 0 sleep A\nat 12ms tick\nat 12ms wake A\n";
    expect![[r#"
        BROKEN once
        step 8, t+12: V + J moves by 2, from V0+6 to V0+8: a requeue moves an entity without touching sum_jlag"#]]
    .assert_eq(&told(text, "v-plus-j"));
}

/// T1 brings nothing, T2 36: J = 36/2. With T2 at weight 2 V stays, and J is 36/3.
#[test]
fn a_reweight_on_the_queue_moves_v_plus_j() {
    let text = "patch sum-jlag\nnice0 1\ntask T1 weight=1\ntask T2 weight=1 lag=36\n\
        at 0 wake T1\nat 0 wake T2\nat 0 reweight T2 2\n";
    expect![[r#"
        BROKEN once
        step 6, t: V + J moves by -6, from V0 to V0-6: a reweight on the queue changes W without touching sum_jlag"#]]
    .assert_eq(&told(text, "v-plus-j"));
    assert_eq!(told(text, "reweight-keeps-v"), "kept");
}

/// q = 36 (T2's join), W_MIN = 1, a = 2/3 (T3 joins as one of three): C1 = 1 + 3 + 1/(e ln 1.5), and J is 18 at most.
#[test]
fn j_against_its_bound() {
    let (report, recording) = checked(gallery("m4-sum-jlag"));
    let bound = report.j_bound.as_ref().expect("J is kept");
    assert_eq!((&bound.q, &bound.w_min, &bound.a), (&Num::from(36), &Num::from(1), &Num::frac(2, 3)));
    assert_eq!(bound.largest.0, Num::from(18));
    let times_36 = parse("176.662884221936460416598171760744544221").expect("digits");
    let last_digit = parse("0.000000000000000000000000000000000001").expect("digits");
    assert!(bound.bound.low <= &times_36 + &last_digit && bound.bound.high >= times_36);
    assert!(&bound.bound.high - &bound.bound.low < last_digit);
    assert_eq!(of_row(&report, &recording, "j-bounded"), "kept");
    let text = report.text(&recording).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("q = 36, W_MIN = 1, a = 2/3: C1 = ~4.908, so |J| <= ~176.663; the largest is 18 at step 4, t."),
        "{text}"
    );
}

#[test]
fn a_single_task_has_j_of_its_own_lag_and_twice_that_as_bound() {
    let text = "patch sum-jlag\nnice0 1\ntask A weight=2 lag=5\nat 0 wake A\n";
    let (report, _) = checked(text);
    let bound = report.j_bound.expect("J is kept");
    assert_eq!((bound.q, bound.w_min, bound.a), (Num::from(10), Num::from(2), Num::ZERO));
    assert_eq!((bound.largest.0, bound.bound.high), (Num::from(5), Num::from(10)));
}

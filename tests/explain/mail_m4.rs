//! Mail M4: both tables, and what moves V + J.

use crate::{ending, gallery, why};
use eevdf_lab::explain::{explain, one_line};
use eevdf_lab::tables::column::label;
use eevdf_lab::tables::number::Scale;
use expect_test::expect;

#[test]
fn the_second_table_of_mail_m4_step_by_step() {
    why(
        &gallery("m4-sum-jlag"),
        expect![[r#"
            t: T1 joins [V + J kept]
              T1 brings no lag: it is placed at V + J.
                v = V + J - vlag = V0 + 0 - 0 = V0
                d = v + r = V0 + 24 = V0+24
                jlag = vlag w = 0 * 1 = 0
                sum_jlag' = sum_jlag + jlag = 0 + 0 = 0
                J' = sum_jlag'/W' = 0/1 = 0
                V' + J' = V0 + 0 = V0 (unchanged)

            t: T2 joins [V + J kept]
              T2 is placed at V + J minus its lag of 36. V goes from V0 to V0-18, V + J
              stays at V0.
                v = V + J - vlag = V0 + 0 - 36 = V0-36
                V' = V + (v - V) w/W' = V0 + (-36 * 1/2) = V0-18
                d = v + r = V0-36 + 24 = V0-12
                jlag = vlag w = 36 * 1 = 36
                sum_jlag' = sum_jlag + jlag = 0 + 36 = 36
                J' = sum_jlag'/W' = 36/2 = 18
                V' + J' = V0-18 + 18 = V0 (unchanged)

            t: T3 joins [V + J kept]
              T3 is placed at V + J minus its lag of -12. V goes from V0-18 to V0-8, V + J
              stays at V0.
                v = V + J - vlag = V0-18 + 18 - (-12) = V0+12
                V' = V + (v - V) w/W' = V0-18 + 30 * 1/3 = V0-8
                d = v + r = V0+12 + 24 = V0+36
                jlag = vlag w = -12 * 1 = -12
                sum_jlag' = sum_jlag + jlag = 36 + (-12) = 24
                J' = sum_jlag'/W' = 24/3 = 8
                V' + J' = V0-8 + 8 = V0 (unchanged)

            t: T2 is picked [V + J stays at V0]
              Only T2 is eligible (v <= V).
                T2: v = V0-36 <= V = V0-8 (E), d = V0-12
                T1: v = V0 > V = V0-8 (N), d = V0+24
                T3: v = V0+12 > V = V0-8 (N), d = V0+36

            t+24: T2 leaves after 24 [V + J kept]
              T2 ran 24 with weight 1, so its vruntime went from V0-36 to V0-12. T2 takes
              its lag of 12 with it. V goes from V0 to V0+6, V + J stays at V0+8.
                vlag = V - v = V0 - (V0-12) = 12
                jlag = (J + vlag) w = (8 + 12) * 1 = 20
                sum_jlag' = sum_jlag - jlag = 24 - 20 = 4
                J' = sum_jlag'/W' = 4/2 = 2
                V' = V + vlag w/W' = V0 + 12 * 1/2 = V0+6
                V' + J' = V0+6 + 2 = V0+8 (unchanged)

            t+24: T1 is picked [V + J stays at V0+8]
              Only T1 is eligible (v <= V).
                T1: v = V0 <= V = V0+6 (E), d = V0+24
                T3: v = V0+12 > V = V0+6 (N), d = V0+36

            t+40: T1 leaves after 16 [V + J kept]
              T1 ran 16 with weight 1, so its vruntime went from V0 to V0+16. T1 takes its
              lag of -2 with it. V goes from V0+14 to V0+12, V + J stays at V0+16.
                vlag = V - v = V0+14 - (V0+16) = -2
                jlag = (J + vlag) w = (2 + (-2)) * 1 = 0
                sum_jlag' = sum_jlag - jlag = 4 - 0 = 4
                J' = sum_jlag'/W' = 4/1 = 4
                V' = V + vlag w/W' = V0+14 + (-2 * 1/1) = V0+12
                V' + J' = V0+12 + 4 = V0+16 (unchanged)

            t+40: T2 rejoins [V + J kept]
              T2 is placed at V + J minus its lag of 12. V goes from V0+12 to V0+8, V + J
              stays at V0+16.
                v = V + J - vlag = V0+12 + 4 - 12 = V0+4
                V' = V + (v - V) w/W' = V0+12 + (-8 * 1/2) = V0+8
                d = v + r = V0+4 + 24 = V0+28
                jlag = vlag w = 12 * 1 = 12
                sum_jlag' = sum_jlag + jlag = 4 + 12 = 16
                J' = sum_jlag'/W' = 16/2 = 8
                V' + J' = V0+8 + 8 = V0+16 (unchanged)

            t+40: T2 is picked [V + J stays at V0+16]
              Only T2 is eligible (v <= V).
                T2: v = V0+4 <= V = V0+8 (E), d = V0+28
                T3: v = V0+12 > V = V0+8 (N), d = V0+36

            t+52: T2 leaves after 12 [V + J kept]
              T2 ran 12 with weight 1, so its vruntime went from V0+4 to V0+16. T2 takes
              its lag of -2 with it. V goes from V0+14 to V0+12, V + J stays at V0+22.
                vlag = V - v = V0+14 - (V0+16) = -2
                jlag = (J + vlag) w = (8 + (-2)) * 1 = 6
                sum_jlag' = sum_jlag - jlag = 16 - 6 = 10
                J' = sum_jlag'/W' = 10/1 = 10
                V' = V + vlag w/W' = V0+14 + (-2 * 1/1) = V0+12
                V' + J' = V0+12 + 10 = V0+22 (unchanged)

            t+52: T3 is picked [V + J stays at V0+22]
              T3 is the only entity in the queue.

            t+60: T3 leaves after 8 [V + J starts anew: the queue empties]
              T3 ran 8 with weight 1, so its vruntime went from V0+12 to V0+20. The queue
              is empty: V stays where it was, at V0+20; sum_jlag/W has no value, so J is
              0. V + J moves by -10, from V0+30 to V0+20: on an empty queue J is 0.
                vlag = V - v = V0+20 - (V0+20) = 0
                jlag = (J + vlag) w = (10 + 0) * 1 = 10
                sum_jlag' = sum_jlag - jlag = 10 - 10 = 0
                V' + J' = V0+20 + 0 = V0+20 (was V0+30)

            t+60: The CPU goes idle [V + J stays at V0+20]
              Nothing is queued.
        "#]],
    );
}

#[test]
fn the_first_table_of_mail_m4_inflates_each_lag() {
    why(
        &gallery("m4-join-123"),
        expect![[r#"
        t: T1 joins
          The queue is empty, and the lag of an only entity is 0: T1 starts at V.
            v = V = V0
            d = v + r = V0 + 24 = V0+24

        t: T2 joins
          T2 joins with lag 36. Placed 36 before V it would pull V along and keep 18;
          placed x before V it keeps x W/(W+w), so x = 36 (W+w)/W = 72.
            inflated = vlag (W + w)/W = 36 * (1 + 1)/1 = 72
            v = V - inflated = V0 - 72 = V0-72
            V' = V + (v - V) w/W' = V0 + (-72 * 1/2) = V0-36
            V' - v = vlag = 36
            d = v + r = V0-72 + 24 = V0-48

        t: T3 joins
          T3 joins with lag -12. Placed 12 after V it would pull V along and keep -8;
          placed x before V it keeps x W/(W+w), so x = -12 (W+w)/W = -18.
            inflated = vlag (W + w)/W = -12 * (2 + 1)/2 = -18
            v = V - inflated = V0-36 - (-18) = V0-18
            V' = V + (v - V) w/W' = V0-36 + 18 * 1/3 = V0-30
            V' - v = vlag = -12
            d = v + r = V0-18 + 24 = V0+6

        t: T2 is picked
          Only T2 is eligible (v <= V).
            T2: v = V0-72 <= V = V0-30 (E), d = V0-48
            T3: v = V0-18 > V = V0-30 (N), d = V0+6
            T1: v = V0 > V = V0-30 (N), d = V0+24
    "#]],
    );
}

#[test]
fn a_preview_charges_the_running_task_and_changes_nothing() {
    let recording = gallery("m4-sum-jlag");
    let preview = explain(&recording, 7);
    let lines: Vec<&str> = preview.formulas.iter().map(|f| f.text.as_str()).collect();
    expect![[r#"
        Before: T2 leaves
        T2 ran 24 with weight 1, so its vruntime went from V0-36 to V0-12.
        Nothing else has changed yet.
        v' = v + ran = V0-36 + 24 = V0-12
        V' = V + ran nice0/W = V0-8 + 24 * 1/3 = V0
        vlag' = V' - v' = V0 - (V0-12) = 12
    "#]]
    .assert_eq(&format!("{}\n{}\n{}\n", preview.title, preview.sentences.join("\n"), lines.join("\n")));
}

#[test]
fn one_line_for_each_step() {
    let recording = gallery("m4-sum-jlag");
    let lines: Vec<String> = (0..recording.len()).map(|i| one_line(&recording, i)).collect();
    expect![[r#"
        step 1 of 21: t, T1 about to join, lag 0, V V0
        step 2 of 21: t, T1 joined, lag 0, V V0
        step 3 of 21: t, T2 about to join, lag 36, V V0
        step 4 of 21: t, T2 joined, lag 18, V V0-18
        step 5 of 21: t, T3 about to join, lag -12, V V0-18
        step 6 of 21: t, T3 joined, lag -20, V V0-8
        step 7 of 21: t, T2 picked, lag 28, V V0-8
        step 8 of 21: t+24, T2 about to leave, lag 12, V V0
        step 9 of 21: t+24, T2 left, lag 12, V V0+6
        step 10 of 21: t+24, T1 picked, lag 6, V V0+6
        step 11 of 21: t+40, T1 about to leave, lag -2, V V0+14
        step 12 of 21: t+40, T1 left, lag -2, V V0+12
        step 13 of 21: t+40, T2 about to rejoin, lag 12, V V0+12
        step 14 of 21: t+40, T2 rejoined, lag 4, V V0+8
        step 15 of 21: t+40, T2 picked, lag 4, V V0+8
        step 16 of 21: t+52, T2 about to leave, lag -2, V V0+14
        step 17 of 21: t+52, T2 left, lag -2, V V0+12
        step 18 of 21: t+52, T3 picked, lag 0, V V0+12
        step 19 of 21: t+60, T3 about to leave, lag 0, V V0+20
        step 20 of 21: t+60, T3 left, lag 0, V V0+20
        step 21 of 21: t+60, CPU idle, V V0+20
    "#]]
    .assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn without_inflation_the_lag_shrinks() {
    why(
        &gallery("m4-plain-lag"),
        expect![[r#"
        t: T1 joins
          The queue is empty, and the lag of an only entity is 0: T1 starts at V.
            v = V = V0
            d = v + r = V0 + 24 = V0+24

        t: T2 joins
          T2 is placed at V minus its lag of 36.
            v = V - vlag = V0 - 36 = V0-36
            V' = V + (v - V) w/W' = V0 + (-36 * 1/2) = V0-18
            d = v + r = V0-36 + 24 = V0-12

        t: T3 joins
          T3 is placed at V minus its lag of -12.
            v = V - vlag = V0-18 - (-12) = V0-6
            V' = V + (v - V) w/W' = V0-18 + 12 * 1/3 = V0-14
            d = v + r = V0-6 + 24 = V0+18

        t: T2 is picked
          Only T2 is eligible (v <= V).
            T2: v = V0-36 <= V = V0-14 (E), d = V0-12
            T3: v = V0-6 > V = V0-14 (N), d = V0+18
            T1: v = V0 > V = V0-14 (N), d = V0+24
    "#]],
    );
}

#[test]
fn half_of_the_lag_comes_back_and_v_plus_j_still_stays() {
    ending(
        "patch half-jlag\nnice0 1\ntask A weight=1\ntask B weight=2 lag=8\nat 0 wake A\nat 0 wake B\n",
        2,
        expect![[r#"
            t: B joins [V + J kept]
              B is placed at V + J minus half of its lag of 8. V goes from V0 to V0-8/3, V
              + J stays at V0.
                half = vlag/2 = 8/2 = 4
                v = V + J - half = V0 + 0 - 4 = V0-4
                V' = V + (v - V) w/W' = V0 + (-4 * 2/3) = V0-8/3
                d = v + r nice0/w = V0-4 + 3 * 1/2 = V0-2.5
                jlag = half w = 4 * 2 = 8
                sum_jlag' = sum_jlag + jlag = 0 + 8 = 8
                J' = sum_jlag'/W' = 8/3
                V' + J' = V0-8/3 + 8/3 = V0 (unchanged)

            t: B is picked [V + J stays at V0]
              Only B is eligible (v <= V).
                B: v = V0-4 <= V = V0-8/3 (E), d = V0-2.5
                A: v = V0 > V = V0-8/3 (N), d = V0+3
        "#]],
    );
}

#[test]
fn a_clamped_lag_moves_v_plus_j() {
    ending(
        "kernel v6.19-rc1\npatch sum-jlag\nunit 1ms\nfeature NO_DELAY_DEQUEUE\nbase_slice 1\ntask A\ntask B\n\
         at 0 wake A\nat 0 wake B\nat 30 sleep @curr\n",
        2,
        expect![[r#"
            t+30: B leaves after 30 [V + J broken by -13: the lag was clamped, so what
              sum_jlag loses is not what V gains]
              B ran 30 with weight 1024, so its vruntime went from V0 to V0+30. B has
              passed its deadline V0+1: the request is used up. The next one runs from
              V0+30 to V0+31. cfs nr_running is 2, rq nr_running is 2: 6.11, 85e511df3cec
              and its fix all ask for a reschedule. A reschedule is asked for. B's lag of
              -15 is beyond the limit of 2 (two of its slices, at least a tick): 13 of
              what it owes is forgiven. B takes its lag of -2 with it. V + J moves by -13,
              from V0+15 to V0+2: the lag was clamped, so what sum_jlag loses is not what
              V gains.
                d' = v + r = V0+30 + 1 = V0+31
                vlag = V - v = V0+15 - (V0+30) = -15
                vlag' = max(vlag, -limit) = max(-15, -2) = -2
                jlag = (J + vlag') w = (0 + (-2)) * 1024 = -2048
                sum_jlag' = sum_jlag - jlag = 0 - (-2048) = 2048
                J' = sum_jlag'/W' = 2048/1024 = 2
                V' = V + vlag w/W' = V0+15 + (-15 * 1024/1024) = V0
                V' + J' = V0 + 2 = V0+2 (was V0+15)

            t+30: A is picked [V + J stays at V0+2]
              A is the only entity in the queue. A is protected until its vruntime reaches
              V0+1.
                vprot = d = V0+1
        "#]],
    );
}

/// T1, T2 and T3 join, T2 leaves, and so on; in the last step the queue empties. A clamp is told with what it moves.
#[test]
fn each_join_and_leave_says_whether_v_plus_j_is_kept() {
    let told = |key: &str| {
        let recording = gallery(key);
        let status = (0..recording.len()).filter_map(|step| explain(&recording, step).v_plus_j);
        status.map(|s| (s.kept, s.text)).collect::<Vec<_>>()
    };
    let table = told("m4-sum-jlag");
    let events: Vec<_> = table.iter().filter(|(_, text)| text.contains("kept") || text.contains("anew")).collect();
    assert_eq!(events.len(), 8, "{table:?}");
    assert!(events[..7].iter().all(|s| **s == (true, "V + J kept".to_string())), "{table:?}");
    assert_eq!(*events[7], (true, "V + J starts anew: the queue empties".to_string()));
    let clamped = "V + J broken by 3.7: the lag was clamped, so what sum_jlag loses is not what V gains";
    assert_eq!(told("k-j-clamp").into_iter().filter(|s| !s.0).collect::<Vec<_>>(), [(false, clamped.to_string())]);
    assert!(told("m4-join-123").is_empty());
}

/// Elsewhere V + J moves with V: T2 runs 24 among weights of 3, so by 8, then T1 16 among 2, by 8 again. A pick moves nothing.
#[test]
fn every_other_step_says_where_v_plus_j_is_and_what_moved_it() {
    let recording = gallery("m4-sum-jlag");
    let told = |wanted: &str| {
        let is_it = |step: &usize| {
            let state = recording.state(*step);
            format!("{} {}", Scale::of(&recording).time(&state.t), label(&recording, &state)) == wanted
        };
        let found = (0..recording.len()).rev().find(is_it).unwrap_or_else(|| panic!("no step {wanted}"));
        explain(&recording, found).v_plus_j.expect("a status").text
    };
    assert_eq!(told("t T1 join-"), "V + J is V0");
    assert_eq!(told("t pick T2"), "V + J stays at V0");
    assert_eq!(told("t+24 T2 leave-"), "V + J at V0+8: +8 while T2 ran");
    assert_eq!(told("t+24 T2 leave+"), "V + J kept");
    assert_eq!(told("t+24 pick T1"), "V + J stays at V0+8");
    assert_eq!(told("t+40 T1 leave-"), "V + J at V0+16: +8 while T1 ran");
    for step in 0..recording.len() {
        let status = explain(&recording, step).v_plus_j.expect("each step has one");
        assert!(status.text.chars().count() <= 40, "{}", status.text);
    }
}

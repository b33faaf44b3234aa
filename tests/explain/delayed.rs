//! Delayed dequeue: falling asleep, waking up before the lag is gone, and being removed.

use crate::ending;
use expect_test::expect;

const DELAYED: &str =
    "unit 1ms\nfeature NO_PREEMPT_SHORT\ntask A slice=20\ntask B\ntask C lag=60\nat 0 wake A\nat 0 wake B\nat 2 sleep A\n";

#[test]
fn a_sleeper_with_negative_lag_stays_and_its_floor_holds() {
    ending(
        &format!("kernel v7.2\n{DELAYED}at 2.5 wake C\nat 2.75 wake A\n"),
        6,
        expect![[r#"
        t: B joins
          B brings no lag, so it starts at V. A pick now would not choose B: A goes
          on. A's protection now ends at V0+3, after the shortest slice in the queue.
            v = V = V0
            d = v + r = V0 + 3 = V0+3
            B: v = V0 <= V = V0 (E), d = V0+3
            A: v = V0 <= V = V0 (E), d = V0+20

        t+2: A falls asleep after 2 but stays queued
          A ran 2 with weight 1024, so its vruntime went from V0 to V0+2. A has had
          more than its share: its lag is -1. It is asleep but stays in the queue
          (DELAY_DEQUEUE) and counts in V and W until a pick or a wake-up finds it.
          That lag is stored as its floor. The base of the keys moves from V0 to V0+1.
            vlag = V - v = V0+1 - (V0+2) = -1

        t+2: B is picked
          Only B is eligible (v <= V). B is protected until its vruntime reaches V0+3.
            B: v = V0 <= V = V0+1 (E), d = V0+3
            A: v = V0+2 > V = V0+1 (N), d = V0+20, asleep
            vprot = d = V0+3

        t+2.5: C joins
          B ran 0.5 with weight 1024, so its vruntime went from V0 to V0+0.5. C joins
          with lag 60. Placed 60 before V it would pull V along and keep 40; placed x
          before V it keeps x W/(W+w), so x = 60 (W+w)/W = 90. A pick now would choose
          C: B is preempted. The base of the keys moves from V0+1 to V0+1.25.
            inflated = vlag (W + w)/W = 60 * (2048 + 1024)/2048 = 90
            v = V - inflated = V0+1.25 - 90 = V0-88.75
            V' = V + (v - V) w/W' = V0+1.25 + (-90 * 1024/3072) = V0-28.75
            V' - v = vlag = 60
            d = v + r = V0-88.75 + 3 = V0-85.75
            C: v = V0-88.75 <= V = V0-28.75 (E), d = V0-85.75
            B: v = V0+0.5 > V = V0-28.75 (N), d = V0+3
            A: v = V0+2 > V = V0-28.75 (N), d = V0+20, asleep

        t+2.5: C is picked
          Only C is eligible (v <= V). C is protected until its vruntime reaches
          V0-85.75.
            C: v = V0-88.75 <= V = V0-28.75 (E), d = V0-85.75
            B: v = V0+0.5 > V = V0-28.75 (N), d = V0+3
            A: v = V0+2 > V = V0-28.75 (N), d = V0+20, asleep
            vprot = d = V0-85.75

        t+2.75: A wakes up
          C ran 0.25 with weight 1024, so its vruntime went from V0-88.75 to V0-88.5.
          A was still in the queue: it is taken out and placed again with a new
          request. A's lag of -30.666667 is beyond the limit of 21 (the longest slice
          in the queue plus a tick): 9.666667 of what it owes is forgiven. While A
          slept V moved back, and its lag went from -1 to -21. The lag it fell asleep
          with is the floor. A is placed again with lag -1. Placed 1 after V it would
          pull V along and keep -2/3; placed x before V it keeps x W/(W+w), so x = -1
          (W+w)/W = -1.5. A pick now would not choose A: C goes on. The base of the
          keys moves from V0+1.25 to V0-44.
            vlag = V - v = V0-28.666667 - (V0+2) = -30.666667
            vlag' = max(vlag, -limit) = max(-30.666667, -21) = -21
            vlag'' = max(vlag', floor) = max(-21, -1) = -1
            V_rest = V + vlag w/W_rest = V0-28.666667 + (-30.666667 * 1024/2048) =
              V0-44 (rounded)
            inflated = vlag'' (W_rest + w)/W_rest = -1 * (2048 + 1024)/2048 = -1.5
            v = V_rest - inflated = V0-44 - (-1.5) = V0-42.5
            V' = V_rest + (v - V_rest) w/W' = V0-44 + 1.5 * 1024/3072 = V0-43.5
            V' - v = vlag'' = -1
            d = v + r = V0-42.5 + 20 = V0-22.5
            C: v = V0-88.5 <= V = V0-43.5 (E), d = V0-85.75
            A: v = V0-42.5 > V = V0-43.5 (N), d = V0-22.5
            B: v = V0+0.5 > V = V0-43.5 (N), d = V0+3
    "#]],
    );
}

#[test]
fn a_sleeper_gains_no_positive_lag() {
    ending(
        &format!("kernel v7.2\n{DELAYED}at 5.75 wake A\n"),
        2,
        expect![[r#"
            t+5.75: A wakes up
              B ran 3.75 with weight 1024, so its vruntime went from V0 to V0+3.75. B has
              passed its deadline V0+3: the request is used up. The next one runs from
              V0+3.75 to V0+6.75. cfs nr_running is 2, 1 of them delayed, rq nr_running is
              2: 6.11, 85e511df3cec and its fix all ask for a reschedule. A reschedule is
              asked for. A was still in the queue: it is taken out and placed again with a
              new request. A gains no positive lag by sleeping (DELAY_ZERO): 0.875 becomes
              0. A brings no lag, so it starts at V. A reschedule is pending already, so
              the wake-up tests nothing. The base of the keys moves from V0+1 to V0+3.75.
                d_B' = v_B + r_B = V0+3.75 + 3 = V0+6.75
                vlag = V - v = V0+2.875 - (V0+2) = 0.875
                vlag' = min(vlag, 0) = min(0.875, 0) = 0
                V_rest = V + vlag w/W_rest = V0+2.875 + 0.875 * 1024/1024 = V0+3.75
                v = V_rest = V0+3.75
                d = v + r = V0+3.75 + 20 = V0+23.75

            t+5.75: B runs on
              B has the earliest deadline, V0+6.75, of the 2 eligible entities. A is next:
              its deadline V0+23.75 is later.
                B: v = V0+3.75 <= V = V0+3.75 (E), d = V0+6.75
                A: v = V0+3.75 <= V = V0+3.75 (E), d = V0+23.75
        "#]],
    );
}

#[test]
fn a_wake_up_before_7_2_uses_a_stale_v() {
    ending(
        &format!("kernel tip-2026-03\n{DELAYED}at 5.75 wake A\n"),
        2,
        expect![[r#"
            t+5.75: A wakes up
              A was still in the queue and keeps its vruntime and deadline; it only counts
              as awake again. The V used here, V0+1, is stale: it lacks what B has run
              since it was last charged (V is V0+2.875). B ran 3.75 with weight 1024, so
              its vruntime went from V0 to V0+3.75. B has passed its deadline V0+3: the
              request is used up. The next one runs from V0+3.75 to V0+6.75. cfs
              nr_running is 2, rq nr_running is 2: 6.11, 85e511df3cec and its fix all ask
              for a reschedule. A reschedule is asked for. A pick now would choose A: B is
              preempted. The base of the keys moves from V0 to V0+1.
                vlag = V - v = V0+1 - (V0+2) = -1
                d_B' = v_B + r_B = V0+3.75 + 3 = V0+6.75

            t+5.75: A is picked
              Only A is eligible (v <= V). B has an earlier deadline but is not eligible.
              A is protected until its vruntime reaches V0+5.
                A: v = V0+2 <= V = V0+2.875 (E), d = V0+20
                B: v = V0+3.75 > V = V0+2.875 (N), d = V0+6.75
                vprot = v + min_slice = V0+2 + 3 = V0+5
        "#]],
    );
}

#[test]
fn a_sleeper_whose_lag_is_gone_is_removed_by_the_pick() {
    ending(
        &format!("kernel v7.2\n{DELAYED}at 4 sleep B\n"),
        4,
        expect![[r#"
        t+2: A falls asleep after 2 but stays queued
          A ran 2 with weight 1024, so its vruntime went from V0 to V0+2. A has had
          more than its share: its lag is -1. It is asleep but stays in the queue
          (DELAY_DEQUEUE) and counts in V and W until a pick or a wake-up finds it.
          That lag is stored as its floor. The base of the keys moves from V0 to V0+1.
            vlag = V - v = V0+1 - (V0+2) = -1

        t+2: B is picked
          Only B is eligible (v <= V). B is protected until its vruntime reaches V0+3.
            B: v = V0 <= V = V0+1 (E), d = V0+3
            A: v = V0+2 > V = V0+1 (N), d = V0+20, asleep
            vprot = d = V0+3

        t+4: B leaves after 2
          B ran 2 with weight 1024, so its vruntime went from V0 to V0+2. B has no lag
          to take along. V stays at V0+2. The base of the keys moves from V0+1 to
          V0+2.
            vlag = V - v = V0+2 - (V0+2) = 0

        t+4: The CPU goes idle
          A is the only entity in the queue. A is asleep and was only waiting for its
          lag to be gone: it leaves the queue now and the pick is repeated. The queue
          is empty: V stays where it was, at V0+2. Nothing is queued.
            vlag_A = V - v_A = V0+2 - (V0+2) = 0
    "#]],
    );
}

#[test]
fn a_correction_below_the_threshold_changes_only_the_stored_lag() {
    ending(
        &format!("kernel tip-2026-03\npatch lag-floor-on-sign-change\nthreshold 1s\n{DELAYED}at 2.5 wake C\nat 2.75 wake A\n"),
        1,
        expect![[r#"
            t+2.75: A wakes up
              A was still in the queue and keeps its vruntime and deadline; it only counts
              as awake again. The bound moves its lag by no more than the threshold and
              leaves its sign, so only the stored lag changes. The V used here, V0-28.75,
              is stale: it lacks what C has run since it was last charged (V is
              V0-28.666667). A's lag of -30.75 is beyond the limit of 21 (the longest
              slice in the queue plus a tick): 9.75 of what it owes is forgiven. While A
              slept V moved back, and its lag went from -1 to -21. The lag it fell asleep
              with is the floor. C ran 0.25 with weight 1024, so its vruntime went from
              V0-88.75 to V0-88.5. A pick now would not choose A: C goes on. The base of
              the keys moves from V0+1.25 to V0-28.75.
                vlag = V - v = V0-28.75 - (V0+2) = -30.75
                vlag' = max(vlag, -limit) = max(-30.75, -21) = -21
                vlag'' = max(vlag', floor) = max(-21, -1) = -1
        "#]],
    );
}

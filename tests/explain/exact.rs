//! Exact numbers: placements, reweights, yields and picks under each rule.

use crate::{ending, gallery, why};
use expect_test::expect;

#[test]
fn no_place_lag_starts_a_joiner_at_v() {
    ending(
        "nice0 1\nfeature NO_PLACE_LAG\ntask A weight=1\ntask B weight=1 lag=8\nat 0 wake A\nat 3 wake B\n",
        2,
        expect![[r#"
        t+3: B joins
          A ran 3 with weight 1, so its vruntime went from V0 to V0+3. Lag is not
          placed (NO_PLACE_LAG): B starts at V. Its lag of 8 is dropped.
            v = V = V0+3
            d = v + r = V0+3 + 3 = V0+6

        t+3: A runs on
          A has the earliest deadline, V0+3, of the 2 eligible entities. B is next:
          its deadline V0+6 is later.
            A: v = V0+3 <= V = V0+3 (E), d = V0+3
            B: v = V0+3 <= V = V0+3 (E), d = V0+6
    "#]],
    );
}

#[test]
fn an_empty_queue_drops_the_lag() {
    ending(
        "nice0 1\ntask A weight=1 lag=5\nat 0 wake A\n",
        2,
        expect![[r#"
        t: A joins
          The queue is empty, and the lag of an only entity is 0: A starts at V. Its
          lag of 5 is dropped.
            v = V = V0
            d = v + r = V0 + 3 = V0+3

        t: A is picked
          A is the only entity in the queue.
    "#]],
    );
}

#[test]
fn a_reweight_of_the_running_task_by_three_rules() {
    why(
        &gallery("case-4-running"),
        expect![[r#"
        t: Initial state
          The run starts with A and B in the queue; B runs.
            V = (w_A v_A + w_B v_B)/W = (2 * (V0+12) + 2 * V0)/4 = V0+6

        t: B is reweighted
          The weight of B goes from 2 to 1. B moves so that w times its lag is kept,
          and with it V; its deadline is scaled from V too. V stays at V0+6; w times
          lag stays at 12.
            vlag = V - v = V0+6 - V0 = 6
            scaled = vlag w/w' = 6 * 2/1 = 12
            v' = V - scaled = V0+6 - 12 = V0-6
            d' = V + (d - V) w/w' = V0+6 + 0 * 2/1 = V0+6

        t: B runs on
          Only B is eligible (v <= V).
            B: v = V0-6 <= V = V0+6 (E), d = V0+6
            A: v = V0+12 > V = V0+6 (N), d = V0+18
    "#]],
    );
    why(
        &gallery("case-4-running-reweight-6.13"),
        expect![[r#"
        t: Initial state
          The run starts with A and B in the queue; B runs.
            V = (w_A v_A + w_B v_B)/W = (2 * (V0+12) + 2 * V0)/4 = V0+6

        t: B is reweighted
          The weight of B goes from 2 to 1. B is taken out, its lag is scaled, and it
          is placed as if it joined. But B runs and still counts in V and W, with its
          new weight at its old vruntime. The inflation takes W = 3 for the weight of
          the others. B keeps its distance to the deadline (PLACE_REL_DEADLINE). V
          moves from V0+6 to V0+16/3; w times lag goes from 12 to 40/3.
            vlag = V - v = V0+6 - V0 = 6
            vlag' = vlag w/w' = 6 * 2/1 = 12
            inflated = vlag' (W_incl + w')/W_incl = 12 * (3 + 1)/3 = 16
            v = V_incl - inflated = V0+8 - 16 = V0-8
            distance = (d - v) w/w' = 6 * 2/1 = 12
            d = v + distance = V0-8 + 12 = V0+4

        t: B runs on
          Only B is eligible (v <= V).
            B: v = V0-8 <= V = V0+16/3 (E), d = V0+4
            A: v = V0+12 > V = V0+16/3 (N), d = V0+18
    "#]],
    );
    why(
        &gallery("case-4-queued-reweight-6.7"),
        expect![[r#"
        t: Initial state
          The run starts with A and B in the queue; nobody runs.
            V = (w_A v_A + w_B v_B)/W = (2 * (V0+12) + 2 * V0)/4 = V0+6

        t: B is reweighted
          The weight of B goes from 2 to 1. B moves so that w times its lag is kept,
          but a waiting entity is measured from V without it. V moves from V0+6 to
          V0+4; w times lag goes from 12 to 16.
            vlag = V_rest - v = V0+12 - V0 = 12
            scaled = vlag w/w' = 12 * 2/1 = 24
            v' = V_rest - scaled = V0+12 - 24 = V0-12
            d' = V_rest + (d - V_rest) w/w' = V0+12 + (-6 * 2/1) = V0

        t: B is picked
          Only B is eligible (v <= V).
            B: v = V0-12 <= V = V0+4 (E), d = V0
            A: v = V0+12 > V = V0+4 (N), d = V0+18
    "#]],
    );
}

#[test]
fn a_limit_of_two_slices_loses_lag() {
    why(
        &gallery("case-16-clamp-two-slices"),
        expect![[r#"
        t: Initial state
          The run starts with A and B in the queue; A runs.
            V = (w_A v_A + w_B v_B)/W = (1 * V0 + 1 * V0)/2 = V0

        t: A runs on
          The rules would pick B. The script picks A, which is eligible.
            B: v = V0 <= V = V0 (E), d = V0+3
            A: v = V0 <= V = V0 (E), d = V0+100

        t+100: B leaves
          A ran 100 with weight 1, so its vruntime went from V0 to V0+100. B's lag of
          50 is beyond the limit of 6 (two of its slices, at least a tick): 44 of what
          it is owed is lost. B takes its lag of 6 with it. V goes from V0+50 to
          V0+100.
            vlag = V - v = V0+50 - V0 = 50
            vlag' = min(vlag, limit) = min(50, 6) = 6
            V' = V + vlag w/W' = V0+50 + 50 * 1/1 = V0+100

        t+100: A runs on
          A is the only entity in the queue.
    "#]],
    );
}

#[test]
fn a_yield_gives_the_request_away() {
    ending(
        "nice0 1\nbase_slice 3\ntask A weight=1\ntask B weight=1 lag=-2\nat 0 wake A\nat 0 wake B\nat 1 yield\n",
        2,
        expect![[r#"
            t+1: A yields after 1
              A ran 1 with weight 1, so its vruntime went from V0 to V0+1. nr_running is 2
              and none of them is delayed: yield goes on, with nr-delayed-yield too. A is
              eligible and gives away the rest of its request: its vruntime goes to its
              deadline.
                v' = d = V0+3
                d' = d + r = V0+3 + 3 = V0+6

            t+1: A runs on
              Only A is eligible (v <= V).
                A: v = V0+3 <= V = V0+3.5 (E), d = V0+6
                B: v = V0+4 > V = V0+3.5 (N), d = V0+7
        "#]],
    );
    ending(
        "nice0 1\npatch yield-deadline-only\nbase_slice 3\ntask A weight=1\ntask B weight=1\nat 0 wake A\nat 0 wake B\nat 1 yield\n",
        2,
        expect![[r#"
            t+1: A yields after 1
              A ran 1 with weight 1, so its vruntime went from V0 to V0+1. nr_running is 2
              and none of them is delayed: yield goes on, with nr-delayed-yield too. A
              keeps its vruntime; its deadline moves one request further.
                d' = d + r = V0+3 + 3 = V0+6

            t+1: B is picked
              Only B is eligible (v <= V).
                B: v = V0 <= V = V0+0.5 (E), d = V0+3
                A: v = V0+1 > V = V0+0.5 (N), d = V0+6
        "#]],
    );
}

#[test]
fn the_search_of_6_6_rc_misses_the_earliest_deadline() {
    ending(
        "nice0 1\npatch pick-6.6-rc\ntask R weight=1\ntask L weight=1\ntask X weight=1\n\
         state R v=0 d=10 queued\nstate L v=-5 d=7 queued\nstate X v=20 d=1 queued\nat 0 end\n",
        2,
        expect![[r#"
            t: End of the run

            t: R is picked
              The search of 6.6-rc finds R.
                L: v = V0-5 <= V = V0+5 (E), d = V0+7
                R: v = V0 <= V = V0+5 (E), d = V0+10
                X: v = V0+20 > V = V0+5 (N), d = V0+1
              ! It misses L, which is eligible with the earlier deadline V0+7.
        "#]],
    );
}

#[test]
fn without_eligibility_the_deadline_alone_decides() {
    ending(
        "nice0 1\npatch no-eligibility\ntask A weight=1\ntask B weight=1\nstate A v=0 d=9 queued\nstate B v=4 d=7 queued\nat 0 end\n",
        2,
        expect![[r#"
            t: End of the run

            t: B is picked
              B has the earliest deadline of all; eligibility is not tested. A is next:
              its deadline V0+9 is later. B is not eligible: EEVDF would not pick it.
                A: v = V0 <= V = V0+2 (E), d = V0+9
                B: v = V0+4 > V = V0+2 (N), d = V0+7
        "#]],
    );
}

#[test]
fn a_forced_pick_says_whether_it_was_eligible() {
    ending(
        "nice0 1\ntask A weight=1\ntask B weight=1 lag=-4\nat 0 wake A\nat 0 wake B\nat 0 pick B\n",
        1,
        expect![[r#"
        t: B is picked
          The rules would pick A. The script picks B.
            A: v = V0 <= V = V0+4 (E), d = V0+3
            B: v = V0+8 > V = V0+4 (N), d = V0+11
          ! The script picks B, which is not eligible.
    "#]],
    );
}

//! Kernels: wake-up preemption, buddies, protection, changes of nice value, noops and overflows.

use crate::ending;
use expect_test::expect;

#[test]
fn a_shorter_slice_breaks_the_protection() {
    ending(
        "kernel v7.2\nunit 1ms\ntask L slice=100\ntask S slice=0.5\nat 0 wake L\nat 10 wake S\n",
        2,
        expect![[r#"
        t+10: S joins
          L ran 10 with weight 1024, so its vruntime went from V0 to V0+10. S brings
          no lag, so it starts at V. S has the shorter slice (0.5 against 100), so L's
          protection does not count; a pick would choose S: L is preempted. L's
          protection is cancelled. The base of the keys moves from V0 to V0+10.
            v = V = V0+10
            d = v + r = V0+10 + 0.5 = V0+10.5
            S: v = V0+10 <= V = V0+10 (E), d = V0+10.5
            L: v = V0+10 <= V = V0+10 (E), d = V0+100

        t+10: S is picked
          S has the earliest deadline, V0+10.5, of the 2 eligible entities. L is next:
          its deadline V0+100 is later. S is protected until its vruntime reaches
          V0+10.5.
            S: v = V0+10 <= V = V0+10 (E), d = V0+10.5
            L: v = V0+10 <= V = V0+10 (E), d = V0+100
            vprot = d = V0+10.5
    "#]],
    );
    ending(
        "kernel v7.2\nunit 1ms\nfeature NO_PREEMPT_SHORT\ntask L slice=100\ntask S slice=0.5\nat 0 wake L\nat 10 wake S\n",
        1,
        expect![[r#"
            t+10: S joins
              L ran 10 with weight 1024, so its vruntime went from V0 to V0+10. S brings
              no lag, so it starts at V. A pick now would not choose S: L goes on. L's
              protection now ends at V0+10.5, after the shortest slice in the queue. The
              base of the keys moves from V0 to V0+10.
                v = V = V0+10
                d = v + r = V0+10 + 0.5 = V0+10.5
                S: v = V0+10 <= V = V0+10 (E), d = V0+10.5
                L: v = V0+10 <= V = V0+10 (E), d = V0+100
        "#]],
    );
}

#[test]
fn a_buddy_comes_first_if_eligible() {
    ending(
        "kernel v7.2\nunit 1ms\nfeature NEXT_BUDDY\ntask A\ntask B\ntask C\nat 0 wake A\nat 0 wake B\nat 1 wake C\n",
        2,
        expect![[r#"
            t+1: C joins
              B ran 1 with weight 1024, so its vruntime went from V0 to V0+1. C brings no
              lag, so it starts at V. C is now the buddy: the next pick prefers it if it
              is eligible. A pick now would choose C: B is preempted. The base of the keys
              moves from V0 to V0+0.5.
                v = V = V0+0.5
                d = v + r = V0+0.5 + 3 = V0+3.5
                A: v = V0 <= V = V0+0.5 (E), d = V0+3
                C: v = V0+0.5 <= V = V0+0.5 (E), d = V0+3.5
                B: v = V0+1 > V = V0+0.5 (N), d = V0+3

            t+1: C is picked
              C is the buddy and eligible: it runs, whatever the deadlines are. C is
              protected until its vruntime reaches V0+3.5.
                A: v = V0 <= V = V0+0.5 (E), d = V0+3
                C: v = V0+0.5 <= V = V0+0.5 (E), d = V0+3.5
                B: v = V0+1 > V = V0+0.5 (N), d = V0+3
                vprot = d = V0+3.5
        "#]],
    );
}

#[test]
fn a_used_up_request_asks_for_a_pick_and_the_protection_follows() {
    ending(
        "kernel v7.2\nunit 1ms\ntask A slice=2\ntask B slice=1\nat 0 wake A\nat 0 wake B\nat 2.5 tick\n",
        3,
        expect![[r#"
            t: B is picked
              B has the earliest deadline, V0+1, of the 2 eligible entities. A is next:
              its deadline V0+2 is later. B is protected until its vruntime reaches V0+1.
                B: v = V0 <= V = V0 (E), d = V0+1
                A: v = V0 <= V = V0 (E), d = V0+2
                vprot = d = V0+1

            t+2.5: Tick
              B ran 2.5 with weight 1024, so its vruntime went from V0 to V0+2.5. B has
              passed its deadline V0+1: the request is used up. The next one runs from
              V0+2.5 to V0+3.5. cfs nr_running is 2, rq nr_running is 2: 6.11,
              85e511df3cec and its fix all ask for a reschedule. A reschedule is asked
              for. The base of the keys moves from V0 to V0+1.25.
                d' = v + r = V0+2.5 + 1 = V0+3.5

            t+2.5: A is picked
              Only A is eligible (v <= V). A is protected until its vruntime reaches V0+1.
                A: v = V0 <= V = V0+1.25 (E), d = V0+2
                B: v = V0+2.5 > V = V0+1.25 (N), d = V0+3.5
                vprot = v + min_slice = V0 + 1 = V0+1
        "#]],
    );
}

#[test]
fn nice_takes_a_task_out_and_places_it_again() {
    ending(
        "kernel v7.2\nunit 1ms\ntask A\ntask B\nat 0 wake A\nat 0 wake B\nat 1 nice A 5\n",
        2,
        expect![[r#"
        t+1: A is reniced
          A ran 1 with weight 1024, so its vruntime went from V0 to V0+1. The weight
          of A goes from 1024 to 335. A is placed again with lag -1.528358. Placed
          1.528358 after V it would pull V along and keep ~-1.152; placed x before V
          it keeps x W/(W+w), so x = -1.528358 (W+w)/W = -2.028357. A keeps its
          distance to the deadline (PLACE_REL_DEADLINE). The priority of A fell while
          it runs: a reschedule is asked for.
            vlag = V - v = V0+0.5 - (V0+1) = -0.5
            V_rest = V + vlag w/W_rest = V0+0.5 + (-0.5 * 1024/1024) = V0
            vlag' = vlag w/w' = -0.5 * 1024/335 = -1.528358 (rounded toward 0)
            inflated = vlag' (W_rest + w')/W_rest = -1.528358 * (1024 + 335)/1024 =
              -2.028357 (rounded toward 0)
            v = V_rest - inflated = V0 - (-2.028357) = V0+2.028357
            V' = V_rest + (v - V_rest) w'/W' = V0 + 2.028357 * 335/1359 = V0+0.499999
              (rounded)
            V' - v = vlag' = -1.528358
            distance = (d - v) w/w' = 2 * 1024/335 = 6.113432 (rounded)
            d = v + distance = V0+2.028357 + 6.113432 = V0+8.141789

        t+1: B is picked
          Only B is eligible (v <= V). B is protected until its vruntime reaches V0+3.
            B: v = V0 <= V = V0+0.499999 (E), d = V0+3
            A: v = V0+2.028357 > V = V0+0.499999 (N), d = V0+8.141789
            vprot = d = V0+3
    "#]],
    );
}

#[test]
fn a_fork_starts_with_half_a_request_and_an_inverse_weight_shows() {
    ending(
        "kernel v6.12\nunit 1ms\ntask A policy=idle\ntask B nice=7\nat 0 wake A\nat 3 fork B\n",
        2,
        expect![[r#"
            t+3: B is forked
              A ran 3 with weight 3, so its vruntime went from V0 to V0+1023.999999. A has
              reached its deadline V0+1023.999999: the request is used up. The next one
              runs from V0+1023.999999 to V0+2047.999998. cfs nr_running is 1, rq
              nr_running is 1: neither 6.11 nor 85e511df3cec nor its fix asks for a
              reschedule. B brings no lag, so it starts at V. A new task starts with half
              a request (PLACE_DEADLINE_INITIAL). A has the idle policy, so B preempts it.
              The base of the keys moves from V0 to V0+1023.999999.
                vslice_A = r_A nice0/w_A = 3 * 1024/3 = 1024, but here 1023.999999 (by a
                  rounded inverse of w)
                d_A' = v_A + vslice_A = V0+1023.999999 + 1023.999999 = V0+2047.999998
                v = V = V0+1023.999999
                vslice = (r nice0/w)/2 = (3 * 1024/215)/2 = 7.144186 (rounded down)
                d = v + vslice = V0+1023.999999 + 7.144186 = V0+1031.144185

            t+3: B is picked
              B has the earliest deadline, V0+1031.144185, of the 2 eligible entities. A
              is next: its deadline V0+2047.999998 is later.
                B: v = V0+1023.999999 <= V = V0+1023.999999 (E), d = V0+1031.144185
                A: v = V0+1023.999999 <= V = V0+1023.999999 (E), d = V0+2047.999998
        "#]],
    );
}

#[test]
fn events_that_do_nothing_say_why() {
    ending(
        "kernel v7.2\nunit 1ms\ntask A\ntask B\nat 0 wake A\nat 1 wake A\nat 1 sleep B\nat 1 nice A 0\nat 1 yield\nat 2 setlag A 4\n",
        5,
        expect![[r#"
            t+1: sleep B: nothing happens
              ! `sleep B` does nothing: B is not the running task.

            t+1: nice A 0: nothing happens
              ! `nice A 0` does nothing: the value is what it was.

            t+1: A yields
              ! `yield` does nothing: no other task is on this CPU.

            t+1: A runs on
              A ran 1 with weight 1024, so its vruntime went from V0 to V0+1. A is the
              only entity in the queue.
                v' = v + ran = V0 + 1 = V0+1

            t+2: setlag A 4: nothing happens
              ! `setlag A 4` does nothing: A is in the queue.
        "#]],
    );
}

#[test]
fn an_overflow_is_a_result_to_look_at() {
    ending(
        "kernel v6.12\nunit 1ns\nvstart 763383370431\ntask A\ntask B\ntask C weight=629\nstate A v=763383370431 queued\n\
         state B v=763760947228 queued\nstate C v=-10892060147608212 running\nat 1000 tick\nat 1000 resched\n",
        2,
        expect![[r#"
            t+1000: Reschedule
              The script asks for a reschedule.

            t+1000: C runs on
              No entity passes the eligibility test, so C goes on.
                C: v = V0-10892823530977016 <= V = V0-2559426826427308 (N, by the kernel's
                  integers), d = V0-10892823526094701
                A: v = V0 > V = V0-2559426826427308 (N), d = V0+3000000
                B: v = V0+377576797 > V = V0-2559426826427308 (N), d = V0+380576797
              ! C is eligible, but the product in the 64-bit test overflows and says not
                eligible.
              ! No entity passes the eligibility test: its 64-bit product overflows.
        "#]],
    );
}

#[test]
fn a_heavy_joiner_beside_an_idle_task_overflows_the_sum_before_7_2() {
    let script = "unit 1ms\ntask I policy=idle\ntask H nice=-20 lag=-9.2\nat 0 wake I\nat 1 wake H\n";
    ending(
        &format!("kernel tip-2026-03\n{script}"),
        1,
        expect![[r#"
        t+1: I runs on
          Only I is eligible (v <= V).
            I: v = V0+341.333333 <= V = ~V0+69594.609 (E), d = V0+1024
            H: v = ~V0+272550.933 > V = ~V0+69594.609 (N), d = ~V0+272550.968
          ! V is ~V0+69594.609, but the exact average of the queue is ~V0+272541.733:
            the 64-bit sum of w x key has overflowed.
    "#]],
    );
    ending(
        &format!("kernel v7.2\n{script}"),
        1,
        expect![[r#"
        t+1: I runs on
          Only I is eligible (v <= V).
            I: v = V0+341.333333 <= V = ~V0+272541.733 (E), d = V0+1024
            H: v = ~V0+272550.933 > V = ~V0+272541.733 (N), d = ~V0+272550.968
    "#]],
    );
}

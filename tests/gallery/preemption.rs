//! Protection and preemption on kernels: the numbers that the notes name.

use crate::reading::Run;

#[test]
fn run_to_parity_the_shortest_slice_waiting_bounds_the_protection() {
    let run = Run::of("k-run-to-parity");
    let picked = run.picked("10");
    assert_eq!((picked.runs(), picked.protected("A"), picked.d("A")), ("A", "V0+6".into(), "V0+8".into()));
    let next = run.picked("12");
    assert_eq!((next.runs(), next.d("B"), next.d("A")), ("B", "V0+8".into(), "V0+8".into()));
}

#[test]
fn run_to_parity_in_6_12_the_deadline_bounds_the_protection() {
    let run = Run::of("k-run-to-parity-6.12");
    assert!(run.switches().starts_with("A@0 B@4 C@8 A@10 C@14"), "{}", run.switches());
    let picked = run.picked("10");
    assert_eq!((picked.vlag("A"), picked.d("A")), ("6.951424".into(), "V0+8".into()));
    assert_eq!(picked.row("A").vlag, picked.row("A").deadline);
}

#[test]
fn no_run_to_parity_two_tasks_take_turns_at_every_tick() {
    let run = Run::of("k-no-run-to-parity");
    let picked = run.picked("0");
    assert_eq!((picked.protected("A"), picked.d("A")), ("V0+0.7".into(), "V0+4".into()));
    assert!(run.switches().starts_with("A@0 B@1 A@2 B@3 A@4"), "{}", run.switches());
    let with = Run::of("k-run-to-parity").switches();
    assert!(with.starts_with("A@0 B@4 C@8"), "{with}");
}

#[test]
fn preempt_short_the_protection_ends_where_the_running_task_stands() {
    let run = Run::of("k-preempt-short");
    assert_eq!(run.picked("8").protected("L2"), "V0+10");
    let woken = run.after("9", "wake S");
    assert_eq!((woken.v("L2"), woken.protected("L2")), ("V0+2.5".into(), "V0+2.5".into()));
    assert_eq!(run.picked("9").runs(), "S");
}

#[test]
fn no_preempt_short_the_protection_is_shortened_but_holds() {
    let run = Run::of("k-no-preempt-short");
    assert_eq!(run.picked("8").protected("L2"), "V0+10");
    let woken = run.after("9", "wake S");
    assert_eq!((woken.runs(), woken.step.queue.resched), ("L2", false));
    assert_eq!((woken.d("S"), woken.protected("L2")), ("V0+4.172222".into(), "V0+3.5".into()));
    for other in ["L1", "L2", "X"] {
        let deadlines = (&woken.row("S").deadline, &woken.row(other).deadline);
        assert!(deadlines.0 < deadlines.1, "{other}");
    }
    assert!(woken.row("S").eligible.unwrap());
    assert_eq!((run.after("9.9", "sleep @curr").runs(), run.picked("9.9").runs()), ("L2", "S"));
}

#[test]
fn next_buddy_wins_a_tie_and_is_passed_over_while_it_owes() {
    let run = Run::of("k-next-buddy");
    let woken = run.after("0", "wake B");
    assert_eq!((woken.buddy(), woken.protected("A"), woken.d("A")), (Some("B"), "V0+3".into(), woken.d("B")));
    assert_eq!((run.picked("0").runs(), run.picked("0").buddy()), ("B", None));
    assert_eq!(run.after("1.5", "wake B").buddy(), Some("B"));
    let passed = run.picked("2.8");
    assert_eq!((passed.runs(), passed.buddy(), passed.lag("B")), ("C", Some("B"), "-0.066667".into()));
    assert_eq!(run.after("3", "wake A").buddy(), Some("A"));
}

#[test]
fn union_vprot_a_lag_is_read_as_the_end_of_the_protection() {
    let run = Run::of("k-union-vprot");
    assert_eq!(run.picked("0.5").protected("A"), "V0+2");
    let changed = run.after("0.9", "reweight @curr 700");
    assert_eq!((changed.runs(), changed.vlag("A"), changed.protected("A")), ("A", "-0.035406".into(), "V0+1.01317".into()));
    assert_eq!(changed.row("A").vlag, changed.row("A").vprot);
}

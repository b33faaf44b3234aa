//! Placement and lag on kernels: the numbers that the notes name.

use crate::reading::Run;
use eevdf_lab::kernels::Kernel;

#[test]
fn table_base_the_base_moves_when_v_is_evaluated_or_when_the_tree_changes() {
    let run = Run::of("k-table-base");
    let joined = run.after("0", "wake T3");
    assert_eq!((joined.base(), joined.avg()), ("V0-36".into(), "V0-30".into()));
    assert_eq!(run.after("0", "wake T2").avg(), "V0-36", "V by which T3 is placed");
    assert_eq!(Run::on("k-table-base", Kernel::V6_19Rc1).after("0", "wake T3").base(), "V0-30");
}

#[test]
fn table_j_a_join_on_the_empty_queue_brings_its_lag() {
    let run = Run::of("k-table-j");
    assert_eq!(run.picked("60").v_plus_j(), "V0+12");
    assert_eq!((run.after("60", "sleep T3").avg(), run.after("60", "sleep T3").vlag("T1")), ("V0+12".into(), "-2".into()));
    let back = run.after("60", "wake T1");
    assert_eq!((back.v("T1"), back.j(), back.v_plus_j()), ("V0+14".into(), "-2".into(), "V0+12".into()));
}

#[test]
fn place_lag_a_task_returns_with_the_lag_it_left_with() {
    let run = Run::of("k-place-lag");
    assert_eq!(run.after("4.2", "sleep @curr").vlag("C"), "1.2");
    assert_eq!(run.after("7.3", "sleep @curr").vlag("A"), "-1.55");
    let a = run.after("9.1", "wake A");
    assert_eq!((a.v("A"), a.avg(), a.lag("A")), ("V0+6.9".into(), "V0+5.35".into(), "-1.55".into()));
    let c = run.after("9.1", "wake C");
    assert_eq!((c.v("C"), c.avg(), c.lag("C")), ("V0+3.55".into(), "V0+4.75".into(), "1.2".into()));
}

#[test]
fn fork_initial_the_first_request_is_half_as_long() {
    let run = Run::of("k-fork-initial");
    let forked = run.after("1.2", "fork k1");
    assert_eq!((forked.v("k1"), forked.d("k1"), forked.d("P")), ("V0+1.2".into(), "V0+2.7".into(), "V0+1.5".into()));
    assert_eq!((run.picked("1.7").runs(), run.picked("1.7").d("P")), ("k1", "V0+4.7".into()));
    let second = run.after("4", "tick");
    assert_eq!((second.v("k1"), second.d("k1")), ("V0+3.5".into(), "V0+6.5".into()));
}

#[test]
fn lag_clamp_eighteen_of_twenty_are_forgiven() {
    let run = Run::of("k-lag-clamp");
    let asleep = run.after("30", "sleep @curr");
    // V was a third of A's vruntime when it left, and so its lag -20.
    assert_eq!((asleep.v("A"), asleep.base(), asleep.vlag("A")), ("V0+30".into(), "V0+10".into(), "-2".into()));
    let back = run.after("30", "wake A");
    assert_eq!((back.v("A"), back.avg()), ("V0+4".into(), "V0+2".into()));
}

#[test]
fn j_clamp_what_the_limit_cuts_is_missing_in_v_plus_j() {
    let run = Run::of("k-j-clamp");
    let leave = ["tick", "sleep @curr"].map(|event| run.after("0.9", event).v_plus_j());
    assert_eq!(leave, ["V0+0.3", "V0+0.3"]);
    let join = ["tick", "wake C"].map(|event| run.after("1.5", event).v_plus_j());
    assert_eq!(join, ["V0+0.6", "V0+0.6"]);
    let (before, after) = (run.after("31.5", "tick"), run.after("31.5", "sleep @curr"));
    assert_eq!((before.lag("C"), after.vlag("C")), ("9.4".into(), "2".into()));
    assert_eq!((before.v_plus_j(), after.v_plus_j()), ("V0+10.6".into(), "V0+14.3".into()));
}

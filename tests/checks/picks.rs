//! Picks: case 8's search, and the named rules that make exceptions.

use crate::{checked, of_row, told};
use expect_test::expect;

/// V = 5: R and L are eligible, X is not.
const CASE_8: &str = "nice0 1\ntask R weight=1\ntask L weight=1\ntask X weight=1\n\
    state R v=0 d=10 queued\nstate L v=-5 d=7 queued\nstate X v=20 d=1 queued\nat 0 end\n";

#[test]
fn the_search_of_6_6_rc_misses_an_earlier_deadline() {
    assert_eq!(told(CASE_8, "pick-earliest"), "kept");
    let old = format!("patch pick-6.6-rc\n{CASE_8}");
    expect![[r#"
        BROKEN once
        step 4, t: R is picked with d = V0+10, but L is eligible with d = V0+7"#]]
    .assert_eq(&told(&old, "pick-earliest"));
    assert_eq!(told(&old, "pick-eligible"), "kept");
}

#[test]
fn by_deadline_alone_somebody_is_picked_who_is_not_eligible() {
    let text = format!("patch no-eligibility\n{CASE_8}");
    expect![[r#"
        BROKEN once
        step 4, t: X is picked with v = V0+20 and d = V0+1, but is not eligible"#]]
    .assert_eq(&told(&text, "pick-eligible"));
    assert_eq!(told(&text, "pick-earliest"), "kept");
}

#[test]
fn a_forced_pick_and_slice_protection_are_named_exceptions() {
    let excused = |text: &str, name: &str| {
        let (report, recording) = checked(text);
        assert!(["kept", "excused"].contains(&of_row(&report, &recording, name).as_str()));
        report.row(name).expect("the invariant").tally.exempt.clone()
    };
    let forced = excused(&CASE_8.replace("at 0 end", "at 0 pick X\nat 1 end"), "pick-eligible");
    assert_eq!(forced.get("forced pick"), Some(&1));
    // A may use up C's slice of 2, though C's deadline is earlier.
    let parity = "kernel v7.2\nunit 1ms\nvstart 0\ntask A slice=100ms\ntask C slice=2ms\ntask D\n\
        state A v=-4 running\nstate C v=-3 queued\nstate D v=10 queued\nat 1ms resched\nat 2ms end\n";
    let protected = excused(parity, "pick-earliest");
    assert!(protected.contains_key("slice protection"), "{protected:?}");
    // B wakes and is the buddy; C's deadline is earlier.
    let buddy = "kernel v6.12\nfeature NEXT_BUDDY\nunit 1ms\nvstart 0\ntask A\ntask B slice=50ms lag=1ms\ntask C slice=2ms\n\
        state A v=0 running\nstate C v=-2 queued\nat 0 wake B\nat 1ms resched\nat 2ms end\n";
    let buddy = excused(buddy, "pick-earliest");
    assert!(buddy.contains_key("next buddy"), "{buddy:?}");
}

/// A change of nice value makes the delayed A the buddy, and v6.12 runs it as it is once it is eligible: it leaves, and still counts.
#[test]
fn a_delayed_buddy_that_ran_is_counted_for_ever() {
    let text = |buddy: &str| {
        format!(
            "kernel v6.12\nfeature {buddy}\nunit 1ms\nvstart 0\ntask A\ntask B slice=100ms\n\
            state A v=4 delayed\nstate B v=0 running\nat 0 nice A 1\nat 20ms resched\nat 21ms sleep @curr\n"
        )
    };
    assert_eq!(told(&text("NO_NEXT_BUDDY"), "counters"), "kept");
    expect![[r#"
        BROKEN 2 times
        step 8, t+21: nr_delayed is 1, but 0 of them are delayed
        step 9, t+21: nr_delayed is 1, but 0 of them are delayed"#]]
    .assert_eq(&told(&text("NEXT_BUDDY"), "counters"));
}

/// Case 9: in 64 bits C's key times W turns positive, so that nobody is eligible; in 128 bits C is.
#[test]
fn where_words_wrap_nobody_may_be_eligible() {
    let text = |kernel: &str| {
        format!(
            "kernel {kernel}\nvstart 763383370431\ntask A\ntask B\ntask C weight=629\nstate A v=763383370431 queued\n\
            state B v=763760947228 queued\nstate C v=-10892060147608212 running\nat 0 end\n"
        )
    };
    let (report, recording) = checked(&text("v6.12"));
    let said = of_row(&report, &recording, "somebody-eligible");
    assert!(said.contains("nobody is eligible at V = "), "{said}");
    let tally = &report.row("somebody-eligible").expect("the invariant").tally;
    assert!(tally.unexplained == 0 && tally.violations[0].cause.is_some_and(|c| c.contains("64-bit words")), "{tally:?}");
    assert_eq!(told(&text("v7.2\narith exact"), "somebody-eligible"), "kept");
}

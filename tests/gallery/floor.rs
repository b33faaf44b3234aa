//! Mails M1 and M3: the numbers that the notes name.

use crate::reading::{Run, Seen};

/// What a step cost: computations of V, divisions, insertions, erasures, replacements.
fn cost(before: &Seen<'_>, after: &Seen<'_>) -> [u64; 5] {
    let c = after.step.costs().since(&before.step.costs());
    [c.v_computations, c.divisions, c.insertions, c.erasures, c.replacements]
}

/// What the wake-up of A cost.
fn wake_cost(run: &Run, t: &str) -> [u64; 5] {
    cost(&run.before(t, "wake A"), &run.after(t, "wake A"))
}

#[test]
fn case_20_the_debt_grows_from_4_to_7() {
    let run = Run::of("case-20");
    assert_eq!((run.after("0", "sleep A").lag("A"), run.after("0", "sleep A").avg()), ("-4".into(), "V0".into()));
    let joined = run.after("0", "wake C");
    assert_eq!((joined.v("C"), joined.avg(), joined.lag("A")), ("V0-9".into(), "V0-3".into(), "-7".into()));
    let awake = run.after("0", "wake A");
    assert_eq!((awake.v("A"), awake.lag("A")), ("V0+4".into(), "-7".into()));
    assert_eq!(wake_cost(&run, "0"), [1, 1, 0, 0, 0]);
}

#[test]
fn case_20_the_floor_holds_at_4() {
    let run = Run::of("case-20-lag-floor");
    assert_eq!(run.after("0", "sleep A").vlag("A"), "-4", "stored as the floor");
    assert_eq!(run.before("0", "wake A").lag("A"), "-7");
    let awake = run.after("0", "wake A");
    assert_eq!((awake.v("A"), awake.avg(), awake.lag("A")), ("V0-0.5".into(), "V0-4.5".into(), "-4".into()));
    assert_eq!(wake_cost(&run, "0"), [2, 3, 1, 1, 1]);
}

#[test]
fn case_20_without_delayed_dequeue_the_debt_is_4_as_well() {
    let run = Run::of("case-20-no-delay-dequeue");
    assert_eq!(run.after("0", "sleep A").avg(), "V0-4");
    let joined = run.after("0", "wake C");
    assert_eq!((joined.v("C"), joined.avg()), ("V0-16".into(), "V0-10".into()));
    let awake = run.after("0", "wake A");
    assert_eq!((awake.v("A"), awake.avg(), awake.lag("A")), ("V0-4".into(), "V0-8".into(), "-4".into()));
    let patched = Run::patched("case-20-no-delay-dequeue", &["lag-floor"]);
    assert_eq!(patched.recording(), run.recording(), "nobody is delayed, so the patch has nothing to do");
}

#[test]
fn m3_the_guard_changes_nothing() {
    for key in ["m3-guarded", "m3-sign-change", "case-20-no-delay-dequeue"] {
        let (guarded, floor) = (Run::patched(key, &["lag-floor-guarded"]), Run::patched(key, &["lag-floor"]));
        assert_eq!(guarded.recording(), floor.recording(), "{key}");
    }
    assert_eq!(Run::of("m3-guarded").recording(), Run::of("case-20-lag-floor").recording());
}

#[test]
fn m3_a_correction_below_the_threshold_is_saved() {
    let run = Run::of("m3-small-change");
    let awake = run.after("0", "wake A");
    assert_eq!((awake.v("A"), awake.lag("A"), awake.vlag("A")), ("V0+4".into(), "-7".into(), "-4".into()));
    assert_eq!(wake_cost(&run, "0"), [1, 1, 0, 0, 0]);
}

#[test]
fn m3_a_change_of_sign_is_corrected_however_small() {
    let run = Run::of("m3-sign-change");
    let passed = run.before("22", "wake A");
    assert_eq!((passed.lag("A"), passed.row("A").sched_delayed), ("0.333333".into(), true));
    let awake = run.after("22", "wake A");
    assert_eq!((awake.v("A"), awake.avg(), awake.lag("A")), ("V0+4.5".into(), "V0+4.5".into(), "0".into()));
    assert_eq!(wake_cost(&run, "22")[4], 1);
}

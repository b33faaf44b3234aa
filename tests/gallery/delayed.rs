//! Delayed dequeue on kernels: the numbers that the notes name.

use crate::reading::Run;
use eevdf_lab::kernels::Kernel;

#[test]
fn delay_wake_before_only_the_count_of_runnable_tasks_falls() {
    let run = Run::of("k-delay-wake-before");
    let asleep = run.after("2.5", "sleep A");
    assert!(asleep.row("A").sched_delayed);
    assert_eq!((asleep.step.queue.nr_queued, asleep.step.queue.h_nr_runnable), (3, Some(2)));
    assert_eq!(asleep.lag("A"), "-1.666667");
    let awake = run.after("2.9", "wake A");
    assert_eq!((awake.lag("A"), awake.step.queue.h_nr_runnable), ("-1.533334".into(), Some(3)));
    assert_eq!((awake.v("A"), awake.d("A")), (asleep.v("A"), asleep.d("A")));
}

#[test]
fn delay_wake_after_a_sleeper_that_gained_is_placed_anew() {
    let run = Run::of("k-delay-wake-after");
    assert_eq!(run.after("0.65", "sleep A").lag("A"), "-0.465009");
    let passed = run.after("2.39", "tick");
    assert_eq!((passed.lag("A"), passed.v("A"), passed.row("A").sched_delayed), ("0.0302".into(), "V0+0.65".into(), true));
    let awake = run.after("2.4", "wake A");
    assert_eq!((awake.v("A"), awake.vlag("A"), awake.d("A")), ("V0+0.696192".into(), "0".into(), "V0+20.696192".into()));
}

#[test]
fn no_delay_zero_a_sleeper_keeps_what_it_gained() {
    let awake = Run::of("k-no-delay-zero");
    let awake = awake.after("2.4", "wake A");
    assert_eq!((awake.lag("A"), awake.vlag("A")), ("0.033045".into(), "0.033045".into()));
    assert_eq!((awake.v("A"), awake.d("A")), ("V0+0.65".into(), "V0+20".into()));
}

#[test]
fn delay_wake_stale_v_the_old_kernel_judges_before_it_charges() {
    let run = Run::of("k-delay-wake-stale-v");
    assert_eq!(run.after("2.25", "tick").lag("A"), "-0.009645");
    let awake = run.after("2.4", "wake A");
    assert_eq!((awake.runs(), awake.vlag("A"), awake.v("A")), ("C", "-0.009645".into(), "V0+0.65".into()));
    assert_eq!((awake.avg(), awake.row("A").eligible), ("V0+0.683046".into(), Some(true)));
    let new = Run::on("k-delay-wake-stale-v", Kernel::V7_2);
    assert_eq!(new.after("2.4", "wake A").v("A"), "V0+0.696192");
}

#[test]
fn delay_until_pick_the_pick_takes_the_sleeper_out_and_picks_again() {
    let run = Run::of("k-delay-until-pick");
    assert_eq!(run.after("2", "sleep A").vlag("A"), "-1");
    assert_eq!(run.after("4", "tick").lag("A"), "0");
    let (before, after) = (run.after("5", "tick"), run.picked("5"));
    assert_eq!((before.d("A"), before.d("B")), ("V0+3".into(), "V0+6".into()));
    assert_eq!((before.step.queue.nr_queued, after.step.queue.nr_queued), (2, 1));
    assert_eq!((before.runs(), after.runs(), after.row("A").on_rq), ("B", "B", false));
}

#[test]
fn v_backward_the_sleepers_debt_grows_while_it_sleeps() {
    let run = Run::of("k-v-backward");
    assert_eq!(run.after("1.5", "sleep A").lag("A"), "-0.75");
    assert_eq!(run.after("1.6", "wake C").base(), "V0+0.8", "V by which the first joiner is placed");
    assert_eq!(run.after("1.6", "wake E").avg(), "V0-12.2");
    let awake = run.after("1.8", "wake A");
    assert_eq!((awake.vlag("A"), awake.v("A")), ("-12".into(), "V0+1.5".into()));
    assert_eq!(run.picked("2.6").lag("A"), "-8.033334");
}

#[test]
fn v_backward_lag_floor_the_sleeper_wakes_with_the_debt_it_had() {
    let run = Run::of("k-v-backward-lag-floor");
    assert_eq!(run.after("1.5", "sleep A").vlag("A"), "-0.75");
    let awake = run.after("1.8", "wake A");
    assert_eq!((awake.vlag("A"), awake.v("A")), ("-0.75".into(), "V0-14.6875".into()));
    assert_eq!(run.after("2.5", "sleep @curr").row("A").eligible, Some(false));
    assert_eq!(run.picked("2.6").row("A").eligible, Some(true));
    let without = Run::patched("k-v-backward-lag-floor", &[]);
    assert_eq!(without.picked("2.6").lag("A"), "-8.033334");
}

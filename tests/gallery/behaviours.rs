//! Behaviours: the numbers that the notes name.

use crate::reading::Run;
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::stats::Latencies;

/// When the task wakes, in ms.
fn wake_ups(run: &Run, name: &str) -> Vec<i64> {
    let text = format!("wake {name}");
    let wakes = run.recording().states().filter(|s| s.phase == Phase::After && s.text == text && s.verb != Verb::Pick);
    wakes.map(|s| s.t.to_i64().expect("whole ns") / 1_000_000).collect()
}

#[test]
fn sleep_and_timer_the_sleep_takes_over_the_timers_period() {
    let run = Run::of("sleep-and-timer");
    assert_eq!(wake_ups(&run, "B"), (0..14).map(|n| 19 * n).collect::<Vec<_>>());
    let a = wake_ups(&run, "A");
    assert_eq!(a[..4], [0, 18, 36, 54]);
    let from = a.iter().position(|t| *t == 134).expect("a wake-up at 134");
    assert!(a.len() > from + 5 && a[from..].windows(2).all(|w| w[1] - w[0] == 19), "{a:?}");
}

#[test]
fn pipe_a_reader_that_gained_while_delayed_is_placed_anew() {
    let run = Run::of("pipe");
    let asleep = run.after("3", "sleep R");
    assert_eq!((asleep.lag("R"), asleep.row("R").sched_delayed, asleep.ran("R")), ("-1".into(), true, "2".into()));
    let woken = run.after("7", "wake R");
    assert_eq!((woken.v("R"), woken.vlag("R")), ("V0+2.5".into(), "0".into()));
    let index = run.recording().states().position(|s| s.text == "wake R" && s.t == woken.step.t).expect("the wake-up");
    let before = run.recording().state(index);
    assert_eq!((before.phase, before.vlag(1)), (Phase::Before, Some(333_333.into())));
}

#[test]
fn two_slices_the_short_one_preempts_and_the_long_one_waits() {
    let run = Run::of("two-slices");
    let of = |task| Latencies::of(run.recording(), task);
    assert_eq!((of(1).count(), of(1).max()), (21, Some(&0.into())), "S, at 0, 10, .. 200");
    let ms = 1_000_000.into();
    assert_eq!((of(2).count(), of(2).max(), of(2).samples().iter().filter(|l| **l == ms).count()), (20, Some(&ms), 19), "L");
}

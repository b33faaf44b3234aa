//! How fast the engine is: the measured load timed by whatever clock the caller has.
//!
//! Owns what is timed and how often, so that a native run and a browser measure the same. Must not read a clock itself.

use super::mix::{self, Mix};
use super::{run, run_with};
use crate::kernels::{Kernel, rules};
use crate::model::arith;
use crate::model::num::Num;

/// Numbers of runnable tasks that are measured.
pub const RUNNABLE: [usize; 4] = [10, 100, 1_000, 10_000];
/// Events of one timing.
const EVENTS: u64 = 50_000;
/// The best of so many timings counts: what disturbs a timing only ever makes it longer.
const TIMINGS: usize = 31;

/// Events per second of a kernel with `runnable` tasks, nothing recorded. `now` is a clock in seconds.
#[inline] // so that the engine is compiled for this use of it
pub fn events_per_second(kernel: Kernel, runnable: usize, now: &dyn Fn() -> f64) -> f64 {
    let rules = rules(kernel, &[], &[]);
    let mut mix = Mix::new(arith::Kernel::new(rules.words, &Num::from(1024)), rules, runnable);
    mix.run(EVENTS / 5, &mut ());
    EVENTS as f64 / best(now, || mix.run(EVENTS, &mut ()))
}

/// How many times as long a script of that load with 100 tasks takes when it is recorded, and how many seconds reading one step of
/// the recording takes on average.
pub fn cost_of_recording(kernel: Kernel, now: &dyn Fn() -> f64) -> (f64, f64) {
    let script = mix::script(kernel, 80, EVENTS);
    let rules = script.rules();
    let alone = best(now, || run_with(&script, arith::Kernel::new(rules.words, &script.nice0), rules.clone(), ()));
    let recorded = best(now, || run(&script));
    let recording = run(&script);
    let reads = 50;
    let reading = best(now, || (0..reads).map(|i| recording.step(i * 7919 % recording.len()).tasks.len()).sum::<usize>());
    (recorded / alone, reading / reads as f64)
}

fn best<T>(now: &dyn Fn() -> f64, mut work: impl FnMut() -> T) -> f64 {
    let time = |_| {
        let start = now();
        std::hint::black_box(work());
        now() - start
    };
    (0..TIMINGS).map(time).fold(f64::INFINITY, f64::min)
}

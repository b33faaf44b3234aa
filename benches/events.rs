//! Events per second of the measured mix, per kernel and number of runnable tasks. `./dev bench` prints it.

use divan::counter::ItemsCount;
use eevdf_lab::kernels::{Kernel, rules};
use eevdf_lab::model::arith;
use eevdf_lab::sim::mix::{self, Mix};
use eevdf_lab::sim::speed::RUNNABLE;
use eevdf_lab::sim::{Script, run, run_with};

const EVENTS: u64 = 30_000;

fn main() {
    divan::main();
}

fn mix(kernel: Kernel, runnable: usize) -> Mix<arith::Kernel> {
    let rules = rules(kernel, &[], &[]);
    let mut mix = Mix::new(arith::Kernel::new(rules.words, &1024.into()), rules, runnable);
    mix.run(EVENTS / 10, &mut ());
    mix
}

fn off(bencher: divan::Bencher<'_, '_>, kernel: Kernel, runnable: usize) {
    bencher
        .counter(ItemsCount::new(EVENTS))
        .with_inputs(|| mix(kernel, runnable))
        .bench_local_refs(|mix| mix.run(EVENTS, &mut ()));
}

#[divan::bench(args = RUNNABLE)]
fn v6_12(bencher: divan::Bencher<'_, '_>, runnable: usize) {
    off(bencher, Kernel::V6_12, runnable);
}

#[divan::bench(args = RUNNABLE)]
fn v6_19_rc1(bencher: divan::Bencher<'_, '_>, runnable: usize) {
    off(bencher, Kernel::V6_19Rc1, runnable);
}

#[divan::bench(args = RUNNABLE)]
fn tip_2026_03(bencher: divan::Bencher<'_, '_>, runnable: usize) {
    off(bencher, Kernel::Tip2026_03, runnable);
}

#[divan::bench(args = RUNNABLE)]
fn v7_2(bencher: divan::Bencher<'_, '_>, runnable: usize) {
    off(bencher, Kernel::V7_2, runnable);
}

/// The same load as a script, which the engine reads, with nobody listening: what recording is compared with.
#[divan::bench(args = Kernel::ALL[1..].iter().map(|k| k.name()))]
fn script_100(bencher: divan::Bencher<'_, '_>, kernel: &str) {
    let script = script(kernel);
    let rules = script.rules();
    let arith = || arith::Kernel::new(rules.words, &script.nice0);
    bencher.counter(ItemsCount::new(EVENTS)).bench_local(|| run_with(&script, arith(), rules.clone(), ()));
}

/// The same, recorded with previews.
#[divan::bench(args = Kernel::ALL[1..].iter().map(|k| k.name()))]
fn script_100_recorded(bencher: divan::Bencher<'_, '_>, kernel: &str) {
    let script = script(kernel);
    bencher.counter(ItemsCount::new(EVENTS)).bench_local(|| run(&script));
}

/// Any one step of a recording, with its notes.
#[divan::bench]
fn show_any_step(bencher: divan::Bencher<'_, '_>) {
    let recording = run(&script("v7.2"));
    let mut step = 0;
    bencher.bench_local(|| {
        step = (step + 7919) % recording.len();
        recording.step(step)
    });
}

fn script(kernel: &str) -> Script {
    mix::script(Kernel::from_name(kernel).expect("a kernel"), 80, EVENTS)
}

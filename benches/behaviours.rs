//! Ten simulated seconds of forty hackbench-like pairs and a cyclictest, with nobody listening, measured and recorded.

use eevdf_lab::model::arith::Kernel;
use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::{Script, run, run_with};
use eevdf_lab::stats::latencies;

fn main() {
    divan::main();
}

fn script() -> Script {
    parse(Entry::from_key("m1-cyclictest-slices").expect("in the gallery").text).scenario.script
}

#[divan::bench(sample_count = 5)]
fn nobody_listens(bencher: divan::Bencher<'_, '_>) {
    let script = script();
    let rules = script.rules();
    bencher.bench_local(|| run_with(&script, Kernel::new(rules.words, &script.nice0), rules.clone(), ()));
}

#[divan::bench(sample_count = 5)]
fn latencies_measured(bencher: divan::Bencher<'_, '_>) {
    let script = script();
    bencher.bench_local(|| latencies(&script));
}

#[divan::bench(sample_count = 3)]
fn recorded(bencher: divan::Bencher<'_, '_>) {
    let script = script();
    bencher.bench_local(|| run(&script).len());
}

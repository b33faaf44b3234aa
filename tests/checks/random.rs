//! What a variant promises holds at every step of random scripts, and whatever breaks has a cause with a name.
//!
//! `RANDOM_SCRIPTS=1000000 cargo test --test checks` runs more of them than the default.

use crate::common::script;
use crate::on_cpus::script_on_cpus;
use eevdf_lab::checks::{Checks, Expectation};
use eevdf_lab::kernels::{ArithKind, Kernel};
use eevdf_lab::sim::run;
use std::collections::BTreeMap;

fn how_many(default: u64) -> u64 {
    std::env::var("RANDOM_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(default) / 1000
}

/// What is wrong in a run of one script, and how often each invariant was kept and broken.
#[derive(Default)]
struct Found {
    counts: BTreeMap<&'static str, (u64, u64)>,
    wrong: BTreeMap<&'static str, Vec<String>>,
}

impl Found {
    fn look_at(&mut self, seed: u64, kernel: Kernel, arith: Option<ArithKind>) {
        let mut script = if seed.is_multiple_of(5) { script_on_cpus(seed, kernel) } else { script(seed, kernel) };
        script.variant.arith = arith;
        for row in &Checks::of(&script, &run(&script)).rows {
            let name = row.invariant.name;
            let count = self.counts.entry(name).or_default();
            *count = (count.0 + row.tally.kept, count.1 + row.tally.broken);
            let promised = row.expectation == Expectation::Holds && script.arith() == ArithKind::Exact;
            let wrong = row.tally.violations.iter().find(|v| promised || v.cause.is_none());
            if let Some(wrong) = wrong {
                self.wrong.entry(name).or_default().push(format!("seed {seed}, {:?}: {wrong:?}", script.variant));
            }
        }
    }
}

#[test]
fn what_breaks_has_a_cause_and_what_is_promised_holds() {
    let mut found = Found::default();
    for kernel in Kernel::ALL {
        for seed in 0..how_many(100_000) {
            found.look_at(seed, kernel, None);
            found.look_at(seed, kernel, Some(ArithKind::Exact));
        }
    }
    for (name, wrong) in &found.wrong {
        println!("{name}: {} scripts", wrong.len());
        wrong.iter().take(3).for_each(|w| println!("    {w}"));
    }
    println!("{:#?}", found.counts);
    assert!(found.wrong.is_empty(), "{:?} break without a cause", found.wrong.keys());
    for (name, (kept, _)) in &found.counts {
        assert!(*kept > 100, "{name} was kept only {kept} times");
    }
}

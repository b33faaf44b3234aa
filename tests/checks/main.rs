//! Named invariants: each with a run that keeps it and one that breaks it, and the numbers that are told.

mod delayed;
mod joins;
mod kept;
mod lags;
mod mail_m4;
mod picks;
mod random;
mod report;
mod reweights;

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/cpus.rs"]
mod on_cpus;

use eevdf_lab::checks::{Checks, Report};
use eevdf_lab::scenario;
use eevdf_lab::sim::{Recording, Script, run};
use eevdf_lab::tables::number::Scale;

fn script(text: &str) -> Script {
    let parsed = scenario::parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    parsed.scenario.script
}

fn checked(text: &str) -> (Report, Recording) {
    let script = script(text);
    let recording = run(&script);
    (Checks::of(&script, &recording), recording)
}

/// What is told of one invariant of a scenario: the verdict, then each violation.
fn told(text: &str, name: &str) -> String {
    let (report, recording) = checked(text);
    of_row(&report, &recording, name)
}

fn of_row(report: &Report, recording: &Recording, name: &str) -> String {
    let row = report.row(name).expect("a named invariant");
    let scale = Scale::of(recording);
    let mut lines = vec![row.verdict()];
    for v in &row.tally.violations {
        lines.push(format!("step {}, {}: {}", v.step + 1, scale.time(&v.t), v.text));
    }
    lines.join("\n")
}

fn gallery(key: &str) -> &'static str {
    scenario::Entry::from_key(key).expect("a gallery entry").text
}

/// The scenario with another line in its header.
fn with(text: &str, line: &str) -> String {
    let (kernel, rest) = text.split_at(text.find("kernel").expect("a kernel line"));
    let (kernel_line, rest) = rest.split_once('\n').expect("a line");
    format!("{kernel}{kernel_line}\n{line}\n{rest}")
}

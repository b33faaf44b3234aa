//! Traces of real CPUs: every layout, what becomes of the events, how the model's picks compare, damaged input.

mod command;
mod hostile;
mod layouts;
#[path = "../common/program.rs"]
mod program;
mod real_traces;
mod replay;
mod round_trip;

use eevdf_lab::io::import::trace::TraceDetails;
use eevdf_lab::io::import::{Details, Imported, Options, import};
use eevdf_lab::scenario;

/// Imports a trace; its scenario has no errors.
#[track_caller]
fn imports(text: &str, options: &Options) -> Imported {
    let imported = import(text, options).unwrap_or_else(|refused| panic!("{} in\n{text}", refused.why));
    let parsed = scenario::parse(&imported.scenario);
    assert!(parsed.diagnostics.is_empty(), "{:#?}\n{}", parsed.diagnostics, imported.scenario);
    imported
}

#[track_caller]
fn details(imported: Imported) -> TraceDetails {
    match imported.details {
        Details::Trace(details) => *details,
        other => panic!("a trace, not {other:?}"),
    }
}

/// The events of an imported scenario, a line each.
fn events(imported: &Imported) -> Vec<&str> {
    imported.scenario.lines().filter(|line| line.starts_with("at ")).collect()
}

/// What was not understood, a line each.
fn said(imported: &Imported) -> Vec<String> {
    imported.said.kept().iter().map(ToString::to_string).collect()
}

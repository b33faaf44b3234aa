//! What people paste, and what becomes of it.

mod finding;
mod hostile;
mod real_files;
mod rt_app;
mod sched_debug;
mod sched_debug_layouts;
mod session;

use eevdf_lab::io::import::sched_debug::Snapshot;
use eevdf_lab::io::import::{Details, Imported, Options, import};

/// Imports a text that can be imported; its scenario has no errors.
#[track_caller]
fn imports(text: &str, options: &Options) -> Imported {
    let imported = import(text, options).unwrap_or_else(|refused| panic!("{} in\n{text}", refused.why));
    let parsed = eevdf_lab::scenario::parse(&imported.scenario);
    assert!(parsed.diagnostics.is_empty(), "{:#?}\n{}", parsed.diagnostics, imported.scenario);
    imported
}

/// The dump in a text.
#[track_caller]
fn snapshot(text: &str) -> Snapshot {
    of(imports(text, &Options::default()))
}

#[track_caller]
fn of(imported: Imported) -> Snapshot {
    match imported.details {
        Details::Snapshot(snapshot) => *snapshot,
        other => panic!("a snapshot, not {other:?}"),
    }
}

/// What was not understood, a line each.
fn said(imported: &Imported) -> Vec<String> {
    imported.said.kept().iter().map(ToString::to_string).collect()
}

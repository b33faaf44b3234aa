//! Runs scenarios given as text.

use eevdf_lab::scenario::{self, Entry};
use eevdf_lab::sim::{self, Recording};
use eevdf_lab::tables::Table;
use eevdf_lab::tables::parse::{ParsedTable, parse};
use eevdf_lab::tables::print::{MAIL_WIDTH, print};

/// The recording of a scenario without errors.
pub fn recording(text: &str) -> Recording {
    let parsed = scenario::parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    sim::run(&parsed.scenario.script)
}

/// The recording of a scenario of the gallery.
pub fn gallery(key: &str) -> Recording {
    recording(Entry::from_key(key).expect(key).text)
}

/// The table printed in the mail that a scenario of the gallery reproduces.
pub fn printed(key: &str) -> &'static str {
    Entry::from_key(key).and_then(|e| e.printed).expect(key)
}

/// A recording's default table as text.
pub fn table(recording: &Recording) -> String {
    print(&Table::default_of(recording), MAIL_WIDTH).unwrap()
}

/// The only table in a text, all of it understood.
pub fn only_table(text: &str) -> ParsedTable {
    let mut parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(parsed.tables.len(), 1, "{text}");
    parsed.tables.remove(0)
}

//! Any text as a mail with tables: what is found lies in the text.

#![no_main]

use eevdf_lab::tables::check::check;
use eevdf_lab::tables::parse::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = parse(text);
    let lines = text.lines().count() as u32;
    for table in &parsed.tables {
        let (first, last) = table.lines();
        assert!(1 <= first && first <= last && last <= lines);
    }
    assert!(parsed.diagnostics.iter().all(|d| d.line <= lines.max(1)), "{:?}", parsed.diagnostics);
    // Inferring runs the table several times.
    if parsed.tables.iter().map(|t| t.rows.len()).sum::<usize>() <= 20 {
        let _report = check(text).to_string();
    }
});

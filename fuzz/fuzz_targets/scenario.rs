//! Any text as a scenario: its diagnostics stand in the text, and what is printed of it reads back as the same.

#![no_main]

use eevdf_lab::scenario::{parse, print};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parsed = parse(text);
    let lines = text.lines().count() as u32;
    assert!(parsed.diagnostics.iter().all(|d| d.line <= lines.max(1)), "{:?}", parsed.diagnostics);
    if parsed.is_ok() {
        let printed = print(&parsed.scenario);
        let again = parse(&printed);
        assert!(again.is_ok(), "{:?}\n{printed}", again.diagnostics);
        assert_eq!(print(&again.scenario), printed);
    }
});

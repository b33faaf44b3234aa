//! Any text as a mail: its parts lie in the text in order, in slices as at once, and each is imported.

#![no_main]

use eevdf_lab::io::import::{Finding, Import, Kind, Options, find};
use eevdf_lab::scenario::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let parts = find(text).expect("short");
    let mut slices = Finding::new(text.to_string().into(), None).expect("short");
    while slices.advance(3) {}
    assert_eq!(slices.finish(), parts);
    for part in &parts {
        assert!(text.get(part.bytes.clone()).is_some() && part.lines.0 <= part.lines.1);
        let Ok(mut import) = Import::new(text.to_string().into(), part, &Options::default()) else { continue };
        while import.advance(3) {}
        if let Ok(imported) = import.finish() {
            let own = imported.kind == Kind::Scenario;
            let parsed = parse(&imported.scenario);
            assert!(own || parsed.is_ok(), "{:?}\n{}", parsed.diagnostics, imported.scenario);
        }
    }
});

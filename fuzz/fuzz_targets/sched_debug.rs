//! Any text as a sched_debug dump: what comes out loads, and every remark stands in the text.

#![no_main]

use eevdf_lab::io::import::{Kind, Options, import};
use eevdf_lab::scenario::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let lines = text.lines().count().max(1) as u32;
    match import(text, &Options { from: Some(Kind::SchedDebug), asleep: text.len() % 2 == 0, ..Options::default() }) {
        Ok(imported) => {
            let parsed = parse(&imported.scenario);
            assert!(parsed.is_ok(), "{:?}\n{}", parsed.diagnostics, imported.scenario);
            assert!(imported.said.kept().iter().all(|r| 1 <= r.line && r.line <= lines), "{:?}", imported.said);
        }
        Err(refused) => assert!(1 <= refused.why.line && refused.why.line <= lines, "{}", refused.why),
    }
});

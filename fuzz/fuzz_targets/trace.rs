//! Any text as each kind of trace: what comes out loads and runs, and every remark stands in the text.

#![no_main]

use eevdf_lab::io::import::{Kind, Options, import};
use eevdf_lab::{scenario::parse, sim};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for from in [Kind::Ftrace, Kind::PerfScript, Kind::Timehist] {
        let Ok(imported) = import(text, &Options { from: Some(from), ..Options::default() }) else { continue };
        let parsed = parse(&imported.scenario);
        assert!(parsed.is_ok(), "{:?}\n{}", parsed.diagnostics, imported.scenario);
        sim::run(&parsed.scenario.script);
        let lines = text.lines().count() as u32;
        assert!(imported.said.kept().iter().all(|remark| remark.line <= lines.max(1)));
    }
});

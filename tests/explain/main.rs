//! Stories: a scenario, and what the page and `run --format why` say about it.
//!
//! The texts are read as a reviewer reads them; `UPDATE_EXPECT=1` rewrites them after a deliberate change of wording.

mod delayed;
mod exact;
mod kernels;
mod mail_m4;

use eevdf_lab::explain::why_text;
use eevdf_lab::scenario;
use eevdf_lab::sim::{Recording, run};
use expect_test::Expect;

fn recorded(text: &str) -> Recording {
    let parsed = scenario::parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

fn gallery(key: &str) -> Recording {
    recorded(scenario::Entry::from_key(key).expect("a gallery entry").text)
}

/// The whole run.
fn why(recording: &Recording, expected: Expect) {
    let text = why_text(recording);
    assert!(text.lines().all(|l| l.chars().count() <= 78), "wider than 78 columns:\n{text}");
    expected.assert_eq(&text);
}

/// The last `count` paragraphs of the run: the events a story is about.
fn ending(text: &str, count: usize, expected: Expect) {
    let all = why_text(&recorded(text));
    let paragraphs: Vec<&str> = all.trim_end().split("\n\n").collect();
    let last = paragraphs[paragraphs.len().saturating_sub(count)..].join("\n\n");
    expected.assert_eq(&format!("{last}\n"));
}

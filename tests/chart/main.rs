//! Charts: what is drawn, where the labels stand, what is under the pointer, and that colours can be told apart.

mod axis;
mod backends;
mod colours;
mod cpus;
mod documents;
mod histogram;
mod hits;
mod labels;
mod pictures;
mod stories;
mod thinning;

use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::{Recording, run};

/// The run of a scenario's text.
fn recording(text: &str) -> Recording {
    let parsed = parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

/// The run of a scenario of the gallery.
fn gallery(key: &str) -> Recording {
    recording(Entry::from_key(key).unwrap_or_else(|| panic!("no entry {key}")).text)
}

/// A runs 10, then B joins with lag 4 and both take turns; A leaves at 24 and comes back at 28.
const TURNS: &str = "title turns\nnice0 1\ntask A weight=1 slice=6\ntask B weight=1 slice=6 lag=4\n\
                     at 0 wake A\nat 10 wake B\nat 16 tick\nat 22 tick\nat 24 sleep A\nat 28 wake A\nat 34 end\n";

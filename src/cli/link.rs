//! `link`: a scenario as a link to the page.

use super::input::{self, Input};
use super::{Done, Failure, LinkArgs, complain, place};
use crate::io::fingerprint::fingerprint;
use crate::io::link::{Link, Linked};
use crate::scenario::{Entry, parse};
use crate::sim;
use std::io::Write;

/// Prints the link.
pub(super) fn link(out: &mut impl Write, args: &LinkArgs) -> Result<Done, Failure> {
    let Input { name, text } = input::scenario(&args.scenario)?;
    let parsed = parse(&text);
    let said: String = parsed.diagnostics.iter().map(|d| place(&name, d)).collect();
    if !parsed.is_ok() {
        return Err(Failure::Input(said));
    }
    if !said.is_empty() {
        complain(&said);
    }
    let state = args.step.map(|step| state_at(&parsed.scenario.script, step)).transpose()?;
    let entry = Entry::from_key(&name).filter(|entry| entry.text == text);
    let scenario = Some(entry.map_or_else(|| Linked::Text(text.clone()), |entry| Linked::Gallery(entry.key.to_string())));
    let link = Link { scenario, step: args.step, state, ..Link::default() };
    writeln!(out, "{}#{}", args.base_url, link.write())?;
    Ok(Done::Well)
}

/// What the state after that many steps looks like.
fn state_at(script: &sim::Script, step: usize) -> Result<String, Failure> {
    let recording = sim::run(script);
    match step {
        1.. if step <= recording.len() => Ok(fingerprint(&recording.state(step - 1))),
        _ => Err(Failure::Input(format!("--step {step}: expected a step from 1 to {}", recording.len()))),
    }
}

//! A line of ftrace, trace-cmd or `perf script`: who, `[cpu]`, perhaps flags, a time, the event's name, and its fields.
//!
//! Owns where the head ends; the fields are read in [`super::fields`].

use super::event::Event;
use super::fields;
use super::scan::{bracketed, seconds, word};

/// Why a line gives no event: the piece of the line that is wrong, what is wrong, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong<'a> {
    /// A slice of the line.
    pub piece: &'a str,
    /// What was found.
    pub what: String,
    /// What was expected.
    pub expected: &'static str,
}

/// What a line should look like.
const FORM: &str = "`comm-pid [cpu] flags sec.usec: event: fields`";

/// Reads a line.
pub fn read(text: &str) -> Result<Event<'_>, Wrong<'_>> {
    let Some((cpu, at, rest)) = head(text) else {
        return Err(Wrong { piece: text, what: "a line that is no event of a trace".into(), expected: FORM });
    };
    let Some((name, rest)) = word(rest) else {
        return Err(Wrong { piece: rest, what: "a line that ends before the event's name".into(), expected: FORM });
    };
    // perf puts the subsystem in front: `sched:sched_switch:`.
    let name = name.trim_end_matches(':');
    let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
    match fields::read(name, rest.trim()) {
        Ok(what) => Ok(Event { at, cpu, what }),
        Err(expected) => {
            Err(Wrong { piece: rest.trim_start(), what: format!("fields of {name} that are not understood"), expected })
        }
    }
}

/// CPU, time, and what follows. The comm in front may hold brackets, too, so each is tried.
fn head(text: &str) -> Option<(u32, u64, &str)> {
    for (at, _) in text.match_indices('[') {
        if at > 0 && !text.as_bytes()[at - 1].is_ascii_whitespace() {
            continue;
        }
        let Some((cpu, rest)) = word(&text[at..]) else { continue };
        let Some(cpu) = bracketed(cpu) else { continue };
        let Some((first, after_first)) = word(rest) else { continue };
        if let Some(time) = stamp(first) {
            return Some((cpu, time, after_first));
        }
        // Flags, of four or five characters.
        if let Some((second, after_second)) = word(after_first)
            && let Some(time) = stamp(second)
        {
            return Some((cpu, time, after_second));
        }
    }
    None
}

fn stamp(word: &str) -> Option<u64> {
    seconds(word.strip_suffix(':')?)
}

//! Event labels as people write them: `T1 join-`, `T2 joins+`, `T1 leaves -`, `pick T2`, `tick+`.
//!
//! Owns reading them; how they are written is [`super::column::event_label`]. Must not know tables.

use super::column::event_label;
use crate::sim::recording::{Phase, Verb};
use std::fmt;

/// An event label as understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLabel {
    /// The task it names.
    pub task: Option<String>,
    /// What happens.
    pub verb: Verb,
    /// `-`: before, `+` or nothing: after; picks have neither.
    pub phase: Phase,
}

/// As tables of our own print it.
impl fmt::Display for EventLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&event_label(self.verb, self.phase, self.task.as_deref()))
    }
}

/// What an event label may look like, for diagnostics.
pub const EXPECTED: &str = "an event such as `T1 join-`, `T1 join+`, `T1 leave-`, `pick T1` or `tick+`";

/// Longest label in bytes: several times what fits a cell.
const MAX_LABEL: usize = 200;

/// Reads an event label.
pub fn parse(text: &str) -> Option<EventLabel> {
    if text.len() > MAX_LABEL {
        return None;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let (body, phase) = signed(&words)?;
    if let Some((verb, task)) = by_last_words(&body).filter(|(verb, _)| *verb != Verb::Pick) {
        return Some(EventLabel { task, verb, phase });
    }
    pick(&words)
}

/// `pick X`, `picks X`, `pick -> X`, `X picked`.
fn pick(words: &[&str]) -> Option<EventLabel> {
    let name = match words {
        [first, "->" | "→" | "=>" | ":", rest @ ..] | [first, rest @ ..] if is_pick(first) => rest,
        [rest @ .., last] if is_pick(last) => rest,
        _ => return None,
    };
    let name = name.join(" ");
    let task = (!matches!(name.as_str(), "" | "-" | "idle" | "NULL")).then_some(name);
    Some(EventLabel { task, verb: Verb::Pick, phase: Phase::Pick })
}

fn is_pick(word: &str) -> bool {
    matches!(word.trim_end_matches(':').to_ascii_lowercase().as_str(), "pick" | "picks" | "picked")
}

/// Takes the sign off the last word.
fn signed<'a>(words: &[&'a str]) -> Option<(Vec<&'a str>, Phase)> {
    let mut body = words.to_vec();
    let last = body.pop()?;
    let (word, phase) = match last.chars().next_back()? {
        '+' => (&last[..last.len() - 1], Phase::After),
        sign @ ('-' | '\u{2212}' | '\u{2013}') => (&last[..last.len() - sign.len_utf8()], Phase::Before),
        _ => (last, Phase::After),
    };
    if !word.is_empty() {
        body.push(word);
    }
    Some((body, phase))
}

/// The verb in the last one or two words, and the task in those before it.
fn by_last_words(words: &[&str]) -> Option<(Verb, Option<String>)> {
    let (verb, task) = match words {
        [task @ .., first, second] if two_words(first, second).is_some() => (two_words(first, second)?, task),
        [task @ .., last] => (verb(last)?, task),
        [] => return None,
    };
    let task = task.join(" ");
    Some((verb, (!task.is_empty()).then_some(task)))
}

fn two_words(first: &str, second: &str) -> Option<Verb> {
    match (first.to_ascii_lowercase().as_str(), second.to_ascii_lowercase().as_str()) {
        ("slice", "end" | "ends") => Some(Verb::SliceEnd),
        ("wakes", "up") => Some(Verb::Wake),
        _ => None,
    }
}

fn verb(word: &str) -> Option<Verb> {
    Some(match word.to_ascii_lowercase().as_str() {
        "join" | "joins" | "joined" => Verb::Join,
        "rejoin" | "rejoins" | "rejoined" | "re-join" | "re-joins" => Verb::Rejoin,
        "leave" | "leaves" | "left" | "sleep" | "sleeps" => Verb::Leave,
        "wake" | "wakes" | "wakeup" => Verb::Wake,
        "fork" | "forks" => Verb::Fork,
        "exit" | "exits" => Verb::Exit,
        "yield" | "yields" => Verb::Yield,
        "nice" => Verb::Nice,
        "slice" => Verb::Slice,
        "reweight" | "reweights" => Verb::Reweight,
        "setlag" => Verb::SetLag,
        "tick" | "ticks" => Verb::Tick,
        "slice-end" => Verb::SliceEnd,
        "resched" => Verb::Resched,
        "start" => Verb::Start,
        "end" => Verb::End,
        "server" => Verb::FairServer,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<String>, Verb, Phase)> {
        parse(text).map(|e| (e.task, e.verb, e.phase))
    }

    fn named(task: &str, verb: Verb, phase: Phase) -> Option<(Option<String>, Verb, Phase)> {
        Some((Some(task.to_string()), verb, phase))
    }

    #[test]
    fn both_mails_spellings_are_understood() {
        assert_eq!(read("T1 join-"), named("T1", Verb::Join, Phase::Before));
        assert_eq!(read("T1 joins+"), named("T1", Verb::Join, Phase::After));
        assert_eq!(read(" T1  joins "), named("T1", Verb::Join, Phase::After));
        assert_eq!(read("T2 leaves -"), named("T2", Verb::Leave, Phase::Before));
        assert_eq!(read("T2 rejoin\u{2212}"), named("T2", Verb::Rejoin, Phase::Before));
        assert_eq!(read("pick T2"), named("T2", Verb::Pick, Phase::Pick));
        assert_eq!(read("pick -> T2"), named("T2", Verb::Pick, Phase::Pick));
        assert_eq!(read("tick+"), Some((None, Verb::Tick, Phase::After)));
        assert_eq!(read("T1 slice end-"), named("T1", Verb::SliceEnd, Phase::Before));
        assert_eq!(read("my task join+"), named("my task", Verb::Join, Phase::After));
    }

    #[test]
    fn anything_else_is_not_an_event() {
        for text in ["", "+", "T1", "T1 jumps", "36", "the task that joins the queue at last", "NA"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_label_of_our_own_is_read_back() {
        use Verb::*;
        for verb in [Join, Rejoin, Wake, Fork, Leave, Exit, Yield, Nice, Slice, Reweight, SetLag, Tick, SliceEnd] {
            for phase in [Phase::Before, Phase::After] {
                assert_eq!(read(&event_label(verb, phase, Some("T1"))), named("T1", verb, phase));
            }
        }
        for verb in [Start, Resched, End] {
            assert_eq!(read(&event_label(verb, Phase::After, None)), Some((None, verb, Phase::After)));
        }
    }
}

//! `Offer`: one thing that was found in a text, as a person picks it.

use super::report::lines;
use crate::io::import::remark::plain;
use crate::io::import::{Kind, Part};

/// Longest piece of the text that is shown, in characters.
const EXCERPT: usize = 72;

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it is: `a worked table`.
    pub title: &'static str,
    /// Where: `lines 12 to 14`.
    pub lines: String,
    /// What becomes of it, or why nothing does; a sentence.
    pub sentence: String,
    /// How its first line begins.
    pub begins: String,
    /// Whether it can be opened.
    pub can: bool,
}

impl Offer {
    /// The offer of a part of a text.
    pub fn of(part: &Part, text: &str) -> Offer {
        let first = text.get(part.bytes.clone()).and_then(|t| t.lines().find(|line| !line.trim().is_empty())).unwrap_or("");
        let sentence = match part.kind.refusal() {
            Some(why) => format!("Can not be opened: {why}."),
            None => becomes(part.kind).to_string(),
        };
        let begins = plain(first.trim(), EXCERPT);
        Offer {
            title: part.kind.title(),
            lines: lines(part.lines.0, part.lines.1),
            sentence,
            begins,
            can: part.kind.refusal().is_none(),
        }
    }
}

/// What becomes of a kind.
fn becomes(kind: Kind) -> &'static str {
    match kind {
        Kind::Scenario => "Opens as it is.",
        Kind::Table => "Opens as the scenario that it is a run of, each printed cell checked.",
        Kind::SchedDebug => "Opens at the state of one queue, with V and the lags computed and the letters E and N compared.",
        Kind::RtApp => "Opens with a behaviour for each task.",
        Kind::Ftrace | Kind::PerfScript | Kind::Timehist => {
            "Opens as the events of one CPU, the model's picks beside the real ones."
        }
        Kind::ProcSched | Kind::LkpRows | Kind::PerfLatency | Kind::Recording => "",
    }
}

/// What is recognised, a line each, for a text in which nothing was found.
pub fn recognised() -> Vec<(&'static str, &'static str)> {
    vec![
        (
            "Worked tables",
            "a header with a column `event` and at least one more that is known (time, W, v, V, lag, ...), columns separated by `|`",
        ),
        ("sched_debug", "/sys/kernel/debug/sched/debug of 6.6 and later, whole or in pieces"),
        ("Traces", "text of ftrace, trace-cmd report, perf script, perf sched script, perf sched timehist"),
        ("rt-app workloads", "JSON with \"tasks\""),
        ("Scenarios", "lines such as `task A`, `at 0 wake A`"),
    ]
}

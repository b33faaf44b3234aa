//! What is known of a run from outside the model: the table that a mail prints of it, the picks of a traced CPU.
//!
//! Owns how these are kept beside a scenario, and that they count only for the text they belong to. Must not know where they came from.

use super::library::{Library, Source};
use crate::scenario::Override;
use crate::tables::Column;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A pick of a traced CPU that the model would not have made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TracedPick {
    /// Its step in the run.
    pub step: usize,
    /// Its line in the trace.
    pub line: u32,
    /// Whom the model would have picked; `None`: nobody.
    pub model: Option<String>,
    /// Whether that is the task that was running.
    pub stays: bool,
    /// Whether the model holds the real pick for eligible.
    pub eligible: bool,
}

impl TracedPick {
    /// What the model would have done, in a few words.
    pub fn words(&self) -> String {
        match (&self.model, self.stays) {
            (Some(task), true) => format!("the model lets {task} run on"),
            (Some(task), false) => format!("the model picks {task}"),
            (None, _) => "the model picks nobody".to_string(),
        }
    }

    /// The same as a sentence, with the place in the trace.
    pub fn sentence(&self) -> String {
        let eligible = if self.eligible { "" } else { "; for the model the real pick is not eligible" };
        format!("Line {} of the trace: {}{eligible}.", self.line, self.words())
    }
}

/// What is known of one run.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// The text of a table printed in a mail that the scenario reproduces.
    pub printed: Option<Arc<str>>,
    /// What columns of it mean that have headers of their own.
    pub columns: Vec<(String, Column)>,
    /// The picks in which a trace and the model differ, in order of steps.
    pub picks: Arc<[TracedPick]>,
}

impl Outside {
    /// What is known of a source's text run as written. Nothing of a text that was changed since.
    pub fn of(library: &Library, source: &Source, text: &str, over: &Override) -> Outside {
        if *over != Override::default() {
            return Outside::default();
        }
        match source {
            Source::Gallery(_) if library.text(source) == text => {
                Outside { printed: library.entry(source).printed.map(Arc::from), ..Outside::default() }
            }
            Source::Gallery(_) => Outside::default(),
            Source::Copy(_) => match library.report(source).filter(|report| report.is_of(text)) {
                Some(report) => Outside {
                    printed: report.printed.as_deref().map(Arc::from),
                    columns: report.columns(),
                    picks: report.picks.iter().cloned().collect(),
                },
                None => Outside::default(),
            },
        }
    }
}

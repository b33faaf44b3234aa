//! Opening another scenario, and deleting copies.
//!
//! Owns what is shown of a scenario before it is read, and what does not outlive a change to another one. Must not know who asks.

use super::Session;
use super::lane::Lane;
use super::library::{CopyId, EditedCopy, Library, Source};
use super::outside::Outside;
use super::pending::Pending;
use crate::scenario::gallery::Entry;
use crate::scenario::{Override, Scenario, parse};
use crate::sim::script::Variant;
use std::sync::Arc;

impl Session {
    pub(super) fn open(&mut self, source: Source) {
        if source == self.source {
            return;
        }
        self.source = source;
        self.reopen();
    }

    /// Shows the source as it now is, from its first step.
    pub(super) fn reopen(&mut self) {
        self.text = Arc::new(self.library.text(&self.source).to_string());
        let lane = fallback_lane(&self.library, &self.source);
        (self.cursor, self.selected, self.range, self.playing) = (0, None, None, false);
        self.lane = Arc::new(lane);
        (self.step_then, self.arriving, self.rounding) = (None, None, None);
        self.notices.clear();
        (self.comparison, self.comparing, self.row, self.to_difference) = (None, None, 0, false);
        self.find_rounding();
        self.unchecked = true;
        self.check();
    }

    pub(super) fn delete(&mut self, id: CopyId) {
        let base = self.library.entry(&Source::Copy(id)).key.to_string();
        let deleted = self.library.delete(id);
        if deleted.is_some() {
            self.deleted = deleted;
        }
        if self.source == Source::Copy(id) {
            self.open(Source::Gallery(base));
        }
    }

    pub(super) fn undelete(&mut self) {
        if let Some(copy) = self.deleted.take() {
            let source = Source::Copy(copy.id);
            self.library.restore(copy);
            self.open(source);
        }
    }
}

/// Longer texts, in bytes, are not read only to see whether they are long runs.
const LONG_TEXT: usize = 100_000;

/// What is shown of a source at first: its last version without errors, or what it began as. (Whether its present text has errors is
/// found next.) Of one that takes long to run there is nothing yet but its title.
pub(super) fn fallback_lane(library: &Library, source: &Source) -> Lane {
    let copy = match source {
        Source::Gallery(_) => None,
        Source::Copy(id) => library.copy(*id),
    };
    let good = copy.and_then(|copy| copy.good.as_deref());
    let base = copy.and_then(|copy| Entry::from_key(&copy.base)).map(|entry| entry.text);
    for text in [good.unwrap_or(library.text(source))].into_iter().chain(base) {
        if text.len() > LONG_TEXT {
            break;
        }
        let parsed = parse(text);
        if parsed.is_ok() {
            let (over, title, variant) =
                (Override::default(), parsed.scenario.title.clone(), parsed.scenario.script.variant.clone());
            let outside = Outside::of(library, source, text, &over);
            let mut pending = Pending::new(text.to_string(), over, parsed.scenario, outside);
            return if pending.at_once() { pending.finish() } else { nothing_yet(title, variant) };
        }
    }
    nothing_yet(copy.map(EditedCopy::title).unwrap_or_default(), parse("").scenario.script.variant)
}

/// A lane without a step.
fn nothing_yet(title: String, variant: Variant) -> Lane {
    let mut scenario = Scenario { title, ..parse("").scenario };
    scenario.script.variant = variant;
    Lane::new("", Override::default(), scenario, Outside::default())
}

//! Opening another scenario, and deleting copies.
//!
//! Owns what is shown of a scenario before it is read, and what does not outlive a change to another one. Must not know who asks.

use super::lane::Lane;
use super::library::{CopyId, Library, Source};
use super::outside::Outside;
use super::{Session, pending};
use crate::scenario::{GALLERY, Override, parse};
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

/// What is shown of a source at first: its last version without errors. (Whether its present text has errors is found next.)
pub(super) fn fallback_lane(library: &Library, source: &Source) -> Lane {
    let good = match source {
        Source::Gallery(_) => None,
        Source::Copy(id) => library.copy(*id).and_then(|c| c.good.as_deref()),
    };
    let candidates = good.into_iter().chain([library.entry(source).text, GALLERY[0].text]);
    let mut readable =
        candidates.map(|text| (text, parse(text))).filter(|(_, p)| p.is_ok() && !pending::is_long(&p.scenario.script));
    match readable.next() {
        Some((text, parsed)) => {
            let outside = Outside::of(library, source, text, &Override::default());
            Lane::new(text, Override::default(), parsed.scenario, outside)
        }
        None => Lane::new("", Override::default(), parse("").scenario, Outside::default()),
    }
}

//! `Walk`: all steps in order, each made from the one before by what changed. With many tasks that is many times as fast as making
//! each anew, since an event changes few of them.
//!
//! Must not know what the words mean.

use super::store::Cursor;
use super::words::Words;
use super::{Recording, Step};

/// Reads steps in order, without their notes.
pub struct Walk<'a> {
    recording: &'a Recording,
    cursor: Cursor<'a>,
    /// The next step.
    index: usize,
    /// The step shown last, and its words.
    shown: Option<(Step, Words)>,
}

impl<'a> Walk<'a> {
    /// From step `first` on.
    pub(super) fn new(recording: &'a Recording, first: usize) -> Walk<'a> {
        Walk { recording, cursor: recording.store.cursor_from(first), index: first, shown: None }
    }

    /// The next step; `None` after the last.
    pub fn next_step(&mut self) -> Option<&Step> {
        let words = self.cursor.next()?;
        let last_pick = self.recording.last_picks[self.index];
        self.index += 1;
        match &mut self.shown {
            Some((step, before)) => {
                self.recording.reading.update(step, before, words, last_pick);
                before.copy_from_slice(words);
            }
            None => self.shown = Some((self.recording.reading.step(words, last_pick), words.clone())),
        }
        self.shown.as_ref().map(|(step, _)| step)
    }
}

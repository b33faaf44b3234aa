//! What the page reads of a session.
//!
//! Must not change anything.

use super::Session;
use super::choices::{Panels, Speed, ThemeChoice};
use super::lane::Lane;
use super::library::{EditedCopy, Library, Source};
use super::pending::Progress;
use super::rounding::Rounding;
use super::variant;
use crate::chart::TimeRange;
use crate::scenario::{Diagnostic, Override, Severity};
use crate::sim::script::{TaskId, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What the page reads.
impl Session {
    /// The scenarios to choose from.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Which of them is open.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The editor's text.
    pub fn text(&self) -> &Arc<String> {
        &self.text
    }

    /// What is wrong in the text, as of the last check.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Whether the text has errors, so that what is shown is an earlier version.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }

    /// The run that is shown: the last one without errors.
    pub fn lane(&self) -> &Arc<Lane> {
        &self.lane
    }

    /// The step that is shown, counted from 0.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The selected task.
    pub fn selected(&self) -> Option<TaskId> {
        self.selected
    }

    /// The visible part of the run; `None`: all of it.
    pub fn range(&self) -> Option<TimeRange> {
        self.range
    }

    /// Whether it plays.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// How fast it plays.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// Light or dark.
    pub fn theme(&self) -> ThemeChoice {
        self.theme
    }

    /// Which panels are open.
    pub fn panels(&self) -> Panels {
        self.panels
    }

    /// The copy deleted last, which can be put back.
    pub fn deleted(&self) -> Option<&EditedCopy> {
        self.deleted.as_ref()
    }

    /// Whether the browser keeps nothing.
    pub fn storage_failed(&self) -> bool {
        self.storage_failed
    }

    /// What is chosen over the text's variant.
    pub fn over(&self) -> Override {
        self.chosen.get(&self.source).cloned().unwrap_or_default()
    }

    /// The same for every source of which anything is chosen.
    pub fn chosen(&self) -> &BTreeMap<Source, Override> {
        &self.chosen
    }

    /// The variant in the text.
    pub fn written(&self) -> &Variant {
        &self.written
    }

    /// The variant that is asked for; the run shown may be an earlier one if it has errors.
    pub fn variant(&self) -> Variant {
        variant::effective(&self.written, &self.over())
    }

    /// The command line that prints what is shown.
    pub fn command(&self) -> String {
        match &self.source {
            Source::Gallery(key) => variant::command(key, &self.over()),
            Source::Copy(_) => variant::command("FILE", &self.over()),
        }
    }

    /// How far the run under way is, if there is one.
    pub fn progress(&self) -> Option<Progress> {
        self.pending.as_ref().map(|p| p.progress())
    }

    /// Whether the run of the present text was given up, so that an earlier one is shown.
    pub fn cancelled(&self) -> bool {
        self.cancelled
    }

    /// Whether values are shown as raw words.
    pub fn raw(&self) -> bool {
        self.raw
    }

    /// Whether the difference to exact arithmetic is wanted.
    pub fn wants_rounding(&self) -> bool {
        self.wants_rounding
    }

    /// The exact run beside the one shown, if it is wanted and there is one.
    pub fn rounding(&self) -> Option<&Arc<Rounding>> {
        self.rounding.as_ref()
    }
}

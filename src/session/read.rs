//! What the page reads of a session.
//!
//! Must not change anything.

use super::Session;
use super::choices::{Panels, Speed, ThemeChoice};
use super::compare::{self, Comparison};
use super::lane::Lane;
use super::library::{EditedCopy, Library, Source};
use super::pending::Progress;
use super::rounding::Rounding;
use super::variant;
use crate::chart::TimeRange;
use crate::lanes::Side;
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

    /// What is to be told of the link that was followed, a sentence each.
    pub fn notices(&self) -> &[String] {
        &self.notices
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
        let file = match &self.source {
            Source::Gallery(key) => key,
            Source::Copy(_) => "FILE",
        };
        match self.over_b() {
            None => variant::command(file, &self.over()),
            Some(over_b) => {
                let (a, b) = (self.variant(), variant::effective(&self.written, &over_b));
                compare::command(file, [&a, &b], [&self.over(), &over_b])
            }
        }
    }

    /// What is chosen over the text's variant for lane B, if there is one.
    pub fn over_b(&self) -> Option<Override> {
        self.compared.get(&self.source).cloned()
    }

    /// The same for every source that is compared.
    pub fn compared(&self) -> &BTreeMap<Source, Override> {
        &self.compared
    }

    /// What is chosen over the text's variant for a lane; nothing for a lane B that is not there.
    pub fn over_of(&self, side: Side) -> Override {
        match side {
            Side::A => self.over(),
            Side::B => self.over_b().unwrap_or_default(),
        }
    }

    /// The variant that is asked for in a lane.
    pub fn variant_of(&self, side: Side) -> Variant {
        variant::effective(&self.written, &self.over_of(side))
    }

    /// What is wrong in the text under a lane's variant.
    pub fn diagnostics_of(&self, side: Side) -> &[Diagnostic] {
        match side {
            Side::A => &self.diagnostics,
            Side::B => &self.b_diagnostics,
        }
    }

    /// Both lanes, once they are compared.
    pub fn comparison(&self) -> Option<&Arc<Comparison>> {
        self.comparison.as_ref()
    }

    /// The row of the comparison that is shown.
    pub fn row(&self) -> usize {
        self.row
    }

    /// Where the cursor is among all of its places, and the last of them.
    pub fn place(&self) -> (usize, usize) {
        match &self.comparison {
            Some(comparison) => (self.row, comparison.len().saturating_sub(1)),
            None => (self.cursor, self.lane.recording.len().saturating_sub(1)),
        }
    }

    /// Whether the charts of A and B are below each other.
    pub fn stacked(&self) -> bool {
        self.stacked
    }

    /// Whose state is shown in full.
    pub fn state_of(&self) -> Side {
        self.state_of
    }

    /// How far the run under way is, if there is one.
    pub fn progress(&self) -> Option<Progress> {
        self.pending.as_ref().map(|p| p.progress()).or_else(|| self.comparing.as_ref().map(|c| c.progress()))
    }

    /// Whether the run of the present text was given up, so that an earlier one is shown.
    pub fn cancelled(&self) -> bool {
        self.cancelled
    }

    /// Whether the run, or either lane, keeps J.
    pub fn has_j(&self) -> bool {
        match &self.comparison {
            Some(comparison) => comparison.sides.iter().any(|lane| lane.recording.has_j),
            None => self.lane.recording.has_j,
        }
    }

    /// Whether the chart of J shows J's bound.
    pub fn shows_bound(&self) -> bool {
        self.shows_bound
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

//! `Session`: the page's whole state as plain Rust. Messages go in, the state changes, the page draws what it finds.
//!
//! Owns what every control does. Must not know a browser: no elements, no timers, no storage (the page brings their messages
//! here and carries out what the state asks for).

pub mod choices;
pub mod copies;
pub mod cursor;
pub mod derived;
pub mod fields;
pub mod keys;
pub mod lane;
pub mod legend;
pub mod library;
pub mod places;
pub mod rows;
pub mod saved;
pub mod status;
pub mod zoom;

#[cfg(test)]
mod tests;

use crate::chart::TimeRange;
use crate::scenario::{Diagnostic, GALLERY, Severity, parse};
use crate::sim::script::TaskId;
use choices::{Panel, Panels, Speed, ThemeChoice};
use cursor::Go;
use lane::Lane;
use library::{CopyId, EditedCopy, Library, Source};
use saved::Saved;
use std::sync::Arc;
use zoom::Zoom;

/// What a person, a timer or the browser asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// The cursor moves.
    Go(Go),
    /// Play or pause.
    TogglePlay,
    /// The timer of playing fired.
    Tick,
    /// Another speed.
    Speed(Speed),
    /// A task was clicked: selects it, or nothing if it was selected.
    Select(TaskId),
    /// Zoom or pan.
    Zoom(Zoom),
    /// Clears selection and zoom, and stops playing.
    Clear,
    /// The text was changed; it is kept at once and read with [`Msg::Check`].
    Edit(String),
    /// Typing paused: read the text and run it.
    Check,
    /// Another scenario.
    Open(Source),
    /// Deletes an edited copy.
    Delete(CopyId),
    /// Puts the copy deleted last back.
    Undelete,
    /// Light or dark.
    Theme(ThemeChoice),
    /// Opens or closes a panel.
    Panel(Panel, bool),
    /// The browser keeps nothing.
    StorageFailed,
}

/// The state of the page.
#[derive(Clone, Debug)]
pub struct Session {
    library: Library,
    source: Source,
    text: String,
    unchecked: bool,
    diagnostics: Vec<Diagnostic>,
    lane: Arc<Lane>,
    cursor: usize,
    selected: Option<TaskId>,
    range: Option<TimeRange>,
    playing: bool,
    speed: Speed,
    theme: ThemeChoice,
    panels: Panels,
    deleted: Option<EditedCopy>,
    storage_failed: bool,
}

/// The scenario that a first visit shows.
const FIRST: &str = "m4-sum-jlag";

impl Session {
    /// A session that goes on from what was kept; `seed` is a number that no other window has (the present time).
    pub fn new(saved: Saved, seed: CopyId) -> Session {
        let library = Library::new(saved.copies, seed);
        let source = saved.source.filter(|s| match s {
            Source::Gallery(key) => GALLERY.iter().any(|e| e.key == key),
            Source::Copy(id) => library.copy(*id).is_some(),
        });
        let source = source.unwrap_or_else(|| Source::Gallery(FIRST.to_string()));
        let lane = Arc::new(fallback_lane(&library, &source));
        let mut session = Session {
            text: library.text(&source).to_string(),
            library,
            source,
            unchecked: true,
            diagnostics: Vec::new(),
            lane,
            cursor: 0,
            selected: None,
            range: None,
            playing: false,
            speed: saved.speed,
            theme: saved.theme,
            panels: Panels { editor: saved.editor, ..Panels::default() },
            deleted: None,
            storage_failed: false,
        };
        session.check();
        session.go(Go::To(saved.step));
        session
    }

    /// Takes one message.
    pub fn update(&mut self, msg: Msg) {
        match msg {
            Msg::Go(go) => self.go(go),
            Msg::TogglePlay => self.toggle_play(),
            Msg::Tick => self.tick(),
            Msg::Speed(speed) => self.speed = speed,
            Msg::Select(task) => self.selected = (self.selected != Some(task)).then_some(task),
            Msg::Zoom(zoom) => self.range = zoom::zoomed(self.range, zoom, self.lane.series.time(self.cursor), &self.lane.series),
            Msg::Clear => (self.selected, self.range, self.playing) = (None, None, false),
            Msg::Edit(text) => self.edit(text),
            Msg::Check => self.check(),
            Msg::Open(source) => self.open(source),
            Msg::Delete(id) => self.delete(id),
            Msg::Undelete => self.undelete(),
            Msg::Theme(theme) => self.theme = theme,
            Msg::Panel(panel, open) => self.panels.set(panel, open),
            Msg::StorageFailed => self.storage_failed = true,
        }
    }

    fn go(&mut self, go: Go) {
        let to = cursor::target(&self.lane.recording, &self.lane.table, self.selected, self.cursor, go);
        if to == self.cursor {
            return;
        }
        self.cursor = to;
        let series = &self.lane.series;
        self.range = self.range.map(|range| range.showing(series.time(to), TimeRange::whole(series)));
    }

    fn last(&self) -> usize {
        self.lane.recording.len().saturating_sub(1)
    }

    /// Playing from the last step starts over.
    fn toggle_play(&mut self) {
        self.playing = !self.playing && self.last() > 0;
        if self.playing && self.cursor == self.last() {
            self.go(Go::First);
        }
    }

    /// Playing stops at the last step.
    fn tick(&mut self) {
        if self.playing {
            self.go(Go::Forward);
            self.playing = self.cursor < self.last();
        }
    }

    fn edit(&mut self, text: String) {
        if text != self.text {
            self.source = self.library.edit(&self.source, &text);
            self.text = text;
            self.unchecked = true;
        }
    }

    /// Reads the text; without errors it is run and shown, the cursor staying at its step where there still is one.
    fn check(&mut self) {
        if !std::mem::take(&mut self.unchecked) {
            return;
        }
        let parsed = parse(&self.text);
        let ok = parsed.is_ok();
        self.diagnostics = parsed.diagnostics;
        if let Some(diagnostic) = lane::too_long(&parsed.scenario.script).filter(|_| ok) {
            self.diagnostics.push(diagnostic);
        } else if ok {
            self.library.mark_good(&self.source);
            if self.text != self.lane.text {
                let printed = printed(&self.library, &self.source);
                self.show(Lane::new(&self.text, parsed.scenario, printed));
            }
        }
    }

    fn show(&mut self, lane: Lane) {
        let old = std::mem::replace(&mut self.lane, Arc::new(lane));
        let (old, new) = (&old.recording, &self.lane.recording);
        self.cursor = cursor::carried_over(old, self.cursor, new);
        self.selected = self.selected.and_then(|task| cursor::same_task(old, task, new));
        self.range = None;
        self.playing &= self.cursor < self.last();
    }

    fn open(&mut self, source: Source) {
        if source == self.source {
            return;
        }
        self.text = self.library.text(&source).to_string();
        let lane = fallback_lane(&self.library, &source);
        self.source = source;
        (self.cursor, self.selected, self.range, self.playing) = (0, None, None, false);
        self.lane = Arc::new(lane);
        self.unchecked = true;
        self.check();
    }

    fn delete(&mut self, id: CopyId) {
        let base = self.library.entry(&Source::Copy(id)).key.to_string();
        let deleted = self.library.delete(id);
        if deleted.is_some() {
            self.deleted = deleted;
        }
        if self.source == Source::Copy(id) {
            self.open(Source::Gallery(base));
        }
    }

    fn undelete(&mut self) {
        if let Some(copy) = self.deleted.take() {
            let source = Source::Copy(copy.id);
            self.library.restore(copy);
            self.open(source);
        }
    }
}

/// What is shown of a source at first: its last version without errors. (Whether its present text has errors is found next.)
fn fallback_lane(library: &Library, source: &Source) -> Lane {
    let good = match source {
        Source::Gallery(_) => None,
        Source::Copy(id) => library.copy(*id).and_then(|c| c.good.as_deref()),
    };
    let candidates = good.into_iter().chain([library.entry(source).text, GALLERY[0].text]);
    let mut readable =
        candidates.map(|text| (text, parse(text))).filter(|(_, p)| p.is_ok() && lane::too_long(&p.scenario.script).is_none());
    match readable.next() {
        Some((text, parsed)) => {
            Lane::new(text, parsed.scenario, printed(library, source).filter(|_| text == library.text(source)))
        }
        None => Lane::new("", parse("").scenario, None),
    }
}

/// The table printed in a mail that a source reproduces: only of a gallery entry as it is.
fn printed(library: &Library, source: &Source) -> Option<&'static str> {
    match source {
        Source::Gallery(_) => library.entry(source).printed,
        Source::Copy(_) => None,
    }
}

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
    pub fn text(&self) -> &str {
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
}

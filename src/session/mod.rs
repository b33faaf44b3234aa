//! `Session`: the page's whole state as plain Rust. Messages go in, the state changes, the page draws what it finds.
//!
//! Owns what every control does. Must not know a browser: no elements, no timers, no storage (the page brings their messages
//! here and carries out what the state asks for).

pub mod bound;
pub mod checks;
pub mod choices;
pub mod compare;
pub mod cursor;
pub mod derived;
pub mod export;
pub mod fields;
pub mod import;
pub mod keys;
pub mod lane;
pub mod latency;
pub mod legend;
pub mod library;
pub mod link;
mod open;
pub mod outside;
pub mod pending;
pub mod places;
mod raw;
mod read;
pub mod rounding;
pub mod rows;
pub mod saved;
pub mod status;
pub mod variant;
pub mod zoom;

#[cfg(test)]
mod compare_tests;
#[cfg(test)]
mod export_tests;
#[cfg(test)]
mod link_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod variant_tests;

use crate::chart::TimeRange;
use crate::kernels::ArithKind;
use crate::lanes::Side;
use crate::scenario::{Diagnostic, GALLERY, Override, parse, parse_as};
use crate::sim::script::{TaskId, Variant};
use choices::{Panel, Panels, Speed, ThemeChoice};
use compare::pending::PendingComparison;
use compare::{Compare, Comparison};
use cursor::Go;
use import::{Bring, Intake};
use lane::Lane;
use library::{CopyId, EditedCopy, Library, Source};
use link::{Arriving, Followed};
use open::fallback_lane;
use outside::Outside;
use pending::Pending;
use rounding::Rounding;
use saved::Saved;
use std::collections::BTreeMap;
use std::sync::Arc;
use variant::Choose;
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
    /// Another variant than the text's.
    Variant(Choose),
    /// What is done with lane B.
    Compare(Compare),
    /// Goes on with a run under way, by about so many steps.
    Compute(usize),
    /// Gives a run under way up.
    Cancel,
    /// Begins the run that was given up again.
    Restart,
    /// Whether values are shown as raw words.
    Raw(bool),
    /// Whether the chart of J shows J's bound.
    Bound(bool),
    /// Whether the difference to exact arithmetic is shown.
    Rounding(bool),
    /// The browser keeps nothing.
    StorageFailed,
    /// Something led to a link.
    Follow(Followed),
    /// What was said of a link has been read.
    Dismiss,
    /// What is done with what a person brings.
    Import(Bring),
}

/// The state of the page.
#[derive(Debug)]
pub struct Session {
    library: Library,
    source: Source,
    text: Arc<String>,
    /// The variant in the text.
    written: Variant,
    /// What is chosen over it, for each source of which anything is.
    chosen: BTreeMap<Source, Override>,
    unchecked: bool,
    diagnostics: Vec<Diagnostic>,
    lane: Arc<Lane>,
    pending: Option<Box<Pending>>,
    cancelled: bool,
    /// The step to go to when the run under way is shown.
    step_then: Option<usize>,
    /// Where the link that was followed leads, until the run is there.
    arriving: Option<Arriving>,
    /// What is to be told of the link that was followed.
    notices: Vec<String>,
    raw: bool,
    shows_bound: bool,
    wants_rounding: bool,
    rounding: Option<Arc<Rounding>>,
    /// What is chosen over the text for lane B, for each source that is compared.
    compared: BTreeMap<Source, Override>,
    comparing: Option<Box<PendingComparison>>,
    comparison: Option<Arc<Comparison>>,
    /// What is wrong in the text under lane B's variant.
    b_diagnostics: Vec<Diagnostic>,
    /// Whether the cursor goes to the first difference when there is a comparison.
    to_difference: bool,
    stacked: bool,
    state_of: Side,
    /// The row of the comparison that is shown; without one it means nothing.
    row: usize,
    cursor: usize,
    selected: Option<TaskId>,
    range: Option<TimeRange>,
    playing: bool,
    speed: Speed,
    theme: ThemeChoice,
    panels: Panels,
    deleted: Option<EditedCopy>,
    /// What a person brought last.
    intake: Option<Box<Intake>>,
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
            text: Arc::new(library.text(&source).to_string()),
            written: lane.scenario.script.variant.clone(),
            chosen: saved.chosen,
            library,
            source,
            unchecked: true,
            diagnostics: Vec::new(),
            lane,
            pending: None,
            cancelled: false,
            step_then: None,
            arriving: None,
            notices: Vec::new(),
            raw: false,
            shows_bound: false,
            wants_rounding: false,
            rounding: None,
            compared: saved.compared,
            comparing: None,
            comparison: None,
            b_diagnostics: Vec::new(),
            to_difference: false,
            stacked: saved.stacked,
            state_of: Side::A,
            row: 0,
            cursor: 0,
            selected: None,
            range: None,
            playing: false,
            speed: saved.speed,
            theme: saved.theme,
            panels: Panels { editor: saved.editor, ..Panels::default() },
            deleted: None,
            intake: None,
            storage_failed: false,
        };
        session.check();
        match session.pending.is_some() {
            true => session.step_then = Some(saved.step),
            false => session.go(Go::To(saved.step)),
        }
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
            Msg::Zoom(zoom) => self.range = zoom::zoomed(self.range, zoom, self.time(), &self.lane.series),
            Msg::Clear => (self.selected, self.range, self.playing) = (None, None, false),
            Msg::Edit(text) => self.edit(text),
            Msg::Check => self.check(),
            Msg::Open(source) => self.open(source),
            Msg::Delete(id) => self.delete(id),
            Msg::Undelete => self.undelete(),
            Msg::Theme(theme) => self.theme = theme,
            Msg::Panel(panel, open) => self.panels.set(panel, open),
            Msg::StorageFailed => self.storage_failed = true,
            Msg::Follow(to) => self.follow(to),
            Msg::Dismiss => self.notices.clear(),
            Msg::Import(bring) => self.bring(bring),
            Msg::Variant(choice) => self.choose(choice),
            Msg::Compute(steps) => self.compute(steps),
            Msg::Compare(asked) => self.compare_as(asked),
            Msg::Cancel => self.cancelled |= self.pending.take().is_some() | self.comparing.take().is_some(),
            Msg::Restart => self.restart(),
            Msg::Raw(raw) => self.raw = raw,
            Msg::Bound(shown) => self.shows_bound = shown,
            Msg::Rounding(wanted) => {
                self.wants_rounding = wanted;
                self.find_rounding();
            }
        }
    }

    fn go(&mut self, go: Go) {
        let before = (self.row, self.cursor);
        match &self.comparison {
            Some(comparison) => {
                self.row = comparison.target(self.selected, self.row, go);
                self.cursor = comparison.step(Side::A, self.row).unwrap_or(0);
            }
            None => self.cursor = cursor::target(&self.lane, self.selected, self.cursor, go),
        }
        if before != (self.row, self.cursor) {
            let (time, whole) = (self.time(), TimeRange::whole(&self.lane.series));
            self.range = self.range.map(|range| range.showing(time, whole));
        }
    }

    /// The time axis' place of the cursor.
    fn time(&self) -> f64 {
        match &self.comparison {
            Some(comparison) if !comparison.is_empty() => comparison.time(self.row),
            _ => self.lane.series.time(self.cursor),
        }
    }

    /// Playing from the last step starts over.
    fn toggle_play(&mut self) {
        let (at, last) = self.place();
        self.playing = !self.playing && last > 0;
        if self.playing && at == last {
            self.go(Go::First);
        }
    }

    /// Playing stops at the last step.
    fn tick(&mut self) {
        if self.playing {
            self.go(Go::Forward);
            let (at, last) = self.place();
            self.playing = at < last;
        }
    }

    fn edit(&mut self, text: String) {
        if text != *self.text {
            self.stay();
            let (over, over_b) = (self.over(), self.over_b());
            self.source = self.library.edit(&self.source, &text);
            self.set_over(over);
            if let Some(over_b) = over_b {
                self.compared.insert(self.source.clone(), over_b);
            }
            self.text = Arc::new(text);
            self.unchecked = true;
        }
    }

    /// Reads the text; without errors it is run and shown, the cursor staying at its step where there still is one.
    fn check(&mut self) {
        if !std::mem::take(&mut self.unchecked) {
            return;
        }
        let over = self.over();
        let parsed = parse_as(&self.text, &over);
        let ok = parsed.is_ok();
        self.written = match over == Override::default() {
            true => parsed.scenario.script.variant.clone(),
            false => parse(&self.text).scenario.script.variant,
        };
        self.diagnostics = parsed.diagnostics;
        (self.pending, self.cancelled) = (None, false);
        if !ok {
            return;
        }
        if over == Override::default() {
            self.library.mark_good(&self.source);
        }
        if *self.text == self.lane.text && over == self.lane.over {
            return self.compare();
        }
        let outside = Outside::of(&self.library, &self.source, &self.text, &over);
        let mut pending = Pending::new(self.text.to_string(), over, parsed.scenario, outside);
        match pending.at_once() {
            true => self.show(pending.finish()),
            false => self.pending = Some(Box::new(pending)),
        }
    }

    /// Something chosen over the text's variant changes no text: the run is computed anew.
    fn choose(&mut self, choice: Choose) {
        self.stay();
        self.set_over(variant::choose(&self.written, &self.over(), choice));
        self.unchecked = true;
        self.check();
    }

    fn set_over(&mut self, over: Override) {
        match over == Override::default() {
            true => drop(self.chosen.remove(&self.source)),
            false => drop(self.chosen.insert(self.source.clone(), over)),
        }
    }

    fn compute(&mut self, steps: usize) {
        if let Some(pending) = &mut self.pending {
            if pending.advance(steps) {
                return;
            }
            if let Some(pending) = self.pending.take() {
                self.show(pending.finish());
            }
            if let Some(step) = self.step_then.take() {
                self.go(Go::To(step));
            }
        } else {
            self.compute_comparison(steps);
        }
        self.arrive();
    }

    fn restart(&mut self) {
        self.unchecked = true;
        self.check();
    }

    /// The exact run beside a kernel's, if it is wanted and there can be one.
    fn find_rounding(&mut self) {
        let lane = &self.lane;
        let wanted = self.wants_rounding && lane.recording.arith == ArithKind::Kernel && !lane.is_long();
        self.rounding = wanted.then(|| Arc::new(Rounding::of(&lane.scenario.script, &lane.recording)));
    }

    fn show(&mut self, lane: Lane) {
        let old = std::mem::replace(&mut self.lane, Arc::new(lane));
        let (old, new) = (&old.recording, &self.lane.recording);
        self.cursor = cursor::carried_over(old, self.cursor, new);
        self.selected = self.selected.and_then(|task| cursor::same_task(old, task, new));
        self.range = None;
        self.playing &= self.cursor < self.lane.recording.len().saturating_sub(1);
        self.find_rounding();
        // What is compared is the run that is shown.
        (self.comparison, self.comparing) = (None, None);
        self.compare();
    }
}

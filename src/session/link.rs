//! Links: what the session shows as a link, and where a link leads.
//!
//! Owns what is opened, what is said where a link cannot be followed to its end, and that following one takes nothing away from a
//! person's own scenarios. Must not know how links are written, nor where they stand.

use super::Session;
use super::cursor::Go;
use super::lane::Lane;
use super::library::Source;
use super::variant::{effective, normalised};
use crate::io::fingerprint::fingerprint;
use crate::io::link::{Link, Linked};
use crate::lanes::Side;
use crate::scenario::quote::quote;
use crate::scenario::{Diagnostic, Entry, Override, Severity, parse, parse_spec, spec};
use std::sync::Arc;

/// A link that something led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followed {
    /// The URL's fragment, with or without its `#`.
    pub fragment: String,
    /// The scenario that the browser's history remembers beside it: a copy may have been changed since the link was made.
    pub source: Option<Source>,
}

/// Where a link leads in a run that may still have to be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arriving {
    /// Counted from 1; without one to the first difference, where two lanes are compared.
    step: Option<usize>,
    side: Side,
    state: Option<String>,
    /// Whether two lanes are asked for; where there is only one, why has been told.
    compares: bool,
    /// Whether the scenario is another than the link's by now, so that nothing is said of how far the run goes.
    is_later: bool,
}

/// Longest word for a variant: far more than all patches and features.
const MAX_WORD: usize = 1000;

impl Session {
    /// A link to what is shown: while the text has errors, to its last version without. What nobody keeps but a link is in it as it is.
    pub fn link(&self) -> Link {
        let is_kept = !matches!(self.source, Source::Copy(id) if self.library.is_linked(id));
        let is_earlier = is_kept && (self.unchecked || self.has_errors());
        let (text, over) = match is_earlier {
            true => (self.lane.text.as_str(), self.lane.over.clone()),
            false => (self.text.as_str(), self.over()),
        };
        let written = if is_earlier { parse(text).scenario.script.variant } else { self.written.clone() };
        let word = |over: Override| spec(&effective(&written, &over), &over);
        let is_computed = *text == self.lane.text && over == self.lane.over;
        let (side, step, state) = if is_computed { self.place_and_state() } else { self.place_ahead() };
        let b = self.over_b().map(word);
        Link {
            scenario: Some(Linked::of(text)),
            step,
            in_b: side == Side::B && b.is_some(),
            a: (over != Override::default()).then(|| word(over)),
            b,
            embed: false,
            state,
        }
    }

    /// The step at the cursor, in lane B where only that has one, and what is there.
    fn place_and_state(&self) -> (Side, Option<usize>, Option<String>) {
        let only_b = self.comparison.as_ref().filter(|c| !c.is_empty()).and_then(|comparison| {
            let pair = comparison.pair(self.row);
            pair.b.filter(|_| pair.a.is_none()).map(|step| (comparison.lane(Side::B), Side::B, step))
        });
        let (lane, side, step) = only_b.unwrap_or((&self.lane, Side::A, self.cursor));
        match step < lane.recording.len() {
            true => (side, Some(step + 1), Some(fingerprint(&lane.recording.state(step)))),
            false => (side, None, None),
        }
    }

    /// The step that is gone to when the run is there.
    fn place_ahead(&self) -> (Side, Option<usize>, Option<String>) {
        match &self.arriving {
            Some(to) => (to.side, to.step, to.state.clone()),
            None => (Side::A, self.step_then.map(|step| step + 1), None),
        }
    }

    /// Something else is asked for than the run that is awaited, so that nothing is gone to when it is there.
    pub(super) fn stay(&mut self) {
        (self.step_then, self.arriving) = (None, None);
    }

    /// Opens what a link names, as far as it can. A link that cannot be read changes nothing.
    pub(super) fn follow(&mut self, Followed { fragment, source }: Followed) {
        self.notices.clear();
        let link = match Link::read(&fragment) {
            Ok(Some(link)) => link,
            Ok(None) => return,
            Err(damaged) => return self.notices.push(format!("This link cannot be followed: {damaged}.")),
        };
        let source = match self.target(&link, source) {
            Ok(source) => source,
            Err(why) => return self.notices.push(why),
        };
        self.arriving = None;
        let mut notices = Vec::new();
        let text = self.library.text(&source);
        let a = variant(text, "a", link.a.as_deref(), &mut notices);
        let b = variant(text, "b", link.b.as_deref(), &mut notices);
        let is_later = matches!(&source, Source::Copy(_)) && said(&link).is_some_and(|text| text != self.library.text(&source));
        // A link that names no scenario says only what is to be otherwise.
        let (keeps, is_open) = (link.scenario.is_none(), source == self.source);
        if a.is_some() || !keeps {
            match a.unwrap_or_default() {
                over if over == Override::default() => drop(self.chosen.remove(&source)),
                over => drop(self.chosen.insert(source.clone(), over)),
            }
        }
        match b {
            Some(over) => drop(self.compared.insert(source.clone(), over)),
            None if keeps => {}
            None => {
                self.compared.remove(&source);
                self.state_of = Side::A;
            }
        }
        self.playing = false;
        match is_open {
            true => {
                self.unchecked = true;
                self.check();
            }
            false => self.open(source),
        }
        self.notices = notices;
        let error = |d: &&Diagnostic| d.severity == Severity::Error;
        if let Some(first) = self.diagnostics.iter().find(error).filter(|_| !is_later) {
            self.notices.push(format!("The scenario of this link cannot be run as it stands, so another run is shown. {first}."));
        }
        if let Some(first) = self.b_diagnostics.iter().find(error).filter(|_| !is_later) {
            self.notices.push(format!("The scenario of this link cannot be run under lane B's variant. {first}."));
        }
        if self.has_errors() {
            return;
        }
        let compares = link.b.is_some() || self.over_b().is_some();
        // What is wrong with a variant leads to other states than the link's.
        let state = link.state.filter(|_| self.notices.is_empty() && !is_later);
        let side = if link.in_b { Side::B } else { Side::A };
        self.arriving = Some(Arriving { step: link.step, side, state, compares, is_later });
        self.arrive();
    }

    /// The scenario of a link.
    fn target(&mut self, link: &Link, remembered: Option<Source>) -> Result<Source, String> {
        if let Some(Source::Copy(id)) = remembered
            && self.library.copy(id).is_some()
        {
            return Ok(Source::Copy(id));
        }
        match &link.scenario {
            None => Ok(self.source.clone()),
            Some(Linked::Text(text)) => Ok(self.library.visit(text)),
            Some(Linked::Gallery(key)) => match Entry::from_key(key) {
                Some(_) => Ok(Source::Gallery(key.clone())),
                None => Err(format!(
                    "This link cannot be followed: s={}; expected the key of a scenario in the gallery{}.",
                    quote(key),
                    Entry::near(key)
                )),
            },
        }
    }

    /// Goes where the link leads once the run is there, and compares what it finds with what the link's maker saw.
    pub(super) fn arrive(&mut self) {
        let Some(to) = &self.arriving else { return };
        let needs_both = to.side == Side::B || (to.step.is_none() && to.compares);
        if self.pending.is_some() || (needs_both && self.comparing.is_some()) {
            return;
        }
        let Some(Arriving { step, side, state, compares, is_later }) = self.arriving.take() else { return };
        let Some(step) = step else {
            if compares && self.comparison.is_some() {
                self.go(Go::FirstDifference);
            }
            return;
        };
        let Some(lane) = self.lane_of(side) else {
            if !compares {
                self.notices.push(format!("This link leads to step {step} of lane B, and there is no lane B."));
            }
            return;
        };
        let last = lane.recording.len();
        self.go(Go::In(side, step.min(last).saturating_sub(1)));
        if is_later {
            return;
        }
        if step > last {
            let shown = if last == 0 { "" } else { ", of which the last is shown" };
            self.notices.push(format!("This link leads to step {step}, but the run has {last} steps{shown}."));
        } else if let Some(made) = state {
            let now = fingerprint(&lane.recording.state(step - 1));
            if made != now {
                self.notices.push(format!(
                    "The model has changed since this link was made, or the scenario in the gallery: the state of step {step} was {}, \
                     now it is `{now}`.",
                    quote(&made)
                ));
            }
        }
    }

    fn lane_of(&self, side: Side) -> Option<Arc<Lane>> {
        match (&self.comparison, side) {
            (Some(comparison), side) => Some(comparison.lane(side).clone()),
            (None, Side::A) => Some(self.lane.clone()),
            (None, Side::B) => None,
        }
    }
}

/// The text of a link's scenario.
fn said(link: &Link) -> Option<&str> {
    match link.scenario.as_ref()? {
        Linked::Text(text) => Some(text),
        Linked::Gallery(key) => Entry::from_key(key).map(|entry| entry.text),
    }
}

/// What a link chooses over the variant in the text; a word with a mistake is told and chooses nothing.
fn variant(text: &str, key: &str, word: Option<&str>, notices: &mut Vec<String>) -> Option<Override> {
    let word = word?;
    if word.len() > MAX_WORD {
        notices.push(format!("In this link, {key}= has {} bytes; expected a variant of at most {MAX_WORD}.", word.len()));
        return None;
    }
    match parse_spec(word) {
        Ok(over) => Some(normalised(&parse(text).scenario.script.variant, over)),
        Err(wrong) => {
            notices.push(format!("In this link, {key}={}, character {}: {}.", quote(word), wrong.column, wrong.text()));
            None
        }
    }
}

//! `Intake`: what a person has, on its way to a scenario: bytes, then text, parts, answers, the import of one part.
//!
//! ```text
//! Begin, Piece.. End --> looking through --> pick one --> reading it --> questions left open? answers --> opened as an own scenario
//! ```
//! Owns the stages of that way and what the page shows of each. All work is done in slices; dropping the value cancels. Must not know
//! files, clipboards or elements (`update` holds what becomes of the rest of the session).

pub mod ask;
pub mod bytes;
pub mod offer;
pub mod question;
pub mod report;
mod update;

#[cfg(test)]
mod answer_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;

use crate::io::import::{Finding, Import, Imported, Kind, Options, Part, Refused, Remark, Remarks, cut_lines};
use crate::tables::Column;
use bytes::Decoder;
use offer::Offer;
use question::{About, Question};
use report::Said;
use std::fmt;
use std::sync::Arc;

/// What is done with an intake.
#[derive(Clone, Debug, PartialEq)]
pub enum Bring {
    /// Something of about so many bytes begins to come; it gives up what came before.
    Begin {
        /// Names it among all that ever came.
        id: u64,
        /// Where it comes from: a file's name, or `pasted text`.
        name: String,
        /// Bytes.
        bytes: u64,
    },
    /// Its next piece. Pieces of anything but the last that began are dropped.
    Piece(u64, Vec<u8>),
    /// It is all there.
    End(u64),
    /// It can not be read, and why.
    Unreadable(u64, String),
    /// Looks or reads on, about so many lines, or units of other work.
    Work(usize),
    /// Picks a part.
    Pick(usize),
    /// Takes the whole text for this kind.
    As(Kind),
    /// An answer to a question.
    Answer(usize, String),
    /// All is answered.
    Read,
    /// Back to the list of parts, or to nothing.
    Back,
    /// Asks once more about what was opened.
    Again,
    /// Gives up.
    Cancel,
}

/// What came, and how far it is.
pub struct Intake {
    id: u64,
    /// Where it came from.
    name: String,
    stage: Stage,
    text: Arc<String>,
    /// What is told of its bytes.
    said: Remarks,
    /// What was found.
    parts: Vec<Part>,
    /// The part that is read.
    part: Option<Part>,
    questions: Vec<Question>,
    /// What keeps it from being opened until a person answers.
    why: Option<Said>,
    /// The copy that it became.
    opened: Option<super::library::CopyId>,
    /// How often.
    times: usize,
}

enum Stage {
    Bytes(Decoder, u64),
    /// A search, and whether the whole text is taken for a kind.
    Looking(Finding, bool),
    Choosing,
    Reading(Import),
    Asking(Option<Box<Imported>>),
    Failed(Failure),
    Done,
}

/// Why nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Why, with its place.
    pub why: Said,
    /// What else was not understood.
    pub said: Vec<Said>,
    /// How many more remarks there were.
    pub more: usize,
    /// Whether what is recognised should be told.
    pub recognised: bool,
}

/// What the page shows of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Nothing came yet, or all is done.
    Empty,
    /// Work goes on.
    Working {
        /// What is done.
        what: &'static str,
        /// With what.
        name: String,
        /// How far, in per cent.
        percent: u32,
    },
    /// A person picks.
    Choose(Vec<Offer>),
    /// A person answers.
    Ask {
        /// What is asked about.
        what: String,
        /// What was found.
        found: Vec<String>,
        /// The questions.
        questions: Vec<Question>,
        /// Whether there is a list of parts to go back to.
        back: bool,
    },
    /// Nothing came of it.
    Failed {
        /// Why.
        failure: Failure,
        /// What was found, if anything was.
        offers: Vec<Offer>,
        /// Whether there is a text that can be taken for a kind.
        has_text: bool,
    },
}

impl Intake {
    fn new(id: u64, name: String, bytes: u64) -> Intake {
        let mut intake = Intake {
            id,
            name,
            stage: Stage::Bytes(Decoder::new(bytes as usize), bytes),
            text: Arc::default(),
            said: Remarks::default(),
            parts: Vec::new(),
            part: None,
            questions: Vec::new(),
            why: None,
            opened: None,
            times: 0,
        };
        if bytes > crate::io::import::limits::MAX_BYTES as u64 {
            intake.fail(&bytes::too_long(bytes).into(), false);
        }
        intake
    }

    /// Which one it is.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Whether pieces are awaited.
    pub fn takes_pieces(&self) -> bool {
        matches!(self.stage, Stage::Bytes(..))
    }

    /// Which kind of work there is to be done in slices; a unit of it costs much the same time throughout. `None`: there is none.
    pub fn phase(&self) -> Option<u8> {
        match &self.stage {
            Stage::Looking(..) => Some(0),
            Stage::Reading(import) if import.is_at_lines() => Some(1),
            Stage::Reading(_) => Some(2),
            _ => None,
        }
    }

    /// Whether it became this copy, and can be read otherwise.
    pub fn became(&self, copy: super::library::CopyId) -> bool {
        self.opened == Some(copy) && (!self.questions.is_empty() || self.parts.len() > 1)
    }

    /// The copy that it became, and how often it became one.
    pub fn opened(&self) -> Option<(super::library::CopyId, usize)> {
        self.opened.map(|id| (id, self.times))
    }

    /// What the page shows.
    pub fn view(&self) -> View {
        let percent = |(done, all): (usize, usize)| (done.min(all) as u128 * 100 / all.max(1) as u128) as u32;
        let working = |what, percent| View::Working { what, name: self.name.clone(), percent };
        match &self.stage {
            Stage::Bytes(decoder, all) => working("Loading", percent((decoder.taken(), *all as usize))),
            Stage::Looking(finding, _) => working("Looking through", percent(finding.progress())),
            Stage::Reading(import) => {
                working(if import.is_at_lines() { "Reading" } else { "Replaying" }, percent(import.progress()))
            }
            Stage::Choosing => View::Choose(self.offers()),
            Stage::Asking(imported) => View::Ask {
                what: self.part.as_ref().map_or(String::new(), |p| {
                    format!("{}, {} of {}", p.kind.title(), report::lines(p.lines.0, p.lines.1), self.name)
                }),
                found: match (imported, &self.why) {
                    (Some(imported), _) => imported.found.clone(),
                    (None, Some(why)) => vec![why.to_string()],
                    (None, None) => Vec::new(),
                },
                questions: self.questions.clone(),
                back: self.parts.len() > 1,
            },
            Stage::Failed(failure) => {
                View::Failed { failure: failure.clone(), offers: self.offers(), has_text: !self.text.is_empty() }
            }
            Stage::Done => View::Empty,
        }
    }

    fn offers(&self) -> Vec<Offer> {
        self.parts.iter().map(|part| Offer::of(part, &self.text)).collect()
    }

    fn piece(&mut self, bytes: &[u8]) {
        if let Stage::Bytes(decoder, _) = &mut self.stage
            && let Err(why) = decoder.push(bytes)
        {
            self.fail(&why.into(), false);
        }
    }

    fn end(&mut self) {
        if let Stage::Bytes(decoder, _) = &mut self.stage {
            let (text, said) = std::mem::take(decoder).finish();
            (self.text, self.said) = (text.into(), said);
            self.look(None);
        }
    }

    fn look(&mut self, from: Option<Kind>) {
        match Finding::new(Arc::clone(&self.text), from) {
            Ok(finding) => self.stage = Stage::Looking(finding, from.is_some()),
            Err(why) => self.fail(&why.into(), false),
        }
    }

    /// Does some work; an import that needs no answer and is to be opened comes back.
    fn work(&mut self, budget: usize) -> Option<Box<Imported>> {
        match &mut self.stage {
            Stage::Looking(finding, _) => {
                if !finding.advance(budget)
                    && let Stage::Looking(finding, is_whole) = std::mem::replace(&mut self.stage, Stage::Choosing)
                {
                    match is_whole {
                        true => self.whole(finding.finish()),
                        false => self.found(finding.finish()),
                    }
                }
                None
            }
            Stage::Reading(import) => {
                if import.advance(budget) {
                    return None;
                }
                let Stage::Reading(import) = std::mem::replace(&mut self.stage, Stage::Done) else { return None };
                match import.finish() {
                    Ok(imported) => self.imported(Box::new(imported)),
                    Err(refused) => {
                        self.refused(&refused);
                        None
                    }
                }
            }
            _ => None,
        }
    }

    /// The parts are known: the only one that can be opened is read at once.
    fn found(&mut self, parts: Vec<Part>) {
        let can: Vec<usize> = (0..parts.len()).filter(|at| parts[*at].kind.refusal().is_none()).collect();
        self.parts = parts;
        match can[..] {
            [only] => self.pick(only),
            [] => {
                let refused = self.parts.first().map(|part| (part.lines.0, part.kind.title(), part.kind.refusal().unwrap_or("")));
                let why: Refused = match refused {
                    Some((line, what, why)) => Remark::new(line, 1, format!("{what}: {why}"), "").into(),
                    None => {
                        let said = cut_lines(&self.text);
                        Refused { said, ..Remark::new(1, 1, "nothing that is recognised", "").into() }
                    }
                };
                self.fail(&why, true);
            }
            _ => self.stage = Stage::Choosing,
        }
    }

    /// The whole text is taken for one part; those that were found stay, for a person who was wrong about it.
    fn whole(&mut self, parts: Vec<Part>) {
        if let Some(part) = parts.into_iter().next() {
            self.read_part(part);
        }
    }

    fn pick(&mut self, at: usize) {
        if let Some(part) = self.parts.get(at).cloned() {
            self.read_part(part);
        }
    }

    fn read_part(&mut self, part: Part) {
        (self.part, self.questions, self.why) = (Some(part), Vec::new(), None);
        self.read(&Options { by_form: true, ..Options::default() });
    }

    fn read(&mut self, options: &Options) {
        let Some(part) = &self.part else { return };
        match Import::new(Arc::clone(&self.text), part, options) {
            Ok(import) => self.stage = Stage::Reading(import),
            Err(why) => self.refused(&why.into()),
        }
    }

    /// Asks for what is missing, after what was answered so far, or for other answers; if there is nothing to answer, it has failed.
    fn refused(&mut self, refused: &Refused) {
        let missing = ask::missing(&refused.missing);
        if missing.is_empty() && self.questions.is_empty() {
            return self.fail(refused, false);
        }
        let is_new = |q: &Question| self.questions.iter().all(|known| known.about != q.about);
        let new: Vec<Question> = missing.into_iter().filter(is_new).collect();
        self.questions.extend(new);
        self.why = Some(Said::of(&refused.why));
        self.stage = Stage::Asking(None);
    }

    fn imported(&mut self, imported: Box<Imported>) -> Option<Box<Imported>> {
        match question::renew(&mut self.questions, ask::questions(&imported)) {
            true => {
                self.stage = Stage::Asking(Some(imported));
                None
            }
            false => Some(imported),
        }
    }

    fn answer(&mut self, at: usize, answer: String) {
        if let Some(question) = self.questions.get_mut(at) {
            (question.answer, question.problem) = (answer, None);
        }
    }

    /// All is answered: what was read as assumed comes back, anything else is read again.
    fn read_answered(&mut self) -> Option<Box<Imported>> {
        let Stage::Asking(imported) = &mut self.stage else { return None };
        let options = question::options(&mut self.questions)?;
        let as_assumed = self.questions.iter().all(|q| q.answer == q.assumed);
        self.why = None;
        match imported.take() {
            Some(imported) if as_assumed => {
                self.stage = Stage::Done;
                return Some(imported);
            }
            _ => self.read(&options),
        }
        None
    }

    /// What was told of a table's columns.
    fn told_columns(&self) -> Vec<(String, Column)> {
        let told = self.questions.iter().filter_map(|q| match &q.about {
            About::Column(header) => Some((header.clone(), Column::from_header(&q.answer)?)),
            _ => None,
        });
        told.collect()
    }

    fn back(&mut self) {
        self.stage = if self.parts.is_empty() { Stage::Done } else { Stage::Choosing };
    }

    fn again(&mut self) {
        self.stage = match self.questions.is_empty() {
            true => Stage::Choosing,
            false => Stage::Asking(None),
        };
    }

    fn fail(&mut self, refused: &Refused, recognised: bool) {
        let Refused { why, said, .. } = refused;
        let all = said.kept().iter().map(Said::of).collect();
        self.stage = Stage::Failed(Failure { why: Said::of(why), said: all, more: said.dropped(), recognised });
    }
}

impl fmt::Debug for Intake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Intake").field("name", &self.name).field("parts", &self.parts).finish_non_exhaustive()
    }
}

//! How the session takes what a person brings, and opens what becomes of it as a scenario of their own.
//!
//! Owns that nothing of theirs is lost by it: an import is a new copy, and reading it otherwise replaces that copy only while its text is
//! what the import made of it.

use super::report::{Printed, Report};
use super::{Bring, Intake, View};
use crate::io::import::{Details, Imported, Remark};
use crate::scenario::parse;
use crate::session::choices::Panel;
use crate::session::library::Source;
use crate::session::{Msg, Session};
use crate::tables::parse::parse_as;
use std::sync::Arc;

impl Session {
    /// What comes in, if anything does.
    pub fn intake(&self) -> Option<&Intake> {
        self.intake.as_deref()
    }

    /// What the page shows of it.
    pub fn intake_view(&self) -> View {
        self.intake.as_ref().map_or(View::Empty, |intake| intake.view())
    }

    /// What the import of the open scenario said.
    pub fn report(&self) -> Option<&Arc<Report>> {
        self.library.report(&self.source)
    }

    /// Whether the open scenario can be read otherwise from the text it came from.
    pub fn can_read_again(&self) -> bool {
        match &self.source {
            Source::Copy(id) => self.intake.as_ref().is_some_and(|intake| intake.became(*id)),
            Source::Gallery(_) => false,
        }
    }

    pub(in crate::session) fn bring(&mut self, bring: Bring) {
        if let Bring::Begin { id, name, bytes } = bring {
            self.intake = Some(Box::new(Intake::new(id, name, bytes)));
            self.panels.set(Panel::Paste, true);
            return;
        }
        let Some(intake) = &mut self.intake else { return };
        let imported = match bring {
            Bring::Begin { .. } => None,
            Bring::Piece(id, bytes) => {
                if id == intake.id() {
                    intake.piece(&bytes);
                }
                None
            }
            Bring::End(id) => {
                if id == intake.id() {
                    intake.end();
                }
                None
            }
            Bring::Unreadable(id, why) => {
                if id == intake.id() {
                    intake.fail(&Remark::new(1, 1, why, "a file that can be read").into(), false);
                }
                None
            }
            Bring::Work(budget) => intake.work(budget),
            Bring::Pick(at) => {
                intake.pick(at);
                None
            }
            Bring::As(kind) => {
                intake.look(Some(kind));
                None
            }
            Bring::Answer(at, answer) => {
                intake.answer(at, answer);
                None
            }
            Bring::Read => intake.read_answered(),
            Bring::Back => {
                intake.back();
                None
            }
            Bring::Again => {
                intake.again();
                self.panels.set(Panel::Paste, true);
                None
            }
            Bring::Cancel => {
                // What was opened can still be read otherwise.
                match intake.opened {
                    Some(_) => intake.stage = super::Stage::Done,
                    None => self.intake = None,
                }
                None
            }
        };
        if let Some(imported) = imported {
            self.open_imported(&imported);
        }
    }

    fn open_imported(&mut self, imported: &Imported) {
        let Some(intake) = &mut self.intake else { return };
        intake.stage = super::Stage::Done;
        let mut said = intake.said.clone();
        let printed = printed(imported, intake).unwrap_or_else(|why| {
            said.push(why);
            None
        });
        let report = Report::new(imported, &intake.name, &said, printed);
        // The same text read otherwise.
        let before = intake.opened.filter(|id| {
            let source = Source::Copy(*id);
            self.library.report(&source).is_some_and(|report| report.is_of(self.library.text(&source)))
        });
        let id = self.library.add_imported(imported.scenario.clone(), report, before);
        (intake.opened, intake.times) = (Some(id), intake.times + 1);
        if !intake.became(id) {
            // Nothing is left to be read otherwise, so nobody needs the text, which may be long.
            intake.text = Arc::default();
        }
        self.panels.set(Panel::Paste, false);
        self.panels.set(Panel::Import, true);
        let source = Source::Copy(id);
        match self.source == source {
            true => self.reopen(),
            false => self.update(Msg::Open(source)),
        }
    }
}

/// The table as the mail prints it, for its cells to be checked in the page's own; or why they can not be.
fn printed(imported: &Imported, intake: &Intake) -> Result<Option<Printed>, Remark> {
    let Details::Table(inferred) = &imported.details else { return Ok(None) };
    let Some(text) = intake.part.as_ref().and_then(|part| intake.text.get(part.bytes.clone())) else { return Ok(None) };
    let columns = intake.told_columns();
    let Some((first, last)) = parse_as(text, &columns).tables.first().map(|table| table.lines()) else { return Ok(None) };
    let names = parse(&imported.scenario).scenario.script.tasks.into_iter().map(|t| t.name);
    // Where names had to be changed, rows and steps no longer find each other.
    if !names.eq(inferred.script.tasks.iter().map(|t| t.name.clone())) {
        let what = "the cells that differ are not marked, as names of tasks had to be changed";
        return Err(Remark::new(imported.lines.0, 1, what, ""));
    }
    let lines: Vec<&str> = text.lines().skip(first as usize - 1).take((last - first) as usize + 1).collect();
    let told = columns.into_iter().map(|(header, column)| (header, column.header().to_string())).collect();
    Ok(Some(Printed { text: lines.join("\n"), told }))
}

//! A scenario in a mail: its lines as they stand, without quoting.

use super::limits::MAX_KEPT;
use super::line::Line;
use super::remark::several;
use super::{Details, Importer, Outcome, Remark, Remarks};
use crate::scenario::parse;

/// Collects the lines.
#[derive(Default)]
pub(super) struct Reader {
    text: String,
    first: u32,
    /// Column of each line's text, from 1.
    columns: Vec<u32>,
    too_long: bool,
}

impl Importer for Reader {
    fn line(&mut self, line: &Line<'_>, _said: &mut Remarks) {
        if self.text.is_empty() {
            self.first = line.number;
        }
        if self.text.len() + line.text.len() < MAX_KEPT {
            self.columns.push(line.column);
            self.text.push_str(line.text);
            self.text.push('\n');
        } else {
            self.too_long = true;
        }
    }

    fn finish(mut self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark> {
        self.first = self.first.max(1);
        if self.too_long {
            return Err(Remark::new(self.first, 1, "a scenario that is too long", format!("at most {MAX_KEPT} bytes")));
        }
        let parsed = parse(&self.text);
        for d in &parsed.diagnostics {
            let line = d.line.saturating_sub(1);
            let quoting = self.columns.get(line as usize).map_or(0, |column| column - 1);
            said.push(Remark::new(self.first + line, quoting + d.column, d.message.clone(), d.expected.clone()));
        }
        let tasks = parsed.scenario.script.tasks.len();
        if tasks == 0 {
            let expected = "lines as `task NAME` and `at T wake NAME`, one directive a line";
            return Err(Remark::new(self.first, 1, "no scenario", expected));
        }
        let events = parsed.scenario.script.events.len();
        let found = vec![format!("a scenario of {} and {}", several(tasks, "task"), several(events, "event"))];
        Ok(Outcome { scenario: self.text, found, details: Details::None })
    }
}

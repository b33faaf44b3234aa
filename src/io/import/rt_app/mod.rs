//! rt-app workloads as behaviours.
//!
//! `json` owns the notation, `workload` what it says, `text` the scenario. Times are in us, the duration in s.

mod json;
mod text;
mod workload;

pub use workload::{Event, Phase, Task, Workload};

use super::limits::MAX_KEPT;
use super::line::Line;
use super::{Details, Importer, Options, Outcome, Remark, Remarks};

/// Collects the lines of a workload.
pub(super) struct Reader {
    text: json::Text,
    options: Options,
    too_long: bool,
}

impl Reader {
    /// A reader that will name the kernel that the options name.
    pub fn new(options: &Options) -> Reader {
        Reader { text: json::Text::default(), options: options.clone(), too_long: false }
    }
}

impl Importer for Reader {
    fn line(&mut self, line: &Line<'_>, _said: &mut Remarks) {
        self.too_long |= self.text.len() + line.text.len() >= MAX_KEPT;
        if !self.too_long {
            self.text.push(line.number, line.column, line.text);
        }
    }

    fn finish(self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark> {
        let place = self.text.place();
        if self.too_long {
            return Err(place.remark("a workload that is too long", format!("at most {MAX_KEPT} bytes")));
        }
        let members = json::read(&self.text, said)?;
        let workload = workload::Reader::read(&members, said);
        let (scenario, found) = text::scenario(&workload, &self.options, place, said)?;
        Ok(Outcome { scenario, found, details: Details::Workload(Box::new(workload)) })
    }
}

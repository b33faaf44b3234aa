//! /sys/kernel/debug/sched/debug as an initial state: every CPU and queue in it, of any kernel since 6.6.
//!
//! | file | owns |
//! |---|---|
//! | `dump` | the lines: headings, queue lines, rows, what a console does to them |
//! | `row` | a task's row in all layouts |
//! | `places` | finding a queue by CPU and path |
//! | `snapshot` | what a dump says, as data |
//! | `check` | V, lags and eligibility of a queue, and how they compare with what was printed |
//! | `guess` | which kernel printed it, by the names present |
//! | `text` | the scenario |
//!
//! Virtual times are printed in ms with six digits: nanoseconds. A kernel prints the whole part of a negative number with its sign, so
//! that -0.5 ms looks like 0.500000; nothing in a dump tells.

mod check;
mod dump;
mod guess;
mod places;
mod row;
mod snapshot;
mod text;

pub use check::{Check, Verdict};
pub use guess::Guess;
pub use snapshot::{Field, Group, Queue, Row, Snapshot, ms};

use super::line::Line;
use super::{Details, Importer, Options, Outcome, Remark, Remarks};

/// Reads a dump.
pub(super) struct Reader {
    stage: Stage,
    options: Options,
}

enum Stage {
    /// Lines, then rows into their queues.
    Lines(dump::Dump),
    /// Checks; the next queue.
    Checks(Box<Snapshot>, usize),
    Refused(Remark),
}

impl Reader {
    /// A reader that will choose the queue that the options name.
    pub fn new(options: &Options) -> Reader {
        Reader { stage: Stage::Lines(dump::Dump::default()), options: options.clone() }
    }
}

impl Importer for Reader {
    fn line(&mut self, line: &Line<'_>, said: &mut Remarks) {
        if let Stage::Lines(dump) = &mut self.stage {
            dump.line(line, said);
        }
    }

    fn work(&mut self, budget: usize, said: &mut Remarks) -> bool {
        match &mut self.stage {
            Stage::Lines(dump) => {
                if !dump.place(budget) {
                    self.stage = match Snapshot::new(std::mem::take(dump).finish(said), &self.options, said) {
                        Ok(snapshot) => Stage::Checks(Box::new(snapshot), 0),
                        Err(why) => Stage::Refused(why),
                    };
                }
                true
            }
            Stage::Checks(snapshot, next) => {
                *next = snapshot.check(*next, budget);
                *next < snapshot.queues.len()
            }
            Stage::Refused(_) => false,
        }
    }

    fn worked(&self) -> (usize, usize) {
        match &self.stage {
            Stage::Lines(dump) => (0, dump.rows()),
            Stage::Checks(snapshot, next) => (*next, snapshot.queues.len()),
            Stage::Refused(_) => (1, 1),
        }
    }

    fn finish(mut self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark> {
        while self.work(usize::MAX, said) {}
        let mut snapshot = match self.stage {
            Stage::Checks(snapshot, _) => snapshot,
            Stage::Refused(why) => return Err(why),
            Stage::Lines(_) => unreachable!("the work ends past the lines"),
        };
        snapshot.choose(&self.options)?;
        let found = text::sentences(&snapshot);
        let scenario = text::scenario(&snapshot, &found, &self.options, said);
        Ok(Outcome { scenario, found, details: Details::Snapshot(snapshot) })
    }
}

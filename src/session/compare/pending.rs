//! A comparison under way: lane B is run and read, then both lanes are aligned and compared, all in slices.
//!
//! Owns the stages of that work and how far it is. Must not know who gives it time.

use super::{Comparison, is_shown};
use crate::lanes::{Lanes, LanesBuilder};
use crate::scenario::Override;
use crate::session::lane::Lane;
use crate::session::pending::{Pending, Progress};
use std::sync::Arc;

/// Of the whole, in per cent, what is run and reading of lane B.
const RUN: u32 = 50;

/// A comparison under way.
#[derive(Debug)]
pub struct PendingComparison {
    a: Arc<Lane>,
    over: Override,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Run(Box<Pending>),
    Compare(Arc<Lane>, Box<LanesBuilder>),
    /// Which rows of so many are shown.
    Rows {
        b: Arc<Lane>,
        lanes: Box<Lanes>,
        rows: usize,
        shown: Vec<usize>,
    },
    /// Between the two.
    Moving,
}

impl PendingComparison {
    /// Nothing done yet; `b` is lane B under way, of the text of `a`.
    pub fn new(a: Arc<Lane>, b: Pending) -> PendingComparison {
        PendingComparison { a, over: b.over().clone(), stage: Stage::Run(Box::new(b)) }
    }

    /// Whether it compares that run with that variant.
    pub fn is_of(&self, a: &Arc<Lane>, over: &Override) -> bool {
        Arc::ptr_eq(&self.a, a) && self.over == *over
    }

    /// Does about `steps` steps' worth of work. Returns false once all is done.
    pub fn advance(&mut self, steps: usize) -> bool {
        match &mut self.stage {
            Stage::Run(pending) => {
                if !pending.advance(steps)
                    && let Stage::Run(pending) = std::mem::replace(&mut self.stage, Stage::Moving)
                {
                    let b = Arc::new(pending.finish());
                    let builder = LanesBuilder::new(&self.a.recording, &b.recording);
                    self.stage = Stage::Compare(b, Box::new(builder));
                }
                true
            }
            Stage::Compare(b, builder) => {
                if !builder.advance(&self.a.recording, &b.recording, steps)
                    && let Stage::Compare(b, builder) = std::mem::replace(&mut self.stage, Stage::Moving)
                {
                    self.stage = Stage::Rows { b, lanes: Box::new(builder.finish()), rows: 0, shown: Vec::new() };
                }
                true
            }
            Stage::Rows { b, lanes, rows, shown } => {
                let end = rows.saturating_add(steps).min(lanes.alignment.len());
                shown.extend((*rows..end).filter(|row| is_shown([&self.a, b], lanes, *row)));
                *rows = end;
                end < lanes.alignment.len()
            }
            Stage::Moving => false,
        }
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Run(pending) => {
                let progress = pending.progress();
                Progress { percent: progress.percent * RUN / 100, ..progress }
            }
            Stage::Compare(b, builder) => {
                let percent = RUN + builder.percent() * (100 - RUN) / 100;
                Progress { stage: builder.stage(), percent, steps: b.recording.len() }
            }
            Stage::Rows { b, .. } => Progress { stage: "choosing rows", percent: 100, steps: b.recording.len() },
            Stage::Moving => Progress { stage: "", percent: RUN, steps: 0 },
        }
    }

    /// The comparison; whatever is not yet done is done now.
    pub fn finish(mut self) -> Comparison {
        while self.advance(usize::MAX) {}
        let Stage::Rows { b, lanes, shown, .. } = self.stage else { unreachable!("the loop ends in that stage") };
        Comparison::new(self.a, b, *lanes, shown)
    }
}

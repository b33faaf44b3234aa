//! A comparison under way: lane B is run and read, then both lanes are aligned and compared, all in slices.
//!
//! Owns the stages of that work and how far it is. Must not know who gives it time.

use super::Comparison;
use crate::lanes::LanesBuilder;
use crate::scenario::Override;
use crate::session::lane::Lane;
use crate::session::pending::{Pending, Progress};
use std::sync::Arc;

/// Of the whole, in per cent, what is run and reading of lane B.
const RUN: u32 = 70;

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
            Stage::Compare(b, builder) => builder.advance(&self.a.recording, &b.recording, steps),
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
                Progress { percent: RUN + builder.percent() * (100 - RUN) / 100, steps: b.recording.len() }
            }
            Stage::Moving => Progress { percent: RUN, steps: 0 },
        }
    }

    /// The comparison; whatever is not yet done is done now.
    pub fn finish(mut self) -> Comparison {
        while self.advance(usize::MAX) {}
        let Stage::Compare(b, builder) = self.stage else { unreachable!("the loop ends in that stage") };
        Comparison::new(self.a, b, builder.finish())
    }
}

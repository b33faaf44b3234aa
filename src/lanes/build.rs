//! `Lanes`: everything about two recordings that does not depend on where one looks, computed in one go or in slices.
//!
//! Owns the order of that work: first the events are aligned, then each state is read once. Must not know who gives it time.

use super::Pair;
use super::align::{Aligner, Alignment};
use super::matter::{Differences, Matter, Scales};
use crate::sim::Recording;
use crate::stats::{Finishing, Summary, SummaryBuilder};

/// Two lanes compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// Their steps in one sequence.
    pub alignment: Alignment,
    /// The rows in which they differ.
    pub differences: Differences,
    /// The figures of A and of B.
    pub summaries: [Summary; 2],
}

impl Lanes {
    /// Compares two recordings of the same scenario.
    pub fn of(a: &Recording, b: &Recording) -> Lanes {
        let mut builder = LanesBuilder::new(a, b);
        while builder.advance(a, b, usize::MAX) {}
        builder.finish()
    }

    /// Whether they differ at all: in a state, or in what was counted on the way.
    pub fn differs(&self) -> bool {
        self.differences.worst().is_some() || self.summaries[0] != self.summaries[1]
    }

    /// The least that counts as a difference: where the lanes differ in more than their books, the books are not counted.
    pub fn least(&self) -> Matter {
        self.differences.worst().map_or(Matter::Value, |worst| worst.min(Matter::Value))
    }
}

/// A comparison under way. Every call takes the same two recordings.
#[derive(Debug)]
pub struct LanesBuilder {
    stage: Stage,
    steps: usize,
}

#[derive(Debug)]
enum Stage {
    Align(Aligner),
    Read { alignment: Alignment, differences: Differences, rows: usize, sums: Box<[SummaryBuilder; 2]> },
    Finish { alignment: Alignment, differences: Differences, sums: Box<[Finishing; 2]> },
}

impl Stage {
    fn start() -> Stage {
        Stage::Align(Aligner::default())
    }
}

impl LanesBuilder {
    /// Nothing done yet.
    pub fn new(a: &Recording, b: &Recording) -> LanesBuilder {
        LanesBuilder { stage: Stage::start(), steps: a.len() + b.len() }
    }

    /// Does about `steps` steps' worth of work. Returns false once all is done.
    pub fn advance(&mut self, a: &Recording, b: &Recording, steps: usize) -> bool {
        match &mut self.stage {
            Stage::Align(aligner) => {
                // An event without its state is read many times as fast.
                if !aligner.advance(a, b, steps.saturating_mul(4)) {
                    let alignment = std::mem::take(aligner).finish();
                    let sums = Box::new([a, b].map(|r| SummaryBuilder::new(r.tasks.len())));
                    self.stage = Stage::Read { alignment, differences: Differences::default(), rows: 0, sums };
                }
                true
            }
            Stage::Read { alignment, differences, rows, sums } => {
                let [sum_a, sum_b] = &mut **sums;
                let scales = Scales::of(a, b);
                let (mut walk_a, mut walk_b) = (a.walk_from(sum_a.steps()), b.walk_from(sum_b.steps()));
                let end = rows.saturating_add(steps.div_ceil(2)).min(alignment.len());
                for row in *rows..end {
                    let Pair { a, b } = alignment.pair(row);
                    let a = a.and_then(|_| walk_a.next_step()).inspect(|step| sum_a.step(step));
                    let b = b.and_then(|_| walk_b.next_step()).inspect(|step| sum_b.step(step));
                    let found = match (a, b) {
                        (Some(a), Some(b)) => scales.matter(a, b),
                        _ => Some(Matter::Decision),
                    };
                    if let Some(matter) = found {
                        differences.push(row, matter);
                    }
                }
                *rows = end;
                if end == alignment.len()
                    && let Stage::Read { alignment, differences, sums, .. } = std::mem::replace(&mut self.stage, Stage::start())
                {
                    let sums = Box::new(sums.map(SummaryBuilder::finishing));
                    self.stage = Stage::Finish { alignment, differences, sums };
                }
                true
            }
            Stage::Finish { sums, .. } => sums.iter_mut().any(Finishing::advance),
        }
    }

    /// How far it is, in per cent.
    pub fn percent(&self) -> u32 {
        let share = |done: usize, of: usize, most: u64| (done as u64 * most / of.max(1) as u64) as u32;
        match &self.stage {
            Stage::Align(aligner) => share(aligner.done(), self.steps, 20),
            Stage::Read { alignment, rows, .. } => 20 + share(*rows, alignment.len(), 75),
            Stage::Finish { .. } => 95,
        }
    }

    /// What is done at present.
    pub fn stage(&self) -> &'static str {
        match &self.stage {
            Stage::Align(_) => "aligning the lanes",
            Stage::Read { .. } => "comparing the lanes",
            Stage::Finish { .. } => "sorting latencies",
        }
    }

    /// The comparison, of as much as was done.
    pub fn finish(self) -> Lanes {
        match self.stage {
            Stage::Align(aligner) => {
                let summaries = [Summary::default(), Summary::default()];
                Lanes { alignment: aligner.finish(), differences: Differences::default(), summaries }
            }
            Stage::Read { alignment, differences, sums, .. } => {
                Lanes { alignment, differences, summaries: sums.map(SummaryBuilder::finish) }
            }
            Stage::Finish { alignment, differences, sums } => {
                Lanes { alignment, differences, summaries: sums.map(Finishing::finish) }
            }
        }
    }
}

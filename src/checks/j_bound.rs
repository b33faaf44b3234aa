//! J stays within its bound (mail M4).
//!
//! With weights of at least W_MIN, lags of at most q when joining or leaving and 1 - w/W <= a < 1 at each of these (W with whoever
//! joins or leaves): |J| <= (q/W_MIN) C1, C1 = 1 + 1/(1 - a) + 1/(e ln(1/a)). For a = 0, where nobody ever joins or leaves company,
//! ln(1/a) has no end and its share is 0: C1 = 2. q, W_MIN and a are taken from the run; e and ln are enclosed by rationals.

use super::enclose::{Enclosure, e, ln};
use super::setting::WRAPS;
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Step, Verb};

/// It does.
pub(super) static BOUNDED: Invariant = Invariant {
    name: "j-bounded",
    sentence: "|J| is at most (q/W_MIN) C1, with C1 = 1 + 1/(1 - a) + 1/(e ln(1/a)).",
    expectation: |setting| match setting.rules.place.keeps_j() {
        true => Expectation::Holds,
        false => Expectation::NotApplicable("the placement rule keeps no J"),
    },
    watch: |_| Box::new(Watched::default()),
};

const REWEIGHT: &str = "the bound is for joins and leaves; a reweight on the queue changes W without touching sum_jlag";

/// The bound of one run's J, and what it is made of. Lags and J in ns, weights on the scenario's scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JBound {
    /// q: the largest |w vlag| at a join or leave.
    pub q: Num,
    /// The smallest weight.
    pub w_min: Num,
    /// The largest 1 - w/W at a join or leave.
    pub a: Num,
    /// C1.
    pub c1: Enclosure,
    /// (q/W_MIN) C1.
    pub bound: Enclosure,
    /// The largest |J|, and the step where it is first reached.
    pub largest: (Num, usize),
}

impl JBound {
    /// The bound for q, W_MIN and a; `None` if a is so close to 1 that its logarithm cannot be told from 0.
    pub fn new(q: Num, w_min: Num, a: Num, largest: (Num, usize)) -> Option<JBound> {
        let one = Num::from(1);
        let mut c1 = Enclosure::exactly(&one + &(&one / &(&one - &a)));
        if !a.is_zero() {
            c1 = c1.plus(&e().times(&ln(&(&one / &a))).inverse()?);
        }
        let bound = c1.times(&Enclosure::exactly(&q / &w_min));
        Some(JBound { q, w_min, a, c1, bound, largest })
    }

    /// Whether J is within it at every step.
    pub fn is_kept(&self) -> bool {
        self.largest.0 <= self.bound.high
    }

    /// Whether a J is out of it.
    pub fn is_exceeded_by(&self, j: &Num) -> bool {
        j.abs() > self.bound.high
    }
}

#[derive(Default)]
struct Watched {
    q: Num,
    w_min: Option<Num>,
    a: Num,
    largest: (Num, usize),
    reweighted: bool,
    bound: Option<JBound>,
}

impl Watched {
    fn smallest(&mut self, weight: &Num) {
        if self.w_min.as_ref().is_none_or(|w| weight < w) {
            self.w_min = Some(weight.clone());
        }
    }

    /// A join or leave of weight w with lag, W with it.
    fn moved(&mut self, weight: &Num, lag: Num, load: &Num) {
        self.smallest(weight);
        self.q = lag.abs().max(self.q.clone());
        if !load.is_zero() {
            self.a = (&Num::from(1) - &(weight / load)).max(self.a.clone());
        }
    }
}

impl Watched {
    /// Sees a step with its notes; whether they stand in the step does not matter.
    fn see(&mut self, index: usize, step: &Step, notes: &[Note]) {
        if step.verb == Verb::Start {
            step.tasks.iter().filter(|row| row.on_rq).for_each(|row| self.smallest(&row.weight));
        }
        for note in notes {
            match note {
                Note::JlagJoined { jlag, weight, load, .. } => self.moved(weight, jlag.clone(), load),
                Note::JlagLeft { vlag, weight, load, .. } => self.moved(weight, vlag * weight, &(load + weight)),
                Note::Reweighted { on_rq: true, new, .. } => {
                    self.smallest(new);
                    self.reweighted = true;
                }
                _ => {}
            }
        }
        if let Some(j) = step.queue.j.as_ref().map(Num::abs).filter(|j| *j > self.largest.0) {
            self.largest = (j, index);
        }
    }

    fn bound(&self) -> Option<JBound> {
        JBound::new(self.q.clone(), self.w_min.clone()?, self.a.clone(), self.largest.clone())
    }
}

/// The bound of J alone, of a run that is read step by step for other reasons.
#[derive(Default)]
pub struct JBounds(Watched);

impl JBounds {
    /// Sees the next step of a recording, which is number `index` from 0, and its notes.
    pub fn step(&mut self, index: usize, step: &Step, notes: &[Note]) {
        self.0.see(index, step, notes);
    }

    /// The bound of what was seen; `None` where J is not kept or nobody joined.
    pub fn finish(&self) -> Option<JBound> {
        self.0.bound()
    }
}

impl Watch for Watched {
    fn step(&mut self, ctx: &Context<'_>, _setting: &Setting, _tally: &mut Tally) {
        self.see(ctx.number - 1, ctx.step, &ctx.step.notes);
    }

    fn end(&mut self, recording: &Recording, setting: &Setting, tally: &mut Tally) {
        if self.w_min.is_none() {
            return;
        }
        self.bound = self.bound();
        let Some(bound) = &self.bound else {
            tally.remarks.push("a is so close to 1 that the bound is not computed".to_string());
            return;
        };
        if bound.is_kept() {
            tally.kept += recording.len() as u64;
            return;
        }
        let cause = |ctx: &Context<'_>| match self.reweighted {
            true => Some(REWEIGHT),
            false => setting.sums_wrap(ctx).then_some(WRAPS),
        };
        let mut before = None;
        for (index, step) in recording.states().enumerate() {
            let ctx = Context::of(recording, index, before.as_ref(), &step);
            match step.queue.j.as_ref().filter(|j| bound.is_exceeded_by(j)) {
                Some(j) => tally.broken(&ctx, None, cause(&ctx), || {
                    format!("|J| is {}, its bound {}", ctx.span(&j.abs()), ctx.span(&bound.bound.high))
                }),
                None => tally.keep(),
            }
            before = Some(step);
        }
    }

    fn j_bound(&self) -> Option<JBound> {
        self.bound.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::number::parse;

    #[test]
    fn the_constant_of_mail_m4s_tables() {
        // a = 2/3: C1 = 1 + 3 + 1/(e ln 1.5) = 4.907305...
        let bound = JBound::new(Num::from(36), Num::from(1), Num::frac(2, 3), (Num::from(18), 4)).expect("a bound");
        let digits = |text| parse(text).expect("digits");
        assert!(
            bound.c1.low > digits("4.90730233949823501157217143779845956171")
                && bound.c1.high < digits("4.90730233949823501157217143779845956172"),
            "{bound:?}"
        );
        assert_eq!(bound.bound.high, &bound.c1.high * &Num::from(36));
        assert!(bound.is_kept() && !bound.is_exceeded_by(&Num::from(-176)) && bound.is_exceeded_by(&Num::from(-177)));
    }

    #[test]
    fn alone_a_task_has_the_constant_2() {
        let bound = JBound::new(Num::from(5), Num::from(2), Num::ZERO, (Num::from(5), 0)).expect("a bound");
        assert_eq!((bound.c1, bound.bound), (Enclosure::exactly(2.into()), Enclosure::exactly(5.into())));
    }
}

//! The weighted lags of a queue sum to zero, and so somebody is eligible.
//!
//! sum w_i (V - v_i) = W V - sum w_i v_i = 0 by V's definition. A kernel rounds V down by less than 1 ns: the sum is in (-W, 0].
//! If everybody's lag were below zero so would be the sum; eligibility itself is tested without dividing, so rounding of V does not
//! touch it.

use super::setting::{WRAPS, lag, queued};
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::num::Num;

/// The sum.
pub(super) static ZERO: Invariant = Invariant {
    name: "zero-sum",
    sentence: "The weighted lags of a queue sum to zero: sum of w (V - v) = 0; with V rounded down to whole ns, to more than -W and at most 0.",
    expectation: |_| Expectation::Holds,
    watch: |_| Box::new(Sum),
};

/// Somebody.
pub(super) static ELIGIBLE: Invariant = Invariant {
    name: "somebody-eligible",
    sentence: "A queue that is not empty has an eligible entity.",
    expectation: |_| Expectation::Holds,
    watch: |_| Box::new(Somebody),
};

struct Sum;

impl Watch for Sum {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let queue = &ctx.step.queue;
        if queue.load.is_zero() {
            return;
        }
        let weights =
            |load: &dyn Fn(&Num) -> Num| queued(ctx.step).map(|(_, row)| load(&row.weight)).fold(Num::ZERO, |a, b| a + b);
        let as_written = weights(&Num::clone) == queue.load;
        if !as_written && weights(&|w| setting.load(w)) != queue.load {
            return tally.exempt("PARANOID_AVG has shortened the weights in the sums");
        }
        let load = |w: &Num| if as_written { w.clone() } else { setting.load(w) };
        let sum = queued(ctx.step).map(|(_, row)| &load(&row.weight) * &lag(ctx, row)).fold(Num::ZERO, |a, b| a + b);
        let kept = match setting.rounds() {
            true => sum <= Num::ZERO && sum > -queue.load.clone(),
            false => sum.is_zero(),
        };
        if kept {
            return tally.keep();
        }
        let cause = setting.sums_wrap(ctx).then_some(WRAPS);
        tally.broken(ctx, None, cause, || {
            let allowed =
                if setting.rounds() { format!("more than -{} and at most 0", ctx.span(&queue.load)) } else { "0".to_string() };
            format!("sum of w (V - v) is {}, expected {allowed}", ctx.span(&sum))
        });
    }
}

struct Somebody;

impl Watch for Somebody {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        if queued(ctx.step).next().is_none() {
            return;
        }
        if queued(ctx.step).any(|(_, row)| row.eligible == Some(true)) {
            return tally.keep();
        }
        let cause = setting.sums_wrap(ctx).then_some(WRAPS);
        tally.broken(ctx, None, cause, || {
            let lags: Vec<_> = queued(ctx.step).map(|(t, row)| format!("{} {}", ctx.name(t), ctx.span(&lag(ctx, row)))).collect();
            format!("nobody is eligible at V = {}: lags {}", ctx.virt(&ctx.step.queue.avg_vruntime), few(lags))
        });
    }
}

/// A list of a readable length.
fn few(all: Vec<String>) -> String {
    match all.len() {
        0..=8 => all.join(", "),
        n => format!("{} and {} more", all[..8].join(", "), n - 8),
    }
}

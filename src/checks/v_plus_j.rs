//! Joins and leaves leave V + J where it is (mail M4), or which clamp, requeue or reweight moves it.
//!
//! The comparison and its reasons are those that the explanation of a step words. In whole ns V and J are each rounded; what that may
//! do to the sum counts as kept.

use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::explain::invariant::{VPlusJ, Why, compared, why};

/// They do.
pub(super) static KEPT: Invariant = Invariant {
    name: "v-plus-j",
    sentence: "A join or leave leaves V + J where it is, unless the queue empties: then J is 0.",
    expectation: |setting| match setting.rules.place.keeps_j() {
        true => Expectation::MayBreak("a lag limit, a requeue under DELAY_ZERO or a reweight moves V without touching sum_jlag"),
        false => Expectation::NotApplicable("the placement rule keeps no J"),
    },
    watch: |_| Box::new(Kept),
};

struct Kept;

impl Watch for Kept {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let (before, after, moved) = match compared(ctx) {
            None => return,
            Some(VPlusJ::Uncharged(_)) => return tally.exempt("V lacks what the running task has run since its last charge"),
            Some(VPlusJ::Compared { before, after, moved }) => (before, after, moved),
        };
        if moved.is_zero() {
            return tally.keep();
        }
        let why = match why(ctx, &moved) {
            Why::Rounded => return tally.keep(),
            Why::Emptied => return tally.exempt("the queue empties"),
            Why::Charged => return tally.exempt("the running task was charged in between"),
            why => why,
        };
        let wraps = setting.sums_wrap(ctx).then_some(super::setting::WRAPS);
        let cause = if why == Why::Unknown { wraps } else { Some(why.words()) };
        tally.broken(ctx, ctx.step.task, cause, || {
            let (from, to) = (ctx.virt(&before), ctx.virt(&after));
            format!("V + J moves by {}, from {from} to {to}: {}", ctx.span(&moved), cause.unwrap_or(why.words()))
        });
    }
}

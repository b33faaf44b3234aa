//! No lag is lost to the lag limit (case 16).
//!
//! Before a leave the weighted lags of all sum to zero. Who leaves with less than V - v leaves the others with the rest: their lags
//! and what it takes along no longer do.

use super::setting::{WRAPS, expected, unless};
use super::{Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::Note;
use crate::model::rules::LagLimit;
use crate::sim::script::TaskId;

/// Nothing is lost.
pub(super) static NONE: Invariant = Invariant {
    name: "no-lag-lost",
    sentence: "Who leaves, or is placed again, takes all of its lag along: the limit cuts nothing off.",
    expectation: |setting| {
        let limits = [
            (LagLimit::TwoSlices, "a lag is limited to two slices of its own, at least a tick"),
            (LagLimit::MaxSlicePlusTick, "a lag is limited to the longest slice in the queue plus a tick"),
        ];
        expected(unless(setting.rules.lag_limit, &[LagLimit::Unlimited], &limits))
    },
    watch: |_| Box::new(Lost),
};

struct Lost;

impl Watch for Lost {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        for note in &ctx.step.notes {
            let Note::LagTaken { task, raw, weight, .. } = note else { continue };
            if !moves(ctx, *task) {
                continue;
            }
            let cut = ctx.find(|n| match n {
                Note::LagClamped { task: t, raw: r, limit, vlag, .. } if t == task && r == raw => Some((limit, vlag)),
                _ => None,
            });
            let Some((limit, vlag)) = cut else {
                tally.keep();
                continue;
            };
            let lost = raw - vlag;
            let limits = [
                (LagLimit::TwoSlices, "two slices"),
                (LagLimit::MaxSlicePlusTick, "the longest slice plus a tick"),
                (LagLimit::Unlimited, WRAPS),
            ];
            tally.broken(ctx, Some(*task), unless(setting.rules.lag_limit, &[], &limits), || {
                format!(
                    "{} has a lag of {}, limited to {}: {} of it is lost, and all lags by w/nice0 then sum to {} instead of 0",
                    ctx.name(*task),
                    ctx.span(raw),
                    ctx.span(limit),
                    ctx.span(&lost),
                    ctx.span(&-(&(&lost * weight) / &setting.nice0))
                )
            });
        }
    }
}

/// Whether the lag that was taken is what the task leaves with or is placed again by; a delayed one's is only looked at.
fn moves(ctx: &Context<'_>, task: TaskId) -> bool {
    ctx.has(|n| match n {
        Note::Left { task: t, .. } | Note::Reweighted { task: t, on_rq: true, .. } => *t == task,
        Note::Requeued { task: t, replaced } => *t == task && *replaced,
        _ => false,
    })
}

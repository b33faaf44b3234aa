//! V + J: whether a step kept it, found by comparing it with the step before, and why not if not.
//!
//! Must not assert what it can compare.

use super::Explanation;
use super::context::Context;
use super::expr::{span, virt};
use super::formula::Formula;
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::recording::Phase;
use crate::sim::script::TaskId;

/// Compares V + J with the step before, where an event may have changed who is queued.
pub(super) fn v_plus_j(ctx: &Context<'_>, out: &mut Explanation) {
    if ctx.step.phase != Phase::After || !ctx.previewed() || !changes_queue(ctx) {
        return;
    }
    let Some(before) = ctx.queue_before() else { return };
    if let Some(curr) = uncharged(ctx) {
        if before.j.is_some() {
            let name = ctx.name(curr);
            out.say(format!(
                "V still lacks what {name} has run since its last charge, so V + J does not compare with the row above."
            ));
        }
        return;
    }
    let (Some(j), Some(j_before)) = (&ctx.step.queue.j, &before.j) else { return };
    let v = &ctx.step.queue.avg_vruntime;
    let (sum, sum_before) = (v + j, &before.avg_vruntime + j_before);
    let line = Formula::equation(&ctx.scale, virt("V' + J'", &sum), virt("V'", v) + span("J'", j));
    let moved = ctx.word(&sum - &sum_before);
    if moved.is_zero() {
        out.show(line.map(|f| f.remark("unchanged")));
        if *v != before.avg_vruntime {
            out.say(format!(
                "V goes from {} to {}, V + J stays at {}.",
                ctx.virt(&before.avg_vruntime),
                ctx.virt(v),
                ctx.virt(&sum)
            ));
        }
        return;
    }
    out.show(line.map(|f| f.remark(&format!("was {}", ctx.virt(&sum_before)))));
    out.say(format!(
        "V + J moves by {}, from {} to {}: {}.",
        ctx.span(&moved),
        ctx.virt(&sum_before),
        ctx.virt(&sum),
        why(ctx, &moved)
    ));
}

/// Whether anyone joins, leaves or changes weight.
fn changes_queue(ctx: &Context<'_>) -> bool {
    ctx.has(|n| {
        matches!(
            n,
            Note::Placed { .. }
                | Note::Left { .. }
                | Note::Emptied { .. }
                | Note::Reweighted { on_rq: true, .. }
                | Note::JlagLeft { .. }
                | Note::JlagJoined { .. }
        )
    })
}

fn why(ctx: &Context<'_>, moved: &Num) -> &'static str {
    if ctx.has(|n| matches!(n, Note::Emptied { .. })) {
        return "on an empty queue J is 0";
    }
    if ctx.queue_before().is_some_and(|q| q.load.is_zero() && q.sum_jlag.as_ref().is_some_and(|s| !s.is_zero())) {
        return "sum_jlag kept a remainder over the empty queue";
    }
    if ctx.has(|n| matches!(n, Note::LagClamped { .. } | Note::DelayedLagClamped { .. })) {
        return "the lag was clamped, so what sum_jlag loses is not what V gains";
    }
    if ctx.has(|n| matches!(n, Note::Placed { without_lag: Some(_), .. })) {
        return "the lag was not placed, but sum_jlag counts it";
    }
    if ctx.has(|n| matches!(n, Note::Requeued { replaced: true, .. })) {
        return "a requeue moves an entity without touching sum_jlag";
    }
    if ctx.has(|n| matches!(n, Note::DelayedRemoved { .. })) {
        return "the lag a delayed entity leaves with is not all that sum_jlag loses";
    }
    if ctx.has(|n| matches!(n, Note::Reweighted { on_rq: true, .. })) {
        return "a reweight on the queue changes W without touching sum_jlag";
    }
    if charged_more(ctx) {
        return "the running task was charged for time the row above does not show";
    }
    if ctx.arith == ArithKind::Kernel && moved.abs() <= rounding(ctx) {
        return "V and J are rounded to whole ns, and w/W' times that enters J'";
    }
    "the event is none that the rule keeps V + J for"
}

/// What rounding can do: V and J, before and after, each by less than 1 ns; and V and J, rounded, times the weight of whoever moves
/// are part of sum_jlag, so that J' is off by w/W' times as much.
fn rounding(ctx: &Context<'_>) -> Num {
    let moved = ctx.step.notes.iter().filter_map(|n| match n {
        Note::JlagJoined { weight, load, .. } | Note::JlagLeft { weight, load, .. } if !load.is_zero() => Some(weight / load),
        _ => None,
    });
    moved.fold(Num::from(4), |sum, share| sum + Num::from(2) * share)
}

/// The running task, if the preview charged it but the step did not.
fn uncharged(ctx: &Context<'_>) -> Option<TaskId> {
    let curr = ctx.step.queue.curr?;
    let charged = ctx.has(|n| matches!(n, Note::Charged { task, .. } if *task == curr));
    (!charged && ctx.row_before(curr)?.sum_exec != ctx.row(curr).sum_exec).then_some(curr)
}

/// Whether this step charged run time that its preview did not.
fn charged_more(ctx: &Context<'_>) -> bool {
    ctx.step.notes.iter().any(|n| match n {
        Note::Charged { task, vruntime, .. } => ctx.row_before(*task).is_some_and(|r| r.vruntime != *vruntime),
        _ => false,
    })
}

//! V + J: whether a step kept it, found by comparing it with the step before, and why not if not.
//!
//! Must not assert what it can compare.

use super::context::Context;
use super::expr::{span, virt};
use super::formula::Formula;
use super::{Explanation, Kept};
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::recording::{Phase, Verb};
use crate::sim::script::TaskId;

/// What became of V + J in a step that may change who is queued.
pub(crate) enum VPlusJ {
    /// V lacks what this task has run since it was last charged, so the two steps do not compare.
    Uncharged(TaskId),
    /// Before, after, and by how much it moved.
    Compared { before: Num, after: Num, moved: Num },
}

/// Compares V + J with the step before; `None` if there is nothing to compare.
pub(crate) fn compared(ctx: &Context<'_>) -> Option<VPlusJ> {
    let before = ctx.queue_before().filter(|_| comparable(ctx) && changes_queue(ctx))?;
    let (j, j_before) = (ctx.step.queue.j.as_ref()?, before.j.as_ref()?);
    if let Some(curr) = uncharged(ctx) {
        return Some(VPlusJ::Uncharged(curr));
    }
    let (after, before) = (&ctx.step.queue.avg_vruntime + j, &before.avg_vruntime + j_before);
    let moved = ctx.word(&after - &before);
    Some(VPlusJ::Compared { before, after, moved })
}

/// Whether the running task is charged up to the same time in both steps of one queue: before is the event's preview, or
/// a pick follows that charges nobody.
fn comparable(ctx: &Context<'_>) -> bool {
    let same_queue = ctx.before.is_some_and(|b| b.cpu == ctx.step.cpu);
    let same_instant = ctx.before.is_some_and(|b| b.t == ctx.step.t);
    let picked = ctx.step.phase == Phase::Pick && same_instant && !ctx.has(|n| matches!(n, Note::Charged { .. }));
    same_queue && (ctx.previewed() || picked)
}

/// The status of V + J in a step: of one that changes who is queued whether it kept it, of any other where it is, and by what it
/// moved. `None` where J is not kept.
pub(super) fn status(ctx: &Context<'_>) -> Option<Kept> {
    let sum = &ctx.step.queue.avg_vruntime + ctx.step.queue.j.as_ref()?;
    let short = |text: String| Some(Kept { kept: true, text });
    match compared(ctx) {
        Some(VPlusJ::Compared { moved, .. }) => {
            let why = (!moved.is_zero()).then(|| why(ctx, &moved));
            return Some(kept(ctx, &moved, why));
        }
        Some(VPlusJ::Uncharged(curr)) => return short(format!("V + J: {} is not charged yet", ctx.name(curr))),
        None => {}
    }
    if let Some(curr) = uncharged(ctx).filter(|_| ctx.previewed()) {
        return short(format!("V + J: {} is not charged yet", ctx.name(curr)));
    }
    let at = ctx.virt(&sum);
    let moved = ctx.queue_before().and_then(|q| Some(ctx.word(&sum - &(&q.avg_vruntime + q.j.as_ref()?))));
    let Some(moved) = moved else { return short(format!("V + J is {at}")) };
    if moved.is_zero() {
        return short(format!("V + J stays at {at}"));
    }
    let by = if moved.is_negative() { ctx.span(&moved) } else { format!("+{}", ctx.span(&moved)) };
    let ran = ran(ctx).map(|task| format!(" while {} ran", ctx.name(task)));
    let cause = ran.or((ctx.step.verb == Verb::Yield).then(|| " by the yield".to_string()));
    short(format!("V + J at {at}: {by}{}", cause.unwrap_or_default()))
}

/// Who ran between this step and the one before.
fn ran(ctx: &Context<'_>) -> Option<TaskId> {
    let curr = ctx.queue_before()?.curr?;
    let grew = ctx.row_before(curr)?.sum_exec != ctx.row(curr).sum_exec;
    grew.then_some(curr)
}

/// Says what an event did to V + J.
pub(super) fn v_plus_j(ctx: &Context<'_>, out: &mut Explanation) {
    if ctx.step.phase != Phase::After {
        return;
    }
    let (sum_before, sum, moved) = match compared(ctx) {
        None => return,
        Some(VPlusJ::Uncharged(curr)) => {
            let name = ctx.name(curr);
            out.say(format!(
                "V still lacks what {name} has run since its last charge, so V + J does not compare with the row above."
            ));
            return;
        }
        Some(VPlusJ::Compared { before, after, moved }) => (before, after, moved),
    };
    let (Some(j), Some(before)) = (&ctx.step.queue.j, ctx.queue_before()) else { return };
    let v = &ctx.step.queue.avg_vruntime;
    let why = (!moved.is_zero()).then(|| why(ctx, &moved));
    let line = Formula::equation(&ctx.scale, virt("V' + J'", &sum), virt("V'", v) + span("J'", j));
    let Some(why) = why else {
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
    };
    out.show(line.map(|f| f.remark(&format!("was {}", ctx.virt(&sum_before)))));
    out.say(format!(
        "V + J moves by {}, from {} to {}: {}.",
        ctx.span(&moved),
        ctx.virt(&sum_before),
        ctx.virt(&sum),
        why.words()
    ));
}

/// The invariant's status in a few words.
fn kept(ctx: &Context<'_>, moved: &Num, why: Option<Why>) -> Kept {
    match why {
        None => Kept { kept: true, text: "V + J kept".to_string() },
        Some(Why::Rounded) => Kept { kept: true, text: "V + J kept, but for rounding".to_string() },
        Some(Why::Emptied) => Kept { kept: true, text: "V + J starts anew: the queue empties".to_string() },
        Some(why) => Kept { kept: false, text: format!("V + J broken by {}: {}", ctx.span(moved), why.words()) },
    }
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

/// Why V + J moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    Emptied,
    Remainder,
    Clamped,
    NotPlaced,
    Requeued,
    DelayedRemoved,
    Reweighted,
    Charged,
    Rounded,
    Unknown,
}

impl Why {
    /// As the end of a sentence.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Why::Emptied => "on an empty queue J is 0",
            Why::Remainder => "sum_jlag kept a remainder over the empty queue",
            Why::Clamped => "the lag was clamped, so what sum_jlag loses is not what V gains",
            Why::NotPlaced => "the lag was not placed, but sum_jlag counts it",
            Why::Requeued => "a requeue moves an entity without touching sum_jlag",
            Why::DelayedRemoved => "the lag a delayed entity leaves with is not all that sum_jlag loses",
            Why::Reweighted => "a reweight on the queue changes W without touching sum_jlag",
            Why::Charged => "the running task was charged for time the row above does not show",
            Why::Rounded => "V and J are rounded to whole ns, and w/W' times that enters J'",
            Why::Unknown => "the event is none that the rule keeps V + J for",
        }
    }
}

/// Why V + J moved by that much.
pub(crate) fn why(ctx: &Context<'_>, moved: &Num) -> Why {
    let before = ctx.queue_before();
    let remainder = before.is_some_and(|q| q.load.is_zero() && q.sum_jlag.as_ref().is_some_and(|s| !s.is_zero()));
    let found = [
        (ctx.has(|n| matches!(n, Note::Emptied { .. })), Why::Emptied),
        (remainder, Why::Remainder),
        (ctx.has(|n| matches!(n, Note::LagClamped { .. } | Note::DelayedLagClamped { .. })), Why::Clamped),
        (ctx.has(|n| matches!(n, Note::Placed { without_lag: Some(_), .. })), Why::NotPlaced),
        (ctx.has(|n| matches!(n, Note::Requeued { replaced: true, .. })), Why::Requeued),
        (ctx.has(|n| matches!(n, Note::DelayedRemoved { .. })), Why::DelayedRemoved),
        (ctx.has(|n| matches!(n, Note::Reweighted { on_rq: true, .. })), Why::Reweighted),
        (charged_more(ctx), Why::Charged),
        (ctx.arith == ArithKind::Kernel && moved.abs() <= rounding(ctx), Why::Rounded),
    ];
    found.into_iter().find(|(is, _)| *is).map_or(Why::Unknown, |(_, why)| why)
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

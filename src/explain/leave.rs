//! Leaving the queue: the lag taken along, its limit, what it does to V and J, and leaving late (delayed dequeue).
//!
//! Must not know why a task leaves.

use super::Explanation;
use super::context::Context;
use super::expr::{plain, span, virt};
use super::formula::Formula;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::LagLimit;
use crate::sim::recording::Verb;
use crate::sim::script::TaskId;

/// `Note::LagTaken`.
pub(super) fn lag_taken(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::LagTaken { task, v_avg, vruntime, raw, .. } = note else { return };
    let difference = virt(average_symbol(ctx, *task, v_avg), v_avg) - virt(ctx.symbol("v", *task), vruntime);
    out.show(Formula::equation(&ctx.scale, span(ctx.symbol("vlag", *task), raw), difference));
}

/// The V a lag was measured from: a reweight may have taken the entity out before.
pub(super) fn average_symbol(ctx: &Context<'_>, task: TaskId, used: &Num) -> &'static str {
    let whole = ctx.find(|n| match n {
        Note::Reweighted { task: t, v_avg: Some(v), .. } if *t == task => Some(v),
        _ => None,
    });
    if whole.is_some_and(|v| v != used) { "V_rest" } else { "V" }
}

/// `Note::LagClamped`.
pub(super) fn lag_clamped(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::LagClamped { task, rule, raw, limit, vlag } = note else { return };
    let limits = [
        (LagLimit::TwoSlices, "two of its slices, at least a tick"),
        (LagLimit::MaxSlicePlusTick, "the longest slice in the queue plus a tick"),
    ];
    let limited_by = Context::known(rule, &limits).unwrap_or("by the variant's own rule");
    let lost = &raw.abs() - &vlag.abs();
    let fate = if raw.is_negative() { "what it owes is forgiven" } else { "what it is owed is lost" };
    out.say(format!(
        "{}'s lag of {} is beyond the limit of {} ({limited_by}): {} of {fate}.",
        ctx.name(*task),
        ctx.span(raw),
        ctx.span(limit),
        ctx.span(&lost)
    ));
    let raw_lag = span(ctx.symbol("vlag", *task), raw);
    let bounded = match raw.is_negative() {
        true => raw_lag.at_least(span("-limit", &-limit.clone())),
        false => raw_lag.at_most(span("limit", limit)),
    };
    out.show(Formula::equation(&ctx.scale, span(ctx.primed("vlag", *task), vlag), bounded));
}

/// `Note::JlagLeft`.
pub(super) fn jlag_left(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::JlagLeft { task, jlag, weight, vlag, j_before, sum_jlag, load, j } = note else { return };
    let mark = ctx.mark_left(*task);
    let taken = (span("J", j_before) + span(lag_symbol(ctx, *task), vlag)) * plain(ctx.symbol("w", *task), weight);
    out.show(Formula::equation(&ctx.scale, span("jlag", jlag), taken));
    let sum = span("sum_jlag", &(sum_jlag + jlag)) - span("jlag", jlag);
    out.show(Formula::equation(&ctx.scale, span(format!("sum_jlag{mark}"), sum_jlag), sum));
    if !load.is_zero() {
        let quotient = span(format!("sum_jlag{mark}"), sum_jlag) / plain(format!("W{mark}"), load);
        out.show(Formula::equation(&ctx.scale, span(format!("J{mark}"), j), quotient));
    }
}

/// The lag an entity is left with once its bounds are applied: a prime for each that changed it.
pub(super) fn lag_symbol(ctx: &Context<'_>, task: TaskId) -> String {
    let clamped = ctx.has(|n| matches!(n, Note::LagClamped { task: t, .. } if *t == task));
    let bounded = ctx.has(|n| matches!(n, Note::DelayedLagClamped { task: t, .. } if *t == task));
    format!("{}{}", ctx.symbol("vlag", task), "'".repeat(usize::from(clamped) + usize::from(bounded)))
}

/// `Note::Left`. V jumps by the lag that goes, spread over the rest.
pub(super) fn left(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Left { task, vlag, weight, v_before, load, v_avg } = note else { return };
    let mark = ctx.mark_left(*task);
    if load.is_zero() {
        return; // `Note::Emptied` says it
    }
    if !ctx.placed_again(*task) {
        // Where J is kept, `invariant` says how V and V + J moved.
        let moved = match (ctx.step.queue.j.is_some(), v_avg == v_before) {
            (true, _) => String::new(),
            (false, true) => format!(" V stays at {}.", ctx.virt(v_avg)),
            (false, false) => format!(" V goes from {} to {}.", ctx.virt(v_before), ctx.virt(v_avg)),
        };
        let lag = if vlag.is_zero() {
            "has no lag to take along".to_string()
        } else {
            format!("takes its lag of {} with it", ctx.span(vlag))
        };
        out.say(format!("{} {lag}.{moved}", ctx.name(*task)));
    }
    // With a limited lag V still jumps by all of it.
    let raw = ctx.find(|n| match n {
        Note::LagTaken { task: t, raw, .. } if t == task => Some(raw),
        _ => None,
    });
    let raw = raw.unwrap_or(vlag);
    if raw.is_zero() {
        return;
    }
    let lag = span(ctx.symbol("vlag", *task), raw) * plain(ctx.symbol("w", *task), weight);
    let average = virt("V", v_before) + lag / plain(format!("W{mark}"), load);
    out.show(ctx.derived(virt(format!("V{mark}"), v_avg), average));
}

/// `Note::Emptied`.
pub(super) fn emptied(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Emptied { v_avg } = note else { return };
    if ctx.step.queue.nr_queued != 0 {
        return; // only for a moment: the entity is placed again in the same step
    }
    let before = ctx.queue_before().map(|q| &q.avg_vruntime);
    let average = match before {
        Some(v) if v != v_avg => format!("V is now the base of the keys, {}", ctx.virt(v_avg)),
        _ => format!("V stays where it was, at {}", ctx.virt(v_avg)),
    };
    let jlag = match ctx.step.queue.j {
        Some(_) => "; sum_jlag/W has no value, so J is 0",
        None => "",
    };
    out.say(format!("The queue is empty: {average}{jlag}."));
}

/// `Note::Delayed`.
pub(super) fn delayed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Delayed { task, v_avg, vruntime, vlag } = note else { return };
    let name = ctx.name(*task);
    out.say(format!(
        "{name} has had more than its share: its lag is {}. It is asleep but stays in the queue (DELAY_DEQUEUE) and counts in V and W \
         until a pick or a wake-up finds it.",
        ctx.span(vlag)
    ));
    if ctx.has(|n| matches!(n, Note::LagTaken { task: t, .. } if t == task)) {
        out.say("That lag is stored as its floor.");
    }
    let difference = virt("V", v_avg) - virt(ctx.symbol("v", *task), vruntime);
    out.show(Formula::equation(&ctx.scale, span(ctx.symbol("vlag", *task), vlag), difference));
}

/// `Note::DelayedRemoved`.
pub(super) fn delayed_removed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::DelayedRemoved { task, vlag } = note else { return };
    let again = if ctx.step.verb == Verb::Pick { " and the pick is repeated" } else { "" };
    let name = ctx.name(*task);
    out.say(format!("{name} is asleep and was only waiting for its lag to be gone: it leaves the queue now{again}."));
    let taken = ctx.find(|n| match n {
        Note::LagTaken { task: t, vlag, .. } if t == task => Some(vlag),
        _ => None,
    });
    let bounded = ctx.has(|n| matches!(n, Note::DelayedLagClamped { task: t, .. } if t == task));
    if let (false, true, Some(lag)) = (bounded, vlag.is_zero(), taken)
        && !lag.is_zero()
    {
        out.say(super::wake::zeroed(ctx, name, lag));
    }
}

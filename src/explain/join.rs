//! Joining the queue: placement by each rule, the deadline that goes with it, and what it adds to sum_jlag.
//!
//! Must not know why a task joins.

use super::Explanation;
use super::change::placed_by_weight;
use super::charge::Converted;
use super::context::Context;
use super::expr::{Expr, plain, span, virt};
use super::formula::Formula;
use super::leave::lag_symbol;
use crate::model::note::{Note, PlacedDeadline, WithoutLag};
use crate::model::num::Num;
use crate::model::rules::{Placement, Reweight};
use crate::sim::script::TaskId;

/// `Note::Placed`.
pub(super) fn placed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Placed { task, rule, v_avg, load, weight, vlag, lag, j, without_lag, vruntime } = note else { return };
    let (name, mark) = (ctx.name(*task), ctx.mark_without(*task));
    let v = || virt(ctx.symbol("v", *task), vruntime);
    let average = || virt(format!("V{mark}"), v_avg);
    let restore = || span(restored(ctx, *task), vlag);
    let equation = |left: Expr, right: Expr| Formula::equation(&ctx.scale, left, right);
    placed_by_weight(ctx, *task, out);
    out.show(taken_out(ctx, note));
    if let Some((old, before)) = scaled(ctx, *task) {
        let product = span(lag_symbol(ctx, *task), before) * plain(ctx.symbol("w", *task), old);
        out.show(equation(restore(), product / plain(ctx.primed("w", *task), weight)));
    }
    if let Some(why) = without_lag {
        out.say(no_lag(ctx, *why, name, vlag));
        out.show(equation(v(), average()));
    } else {
        match (rule, j) {
            (Placement::InflatedLag, _) => {
                out.say(inflation(ctx, note));
                let (w, rest) = (|| plain(weight_symbol(ctx, *task), weight), || plain(format!("W{mark}"), load));
                out.show(equation(span("inflated", lag), restore() * (rest() + w()) / rest()));
                out.show(equation(v(), average() - span("inflated", lag)));
            }
            (Placement::HalfJlag, Some(j)) => {
                out.say(format!("{name} is placed at V + J minus half of its lag of {}.", ctx.span(vlag)));
                let half = || span("half", &(lag + j));
                out.show(equation(half(), restore() / Expr::Number(Num::from(2))));
                out.show(equation(v(), average() + span(format!("J{mark}"), j) - half()));
            }
            (_, Some(j)) => {
                let brought = &(lag + j);
                out.say(match brought == vlag {
                    true if vlag.is_zero() => format!("{name} brings no lag: it is placed at V + J."),
                    true => format!("{name} is placed at V + J minus its lag of {}.", ctx.span(vlag)),
                    false => {
                        let (brought, vlag) = (ctx.span(brought), ctx.span(vlag));
                        format!("{name} brings {brought} of its lag of {vlag}: it is placed at V + J minus that.")
                    }
                });
                let brought = if brought == vlag { restore() } else { span("brought", brought) };
                out.show(equation(v(), average() + span(format!("J{mark}"), j) - brought));
            }
            (_, None) if lag == vlag => {
                out.say(format!("{name} is placed at V minus its lag of {}.", ctx.span(vlag)));
                out.show(equation(v(), average() - restore()));
            }
            (_, None) => {
                out.say(format!("{name} brings a lag of {} and is placed at V minus {}.", ctx.span(vlag), ctx.span(lag)));
                out.show(equation(v(), average() - span("placed", lag)));
            }
        }
    }
    average_after(ctx, note, out);
}

/// V of the rest, where an entity is taken out only to be placed again.
fn taken_out(ctx: &Context<'_>, note: &Note) -> Option<Formula> {
    let Note::Placed { task, v_avg: rest, load, .. } = note else { return None };
    let (v_avg, raw, weight) = ctx.find(|n| match n {
        Note::LagTaken { task: t, v_avg, raw, weight, .. } if t == task => Some((v_avg, raw, weight)),
        _ => None,
    })?;
    if load.is_zero() || !ctx.placed_again(*task) || ctx.has(|n| matches!(n, Note::Left { task: t, .. } if t == task)) {
        return None;
    }
    let lag = span(ctx.symbol("vlag", *task), raw) * plain(ctx.symbol("w", *task), weight);
    ctx.derived(virt("V_rest", rest), virt("V", v_avg) + lag / plain("W_rest", load))
}

/// V after the join, and under inflation whether the lag is what was to be restored.
fn average_after(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Placed { task, rule, v_avg, load, weight, vlag, without_lag, vruntime, .. } = note else { return };
    let (queue, row, mark) = (&ctx.step.queue, ctx.row(*task), ctx.mark_without(*task));
    if load.is_zero() || queue.load != load + weight || row.vruntime != *vruntime || vruntime == v_avg {
        return;
    }
    // Whoever is charged after the placement (older kernels, at the wake-up of a delayed task) moves V on.
    if ctx.step.notes.iter().skip_while(|n| *n != note).any(|n| matches!(n, Note::Charged { .. })) {
        return;
    }
    let pull = span(format!("({} - V{mark})", ctx.symbol("v", *task)), &(vruntime - v_avg));
    let share = pull * plain(weight_symbol(ctx, *task), weight) / plain("W'", &queue.load);
    out.show(ctx.derived(ctx.v_after(), virt(format!("V{mark}"), v_avg) + share));
    if *rule == Placement::InflatedLag && without_lag.is_none() {
        let now = ctx.v_after() - virt(ctx.symbol("v", *task), vruntime);
        let restored = span(restored(ctx, *task), vlag);
        out.show(ctx.derived(now.clone(), restored.clone()).or_else(|| Formula::equation(&ctx.scale, now, restored)));
    }
}

/// The weight before and the lag before of a task that is placed with a lag scaled in the same step.
fn scaled<'a>(ctx: &Context<'a>, task: TaskId) -> Option<(&'a Num, &'a Num)> {
    let (old, raw) = ctx.find(|n| match n {
        Note::Reweighted { task: t, rule: Reweight::PlaceAgain, on_rq: true, old, .. } if *t == task => Some((old, None)),
        Note::Reweighted { task: t, on_rq: false, old, new, old_vlag, .. } if *t == task && old != new => {
            Some((old, Some(old_vlag)))
        }
        _ => None,
    })?;
    let taken = ctx.find(|n| match n {
        Note::LagTaken { task: t, vlag, .. } if *t == task => Some(vlag),
        _ => None,
    });
    Some((old, raw.or(taken)?))
}

/// The lag a placement restores; with one more prime if it was scaled in the same step.
fn restored(ctx: &Context<'_>, task: TaskId) -> String {
    let scaled = if scaled(ctx, task).is_some() { "'" } else { "" };
    format!("{}{scaled}", lag_symbol(ctx, task))
}

fn weight_symbol(ctx: &Context<'_>, task: TaskId) -> String {
    if scaled(ctx, task).is_some() { ctx.primed("w", task) } else { ctx.symbol("w", task) }
}

/// Why inflation: what would be left without it, and its derivation in a line.
fn inflation(ctx: &Context<'_>, note: &Note) -> String {
    let Note::Placed { task, load, weight, vlag, lag, .. } = note else { return String::new() };
    if ctx.counts_itself(*task) {
        return format!("The inflation takes W = {} for the weight of the others.", ctx.weight(load));
    }
    let enters = if ctx.placed_again(*task) { "is placed again" } else { "joins" };
    let side = |lag: &Num| if lag.is_negative() { "after" } else { "before" };
    let left = &(vlag * load) / &(load + weight);
    format!(
        "{} {enters} with lag {vlag}. Placed {} {} V it would pull V along and keep {}; placed x before V it keeps x W/(W+w), so \
         x = {vlag} (W+w)/W = {}.",
        ctx.name(*task),
        ctx.span(&vlag.abs()),
        side(vlag),
        ctx.span(&left),
        ctx.span(lag),
        vlag = ctx.span(vlag),
    )
}

fn no_lag(ctx: &Context<'_>, why: WithoutLag, name: &str, vlag: &Num) -> String {
    let dropped = match vlag.is_zero() {
        true => String::new(),
        false => format!(" Its lag of {} is dropped.", ctx.span(vlag)),
    };
    match why {
        WithoutLag::Rule => format!("Lag is not placed (NO_PLACE_LAG): {name} starts at V.{dropped}"),
        WithoutLag::EmptyQueue => format!("The queue is empty, and the lag of an only entity is 0: {name} starts at V.{dropped}"),
        WithoutLag::ZeroLag => format!("{name} brings no lag, so it starts at V."),
    }
}

/// `Note::DeadlinePlaced`.
pub(super) fn deadline_placed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::DeadlinePlaced { task, kind, slice, weight, vslice, deadline } = note else { return };
    let v = virt(ctx.symbol("v", *task), &(deadline - vslice));
    let d = virt(ctx.symbol("d", *task), deadline);
    match kind {
        PlacedDeadline::Full => {
            let length = Converted::request(ctx, *task, slice, weight, vslice).shown(ctx, out);
            out.show(Formula::equation(&ctx.scale, d, v + length));
        }
        PlacedDeadline::Half => {
            out.say("A new task starts with half a request (PLACE_DEADLINE_INITIAL).");
            let length = Converted::request(ctx, *task, slice, weight, vslice);
            let half = length.halved(ctx, out);
            out.show(Formula::equation(&ctx.scale, d, v + half));
        }
        PlacedDeadline::Relative => {
            relative(ctx, *task, vslice, weight, out);
            out.show(Formula::equation(&ctx.scale, d, v + span("distance", vslice)));
        }
    }
}

/// The distance kept to the deadline: in virtual time, or in run time if the weight changed.
fn relative(ctx: &Context<'_>, task: TaskId, distance: &Num, weight: &Num, out: &mut Explanation) {
    out.say(format!("{} keeps its distance to the deadline (PLACE_REL_DEADLINE).", ctx.name(task)));
    let (Some(before), Some((old, _))) = (ctx.row_before(task), scaled(ctx, task)) else { return };
    let kept = span(format!("({} - {})", ctx.symbol("d", task), ctx.symbol("v", task)), &(&before.deadline - &before.vruntime));
    let kept = kept * plain(ctx.symbol("w", task), old) / plain(ctx.primed("w", task), weight);
    out.show(ctx.derived(span("distance", distance), kept));
}

/// `Note::JlagJoined`.
pub(super) fn jlag_joined(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::JlagJoined { task, jlag, weight, sum_jlag, load, j } = note else { return };
    let Some((vlag, rule)) = ctx.find(|n| match n {
        Note::Placed { task: t, vlag, rule, .. } if t == task => Some((vlag, *rule)),
        _ => None,
    }) else {
        return;
    };
    let virtual_jlag = &(jlag / weight);
    let half = || span("half", virtual_jlag);
    if rule == Placement::HalfJlag {
        let two = Expr::Number(Num::from(2));
        out.show(Formula::equation(&ctx.scale, half(), span(restored(ctx, *task), vlag) / two));
    }
    let mark = ctx.mark_without(*task);
    let brought = match rule {
        Placement::HalfJlag => half(),
        _ if virtual_jlag == vlag => span(restored(ctx, *task), vlag),
        _ => span("brought", virtual_jlag),
    };
    let brought = brought * plain(weight_symbol(ctx, *task), weight);
    out.show(Formula::equation(&ctx.scale, span("jlag", jlag), brought));
    let sum = span(format!("sum_jlag{mark}"), &(sum_jlag - jlag)) + span("jlag", jlag);
    out.show(Formula::equation(&ctx.scale, span("sum_jlag'", sum_jlag), sum));
    let quotient = span("sum_jlag'", sum_jlag) / plain("W'", load);
    out.show(Formula::equation(&ctx.scale, span("J'", j), quotient));
}

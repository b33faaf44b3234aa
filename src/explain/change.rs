//! Changes of an entity in place: weight and yield.
//!
//! Must not know what asked for the change.

use super::Explanation;
use super::charge::Converted;
use super::context::Context;
use super::expr::{Expr, plain, span, virt};
use super::formula::Formula;
use super::leave::{average_symbol, lag_symbol};
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::nr_running::Counted;
use crate::model::num::Num;
use crate::model::rules::{Reweight, Yield};
use crate::sim::recording::Verb;
use crate::sim::script::TaskId;

/// Changes that show in the rows: another slice, another lag to bring; a yield that does nothing.
pub(super) fn setting(ctx: &Context<'_>, out: &mut Explanation) {
    let (Some(task), false) = (ctx.step.task, ctx.step.noop) else { return };
    let (name, row, before) = (ctx.name(task), ctx.row(task), ctx.row_before(task));
    match ctx.step.verb {
        Verb::Slice => {
            let from = before.map_or(String::new(), |b| format!(" from {}", ctx.span(&b.slice)));
            out.say(format!("The slice of {name} goes{from} to {}.", ctx.span(&row.slice)));
        }
        Verb::SetLag => out.say(format!("{name} will bring lag {} when it joins.", ctx.span(&row.vlag))),
        Verb::Yield if !ctx.has(|n| matches!(n, Note::Yielded { .. } | Note::Noop(_))) => {
            out.say(format!("{name} is the only task here, so the yield does nothing."));
        }
        _ => {}
    }
}

/// `Note::Reweighted`.
pub(super) fn reweighted(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Reweighted { task, rule, on_rq, old, new, old_vlag, vlag, .. } = note else { return };
    let name = ctx.name(*task);
    if old == new {
        return;
    }
    let weights = format!("The weight of {name} goes from {} to {}", ctx.weight(old), ctx.weight(new));
    if !on_rq {
        match ctx.row(*task).on_rq {
            true => out.say(format!("{weights}.")),
            false => out.say(format!("{weights}; w times its stored lag of {} is kept.", ctx.span(old_vlag))),
        }
        let scaled = span(lag_symbol(ctx, *task), old_vlag) * plain(ctx.symbol("w", *task), old);
        let after = span(format!("{}'", lag_symbol(ctx, *task)), vlag);
        out.show(Formula::equation(&ctx.scale, after, scaled / plain(ctx.primed("w", *task), new)));
        return;
    }
    if *rule != Reweight::PlaceAgain {
        out.say(format!("{weights}. {}", method(*rule, name)));
    }
    if matches!(rule, Reweight::V6_12 | Reweight::VWithoutEntity | Reweight::KeepV) {
        around_v(ctx, note, out);
    }
    conserved(ctx, *task, old, new, out);
}

/// v' = V - vlag w/w' and d' = V + (d - V) w/w', with the V that the rule took.
fn around_v(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Reweighted { task, old, new, v_avg: Some(whole), vruntime, deadline, vprot, .. } = note else { return };
    let taken = ctx.find(|n| match n {
        Note::LagTaken { task: t, v_avg, vlag, .. } if t == task => Some((v_avg, vlag)),
        _ => None,
    });
    let used = taken.map_or(whole, |(v, _)| v);
    let v = || virt(average_symbol(ctx, *task, used), used);
    let scaled = |what: Expr| what * plain(ctx.symbol("w", *task), old) / plain(ctx.primed("w", *task), new);
    if let Some((_, lag)) = taken {
        let kept = || span("scaled", &(used - vruntime));
        out.show(Formula::equation(&ctx.scale, kept(), scaled(span(lag_symbol(ctx, *task), lag))));
        out.show(Formula::equation(&ctx.scale, virt(ctx.primed("v", *task), vruntime), v() - kept()));
    }
    if let Some(row) = ctx.row_before(*task) {
        let name = format!("({} - {})", ctx.symbol("d", *task), average_symbol(ctx, *task, used));
        let moved = v() + scaled(span(name, &(&row.deadline - used)));
        out.show(ctx.derived(virt(ctx.primed("d", *task), deadline), moved));
    }
    if let Some((before, after)) = vprot {
        let name = format!("({} - {})", ctx.symbol("vprot", *task), average_symbol(ctx, *task, used));
        let moved = v() + scaled(span(name, &(before - used)));
        out.show(ctx.derived(virt(ctx.primed("vprot", *task), after), moved));
    }
}

/// The weight change of an entity that is placed again, said before its placement.
pub(super) fn placed_by_weight(ctx: &Context<'_>, task: TaskId, out: &mut Explanation) {
    let weights = ctx.find(|n| match n {
        Note::Reweighted { task: t, rule: Reweight::PlaceAgain, on_rq: true, old, new, .. } if *t == task => Some((old, new)),
        _ => None,
    });
    let (Some((old, new)), name) = (weights, ctx.name(task)) else { return };
    out.say(format!(
        "The weight of {name} goes from {} to {}. {}",
        ctx.weight(old),
        ctx.weight(new),
        method(Reweight::PlaceAgain, name)
    ));
    if ctx.counts_itself(task) {
        out.say(format!("But {name} runs and still counts in V and W, with its new weight at its old vruntime."));
    }
}

fn method(rule: Reweight, name: &str) -> String {
    let known = [
        (Reweight::V6_12, "moves so that w times its lag is kept, measured from V with the task itself in it"),
        (Reweight::VWithoutEntity, "moves so that w times its lag is kept, but a waiting entity is measured from V without it"),
        (Reweight::PlaceAgain, "is taken out, its lag is scaled, and it is placed as if it joined"),
        (Reweight::KeepV, "moves so that w times its lag is kept, and with it V; its deadline is scaled from V too"),
    ];
    format!("{name} {}.", Context::known(&rule, &known).unwrap_or("is treated by the variant's own rule"))
}

/// Whether V and w times lag came through, as found in the rows.
fn conserved(ctx: &Context<'_>, task: TaskId, old: &Num, new: &Num, out: &mut Explanation) {
    let (Some(before), Some(now)) = (ctx.before, ctx.step.vlag(task)) else { return };
    let Some(then) = before.vlag(task).filter(|_| ctx.previewed()) else { return };
    let (v, v_now) = (&before.queue.avg_vruntime, &ctx.step.queue.avg_vruntime);
    let average = match v == v_now {
        true => format!("V stays at {}", ctx.virt(v)),
        false => format!("V moves from {} to {}", ctx.virt(v), ctx.virt(v_now)),
    };
    let (lag, lag_now) = (&then * old, &now * new);
    let by = (&lag_now - &lag).abs();
    // The scaled lag and V are whole ns, each times a weight.
    let rounding = ctx.arith == ArithKind::Kernel && by < &Num::from(2) * old.max(new);
    let share = match (by.is_zero(), rounding) {
        (true, _) => format!("w times lag stays at {}", ctx.span(&lag)),
        (_, true) => format!("w times lag stays at {} but for rounding", ctx.span(&lag)),
        _ => format!("w times lag goes from {} to {}", ctx.span(&lag), ctx.span(&lag_now)),
    };
    out.say(format!("{average}; {share}."));
}

/// `Note::YieldTested`: whether somebody is there to yield to, in the baseline and with mail M2's patch.
pub(super) fn yield_tested(_ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::YieldTested { counts, rule, .. } = note else { return };
    let (running, delayed) = (counts.nr_running, counts.nr_delayed);
    let goes_on = [Counted::Queued, Counted::Runnable].map(|counted| counts.seen(counted) != 1);
    let delayed_ones = if delayed == 1 { "1 of them is delayed".to_string() } else { format!("{delayed} of them are delayed") };
    match (goes_on, rule) {
        (_, rule) if !matches!(rule, Counted::Queued | Counted::Runnable) => {
            let seen = counts.seen(*rule);
            out.say(format!("nr_running is {running} and {delayed_ones}; the variant's own rule counts {seen}."));
        }
        ([false, _], _) => {} // alone by either count: the warning says it
        ([true, true], _) if delayed == 0 => {
            out.say(format!("nr_running is {running} and none of them is delayed: yield goes on, with nr-delayed-yield too."));
        }
        ([true, true], _) => {
            out.say(format!("nr_running is {running} and {delayed_ones}: yield goes on, with nr-delayed-yield too."));
        }
        ([true, false], Counted::Queued) => out.say(format!(
            "nr_running is {running}, so yield goes on, but {delayed_ones}: with nr-delayed-yield it would return."
        )),
        ([true, false], _) => {
            out.say(format!("nr_running is {running}, but {delayed_ones}, so yield returns; without the patch it would go on."))
        }
    }
}

/// `Note::Yielded`.
pub(super) fn yielded(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Yielded { task, rule, eligible, vruntime, deadline } = note else { return };
    let (name, row) = (ctx.name(*task), ctx.row(*task));
    if !matches!(rule, Yield::DeadlineOnly | Yield::IfEligible | Yield::IfEligibleRequest) {
        let (v, d) = (ctx.virt(vruntime), ctx.virt(deadline));
        return out.say(format!("{name} yields by the variant's own rule: its vruntime is now {v}, its deadline {d}."));
    }
    if *rule != Yield::DeadlineOnly && !eligible {
        out.say(format!("{name} is not eligible, so it has nothing to give away: vruntime and deadline stay."));
        return;
    }
    // Where requests end only at ticks, v may have passed d.
    let used_up =
        *rule != Yield::DeadlineOnly && ctx.row_before(*task).is_some_and(|b| ctx.previewed() && b.vruntime == *vruntime);
    match rule {
        Yield::DeadlineOnly => out.say(format!("{name} keeps its vruntime; its deadline moves one request further.")),
        _ if used_up => {
            out.say(format!("{name} is eligible, but nothing of its request is left to give away: its vruntime stays."));
        }
        _ => {
            out.say(format!("{name} is eligible and gives away the rest of its request: its vruntime goes to its deadline."));
        }
    }
    let keeps_vruntime = used_up || *rule == Yield::DeadlineOnly;
    let old = if keeps_vruntime { old_deadline(ctx, *task) } else { Some(vruntime.clone()) };
    let Some(old) = old else { return };
    if !keeps_vruntime {
        out.show(Formula::equation(&ctx.scale, virt(ctx.primed("v", *task), vruntime), virt(ctx.symbol("d", *task), &old)));
    }
    let vslice = deadline - &old;
    let length = Converted::request(ctx, *task, &row.slice, &row.weight, &vslice).shown(ctx, out);
    out.show(Formula::equation(&ctx.scale, virt(ctx.primed("d", *task), deadline), virt(ctx.symbol("d", *task), &old) + length));
}

/// The deadline that a yield found: that of a request that ended in the same step, or the row's.
fn old_deadline(ctx: &Context<'_>, task: TaskId) -> Option<Num> {
    ctx.find(|n| match n {
        Note::RequestEnded { task: t, deadline, .. } if *t == task => Some(deadline.clone()),
        _ => None,
    })
    .or_else(|| ctx.row_before(task).map(|r| r.deadline.clone()))
}

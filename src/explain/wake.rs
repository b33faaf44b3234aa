//! Wake-ups: of delayed entities, preemption, slice protection and the reschedule that may follow.
//!
//! Must not know placement or the pick.

use super::Explanation;
use super::charge::Converted;
use super::context::Context;
use super::expr::{span, virt};
use super::formula::Formula;
use super::leave::lag_symbol;
use crate::model::note::{Note, PreemptVerdict, ReschedWhy};
use crate::model::num::Num;

/// `Note::DelayedLagClamped`: the floor and the ceiling of a sleeper's lag.
pub(super) fn delayed_lag_clamped(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::DelayedLagClamped { task, raw, floor, vlag } = note else { return };
    let name = ctx.name(*task);
    let after = lag_symbol(ctx, *task);
    let raw_lag = span(after.strip_suffix('\'').unwrap_or(&after), raw);
    let after = span(after, vlag);
    let bounded = if raw < floor {
        out.say(format!(
            "While {name} slept V moved back, and its lag went from {} to {}. The lag it fell asleep with is the floor.",
            ctx.span(floor),
            ctx.span(raw)
        ));
        let floored = raw_lag.at_least(span("floor", floor));
        if vlag == floor { floored } else { floored.at_most(super::Expr::Number(Num::ZERO)) }
    } else {
        out.say(zeroed(ctx, name, raw));
        raw_lag.at_most(super::Expr::Number(Num::ZERO))
    };
    out.show(Formula::equation(&ctx.scale, after, bounded));
}

/// `Note::Requeued`.
pub(super) fn requeued(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Requeued { task, replaced } = note else { return };
    let name = ctx.name(*task);
    out.say(match replaced {
        true => format!("{name} was still in the queue: it is taken out and placed again with a new request."),
        false => format!("{name} was still in the queue and keeps its vruntime and deadline; it only counts as awake again."),
    });
    let taken = ctx.find(|n| match n {
        Note::LagTaken { task: t, v_avg, vlag, .. } if t == task => Some((v_avg, vlag)),
        _ => None,
    });
    let placed = ctx.find(|n| match n {
        Note::Placed { task: t, vlag, .. } if t == task => Some(vlag),
        _ => None,
    });
    let bounded = ctx.has(|n| matches!(n, Note::DelayedLagClamped { task: t, .. } if t == task));
    if bounded && !replaced {
        out.say("The bound moves its lag by no more than the threshold and leaves its sign, so only the stored lag changes.");
    }
    if let (false, Some((_, lag)), Some(placed)) = (bounded, taken, placed)
        && placed.is_zero()
        && !lag.is_zero()
    {
        out.say(zeroed(ctx, name, lag));
    }
    let used = taken.map(|(v, _)| v);
    if let (true, Some(used), Some(now), Some(curr)) = (ctx.previewed(), used, ctx.queue_before(), ctx.step.queue.curr)
        && *used != now.avg_vruntime
    {
        out.say(format!(
            "The V used here, {}, is stale: it lacks what {} has run since it was last charged (V is {}).",
            ctx.virt(used),
            ctx.name(curr),
            ctx.virt(&now.avg_vruntime)
        ));
    }
}

/// DELAY_ZERO.
pub(super) fn zeroed(ctx: &Context<'_>, name: &str, lag: &Num) -> String {
    format!("{name} gains no positive lag by sleeping (DELAY_ZERO): {} becomes 0.", ctx.span(lag))
}

/// `Note::WakeupPreempt`.
pub(super) fn verdict(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::WakeupPreempt { task, curr, verdict } = note else { return };
    let wakee = ctx.name(*task);
    let curr_name = curr.map_or("the running task", |c| ctx.name(c));
    out.say(match verdict {
        PreemptVerdict::IdleCpu => "The CPU is idle: a pick follows.".to_string(),
        PreemptVerdict::RealTimeRuns => format!("{curr_name} is a real-time task, which no fair task preempts: {wakee} waits."),
        PreemptVerdict::Itself => format!("{wakee} is the running task: there is nothing to preempt."),
        PreemptVerdict::AlreadyAsked => "A reschedule is pending already, so the wake-up tests nothing.".to_string(),
        PreemptVerdict::Off => format!("Wake-ups do not preempt (NO_WAKEUP_PREEMPTION): {wakee} waits."),
        PreemptVerdict::IdlePolicyCurr => format!("{curr_name} has the idle policy, so {wakee} preempts it."),
        PreemptVerdict::IdlePolicyWakee => format!("{wakee} has the idle policy, so it does not preempt {curr_name}."),
        PreemptVerdict::NotNormal => format!("{wakee} is not of the normal policy, so its wake-up does not preempt."),
        PreemptVerdict::ForkOrDelayed => {
            format!("A new or a delayed task preempts only with the shorter slice: {wakee} waits.")
        }
        PreemptVerdict::CurrNotEligible => format!("The wake-up comes from a task, and {curr_name} is not eligible any more: it is preempted."),
        PreemptVerdict::SyncBuddy => format!("A sync wake-up leaves the CPU to the waker for now: {wakee} waits as the buddy."),
        PreemptVerdict::Wins => format!("A pick now would choose {wakee}: {curr_name} is preempted."),
        PreemptVerdict::WinsShort => match curr {
            Some(c) => format!(
                "{wakee} has the shorter slice ({} against {}), so {curr_name}'s protection does not count; a pick would choose {wakee}: \
                 {curr_name} is preempted.",
                ctx.span(&ctx.row(*task).slice),
                ctx.span(&ctx.row(*c).slice)
            ),
            None => format!("{wakee} has the shorter slice, and a pick would choose it: it preempts."),
        },
        PreemptVerdict::Loses => format!("A pick now would not choose {wakee}: {curr_name} goes on."),
    });
}

/// `Note::Protected`, `Note::ProtectionShortened`, `Note::ProtectionCancelled`.
pub(super) fn protection(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    match note {
        Note::Protected { task, until, slice } => {
            out.say(format!("{} is protected until its vruntime reaches {}.", ctx.name(*task), ctx.virt(until)));
            end_of_protection(ctx, *task, until, slice, out);
        }
        Note::ProtectionShortened { task, until } => {
            let name = ctx.name(*task);
            out.say(format!("{name}'s protection now ends at {}, after the shortest slice in the queue.", ctx.virt(until)));
        }
        Note::ProtectionCancelled { task } => out.say(format!("{}'s protection is cancelled.", ctx.name(*task))),
        _ => {}
    }
}

/// The protection ends with the request, or after the shortest slice in the queue.
fn end_of_protection(ctx: &Context<'_>, task: usize, until: &Num, slice: &Num, out: &mut Explanation) {
    let row = ctx.row(task);
    let end = virt(ctx.symbol("vprot", task), until);
    if *until == row.deadline {
        out.show(Formula::equation(&ctx.scale, end, virt(ctx.symbol("d", task), &row.deadline)));
        return;
    }
    let run = until - &row.vruntime;
    let run =
        Converted { task, real: ("min_slice".into(), slice), weight: &row.weight, virt: ("run".into(), &run) }.shown(ctx, out);
    out.show(Formula::equation(&ctx.scale, end, virt(ctx.symbol("v", task), &row.vruntime) + run));
}

/// `Note::Resched`.
pub(super) fn resched(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Resched { task, why } = note else { return };
    let name = task.map_or("The running task", |t| ctx.name(t));
    out.say(match why {
        ReschedWhy::RequestEnded | ReschedWhy::FairServer => "A reschedule is asked for.".to_string(),
        ReschedWhy::ProtectionOver => format!("{name} is not protected any more: a reschedule is asked for."),
        ReschedWhy::NotEligible => format!("{name} has lost its protection and is not eligible: a reschedule is asked for."),
        ReschedWhy::PrioFell => format!("The priority of {name} fell while it runs: a reschedule is asked for."),
        ReschedWhy::Asked => "The script asks for a reschedule.".to_string(),
    });
}

//! Run time charged to the current task, and the end of its request. Previews, which show nothing else, are worded here too.
//!
//! Must not know placement, lag or the pick.

use super::Explanation;
use super::context::Context;
use super::expr::{Expr, plain, span, virt};
use super::formula::Formula;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::{SliceEnd, Yield};
use crate::sim::recording::Verb;
use crate::sim::script::TaskId;

/// `Note::Charged`. The calculation is left to the preview if there is one.
pub(super) fn charged(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Charged { task, delta, weight, dv, vruntime } = note else { return };
    if delta.is_zero() {
        return;
    }
    out.say(format!(
        "{} ran {} with weight {}, so its vruntime went from {} to {}.",
        ctx.name(*task),
        ctx.span(delta),
        ctx.weight(weight),
        ctx.virt(&(vruntime - dv)),
        ctx.virt(vruntime)
    ));
    if !ctx.previewed() {
        calculation(ctx, note, out);
    }
}

fn calculation(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Charged { task, delta, weight, dv, vruntime } = note else { return };
    let v = virt(ctx.symbol("v", *task), &(vruntime - dv));
    let ran = Converted { task: *task, real: ("ran".into(), delta), weight, virt: ("dv".into(), dv) };
    let ran = ran.shown(ctx, out);
    out.show(Formula::equation(&ctx.scale, virt(ctx.primed("v", *task), vruntime), v + ran));
}

/// A real time that the scheduler turned into virtual time.
pub(super) struct Converted<'a> {
    /// Whose.
    pub task: TaskId,
    /// The real time and its symbol.
    pub real: (String, &'a Num),
    /// The weight it was divided by.
    pub weight: &'a Num,
    /// The result and its symbol.
    pub virt: (String, &'a Num),
}

impl<'a> Converted<'a> {
    /// A request: slice to vslice.
    pub fn request(ctx: &Context<'_>, task: TaskId, slice: &'a Num, weight: &'a Num, vslice: &'a Num) -> Converted<'a> {
        Converted { task, real: (ctx.symbol("r", task), slice), weight, virt: (ctx.symbol("vslice", task), vslice) }
    }

    /// The term to calculate on with: the conversion itself if it is exact, else the result of a line of its own.
    pub fn shown(self, ctx: &Context<'_>, out: &mut Explanation) -> Expr {
        let quotient = ctx.to_virtual(self.real.0, self.real.1, self.weight, self.task);
        if quotient.value().as_ref() == Some(self.virt.1) {
            return quotient;
        }
        let result = span(self.virt.0, self.virt.1);
        conversion(ctx, result.clone(), quotient, out);
        result
    }

    /// Half of it.
    pub fn halved(self, ctx: &Context<'_>, out: &mut Explanation) -> Expr {
        let half = ctx.to_virtual(self.real.0, self.real.1, self.weight, self.task) / Expr::Number(Num::from(2));
        let result = span(self.virt.0, self.virt.1);
        conversion(ctx, result.clone(), half, out);
        result
    }
}

/// The line of a conversion. Rounding aside, only the inverse weights of old kernels give anything else than the quotient, and only
/// a little: the largest weight by 2^-15 of it. What wraps is far off.
fn conversion(ctx: &Context<'_>, result: Expr, quotient: Expr, out: &mut Explanation) {
    let (value, exact) = (result.value(), quotient.value());
    let near = |(value, exact): (Num, Num)| &(&value - &exact).abs() * &Num::from(1 << 15) <= &exact.abs() + &Num::from(1 << 16);
    let near = value.zip(exact).is_some_and(near);
    let line = Formula::equation(&ctx.scale, result, quotient);
    out.show(line.map(|l| if near && l.is_off() { l.remark("by a rounded inverse of w") } else { l }));
}

/// `Note::RequestEnded`.
pub(super) fn request_ended(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::RequestEnded { task, old_deadline, start, slice, vslice, deadline } = note else { return };
    if start == old_deadline && by_yield(ctx, *task, start) {
        return; // `Note::Yielded` says it
    }
    out.say(format!(
        "{} has {} its deadline {}: the request is used up. The next one runs from {} to {}.",
        ctx.name(*task),
        if start > old_deadline { "passed" } else { "reached" },
        ctx.virt(old_deadline),
        ctx.virt(start),
        ctx.virt(deadline)
    ));
    let charged = ctx.has(|n| matches!(n, Note::Charged { task: t, .. } if t == task)) && !ctx.previewed();
    let start = if *start == ctx.row(*task).vruntime {
        virt(if charged { ctx.primed("v", *task) } else { ctx.symbol("v", *task) }, start)
    } else {
        virt(if start == old_deadline { ctx.symbol("d", *task) } else { "start".to_string() }, start)
    };
    // The weight of that moment: the step may have changed it since.
    let weight = ctx.find(|n| match n {
        Note::Charged { task: t, weight, .. } if t == task => Some(weight),
        _ => None,
    });
    let length = Converted::request(ctx, *task, slice, weight.unwrap_or(&ctx.row(*task).weight), vslice).shown(ctx, out);
    out.show(Formula::equation(&ctx.scale, virt(ctx.primed("d", *task), deadline), start + length));
}

/// `Note::SliceEnded`: the verdicts of the three rules, and whose counts here.
pub(super) fn slice_ended(_ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::SliceEnded { cfs_nr, rq_nr, nr_delayed, rule, .. } = note else { return };
    let delayed = if *nr_delayed == 0 { String::new() } else { format!(", {nr_delayed} of them delayed") };
    let counters = format!("cfs nr_running is {cfs_nr}{delayed}, rq nr_running is {rq_nr}");
    let known = [SliceEnd::InUpdateDeadline, SliceEnd::RqNrRunning, SliceEnd::CfsNrRunning];
    if !known.contains(rule) {
        let asks = if rule.asks(*cfs_nr, *rq_nr) { "asks" } else { "does not ask" };
        return out.say(format!("{counters}: the variant's own rule {asks} for a reschedule."));
    }
    out.say(match known.map(|rule| rule.asks(*cfs_nr, *rq_nr)) {
        [true, true, true] => format!("{counters}: 6.11, 85e511df3cec and its fix all ask for a reschedule."),
        [false, false, false] => format!("{counters}: neither 6.11 nor 85e511df3cec nor its fix asks for a reschedule."),
        _ => format!(
            "{counters}: 85e511df3cec asks for a reschedule, although no other fair task could run; 6.11 and the fix do not. Here {} \
             decides.",
            match rule {
                SliceEnd::InUpdateDeadline => "6.11",
                SliceEnd::RqNrRunning => "85e511df3cec",
                _ => "the fix",
            }
        ),
    });
}

/// Whether a yield moved the vruntime to the deadline and so ended the request.
fn by_yield(ctx: &Context<'_>, task: TaskId, start: &Num) -> bool {
    ctx.has(|n| {
        matches!(n, Note::Yielded { task: t, rule: Yield::IfEligibleRequest, eligible: true, vruntime, .. }
            if *t == task && vruntime == start)
    })
}

/// A preview: the state just before the event. It has no notes: what it charges is found in the rows.
pub(super) fn preview(ctx: &Context<'_>, out: &mut Explanation) {
    let Some(charge) = preview_charge(ctx) else {
        out.say("Nothing has changed yet.");
        brought(ctx, None, out);
        return;
    };
    charged(ctx, &charge, out);
    out.say("Nothing else has changed yet.");
    average(ctx, &charge, out);
    brought(ctx, ctx.step.queue.curr, out);
}

fn preview_charge(ctx: &Context<'_>) -> Option<Note> {
    let task = ctx.step.queue.curr?;
    let (before, row) = (ctx.row_before(task)?, ctx.row(task));
    let delta = &row.sum_exec - &before.sum_exec;
    let dv = &row.vruntime - &before.vruntime;
    (!delta.is_zero()).then(|| Note::Charged { task, delta, weight: row.weight.clone(), dv, vruntime: row.vruntime.clone() })
}

/// V moves by run time over W: dv of the one that ran, weighted.
fn average(ctx: &Context<'_>, charge: &Note, out: &mut Explanation) {
    let (Note::Charged { delta, .. }, Some(before)) = (charge, ctx.queue_before()) else { return };
    if before.load.is_zero() || before.load != ctx.step.queue.load {
        return;
    }
    let moved = match before.load == ctx.nice0 {
        true => span("ran", delta),
        false => span("ran", delta) * plain("nice0", &ctx.nice0) / plain("W", &before.load),
    };
    out.show(ctx.derived(ctx.v_after(), virt("V", &before.avg_vruntime) + moved));
}

/// The lag the event is about: what a joiner brings, what a leaver has.
fn brought(ctx: &Context<'_>, charged: Option<TaskId>, out: &mut Explanation) {
    let Some(task) = ctx.step.task else { return };
    let row = ctx.row(task);
    if !row.on_rq && matches!(ctx.step.verb, Verb::Join | Verb::Rejoin) {
        let lag = if row.vlag.is_zero() { "no lag".to_string() } else { format!("lag {}", ctx.span(&row.vlag)) };
        out.say(format!("{} will bring {lag}.", ctx.name(task)));
    } else if row.on_rq
        && matches!(ctx.step.verb, Verb::Leave | Verb::Exit)
        && let Some(vlag) = ctx.step.vlag(task)
    {
        let v = virt(if charged == Some(task) { "v'" } else { "v" }, &row.vruntime);
        let (lag, average) = if charged.is_some() { ("vlag'", "V'") } else { ("vlag", "V") };
        let average = virt(average, &ctx.step.queue.avg_vruntime);
        out.show(Formula::equation(&ctx.scale, span(lag, &vlag), average - v));
    }
}

//! Real-time tasks beside the fair queue, and the fair server.
//!
//! Must not know the fair queue.

use super::Explanation;
use super::context::Context;
use crate::model::note::{Note, RtVerdict};

/// `Note::RtWoken`.
pub(super) fn woken(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::RtWoken { task, verdict } = note else { return };
    let name = ctx.name(*task);
    let curr = ctx.step.queue.curr.map_or("the running task", |t| ctx.name(t));
    out.say(format!("{name} is a real-time task: it counts in rq->nr_running, but not in the fair queue."));
    out.say(match verdict {
        RtVerdict::Idle => "The CPU is idle: a pick follows.".to_string(),
        RtVerdict::Preempts => format!("{curr} is a fair task: it is preempted."),
        RtVerdict::Waits => format!("{curr} is a real-time task too: {name} waits behind it."),
        RtVerdict::WaitsForServer => format!("The fair server has given the CPU to {curr}: {name} waits until its time is over."),
    });
}

/// `Note::FairServer`.
pub(super) fn fair_server(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::FairServer { starts, runtime, waited } = note else { return };
    out.say(match starts {
        true => format!(
            "Fair tasks have waited {} for a real-time task: the fair server gives them the CPU for {}.",
            ctx.span(waited),
            ctx.span(runtime)
        ),
        false => format!("The {} of the fair server are over: real-time tasks go first again.", ctx.span(runtime)),
    });
}

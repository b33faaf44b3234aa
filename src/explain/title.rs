//! What a step is, in a few words.
//!
//! Owns titles; must not give reasons.

use super::context::Context;
use crate::model::note::Note;
use crate::sim::recording::{Phase, Verb};
use crate::sim::script::TaskId;

/// Whether the event puts a task on the queue.
pub(super) fn joins(verb: Verb) -> bool {
    matches!(verb, Verb::Join | Verb::Rejoin | Verb::Fork | Verb::Wake)
}

/// The step's title.
pub(super) fn title(ctx: &Context<'_>) -> String {
    let step = ctx.step;
    if step.phase == Phase::Before {
        return format!("Before: {}", event(ctx));
    }
    if step.noop {
        return format!("{}: nothing happens", step.text);
    }
    match step.verb {
        Verb::Pick => picked(ctx, step.task),
        Verb::Leave if ctx.has(|n| matches!(n, Note::Delayed { .. })) => {
            format!("{} falls asleep{} but stays queued", subject(ctx), after_running(ctx))
        }
        Verb::Leave | Verb::Exit | Verb::Yield => format!("{}{}", event(ctx), after_running(ctx)),
        Verb::SetLag | Verb::Tick | Verb::SliceEnd | Verb::FairServer | Verb::Resched | Verb::End => capitalised(&event(ctx)),
        _ => event(ctx),
    }
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The event, as a short statement.
fn event(ctx: &Context<'_>) -> String {
    let who = subject(ctx);
    match ctx.step.verb {
        Verb::Start => "Initial state".to_string(),
        Verb::Join => format!("{who} joins"),
        Verb::Rejoin => format!("{who} rejoins"),
        Verb::Wake => format!("{who} wakes up"),
        Verb::Fork => format!("{who} is forked"),
        Verb::Leave if ctx.step.task.is_some_and(|t| ctx.tasks[t].fifo) => format!("{who} falls asleep"),
        Verb::Leave => format!("{who} leaves"),
        Verb::Exit => format!("{who} exits"),
        Verb::Yield => format!("{who} yields"),
        Verb::Nice => format!("{who} is reniced"),
        Verb::Slice => format!("{who} gets another slice"),
        Verb::Reweight => format!("{who} is reweighted"),
        Verb::SetLag => format!("the lag of {who} is set"),
        Verb::Tick => "tick".to_string(),
        Verb::SliceEnd => format!("the request of {who} ends"),
        Verb::Resched => "reschedule".to_string(),
        Verb::Pick => "pick".to_string(), // a pick has no preview
        Verb::FairServer => "the fair server".to_string(),
        Verb::End => "end of the run".to_string(),
    }
}

fn subject<'a>(ctx: &Context<'a>) -> &'a str {
    ctx.step.task.map_or("nobody", |t| ctx.name(t))
}

/// ` after 24`, if the step's own task was charged.
fn after_running(ctx: &Context<'_>) -> String {
    let ran = ctx.find(|n| match n {
        Note::Charged { task, delta, .. } if Some(*task) == ctx.step.task && !delta.is_zero() => Some(delta),
        _ => None,
    });
    ran.map_or(String::new(), |delta| format!(" after {}", ctx.span(delta)))
}

fn picked(ctx: &Context<'_>, task: Option<TaskId>) -> String {
    let Some(task) = task else { return "The CPU goes idle".to_string() };
    match ctx.queue_before().is_some_and(|q| q.curr == Some(task)) {
        true => format!("{} runs on", ctx.name(task)),
        false => format!("{} is picked", ctx.name(task)),
    }
}

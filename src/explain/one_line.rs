//! One step in one line, for the status line and for screen readers.
//!
//! Must not give reasons: it is read out at every step.

use super::context::Context;
use super::title::joins;
use crate::model::note::Note;
use crate::sim::recording::{Phase, Recording, Step, Verb};
use crate::sim::script::TaskId;

/// `step 8 of 21: t+24, T2 about to leave, lag 12, V V0`. `index` counts from 0; panics past the end.
pub fn one_line(recording: &Recording, index: usize) -> String {
    one_line_in(&Context::of(recording, index, None, &recording.step(index)))
}

/// The same, for a step at hand.
pub fn one_line_in(ctx: &Context<'_>) -> String {
    let step = ctx.step;
    let lag = step.task.map_or(String::new(), |task| format!(", lag {}", ctx.span(&lag(step, task))));
    format!(
        "step {} of {}: {}, {}{lag}, V {}",
        ctx.number,
        ctx.total,
        ctx.scale.time(&step.t),
        what(ctx),
        ctx.virt(&step.queue.avg_vruntime)
    )
}

/// The lag now of a queued task; off the queue the lag it took along or will bring.
fn lag(step: &Step, task: TaskId) -> crate::model::num::Num {
    step.vlag(task).unwrap_or_else(|| step.tasks[task].vlag.clone())
}

fn what(ctx: &Context<'_>) -> String {
    let step = ctx.step;
    let Some(task) = step.task else {
        return match step.verb {
            Verb::Pick => "CPU idle".to_string(),
            Verb::Start => "initial state".to_string(),
            _ => step.text.clone(),
        };
    };
    let name = ctx.name(task);
    if step.noop && step.phase == Phase::After {
        return format!("{}: nothing happens", step.text);
    }
    let (about_to, done) = match step.verb {
        Verb::Leave if ctx.has(|n| matches!(n, Note::Delayed { .. })) => ("sleep", "asleep but queued"),
        Verb::Leave => ("leave", "left"),
        Verb::Exit => ("exit", "exited"),
        Verb::Join => ("join", "joined"),
        Verb::Rejoin => ("rejoin", "rejoined"),
        Verb::Wake => ("wake up", "awake"),
        Verb::Fork => ("be forked", "forked"),
        Verb::Yield => ("yield", "yielded"),
        Verb::Nice => ("be reniced", "reniced"),
        Verb::Slice => ("change its slice", "has a new slice"),
        Verb::Reweight => ("be reweighted", "reweighted"),
        Verb::SetLag => ("get another lag", "has another lag"),
        Verb::SliceEnd => ("end its request", "ended its request"),
        Verb::Pick => ("be picked", "picked"),
        Verb::Start | Verb::Tick | Verb::FairServer | Verb::Resched | Verb::End => return format!("{}, {name}", step.text),
    };
    match step.phase {
        Phase::Before if joins(step.verb) && step.tasks[task].on_rq => format!("{name} about to wake up, still queued"),
        Phase::Before => format!("{name} about to {about_to}"),
        _ => format!("{name} {done}"),
    }
}

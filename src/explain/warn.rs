//! Events that could do nothing, and results to look at.
//!
//! Must not know ordinary outcomes.

use super::Explanation;
use super::context::Context;
use crate::model::note::{NoopWhy, Note, WarningKind};
use crate::tables::stopped::why_stopped;

/// `Note::Noop`.
pub(super) fn noop(ctx: &Context<'_>, why: NoopWhy, out: &mut Explanation) {
    let name = ctx.step.task.map_or("The task", |t| ctx.name(t));
    let reason = match why {
        NoopWhy::Dead => format!("{name} has exited"),
        NoopWhy::NotAsleep => format!("{name} is not asleep"),
        NoopWhy::NotRunning => format!("{name} is not the running task"),
        NoopWhy::NotQueued => format!("{name} is not in the queue"),
        NoopWhy::OnQueue => format!("{name} is in the queue"),
        NoopWhy::Idle => "the CPU is idle".to_string(),
        NoopWhy::Unchanged => "the value is what it was".to_string(),
        NoopWhy::NotFair => format!("{name} is a real-time task, for which the value means nothing"),
        NoopWhy::Alone if ctx.has(|n| matches!(n, Note::YieldTested { counts, .. } if counts.nr_delayed > 0)) => {
            "no other task on this CPU can run".to_string()
        }
        NoopWhy::Alone => "no other task is on this CPU".to_string(),
    };
    out.warn(format!("`{}` does nothing: {reason}.", ctx.step.text));
}

/// `Note::Warning`.
pub(super) fn warning(ctx: &Context<'_>, kind: &WarningKind, out: &mut Explanation) {
    out.warn(match kind {
        WarningKind::EligibilityOverflow { task, exact } => {
            let (right, kernel) = if *exact { ("eligible", "not eligible") } else { ("not eligible", "eligible") };
            format!("{} is {right}, but the product in the 64-bit test overflows and says {kernel}.", ctx.name(*task))
        }
        WarningKind::NoneEligible => "No entity passes the eligibility test: its 64-bit product overflows.".to_string(),
        WarningKind::DelayedRuns { task } => {
            format!("{} runs although it is asleep (delayed); the kernel warns here.", ctx.name(*task))
        }
        WarningKind::ForcedIneligible { task } => format!("The script picks {}, which is not eligible.", ctx.name(*task)),
        WarningKind::Stopped(why) => format!("The run stops here, before its end: {}.", why_stopped(*why)),
        WarningKind::NegativeLagLimit { task, limit } => {
            format!("The lag limit of {} is negative ({}): clamping to it makes no sense.", ctx.name(*task), ctx.span(limit))
        }
    });
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_string(),
        [one] => one.to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

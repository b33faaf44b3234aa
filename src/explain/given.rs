//! Picks that the script gives: whom the rules would have picked, and what following a real pick changes.

use super::Explanation;
use super::context::Context;
use crate::model::note::{Note, PickWhy};
use crate::model::num::Num;

/// Whether the pick of a note is the rules' own, which the script overrules in the same step.
pub(super) fn is_overruled(ctx: &Context<'_>, note: &Note) -> bool {
    let after = ctx.step.notes.iter().skip_while(|n| !std::ptr::eq(*n, note)).skip(1);
    let next = after.filter_map(|n| if let Note::Picked { why, .. } = n { Some(*why) } else { None }).next();
    next == Some(PickWhy::Forced)
}

/// `Note::Picked` of the rules where the script gives the pick.
pub(super) fn overruled(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Picked { task, why, .. } = note else { return };
    let name = task.map_or("nobody", |t| ctx.name(t));
    out.say(match why {
        PickWhy::Protected => format!("The rules would let {name} run on: it is protected."),
        _ => format!("The rules would pick {name}."),
    });
}

/// `Note::PresumedRun`, `Note::Shifted`.
pub(super) fn followed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    match note {
        Note::PresumedRun { task, left } => out.say(format!(
            "{} is preempted with {} of its request left, less than the slack: the request counts as used up.",
            ctx.name(*task),
            ctx.span(left)
        )),
        // Following a pick may take several moves of the same task, which are told as one.
        Note::Shifted { task, .. } => {
            let moves = || ctx.step.notes.iter().filter(|n| matches!(n, Note::Shifted { task: t, .. } if t == task));
            if !moves().next().is_some_and(|first| std::ptr::eq(first, note)) {
                return;
            }
            let by = moves().fold(Num::ZERO, |sum, n| if let Note::Shifted { by, .. } = n { &sum + by } else { sum });
            let times = match moves().count() {
                1 => String::new(),
                n => format!(" (in {n} moves)"),
            };
            let (name, later) = (ctx.name(*task), !by.is_negative());
            let (distance, where_to) = if later { (ctx.span(&by), "later") } else { (ctx.span(&by.abs()), "earlier") };
            out.say(format!(
                "After that pick {name}'s vruntime can not be right: with its deadline it moves {distance} {where_to}{times}."
            ));
        }
        _ => {}
    }
}

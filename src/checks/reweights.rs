//! A change of weight on the queue leaves V and the entity's weighted lag (cases 4 to 6).
//!
//! With w' (V - v') = w (V - v) neither V nor anybody else's lag changes. In whole ns V before lacks less than 1, which weighs W and
//! is then shared by W'; the scaled lag is off by less than 1 and V' again: V moves by at most W/W' + 2, and the lag by 1 more.
//! Placed again like a joiner, it is told from the V of the rest, of weight R: the lag, off by 1 before and by 1 after it is scaled,
//! moves V by (w + w')/R, and rounding of the inflated lag and of two Vs by 3.

use super::setting::{UNKNOWN, WRAPS, lag};
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::{LagLimit, Placement, Reweight, Rules};
use crate::sim::script::TaskId;

/// V stays.
pub(super) static V_KEPT: Invariant = Invariant {
    name: "reweight-keeps-v",
    sentence: "A change of weight on the queue leaves V where it is, but for rounding to whole ns.",
    expectation: |setting| expectation(&setting.rules),
    watch: |_| Box::new(VKept),
};

/// The lag stays.
pub(super) static LAG_KEPT: Invariant = Invariant {
    name: "reweight-keeps-lag",
    sentence: "A change of weight on the queue leaves the weighted lag: w (V - v) = w' (V' - v'), but for rounding to whole ns.",
    expectation: |setting| expectation(&setting.rules),
    watch: |_| Box::new(LagKept),
};

const LIMIT: &str = "the lag limit cuts the lag";
const WITHOUT: &str = "V is taken of the queue without the entity, which is in the tree";
const COUNTED: &str = "the running entity is placed while it still counts in V and W";
const BY_J: &str = "it is placed by J like a joiner, and sum_jlag does not know";
const PLAIN: &str = "it is placed again without inflating its lag";
const AT_V: &str = "it is placed again at V (NO_PLACE_LAG)";
const FLOOR: &str = "the lag of a delayed entity is bounded";
const LOADS: &str = "the sums count its weight without the last ten bits";

fn expectation(rules: &Rules) -> Expectation {
    match (rules.reweight, rules.place) {
        (Reweight::VWithoutEntity, _) => Expectation::MayBreak(WITHOUT),
        (Reweight::PlaceAgain, _) if !rules.features.place_lag => Expectation::MayBreak(AT_V),
        (Reweight::PlaceAgain, place) if place.keeps_j() => Expectation::MayBreak(BY_J),
        (Reweight::PlaceAgain, Placement::PlainLag) => Expectation::MayBreak(PLAIN),
        (Reweight::PlaceAgain, Placement::InflatedLag) => Expectation::MayBreak(COUNTED),
        (Reweight::V6_12 | Reweight::KeepV, _) if rules.lag_limit == LagLimit::Unlimited => Expectation::Holds,
        (Reweight::V6_12 | Reweight::KeepV, _) => Expectation::MayBreak(LIMIT),
        _ => Expectation::MayBreak(UNKNOWN),
    }
}

/// A change of weight on the queue, as its note tells it, with what follows from the state.
struct Change<'a> {
    task: TaskId,
    old: &'a Num,
    new: &'a Num,
    v_avg: &'a Num,
    old_vlag: &'a Num,
    /// By how much rounding may move V.
    slack: Num,
}

fn change<'a>(ctx: &Context<'a>, setting: &Setting) -> Option<Change<'a>> {
    let found = ctx.find(|n| match n {
        Note::Reweighted { task, on_rq: true, old, new, v_avg: Some(v_avg), old_vlag, .. } => {
            Some((*task, old, new, v_avg, old_vlag))
        }
        _ => None,
    });
    let (task, old, new, v_avg, old_vlag) = found?;
    let load = &ctx.step.queue.load;
    let rest = load - new;
    let slack = match setting.rules.reweight {
        _ if !setting.rounds() || load.is_zero() => Num::ZERO,
        Reweight::PlaceAgain if rest > Num::ZERO => &(&(old + new) / &rest) + &Num::from(3),
        _ => &(&(&rest + old) / load) + &Num::from(2),
    };
    Some(Change { task, old, new, v_avg, old_vlag, slack })
}

/// Which rule does it.
fn cause(ctx: &Context<'_>, setting: &Setting, c: &Change<'_>) -> Option<&'static str> {
    let rules = &setting.rules;
    let running = ctx.step.queue.curr == Some(c.task);
    let wraps = setting.wraps(c.old_vlag, &(c.old + c.new)) || setting.sums_wrap(ctx);
    let candidates = [
        (ctx.has(|n| matches!(n, Note::LagClamped { task, .. } if *task == c.task)), LIMIT),
        (ctx.has(|n| matches!(n, Note::DelayedLagClamped { task, .. } if *task == c.task)), FLOOR),
        (rules.reweight == Reweight::VWithoutEntity && !running, WITHOUT),
        (rules.reweight == Reweight::PlaceAgain && ctx.counts_itself(c.task), COUNTED),
        (rules.reweight == Reweight::PlaceAgain && !rules.features.place_lag, AT_V),
        (rules.reweight == Reweight::PlaceAgain && rules.place.keeps_j(), BY_J),
        (rules.reweight == Reweight::PlaceAgain && rules.place == Placement::PlainLag, PLAIN),
        (wraps, WRAPS),
        (setting.load(c.old) != *c.old || setting.load(c.new) != *c.new, LOADS),
        (matches!(expectation(rules), Expectation::MayBreak(UNKNOWN)), UNKNOWN),
    ];
    candidates.into_iter().find(|(is, _)| *is).map(|(_, why)| why)
}

struct VKept;

impl Watch for VKept {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let Some(c) = change(ctx, setting) else { return };
        let after = &ctx.step.queue.avg_vruntime;
        if ctx.word(after - c.v_avg).abs() <= c.slack {
            return tally.keep();
        }
        tally.broken(ctx, Some(c.task), cause(ctx, setting, &c), || {
            format!(
                "{} goes from weight {} to {}, and V from {} to {}",
                ctx.name(c.task),
                ctx.weight(c.old),
                ctx.weight(c.new),
                ctx.virt(c.v_avg),
                ctx.virt(after)
            )
        });
    }
}

struct LagKept;

impl Watch for LagKept {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let Some(c) = change(ctx, setting) else { return };
        let left = lag(ctx, ctx.row(c.task));
        let slack = if setting.rounds() { c.new * &(&c.slack + &Num::from(1)) } else { Num::ZERO };
        let (before, after) = (c.old * c.old_vlag, c.new * &left);
        if (&after - &before).abs() <= slack {
            return tally.keep();
        }
        tally.broken(ctx, Some(c.task), cause(ctx, setting, &c), || {
            format!(
                "{} goes from weight {} with lag {} to weight {} with lag {}, expected {}",
                ctx.name(c.task),
                ctx.weight(c.old),
                ctx.span(c.old_vlag),
                ctx.weight(c.new),
                ctx.span(&left),
                ctx.span(&(&before / c.new))
            )
        });
    }
}

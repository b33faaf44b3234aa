//! What a join does to lag and V: an inflated lag is restored, and who brings no lag leaves V alone.
//!
//! Placed at v = V - l, a joiner of weight w is left with l W/(W + w); l = vlag (W + w)/W makes that vlag (see `model::place`). In
//! whole ns l is off by less than 1, V before and after each by less than 1 and in opposite senses: together by at most 1.

use super::setting::{WRAPS, expected, lag, unless};
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::Placement;
use crate::sim::script::TaskId;

/// The lag comes back.
pub(super) static RESTORED: Invariant = Invariant {
    name: "join-restores-lag",
    sentence: "Who joins a queue that is not empty has the lag it brought: V' - v = vlag; in whole ns within 1.",
    expectation: |setting| match setting.rules.place {
        _ if !setting.rules.features.place_lag => Expectation::NotApplicable("NO_PLACE_LAG: everybody joins at V"),
        rule if rule.keeps_j() => Expectation::NotApplicable("placement by J keeps V + J, not the joiner's lag to V"),
        rule => expected(lag_unless(rule)),
    },
    watch: |_| Box::new(Restored),
};

/// V stays.
pub(super) static V_KEPT: Invariant = Invariant {
    name: "join-at-v-keeps-v",
    sentence: "Who is placed at V leaves V where it is.",
    expectation: |_| Expectation::Holds,
    watch: |_| Box::new(VKept),
};

const PLAIN: &str = "the lag is placed as it is, and the joiner's own pull on V takes w/W' of it";

/// Why a placement may leave another lag.
fn lag_unless(rule: Placement) -> Option<&'static str> {
    unless(rule, &[Placement::InflatedLag], &[(Placement::PlainLag, PLAIN)])
}

/// What a placement says of itself.
struct Placed<'a> {
    task: TaskId,
    rule: Placement,
    v_avg: &'a Num,
    load: &'a Num,
    weight: &'a Num,
    vlag: &'a Num,
    lag: &'a Num,
}

/// The step's placement, if the state after it is still what it left: nobody leaves or is charged later in the step, and it is
/// no reweight.
fn placed<'a>(ctx: &Context<'a>) -> Option<Placed<'a>> {
    let mut found = None;
    for note in &ctx.step.notes {
        match note {
            Note::Placed { task, rule, v_avg, load, weight, vlag, lag, .. } => {
                found = Some(Placed { task: *task, rule: *rule, v_avg, load, weight, vlag, lag });
            }
            Note::Left { .. } | Note::Charged { .. } | Note::Reweighted { on_rq: true, .. } => found = None,
            _ => {}
        }
    }
    found.filter(|p| ctx.row(p.task).on_rq)
}

struct Restored;

impl Watch for Restored {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let Some(p) = placed(ctx).filter(|p| !p.load.is_zero()) else { return };
        let left = lag(ctx, ctx.row(p.task));
        let slack = Num::from(i64::from(setting.rounds()));
        if (&left - p.vlag).abs() <= slack {
            return tally.keep();
        }
        let wraps = setting.wraps(p.vlag, &(p.load + p.weight)) || setting.sums_wrap(ctx);
        tally.broken(ctx, Some(p.task), lag_unless(p.rule).or(wraps.then_some(WRAPS)), || {
            format!("{} brings a lag of {} and is left with {}", ctx.name(p.task), ctx.span(p.vlag), ctx.span(&left))
        });
    }
}

struct VKept;

impl Watch for VKept {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let Some(p) = placed(ctx).filter(|p| p.lag.is_zero()) else { return };
        let after = &ctx.step.queue.avg_vruntime;
        if after == p.v_avg {
            return tally.keep();
        }
        let cause = setting.sums_wrap(ctx).then_some(WRAPS);
        tally.broken(ctx, Some(p.task), cause, || {
            format!("{} joins at V = {}, and V is then {}", ctx.name(p.task), ctx.virt(p.v_avg), ctx.virt(after))
        });
    }
}

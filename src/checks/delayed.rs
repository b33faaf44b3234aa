//! A delayed task does not fall behind while it sleeps (mail M1, case 20).
//!
//! What counts is what it comes out with: the lag that its wake-up leaves or restores, or that its final dequeue stores. While it is
//! delayed V - v may be anything; a floor is applied at the end. A change of weight meanwhile scales the lag it began with.

use super::setting::{lag, unless};
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::{DelayedLag, Requeue};
use crate::sim::recording::Phase;
use crate::sim::script::TaskId;
use std::collections::BTreeMap;

/// It does not.
pub(super) static FLOOR: Invariant = Invariant {
    name: "delayed-lag-floor",
    sentence: "A delayed task comes out with no more negative a lag than it was delayed with; in whole ns within 1.",
    expectation: |setting| match setting.rules.delayed_lag {
        _ if !setting.rules.features.delay_dequeue => Expectation::NotApplicable("NO_DELAY_DEQUEUE: nobody is delayed"),
        _ => Expectation::MayBreak(floor_unless(setting).unwrap_or(NEW_FLOOR)),
    },
    watch: |_| Box::new(Floor::default()),
};

const FREE: &str = "nothing bounds the lag of a delayed task, and joiners with positive lag move V back under it";

const SMALL: &str = "a correction that changes no sign and stays below the threshold is not made";
const NEW_FLOOR: &str = "a reweight of a delayed task stores the lag of that moment, which is the floor from then on";

/// Which rule may let it fall behind; a reweight may under any.
fn floor_unless(setting: &Setting) -> Option<&'static str> {
    let floors = [DelayedLag::Floor, DelayedLag::GuardedFloor, DelayedLag::FloorThenZero];
    let made = || unless(setting.rules.requeue, &[Requeue::ZeroPositive, Requeue::OnChange], &[(Requeue::OnSignChange, SMALL)]);
    unless(setting.rules.delayed_lag, &floors, &[(DelayedLag::Free, FREE)]).or_else(made)
}

/// The lag with which a task was delayed, and the lowest since.
struct Began {
    lag: Num,
    lowest: Num,
    reweighted: bool,
}

#[derive(Default)]
struct Floor {
    delayed: BTreeMap<TaskId, Began>,
}

impl Watch for Floor {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        if ctx.step.phase == Phase::Before {
            return;
        }
        for (task, row) in ctx.step.tasks.iter().enumerate().filter(|(_, row)| row.sched_delayed) {
            let now = lag(ctx, row);
            let began = self.delayed.entry(task).or_insert_with(|| {
                let noted = ctx.find(|n| match n {
                    Note::Delayed { task: t, vlag, .. } if *t == task => Some(vlag.clone()),
                    _ => None,
                });
                let lag = noted.unwrap_or_else(|| row.vlag.clone());
                Began { lowest: lag.clone(), lag, reweighted: false }
            });
            if let Some(before) = ctx.row_before(task).filter(|before| before.weight != row.weight) {
                let scaled = |lag: &Num| &(lag * &before.weight) / &row.weight;
                (began.lag, began.lowest) = (scaled(&began.lag), scaled(&began.lowest));
            }
            began.reweighted |= ctx.has(|n| matches!(n, Note::Reweighted { task: t, on_rq: true, .. } if *t == task));
            began.lowest = now.min(began.lowest.clone());
        }
        let over: Vec<TaskId> = self.delayed.keys().copied().filter(|t| !ctx.row(*t).sched_delayed).collect();
        for task in over {
            let Some(began) = self.delayed.remove(&task) else { continue };
            out_of_it(ctx, setting, task, &began, tally);
        }
    }
}

/// Compares what a task comes out with.
fn out_of_it(ctx: &Context<'_>, setting: &Setting, task: TaskId, began: &Began, tally: &mut Tally) {
    let (how, left) = outcome(ctx, task);
    let slack = Num::from(i64::from(setting.rounds()));
    if &left + &slack >= began.lag.clone().min(Num::ZERO) {
        return tally.keep();
    }
    let cause = match floor_unless(setting) {
        Some(FREE) => Some(FREE),
        _ if began.reweighted => Some(NEW_FLOOR),
        other => other,
    };
    tally.broken(ctx, Some(task), cause, || {
        format!(
            "{} was delayed with a lag of {} and {how} with {}: {} more negative (lowest meanwhile {})",
            ctx.name(task),
            ctx.span(&began.lag),
            ctx.span(&left),
            ctx.span(&(&began.lag - &left)),
            ctx.span(&began.lowest.clone().min(left.clone()))
        )
    });
}

/// How a task comes out of it, and with which lag: what a second placement restores, what the wake-up measured, or what was stored.
fn outcome(ctx: &Context<'_>, task: TaskId) -> (&'static str, Num) {
    let noted = |pick: fn(&Note, TaskId) -> Option<Num>| ctx.find(|n| pick(n, task));
    if !ctx.row(task).on_rq {
        return ("leaves", ctx.row(task).vlag.clone());
    }
    let placed = noted(|n, task| match n {
        Note::Placed { task: t, vlag, .. } if *t == task => Some(vlag.clone()),
        _ => None,
    });
    let taken = noted(|n, task| match n {
        Note::LagTaken { task: t, raw, .. } if *t == task => Some(raw.clone()),
        _ => None,
    });
    ("wakes", placed.or(taken).unwrap_or_else(|| lag(ctx, ctx.row(task))))
}

//! Lags stay within a request and a tick (case 24).
//!
//! With RUN_TO_PARITY a task may run a whole slice and until the next tick: |lag| <= slice + tick. Without, it is protected for the
//! normalized base slice (0.7 ms) only: |lag| <= max(slice, 0.7 ms + tick). Each by the task's own slice, in time at its own weight,
//! so that w |V - v| <= nice0 (...). The mail prints the lower bound of the second case with a parenthesis missing and as a maximum of
//! two negative terms, which would be the nearer of the two; this is the symmetric one.

use super::report::times;
use super::setting::{lag, queued};
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::num::Num;
use crate::model::rules::Protection;
use crate::sim::Recording;
use crate::sim::recording::TaskRow;
use crate::sim::script::TaskId;
use std::collections::BTreeMap;

/// They stay.
pub(super) static WITHIN: Invariant = Invariant {
    name: "lag-bounds",
    sentence: "Every lag, in time at the task's weight, is within its slice plus a tick; with NO_RUN_TO_PARITY within max(slice, 0.7 ms plus a tick). A task going out of it counts once. (The mail's lower bound lacks a parenthesis; this is the symmetric one.)",
    expectation: |setting| match setting.rules.protect {
        Protection::Never => Expectation::NotApplicable("no slice protection: the bounds are those of a kernel's ticks"),
        _ => Expectation::MayBreak(BEYOND),
    },
    watch: |_| Box::new(Within::default()),
};

const BEYOND: &str = "a lag that is brought along, a pick that waits for a tick or a change of weight goes beyond it";

/// One task's excursions.
struct Outside {
    now: bool,
    times: u64,
    steps: u64,
    /// The largest share of its bound, with lag, bound, step and its time.
    furthest: (Num, String),
}

#[derive(Default)]
struct Within {
    outside: BTreeMap<TaskId, Outside>,
}

impl Watch for Within {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        let mut kept = true;
        let elsewhere = |row: &TaskRow| row.on_rq && row.cpu != ctx.step.cpu;
        for (task, row) in ctx.step.tasks.iter().enumerate().filter(|(_, row)| !elsewhere(row)) {
            let found = if row.on_rq { exceeded(ctx, setting, row) } else { None };
            let Some((lag, bound)) = found else {
                if let Some(outside) = self.outside.get_mut(&task) {
                    outside.now = false;
                }
                continue;
            };
            kept = false;
            let share = &lag.abs() / &bound;
            let told = || format!("a lag of {} against a bound of {}", ctx.span(&lag), ctx.span(&bound));
            let outside = self.outside.entry(task).or_insert_with(|| Outside {
                now: false,
                times: 0,
                steps: 0,
                furthest: (Num::ZERO, String::new()),
            });
            outside.steps += 1;
            if share > outside.furthest.0 {
                outside.furthest = (share, format!("{} at step {}, {}", told(), ctx.number, ctx.scale.time(&ctx.step.t)));
            }
            if !std::mem::replace(&mut outside.now, true) {
                outside.times += 1;
                tally.broken(ctx, Some(task), Some(BEYOND), || format!("{} has {}", ctx.name(task), told()));
            }
        }
        if kept && queued(ctx.step).next().is_some() {
            tally.keep();
        }
    }

    fn end(&mut self, recording: &Recording, _setting: &Setting, tally: &mut Tally) {
        for (task, outside) in &self.outside {
            tally.remarks.push(format!(
                "{}: {}, {} steps in all; furthest {}",
                recording.tasks[*task].name,
                times(outside.times),
                outside.steps,
                outside.furthest.1
            ));
        }
    }
}

/// Lag and bound of a task out of its bound, both in time at its weight. In whole ns V is rounded down by less than 1, so that a lag
/// may look less than 1 too low.
fn exceeded(ctx: &Context<'_>, setting: &Setting, row: &TaskRow) -> Option<(Num, Num)> {
    let bound = match setting.rules.features.run_to_parity {
        true => &row.slice + &setting.tick,
        false => row.slice.clone().max(&setting.norm_slice + &setting.tick),
    };
    let real = |v: &Num| &(v * &row.weight) / &setting.nice0;
    let virt = lag(ctx, row);
    let lag = real(&virt);
    let slack = if setting.rounds() && virt.is_negative() { real(&Num::from(1)) } else { Num::ZERO };
    (&lag.abs() - &slack > bound).then_some((lag, bound))
}

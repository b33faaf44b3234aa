//! Several CPUs: where a woken task goes and why, in the baseline and with mail M2's patches, and moves from CPU to CPU.
//!
//! Must not know queues.

use super::Explanation;
use super::context::Context;
use super::expr::plain;
use super::formula::Formula;
use crate::model::note::Note;
use crate::model::nr_running::{Counted, Counts};
use crate::model::num::Num;
use crate::model::wake::{AffineTest, Placing, Wakeup, ttwu_queues};

/// `Note::WakePlaced`.
pub(super) fn placed(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::WakePlaced { task, wakeup, counts, rule, placing, baseline, patched } = note else { return };
    let Wakeup { this_cpu, prev_cpu, sync } = *wakeup;
    let name = ctx.name(*task);
    out.say(match this_cpu == prev_cpu {
        true => format!("{name} is woken on CPU {this_cpu}, its own."),
        false => format!("{name} is woken on CPU {this_cpu}; its own is CPU {prev_cpu}."),
    });
    out.say(match placing.test {
        AffineTest::ThisIdle if placing.cpu == prev_cpu && this_cpu != prev_cpu => {
            format!("CPU {this_cpu} is idle, and so is CPU {prev_cpu}: {name} goes there.")
        }
        AffineTest::ThisIdle => format!("CPU {this_cpu} is idle: {name} goes there."),
        AffineTest::Sync => format!(
            "The waker is about to sleep (sync), and {} on CPU {this_cpu}: {name} goes there.",
            Context::known(rule, &[(Counted::Queued, "nr_running is 1"), (Counted::Runnable, "only the waker can run")])
                .unwrap_or("the variant's own rule counts nobody else"),
        ),
        AffineTest::PrevIdle => format!("{}CPU {prev_cpu} is idle: {name} goes there.", not_sync(*wakeup, *counts, *rule)),
        AffineTest::NoChoice => format!(
            "{}wake_affine_idle() has no choice, and {}.",
            not_sync(*wakeup, *counts, *rule),
            match placing.cpu == prev_cpu {
                true => format!("no CPU is idle: {name} stays on CPU {prev_cpu}"),
                false => format!("CPU {} is the first idle one: {name} goes there", placing.cpu),
            }
        ),
    });
    let known = [(Counted::Queued, "With the patch nr-delayed-wake-affine"), (Counted::Runnable, "Without the patch")];
    let other = if *rule == Counted::Queued { patched } else { baseline };
    if let Some(patch) = Context::known(rule, &known).filter(|_| other != placing) {
        out.say(format!("{patch} {}.", instead(*other)));
    }
    if sync && placing.test != AffineTest::ThisIdle {
        out.show(runnable(ctx, *counts));
    }
}

/// What the sync test found, where it did not decide.
fn not_sync(wakeup: Wakeup, counts: Counts, rule: Counted) -> String {
    if !wakeup.sync {
        return String::new();
    }
    let (this, seen) = (wakeup.this_cpu, counts.seen(rule));
    let delayed = if counts.nr_delayed > 0 { format!(", {} of them delayed", counts.nr_delayed) } else { String::new() };
    let found = if rule == Counted::Queued {
        format!("nr_running is {seen} on CPU {this}{delayed}")
    } else if rule == Counted::Runnable {
        format!("{seen} tasks can run on CPU {this}")
    } else {
        format!("the variant's own rule counts {seen} on CPU {this}")
    };
    format!("The waker is about to sleep (sync), but {found}. ")
}

/// What the other rule would have done.
fn instead(placing: Placing) -> String {
    let test = match placing.test {
        AffineTest::ThisIdle => "an idle waker's CPU",
        AffineTest::Sync => "the sync test",
        AffineTest::PrevIdle => "the task's own idle CPU",
        AffineTest::NoChoice => "no test",
    };
    format!("{test} would decide, for CPU {}", placing.cpu)
}

/// `Note::TtwuQueue`.
pub(super) fn ttwu_queue(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::TtwuQueue { task, cpu, this_cpu, counts, rule } = note else { return };
    if *this_cpu == Some(*cpu) {
        return;
    }
    let name = ctx.name(*task);
    let [baseline, patched] = [Counted::Queued, Counted::Runnable].map(|counted| ttwu_queues(*counts, counted));
    let agree = baseline == patched;
    if this_cpu.is_none() && agree {
        return;
    }
    let seen = counts.seen(*rule);
    let counter = if *rule == Counted::Queued {
        format!("nr_running is {seen} on CPU {cpu}")
    } else if *rule == Counted::Runnable {
        format!("{seen} can run on CPU {cpu}")
    } else {
        format!("the variant's own rule counts {seen} on CPU {cpu}")
    };
    out.say(match (this_cpu, ttwu_queues(*counts, *rule)) {
        (Some(_), true) => {
            format!("ttwu_queue_cond(): {counter}, so the wake-up is left to its wake list; {name} goes there either way.")
        }
        (Some(_), false) => format!("ttwu_queue_cond(): {counter}, so the waker itself queues {name}."),
        (None, true) => format!(
            "ttwu_queue_cond(), if another CPU woke {name} now, before the switch: {counter}, so its wake list would take it."
        ),
        (None, false) => {
            format!("ttwu_queue_cond(), if another CPU woke {name} now, before the switch: {counter}, so the waker would wait.")
        }
    });
    if !agree {
        let known = [(Counted::Queued, "With the patch nr-delayed-ttwu-queue"), (Counted::Runnable, "Without the patch")];
        if let Some(patch) = Context::known(rule, &known) {
            out.say(format!("{patch} it is the other way round, with the same outcome."));
        }
        out.show(runnable(ctx, *counts));
    }
}

fn runnable(ctx: &Context<'_>, counts: Counts) -> Option<Formula> {
    let n = |n: i64| Num::from(n);
    let (running, delayed) = (n(counts.nr_running), n(counts.nr_delayed));
    let seen = n(counts.seen(Counted::Runnable));
    Formula::equation(&ctx.scale, plain("runnable", &seen), plain("nr_running", &running) - plain("nr_delayed", &delayed))
}

/// `Note::Migrated`.
pub(super) fn migrated(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Migrated { task, from, to, vlag } = note else { return };
    let name = ctx.name(*task);
    out.say(match vlag.is_zero() {
        true => format!("{name} moves from CPU {from} to CPU {to}."),
        false => format!("{name} moves from CPU {from} to CPU {to} and takes its lag of {} along.", ctx.span(vlag)),
    });
}

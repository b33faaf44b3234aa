//! The counters of a queue are those of its entities. A wrong one is shown as it is, negative ones too (case 18).

use super::setting::queued;
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::{Note, WarningKind};
use crate::model::rules::Buddy;

/// They count.
pub(super) static COUNT: Invariant = Invariant {
    name: "counters",
    sentence: "nr_queued and h_nr_queued count the entities on the queue, h_nr_runnable those that are not delayed (v6.12: nr_delayed those that are).",
    expectation: |setting| match setting.rules.buddy == Buddy::BeforePick && setting.rules.features.next_buddy {
        true => Expectation::MayBreak(DELAYED_RAN),
        false => Expectation::Holds,
    },
    watch: |_| Box::new(Count::default()),
};

const DELAYED_RAN: &str = "a delayed buddy was picked and ran as it was, and stays counted as delayed when it leaves";

#[derive(Default)]
struct Count {
    delayed_ran: bool,
}

impl Watch for Count {
    fn step(&mut self, ctx: &Context<'_>, _setting: &Setting, tally: &mut Tally) {
        let queue = &ctx.step.queue;
        self.delayed_ran |= ctx.has(|n| matches!(n, Note::Warning(WarningKind::DelayedRuns { .. })));
        let cause = self.delayed_ran.then_some(DELAYED_RAN);
        let on_rq = queued(ctx.step).count() as i64;
        let runnable = queued(ctx.step).filter(|(_, row)| !row.sched_delayed).count() as i64;
        // v6.12 keeps nr_delayed instead of h_nr_runnable.
        let uncounted = queue.h_nr_runnable.is_none();
        let counters = [
            ("nr_queued", Some(i64::from(queue.nr_queued)), on_rq, "entities are on the queue"),
            ("h_nr_queued", Some(i64::from(queue.h_nr_queued)), on_rq, "entities are on the queue"),
            ("h_nr_runnable", queue.h_nr_runnable, runnable, "of them are not delayed"),
            ("nr_delayed", uncounted.then_some(queue.nr_delayed), on_rq - runnable, "of them are delayed"),
        ];
        let mut kept = true;
        for (name, shown, counted, what) in counters {
            if let Some(shown) = shown.filter(|shown| *shown != counted) {
                kept = false;
                tally.broken(ctx, None, cause, || format!("{name} is {shown}, but {counted} {what}"));
            }
        }
        if kept {
            tally.keep();
        }
    }
}

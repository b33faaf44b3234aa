//! The counters of a queue are those of its entities. A wrong one is shown as it is, negative ones too (case 18).

use super::setting::queued;
use super::{Expectation, Invariant, Setting, Tally, Watch};
use crate::explain::Context;

/// They count.
pub(super) static COUNT: Invariant = Invariant {
    name: "counters",
    sentence: "nr_queued and h_nr_queued count the entities on the queue, h_nr_runnable those that are not delayed (v6.12: nr_delayed those that are).",
    expectation: |_| Expectation::Holds,
    watch: |_| Box::new(Count),
};

struct Count;

impl Watch for Count {
    fn step(&mut self, ctx: &Context<'_>, _setting: &Setting, tally: &mut Tally) {
        let queue = &ctx.step.queue;
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
                tally.broken(ctx, None, None, || format!("{name} is {shown}, but {counted} {what}"));
            }
        }
        if kept {
            tally.keep();
        }
    }
}

//! A pick is eligible and has the earliest virtual deadline of the eligible, unless a named rule says otherwise.
//!
//! Looked at with the candidates as they stood when the pick was made; delayed entities count among them, and one that is picked is
//! dequeued for good before the pick goes on.

use super::setting::{WRAPS, expected, queued, unless};
use super::{Invariant, Setting, Tally, Watch};
use crate::explain::Context;
use crate::model::note::{Candidate, Note, PickWhy};
use crate::model::rules::Search;
use crate::sim::recording::Phase;
use crate::sim::script::TaskId;

/// Eligible.
pub(super) static ELIGIBLE: Invariant = Invariant {
    name: "pick-eligible",
    sentence: "Who is picked is eligible: v <= V.",
    expectation: |setting| expected(eligible_unless(setting.rules.search)),
    watch: |_| Box::new(Eligible),
};

/// Earliest.
pub(super) static EARLIEST: Invariant = Invariant {
    name: "pick-earliest",
    sentence: "Who is picked has the earliest virtual deadline of all who are eligible.",
    expectation: |setting| expected(earliest_unless(setting.rules.search)),
    watch: |_| Box::new(Earliest),
};

const DEADLINE_ONLY: &str = "the pick is by deadline alone, without the eligibility test";
const TREE_66: &str = "the search of 6.6-rc follows the smallest deadline of a subtree, whose owner may not be eligible";
const FORCED: &str = "forced pick";
const NOBODY: &str = "nobody is eligible in the kernel's words";
const PROTECTED: &str = "slice protection";
const BUDDY: &str = "next buddy";

fn eligible_unless(search: Search) -> Option<&'static str> {
    unless(search, &[Search::Eligible, Search::Tree66], &[(Search::DeadlineOnly, DEADLINE_ONLY)])
}

fn earliest_unless(search: Search) -> Option<&'static str> {
    unless(search, &[Search::Eligible, Search::DeadlineOnly], &[(Search::Tree66, TREE_66)])
}

struct Eligible;

impl Watch for Eligible {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        for_each_pick(ctx, |task, why, candidates| {
            let Some(picked) = candidates.iter().find(|c| c.task == task) else { return };
            match why {
                PickWhy::Forced if !picked.eligible => tally.exempt(FORCED),
                PickWhy::NoneEligibleCurr | PickWhy::NoneEligibleLeftmost => tally.exempt(NOBODY),
                _ if picked.eligible => tally.keep(),
                _ => {
                    let wraps = setting.sums_wrap(ctx).then_some(WRAPS);
                    let cause = eligible_unless(setting.rules.search).or(wraps);
                    tally.broken(ctx, Some(task), cause, || {
                        format!(
                            "{} is picked with v = {} and d = {}, but is not eligible",
                            ctx.name(task),
                            ctx.virt(&picked.vruntime),
                            ctx.virt(&picked.deadline)
                        )
                    });
                }
            }
        });
    }
}

struct Earliest;

impl Watch for Earliest {
    fn step(&mut self, ctx: &Context<'_>, setting: &Setting, tally: &mut Tally) {
        for_each_pick(ctx, |task, why, candidates| {
            let Some(picked) = candidates.iter().find(|c| c.task == task) else { return };
            let ahead = |c: &Candidate| ctx.word(&c.deadline - &picked.deadline);
            let earliest = candidates.iter().filter(|c| c.eligible && ahead(c).is_negative()).min_by_key(|c| ahead(c));
            let Some(earliest) = earliest else { return tally.keep() };
            match why {
                PickWhy::Forced => tally.exempt(FORCED),
                PickWhy::Protected => tally.exempt(PROTECTED),
                PickWhy::Buddy => tally.exempt(BUDDY),
                PickWhy::NoneEligibleCurr | PickWhy::NoneEligibleLeftmost => tally.exempt(NOBODY),
                _ => {
                    let wraps = setting.sums_wrap(ctx).then_some(WRAPS);
                    let reason = earliest_unless(setting.rules.search);
                    let cause = reason.filter(|reason| *reason != TREE_66 || why == PickWhy::Search66).or(wraps);
                    tally.broken(ctx, Some(task), cause, || {
                        format!(
                            "{} is picked with d = {}, but {} is eligible with d = {}",
                            ctx.name(task),
                            ctx.virt(&picked.deadline),
                            ctx.name(earliest.task),
                            ctx.virt(&earliest.deadline)
                        )
                    });
                }
            }
        });
    }
}

/// Every pick of a step that picks somebody, with the candidates. A note of a long queue lists none; then the rows after the step's
/// last pick do, since that changes nobody's vruntime or deadline.
fn for_each_pick(ctx: &Context<'_>, mut f: impl FnMut(TaskId, PickWhy, &[Candidate])) {
    let picks = || ctx.step.notes.iter().enumerate().filter(|(_, n)| matches!(n, Note::Picked { .. }));
    let last = picks().next_back().map(|(at, _)| at);
    for (at, note) in picks() {
        let Note::Picked { task: Some(task), why, candidates, .. } = note else { continue };
        if !candidates.is_empty() {
            f(*task, *why, candidates);
        } else if ctx.step.phase == Phase::Pick && Some(at) == last {
            let candidate = |(task, row): (TaskId, &crate::sim::recording::TaskRow)| Candidate {
                task,
                vruntime: row.vruntime.clone(),
                deadline: row.deadline.clone(),
                eligible: row.eligible == Some(true),
            };
            f(*task, *why, &queued(ctx.step).map(candidate).collect::<Vec<_>>());
        }
    }
}

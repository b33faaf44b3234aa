//! The pick: who was eligible, whose deadline is the earliest, and why the runner-up lost.
//!
//! Owns the comparison as told to people. It must not decide who runs: it checks the note's answer and says so where the
//! candidates' numbers do not bear it out.

use super::Explanation;
use super::context::Context;
use super::expr::virt;
use super::formula::{Claim, Formula, Relation};
use super::warn::list;
use crate::model::note::{Candidate, Note, PickWhy};
use crate::model::num::Num;
use crate::sim::recording::Phase;

/// Candidates shown with their numbers; of more, the rest is counted.
const SHOWN: usize = 8;

/// `Note::Picked`.
pub(super) fn picked(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    let Note::Picked { task, why, v_avg, candidates } = note else { return };
    let name = task.map_or("nobody", |t| ctx.name(t));
    let mine = candidates.iter().find(|c| Some(c.task) == *task);
    if ctx.step.phase != Phase::Pick {
        numbers(ctx, v_avg, candidates, out); // a trial pick of a wake-up: its verdict says the rest
        return;
    }
    match why {
        PickWhy::Idle => out.say("Nothing is queued."),
        PickWhy::RealTime => out.say(format!("{name} is a real-time task: it goes before any fair one.")),
        PickWhy::OnlyOne => out.say(format!("{name} is the only entity in the queue.")),
        PickWhy::Buddy => out.say(format!("{name} is the buddy and eligible: it runs, whatever the deadlines are.")),
        PickWhy::Protected => {
            out.say(format!(
                "{name} runs{} and is protected until its vruntime reaches {}: no other is looked at.",
                if mine.is_some_and(|c| c.eligible) { ", is eligible" } else { "" },
                {
                    let row = mine.map(|c| ctx.row(c.task));
                    row.map_or("its deadline".to_string(), |r| ctx.virt(protected_until(r)))
                }
            ));
        }
        PickWhy::EarliestEligible => earliest_eligible(ctx, name, v_avg, mine, candidates, out),
        PickWhy::Earliest => earliest(ctx, name, mine, candidates, out),
        PickWhy::Forced if task.is_none() => out.say("The script gives the CPU to nobody of the fair queue."),
        PickWhy::Forced => out.say(format!("The script picks {name}{}.", if_eligible(mine))),
        PickWhy::NoneEligibleCurr => out.say(format!("No entity passes the eligibility test, so {name} goes on.")),
        PickWhy::NoneEligibleLeftmost => {
            out.say(format!("No entity passes the eligibility test, so {name} is taken: it has the earliest deadline."));
        }
        PickWhy::Search66 => search_66(ctx, name, mine, candidates, out),
    }
    if !matches!(why, PickWhy::Idle | PickWhy::OnlyOne | PickWhy::RealTime) {
        numbers(ctx, v_avg, candidates, out);
    }
}

/// vprot, or the deadline where no vprot is kept (v6.12 never writes it).
fn protected_until(row: &crate::sim::recording::TaskRow) -> &Num {
    if row.vprot > row.vruntime { &row.vprot } else { &row.deadline }
}

/// An ineligible forced pick has a warning of its own.
fn if_eligible(mine: Option<&Candidate>) -> &'static str {
    if mine.is_some_and(|c| c.eligible) { ", which is eligible" } else { "" }
}

fn earliest_eligible(
    ctx: &Context<'_>,
    name: &str,
    v_avg: &Num,
    mine: Option<&Candidate>,
    candidates: &[Candidate],
    out: &mut Explanation,
) {
    let Some(mine) = mine else {
        out.say(format!("{name} has the earliest deadline of the eligible entities (v <= V = {}).", ctx.virt(v_avg)));
        return;
    };
    let (eligible, others): (Vec<_>, Vec<_>) = candidates.iter().filter(|c| c.task != mine.task).partition(|c| c.eligible);
    if eligible.is_empty() {
        out.say(format!("Only {name} is eligible (v <= V)."));
    } else {
        let number = eligible.len() + 1;
        out.say(format!("{name} has the earliest deadline, {}, of the {number} eligible entities.", ctx.virt(&mine.deadline)));
        runner_up(ctx, name, mine, &eligible, out);
    }
    passed_over(ctx, mine, &others, out);
}

/// The eligible entity with the next deadline.
fn runner_up(ctx: &Context<'_>, name: &str, mine: &Candidate, eligible: &[&Candidate], out: &mut Explanation) {
    let Some(second) = eligible.iter().min_by(|a, b| a.deadline.cmp(&b.deadline)) else { return };
    let other = ctx.name(second.task);
    match second.deadline.cmp(&mine.deadline) {
        std::cmp::Ordering::Greater => out.say(format!("{other} is next: its deadline {} is later.", ctx.virt(&second.deadline))),
        std::cmp::Ordering::Equal => out.say(format!("{other} has the same deadline; {name} wins the tie.")),
        std::cmp::Ordering::Less => {
            out.warn(format!(
                "{other} is eligible with an earlier deadline, {}, but was not picked.",
                ctx.virt(&second.deadline)
            ));
        }
    }
}

/// Entities that an earlier deadline does not help, because they are not eligible.
fn passed_over(ctx: &Context<'_>, mine: &Candidate, others: &[&Candidate], out: &mut Explanation) {
    let earlier: Vec<_> = others.iter().filter(|c| c.deadline < mine.deadline).map(|c| ctx.name(c.task)).collect();
    match earlier.len() {
        0 => {}
        1 => out.say(format!("{} has an earlier deadline but is not eligible.", earlier[0])),
        _ => out.say(format!("{} have earlier deadlines but are not eligible.", list(&earlier))),
    }
}

fn earliest(ctx: &Context<'_>, name: &str, mine: Option<&Candidate>, candidates: &[Candidate], out: &mut Explanation) {
    out.say(format!("{name} has the earliest deadline of all; eligibility is not tested."));
    let Some(mine) = mine else { return };
    let others: Vec<_> = candidates.iter().filter(|c| c.task != mine.task).collect();
    runner_up(ctx, name, mine, &others, out);
    if !mine.eligible {
        out.say(format!("{name} is not eligible: EEVDF would not pick it."));
    }
}

fn search_66(ctx: &Context<'_>, name: &str, mine: Option<&Candidate>, candidates: &[Candidate], out: &mut Explanation) {
    out.say(format!("The search of 6.6-rc finds {name}."));
    let best = candidates.iter().filter(|c| c.eligible).min_by(|a, b| a.deadline.cmp(&b.deadline));
    if let (Some(mine), Some(best)) = (mine, best)
        && best.deadline < mine.deadline
    {
        out.warn(format!(
            "It misses {}, which is eligible with the earlier deadline {}.",
            ctx.name(best.task),
            ctx.virt(&best.deadline)
        ));
    }
}

/// A line for each candidate, the eligible first, by deadline.
fn numbers(ctx: &Context<'_>, v_avg: &Num, candidates: &[Candidate], out: &mut Explanation) {
    let mut order: Vec<_> = candidates.iter().collect();
    order.sort_by(|a, b| b.eligible.cmp(&a.eligible).then_with(|| a.deadline.cmp(&b.deadline)));
    for c in order.iter().take(SHOWN) {
        out.show([candidate(ctx, v_avg, c)]);
    }
    if order.len() > SHOWN {
        out.say(format!("{} more entities are not shown.", order.len() - SHOWN));
    }
}

fn candidate(ctx: &Context<'_>, v_avg: &Num, c: &Candidate) -> Formula {
    let relation = if c.vruntime <= *v_avg { Relation::AtMost } else { Relation::More };
    let sign = if relation == Relation::AtMost { "<=" } else { ">" };
    let letter = if c.eligible { "E" } else { "N" };
    let overflow = if c.eligible == (relation == Relation::AtMost) { "" } else { ", by the kernel's integers" };
    let asleep = if ctx.row(c.task).sched_delayed { ", asleep" } else { "" };
    let text = format!(
        "{}: v = {} {sign} V = {} ({letter}{overflow}), d = {}{asleep}",
        ctx.name(c.task),
        ctx.virt(&c.vruntime),
        ctx.virt(v_avg),
        ctx.virt(&c.deadline)
    );
    Formula { text, claims: vec![Claim { left: virt("v", &c.vruntime), relation, right: virt("V", v_avg) }] }
}

//! The queue as a whole: an initial state, and the base of the keys.
//!
//! Must not know single decisions.

use super::Explanation;
use super::context::Context;
use super::expr::{Expr, plain, virt};
use super::warn::list;
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::recording::Verb;

/// Most entities for which V is written out as a sum.
const WRITTEN_OUT: usize = 4;

/// Who is on the queue of a CPU.
fn queued<'a>(ctx: &'a Context<'_>, cpu: u32) -> impl Iterator<Item = usize> + 'a {
    (0..ctx.tasks.len()).filter(move |t| ctx.row(*t).on_rq && ctx.row(*t).cpu == cpu)
}

/// An initial state: who is queued, and V from it.
pub(super) fn start(ctx: &Context<'_>, out: &mut Explanation) {
    if ctx.step.verb != Verb::Start {
        return;
    }
    for (cpu, queue) in ctx.step.queues().enumerate() {
        let names: Vec<_> = queued(ctx, cpu as u32).map(|t| ctx.name(t)).collect();
        let of = if ctx.step.elsewhere.is_empty() { String::new() } else { format!(" of CPU {cpu}") };
        if names.is_empty() {
            out.say(format!("The run starts with an empty queue{of}."));
            continue;
        }
        let running = queue.curr.map_or("nobody runs".to_string(), |t| format!("{} runs", ctx.name(t)));
        out.say(format!("The run starts with {} in the queue{of}; {running}.", list(&names)));
    }
    let queue = &ctx.step.queue;
    let queued: Vec<_> = queued(ctx, ctx.step.cpu).collect();
    if queued.len() > WRITTEN_OUT {
        return;
    }
    let product = |t: &usize| {
        let name = ctx.name(*t);
        plain(format!("w_{name}"), &ctx.row(*t).weight) * virt(format!("v_{name}"), &ctx.row(*t).vruntime)
    };
    let Some(sum) = queued.iter().map(product).reduce(|a: Expr, b| a + b) else { return };
    out.show(ctx.derived(virt("V", &queue.avg_vruntime), sum / plain("W", &queue.load)));
}

/// A second definition of V: the exact average of the rows. A kernel's sum of w x key may not fit its 64 bits.
pub(super) fn overflow(ctx: &Context<'_>, out: &mut Explanation) {
    let queue = &ctx.step.queue;
    if ctx.arith == ArithKind::Exact || queue.load.is_zero() {
        return;
    }
    let queued = queued(ctx, ctx.step.cpu).map(|t| ctx.row(t));
    let sum = queued.fold(Num::ZERO, |sum, t| sum + &t.weight * &ctx.word(&t.vruntime - &queue.base));
    let exact = &queue.base + &(&sum / &queue.load);
    if ctx.word(&queue.avg_vruntime - &exact).abs() >= Num::from(2) {
        // With full weights, as they are stored: nice 0 is 2^20.
        let stored = &(&sum * &Num::from(1i64 << 20)) / &ctx.nice0;
        let why = if stored.abs() < Num::from(1i128 << 63) {
            "weights were shifted down to keep the sum of w x key in 64 bits (PARANOID_AVG)"
        } else {
            "the 64-bit sum of w x key has overflowed"
        };
        let (v, exact) = (ctx.virt(&queue.avg_vruntime), ctx.virt(&exact.floor()));
        out.warn(format!("V is {v}, but the exact average of the queue is {exact}: {why}."));
    }
}

/// All moves of the base in this step, as one. With exact numbers the base has no effect at all.
pub(super) fn base_moves(ctx: &Context<'_>, out: &mut Explanation) {
    if ctx.arith == ArithKind::Exact {
        return;
    }
    let mut moves = ctx.step.notes.iter().filter_map(|n| match n {
        Note::BaseMoved { from, to } => Some((from, to)),
        _ => None,
    });
    let Some((from, first)) = moves.next() else { return };
    let to = moves.next_back().map_or(first, |(_, to)| to);
    if from != to {
        out.say(format!("The base of the keys moves from {} to {}.", ctx.virt(from), ctx.virt(to)));
    }
}

//! A behaviour as a flat list of operations with jumps, in the durations of one arithmetic.

use super::random::Random;
use super::{Behaviour, Item, Span};
use crate::model::arith::Arith;
use crate::model::num::Num;
use crate::sim::script::TaskId;

/// The operations of a behaviour; the last is `Exit`.
pub(super) type Code<T> = Vec<Op<T>>;

/// One operation.
#[derive(Clone, Debug)]
pub(super) enum Op<T> {
    Run(Draw<T>),
    Sleep(Draw<T>),
    Timer(T),
    Wake {
        task: TaskId,
        sync: bool,
    },
    Wait,
    Yield,
    /// The loop at that depth begins.
    Begin {
        depth: usize,
        times: u32,
    },
    /// The loop at that depth ends: back to its first operation, if a round is left.
    Again {
        depth: usize,
        first: usize,
    },
    Jump(usize),
    Exit,
}

/// A duration, or where it is drawn from.
#[derive(Clone, Debug)]
pub(super) enum Draw<T> {
    Fixed(T),
    /// Whole ns: the smallest, and how many there are.
    OneOf(i128, u64),
}

impl<T: Clone> Draw<T> {
    fn of<A: Arith<T = T>>(span: &Span) -> Draw<T> {
        match (&span.least, &span.most) {
            (Num::Int(least), Num::Int(most)) if least < most => Draw::OneOf(*least, (most - least) as u64 + 1),
            (least, _) => Draw::Fixed(A::t_from(least)),
        }
    }

    /// The next value.
    pub fn next<A: Arith<T = T>>(&self, random: &mut Random) -> T {
        match self {
            Draw::Fixed(t) => t.clone(),
            Draw::OneOf(least, count) => A::t_from(&Num::Int(least + i128::from(random.below(*count)))),
        }
    }
}

/// Translates a behaviour.
pub(super) fn compile<A: Arith>(behaviour: &Behaviour) -> Code<A::T> {
    let mut ops = Vec::new();
    append::<A>(&behaviour.0, 0, &mut ops);
    ops.push(Op::Exit);
    ops
}

fn append<A: Arith>(items: &[Item], depth: usize, ops: &mut Code<A::T>) {
    for item in items {
        let op = match item {
            Item::Run(span) => Op::Run(Draw::of::<A>(span)),
            Item::Sleep(span) => Op::Sleep(Draw::of::<A>(span)),
            Item::Timer(period) => Op::Timer(A::t_from(period)),
            Item::Wake { task, sync } => Op::Wake { task: *task, sync: *sync },
            Item::Wait => Op::Wait,
            Item::Yield => Op::Yield,
            Item::Loop { times, items } => {
                ops.extend(times.map(|times| Op::Begin { depth, times }));
                let first = ops.len();
                append::<A>(items, depth + 1, ops);
                if times.is_some() { Op::Again { depth, first } } else { Op::Jump(first) }
            }
        };
        ops.push(op);
    }
}

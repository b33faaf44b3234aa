//! Behaviours: what a task does of itself, instead of a script that says it from outside.
//!
//! Owns the plain data ([`Behaviour`]), what they mean ([`Programs`]) and what they cost (`estimate`). Must not know how a
//! behaviour is written down, or how the scheduler decides.
//!
//! A behaviour is a sequence of items, done one after the other while the task has the CPU; after the last the task exits.
//!
//! | item | meaning |
//! |---|---|
//! | `run D` | consume D of CPU time, however long that takes |
//! | `sleep D` | sleep for D |
//! | `timer D` | sleep until D after the last `timer`'s time (the first: after the task's first wake-up); go on at once if that is past |
//! | `wake X` | wake X if it is in `wait`; otherwise X's next `wait` returns at once. Kept once, however often X is woken |
//! | `wait` | sleep until woken |
//! | `yield` | sched_yield() |
//! | `loop` | repeat, a number of times or for ever |
//!
//! `timer` is rt-app's timer with an absolute reference: who is late catches up. `wait` and `wake` are like a pipe whose reader
//! takes all there is: what was written while it did not read makes one read return, not several.

mod code;
mod estimate;
mod programs;
mod random;

pub use programs::{Act, Programs};

use super::script::TaskId;
use crate::model::num::Num;

/// Deepest nesting of loops.
pub const MAX_NESTING: usize = 8;

/// What a task does, in order; then it exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour(pub Vec<Item>);

/// One thing that a task does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `run D`: consumes CPU time.
    Run(Span),
    /// `sleep D`.
    Sleep(Span),
    /// `timer D`, in ns.
    Timer(Num),
    /// `wake X [sync]`.
    Wake {
        /// The wakee.
        task: TaskId,
        /// WF_SYNC.
        sync: bool,
    },
    /// `wait`: until woken.
    Wait,
    /// `yield`.
    Yield,
    /// `loop N { .. }`, or without a number for ever.
    Loop {
        /// How often.
        times: Option<u32>,
        /// What.
        items: Vec<Item>,
    },
}

/// A duration in ns: one value, or drawn uniformly from the whole numbers between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The smallest.
    pub least: Num,
    /// The largest; the same if there is nothing to draw.
    pub most: Num,
}

impl Behaviour {
    /// Whether it never comes to its end.
    pub fn is_endless(&self) -> bool {
        any(&self.0, |item| matches!(item, Item::Loop { times: None, .. }))
    }
}

/// Whether one of the items, or of those in their loops, is of that kind.
pub fn any(items: &[Item], is: impl Fn(&Item) -> bool + Copy) -> bool {
    items.iter().any(|item| is(item) || matches!(item, Item::Loop { items, .. } if any(items, is)))
}

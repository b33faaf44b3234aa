//! Two runs of one scenario side by side: what is the same event, where they differ and by how much, and what that costs.
//!
//! | file | decides |
//! |---|---|
//! | [`align`] | which step of B is the same event as which of A |
//! | [`matter`] | in which rows they differ, and how much that matters |
//! | [`mod@cells`] | which cells of a row differ, and by how much |
//! | [`rules`] | what differs in the rules |
//! | [`totals`] | the summaries of both, figure by figure |
//! | [`mod@print`] | all of it as plain text |
//!
//! Must not know pages, nor how a variant is run.

pub mod align;
mod build;
pub mod cells;
pub mod matter;
pub mod print;
pub mod rules;
pub mod totals;

pub use align::{Alignment, Pair};
pub use build::{Lanes, LanesBuilder};
pub use cells::{CellDifference, cells};
pub use matter::{Differences, Matter, Scales};
pub use rules::{RuleChange, rule_changes};

/// One of the two lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The baseline.
    A,
    /// What it is compared with.
    B,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::A, Side::B];

    /// Its place in pairs of things.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// `A` or `B`.
    pub fn name(self) -> &'static str {
        match self {
            Side::A => "A",
            Side::B => "B",
        }
    }
}

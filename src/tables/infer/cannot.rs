//! What a table must say before it can be replayed, and the words for what is missing.

use std::fmt;

/// Something that can't be inferred from a table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // `line` is where it was looked for, from 1; the variants say the rest
pub enum CannotInfer {
    /// No task joins at all.
    NoJoin { line: u32 },
    /// More rows or tasks than are replayed.
    TooLarge { line: u32, what: &'static str, found: usize, most: usize },
    /// The table begins with a state that its columns do not tell.
    Start { line: u32 },
    /// The queue is not empty before the first row.
    StartsBusy { line: u32, load: String },
    /// A task is named that never joined.
    NeverJoined { line: u32, event: String, task: String },
    /// An event does not say whom it concerns.
    Nameless { line: u32, event: String },
    /// A weight.
    Weight { line: u32, task: String },
    /// The lag that a joining task brings.
    Lag { line: u32, task: String },
    /// A request length, where an event's effect depends on it.
    Slice { line: u32, event: String, task: String },
    /// The value that an event sets.
    Setting { line: u32, event: String },
    /// There are picks in between, but no times.
    Times { line: u32, event: String },
    /// Times go backwards.
    Backwards { line: u32, time: String, above: String },
    /// A time that is rounded, where the run needs it exactly.
    RoundedTime { line: u32 },
    /// A wake-up on one of several CPUs, whose waker's CPU is in no column.
    Waker { line: u32, event: String },
    /// The settings above the table are no scenario.
    Set { line: u32, what: String },
    /// Time passes, but no row says who runs.
    Pick { line: u32, from: String, to: String },
}

impl CannotInfer {
    /// Where it was looked for: a line, from 1.
    pub fn line(&self) -> u32 {
        use CannotInfer::*;
        match self {
            NoJoin { line }
            | TooLarge { line, .. }
            | Start { line }
            | StartsBusy { line, .. }
            | NeverJoined { line, .. }
            | Nameless { line, .. }
            | Weight { line, .. }
            | Lag { line, .. }
            | Slice { line, .. }
            | Setting { line, .. }
            | Times { line, .. }
            | Backwards { line, .. }
            | RoundedTime { line }
            | Waker { line, .. }
            | Set { line, .. }
            | Pick { line, .. } => *line,
        }
    }

    /// What is missing, without its line: what was found, mostly with `: expected ...` behind it.
    pub fn words(&self) -> String {
        Words(self).to_string()
    }
}

impl fmt::Display for CannotInfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line(), Words(self))
    }
}

/// What is missing, without its place.
struct Words<'a>(&'a CannotInfer);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use CannotInfer::*;
        match self.0 {
            NoJoin { .. } => write!(f, "no task joins in this table: expected rows such as `T1 join+`"),
            TooLarge { what, found, most, .. } => write!(f, "{found} {what}: expected at most {most}"),
            Start { .. } => {
                write!(f, "the state that `start` begins with is in no column: expected a table that begins with an empty queue")
            }
            StartsBusy { load, .. } => write!(
                f,
                "the queue has W = {load} before the first row: expected a table that begins with an empty queue, \
                 or rows for the joins of those tasks"
            ),
            NeverJoined { event, task, .. } => {
                write!(f, "`{event}`, but {task} has not joined: expected a row such as `{task} join+` before it")
            }
            Nameless { event, .. } => write!(f, "`{event}` names no task: expected one, as in `T1 {event}`"),
            Weight { task, .. } => {
                write!(f, "the weight of {task} is missing: expected W in the rows around its join, or a column w")
            }
            Lag { task, .. } => write!(
                f,
                "the lag that {task} brings is missing: expected a column jlag or vlag', or a row `{task} join-` with \
                 a column lag"
            ),
            Slice { event, task, .. } => write!(
                f,
                "the slice of {task} is missing, and `{event}` depends on it: expected columns v and d in the row of \
                 its join"
            ),
            Setting { event, .. } => {
                write!(f, "the value that `{event}` sets is in no column: such a table can't be replayed")
            }
            Times { event, .. } => {
                write!(f, "the run times are missing: `{event}` comes after a pick: expected a column time")
            }
            Backwards { time, above, .. } => {
                write!(f, "time {time} comes after {above}: expected times that do not decrease")
            }
            RoundedTime { .. } => {
                write!(f, "the time is rounded: expected exact times, since a kernel counts every ns")
            }
            Waker { event, .. } => {
                write!(
                    f,
                    "`{event}`, and on which CPU the waker runs is in no column: expected `at TIME wake NAME cpu=N` \
                 in a line `set:` above the table"
                )
            }
            Set { what, .. } => write!(f, "the settings below this line can not be read: {what}"),
            Pick { from, to, .. } => {
                write!(f, "nothing says who runs from {from} to {to}: expected a row such as `pick T1`")
            }
        }
    }
}

impl std::error::Error for CannotInfer {}

//! When a request ends, and the deadline of the next.

/// When a used-up request ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEnd {
    /// `update_deadline()`: whenever the current task is charged past its deadline; the next request starts at its vruntime.
    AtCharge,
    /// At ticks (and at exact request ends where a script wants them): the next request starts at the old deadline.
    AtTick,
}

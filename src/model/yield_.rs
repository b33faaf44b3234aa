//! sched_yield.

/// What yield does to the current task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// d += slice/w, always (v6.12).
    DeadlineOnly,
    /// If eligible: v = d, then d += slice/w (v6.19).
    IfEligible,
    /// If eligible: v = d, then the request ends as any other (v7.2).
    IfEligibleRequest,
}

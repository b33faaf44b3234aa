//! Delayed dequeue: a sleeper with negative lag stays queued; what bounds its lag and what its wake-up does.

/// What bounds the lag of a delayed entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayedLag {
    /// Nothing; it is not stored when the entity becomes delayed either.
    Free,
    /// Mail M1: the stored lag is a floor; with DELAY_ZERO, 0 a ceiling.
    Floor,
    /// v7.2: first the floor, then the ceiling 0 of DELAY_ZERO.
    FloorThenZero,
}

/// When a woken delayed entity is placed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requeue {
    /// With DELAY_ZERO if its lag is positive; the lag becomes 0.
    ZeroPositive,
    /// If the bound of its lag changed the lag (mail M1 and v7.2).
    OnChange,
}

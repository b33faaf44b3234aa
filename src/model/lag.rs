//! The lag of an entity, and its limit.

/// How far from V a lag may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LagLimit {
    /// No limit.
    Unlimited,
    /// Two slices of the entity, at least a tick (until v6.19).
    TwoSlices,
    /// The largest slice in the queue plus a tick (from 7.0).
    MaxSlicePlusTick,
}

//! Slice protection: until when the picked task is left alone.

/// What protects the picked task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protection {
    /// Nothing.
    Never,
    /// v6.12: its vlag holds the deadline of the pick; equal means protected.
    DeadlineStash,
    /// v6.19-rc1: vprot, in one word with vlag.
    SharedWord,
    /// From 7.0: vprot.
    Vprot,
}

//! wakeup_preempt: whether a woken task takes the CPU.

/// What a wake-up tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WakeupRule {
    /// Nothing.
    Never,
    /// v6.12.
    V6_12,
    /// v6.19-rc1: also from a task's context an ineligible current task is preempted.
    V6_19Rc1,
    /// March 2026.
    Tip2026_03,
    /// v7.2: delayed entities that are picked on the way are dequeued.
    V7_2,
}

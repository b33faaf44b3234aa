//! The base of the keys (`min_vruntime`, `zero_vruntime`): when it moves.

/// When the base moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// v6.12 `update_min_vruntime()`: to the smallest vruntime, never backward.
    MinVruntime,
    /// v6.19-rc1: to V after every insertion into and erasure from the tree.
    TreeChange,
    /// From 7.0: to V whenever `avg_vruntime()` is evaluated.
    Evaluation,
}

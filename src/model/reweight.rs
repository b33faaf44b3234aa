//! reweight_entity: what a change of weight does to vruntime, lag and deadline.

/// What a change of weight does to an entity on the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reweight {
    /// v6.12: v' = V - vlag w/w', with V of the queue with the entity.
    V6_12,
    /// v6.7 before afae8002b4fd: the same, with V of the queue without an entity that is in the tree.
    VWithoutEntity,
    /// v6.13 to v6.19: placed again by place_entity; the current task while it counts itself.
    PlaceAgain,
    /// 2026: v' = V - vlag w/w', d' = V + (d - V) w/w', vprot likewise.
    KeepV,
}

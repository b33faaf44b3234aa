//! The pick: who runs next.

/// How the pick searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// `pick_eevdf()`: the earliest deadline among the eligible.
    Eligible,
    /// EVDF: the earliest deadline.
    DeadlineOnly,
    /// The tree walk of 6.6-rc, which may pass by an eligible entity with an earlier deadline.
    Tree66,
}

/// Who wins a tie of deadlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// In the tree whoever was inserted first; any of the tree before the current task.
    Insertion,
    /// The first in task order, the current task among them.
    TaskOrder,
}

/// Where the buddy is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buddy {
    /// Nowhere.
    Never,
    /// v6.12: in pick_next_entity, before everything else, under NEXT_BUDDY.
    BeforePick,
    /// v6.19: in pick_eevdf, under PICK_BUDDY.
    InPick,
    /// v7.2: the same, but not in picks that disregard the protection.
    InProtectedPick,
}

//! place_entity: where a joining entity goes, and with which deadline.

/// Where a joining entity is placed. NO_PLACE_LAG overrides all but the deadline: v = V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// v = V - vlag.
    PlainLag,
    /// v = V - vlag (W + w) / W.
    InflatedLag,
    /// Mail M4: v = V + J - vlag.
    SumJlag,
    /// Mail M4 with half of the lag: v = V + J - vlag / 2.
    HalfJlag,
}

impl Placement {
    /// Whether the rule keeps sum_jlag and J.
    pub fn keeps_j(self) -> bool {
        matches!(self, Placement::SumJlag | Placement::HalfJlag)
    }
}

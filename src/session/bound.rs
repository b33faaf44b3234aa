//! J's bound, as its chart shows it.
//!
//! Owns its words and its band. Must not know how the bound comes about (that is `checks`).

use super::lane::Lane;
use crate::chart::Band;
use crate::tables::number::Scale;

/// J's bound of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// Which of the lanes it is of, from 0.
    pub lane: usize,
    /// `|J| <= 12`.
    pub limit: String,
    /// With all its numbers.
    pub sentence: String,
    /// From its lowest to its highest value.
    pub band: Band,
}

/// The bound of the first of some lanes that keeps J.
pub fn of<'a>(lanes: impl IntoIterator<Item = &'a Lane>) -> Option<Bound> {
    lanes.into_iter().enumerate().find_map(|(at, lane)| {
        let (bound, recording) = (lane.j_bound.as_ref()?, &lane.recording);
        let (scale, high) = (Scale::of(recording), &bound.bound.high);
        Some(Bound {
            lane: at,
            limit: bound.limit(&scale),
            sentence: bound.sentence(recording, &scale),
            band: Band::new(recording, &-high.clone(), high).in_full(),
        })
    })
}

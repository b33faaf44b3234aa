//! Percentiles by nearest rank: always a value that was measured, so nothing is rounded or interpolated.
//!
//! Must not know what is measured.

use std::fmt;

/// A percentile, in hundredths of a per cent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percentile(u32);

impl Percentile {
    /// The median.
    pub const P50: Percentile = Percentile(5_000);
    /// Nine of ten are not above it.
    pub const P90: Percentile = Percentile(9_000);
    /// 99 of 100 are not above it.
    pub const P99: Percentile = Percentile(9_900);
    /// 999 of 1000 are not above it.
    pub const P99_9: Percentile = Percentile(9_990);

    /// Those that a table of latencies usually has, lowest first.
    pub const USUAL: [Percentile; 4] = [Percentile::P50, Percentile::P90, Percentile::P99, Percentile::P99_9];

    /// `hundredths` / 100 per cent, at most 100 per cent.
    pub fn of_hundredths(hundredths: u32) -> Percentile {
        Percentile(hundredths.min(10_000))
    }

    /// The nearest rank: of `sorted` (smallest first) the smallest value that at least so many per cent are not above. Nothing
    /// if there are no values; the smallest one for 0 per cent.
    pub fn of<T>(self, sorted: &[T]) -> Option<&T> {
        let rank = (sorted.len() as u64 * u64::from(self.0)).div_ceil(10_000);
        sorted.get(rank.max(1) as usize - 1)
    }
}

/// `P50`, `P99.9`.
impl fmt::Display for Percentile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 100, self.0 % 100);
        match part {
            0 => write!(f, "P{whole}"),
            tenths if tenths % 10 == 0 => write!(f, "P{whole}.{}", tenths / 10),
            _ => write!(f, "P{whole}.{part:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_rank_is_always_one_of_the_values() {
        // The textbook's example: ranks 2, 3, 3, 5 of five values for 30, 40, 50 and 100 per cent.
        let values = [15, 20, 35, 40, 50];
        let at = |percent: u32| *Percentile::of_hundredths(percent * 100).of(&values).expect("there are values");
        assert_eq!([at(0), at(5), at(30), at(40), at(50), at(100)], [15, 15, 20, 20, 35, 50]);
        assert_eq!(Percentile::P50.of(&[0u8; 0]), None);
    }

    #[test]
    fn a_thousand_values_have_one_above_p99_9_and_fewer_have_none() {
        let thousand: Vec<u32> = (1..=1000).collect();
        assert_eq!(Percentile::USUAL.map(|p| *p.of(&thousand).expect("there are values")), [500, 900, 990, 999]);
        let few: Vec<u32> = (1..=999).collect();
        assert_eq!(Percentile::P99_9.of(&few), Some(&999));
    }

    #[test]
    fn names_are_those_of_latency_tables() {
        assert_eq!(Percentile::USUAL.map(|p| p.to_string()), ["P50", "P90", "P99", "P99.9"]);
        assert_eq!(Percentile::of_hundredths(9_999).to_string(), "P99.99");
        assert_eq!(Percentile::of_hundredths(99_999).to_string(), "P100");
    }
}

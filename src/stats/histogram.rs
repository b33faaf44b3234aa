//! A histogram of latencies: how many in each span, spans doubling, since a few long waits matter as much as many short ones.

use super::latency::Latencies;
use crate::model::num::Num;

/// Counts of latencies: of exactly 0, then of more than 0 up to 1 unit, up to 2, up to 4 and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    counts: Vec<usize>,
}

impl Histogram {
    /// Counts in `unit` (above 0), in ns.
    pub fn of(latencies: &Latencies, unit: &Num) -> Histogram {
        let mut counts = vec![0];
        let (mut bin, mut end) = (0, Num::ZERO);
        for sample in latencies.samples() {
            while *sample > end {
                bin += 1;
                end = if bin == 1 { unit.clone() } else { &end + &end };
                counts.push(0);
            }
            counts[bin] += 1;
        }
        Histogram { counts }
    }

    /// How many latencies each bin holds, the shortest first; the last bin holds some unless it is the first.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// The largest latency of a bin, in units.
    pub fn end(bin: usize) -> u128 {
        if bin == 0 { 0 } else { 1 << (bin - 1).min(127) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_belongs_to_its_bin_and_what_is_above_to_the_next() {
        let of = |samples: &[i64]| {
            let samples = samples.iter().map(|n| Num::from(*n)).collect();
            Histogram::of(&Latencies::from_samples(samples), &Num::from(1000)).counts().to_vec()
        };
        assert_eq!(of(&[]), [0]);
        assert_eq!(of(&[0, 0, 1, 1000, 1001, 2000, 2001, 9000]), [2, 2, 2, 1, 0, 1]);
        assert_eq!((0..6).map(Histogram::end).collect::<Vec<_>>(), [0, 1, 2, 4, 8, 16]);
    }
}

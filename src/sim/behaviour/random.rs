//! Numbers that look random and are the same in every run: splitmix64, one stream a task.
//!
//! A stream belongs to (seed, task), not to the run, so that the n-th draw of a task is the same under every kernel and patch,
//! whoever else there is and in whatever order they come.

/// One task's stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Random(u64);

/// The increment: 2^64 divided by the golden ratio, odd.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    pub fn new(seed: u64, task: usize) -> Random {
        Random(mix(seed).wrapping_add(mix((task as u64).wrapping_mul(STEP))))
    }

    /// The next 64 bits.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `count`, all equally likely but for less than count / 2^64.
    pub fn below(&mut self, count: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }
}

/// The output function of splitmix64: a permutation in which each bit depends on all.
fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_splitmix64() {
        // The published first values of the generator with state 0.
        let mut random = Random(0);
        assert_eq!([random.next(), random.next()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }

    #[test]
    fn a_range_is_hit_evenly_and_tasks_and_seeds_differ() {
        let mut random = Random::new(7, 0);
        let mut hits = [0; 10];
        (0..10_000).for_each(|_| hits[random.below(10) as usize] += 1);
        assert!(hits.iter().all(|h| (900..1100).contains(h)), "{hits:?}");
        let first = |seed, task| Random::new(seed, task).next();
        assert!(first(7, 0) != first(7, 1) && first(7, 0) != first(8, 0) && first(7, 0) == first(7, 0));
        assert_eq!(Random::new(0, 3).below(1), 0);
    }
}

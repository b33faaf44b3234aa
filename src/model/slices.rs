//! `Slices`: the slices of the queued entities, counted, so that the smallest and the largest are at hand.
//!
//! A sorted list of those that differ: tasks share a few slices (mostly one), so it stays short however long the queue is.

/// A multiset of slices.
#[derive(Clone, Debug)]
pub(super) struct Slices<T> {
    /// Each slice with how many have it, largest first: short slices come and go most often.
    counts: Vec<(T, u32)>,
}

impl<T> Default for Slices<T> {
    fn default() -> Self {
        Slices { counts: Vec::new() }
    }
}

impl<T: Clone + PartialOrd> Slices<T> {
    /// One more entity with this slice.
    #[inline]
    pub(super) fn add(&mut self, slice: &T) {
        let place = self.place(slice);
        match self.counts.get_mut(place) {
            Some((same, count)) if *same == *slice => *count += 1,
            _ => self.counts.insert(place, (slice.clone(), 1)),
        }
    }

    /// One entity less with this slice, which some entity has.
    #[inline]
    pub(super) fn remove(&mut self, slice: &T) {
        let place = self.place(slice);
        let (same, count) = &mut self.counts[place];
        debug_assert!(*same == *slice);
        *count -= 1;
        if *count == 0 {
            self.counts.remove(place);
        }
    }

    /// The smallest.
    #[inline]
    pub(super) fn min(&self) -> Option<&T> {
        self.counts.last().map(|(slice, _)| slice)
    }

    /// The largest.
    #[inline]
    pub(super) fn max(&self) -> Option<&T> {
        self.counts.first().map(|(slice, _)| slice)
    }

    /// Where a slice is, or belongs.
    fn place(&self, slice: &T) -> usize {
        self.counts.partition_point(|(larger, _)| larger > slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_is_an_extreme_as_long_as_somebody_has_it() {
        let mut slices = Slices::default();
        assert_eq!((slices.min(), slices.max()), (None, None));
        for slice in [3, 1, 6, 1] {
            slices.add(&slice);
        }
        assert_eq!((slices.min(), slices.max()), (Some(&1), Some(&6)));
        slices.remove(&1);
        slices.remove(&6);
        assert_eq!((slices.min(), slices.max()), (Some(&1), Some(&3)));
        slices.remove(&1);
        assert_eq!((slices.min(), slices.max()), (Some(&3), Some(&3)));
    }
}

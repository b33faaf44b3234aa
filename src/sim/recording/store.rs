//! The store: states as differences, with a whole one now and then to start reading from.
//!
//! Owns how much memory a long run takes and how long one step takes to read. Must not know what the words mean.

use super::varint::{read, read_signed, write, write_signed};
use super::words::Words;
use std::ops::Range;

/// A whole state is kept every so many steps: reading one step undoes at most that many differences.
const KEYFRAME: usize = 256;

/// States in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Store {
    bytes: Vec<u8>,
    keyframes: Vec<(usize, Words)>,
    len: usize,
}

impl Store {
    /// How many states.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Appends the state `now`, in which only the words in `ranges` (ascending) may differ from the one `before`, and makes `before`
    /// equal to it.
    pub(super) fn push(&mut self, before: &mut [i64], now: &[i64], ranges: impl Iterator<Item = Range<usize>>) {
        let keyframe = self.len.is_multiple_of(KEYFRAME);
        if keyframe {
            self.keyframes.push((self.bytes.len(), now.to_vec()));
        }
        let mut last = 0;
        for range in ranges {
            let words = range.clone().zip(before[range.clone()].iter_mut().zip(&now[range]));
            for (place, (before, now)) in words.filter(|(_, (before, now))| **before != **now) {
                let difference = now.wrapping_sub(*before);
                *before = *now;
                if !keyframe {
                    // Places are told from the one before, plus 1: 0 ends the state.
                    write(&mut self.bytes, (place - last + 1) as u64);
                    write_signed(&mut self.bytes, difference);
                    last = place;
                }
            }
        }
        if !keyframe {
            self.bytes.push(0);
        }
        self.len += 1;
    }

    /// State `index`.
    pub(super) fn get(&self, index: usize) -> Words {
        let mut cursor = Cursor::at(self, index / KEYFRAME * KEYFRAME);
        let mut words = cursor.next().expect("an index below the length").clone();
        for _ in 0..index % KEYFRAME {
            words.clone_from(cursor.next().expect("an index below the length"));
        }
        words
    }

    /// Reads from state `index` on.
    pub(super) fn cursor_from(&self, index: usize) -> Cursor<'_> {
        let mut cursor = Cursor::at(self, index / KEYFRAME * KEYFRAME);
        for _ in 0..index % KEYFRAME {
            cursor.next();
        }
        cursor
    }

    /// Bytes in memory.
    pub(super) fn size(&self) -> usize {
        self.bytes.capacity() + self.keyframes.iter().map(|(_, words)| words.capacity() * 8).sum::<usize>()
    }
}

/// Reads states in order.
pub(super) struct Cursor<'a> {
    store: &'a Store,
    index: usize,
    at: usize,
    words: Words,
}

impl<'a> Cursor<'a> {
    /// From a keyframe's index on.
    fn at(store: &'a Store, index: usize) -> Self {
        Cursor { store, index, at: 0, words: Words::new() }
    }

    /// The next state.
    pub(super) fn next(&mut self) -> Option<&Words> {
        if self.index >= self.store.len {
            return None;
        }
        if self.index.is_multiple_of(KEYFRAME) {
            let (at, words) = &self.store.keyframes[self.index / KEYFRAME];
            self.at = *at;
            self.words.clone_from(words);
        } else {
            let bytes = &self.store.bytes;
            let mut place = 0;
            loop {
                let gap = read(bytes, &mut self.at) as usize;
                if gap == 0 {
                    break;
                }
                place += gap - 1;
                self.words[place] = self.words[place].wrapping_add(read_signed(bytes, &mut self.at));
            }
        }
        self.index += 1;
        Some(&self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_comes_back_from_its_differences() {
        let mut store = Store::default();
        let states: Vec<Words> = (0..1000i64).map(|i| vec![i * i, -i, i / 7, i64::MIN.wrapping_mul(i)]).collect();
        let mut before = vec![0; 4];
        for now in &states {
            store.push(&mut before, now, [0..1, 1..4].into_iter());
            assert_eq!(before, *now);
        }
        let mut cursor = store.cursor_from(0);
        for (i, state) in states.iter().enumerate() {
            assert_eq!(cursor.next(), Some(state));
            assert_eq!(store.get(i), *state);
            assert_eq!(store.cursor_from(i).next(), Some(state));
        }
        assert_eq!(cursor.next(), None);
    }
}

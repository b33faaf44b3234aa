//! Which weights and nice values a task may have.
//!
//! A kernel stores weight W as W 2^20 / nice0, rounded down and at least [`MIN_STORED_WEIGHT`]; exact arithmetic keeps it as it is.

use super::limits::{MAX_STORED_WEIGHT, MIN_STORED_WEIGHT};
use super::reader::Reader;
use super::words::Word;
use crate::model::num::Num;

impl Reader<'_> {
    /// A weight, on the scale of `nice0`.
    pub(super) fn weight(&mut self, word: Word<'_>) -> Option<Num> {
        let weight = self.plain_number(word, "a weight")?;
        if weight <= Num::ZERO {
            self.error(word, format!("the weight is {}", word.text), "a weight above 0");
            return None;
        }
        if self.kernel_arithmetic() {
            return self.storable(word, weight);
        }
        self.joins_sums(word, "the weight", &weight).then_some(weight)
    }

    fn storable(&mut self, word: Word<'_>, weight: Num) -> Option<Num> {
        let nice0 = &self.script.nice0;
        let exact = &(&weight * &Num::from(1 << 20)) / nice0;
        let (scale, largest) = (nice0.clone(), &(&Num::from(MAX_STORED_WEIGHT) * nice0) / &Num::from(1 << 20));
        let smallest = &(&Num::from(MIN_STORED_WEIGHT) * nice0) / &Num::from(1 << 20);
        if exact > Num::from(MAX_STORED_WEIGHT) {
            let expected = format!("at most {largest} (a kernel's largest, where nice 0 has {scale}), or `arith exact`");
            self.error(word, format!("the weight {} is too large for a kernel", word.text), expected);
            return None;
        }
        if exact < Num::from(MIN_STORED_WEIGHT) {
            self.warning(word, format!("the weight {} is below a kernel's smallest, which is used: {smallest}", word.text));
        } else if !exact.is_integer() {
            let stored = exact.floor();
            self.warning(word, format!("the weight {} is rounded down to {stored}/2^20 of nice 0", word.text));
        }
        Some(weight)
    }

    /// A nice value.
    pub(super) fn nice(&mut self, word: Word<'_>) -> Option<i32> {
        match word.text.parse::<i32>() {
            Ok(nice) if (-20..=19).contains(&nice) => Some(nice),
            _ => {
                self.error(word, format!("the nice value is {}", super::quote::quote(word.text)), "an integer from -20 to 19");
                None
            }
        }
    }
}

//! Kernel arithmetic: 64-bit words that wrap, bit for bit as each version computes them. Overflow is a result, never a panic.

use super::weights;
use super::{Arith, WeightInput};
use crate::model::num::Num;

/// How a kernel's integers are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// calc_delta_fair through 32-bit inverse weights (until v6.19) instead of a division; some divisors are 32-bit words.
    pub inverse_weights: bool,
    /// Sums use full weights (nice 0 = 2^20, from 7.0) instead of weights scaled down to nice 0 = 1024.
    pub full_weights: bool,
    /// The eligibility test multiplies in 128 bits (v7.2) instead of wrapping 64.
    pub wide_eligibility: bool,
}

impl Words {
    /// Until v6.19.
    pub const OLD: Words = Words { inverse_weights: true, full_weights: false, wide_eligibility: false };
    /// 7.0.
    pub const FULL: Words = Words { inverse_weights: false, full_weights: true, wide_eligibility: false };
    /// v7.2.
    pub const FULL_WIDE: Words = Words { wide_eligibility: true, ..Words::FULL };
}

/// The stored weight of nice 0: NICE_0_LOAD.
const NICE_0_LOAD: u64 = 1 << 20;
/// Table weights are stored shifted up by this.
const SHIFT: u32 = 10;

/// `scale_load_down()`: the table weight, at least 2 unless 0.
fn scale_load_down(stored: u64) -> u64 {
    if stored == 0 { 0 } else { (stored >> SHIFT).max(2) }
}

/// Kernel arithmetic of one version, with the weight that people write for nice 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    words: Words,
    nice0: Num,
}

/// A stored weight: nice 0 is 2^20; `inverse` is that of the table, or of `reweight_entity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    stored: u64,
    inverse: u32,
}

impl Weight {
    /// The stored word: nice 0 is 2^20.
    pub fn stored(&self) -> i64 {
        self.stored as i64
    }
}

impl Kernel {
    /// What a stored weight is multiplied by to be on the scale of `nice0`.
    pub fn weight_scale(&self) -> Num {
        self.scaled(1, 20)
    }

    /// The arithmetic of `words`; people write `nice0` (> 0) for the weight of nice 0.
    pub fn new(words: Words, nice0: &Num) -> Kernel {
        Kernel { words, nice0: nice0.clone() }
    }

    /// Truncating division by a divisor that old kernels pass as a signed 32-bit word. Division by 0 gives 0.
    fn divide(&self, a: i64, b: i64) -> i64 {
        let b = if self.words.inverse_weights { i64::from(b as i32) } else { b };
        if b == 0 { 0 } else { a.wrapping_div(b) }
    }

    /// The scaled value of a stored weight: `stored * nice0 / 2^shift`.
    fn scaled(&self, stored: i64, shift: u32) -> Num {
        &(&Num::from(stored) * &self.nice0) / &Num::from(1i64 << shift)
    }
}

/// `__calc_delta()` with a 32-bit inverse: `delta * 1024 * inverse / 2^32`, the factor first cut to 32 bits.
fn delta_by_inverse(delta: u64, inverse: u32) -> i64 {
    let fact = u64::from(inverse) << SHIFT;
    let too_many = u64::BITS - (fact >> 32).leading_zeros();
    ((u128::from(delta) * u128::from(fact >> too_many)) >> (32 - too_many)) as i64
}

impl Arith for Kernel {
    type V = i64;
    type T = u64;
    type S = i64;
    type W = Weight;

    const GROWS: bool = false;
    fn v_bits(_: &i64) -> u64 {
        0
    }
    fn s_bits(_: &i64) -> u64 {
        0
    }
    fn zero() -> i64 {
        0
    }
    #[inline]
    fn add(a: &i64, b: &i64) -> i64 {
        a.wrapping_add(*b)
    }
    #[inline]
    fn sub(a: &i64, b: &i64) -> i64 {
        a.wrapping_sub(*b)
    }
    #[inline]
    fn before(a: &i64, b: &i64) -> bool {
        a.wrapping_sub(*b) < 0
    }
    // These without a branch.
    #[inline]
    fn before_or_tied(a: &i64, b: &i64, wins: bool) -> bool {
        a.wrapping_sub(*b) < i64::from(wins)
    }
    #[inline]
    fn keep_earlier(a: &mut i64, b: &i64) {
        *a = if Self::before(b, a) { *b } else { *a };
    }
    #[inline]
    fn keep_later(a: &mut i64, b: &i64) {
        *a = if Self::before(a, b) { *b } else { *a };
    }
    #[inline]
    fn below(a: &i64, b: &i64) -> bool {
        a < b
    }
    fn half(v: &i64) -> i64 {
        (*v as u64 / 2) as i64
    }
    fn half_lag(v: &i64) -> i64 {
        v / 2
    }
    fn t_zero() -> u64 {
        0
    }
    #[inline]
    fn t_add(a: &u64, b: &u64) -> u64 {
        a.wrapping_add(*b)
    }
    #[inline]
    fn t_sub(a: &u64, b: &u64) -> u64 {
        a.wrapping_sub(*b)
    }
    #[inline]
    fn calc_delta_fair(&self, delta: &u64, weight: &Weight) -> i64 {
        if weight.stored == NICE_0_LOAD {
            *delta as i64
        } else if self.words.inverse_weights {
            delta_by_inverse(*delta, weight.inverse)
        } else {
            (delta.wrapping_mul(NICE_0_LOAD) / weight.stored.max(1)) as i64
        }
    }
    fn time_to_advance(&self, v: &i64, weight: &Weight) -> Option<u64> {
        let reaches = |t: u64| self.calc_delta_fair(&t, weight) >= *v;
        // Below this no product of calc_delta_fair leaves its word, so that longer is never less.
        let mut enough = if self.words.inverse_weights { 1 << 53 } else { u64::MAX / NICE_0_LOAD };
        let mut too_little = 0;
        if !reaches(enough) {
            return None;
        }
        while too_little + 1 < enough {
            let middle = too_little + (enough - too_little) / 2;
            if reaches(middle) { enough = middle } else { too_little = middle }
        }
        Some(enough)
    }
    fn s_zero() -> i64 {
        0
    }
    #[inline]
    fn s_add(a: &i64, b: &i64) -> i64 {
        a.wrapping_add(*b)
    }
    #[inline]
    fn s_sub(a: &i64, b: &i64) -> i64 {
        a.wrapping_sub(*b)
    }
    #[inline]
    fn s_is_zero(s: &i64) -> bool {
        *s == 0
    }
    #[inline]
    fn s_above(a: &i64, b: &i64) -> bool {
        a > b
    }
    #[inline]
    fn load(&self, weight: &Weight, shift: u32) -> i64 {
        let load = match (self.words.full_weights, shift) {
            (false, _) => scale_load_down(weight.stored),
            (true, 0) => weight.stored,
            (true, shift) => (weight.stored >> shift).max(2),
        };
        load as i64
    }
    #[inline]
    fn weigh(key: &i64, load: &i64) -> i64 {
        key.wrapping_mul(*load)
    }
    fn weighing_overflows(key: &i64, load: &i64, sum: &i64) -> bool {
        key.checked_mul(*load).and_then(|product| product.checked_add(*sum)).is_none()
    }
    #[inline]
    fn average(&self, sum: &i64, load: &i64) -> i64 {
        let sum = if *sum < 0 { sum.wrapping_sub(load.wrapping_sub(1)) } else { *sum };
        self.divide(sum, *load)
    }
    fn average_toward_zero(&self, sum: &i64, load: &i64) -> i64 {
        self.divide(*sum, *load)
    }
    #[inline]
    fn entity_eligible(&self, sum: &i64, key: &i64, load: &i64) -> bool {
        if self.words.wide_eligibility { Self::entity_eligible_wide(sum, key, load) } else { *sum >= key.wrapping_mul(*load) }
    }
    #[inline]
    fn entity_eligible_wide(sum: &i64, key: &i64, load: &i64) -> bool {
        i128::from(*sum) >= i128::from(*key) * i128::from(*load)
    }
    #[inline]
    fn product_overflows(&self, key: &i64, load: &i64) -> bool {
        key.checked_mul(*load).is_none()
    }
    fn inflate(&self, vlag: &i64, load: &i64, w: &i64) -> i64 {
        let load_or_one = if *load == 0 { 1 } else { *load };
        self.divide(vlag.wrapping_mul(load.wrapping_add(*w)), load_or_one)
    }
    fn rescale(&self, v: &i64, old: &Weight, new: &Weight) -> i64 {
        self.divide(v.wrapping_mul(old.stored as i64), new.stored as i64)
    }
    fn whole_requests(v: &i64, vslice: &i64) -> i64 {
        if *vslice <= 0 { 0 } else { v / vslice * vslice }
    }
    fn weight(&self, input: &WeightInput) -> Weight {
        match input {
            WeightInput::Nice(nice) => {
                let i = weights::index(*nice);
                Weight { stored: weights::WEIGHT[i] << SHIFT, inverse: weights::INVERSE[i] }
            }
            WeightInput::IdlePolicy => Weight { stored: weights::IDLE.0 << SHIFT, inverse: weights::IDLE.1 },
            WeightInput::Value(w) => {
                let stored = (&(w * &Num::from(NICE_0_LOAD)) / &self.nice0).floor();
                let stored = stored.to_i64().unwrap_or(i64::MAX).max(2 << SHIFT) as u64;
                let inverse = u32::try_from(u64::from(u32::MAX) / scale_load_down(stored)).unwrap_or(u32::MAX);
                Weight { stored, inverse }
            }
        }
    }
    fn v_from(n: &Num) -> i64 {
        let n = n.floor();
        n.to_i64().unwrap_or(if n.is_negative() { i64::MIN } else { i64::MAX })
    }
    fn t_from(n: &Num) -> u64 {
        match n.floor() {
            Num::Int(i) => u64::try_from(i).unwrap_or(if i < 0 { 0 } else { u64::MAX }),
            Num::Frac(_) => u64::MAX,
        }
    }
    fn v_num(v: &i64) -> Num {
        Num::from(*v)
    }
    fn t_num(t: &u64) -> Num {
        Num::from(*t)
    }
    fn s_num(s: &i64) -> Num {
        Num::from(*s)
    }
    fn weight_num(&self, weight: &Weight) -> Num {
        self.scaled(weight.stored as i64, 20)
    }
    fn load_num(&self, load: &i64) -> Num {
        self.scaled(*load, if self.words.full_weights { 20 } else { SHIFT })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arith(words: Words) -> Kernel {
        Kernel::new(words, &Num::from(1024))
    }

    #[test]
    fn old_kernels_divide_by_a_fixed_point_inverse_and_new_ones_exactly() {
        let table = [
            (100_000u64, WeightInput::Nice(-20), 1153, 1153),
            (1_300_000, WeightInput::Nice(3), 2530798, 2530798),
            (3_000_000, WeightInput::Nice(5), 9170149, 9170149),
            (3_000_000, WeightInput::IdlePolicy, 1_023_999_999, 1_024_000_000),
            (600_000, WeightInput::Value(Num::from(512)), 1_199_999, 1_200_000),
        ];
        for (delta, weight, old, new) in table {
            for (words, expected) in [(Words::OLD, old), (Words::FULL, new)] {
                let a = arith(words);
                assert_eq!(a.calc_delta_fair(&delta, &a.weight(&weight)), expected, "{delta} at {weight:?}");
            }
        }
    }

    #[test]
    fn v_rounds_down_on_both_sides_of_zero() {
        let a = arith(Words::OLD);
        assert_eq!(a.average(&-1528503296, &1844), -828907);
        assert_eq!(a.average(&2048000000, &3072), 666666);
        assert_eq!(a.average(&-20377600000, &3072), -6633334);
    }

    #[test]
    fn the_64_bit_eligibility_product_may_wrap_and_the_wide_one_does_not() {
        let (key, load) = (-10892823530978643i64, 2677i64);
        let sum = -6851585614346926319i64;
        assert_eq!(key.wrapping_mul(load), 7733399554989275921);
        assert!(!arith(Words::OLD).entity_eligible(&sum, &key, &load));
        assert!(arith(Words::FULL_WIDE).entity_eligible(&sum, &key, &load));
        assert!(arith(Words::OLD).product_overflows(&key, &load));
    }

    #[test]
    fn the_time_to_advance_is_the_smallest_that_suffices() {
        for words in [Words::OLD, Words::FULL] {
            let a = arith(words);
            for nice in -20..20 {
                let w = a.weight(&WeightInput::Nice(nice));
                for v in [1, 7, 1000, 3_000_000, 123_456_789] {
                    let t = a.time_to_advance(&v, &w).expect("within the words");
                    assert!(a.calc_delta_fair(&t, &w) >= v && a.calc_delta_fair(&(t - 1), &w) < v, "{nice} {v}");
                }
                assert_eq!(a.time_to_advance(&i64::MAX, &w), None, "{nice}");
            }
        }
    }
}

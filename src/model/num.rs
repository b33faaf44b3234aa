//! `Num`: one exact number, as recordings, tables and explanations see it.
//!
//! Owns the step from the two arithmetics to a value that can be compared, calculated with and printed without loss.
//! Must not know about scheduling.

use super::ratio;
pub use super::ratio::Ratio;
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An exact number. Integers that fit 128 bits are always `Int`, everything else is `Frac`, so equal numbers are
/// equal values. Arithmetic is exact and never overflows.
#[derive(Clone, Debug)]
pub enum Num {
    /// An integer.
    Int(i128),
    /// A reduced fraction, or an integer too large for `Int`.
    Frac(Box<Ratio>),
}

impl Num {
    /// Zero.
    pub const ZERO: Num = Num::Int(0);

    /// The value as a rational.
    pub fn to_ratio(&self) -> Ratio {
        match self {
            Num::Int(i) => Ratio::from_integer(BigInt::from(*i)),
            Num::Frac(q) => (**q).clone(),
        }
    }

    /// `num / den`, reduced. `den` must not be 0.
    pub fn frac(num: i128, den: i128) -> Num {
        // Big numbers cost an allocation each, so most fractions are reduced before they become some. i128::MIN has no absolute value.
        match (num, den) {
            (_, 1) => Num::Int(num),
            (_, 0) | (i128::MIN, _) | (_, i128::MIN) => Num::from(Ratio::new(num.into(), den.into())),
            _ => match ratio::lowest(num * den.signum(), den.abs()) {
                (num, 1) => Num::Int(num),
                (num, den) => Num::Frac(Box::new(Ratio::new_raw(num.into(), den.into()))),
            },
        }
    }

    /// Numerator and denominator, if both are small.
    fn parts(&self) -> Option<(i128, i128)> {
        match self {
            Num::Int(i) => Some((*i, 1)),
            Num::Frac(q) => ratio::parts(q),
        }
    }

    /// The product of two numbers, or of one and the other's inverse, where nothing in between is too large.
    fn small_product((a, b): (i128, i128), (c, d): (i128, i128)) -> Option<Num> {
        Some(Num::frac(a.checked_mul(c)?, b.checked_mul(d)?))
    }

    /// The nearest `f64`; for drawing only, never for comparing.
    pub fn to_f64(&self) -> f64 {
        match self {
            Num::Int(i) => *i as f64,
            Num::Frac(q) => q.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// The integer value, if it is one that fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Num::Int(i) => i64::try_from(*i).ok(),
            Num::Frac(_) => None,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        *self == Num::ZERO
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Num::Int(i) => *i < 0,
            Num::Frac(q) => q.is_negative(),
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Num {
        if self.is_negative() { -self.clone() } else { self.clone() }
    }

    /// The largest integer that is not above it.
    pub fn floor(&self) -> Num {
        match self {
            Num::Int(i) => Num::Int(*i),
            Num::Frac(q) => Num::from(q.floor()),
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        match self {
            Num::Int(_) => true,
            Num::Frac(q) => q.is_integer(),
        }
    }
}

impl From<Ratio> for Num {
    fn from(q: Ratio) -> Num {
        if q.denom().is_one()
            && let Some(i) = q.numer().to_i128()
        {
            return Num::Int(i);
        }
        Num::Frac(Box::new(q))
    }
}

impl From<&Ratio> for Num {
    fn from(q: &Ratio) -> Num {
        Num::from(q.clone())
    }
}

macro_rules! from_int {
    ($($t:ty),*) => { $(impl From<$t> for Num { fn from(i: $t) -> Num { Num::Int(i.into()) } })* };
}
from_int!(i32, u32, i64, u64, i128);

macro_rules! arithmetic {
    ($trait:ident, $op:ident, $checked:ident) => {
        impl $trait for &Num {
            type Output = Num;
            fn $op(self, other: &Num) -> Num {
                if let (Num::Int(a), Num::Int(b)) = (self, other)
                    && let Some(c) = a.$checked(*b)
                {
                    return Num::Int(c);
                }
                Num::from(ratio::$op(&self.to_ratio(), &other.to_ratio()))
            }
        }
        impl $trait for Num {
            type Output = Num;
            fn $op(self, other: Num) -> Num {
                (&self).$op(&other)
            }
        }
    };
}
arithmetic!(Add, add, checked_add);
arithmetic!(Sub, sub, checked_sub);

impl Mul for &Num {
    type Output = Num;
    fn mul(self, other: &Num) -> Num {
        let small = || Num::small_product(self.parts()?, other.parts()?);
        small().unwrap_or_else(|| Num::from(ratio::mul(&self.to_ratio(), &other.to_ratio())))
    }
}

impl Mul for Num {
    type Output = Num;
    fn mul(self, other: Num) -> Num {
        &self * &other
    }
}

/// Exact division. Panics on division by zero, as `/` does.
impl Div for &Num {
    type Output = Num;
    fn div(self, other: &Num) -> Num {
        let small = || {
            let (num, den) = other.parts().filter(|(num, _)| *num != 0)?;
            Num::small_product(self.parts()?, (den, num))
        };
        small().unwrap_or_else(|| Num::from(ratio::div(&self.to_ratio(), &other.to_ratio())))
    }
}

impl Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        &Num::ZERO - &self
    }
}

/// Equal numbers have the same parts; `Ratio`'s own test compares, its hash divides.
impl PartialEq for Num {
    fn eq(&self, other: &Num) -> bool {
        match (self, other) {
            (Num::Int(a), Num::Int(b)) => a == b,
            (Num::Frac(a), Num::Frac(b)) => a.numer() == b.numer() && a.denom() == b.denom(),
            _ => false,
        }
    }
}

impl Eq for Num {}

impl Hash for Num {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Num::Int(i) => i.hash(state),
            Num::Frac(q) => (q.numer(), q.denom()).hash(state),
        }
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Num {
    fn cmp(&self, other: &Num) -> Ordering {
        match (self, other) {
            (Num::Int(a), Num::Int(b)) => a.cmp(b),
            (Num::Frac(a), Num::Frac(b)) => ratio::compare(a, b),
            _ => ratio::compare(&self.to_ratio(), &other.to_ratio()),
        }
    }
}

/// Integers print plainly, fractions as `40/3`.
impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Num::Int(i) => fmt::Display::fmt(i, f),
            Num::Frac(q) => fmt::Display::fmt(q, f),
        }
    }
}

impl Default for Num {
    fn default() -> Num {
        Num::ZERO
    }
}

impl Zero for Num {
    fn zero() -> Num {
        Num::ZERO
    }
    fn is_zero(&self) -> bool {
        Num::is_zero(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_are_equal_values_however_they_came_about() {
        assert_eq!(Num::frac(80, 2), Num::from(40));
        assert_eq!(Num::frac(40, 3), Num::frac(-80, -6));
        assert_eq!(&Num::frac(1, 3) * &Num::from(3), Num::from(1));
        assert_eq!(Num::frac(40, 3).to_string(), "40/3");
    }

    #[test]
    fn small_numbers_take_a_short_way_to_the_same_products_and_quotients() {
        let edges = [0, 1, -1, 2, -3, 1024, i64::MAX as i128, i64::MIN as i128, i128::MAX, i128::MIN, i128::MIN + 1];
        let numbers: Vec<Num> = edges
            .iter()
            .flat_map(|a| [1, -7, 1024, i64::MIN as i128, i128::MAX].map(|b| Num::from(Ratio::new((*a).into(), b.into()))))
            .collect();
        for a in &numbers {
            for b in &numbers {
                assert_eq!(a * b, Num::from(a.to_ratio() * b.to_ratio()), "{a} * {b}");
                if !b.is_zero() {
                    assert_eq!(a / b, Num::from(a.to_ratio() / b.to_ratio()), "{a} / {b}");
                }
            }
        }
        assert_eq!(Num::frac(i128::MIN, i128::MIN), Num::from(1));
        assert_eq!(Num::frac(0, -5), Num::ZERO);
    }

    #[test]
    fn fractions_are_in_order_whatever_their_signs_and_length() {
        let long = num_traits::pow(BigInt::from(10), 20_000);
        let near = |by: i32| Num::from(Ratio::new(&long + by, &long + 1));
        let some =
            [Num::frac(-3, 2), Num::frac(-4, 3), Num::from(-1), Num::ZERO, Num::frac(1, 3), near(-1), near(0), near(1), near(2)];
        assert_eq!(near(1), Num::from(1));
        for (i, a) in some.iter().enumerate() {
            for (j, b) in some.iter().enumerate() {
                assert_eq!((a.cmp(b), a == b), (i.cmp(&j), i == j), "{i} and {j}");
            }
        }
    }

    #[test]
    fn integers_grow_past_128_bits_instead_of_overflowing() {
        let max = Num::Int(i128::MAX);
        let more = &max + &Num::from(1);
        assert_eq!(&more - &Num::from(1), max);
        assert!(more > max);
    }
}

//! `Num`: one exact number, as recordings, tables and explanations see it.
//!
//! Owns the step from the two arithmetics to a value that can be compared, calculated with and printed without loss.
//! Must not know about scheduling.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An arbitrary-precision rational.
pub type Ratio = BigRational;

/// An exact number. Integers that fit 128 bits are always `Int`, everything else is `Frac`, so equal numbers are
/// equal values. Arithmetic is exact and never overflows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
        Num::from(Ratio::new(num.into(), den.into()))
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
                Num::from(self.to_ratio().$op(other.to_ratio()))
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
arithmetic!(Mul, mul, checked_mul);

/// Exact division. Panics on division by zero, as `/` does.
impl Div for &Num {
    type Output = Num;
    fn div(self, other: &Num) -> Num {
        Num::from(self.to_ratio() / other.to_ratio())
    }
}

impl Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        &Num::ZERO - &self
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
            _ => self.to_ratio().cmp(&other.to_ratio()),
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
    fn integers_grow_past_128_bits_instead_of_overflowing() {
        let max = Num::Int(i128::MAX);
        let more = &max + &Num::from(1);
        assert_eq!(&more - &Num::from(1), max);
        assert!(more > max);
    }
}

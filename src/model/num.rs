//! `Num`: one exact number, as recordings, tables and explanations see it.
//!
//! Owns the step from the two arithmetics to a value that can be compared, calculated with and printed without loss.
//! Must not know about scheduling.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// An arbitrary-precision rational.
pub type Ratio = BigRational;

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
        if den == 1 {
            return Num::Int(num);
        }
        // Big numbers cost an allocation each, so most fractions are reduced before they become some. i128::MIN has no absolute value.
        if den == 0 || num == i128::MIN || den == i128::MIN {
            return Num::from(Ratio::new(num.into(), den.into()));
        }
        let divisor = num.gcd(&den) * den.signum();
        match (num / divisor, den / divisor) {
            (num, 1) => Num::Int(num),
            (num, den) => Num::Frac(Box::new(Ratio::new_raw(num.into(), den.into()))),
        }
    }

    /// Numerator and denominator, if both are small.
    fn parts(&self) -> Option<(i128, i128)> {
        match self {
            Num::Int(i) => Some((*i, 1)),
            Num::Frac(q) => Some((q.numer().to_i64()?.into(), q.denom().to_i64()?.into())),
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
                Num::from($op(&self.to_ratio(), &other.to_ratio()))
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
        small().unwrap_or_else(|| Num::from(self.to_ratio() * other.to_ratio()))
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
        small().unwrap_or_else(|| Num::from(div(&self.to_ratio(), &other.to_ratio())))
    }
}

impl Neg for Num {
    type Output = Num;
    fn neg(self) -> Num {
        &Num::ZERO - &self
    }
}

/// Two fractions whose parts are small, as most are, reckoned with machine words: (a, b) and (c, d) of a/b and c/d. Big integers
/// divide their way through even the gcd with 1.
fn small(x: &Ratio, y: &Ratio) -> Option<[i128; 4]> {
    let part = |n: &BigInt| n.to_i64().map(i128::from);
    Some([part(x.numer())?, part(x.denom())?, part(y.numer())?, part(y.denom())?])
}

/// n/d in lowest terms; d > 0.
fn reduced(n: i128, d: i128) -> Ratio {
    if d == 1 {
        return Ratio::from_integer(n.into());
    }
    let common = n.gcd(&d);
    Ratio::new_raw((n / common).into(), (d / common).into())
}

/// a + b.
pub fn add(x: &Ratio, y: &Ratio) -> Ratio {
    let sum = small(x, y).and_then(|[a, b, c, d]| match b == d {
        true => Some((a + c, b)),
        false => Some(((a * d).checked_add(c * b)?, b * d)),
    });
    sum.map_or_else(|| x + y, |(n, d)| reduced(n, d))
}

/// a - b.
pub fn sub(x: &Ratio, y: &Ratio) -> Ratio {
    let difference = small(x, y).and_then(|[a, b, c, d]| match b == d {
        true => Some((a - c, b)),
        false => Some(((a * d).checked_sub(c * b)?, b * d)),
    });
    difference.map_or_else(|| x - y, |(n, d)| reduced(n, d))
}

/// a * b.
pub fn mul(x: &Ratio, y: &Ratio) -> Ratio {
    small(x, y).map_or_else(|| x * y, |[a, b, c, d]| reduced(a * c, b * d))
}

/// a / b; panics if b is 0.
pub fn div(x: &Ratio, y: &Ratio) -> Ratio {
    match small(x, y) {
        Some([a, b, c, d]) if c != 0 => reduced(a * d * c.signum(), b * c.abs()),
        _ => x / y,
    }
}

/// The order of two fractions, whatever their length: `Ratio`'s own divides its way down, a call deep for each division, which
/// long fractions have thousands of.
pub fn compare(a: &Ratio, b: &Ratio) -> Ordering {
    if a.denom() == b.denom() {
        return a.numer().cmp(b.numer());
    }
    match (a.numer().sign(), b.numer().sign()) {
        (one, other) if one != other => one.cmp(&other),
        _ => (a.numer() * b.denom()).cmp(&(b.numer() * a.denom())),
    }
}

/// Binary digits of a fraction: those of its numerator and of its denominator.
pub fn bits(q: &Ratio) -> u64 {
    q.numer().bits() + q.denom().bits()
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
            (Num::Frac(a), Num::Frac(b)) => compare(a, b),
            _ => compare(&self.to_ratio(), &other.to_ratio()),
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
    fn small_parts_give_what_long_ones_do() {
        let parts = [i64::MIN, i64::MIN + 1, -7, -1, 0, 1, 2, 6, i64::MAX - 1, i64::MAX];
        let ratio = |n: i64, d: i64| Ratio::new(n.into(), d.into());
        let all = parts.iter().flat_map(|n| parts.iter().filter(|d| **d != 0).map(move |d| ratio(*n, *d)));
        let all: Vec<Ratio> = all.collect();
        for a in &all {
            for b in &all {
                assert_eq!((add(a, b), sub(a, b), mul(a, b)), (a + b, a - b, a * b), "{a} and {b}");
                assert_eq!(compare(a, b), a.cmp(b), "{a} and {b}");
                if !b.is_zero() {
                    assert_eq!(div(a, b), a / b, "{a} and {b}");
                }
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

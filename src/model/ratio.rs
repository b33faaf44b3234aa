//! Fractions of big integers, reckoned with machine words where their parts are small, as most are.
//!
//! Big integers divide their way through even the gcd with 1. Must not know what the numbers mean.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::cmp::Ordering;

/// An arbitrary-precision rational.
pub type Ratio = BigRational;

/// Numerator and denominator, if both are small.
pub(super) fn parts(q: &Ratio) -> Option<(i128, i128)> {
    let part = |n: &BigInt| n.to_i64().map(i128::from);
    Some((part(q.numer())?, part(q.denom())?))
}

/// The parts of two fractions, if all are small.
fn small(x: &Ratio, y: &Ratio) -> Option<[i128; 4]> {
    let ((a, b), (c, d)) = (parts(x)?, parts(y)?);
    Some([a, b, c, d])
}

/// n/d in lowest terms; d > 0, and n is not i128::MIN.
pub(super) fn lowest(n: i128, d: i128) -> (i128, i128) {
    if d == 1 {
        return (n, d);
    }
    let common = n.gcd(&d);
    (n / common, d / common)
}

fn reduced(n: i128, d: i128) -> Ratio {
    let (n, d) = lowest(n, d);
    Ratio::new_raw(n.into(), d.into())
}

/// a + b.
pub fn add(x: &Ratio, y: &Ratio) -> Ratio {
    sum(x, y, 1).unwrap_or_else(|| x + y)
}

/// a - b.
pub fn sub(x: &Ratio, y: &Ratio) -> Ratio {
    sum(x, y, -1).unwrap_or_else(|| x - y)
}

/// x + sign y, where nothing in between is too large.
fn sum(x: &Ratio, y: &Ratio, sign: i128) -> Option<Ratio> {
    let [a, b, c, d] = small(x, y)?;
    let (n, d) = if b == d { (a + sign * c, b) } else { ((a * d).checked_add(sign * c * b)?, b * d) };
    Some(reduced(n, d))
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

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Zero;

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
}

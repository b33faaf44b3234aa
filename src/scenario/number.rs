//! Numbers as scenarios write them: `24`, `-0.5`, `40/3`, `2.5ms`. Exact; owns the grammar and the limit on digits.

use super::limits::MAX_DIGITS;
use crate::model::num::{Num, Ratio};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero, pow};

/// The units and their ns, longest first.
pub(super) const UNITS: [(&str, i64); 4] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)];

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    /// It is something else.
    NotANumber,
    /// Its denominator is 0.
    ZeroDenominator,
    /// It has more than [`MAX_DIGITS`] digits.
    TooLong,
    /// What follows the digits is no unit.
    UnknownUnit,
}

/// Reads a number and its unit in ns, if it has one.
pub(super) fn read(text: &str) -> Result<(Num, Option<Num>), Bad> {
    let negative = text.starts_with('-');
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let end = body.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '/').unwrap_or(body.len());
    let (digits, unit) = body.split_at(end);
    let value = magnitude(digits)?;
    let unit = match unit {
        "" => None,
        name => Some(UNITS.iter().find(|(u, _)| *u == name).ok_or(Bad::UnknownUnit)?.1),
    };
    Ok((Num::from(if negative { -value } else { value }), unit.map(Num::from)))
}

fn magnitude(text: &str) -> Result<Ratio, Bad> {
    if let Some((num, den)) = text.split_once('/') {
        let den = integer(den)?;
        if den.is_zero() {
            return Err(Bad::ZeroDenominator);
        }
        return Ok(Ratio::new(integer(num)?, den));
    }
    let Some((whole, part)) = text.split_once('.') else { return Ok(Ratio::from_integer(integer(text)?)) };
    if whole.len() + part.len() > MAX_DIGITS {
        return Err(Bad::TooLong);
    }
    let whole = if whole.is_empty() { BigInt::zero() } else { integer(whole)? };
    Ok(Ratio::from_integer(whole) + Ratio::new(integer(part)?, pow(BigInt::from(10), part.len())))
}

fn integer(digits: &str) -> Result<BigInt, Bad> {
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Bad::NotANumber);
    }
    if digits.len() > MAX_DIGITS {
        return Err(Bad::TooLong);
    }
    digits.parse().map_err(|_| Bad::NotANumber)
}

/// Whether numerator and denominator have at most [`MAX_DIGITS`] digits.
pub(super) fn fits(n: &Num) -> bool {
    match n {
        Num::Int(_) => true,
        Num::Frac(q) => {
            let limit = pow(BigInt::from(10), MAX_DIGITS);
            q.numer().abs() < limit && *q.denom() < limit
        }
    }
}

/// Writes a number so that [`read`] gives it back: an integer, a finite decimal of at most nine places, else a fraction.
pub(super) fn write(n: &Num) -> String {
    let Num::Frac(q) = n else { return n.to_string() };
    let Some(places) = (1..=9).find(|&p| (pow(BigInt::from(10), p) % q.denom()).is_zero()) else { return n.to_string() };
    let scaled = q.numer() * (pow(BigInt::from(10), places) / q.denom());
    if q.denom().is_one() || scaled.abs() >= pow(BigInt::from(10), MAX_DIGITS) {
        return n.to_string();
    }
    let digits = format!("{:0>width$}", scaled.abs().to_string(), width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    format!("{}{whole}.{part}", if scaled.is_negative() { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_integers_decimals_fractions_and_units() {
        let plain = |text| read(text).unwrap();
        assert_eq!(plain("24"), (Num::from(24), None));
        assert_eq!(plain("-0.5"), (Num::frac(-1, 2), None));
        assert_eq!(plain("+.25"), (Num::frac(1, 4), None));
        assert_eq!(plain("40/3"), (Num::frac(40, 3), None));
        assert_eq!(plain("2.5ms"), (Num::frac(5, 2), Some(Num::from(1_000_000))));
        assert_eq!(plain("7s"), (Num::from(7), Some(Num::from(1_000_000_000))));
    }

    #[test]
    fn what_is_no_number_says_why() {
        for text in ["", "-", ".", "3.", "1.2.3", "1/2/3", "abc", "--1", "/2", "1e3"] {
            let bad = read(text).unwrap_err();
            assert!(matches!(bad, Bad::NotANumber | Bad::UnknownUnit), "{text}: {bad:?}");
        }
        assert_eq!(read("1/0"), Err(Bad::ZeroDenominator));
        assert_eq!(read("3min"), Err(Bad::UnknownUnit));
        assert_eq!(read(&"9".repeat(41)), Err(Bad::TooLong));
        assert_eq!(read(&format!("0.{}", "1".repeat(40))), Err(Bad::TooLong));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let big: Num = read(&"9".repeat(40)).unwrap().0;
        let third = &big / &Num::from(7);
        for n in [Num::from(-36), Num::frac(40, 3), Num::frac(-1, 8), Num::frac(1, 1_000_000_000), big, third] {
            assert_eq!(read(&write(&n)), Ok((n, None)));
        }
        assert_eq!(write(&Num::frac(-5, 2)), "-2.5");
    }
}

//! How numbers look to people: in the scenario's unit, virtual times relative to V0, exact wherever that is short.
//!
//! Owns the notation (`V0-36`, `t+24`, `16/3`, `~5.333`) and reading it back. Everything that shows a number uses it.

use crate::model::num::{Num, Ratio};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// Longest exact notation that [`Scale`]'s short forms print before they round.
const SHORT: usize = 11;

/// The scale of one recording: what is printed as 1, and what is printed as V0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// One printed unit, in ns.
    pub unit: Num,
    /// The virtual time printed as `V0`.
    pub v0: Num,
}

impl Scale {
    /// The scale of a recording.
    pub fn of(recording: &crate::sim::Recording) -> Scale {
        Scale { unit: recording.unit.clone(), v0: recording.v0.clone() }
    }

    /// A duration, lag or other difference, in units, exact: `12`, `-0.048576`, `16/3`.
    pub fn span(&self, ns: &Num) -> String {
        exact(&(ns / &self.unit))
    }

    /// As [`Scale::span`], rounded to `~-3.333` where the exact form is long.
    pub fn short_span(&self, ns: &Num) -> String {
        short(&(ns / &self.unit))
    }

    /// A virtual time relative to V0, exact: `V0`, `V0+12`, `V0-36`, `V0+16/3`.
    pub fn virt(&self, v: &Num) -> String {
        offset("V0", &(&(v - &self.v0) / &self.unit), exact)
    }

    /// As [`Scale::virt`], rounded (`~V0+3.333`) where the exact form is long.
    pub fn short_virt(&self, v: &Num) -> String {
        let text = offset("V0", &(&(v - &self.v0) / &self.unit), short);
        rounded_first(text)
    }

    /// A time of the run: `t`, `t+24`.
    pub fn time(&self, t: &Num) -> String {
        offset("t", &(t / &self.unit), exact)
    }
}

/// Moves the `~` of a rounded number in front of its symbol.
fn rounded_first(text: String) -> String {
    match text.contains('~') {
        true => format!("~{}", text.replace('~', "")),
        false => text,
    }
}

fn offset(symbol: &str, by: &Num, digits: fn(&Num) -> String) -> String {
    if by.is_zero() {
        symbol.to_string()
    } else if by.is_negative() {
        format!("{symbol}-{}", digits(&by.abs()))
    } else {
        format!("{symbol}+{}", digits(by))
    }
}

/// A number exactly: an integer, a finite decimal of at most nine places, else a fraction.
pub fn exact(n: &Num) -> String {
    match n {
        Num::Int(i) => i.to_string(),
        Num::Frac(q) => decimal(q).unwrap_or_else(|| n.to_string()),
    }
}

/// A number exactly if that is short, else rounded to three places with a `~` in front.
pub fn short(n: &Num) -> String {
    let text = exact(n);
    if text.len() <= SHORT {
        return text;
    }
    if n.is_integer() {
        return text;
    }
    rounded(n)
}

/// A number as a decimal: exactly if that is short, else rounded to three places with a `~` in front.
pub fn decimal_or_rounded(n: &Num) -> String {
    let text = short(n);
    if text.contains('/') { rounded(n) } else { text }
}

fn rounded(n: &Num) -> String {
    let thousandths = n * &Num::from(1000);
    let half = Num::frac(1, 2);
    let rounded = if thousandths.is_negative() { -(&thousandths.abs() + &half).floor() } else { (&thousandths + &half).floor() };
    format!("~{}", exact(&(&rounded / &Num::from(1000))))
}

fn decimal(q: &Ratio) -> Option<String> {
    // 10^9 has 30 binary digits: no longer denominator divides it.
    if q.denom().bits() > 30 {
        return None;
    }
    let ten = BigInt::from(10);
    let mut scaled = q.clone();
    let mut places = 0;
    while !scaled.denom().is_one() {
        if places == 9 {
            return None;
        }
        scaled *= &ten;
        places += 1;
    }
    let digits = scaled.numer().to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |d| ("-", d));
    let digits = format!("{digits:0>width$}", width = places + 1);
    let (whole, part) = digits.split_at(digits.len() - places);
    Some(if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") })
}

/// Reads `12`, `-0.5`, `40/3`, `+7`. `None` if it is anything else.
pub fn parse(text: &str) -> Option<Num> {
    let (sign, body) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let digits = |s: &str| {
        (!s.is_empty() && s.len() <= 200 && s.bytes().all(|b| b.is_ascii_digit())).then(|| s.parse::<BigInt>().ok()).flatten()
    };
    let value = if let Some((num, den)) = body.split_once('/') {
        let den = digits(den)?;
        if den.is_zero() {
            return None;
        }
        Ratio::new(digits(num)?, den)
    } else if let Some((whole, part)) = body.split_once('.') {
        let whole = if whole.is_empty() { BigInt::zero() } else { digits(whole)? };
        let den = num_traits::pow(BigInt::from(10), part.len());
        Ratio::from_integer(whole) + Ratio::new(digits(part)?, den)
    } else {
        Ratio::from_integer(digits(body)?)
    };
    Some(Num::from(value * BigInt::from(sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale() -> Scale {
        Scale { unit: Num::from(1_000_000), v0: Num::from(-1_048_576) }
    }

    #[test]
    fn virtual_times_are_told_from_v0_in_units() {
        assert_eq!(scale().virt(&Num::from(-1_048_576)), "V0");
        assert_eq!(scale().virt(&Num::from(-37_048_576)), "V0-36");
        assert_eq!(scale().virt(&Num::from(0)), "V0+1.048576");
        assert_eq!(scale().time(&Num::from(24_000_000)), "t+24");
    }

    #[test]
    fn fractions_stay_exact_and_only_long_ones_are_rounded_where_asked() {
        let third = Num::frac(16_000_000, 3);
        assert_eq!(scale().span(&third), "16/3");
        assert_eq!(short(&Num::frac(100_000_000_001, 30_000_000_000)), "~3.333");
        assert_eq!(short(&Num::frac(-100_000_000_001, 30_000_000_000)), "~-3.333");
        assert_eq!(exact(&Num::frac(-1, 8)), "-0.125");
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for n in [Num::from(0), Num::from(-36), Num::frac(40, 3), Num::frac(-1, 8), Num::frac(1, 1_000_000_000)] {
            assert_eq!(parse(&exact(&n)), Some(n));
        }
        for bad in ["", "-", "1/0", "1.", ".", "x", "1e3", "--1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}

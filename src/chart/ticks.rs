//! Round numbers along an axis, exact, and how short they can be written.
//!
//! Owns which multiples of 1, 2 or 5 are shown and their labels. Must not know pixels.

use crate::model::num::Num;
use crate::tables::number::exact;

/// What a label says where the value is 0, and so what the axis counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The start of the run: `t`.
    Start,
    /// V0, or no lag: `0`.
    Zero,
    /// The first step, `step 1`; the others are plain numbers.
    FirstStep,
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    /// Units, for placing it.
    pub at: f64,
    /// Whether it is exactly 0.
    pub zero: bool,
    pub label: String,
}

/// The smallest 1, 2 or 5 times a power of ten that is not below `least`, as digit and exponent.
fn round_up(least: f64) -> (i64, i32) {
    let exponent = least.log10().floor() as i32;
    let digit = least / 10f64.powi(exponent);
    match digit {
        d if d <= 1.0 + 1e-9 => (1, exponent),
        d if d <= 2.0 + 1e-9 => (2, exponent),
        d if d <= 5.0 + 1e-9 => (5, exponent),
        _ => (1, exponent + 1),
    }
}

fn power_of_ten(exponent: i32) -> Num {
    let power = num_traits::pow(num_bigint::BigInt::from(10), exponent.unsigned_abs() as usize);
    let power = crate::model::num::Ratio::from_integer(power);
    Num::from(if exponent < 0 { power.recip() } else { power })
}

/// The round numbers between `low` and `high` units, at least `least` apart (and the next round distance above it).
pub(super) fn ticks(low: f64, high: f64, least: f64, origin: Origin) -> Vec<Tick> {
    if !(least > 0.0 && low.is_finite() && high.is_finite()) {
        return Vec::new();
    }
    let (digit, exponent) = round_up(least);
    let step = &Num::from(digit) * &power_of_ten(exponent);
    let width = step.to_f64();
    let (first, last) = ((low / width - 1e-9).ceil() as i64, (high / width + 1e-9).floor() as i64);
    let (divisor, suffix) = suffix(low.abs().max(high.abs()), width);
    (first..=last.min(first.saturating_add(1000)))
        .map(|k| {
            let digits = exact(&(&(&Num::from(k.abs()) * &step) / &divisor));
            let label = match (k.signum(), origin) {
                (0, Origin::Start) => "t".to_string(),
                (0, Origin::Zero) => "0".to_string(),
                (0, Origin::FirstStep) => "step 1".to_string(),
                (_, Origin::FirstStep) => exact(&(&(&Num::from(k) * &step) + &Num::from(1))),
                (1, _) => format!("+{digits}{suffix}"),
                _ => format!("-{digits}{suffix}"),
            };
            Tick { at: k as f64 * width, zero: k == 0, label }
        })
        .collect()
}

/// Long numbers are counted in thousands, millions or billions, if two decimals are enough to tell neighbours apart.
fn suffix(largest: f64, step: f64) -> (Num, &'static str) {
    [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")]
        .into_iter()
        .find(|&(size, _)| {
            let size = size as f64;
            largest >= 1e5 && largest >= size && step >= size / 100.0
        })
        .map_or((Num::from(1), ""), |(size, suffix)| (Num::from(size), suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, least: f64, origin: Origin) -> String {
        ticks(low, high, least, origin).into_iter().map(|t| t.label).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn steps_are_1_2_or_5_and_labels_count_from_the_origin() {
        assert_eq!(labels(-36.0, 20.0, 14.0, Origin::Zero), "-20 0 +20");
        assert_eq!(labels(0.0, 60.0, 7.0, Origin::Start), "t +10 +20 +30 +40 +50 +60");
        assert_eq!(labels(0.0, 0.3, 0.1, Origin::Start), "t +0.1 +0.2 +0.3");
        assert_eq!(labels(-1.0, 1.0, 0.5, Origin::Zero), "-1 -0.5 0 +0.5 +1");
        assert_eq!(labels(0.0, 7.0, 2.0, Origin::FirstStep), "step 1 3 5 7");
    }

    #[test]
    fn long_numbers_are_counted_in_thousands_or_more_only_where_that_loses_nothing() {
        assert_eq!(labels(0.0, 5_000_000.0, 1_500_000.0, Origin::Start), "t +2M +4M");
        assert_eq!(labels(0.0, 120_000.0, 30_000.0, Origin::Zero), "0 +50k +100k");
        assert_eq!(labels(1_000_000.0, 1_000_010.0, 4.0, Origin::Zero), "+1000000 +1000005 +1000010");
        assert_eq!(labels(1_200_000.0, 1_300_000.0, 40_000.0, Origin::Zero), "+1.2M +1.25M +1.3M");
    }

    #[test]
    fn a_range_of_nothing_has_no_ticks() {
        assert_eq!(labels(f64::NAN, 1.0, 1.0, Origin::Zero), "");
        assert_eq!(labels(0.0, 1.0, 0.0, Origin::Zero), "");
    }
}

//! `Enclosure`: a real number between two rationals, for the few formulas that have an irrational in them.
//!
//! Owns logarithm and e, and that every rounding goes outward, so that what is shown of an enclosure is true of the number in it.
//! Must not know scheduling.

use crate::model::num::Num;

/// Rounded bounds are multiples of 2^-BITS.
const BITS: u32 = 192;

/// `low <= x <= high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// At most the number.
    pub low: Num,
    /// At least the number.
    pub high: Num,
}

impl Enclosure {
    /// A rational itself.
    pub fn exactly(n: Num) -> Enclosure {
        Enclosure { low: n.clone(), high: n }
    }

    /// The sum.
    pub fn plus(&self, other: &Enclosure) -> Enclosure {
        Enclosure { low: &self.low + &other.low, high: &self.high + &other.high }.rounded()
    }

    /// The product of two numbers that are not negative.
    pub fn times(&self, other: &Enclosure) -> Enclosure {
        Enclosure { low: &self.low * &other.low, high: &self.high * &other.high }.rounded()
    }

    /// 1/x of a positive number; `None` if it is not known to be positive.
    pub fn inverse(&self) -> Option<Enclosure> {
        let one = Num::from(1);
        (self.low > Num::ZERO).then(|| Enclosure { low: &one / &self.high, high: &one / &self.low }.rounded())
    }

    /// Bounds of few digits, outward; exact ones stay.
    fn rounded(self) -> Enclosure {
        if self.low == self.high {
            return self;
        }
        Enclosure { low: down(&self.low), high: up(&self.high) }
    }
}

fn grid() -> Num {
    let half = Num::from(1_i128 << (BITS / 2));
    &half * &half
}

/// The next multiple of 2^-BITS below.
fn down(n: &Num) -> Num {
    &(n * &grid()).floor() / &grid()
}

/// The next multiple of 2^-BITS above.
fn up(n: &Num) -> Num {
    -down(&-n.clone())
}

/// e = sum of 1/k!; what follows 1/n! is less than 1/n!.
pub fn e() -> Enclosure {
    let (mut low, mut term, mut k) = (Num::from(1), Num::from(1), 0_u32);
    while &term * &grid() > Num::from(1) {
        k += 1;
        term = &term / &Num::from(k);
        low = &low + &term;
    }
    let high = &low + &term;
    Enclosure { low, high }.rounded()
}

/// ln x for x >= 1. With x = 2^k m, 1 <= m < 2: k ln 2 + ln m.
pub fn ln(x: &Num) -> Enclosure {
    let (one, two) = (Num::from(1), Num::from(2));
    let (mut m, mut k) = (x.clone(), 0_u32);
    while m >= two {
        m = &m / &two;
        k += 1;
    }
    let doublings = Enclosure::exactly(Num::from(k)).times(&ln_of_ratio(&Num::frac(1, 3)));
    doublings.plus(&ln_of_ratio(&(&(&m - &one) / &(&m + &one))))
}

/// ln((1 + z)/(1 - z)) = 2 (z + z^3/3 + z^5/5 + ...), 0 <= z <= 1/3. What follows z^n/n is less than z^(n+2)/(1 - z^2).
fn ln_of_ratio(z: &Num) -> Enclosure {
    if z.is_zero() {
        return Enclosure::exactly(Num::ZERO);
    }
    let square = Enclosure::exactly(z * z).plus(&narrow());
    let mut power = Enclosure::exactly(z.clone()).plus(&narrow());
    let (mut sum, mut n) = (Enclosure::exactly(Num::ZERO), 1_u32);
    while &power.high * &grid() > Num::from(1) {
        let share = Enclosure { low: &power.low / &Num::from(n), high: &power.high / &Num::from(n) };
        sum = sum.plus(&share);
        power = power.times(&square);
        n += 2;
    }
    let rest = &power.high * &Num::frac(9, 8);
    let sum = Enclosure { low: sum.low, high: &sum.high + &rest };
    sum.times(&Enclosure::exactly(Num::from(2)))
}

/// Zero, but not exactly: what it is added to gets rounded bounds, so that powers of a long fraction stay short.
fn narrow() -> Enclosure {
    Enclosure { low: Num::ZERO, high: &Num::from(1) / &grid() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::number::parse;

    /// That an enclosure holds a constant of 60 decimals, cut off, and is narrower than the last of them.
    #[track_caller]
    fn holds(found: &Enclosure, digits: &str) {
        let at_least = parse(digits).expect("digits");
        let last = &Num::from(1) / &(&Num::from(10_i128.pow(30)) * &Num::from(10_i128.pow(25)));
        assert!(found.low <= &at_least + &last && found.high >= at_least, "{found:?}");
        assert!(found.low <= found.high && &found.high - &found.low < last, "too wide: {found:?}");
    }

    #[test]
    fn e_and_logarithms_are_those_of_the_tables() {
        holds(&e(), "2.718281828459045235360287471352662497757247093699959574966967");
        holds(&ln(&Num::from(2)), "0.693147180559945309417232121458176568075500134360255254120680");
        holds(&ln(&Num::frac(3, 2)), "0.405465108108164381978013115464349136571990423462494197614014");
        holds(&ln(&Num::from(10)), "2.302585092994045684017991454684364207601101488628772976033327");
        assert_eq!(ln(&Num::from(1)), Enclosure::exactly(Num::ZERO));
    }

    #[test]
    fn a_logarithm_close_to_zero_keeps_its_digits() {
        // ln(1 + x) = x - x^2/2 + x^3/3 - ...
        let x = Num::frac(1, 1_000_000_000_000);
        let found = ln(&(&Num::from(1) + &x));
        let second = &x - &(&(&x * &x) / &Num::from(2));
        assert!(found.low > second && found.high < x, "{found:?}");
        assert!(&(&found.high - &found.low) / &x < Num::frac(1, 10_i128.pow(38)));
    }

    #[test]
    fn rounding_goes_outward() {
        let third = Num::frac(1, 3);
        assert!(down(&third) < third && up(&third) > third);
        assert!(down(&-third.clone()) < -third.clone());
        let one = Enclosure { low: down(&third), high: up(&third) }.times(&Enclosure::exactly(Num::from(3)));
        assert!(one.low < Num::from(1) && one.high > Num::from(1));
        assert_eq!(Enclosure::exactly(Num::ZERO).inverse(), None);
    }
}

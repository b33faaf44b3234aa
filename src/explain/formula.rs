//! `Formula`: one line of calculation, kept as a structure so that its text cannot say what its numbers do not.
//!
//! How two sides are related (equal, rounded, off) is found by calculating, never stated by the caller. Must not know notes or
//! steps.

use super::expr::{Expr, write};
use crate::model::num::Num;
use crate::tables::number::Scale;

/// How the left side stands to the exact value of the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Equal.
    Equal,
    /// The exact value rounded down to a whole number.
    RoundedDown,
    /// The exact value rounded toward zero to a whole number.
    TowardZero,
    /// Less than 2 ns apart: follows from others, each rounded to whole ns.
    Nearly,
    /// A multiple of 2^64 apart: the words wrapped.
    Wrapped,
    /// None of these: the run has another value (inverse weights, wrapping, a rule that does not keep the relation).
    Off,
    /// At most.
    AtMost,
    /// More.
    More,
}

impl Relation {
    /// How two values stand to each other where equality is expected.
    fn between(left: &Num, exact: &Num) -> Relation {
        if left == exact {
            Relation::Equal
        } else if *left == exact.floor() {
            Relation::RoundedDown
        } else if exact.is_negative() && *left == -(exact.abs().floor()) {
            Relation::TowardZero
        } else if (&(left - exact) / &Num::from(1_i128 << 64)).is_integer() {
            Relation::Wrapped
        } else {
            Relation::Off
        }
    }
}

/// One statement of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Left side.
    pub left: Expr,
    /// What is claimed.
    pub relation: Relation,
    /// Right side.
    pub right: Expr,
}

impl Claim {
    /// Whether it is true, calculated anew.
    pub fn holds(&self) -> bool {
        let (Some(left), Some(right)) = (self.left.value(), self.right.value()) else { return false };
        match self.relation {
            Relation::AtMost => left <= right,
            Relation::More => left > right,
            Relation::Nearly => left != right && (&left - &right).abs() < Num::from(2),
            equality => Relation::between(&left, &right) == equality,
        }
    }
}

/// One line of calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// As people read it: `jlag = (J + vlag) w = (8 + 12) * 1 = 20`.
    pub text: String,
    /// What it claims.
    pub claims: Vec<Claim>,
}

impl Formula {
    /// `left = right`, written with symbols, with numbers, and with its value; a rounding is named where there is one.
    /// `None` if the right side divides by zero.
    pub fn equation(scale: &Scale, left: Expr, right: Expr) -> Option<Formula> {
        let relation = Relation::between(&left.value()?, &right.value()?);
        Formula::written(scale, left, right, relation)
    }

    fn written(scale: &Scale, left: Expr, right: Expr, relation: Relation) -> Option<Formula> {
        let (value, exact) = (left.value()?, right.value()?);
        let kind = left.kind();
        let mut text = left.symbols().text;
        let mut last = text.clone();
        let mut chain = |part: String| {
            if part != last {
                text.push_str(" = ");
                text.push_str(&part);
                last = part;
            }
        };
        chain(right.symbols().text);
        chain(right.numbers(scale).text);
        // `a = b = 7 = 6 (rounded)` would be no equation.
        let apart = matches!(relation, Relation::Off | Relation::Wrapped)
            || relation == Relation::Nearly && matches!(right, Expr::Symbol { .. });
        match apart {
            true => {
                chain(write(&exact, kind, scale).text);
                text.push_str(&format!(", but here {}", write(&value, kind, scale).text));
            }
            false => chain(write(&value, kind, scale).text),
        }
        match relation {
            Relation::RoundedDown => text.push_str(" (rounded down)"),
            Relation::TowardZero => text.push_str(" (rounded toward 0)"),
            Relation::Nearly => text.push_str(" (rounded)"),
            Relation::Wrapped => text.push_str(" (modulo 2^64)"),
            _ => {}
        }
        Some(Formula { text, claims: vec![Claim { left, relation, right }] })
    }

    /// As [`Formula::equation`], but `None` unless both sides are equal, or with `whole` ns nearly so: for relations that follow
    /// from others and that rounding keeps only nearly.
    pub fn derived(scale: &Scale, left: Expr, right: Expr, whole: bool) -> Option<Formula> {
        let (value, exact) = (left.value()?, right.value()?);
        let relation = match (value == exact, whole && (&value - &exact).abs() < Num::from(2)) {
            (true, _) => Relation::Equal,
            (_, true) => Relation::Nearly,
            _ => return None,
        };
        Formula::written(scale, left, right, relation)
    }

    /// Whether all it claims is true.
    pub fn holds(&self) -> bool {
        self.claims.iter().all(Claim::holds)
    }

    /// Whether a value is shown that the calculation does not give.
    pub fn is_off(&self) -> bool {
        self.claims.iter().any(|c| c.relation == Relation::Off)
    }

    /// Appends a remark in brackets.
    pub fn remark(mut self, remark: &str) -> Formula {
        self.text.push_str(&format!(" ({remark})"));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::expr::{plain, span, virt};
    use super::*;

    fn scale() -> Scale {
        Scale { unit: Num::from(1), v0: Num::from(100) }
    }

    fn n(i: i64) -> Num {
        Num::from(i)
    }

    fn text(left: Expr, right: Expr) -> String {
        let formula = Formula::equation(&scale(), left, right).expect("divides by zero");
        assert!(formula.holds(), "{}", formula.text);
        formula.text
    }

    #[test]
    fn a_line_shows_symbols_numbers_and_value() {
        let jlag = (span("J", &n(8)) + span("vlag", &n(12))) * plain("w", &n(1));
        assert_eq!(text(span("jlag", &n(20)), jlag), "jlag = (J + vlag) w = (8 + 12) * 1 = 20");
        let v = virt("V", &n(100)) + span("lag", &n(12)) / plain("W'", &n(2));
        assert_eq!(text(virt("V'", &n(106)), v), "V' = V + lag/W' = V0 + 12/2 = V0+6");
        assert_eq!(text(virt("v", &n(100)), virt("V", &n(100))), "v = V = V0");
    }

    #[test]
    fn signs_and_fractions_are_bracketed_where_they_could_be_misread() {
        let vlag = virt("V", &n(100)) - virt("v", &n(88));
        assert_eq!(text(span("vlag", &n(12)), vlag), "vlag = V - v = V0 - (V0-12) = 12");
        let v = virt("V", &n(92)) - span("vlag", &n(-20));
        assert_eq!(text(virt("v", &n(112)), v), "v = V - vlag = V0-8 - (-20) = V0+12");
        let third = span("x", &Num::frac(16, 3)) / plain("W", &n(2));
        assert_eq!(text(span("y", &Num::frac(8, 3)), third), "y = x/W = (16/3)/2 = 8/3");
        let inflated = span("vlag", &n(-12)) * (plain("W", &n(2)) + plain("w", &n(1))) / plain("W", &n(2));
        assert_eq!(text(span("inflated", &n(-18)), inflated), "inflated = vlag (W + w)/W = -12 * (2 + 1)/2 = -18");
    }

    #[test]
    fn a_rounding_is_found_and_named() {
        let quotient = |a, b| span("S", &n(a)) / plain("W", &n(b));
        assert_eq!(text(span("k", &n(3)), quotient(7, 2)), "k = S/W = 7/2 = 3 (rounded down)");
        assert_eq!(text(span("k", &n(-4)), quotient(-7, 2)), "k = S/W = -7/2 = -4 (rounded down)");
        assert_eq!(text(span("k", &n(-3)), quotient(-7, 2)), "k = S/W = -7/2 = -3 (rounded toward 0)");
        assert_eq!(text(span("k", &n(9)), quotient(7, 2)), "k = S/W = 7/2 = 3.5, but here 9");
        let derived = |k: i64, whole| Formula::derived(&scale(), span("k", &n(k)), quotient(7, 2), whole).map(|f| f.text);
        assert_eq!(derived(4, true).as_deref(), Some("k = S/W = 7/2 = 4 (rounded)"));
        let symbol = Formula::derived(&scale(), span("k", &n(6)), span("lag", &n(7)), true).map(|f| f.text);
        assert_eq!(symbol.as_deref(), Some("k = lag = 7, but here 6 (rounded)"));
        assert_eq!(derived(4, false), None);
        assert_eq!(derived(9, true), None);
        assert_eq!(Formula::equation(&scale(), span("k", &n(9)), quotient(7, 0)), None);
    }

    #[test]
    fn a_false_claim_is_found_out() {
        let claim = |relation| Claim { left: virt("v", &n(1)), relation, right: virt("V", &n(1)) };
        assert!(claim(Relation::AtMost).holds());
        assert!(!claim(Relation::More).holds());
        assert!(!claim(Relation::Off).holds());
    }
}

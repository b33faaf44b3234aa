//! `Value`: what a cell holds, in the table's unit and told from V0, so that printed and computed cells can be compared.
//!
//! Owns the cell notation (`V0-36`, `t+24`, `16/3`, `~5.333`, `NA`, `0*`) in both directions; must not know columns or rows.

use super::column::Kind;
use super::number::{self, Scale};
use crate::model::num::Num;

/// The value of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing to show here: `NA`.
    Na,
    /// Left out by whoever wrote the table; agrees with everything.
    Blank,
    /// A time of the run, from its start.
    Time(Num),
    /// A plain number.
    Number(Num),
    /// A virtual time, from V0.
    Virtual(Num),
    /// `E` or `N`.
    Flag(bool),
    /// A label or a name.
    Text(String),
}

/// A cell's text as understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// Its value.
    pub value: Value,
    /// Whether a `*` follows.
    pub star: bool,
    /// Decimal places printed; `None`: the text is an integer or a fraction, and so exact.
    pub places: Option<u32>,
}

/// How a printed value relates to a computed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Equal, or left out.
    Same,
    /// Equal to the decimal places printed.
    Rounded,
    /// Not equal.
    Differs,
}

impl Value {
    /// The text in a table: exact where short, else rounded with a `~`.
    pub fn short(&self) -> String {
        let units = units();
        match self {
            Value::Number(n) => units.short_span(n),
            Value::Virtual(n) => units.short_virt(n),
            other => other.exact(),
        }
    }

    /// The exact text, however long.
    pub fn exact(&self) -> String {
        let units = units();
        match self {
            Value::Na => "NA".to_string(),
            Value::Blank => String::new(),
            Value::Time(n) => units.time(n),
            Value::Number(n) => units.span(n),
            Value::Virtual(n) => units.virt(n),
            Value::Flag(on) => if *on { "E" } else { "N" }.to_string(),
            Value::Text(text) => text.clone(),
        }
    }

    /// The number in it.
    pub fn number(&self) -> Option<&Num> {
        match self {
            Value::Time(n) | Value::Number(n) | Value::Virtual(n) => Some(n),
            _ => None,
        }
    }

    /// Whether a printed value agrees with `computed`.
    pub fn agrees(&self, places: Option<u32>, computed: &Value) -> Agreement {
        if self == computed || *self == Value::Blank {
            return Agreement::Same;
        }
        match (self, computed, places) {
            (Value::Number(a), Value::Number(b), Some(p))
            | (Value::Virtual(a), Value::Virtual(b), Some(p))
            | (Value::Time(a), Value::Time(b), Some(p))
                if within(a, b, p) =>
            {
                Agreement::Rounded
            }
            _ => Agreement::Differs,
        }
    }
}

/// |a - b| is at most half a unit of the last of `places` decimals.
fn within(a: &Num, b: &Num, places: u32) -> bool {
    let unit = 10i128.checked_pow(places).map_or(Num::ZERO, |p| Num::frac(1, p));
    (a - b).abs() * Num::from(2) <= unit
}

/// Cells are already in units and told from V0.
fn units() -> Scale {
    Scale { unit: Num::from(1), v0: Num::ZERO }
}

/// Longest cell text that is looked at.
const LONGEST: usize = 250;

impl Read {
    /// Reads a cell of that kind. `Err` says what was expected.
    pub fn cell(kind: Kind, text: &str) -> Result<Read, &'static str> {
        let plain = |value| Ok(Read { value, star: false, places: None });
        let mut compact = compact(text);
        if compact.len() > LONGEST {
            return Err("a shorter cell");
        }
        match compact.to_ascii_uppercase().as_str() {
            "" | "?" | "..." | "\u{2026}" => return plain(Value::Blank),
            "NA" | "N/A" | "-" | "--" => return plain(Value::Na),
            _ => {}
        }
        let star = compact.ends_with('*');
        if star {
            compact.pop();
        }
        let (value, places) = match kind {
            Kind::Event => (Value::Text(text.trim().to_string()), None),
            Kind::Name if compact.eq_ignore_ascii_case("idle") => (Value::Na, None),
            Kind::Name => (Value::Text(text.trim().trim_end_matches('*').to_string()), None),
            Kind::Flag => (Value::Flag(flag(&compact).ok_or("E, N or NA")?), None),
            Kind::Number => offset(&compact, "")
                .map(|(n, p)| (Value::Number(n), p))
                .ok_or("a number such as 36, -12, 16/3 or ~5.333, or NA")?,
            Kind::Virtual => offset(&compact, "V0")
                .map(|(n, p)| (Value::Virtual(n), p))
                .ok_or("a virtual time such as V0, V0-36 or ~V0+3.333, or NA")?,
            Kind::Time => offset(&compact, "t").map(|(n, p)| (Value::Time(n), p)).ok_or("a time such as t or t+24")?,
        };
        Ok(Read { value, star, places })
    }

    /// Reads a number that a person types: `36`, `-12`, `40/3`.
    pub fn number(text: &str) -> Option<Num> {
        match Read::cell(Kind::Number, text).ok()?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// Without spaces, and with one kind of minus sign.
fn compact(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).map(|c| if matches!(c, '\u{2212}' | '\u{2013}') { '-' } else { c }).collect()
}

fn flag(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "e" | "y" | "yes" | "1" | "true" => Some(true),
        "n" | "no" | "0" | "false" => Some(false),
        _ => None,
    }
}

/// Reads `V0`, `V0+12`, `~V0-3.333` or `12` with the decimal places printed.
fn offset(text: &str, symbol: &str) -> Option<(Num, Option<u32>)> {
    let rounded = text.starts_with('~');
    let text = text.strip_prefix('~').unwrap_or(text);
    let has_symbol = !symbol.is_empty() && text.get(..symbol.len()).is_some_and(|s| s.eq_ignore_ascii_case(symbol));
    let digits = if has_symbol { &text[symbol.len()..] } else { text };
    if digits.is_empty() && has_symbol {
        return Some((Num::ZERO, rounded.then_some(0)));
    }
    if has_symbol && !digits.starts_with(['+', '-']) {
        return None;
    }
    let places = digits.split_once('.').map(|(_, part)| part.len() as u32);
    Some((number::parse(digits)?, if rounded { places.or(Some(0)) } else { places }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: Kind, text: &str) -> Value {
        Read::cell(kind, text).unwrap().value
    }

    #[test]
    fn cells_are_read_as_people_type_them() {
        assert_eq!(read(Kind::Virtual, " V0 - 36 "), Value::Virtual(Num::from(-36)));
        assert_eq!(read(Kind::Virtual, "V0\u{2212}36"), Value::Virtual(Num::from(-36)));
        assert_eq!(read(Kind::Virtual, "v0"), Value::Virtual(Num::ZERO));
        assert_eq!(read(Kind::Time, "t+24"), Value::Time(Num::from(24)));
        assert_eq!(read(Kind::Time, "24"), Value::Time(Num::from(24)));
        assert_eq!(read(Kind::Number, "16/3"), Value::Number(Num::frac(16, 3)));
        assert_eq!(read(Kind::Number, "na"), Value::Na);
        assert_eq!(read(Kind::Number, ""), Value::Blank);
        assert_eq!(read(Kind::Flag, "N"), Value::Flag(false));
        assert_eq!(
            Read::cell(Kind::Virtual, "V0+20*"),
            Ok(Read { value: Value::Virtual(Num::from(20)), star: true, places: None })
        );
    }

    #[test]
    fn what_is_no_value_says_what_was_expected() {
        assert_eq!(Read::cell(Kind::Time, "soon"), Err("a time such as t or t+24"));
        for bad in ["V036", "V1", "V0+", "V0+x", "1e3", "~", "V0--1"] {
            assert!(Read::cell(Kind::Virtual, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_decimal_agrees_to_the_places_it_prints_and_an_integer_only_exactly() {
        let third = Value::Number(Num::frac(16, 3));
        let agrees = |text| {
            let read = Read::cell(Kind::Number, text).unwrap();
            read.value.agrees(read.places, &third)
        };
        assert_eq!(agrees("16/3"), Agreement::Same);
        assert_eq!(agrees("~5.333"), Agreement::Rounded);
        assert_eq!(agrees("5.33"), Agreement::Rounded);
        assert_eq!(agrees("5.34"), Agreement::Differs);
        assert_eq!(agrees("~5"), Agreement::Rounded);
        assert_eq!(agrees("5"), Agreement::Differs);
        assert_eq!(agrees("?"), Agreement::Same);
        assert_eq!(agrees("NA"), Agreement::Differs);
    }

    #[test]
    fn printed_values_are_read_back() {
        for (kind, value) in [
            (Kind::Virtual, Value::Virtual(Num::frac(-40, 3))),
            (Kind::Number, Value::Number(Num::frac(1, 8))),
            (Kind::Time, Value::Time(Num::from(0))),
            (Kind::Flag, Value::Flag(true)),
            (Kind::Number, Value::Na),
        ] {
            assert_eq!(read(kind, &value.exact()), value);
            assert_eq!(read(kind, &value.short()), value);
        }
    }
}

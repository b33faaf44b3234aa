//! `Expr`: a calculation over named values, and how it is written with symbols and with numbers.
//!
//! Owns brackets, signs and the form of values; must not know what a calculation is for or whether it holds.

use crate::model::num::Num;
use crate::tables::number::{Scale, short};
use std::ops::{Add, Div, Mul, Sub};

/// How a value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A virtual time, ns of a nice-0 task, written from V0.
    Virtual,
    /// A duration, a lag, or one of them times a weight: ns, written in the scenario's unit.
    Span,
    /// A weight or a count.
    Plain,
}

/// A calculation over named values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A symbol and what it stands for.
    Symbol {
        /// Its name, as in the model's symbol table; `'` marks the value after the event.
        name: String,
        /// Its value, in ns unless plain.
        value: Num,
        /// How it is written.
        kind: Kind,
    },
    /// A plain number, the same in symbols and in numbers.
    Number(Num),
    /// Two operands.
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // they are what they are called
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

/// A virtual time by name.
pub fn virt(name: impl Into<String>, value: &Num) -> Expr {
    Expr::Symbol { name: name.into(), value: value.clone(), kind: Kind::Virtual }
}

/// A duration or lag by name.
pub fn span(name: impl Into<String>, value: &Num) -> Expr {
    Expr::Symbol { name: name.into(), value: value.clone(), kind: Kind::Span }
}

/// A weight by name.
pub fn plain(name: impl Into<String>, value: &Num) -> Expr {
    Expr::Symbol { name: name.into(), value: value.clone(), kind: Kind::Plain }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Expr {
            type Output = Expr;
            fn $method(self, other: Expr) -> Expr {
                Expr::Binary(Op::$trait, Box::new(self), Box::new(other))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Expr {
    /// The smaller of the two.
    pub fn at_most(self, other: Expr) -> Expr {
        Expr::Binary(Op::Min, Box::new(self), Box::new(other))
    }

    /// The larger of the two.
    pub fn at_least(self, other: Expr) -> Expr {
        Expr::Binary(Op::Max, Box::new(self), Box::new(other))
    }

    /// Its exact value; `None`: a division by zero.
    pub fn value(&self) -> Option<Num> {
        match self {
            Expr::Symbol { value, .. } | Expr::Number(value) => Some(value.clone()),
            Expr::Binary(op, a, b) => {
                let (a, b) = (a.value()?, b.value()?);
                Some(match op {
                    Op::Add => a + b,
                    Op::Sub => a - b,
                    Op::Mul => a * b,
                    Op::Div if b.is_zero() => return None,
                    Op::Div => &a / &b,
                    Op::Min => a.min(b),
                    Op::Max => a.max(b),
                })
            }
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Expr::Symbol { kind, .. } => *kind,
            Expr::Number(_) => Kind::Plain,
            Expr::Binary(op, a, b) => match (op, a.kind(), b.kind()) {
                (Op::Sub, Kind::Virtual, Kind::Virtual) => Kind::Span,
                (_, Kind::Virtual, _) | (_, _, Kind::Virtual) => Kind::Virtual,
                (_, Kind::Span, _) | (_, _, Kind::Span) => Kind::Span,
                _ => Kind::Plain,
            },
        }
    }

    /// In symbols: a product is written by placing side by side.
    pub(super) fn symbols(&self) -> Piece {
        match self {
            Expr::Symbol { name, .. } => Piece::atom(name.clone()),
            Expr::Number(n) => Piece::number(short(n)),
            Expr::Binary(op, a, b) => combine(*op, a.symbols(), b.symbols(), " "),
        }
    }

    /// In numbers.
    pub(super) fn numbers(&self, scale: &Scale) -> Piece {
        match self {
            Expr::Symbol { value, kind, .. } => write(value, *kind, scale),
            Expr::Number(n) => Piece::number(short(n)),
            Expr::Binary(op, a, b) => combine(*op, a.numbers(scale), b.numbers(scale), " * "),
        }
    }
}

/// A value as it is written in formulas and sentences.
pub(super) fn write(value: &Num, kind: Kind, scale: &Scale) -> Piece {
    match kind {
        Kind::Plain => Piece::number(short(value)),
        Kind::Span => Piece::number(scale.short_span(value)),
        Kind::Virtual => {
            Piece { text: scale.short_virt(value), binds: if *value == scale.v0 { Binds::Atom } else { Binds::Sum } }
        }
    }
}

/// A piece of text and how tightly it holds together.
pub(super) struct Piece {
    pub text: String,
    binds: Binds,
}

/// How tightly a piece of text holds together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Sum,
    Negative,
    Quotient,
    Product,
    Atom,
}

impl Piece {
    fn atom(text: String) -> Piece {
        Piece { text, binds: Binds::Atom }
    }

    fn number(text: String) -> Piece {
        let binds = match (text.trim_start_matches('~').starts_with('-'), text.contains('/')) {
            (true, _) => Binds::Negative,
            (_, true) => Binds::Quotient,
            _ => Binds::Atom,
        };
        Piece { text, binds }
    }

    /// Bracketed unless it binds at least as tightly as `least`.
    fn within(self, least: Binds) -> String {
        if self.binds < least { format!("({})", self.text) } else { self.text }
    }
}

fn combine(op: Op, a: Piece, b: Piece, times: &str) -> Piece {
    match op {
        // The first operand of a sum needs no brackets, the second does if it has a sign of its own.
        Op::Add | Op::Sub => {
            let sign = if op == Op::Add { '+' } else { '-' };
            Piece { text: format!("{} {sign} {}", a.text, b.within(Binds::Quotient)), binds: Binds::Sum }
        }
        // a/b c would read as a/(b c), so a quotient in front is bracketed.
        Op::Mul => chained(a, times, b, Binds::Product),
        Op::Div => chained(a, "/", b, Binds::Quotient),
        Op::Min => Piece::atom(format!("min({}, {})", a.text, b.text)),
        Op::Max => Piece::atom(format!("max({}, {})", a.text, b.text)),
    }
}

/// A product or quotient; a sign in front of it stays in front of the whole.
fn chained(a: Piece, sign: &str, b: Piece, binds: Binds) -> Piece {
    let binds = if a.binds == Binds::Negative { Binds::Negative } else { binds };
    let first = if a.binds == Binds::Negative && !a.text.contains('/') { a.text } else { a.within(Binds::Product) };
    Piece { text: format!("{first}{sign}{}", b.within(Binds::Atom)), binds }
}

//! `check`: the tables of a mail against the model.
//!
//! The report goes to standard output whatever it says; what keeps a table from being replayed goes to standard error too.

use super::{Done, Failure, input, variant};
use crate::io::import::find;
use crate::tables::check;
use crate::tables::check::{Report, Verdict};
use crate::tables::infer::Told;
use std::io::Write;

/// Replays every table of a text and prints the report.
pub(super) fn check(out: &mut impl Write, file: &str, kernel: Option<&str>) -> Result<Done, Failure> {
    let variant = kernel.map(|word| variant("--kernel", word)).transpose()?;
    let input = input::file(file)?;
    let report = check::check_as(&input.text, &Told { variant, ..Told::default() });
    if report.verdict() == Verdict::NoTable {
        return Err(Failure::Input(format!("{}{}:1:1: {}", unread(&input.name, &report), input.name, no_table(&input.text))));
    }
    write!(out, "{report}")?;
    match report.verdict() {
        Verdict::Agrees => Ok(Done::Well),
        Verdict::Differs => Ok(Done::Differs),
        Verdict::CannotInfer | Verdict::NoTable => {
            out.flush()?;
            Err(Failure::Input(missing(&input.name, &report)))
        }
        Verdict::Unread => {
            out.flush()?;
            Err(Failure::Input(unread(&input.name, &report)))
        }
    }
}

/// What is missing in the tables that can not be replayed, with its place.
fn missing(file: &str, report: &Report) -> String {
    let reasons = report.tables.iter().filter_map(|t| t.outcome.as_ref().err());
    let placed = reasons.map(|cannot| format!("{file}:{}:1: {}", cannot.line(), cannot.words()));
    placed.collect::<Vec<_>>().join("\n")
}

/// What looked like part of a table and was not understood, a line each.
fn unread(file: &str, report: &Report) -> String {
    report.unread().map(|d| format!("{file}:{d}\n")).collect()
}

/// That there is no table, and what there is instead.
fn no_table(text: &str) -> String {
    let is = find(text).ok().and_then(|parts| parts.first().map(|part| format!(" in {}", part.kind.title())));
    format!("no table found{}: {}", is.unwrap_or_default(), check::EXPECTED)
}

//! `check`: the tables of a mail against the model.
//!
//! The report goes to standard output whatever it says; what keeps a table from being replayed goes to standard error too.

use super::{Done, Failure, input};
use crate::tables::check;
use crate::tables::check::{Report, Verdict};
use std::io::Write;

/// Replays every table of a text and prints the report.
pub(super) fn check(out: &mut impl Write, file: &str) -> Result<Done, Failure> {
    let input = input::file(file)?;
    let report = check::check(&input.text);
    if report.verdict() == Verdict::NoTable {
        return Err(Failure::Input(format!("{}:1:1: {}", input.name, one_line(&report))));
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
            let unread: Vec<String> = report.unread().map(|d| format!("{}:{d}", input.name)).collect();
            Err(Failure::Input(unread.join("\n")))
        }
    }
}

/// What is missing in the tables that can not be replayed, with its place.
fn missing(file: &str, report: &Report) -> String {
    let reasons = report.tables.iter().filter_map(|t| t.outcome.as_ref().err()).map(ToString::to_string);
    let placed = reasons.map(|reason| match reason.strip_prefix("line ").and_then(|r| r.split_once(": ")) {
        Some((line, what)) => format!("{file}:{line}:1: {what}"),
        None => format!("{file}: {reason}"),
    });
    placed.collect::<Vec<_>>().join("\n")
}

fn one_line(report: &Report) -> String {
    report.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

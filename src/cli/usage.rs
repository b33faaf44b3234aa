//! Bad usage: clap's messages with the arguments in them as any other input is quoted, and the parsers of plain numbers.
//!
//! Must not know what a command does.

use super::Failure;
use crate::scenario::quote::{excerpt, quote};
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Most characters of an argument that a message repeats.
const SHOWN: usize = 100;

/// What clap says, without endless arguments or characters that a terminal obeys.
pub(super) fn told(mut error: clap::Error) -> clap::Error {
    let short = |text: &str| excerpt(text, SHOWN);
    let is_repeated = |kind| {
        matches!(
            kind,
            ContextKind::InvalidArg | ContextKind::InvalidValue | ContextKind::InvalidSubcommand | ContextKind::TrailingArg
        )
    };
    let context: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    let mut is_number = false;
    for (kind, value) in context {
        let value = match value {
            ContextValue::String(text) if is_repeated(kind) => {
                let mut start = text.chars();
                is_number |= start.next() == Some('-') && start.next().is_some_and(|c| c.is_ascii_digit());
                ContextValue::String(short(&text))
            }
            ContextValue::Strings(texts) if is_repeated(kind) => ContextValue::Strings(texts.iter().map(|t| short(t)).collect()),
            ContextValue::StyledStrs(texts) if kind == ContextKind::Suggested => {
                ContextValue::StyledStrs(texts.iter().map(|text| excerpt(&text.to_string(), 2 * SHOWN).into()).collect())
            }
            other => other,
        };
        error.insert(kind, value);
    }
    if is_number && error.kind() == ErrorKind::UnknownArgument {
        let tip = "a value that begins with `-` is joined to its option: `--option=-5`";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The number of a step; whether the run has it is seen later.
pub(super) fn step(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "expected the number of a step, counted from 1".to_string())
}

/// The number of a CPU.
pub(super) fn cpu(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected the number of a CPU, counted from 0".to_string())
}

/// A value of V in a diagram.
pub(super) fn limit(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a whole number from 0".to_string())
}

/// Refuses an option that says two things of one name.
pub(super) fn once<'a>(option: &str, names: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(Failure::Input(format!("{option}: {} is given twice, expected each once", quote(name))));
        }
        seen.push(name);
    }
    Ok(())
}

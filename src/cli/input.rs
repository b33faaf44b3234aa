//! Where a text comes from: a file, standard input or the gallery; and reading it as a scenario.

use super::{Failure, place};
use crate::io::import::bytes::looks_like_text;
use crate::io::import::{Kind, find};
use crate::scenario::quote::tame;
use crate::scenario::{GALLERY, Override, Scenario, parse_as};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest input in bytes: far more than any mail.
const MAX_INPUT: u64 = 4 << 20;

/// A text and what messages call its place.
pub(super) struct Input {
    /// File name, `stdin` or the gallery's key.
    pub name: String,
    /// The bytes as text; what is no UTF-8 is replaced.
    pub text: String,
}

/// Reads a scenario: a file, `-`, or else an entry of the gallery.
pub(super) fn scenario(name: &str) -> Result<Input, Failure> {
    let entry = GALLERY.iter().find(|e| e.key == name);
    if let Some(entry) = entry.filter(|_| !Path::new(name).exists()) {
        return Ok(Input { name: name.to_string(), text: entry.text.to_string() });
    }
    if name != "-" && !Path::new(name).exists() {
        let expected = "expected a file, `-` or a name from `eevdf-lab list scenarios`";
        return Err(Failure::Input(format!("{}: no such file or scenario, {expected}", label(name))));
    }
    file(name)
}

/// The scenario in a text under a variant; what is said of several readings of one text is said once.
pub(super) fn read(Input { name, text }: &Input, variant: Override, told: &mut Vec<String>) -> Result<Scenario, Failure> {
    let parsed = parse_as(text, &variant);
    let said: Vec<String> = parsed.diagnostics.iter().map(|d| place(name, d)).collect();
    if !parsed.is_ok() {
        let other = if parsed.scenario.script.tasks.is_empty() { other(name, text) } else { None };
        return Err(Failure::Input(other.unwrap_or_else(|| said.concat())));
    }
    told.extend(said.into_iter().filter(|line| !told.contains(line)).collect::<Vec<_>>());
    Ok(parsed.scenario)
}

/// What a text is that holds no scenario, if that is known.
fn other(name: &str, text: &str) -> Option<String> {
    let part = find(text).ok()?.into_iter().next().filter(|part| part.kind != Kind::Scenario)?;
    let way = part.kind.refusal().unwrap_or("`eevdf-lab import` makes one of it");
    Some(format!("{name}:{}:1: {}, expected a scenario: {way}", part.lines.0, part.kind.title()))
}

/// Reads a file, or standard input for `-`.
pub(super) fn file(name: &str) -> Result<Input, Failure> {
    file_up_to(name, MAX_INPUT)
}

/// Reads a file of at most so many bytes, or standard input for `-`.
pub(super) fn file_up_to(name: &str, most: u64) -> Result<Input, Failure> {
    let (name, read) = match name {
        "-" => (label(name), bytes(io::stdin().lock(), most)),
        path => (label(path), File::open(path).and_then(|file| bytes(file, most))),
    };
    let bytes = read.map_err(|error| Failure::Input(format!("{name}: {error}, expected a text file")))?;
    if bytes.len() as u64 > most {
        return Err(Failure::Input(format!("{name}: more than {most} bytes, expected a text that people read")));
    }
    // A NUL in what is UTF-8 otherwise has a place of its own.
    if std::str::from_utf8(&bytes).is_err() {
        looks_like_text(&bytes).map_err(|why| Failure::Input(format!("{name}:{why}")))?;
    }
    Ok(Input { name, text: String::from_utf8_lossy(&bytes).into_owned() })
}

/// What messages call a file, or standard input for `-`.
pub(super) fn label(name: &str) -> String {
    match name {
        "-" => "stdin".to_string(),
        "" => "an empty file name".to_string(),
        path => tame(path).replace('\n', "\\n"),
    }
}

fn bytes(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

//! Where a text comes from: a file, standard input or the gallery.

use super::Failure;
use crate::scenario::GALLERY;
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
        return Err(Failure::Input(format!("{name}: no such file or scenario, {expected}")));
    }
    file(name)
}

/// Reads a file, or standard input for `-`.
pub(super) fn file(name: &str) -> Result<Input, Failure> {
    file_up_to(name, MAX_INPUT)
}

/// Reads a file of at most so many bytes, or standard input for `-`.
pub(super) fn file_up_to(name: &str, most: u64) -> Result<Input, Failure> {
    let (name, bytes) = match name {
        "-" => ("stdin", read(io::stdin().lock(), most)),
        path => (path, File::open(path).and_then(|file| read(file, most))),
    };
    let bytes = bytes.map_err(|error| Failure::Input(format!("{name}: {error}, expected a text file")))?;
    if bytes.len() as u64 > most {
        return Err(Failure::Input(format!("{name}: more than {most} bytes, expected a text that people read")));
    }
    Ok(Input { name: name.to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
}

fn read(from: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

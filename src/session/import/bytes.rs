//! A text that comes in pieces of bytes: UTF-8 put together.
//!
//! Owns what is told of bytes that are no text. Must not know where the pieces come from.

use crate::io::import::bytes::looks_like_text;
use crate::io::import::limits::MAX_BYTES;
use crate::io::import::{Remark, Remarks};

/// The text so far.
#[derive(Debug, Default)]
pub struct Decoder {
    text: String,
    /// A character whose end has not come yet.
    rest: Vec<u8>,
    /// Bytes taken.
    taken: usize,
    /// Bytes that are no UTF-8: how many places, and the first.
    replaced: usize,
    first: Option<(u32, u32)>,
}

impl Decoder {
    /// Room for a text of about so many bytes.
    pub fn new(bytes: usize) -> Decoder {
        Decoder { text: String::with_capacity(bytes.min(MAX_BYTES)), ..Decoder::default() }
    }

    /// Bytes taken so far.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Takes the next piece; refused if this is no text, or too long a one.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), Remark> {
        if self.taken == 0 {
            looks_like_text(piece)?;
        }
        self.taken += piece.len();
        if self.taken > MAX_BYTES {
            return Err(too_long(self.taken as u64));
        }
        let joined;
        let mut bytes = if self.rest.is_empty() {
            piece
        } else {
            joined = [std::mem::take(&mut self.rest).as_slice(), piece].concat();
            &joined
        };
        loop {
            match std::str::from_utf8(bytes) {
                Ok(text) => {
                    self.text.push_str(text);
                    return Ok(());
                }
                Err(error) => {
                    let (good, bad) = bytes.split_at(error.valid_up_to());
                    self.text.push_str(std::str::from_utf8(good).unwrap_or_default());
                    let Some(wrong) = error.error_len() else {
                        self.rest = bad.to_vec();
                        return Ok(());
                    };
                    self.replace();
                    bytes = &bad[wrong..];
                }
            }
        }
    }

    /// The text, and what is told of its bytes.
    pub fn finish(mut self) -> (String, Remarks) {
        if !self.rest.is_empty() {
            self.replace();
        }
        let mut said = Remarks::default();
        if let Some((line, column)) = self.first {
            let places = if self.replaced == 1 { "a place".to_string() } else { format!("{} places", self.replaced) };
            said.push(Remark::new(
                line,
                column,
                format!("bytes that are no UTF-8 in {places}"),
                "UTF-8; they are read as \u{fffd}",
            ));
        }
        (self.text, said)
    }

    fn replace(&mut self) {
        self.replaced += 1;
        if self.first.is_none() {
            let line = self.text.bytes().filter(|b| *b == b'\n').count() as u32 + 1;
            let column = self.text.rsplit('\n').next().map_or(0, |last| last.chars().count()) as u32 + 1;
            self.first = Some((line, column));
        }
        self.text.push('\u{fffd}');
    }
}

/// The remark on a text of so many bytes.
pub fn too_long(bytes: u64) -> Remark {
    Remark::new(1, 1, format!("a text of {bytes} bytes"), format!("at most {MAX_BYTES} bytes: a shorter piece of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(pieces: &[&[u8]]) -> (String, Vec<String>) {
        let mut decoder = Decoder::new(10);
        pieces.iter().for_each(|piece| decoder.push(piece).unwrap());
        let (text, said) = decoder.finish();
        (text, said.kept().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_character_may_be_cut_by_the_end_of_a_piece() {
        let text = "a\u{e4}\u{20ac}\u{1f600}b";
        for cut in 0..text.len() {
            let (left, right) = text.as_bytes().split_at(cut);
            assert_eq!(decoded(&[left, right]), (text.to_string(), Vec::new()), "{cut}");
        }
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(decoded(&bytes).0, text);
    }

    #[test]
    fn bytes_that_are_no_utf_8_are_replaced_and_told_with_the_first_place() {
        let (text, said) = decoded(&[b"one\ntw\xff\xc3", b"(o\n\xe2\x82"]);
        assert_eq!(text, "one\ntw\u{fffd}\u{fffd}(o\n\u{fffd}");
        assert_eq!(said, ["2:3: bytes that are no UTF-8 in 3 places, expected UTF-8; they are read as \u{fffd}"]);
    }

    #[test]
    fn the_limit_holds_whatever_was_announced() {
        let mut decoder = Decoder::new(1);
        let piece = vec![b'x'; MAX_BYTES / 4];
        assert!((0..4).all(|_| decoder.push(&piece).is_ok()));
        let expected =
            format!("1:1: a text of {} bytes, expected at most {MAX_BYTES} bytes: a shorter piece of it", MAX_BYTES + 1);
        assert_eq!(decoder.push(b"x").unwrap_err().to_string(), expected);
    }
}

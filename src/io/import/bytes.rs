//! Bytes that are no text, by name: archives, recordings, other encodings.

use super::remark::Remark;

/// What files that people have instead of their text begin with, what they are, and what to bring instead.
const KNOWN: [(&[u8], &str, &str); 6] = [
    (b"\x1f\x8b", "a gzip archive", "the text in it: unpack it first"),
    (b"BZh", "a bzip2 archive", "the text in it: unpack it first"),
    (b"\xfd7zXZ", "an xz archive", "the text in it: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", "the text in it: unpack it first"),
    (b"PERFILE2", "a perf.data file", "the text of `perf script`, `perf sched script` or `perf sched timehist`"),
    (b"\x17\x08\x44tracing", "a trace.dat file", "the text of `trace-cmd report`"),
];

/// Bytes at the start in which a NUL means that this is no text.
const LOOKED_AT: usize = 4096;

/// Refuses the beginning of a file that is no text, with what it is and what to bring instead.
pub fn looks_like_text(piece: &[u8]) -> Result<(), Remark> {
    if let Some((_, what, expected)) = KNOWN.iter().find(|(start, ..)| piece.starts_with(start)) {
        return Err(Remark::new(1, 1, *what, *expected));
    }
    if piece.starts_with(b"\xff\xfe") || piece.starts_with(b"\xfe\xff") {
        return Err(Remark::new(1, 1, "text in UTF-16", "text in UTF-8"));
    }
    match piece.iter().take(LOOKED_AT).position(|b| *b == 0) {
        Some(at) => Err(Remark::new(1, 1, format!("a binary file (byte {at} is 0)"), "a text")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_refused_by_name() {
        let refused = |bytes: &[u8]| looks_like_text(bytes).unwrap_err().to_string();
        assert_eq!(refused(b"\x1f\x8b\x08"), "1:1: a gzip archive, expected the text in it: unpack it first");
        assert_eq!(refused(b"\x7fELF\0\0"), "1:1: a binary file (byte 4 is 0), expected a text");
        assert!(refused(b"PERFILE2....").contains("`perf script`"));
        assert!(refused(b"\xff\xfea\0").starts_with("1:1: text in UTF-16"));
    }
}

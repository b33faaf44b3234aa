//! Small pieces of trace lines: numbers, times, CPUs, `key=value` pairs. By names and shapes, never by columns.

/// The latest time: a kernel's clock, and a scenario's, has 63 bits.
pub const MAX_TIME: u64 = i64::MAX as u64;

/// A word that is a decimal number.
pub fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then(|| word.parse().ok()).flatten()
}

/// `sec.frac` in ns; the fraction has one to nine digits.
pub fn seconds(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.')?;
    let whole: u64 = number(whole)?;
    if part.len() > 9 {
        return None;
    }
    let part = number::<u64>(part)?.checked_mul(10u64.pow(9 - part.len() as u32))?;
    let ns = whole.checked_mul(1_000_000_000)?.checked_add(part)?;
    (ns <= MAX_TIME).then_some(ns)
}

/// `[003]`.
pub fn bracketed(word: &str) -> Option<u32> {
    number(word.strip_prefix('[')?.strip_suffix(']')?)
}

/// The first word of a text, and what follows it.
pub fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// What follows `key=` where that begins a word.
pub fn after_key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let mut from = 0;
    while let Some(at) = text[from..].find(key).map(|at| from + at) {
        let begins = at == 0 || text.as_bytes()[at - 1].is_ascii_whitespace();
        match text[at + key.len()..].strip_prefix('=') {
            Some(value) if begins => return Some(value),
            _ => from = at + key.len(),
        }
    }
    None
}

/// The word after `key=`.
pub fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    after_key(text, key).map(|value| value.split_whitespace().next().unwrap_or(""))
}

/// The number after `key=`.
pub fn numeric<T: std::str::FromStr>(text: &str, key: &str) -> Option<T> {
    number(value(text, key)?)
}

/// The text between `key=` and ` next=`: a comm, which may hold blanks and equals signs.
pub fn between<'a>(text: &'a str, key: &str, next: &str) -> Option<&'a str> {
    let value = after_key(text, key)?;
    let end = value.match_indices(next).find(|(at, _)| {
        let begins = *at == 0 || value.as_bytes()[at - 1] == b' ';
        begins && value[at + next.len()..].starts_with('=')
    });
    let (end, _) = end?;
    Some(value[..end].strip_suffix(' ').unwrap_or(&value[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times() {
        assert_eq!(
            (number::<u32>("0012"), number::<i32>("-1"), number::<u32>(""), number::<u32>("1x")),
            (Some(12), Some(-1), None, None)
        );
        assert_eq!(number::<u32>("99999999999"), None);
        assert_eq!(
            (seconds("7.205798"), seconds("0.000000050"), seconds("1.5")),
            (Some(7_205_798_000), Some(50), Some(1_500_000_000))
        );
        assert_eq!(
            (seconds("7"), seconds("7."), seconds("1.0000000001"), seconds("99999999999999999999.0")),
            (None, None, None, None)
        );
        assert_eq!((bracketed("[012]"), bracketed("012]"), bracketed("[a]")), (Some(12), None, None));
    }

    #[test]
    fn keys_begin_words_and_comms_may_hold_anything() {
        let text = "prev_comm=a b=c pid=9 prev_pid=3 child_pid=4 pid=5";
        assert_eq!(between(text, "prev_comm", "prev_pid"), Some("a b=c pid=9"));
        assert_eq!(numeric::<u32>(text, "prev_pid"), Some(3));
        assert_eq!((numeric::<u32>("child_pid=4 pid=5", "pid"), numeric::<u32>("child_pid=4", "pid")), (Some(5), None));
        assert_eq!((between("comm= pid=1", "comm", "pid"), between("comm=x", "comm", "pid")), (Some(""), None));
        assert_eq!(value("runtime=859130 [ns]", "runtime"), Some("859130"));
    }
}

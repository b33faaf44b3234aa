//! A task's row: `S comm pid vruntime E deadline slice ...`, in every layout since 6.6.
//!
//! Goes by what the words are, never by columns: the letter E or N stands between vruntime and deadline. Until 6.11 state and comm
//! touch where the comm has 15 characters; from 6.12 on a flag (`S`: the slice is the task's own) may stand before the slice. A
//! console may lose the state in front, and everything after the priority.

use super::super::line::Line;
use super::super::remark::Remark;
use super::snapshot::{Layout, Row};
use crate::scenario::quote::quote;

/// Letters that a task's state is printed as.
const STATES: &str = "RSDTtXZPIK";
/// Longest comm in characters.
const MAX_COMM: usize = 15;
/// Longest path of a group in bytes, as file systems have it.
pub(super) const MAX_PATH: usize = 4096;
/// Times after the priority, at most: wait, sum-exec, sleep, block.
const MAX_TIMES: usize = 4;

/// Nanoseconds of a time printed in ms with six digits.
pub(super) fn time(word: &str) -> Option<i64> {
    let (whole, part) = word.split_once('.')?;
    if part.len() != 6 || !part.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let ns = digits.parse::<i64>().ok()?.checked_mul(1_000_000)?.checked_add(part.parse().ok()?)?;
    Some(if whole.starts_with('-') { -ns } else { ns })
}

/// Whether the line is a row: an E or N between two times. Gives the letter's place among the words.
pub(super) fn letter_at(words: &[&str]) -> Option<usize> {
    let looks_like_time = |w: &str| w.split_once('.').is_some_and(|(_, part)| part.len() == 6 && part.parse::<u32>().is_ok());
    (2..words.len().saturating_sub(1))
        .find(|&i| matches!(words[i], "E" | "N") && looks_like_time(words[i - 1]) && looks_like_time(words[i + 1]))
}

/// Reads a row whose letter is at that place.
pub(super) fn read(line: &Line<'_>, words: &[&str], letter: usize) -> Result<Row, Remark> {
    let time = |word: &str, what: &str| {
        let expected = "a time in ms with six digits that fits 64 bits of ns";
        time(word).ok_or_else(|| line.remark(word, format!("the {what} is {}", quote(word)), expected))
    };
    let v = time(words[letter - 1], "vruntime")?;
    let d = time(words[letter + 1], "deadline")?;
    let pid = words[letter - 2];
    if pid.parse::<u32>().is_err() {
        return Err(line.remark(pid, format!("the pid is {}", quote(pid)), "a number"));
    }
    let head_bytes = pid.as_ptr() as usize - line.text.as_ptr() as usize;
    let (state, comm, layout) = head(line.text.get(..head_bytes).unwrap_or("").trim_end());

    let mut rest = words[letter + 2..].iter().copied();
    let end = words[letter + 1];
    let mut next = |what: &str| rest.next().ok_or_else(|| line.remark(end, format!("a row without {what}"), "one that goes on"));
    let mut word = next("slice")?;
    let custom = word == "S";
    if word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic()) {
        word = next("slice")?;
    }
    let slice = time(word, "slice")?;
    // A header that was proposed and not merged has no sum-exec here.
    let mut word = next("switches and prio")?;
    if word.contains('.') {
        word = next("switches and prio")?;
    }
    if word.parse::<u64>().is_err() {
        return Err(line.remark(word, format!("switches is {}", quote(word)), "a number"));
    }
    let word = next("prio")?;
    let prio = word.parse::<i32>().ok().filter(|prio| (-1..=139).contains(prio));
    let prio = prio.ok_or_else(|| line.remark(word, format!("the prio is {}", quote(word)), "a number from -1 to 139"))?;
    let words_left: Vec<&str> = rest.collect();
    let tail = tail(line, &words_left)?;

    Ok(Row {
        line: line.number,
        comm: comm.to_string(),
        pid: pid.to_string(),
        running: line.marked && state == Some('R'),
        state,
        v,
        d,
        slice,
        custom,
        prio,
        eligible: words[letter] == "E",
        path: tail.map(str::to_string),
        layout,
    })
}

/// State and comm: `S   systemd`, `Ircu_tasks_kthre`, or a comm whose state was lost.
fn head(text: &str) -> (Option<char>, &str, Option<Layout>) {
    let mut chars = text.chars();
    let first = chars.next().filter(|c| STATES.contains(*c));
    let (Some(state), rest) = (first, chars.as_str()) else { return (None, text, None) };
    let touching = rest.chars().count() == MAX_COMM;
    if rest.starts_with(char::is_whitespace) {
        // ` %c` and `%15s`, or ` %c` and ` %15s`: only the old layout can have 15 characters after the letter.
        let (width, comm) = (rest.chars().count(), rest.trim_start());
        let layout = match width {
            MAX_COMM => Some(Layout::Touching),
            w if w > MAX_COMM => Some(Layout::Spaced),
            _ => None,
        };
        (Some(state), comm, layout)
    } else if touching {
        (Some(state), rest, Some(Layout::Touching))
    } else {
        (None, text, None)
    }
}

/// What follows the priority: times, then node and group numbers, then the path; each may be missing.
fn tail<'a>(line: &Line<'a>, words: &[&'a str]) -> Result<Option<&'a str>, Remark> {
    let times = words.iter().take_while(|w| time(w).is_some()).count();
    let numbers = words[times..].iter().take_while(|w| w.parse::<i64>().is_ok()).count();
    let Some(path) = words.get(times + numbers) else { return Ok(None) };
    if times > MAX_TIMES || numbers > 2 || !path.starts_with('/') {
        return Err(line.remark(path, format!("{} after the prio", quote(path)), "times, node, group and path"));
    }
    let start = path.as_ptr() as usize - line.text.as_ptr() as usize;
    let whole = line.text.get(start..).unwrap_or(path);
    if whole.len() > MAX_PATH {
        return Err(line.remark(path, format!("a path of {} bytes", whole.len()), format!("at most {MAX_PATH}")));
    }
    Ok(Some(whole))
}

/// The rest of a row on a line of its own, as a console breaks it: times, numbers, a path. Gives the path.
pub(super) fn continuation<'a>(line: &Line<'a>, words: &[&'a str]) -> Option<Option<&'a str>> {
    let begins = words.first()?;
    let begins_well = time(begins).is_some() || begins.starts_with('/') || (words.len() > 1 && begins.parse::<i64>().is_ok());
    begins_well.then(|| tail(line, words).ok()).flatten()
}

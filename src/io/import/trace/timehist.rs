//! Lines of `perf sched timehist`: each says that a task left a CPU at a time, and how long it had waited and run. Times in ms
//! with three digits, so everything is known to the microsecond.
//!
//! Owns the columns of that table. What the rows mean as events is in [`super::timehist_events`].

use super::event::{Out, Who};
use super::fields::state;
use super::scan::{bracketed, number, seconds, word};
use super::script_line::Wrong;

/// What a row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'a> {
    /// A task left the CPU.
    Ran {
        /// Who.
        who: Who<'a>,
        /// From its wake-up until it ran; 0 if it was not woken, or at once.
        delay: u64,
        /// How long it ran.
        run: u64,
        /// Its state, with `--state`.
        out: Option<Out>,
    },
    /// `-w`: a task was woken.
    Woken(Who<'a>),
    /// `-M`: a task went to another CPU, which is no run of anybody.
    Migrated,
    /// `-I`: the CPU was idle.
    Idle,
}

/// A line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimehistLine<'a> {
    /// Headings, the ruler, remarks of perf.
    Heading,
    /// A row: time in ns, CPU, what.
    Row(u64, u32, Row<'a>),
}

const FORM: &str = "`sec.usec [cpu] comm[tid/pid] wait delay run`, times in ms with three digits";

/// Reads a line.
pub fn read(text: &str) -> Result<TimehistLine<'_>, Wrong<'_>> {
    let Some((first, rest)) = word(text) else { return Ok(TimehistLine::Heading) };
    let is_ruler = text.bytes().all(|b| b == b'-' || b == b' ');
    let is_heading = (first == "time" && rest.trim_start().starts_with("cpu")) || first == "[tid/pid]";
    if is_heading || is_ruler || (first == "Samples" && text.contains("callchains")) {
        return Ok(TimehistLine::Heading);
    }
    let wrong = |piece| Wrong { piece, what: "a line that is no row of timehist".into(), expected: FORM };
    let (at, (cpu, rest)) = seconds(first).zip(word(rest)).ok_or_else(|| wrong(text))?;
    let cpu = bracketed(cpu).ok_or_else(|| wrong(cpu))?;
    let rest = without_picture(rest);
    let row = row(rest).ok_or_else(|| wrong(rest))?;
    Ok(TimehistLine::Row(at, cpu, row))
}

/// Without the letter that stands for the event in the picture of `-V`. At least two blanks follow it, one a word of a comm.
fn without_picture(text: &str) -> &str {
    match word(text) {
        Some(("s" | "i" | "m" | "w", rest)) if rest.starts_with("  ") => rest.trim(),
        _ => text.trim(),
    }
}

fn row(text: &str) -> Option<Row<'_>> {
    if let Some((_, woken)) = text.split_once("awakened: ") {
        return task(woken).map(|(who, _)| Row::Woken(who));
    }
    if let Some((_, moved)) = text.split_once("migrated: ") {
        return task(moved).map(|_| Row::Migrated);
    }
    if text.starts_with("<idle>") {
        return Some(Row::Idle);
    }
    let mut found = None;
    for (end, _) in text.match_indices(']') {
        let Some((mut who, rest)) = ends_task(text, end) else { continue };
        let mut words = rest.split_whitespace().peekable();
        // `--show-prio` puts a column here.
        who.prio = words.peek().and_then(|w| number(w));
        if who.prio.is_some() {
            words.next();
        }
        let times: Vec<u64> =
            std::iter::from_fn(|| words.next_if(|w| milliseconds(w).is_some())).filter_map(milliseconds).take(8).collect();
        if let [_, delay, run] | [_, delay, run, _] = times[..] {
            found = Some(Row::Ran { who, delay, run, out: words.next().and_then(state) });
            break;
        }
    }
    found
}

/// `comm[tid]` or `comm[tid/pid]` in front of a text, and what follows.
fn task(text: &str) -> Option<(Who<'_>, &str)> {
    text.match_indices(']').find_map(|(end, _)| ends_task(text, end))
}

/// The same with the closing bracket at `end`.
fn ends_task(text: &str, end: usize) -> Option<(Who<'_>, &str)> {
    let (comm, ids) = text[..end].rsplit_once('[')?;
    let tid = ids.split_once('/').map_or(ids, |(tid, pid)| if number::<u32>(pid).is_some() { tid } else { "" });
    Some((Who { comm: comm.trim(), pid: number(tid)?, prio: None }, &text[end + 1..]))
}

/// `1.004` ms in ns.
fn milliseconds(word: &str) -> Option<u64> {
    let (whole, part) = word.split_once('.')?;
    if part.len() != 3 {
        return None;
    }
    number::<u64>(whole)?.checked_mul(1_000_000)?.checked_add(number::<u64>(part)? * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(comm: &str, pid: u32) -> Who<'_> {
        Who { comm, pid, prio: None }
    }

    fn ran(comm: &str, pid: u32, delay: u64, run: u64) -> Row<'_> {
        Row::Ran { who: who(comm, pid), delay, run, out: None }
    }

    #[track_caller]
    fn row(text: &str) -> (u64, u32, Row<'_>) {
        match read(text.trim()) {
            Ok(TimehistLine::Row(at, cpu, row)) => (at, cpu, row),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn rows_of_all_column_sets() {
        assert_eq!(
            row("2.000010 [0003]  my job:1[12/9]   4.917  4.768  1.004"),
            (2_000_010_000, 3, ran("my job:1", 12, 4_768_000, 1_004_000))
        );
        assert_eq!(row("2.000010 [0003]  a[12]  4.917  4.768  1.004   0.500").2, ran("a", 12, 4_768_000, 1_004_000));
        assert_eq!(row("2.000010 [0003]  a[1][12]  0.000  0.000  0.000").2, ran("a[1]", 12, 0, 0));
        let with_state = Row::Ran { who: who("a", 12), delay: 0, run: 1_000, out: Some(Out::Runnable) };
        assert_eq!(row("2.000010 [0003]  a[12]  0.000  0.000  0.001  R").2, with_state);
        let with_prio = Row::Ran { who: Who { comm: "a", pid: 12, prio: Some(100) }, delay: 0, run: 1_000, out: None };
        assert_eq!(row("2.000010 [0003]  a[12]  100  0.000  0.000  0.001").2, with_prio);
        assert_eq!(row("2.000010 [0003]  a[12]    awakened: b c[7/6]").2, Row::Woken(who("b c", 7)));
        assert_eq!(row("2.000010 [0003]  a[12]    migrated: b[7] cpu 1 => 3").2, Row::Migrated);
        assert_eq!(row("2.000010 [0003]  <idle>   0.000  0.000  0.001").2, Row::Idle);
        assert_eq!(read("time    cpu  0123  task name   wait time  sch delay   run time"), Ok(TimehistLine::Heading));
        assert_eq!(row("2.000010 [0003]     s  a[12]  0.000  0.000  0.001").2, ran("a", 12, 0, 1_000));
        assert_eq!(row("2.000010 [0003]  a[12]  awakened: s[3]").2, Row::Woken(who("s", 3)));
    }

    #[test]
    fn headings_are_known_and_the_rest_is_refused() {
        let headings = [
            "time    cpu  task name    wait time",
            "[tid/pid]   (msec)",
            "--------------- ------  ---",
            "Samples of sched_switch event do not have callchains.",
            "",
        ];
        for text in headings {
            assert_eq!(read(text), Ok(TimehistLine::Heading), "{text}");
        }
        for text in [
            "2.000010",
            "2.0 [x] a[1] 0.000 0.000 0.000",
            "2.000010 [0003] a[1] 0.000 0.000",
            "2.000010 [0003] a 0.000 0.000 0.000",
            "hello",
            "][",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

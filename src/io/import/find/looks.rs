//! What a single line looks like. Cheap: a trace has millions of lines.

use super::super::Kind;
use super::super::line::Line;
use crate::scenario::{DIRECTIVES, VERBS};

/// What a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Nothing that is known.
    Nothing,
    /// Of that kind.
    Is(Kind),
    /// The first line of that kind.
    Begins(Kind),
    /// Something in braces.
    Brace,
    /// A scenario's task.
    Task,
    /// A scenario's task with a behaviour.
    TaskThatActs,
    /// A scenario's event.
    Event,
    /// Another directive of a scenario.
    Directive,
}

/// What the line looks like.
pub(super) fn look(line: &Line<'_>) -> Look {
    let text = line.text;
    match text.as_bytes().first() {
        None => return Look::Nothing,
        Some(b'{') if text.starts_with("{\"t\":") && text.contains(",\"ev\":") => return Look::Is(Kind::Recording),
        Some(b'{') => return Look::Brace,
        Some(b'"') if names_tasks(text) => return Look::Brace,
        _ => {}
    }
    match trace(text).or_else(|| sched_debug(text)).or_else(|| refused(text)) {
        Some(look) => look,
        None => scenario(text),
    }
}

/// Whether it opens rt-app's list of tasks: `"tasks" :`.
pub(super) fn names_tasks(text: &str) -> bool {
    text.find("\"tasks\"").is_some_and(|at| text[at + 7..].trim_start().starts_with(':'))
}

/// Digits, a point, and so many digits.
fn is_decimal(word: &str, places: usize) -> bool {
    let body = word.strip_prefix('-').unwrap_or(word);
    let Some((whole, part)) = body.split_once('.') else { return false };
    part.len() == places && digits(whole) && digits(part)
}

fn digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// `[003]`.
fn is_cpu(word: &str) -> bool {
    word.strip_prefix('[').and_then(|w| w.strip_suffix(']')).is_some_and(digits)
}

fn trace(text: &str) -> Option<Look> {
    if text.starts_with("# tracer:") {
        return Some(Look::Begins(Kind::Ftrace));
    }
    let bracket = text.find('[')?;
    let mut words = text.split_ascii_whitespace();
    if is_decimal(words.next()?, 6) && words.next().is_some_and(is_cpu) {
        return Some(Look::Is(Kind::Timehist));
    }
    // `comm-pid [cpu] flags? sec.usec: event: ...`, where the comm may hold brackets, too.
    let mut at = bracket;
    loop {
        let (before, rest) = text.split_at(at);
        let mut after = rest.split_ascii_whitespace();
        if before.ends_with(' ') && after.next().is_some_and(is_cpu) {
            let is_stamp = |w: &str| w.strip_suffix(':').is_some_and(|w| is_decimal(w, 6) || is_decimal(w, 9));
            let stamped = after.next().is_some_and(is_stamp) || after.next().is_some_and(is_stamp);
            let event = stamped && after.next().is_some_and(|w| w.ends_with(':'));
            // With the task's group leader in brackets, if that was recorded.
            let before = before.trim_end();
            let task = before.strip_suffix(')').and_then(|t| t.rsplit_once('(')).map_or(before, |(task, _)| task);
            return match task.split_ascii_whitespace().next_back().filter(|_| event) {
                Some(pid) if pid.split('/').all(digits) => Some(Look::Is(Kind::PerfScript)),
                Some(task) if task.rsplit_once('-').is_some_and(|(_, pid)| digits(pid)) => Some(Look::Is(Kind::Ftrace)),
                _ => None,
            };
        }
        at += 1 + rest[1..].find('[')?;
    }
}

fn sched_debug(text: &str) -> Option<Look> {
    if text.starts_with("Sched Debug Version") {
        return Some(Look::Begins(Kind::SchedDebug));
    }
    let numbered = |prefix: &str| text.strip_prefix(prefix).is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
    let heading = ["cfs_rq[", "rt_rq[", "dl_rq[", "cpu#"].into_iter().any(numbered) || text == "runnable tasks:";
    let console = text.ends_with(" printk messages dropped **") || is_end_of_row(text);
    (heading || is_queue_line(text) || is_row(text) || console).then_some(Look::Is(Kind::SchedDebug))
}

/// `.name : value`.
fn is_queue_line(text: &str) -> bool {
    let Some((name, value)) = text.strip_prefix('.').and_then(|t| t.split_once(':')) else { return false };
    let name = name.trim_end();
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_->.".contains(&b));
    named && value.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// A task's row: an E or an N between two times.
fn is_row(text: &str) -> bool {
    if !text.contains(" E ") && !text.contains(" N ") {
        return false;
    }
    let mut last = "";
    let mut letter = false;
    for word in text.split_ascii_whitespace() {
        if letter && is_decimal(word, 6) {
            return true;
        }
        letter = (word == "E" || word == "N") && is_decimal(last, 6);
        last = word;
    }
    false
}

/// Four times: what a console cut off a row.
fn is_end_of_row(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit()) && text.split_ascii_whitespace().filter(|w| is_decimal(w, 6)).count() == 4
}

/// What is known and can not be a scenario.
fn refused(text: &str) -> Option<Look> {
    let last = text.split_ascii_whitespace().next_back()?;
    if last.starts_with("sched_debug.") || (text.contains('\u{b1}') && text.contains('%')) {
        return Some(Look::Is(Kind::LkpRows));
    }
    if text.contains("| avg:") && text.contains("| max") {
        return Some(Look::Is(Kind::PerfLatency));
    }
    let proc_line = text.starts_with("se.") && text.split_once(':').is_some_and(|(name, _)| name.ends_with(' '));
    (proc_line || text.contains(", #threads: ")).then_some(Look::Is(Kind::ProcSched))
}

fn scenario(text: &str) -> Look {
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return Look::Nothing };
    let number = |w: &str| w.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    match first {
        "at" if number(second) && words.next().is_some_and(|w| VERBS.contains(&w)) => Look::Event,
        "task" => match words.next() {
            Some(word) if word == ":" || second.ends_with(':') || word.starts_with(':') => Look::TaskThatActs,
            None => Look::Task,
            Some(setting) if setting.contains('=') && text.contains(" : ") => Look::TaskThatActs,
            Some(setting) if setting.contains('=') || setting.starts_with('#') => Look::Task,
            Some(_) => Look::Nothing,
        },
        "state" if !words.any(|w| ["queued", "running", "delayed", "asleep"].contains(&w)) => Look::Nothing,
        "cyclictest" | "hackbench" if !text.contains('=') => Look::Nothing,
        plus if plus.strip_prefix('+').is_some_and(number) && VERBS.contains(&second) => Look::Event,
        name if DIRECTIVES.contains(&name) => Look::Directive,
        _ => Look::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(text: &str) -> Look {
        look(&Line::new(1, text))
    }

    #[test]
    fn traces_are_told_by_what_stands_before_the_cpu() {
        let ftrace = [
            "# tracer: nop",
            "  init-1       [000] dN.2.     7.205798: sched_wakeup_new: comm=init pid=150",
            "stress-ng-2864907 [012] 17006.430048: sched_switch: x",
            "  my task-7 (  12) [003] d..2 1.000001: sched_switch: x",
            "   a[1]-22 [003] d..2 1.000001: sched_switch: x",
        ];
        for text in ftrace {
            assert!(matches!(looks(text), Look::Is(Kind::Ftrace) | Look::Begins(Kind::Ftrace)), "{text}");
        }
        let perf = [
            "perf 35478 [000] 605084.480470: sched:sched_stat_runtime: comm=perf",
            "idle 0/0 [001] 0.000000120: sched:sched_switch: swapper/1:0 [120] R ==> a:2001 [120]",
        ];
        for text in perf {
            assert_eq!(looks(text), Look::Is(Kind::PerfScript), "{text}");
        }
        assert_eq!(looks(" 2090450.763231 [0000]  perf[1229608]  0.000  0.000  0.000"), Look::Is(Kind::Timehist));
        for text in ["see [1] and [2]", "a [3]: b", "x-1 [000] later: on", "[", "[0]"] {
            assert_eq!(looks(text), Look::Nothing, "{text}");
        }
    }

    #[test]
    fn a_dump_is_told_by_headings_queue_lines_and_rows() {
        let lines = [
            "cfs_rq[0]:/",
            "cpu#0, 2300.003 MHz",
            "  .se->load.weight               : 65950",
            "  .sum_w_vruntime                : 179270928384 (37 bits)",
            ">R            bash   487     50787.345112   E       50789.145972           2.800000",
            "[   98.780632]         cpuhp/2    30      2760.969419 E      2763.960963         3.000000",
        ];
        for text in lines {
            assert_eq!(looks(text), Look::Is(Kind::SchedDebug), "{text}");
        }
        for text in ["...: and so on", ".gitignore: a file", "1.000000 E x", "grade E or N : 5"] {
            assert_eq!(looks(text), Look::Nothing, "{text}");
        }
    }

    #[test]
    fn what_is_known_but_no_state_is_named() {
        let lkp = "      0.61 \u{b1}  4%     -19.8%       0.49 \u{b1}  6%  sched_debug.cfs_rq:/.h_nr_queued.avg";
        assert_eq!(looks(lkp), Look::Is(Kind::LkpRows));
        let latency = "  perf:14569            |      5.905 ms |        4 | avg:    0.031 ms | max:    0.117 ms | max at: 9.7 s";
        assert_eq!(looks(latency), Look::Is(Kind::PerfLatency));
        assert_eq!(looks("se.vruntime                                  :          1365.050140"), Look::Is(Kind::ProcSched));
        assert_eq!(looks("cat (23552, #threads: 1)"), Look::Is(Kind::ProcSched));
    }

    #[test]
    fn prose_is_no_scenario() {
        for text in ["task A is late", "at 5 we meet", "state of the art", "task", "+1 to that", "hackbench was slower"] {
            assert_eq!(looks(text), Look::Nothing, "{text}");
        }
        assert_eq!(looks("task T1 weight=1 slice=24"), Look::Task);
        assert_eq!(looks("task T1 nice=1 : run 5 sleep 10"), Look::TaskThatActs);
        for text in ["state T1 v=4 queued", "threshold 5ms", "fair_server 50ms 1s", "hackbench pairs=4 run=50us"] {
            assert_eq!(looks(text), Look::Directive, "{text}");
        }
        assert_eq!(looks("at 24 sleep T2"), Look::Event);
        assert_eq!(looks("+2.5ms wake T2"), Look::Event);
    }
}

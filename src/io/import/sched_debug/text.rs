//! The snapshot as a scenario, and what is said about it.

use super::super::names::{Names, legal};
use super::super::remark::{plain, several};
use super::super::{Options, Remark, Remarks};
use super::check::Verdict;
use super::snapshot::{Queue, Row, Snapshot, ms};
use crate::model::num::Num;
use crate::scenario::limits::{MAX_FREE_TEXT, MAX_TASKS};
use crate::tables::number::exact;
use std::fmt::Write;

/// Ticks until the scenario's end: enough to see some picks.
const TICKS: i64 = 10;
/// The tick where the dump does not tell: HZ=1000.
const DEFAULT_TICK: i64 = 1_000_000;
/// Longest comment in characters.
const MAX_COMMENT: usize = 1_000;
/// Most other queues named.
const MAX_NAMED: usize = 8;

/// What was found, a sentence each.
pub(super) fn sentences(snapshot: &Snapshot) -> Vec<String> {
    let queue = snapshot.queue();
    let mut said = vec![who(queue), format!("kernel {}: {}", snapshot.kernel.kernel.name(), snapshot.kernel.why)];
    said.extend(about_v(queue));
    let (agree, all) = queue.check.letters(queue, true);
    let (all_agree, everybody) = queue.check.letters(queue, false);
    if all > 0 {
        said.push(format!(
            "E and N agree with V of the rows in {agree} of {all} rows on the queue ({all_agree} of {everybody} fair rows)"
        ));
    }
    said.extend(about_delayed(queue));
    if !queue.groups.is_empty() {
        let names: Vec<_> = queue.groups.iter().take(MAX_NAMED).map(|g| g.path.as_str()).collect();
        said.push(format!("groups that compete as one entity each: {}; their deadlines are not printed", names.join(", ")));
    }
    said.push(match snapshot.tick {
        Some(tick) => format!("tick {} ms, from jiffies and ktime", exact(&in_ms(tick))),
        None => format!("tick {} ms is assumed", exact(&in_ms(DEFAULT_TICK))),
    });
    said.extend(others(snapshot));
    said
}

fn who(queue: &Queue) -> String {
    let running = queue.rows.iter().find(|r| r.running).map_or("nobody runs".to_string(), |r| format!("{} runs", r.comm));
    let on_it = several(queue.queued().count(), "task");
    format!(
        "{}: {on_it} on the queue ({running}){}",
        queue.title(),
        not_queued(queue).iter().map(|what| format!(", {what}")).collect::<String>()
    )
}

/// The rows that are not on the queue, and why: `2 asleep`.
fn not_queued(queue: &Queue) -> Vec<String> {
    let count = |test: fn(&Row) -> bool| queue.rows.iter().filter(|r| test(r)).count();
    let (asleep, other) = (count(|r| r.is_fair() && !r.is_queued() && r.state.is_some()), count(|r| !r.is_fair()));
    let lost = count(|r| r.is_fair() && r.state.is_none());
    let all = [(asleep, "asleep"), (other, "not fair (prio below 100)"), (lost, "whose state is lost, taken as asleep")];
    all.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect()
}

fn about_v(queue: &Queue) -> Option<String> {
    let check = &queue.check;
    let rows = check.runnable_v?;
    let Some(printed) = check.printed_v else {
        return Some(format!("V of the rows is {} ms; .avg_vruntime is not printed", ms(rows)));
    };
    let by = printed.checked_sub(rows).map_or("more than 64 bits".to_string(), ms);
    let both = format!("V of the rows is {} ms, .avg_vruntime prints {}, the difference is {by} ms", ms(rows), ms(printed));
    let moments = format!("rows and queue lines are of different moments: {both}");
    Some(match check.verdict {
        Verdict::Agrees if check.delayed.is_empty() => format!("V of the rows is {} ms, as .avg_vruntime prints it", ms(rows)),
        Verdict::Agrees => {
            let names: Vec<_> = check.delayed.iter().map(|&at| queue.rows[at].comm.as_str()).collect();
            format!(
                "{both}; with {}, asleep but still on the queue (delayed), V is the printed one to the ns",
                names.join(" and ")
            )
        }
        Verdict::OtherMoment | Verdict::NotPrinted => moments,
        Verdict::Irreconcilable => {
            let counts = ["nr_queued", "nr_running", "h_nr_runnable"].into_iter();
            let printed: Vec<_> = counts.filter_map(|name| Some(format!("{name} {}", queue.count(name)?))).collect();
            let rows = check.entities;
            format!(
                "{moments}; and {rows} rows are R while the queue lines say {}: they can not be reconciled",
                printed.join(", ")
            )
        }
    })
}

fn about_delayed(queue: &Queue) -> Option<String> {
    let delayed = queue.check.printed_delayed.filter(|n| *n > 0 && queue.check.delayed.is_empty())?;
    Some(format!("{delayed} more asleep but still on the queue (delayed); which is not printed, and V does not tell: left out"))
}

/// The other queues that have rows: first those with tasks, then those where everybody sleeps.
fn others(snapshot: &Snapshot) -> Vec<String> {
    let others = |busy: bool| {
        let is_one = move |(at, q): &(usize, &Queue)| {
            *at != snapshot.chosen && !q.rows.is_empty() && (q.queued().next().is_some()) == busy
        };
        snapshot.queues.iter().enumerate().filter(is_one).map(|(_, q)| q)
    };
    let title = |q: &Queue| {
        let queued = Some(q.queued().count()).filter(|n| *n > 0).map(|n| several(n, "task"));
        let mut what: Vec<String> = queued.into_iter().chain(not_queued(q)).collect();
        let word = q.word(&snapshot.queues);
        if word != q.path && q.rows.iter().any(Row::is_fair) {
            what.push(format!("--queue {word}"));
        }
        format!("{} ({})", q.title(), what.join(", "))
    };
    let sentence = |what: &str, busy: bool| {
        let named: Vec<String> = others(busy).take(MAX_NAMED).map(title).collect();
        let (mut queues, mut rows) = (0, 0);
        others(busy).skip(MAX_NAMED).for_each(|q| (queues, rows) = (queues + 1, rows + q.rows.len()));
        let more = if queues > 0 { format!(", and {queues} more with {}", several(rows, "row")) } else { String::new() };
        (!named.is_empty()).then(|| format!("{what}: {}{more}", named.join(", ")))
    };
    sentence("other queues with tasks", true).into_iter().chain(sentence("other queues, with nobody on them", false)).collect()
}

/// The scenario's text.
pub(super) fn scenario(snapshot: &Snapshot, found: &[String], options: &Options, said: &mut Remarks) -> String {
    let queue = snapshot.queue();
    let version = snapshot.version.as_deref().map_or(String::new(), |v| format!(", {v}"));
    let mut out = format!("title {}\n", plain(&format!("sched_debug of {}{version}", queue.title()), MAX_FREE_TEXT));
    for sentence in found {
        let _ = writeln!(out, "# {}", plain(sentence, MAX_COMMENT));
    }
    let tick = snapshot.tick.unwrap_or(DEFAULT_TICK);
    let base_slice = base_slice(snapshot);
    let start = queue.base().map(|(_, base)| base).or(queue.check.v_ns);
    let _ = writeln!(out, "kernel {}\nunit 1ms", snapshot.kernel.kernel.name());
    if let Some(slice) = base_slice {
        let _ = writeln!(out, "base_slice {}", number(slice));
    }
    let _ = writeln!(out, "tick {}", number(tick));
    if let Some(start) = start {
        let _ = writeln!(out, "vstart {}", number(start));
    }
    out.push('\n');
    let mut tasks =
        Tasks { names: Names::default(), base_slice, tasks: String::new(), states: String::new(), count: 0, running: false };
    tasks.all(queue, options, said);
    out.push_str(&tasks.tasks);
    if tasks.base_slice != base_slice
        && let Some(slice) = base_slice
    {
        let _ = writeln!(out, "base_slice {}", number(slice));
    }
    let _ = writeln!(out, "\n{}\nat {} end", tasks.states, number(TICKS * tick));
    out
}

/// The dump's base_slice, else the slice that most rows have without a flag.
fn base_slice(snapshot: &Snapshot) -> Option<i64> {
    snapshot.base_slice.or_else(|| {
        let plain: Vec<i64> = snapshot.queue().rows.iter().filter(|r| !r.custom && r.slice > 0).map(|r| r.slice).collect();
        let count = |slice: &i64| plain.iter().filter(|s| *s == slice).count();
        plain.iter().copied().take(1000).max_by_key(|slice| (count(slice), -slice))
    })
}

/// Task and state lines.
struct Tasks {
    names: Names,
    /// The base_slice in force.
    base_slice: Option<i64>,
    tasks: String,
    states: String,
    count: usize,
    running: bool,
}

impl Tasks {
    fn all(&mut self, queue: &Queue, options: &Options, said: &mut Remarks) {
        let on_queue = |at: usize| queue.rows[at].is_queued() || queue.check.delayed.contains(&at);
        let nobody = queue.check.entities == 0;
        for (at, row) in queue.rows.iter().enumerate().filter(|(at, _)| on_queue(*at)) {
            let delayed = queue.check.delayed.contains(&at);
            self.row(row, if delayed { "delayed" } else { "queued" }, said);
        }
        for group in &queue.groups {
            if self.is_full(&group.path, queue.line, said) {
                continue;
            }
            let name = self.names.name(&group.path, None);
            let weight = exact(&Num::frac(i128::from(group.weight), 1024));
            let standing = self.standing(group.running, "queued");
            self.push(&name, &format!("weight={weight}"), &format!("v={}", number(group.v)), standing);
        }
        let asleep = queue.rows.iter().filter(|r| r.is_fair() && !r.is_queued());
        let asleep: Vec<&Row> = asleep.filter(|r| !queue.check.delayed.iter().any(|&at| queue.rows[at].line == r.line)).collect();
        if options.asleep || nobody {
            for row in asleep {
                self.row(row, "asleep", said);
            }
        } else if !asleep.is_empty() {
            let _ = writeln!(
                self.states,
                "# Asleep; their lag is not printed. Without the # in front of both lines a task can be woken:"
            );
            for row in asleep.into_iter().take(MAX_TASKS - self.count.min(MAX_TASKS)) {
                let name = self.names.name(&row.comm, Some(&row.pid));
                let _ = writeln!(self.tasks, "# task {name}{}", nice(row));
                let _ = writeln!(self.states, "# state {name} v={} d={} asleep", number(row.v), number(row.d));
            }
        }
    }

    fn row(&mut self, row: &Row, standing: &'static str, said: &mut Remarks) {
        if self.is_full(&row.comm, row.line, said) {
            return;
        }
        let slice = if row.custom { format!(" slice={}", number(row.slice)) } else { String::new() };
        // A slice that is neither the task's own nor today's base_slice was the base_slice once.
        if !row.custom && row.slice > 0 && self.base_slice != Some(row.slice) {
            self.base_slice = Some(row.slice);
            let _ = writeln!(self.tasks, "base_slice {}", number(row.slice));
        }
        let name = self.names.name(&row.comm, Some(&row.pid));
        let standing = if standing == "queued" { self.standing(row.running, standing) } else { standing };
        let settings = format!("{}{slice}", nice(row));
        self.push(&name, settings.trim_start(), &format!("v={} d={}", number(row.v), number(row.d)), standing);
    }

    /// `running` for the first that runs.
    fn standing(&mut self, running: bool, otherwise: &'static str) -> &'static str {
        if !running || self.running {
            return otherwise;
        }
        self.running = true;
        "running"
    }

    /// Whether there is no room for one more task; says that this one is left out.
    fn is_full(&mut self, name: &str, line: u32, said: &mut Remarks) -> bool {
        self.count += 1;
        if self.count > MAX_TASKS {
            let what = format!("{} is left out: a task too many", legal(name));
            said.push(Remark::new(line, 1, what, format!("at most {MAX_TASKS} tasks")));
        }
        self.count > MAX_TASKS
    }

    fn push(&mut self, name: &str, settings: &str, state: &str, standing: &str) {
        let blank = if settings.is_empty() { "" } else { " " };
        let _ = writeln!(self.tasks, "task {name}{blank}{settings}");
        let _ = writeln!(self.states, "state {name} {state} {standing}");
    }
}

fn nice(row: &Row) -> String {
    if row.nice() == 0 { String::new() } else { format!(" nice={}", row.nice()) }
}

fn in_ms(ns: i64) -> Num {
    Num::frac(i128::from(ns), 1_000_000)
}

/// A time in the scenario's unit.
fn number(ns: i64) -> String {
    exact(&in_ms(ns))
}

//! What is said of a trace: what it holds, what is assumed, and how the picks compare.

use super::TraceDetails;
use super::agree::{Agreement, Share};
use super::gather::{Gathered, Happened, MAX_KEPT_EVENTS, MAX_TRACE_TASKS};
use super::options::SLACK;
use crate::io::import::Options;
use crate::io::import::remark::{Remark, Remarks};
use crate::model::num::Num;
use crate::scenario::limits::MAX_FREE_TEXT;
use crate::scenario::quote::quote;
use crate::sim::Script;
use crate::sim::script::TaskId;

/// Names listed before the rest is counted.
const LISTED: usize = 8;

/// What is not used of a trace.
pub(super) fn remarks(trace: &Gathered, line: u32, said: &mut Remarks) {
    for (name, (count, first)) in &trace.foreign {
        let what = match name.as_str() {
            "" => format!("{} of further events", lines(*count)),
            name => format!("{} of the event {}", lines(*count), quote(name)),
        };
        said.push(Remark::new(
            *first,
            1,
            what,
            "sched_switch, sched_wakeup and others of the scheduler; nothing is done with it",
        ));
    }
    if trace.beyond != 0 {
        let expected = format!("at most {MAX_KEPT_EVENTS} events by {MAX_TRACE_TASKS} tasks; the rest is left out");
        said.push(Remark::new(line, 1, format!("{} events too many", trace.beyond), expected));
    }
    if trace.backwards != 0 {
        let what = format!("{} with a time before that of the event above", lines(trace.backwards));
        said.push(Remark::new(line, 1, what, "times that do not decrease; the events are put in order"));
    }
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line".to_string() } else { format!("{count} lines") }
}

/// The scenario's title.
pub(super) fn title(cpu: u32, span: &(u64, u64)) -> String {
    let title = format!("CPU {cpu} of a trace, {} s to {} s", seconds(span.0), seconds(span.1));
    title.chars().take(MAX_FREE_TEXT).collect()
}

/// ns as seconds with six digits, or nine if they are needed.
fn seconds(ns: u64) -> String {
    let (whole, part) = (ns / 1_000_000_000, ns % 1_000_000_000);
    if part % 1000 == 0 { format!("{whole}.{:06}", part / 1000) } else { format!("{whole}.{part:09}") }
}

/// ns as a duration for people.
fn milliseconds(ns: &Num) -> String {
    let ns = ns.to_i64().unwrap_or(0);
    let text = format!("{}.{:06}", ns / 1_000_000, (ns % 1_000_000).abs());
    format!("{} ms", text.trim_end_matches('0').trim_end_matches('.'))
}

/// What was found and assumed, a sentence each.
pub(super) fn found(trace: &Gathered, details: &TraceDetails, options: &Options) -> Vec<String> {
    let replay = &details.replay;
    let script = &replay.scenario.script;
    let mut out = vec![contents(trace)];
    if details.busy.len() > 1 {
        let why =
            if options.cpu.is_some() { "as asked".to_string() } else { by(options, "the busiest", "; --cpu takes another") };
        out.push(format!("CPU {} of {} is replayed ({why}).", details.cpu, details.busy.len()));
    }
    if trace.outside != 0 {
        out.push(format!("{} events are outside the times that were asked for.", trace.outside));
    }
    if let Some((count, limit)) = &replay.left_out {
        out.push(format!(
            "The scenario ends at {} s: {count} more events do not fit into {limit}{}.",
            seconds(replay.span.1),
            by(options, "", "; --from-time and --to-time choose another part")
        ));
    }
    if !replay.unknown.is_empty() {
        out.push(format!(
            "The state before the trace is unknown: {} {} runnable when it begins, and {} at V with a full request. A task that is \
             woken first starts with no lag.",
            names(script, &replay.unknown),
            if replay.unknown.len() == 1 { "was" } else { "were" },
            if replay.unknown.len() == 1 { "starts" } else { "start" }
        ));
    }
    assumptions(&mut out, script, options);
    if replay.missing_switches + replay.missing_wakeups != 0 {
        out.push(format!(
            "Events are missing: {} switches are from a task that did not run, {} tasks got the CPU without a wake-up; they are woken \
             when they run, and these picks are not compared.",
            replay.missing_switches, replay.missing_wakeups
        ));
    }
    if replay.other_class != 0 {
        out.push(format!(
            "{} switches are to tasks of other classes (real-time, deadline, stop); the fair queue waits meanwhile.",
            replay.other_class
        ));
    }
    agreements(&mut out, details, options);
    out
}

fn contents(trace: &Gathered) -> String {
    let count = |is: fn(&Happened) -> bool| trace.entries.iter().filter(|e| is(&e.what)).count();
    let switches = count(|what| matches!(what, Happened::Switch { .. }));
    let wakeups = count(|what| matches!(what, Happened::Wakeup(..)));
    let ends = trace.entries.first().zip(trace.entries.last());
    let span = ends.map_or(String::new(), |(a, b)| format!(", {} s to {} s", seconds(a.at), seconds(b.at)));
    let no_effect: Vec<String> = trace.no_effect.iter().map(|(name, n)| format!("{} of {name}", lines(*n))).collect();
    let others = if no_effect.is_empty() { String::new() } else { format!(" Not needed: {}.", no_effect.join(", ")) };
    format!("{switches} switches and {wakeups} wake-ups of {} tasks{span}.{others}", trace.tasks.len())
}

fn names(script: &Script, tasks: &[TaskId]) -> String {
    let listed: Vec<&str> = tasks.iter().take(LISTED).map(|t| script.tasks[*t].name.as_str()).collect();
    match tasks.len().saturating_sub(LISTED) {
        0 => listed.join(" "),
        more => format!("{} and {more} more", listed.join(" ")),
    }
}

/// What a trace does not tell.
fn assumptions(out: &mut Vec<String>, script: &Script, options: &Options) {
    let told = |told: bool, how: &str, flag: &str| if told { "as told".to_string() } else { by(options, how, flag) };
    let own: Vec<String> =
        script.tasks.iter().filter_map(|t| t.slice.as_ref().map(|s| format!("{} {}", t.name, milliseconds(s)))).collect();
    let own = if own.is_empty() { by(options, "none has its own", " (--slice NAME=D tells one)") } else { own.join(", ") };
    out.push(format!(
        "base_slice is {} ({}); slices of tasks: {own}. Nice values come from the priorities{}.",
        milliseconds(&script.base_slice),
        told(options.trace.base_slice.is_some(), "what a kernel computes for so many CPUs", "; --base-slice D tells another"),
        if options.trace.nice.is_empty() { ", 0 where none is printed" } else { " or as told" }
    ));
    let ticks = if script.tick.is_zero() {
        "No ticks are simulated".to_string()
    } else {
        format!("A tick comes every {}", milliseconds(&script.tick))
    };
    out.push(format!(
        "{ticks}; a preempted task with no more than {} of its request left counts as having used it up ({}).",
        milliseconds(&script.slack),
        told(
            options.trace.slack.is_some() && script.slack != Num::from(SLACK),
            "the clock of a trace is not the one a kernel charges by",
            "; --slack D tells another"
        )
    ));
}

/// How the picks compare, and which kernel was taken.
fn agreements(out: &mut Vec<String>, details: &TraceDetails, options: &Options) {
    if details.agreements.is_empty() {
        return;
    }
    if !options.by_form {
        table(out, details, options);
    }
    let script = &details.replay.scenario.script;
    let named = script.variant.kernel.name();
    let named =
        if options.kernel.is_some() { format!("{named}, as asked") } else { by(options, named, "; --kernel K names another") };
    let best: Vec<&str> = details.best().into_iter().map(|kernel| kernel.name()).collect();
    out.push(match best[..] {
        [one] => format!("{one} agrees best. The scenario names {named}."),
        _ => format!("This trace does not tell {} apart (less than 1 %). The scenario names {named}.", best.join(", ")),
    });
}

/// A text, and the option of the command line that tells otherwise.
fn by(options: &Options, text: &str, flag: &str) -> String {
    format!("{text}{}", if options.by_form { "" } else { flag })
}

/// The table of shares.
fn table(out: &mut Vec<String>, details: &TraceDetails, options: &Options) {
    out.push(match options.trace.uncorrected {
        false => "Picks for which the model would have chosen the same task. After each it is corrected where the real pick shows that a \
                  vruntime can not be right, so each is a prediction from what was seen before:"
            .to_string(),
        true => "Picks for which the model would have chosen the same task, its vruntimes uncorrected since the unknown beginning:".to_string(),
    });
    out.push(format!("  {:<12} {:>14} {:>8} {:>9} {:>8} {:>16}", "kernel", "same", "share", "goes on", "another", "settled"));
    for agreement in &details.agreements {
        out.push(row(agreement));
    }
    out.push(
        "  (goes on: the model would have let the running task run on; settled: picks after the model had placed, or seen the end of a \
         request of, every task of unknown state)"
            .to_string(),
    );
}

fn row(agreement: &Agreement) -> String {
    let (all, settled) = (agreement.all(), agreement.settled());
    format!(
        "  {:<12} {:>14} {:>8} {:>9} {:>8} {:>16}",
        agreement.kernel.name(),
        format!("{} of {}", all.same, all.all),
        percent(&all),
        all.stays,
        all.other,
        format!("{} of {}", settled.same, settled.all)
    )
}

fn percent(share: &Share) -> String {
    let per_mille = share.per_mille();
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

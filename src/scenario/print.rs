//! The canonical text of a scenario: reading it gives the same scenario.
//!
//! Settings that have their default are left out; numbers count in the scenario's unit where that is an integer or a short
//! decimal, else they are in ns.

use super::event::VERBS;
use super::header::PICKS;
use super::quote::is_invisible;
use super::reader::Reader;
use super::task::{POLICIES, STANDINGS};
use super::words::words;
use super::{Override, Scenario, behaviour, defaults, number};
use crate::model::num::Num;
use crate::sim::Script;
use crate::sim::script::{Action, Event, Picks, Policy, TaskSpec, WeightSpec, Who};
use std::fmt::Write;

/// The canonical text.
pub fn print(scenario: &Scenario) -> String {
    let script = &scenario.script;
    let mut out = String::new();
    if !scenario.title.is_empty() {
        line(&mut out, "title", &scenario.title);
    }
    if let Some(source) = &scenario.source {
        line(&mut out, "source", source);
    }
    header(&mut out, script);
    out.push('\n');
    // Every task notes the base_slice of its time.
    let default = defaults::base_slice(script.variant.kernel, &script.unit);
    let mut base_slice = &default;
    for task in &script.tasks {
        set_base_slice(&mut out, script, &mut base_slice, &task.base_slice);
        line(&mut out, "task", &task_words(script, task));
    }
    set_base_slice(&mut out, script, &mut base_slice, &script.base_slice);
    states(&mut out, script);
    if !script.events.is_empty() {
        out.push('\n');
    }
    events(&mut out, script);
    out
}

fn line(out: &mut String, directive: &str, value: &str) {
    // A line break in a title would start another line of the scenario.
    let value: String = value.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect();
    let _ = writeln!(out, "{directive} {value}");
}

fn header(out: &mut String, script: &Script) {
    let variant = &script.variant;
    line(out, "kernel", variant.kernel.name());
    for patch in &variant.patches {
        line(out, "patch", patch.name);
    }
    if let Some(arith) = variant.arith {
        line(out, "arith", arith.name());
    }
    for (feature, on) in &variant.features {
        line(out, "feature", &format!("{}{}", if *on { "" } else { "NO_" }, feature.name()));
    }
    if script.unit != defaults::unit() {
        line(out, "unit", &unit(&script.unit));
    }
    if script.nice0 != defaults::nice0() {
        line(out, "nice0", &number::write(&script.nice0));
    }
    let kernel = variant.kernel;
    let spans = [
        ("norm_slice", &script.norm_slice, defaults::norm_slice(kernel, &script.unit)),
        ("tick", &script.tick, Num::ZERO),
        ("tick_nsec", &script.tick_nsec, defaults::tick_nsec(kernel, &script.unit, &script.tick)),
        ("vstart", &script.vstart, defaults::vstart(kernel)),
        ("threshold", &script.threshold, Num::ZERO),
        ("slack", &script.slack, Num::ZERO),
    ];
    for (name, value, default) in spans {
        if *value != default {
            line(out, name, &span(script, value));
        }
    }
    if let Some(server) = &script.fair_server {
        line(out, "fair_server", &format!("{} {}", span(script, &server.runtime), span(script, &server.period)));
    }
    if script.slice_end {
        line(out, "slice_end", "on");
    }
    if script.picks != Picks::Own {
        line(out, "picks", PICKS.iter().find(|(_, p)| *p == script.picks).map_or("own", |(name, _)| name));
    }
    if script.in_task {
        line(out, "in_task", "1");
    }
    if script.cpus != 1 {
        line(out, "cpus", &script.cpus.to_string());
    }
    if script.seed != 0 {
        line(out, "seed", &script.seed.to_string());
    }
}

fn set_base_slice<'a>(out: &mut String, script: &Script, now: &mut &'a Num, wanted: &'a Num) {
    if *now != wanted {
        line(out, "base_slice", &span(script, wanted));
        *now = wanted;
    }
}

fn task_words(script: &Script, task: &TaskSpec) -> String {
    let mut text = task.name.clone();
    match &task.weight {
        WeightSpec::Nice(0) => {}
        WeightSpec::Nice(nice) => text += &format!(" nice={nice}"),
        WeightSpec::Weight(weight) => text += &format!(" weight={}", number::write(weight)),
    }
    if let Some(slice) = &task.slice {
        text += &format!(" slice={}", span(script, slice));
    }
    if task.policy != Policy::Normal {
        let name = POLICIES.iter().find(|(_, p)| *p == task.policy).map_or("normal", |(name, _)| name);
        text += &format!(" policy={name}");
    }
    if !task.lag.is_zero() {
        text += &format!(" lag={}", span(script, &task.lag));
    }
    if task.cpu != 0 {
        text += &format!(" cpu={}", task.cpu);
    }
    if let Some(behaviour) = &task.behaviour {
        text += " : ";
        text += &behaviour::text(behaviour, &|ns| span(script, ns), &|task| script.tasks[task].name.clone());
    }
    text
}

fn states(out: &mut String, script: &Script) {
    for state in &script.states {
        let mut text = script.tasks[state.task].name.clone();
        let values = [("v", &state.v), ("d", &state.d), ("vlag", &state.vlag), ("vprot", &state.vprot)];
        for (key, value) in values {
            if let Some(value) = value {
                text += &format!(" {key}={}", span(script, value));
            }
        }
        let standing = STANDINGS.iter().find(|(_, s)| *s == state.standing).map_or("queued", |(name, _)| name);
        line(out, "state", &format!("{text} {standing}"));
    }
}

fn events(out: &mut String, script: &Script) {
    let none = Override::default();
    let mut reader = Reader::new(&none);
    reader.script.variant = script.variant.clone();
    reader.script.unit = script.unit.clone();
    reader.script.nice0 = script.nice0.clone();
    reader.names = script.tasks.iter().enumerate().map(|(id, task)| (task.name.clone(), id)).collect();
    for event in &script.events {
        let _ = write!(out, "at {} ", span(script, &event.at));
        // The author's words, as long as they say what the event does.
        match says(&mut reader, event) {
            true => out.push_str(&event.text),
            false => out.push_str(&event_text(script, &event.action)),
        }
        if let Action::Wake { lag: Some(lag), .. } = &event.action {
            let _ = write!(out, " lag={}", span(script, lag));
        }
        if event.cpu != 0 {
            let _ = write!(out, " cpu={}", event.cpu);
        }
        out.push('\n');
    }
}

/// Whether the words of an event mean its action.
fn says(reader: &mut Reader<'_>, event: &Event) -> bool {
    let words = words(&event.text);
    let Some((verb, args)) = words.split_first() else { return false };
    if !VERBS.contains(&verb.text) || event.text.contains(['\n', '\r']) {
        return false;
    }
    let mut wanted = event.action.clone();
    if let Action::Wake { lag, .. } = &mut wanted {
        *lag = None;
    }
    reader.action(*verb, args).is_some_and(|(action, _)| action == wanted)
}

/// The canonical words of an action, as [`Event::text`] has them.
pub fn event_text(script: &Script, action: &Action) -> String {
    let name = |who: &Who| match who {
        Who::Task(task) => script.tasks[*task].name.as_str(),
        Who::Curr => "@curr",
    };
    match action {
        Action::Wake { who, sync, .. } => format!("wake {}{}", name(who), if *sync { " sync" } else { "" }),
        Action::Fork(who) => format!("fork {}", name(who)),
        Action::Sleep(who) => format!("sleep {}", name(who)),
        Action::Exit(who) => format!("exit {}", name(who)),
        Action::Yield => "yield".to_string(),
        Action::Nice(who, nice) => format!("nice {} {nice}", name(who)),
        Action::Slice(who, slice) => format!("slice {} {}", name(who), span(script, slice)),
        Action::Reweight(who, weight) => format!("reweight {} {}", name(who), number::write(weight)),
        Action::SetLag(who, lag) => format!("setlag {} {}", name(who), span(script, lag)),
        Action::Tick => "tick".to_string(),
        Action::Resched => "resched".to_string(),
        Action::Pick(who) => format!("pick {}", name(who)),
        Action::Idle => "idle".to_string(),
        Action::End => "end".to_string(),
    }
}

/// A duration or virtual time: in units, unless only the number of ns is an integer or short decimal.
fn span(script: &Script, ns: &Num) -> String {
    let units = ns / &script.unit;
    let (text, in_ns) = (number::write(&units), number::write(ns));
    let better = text.contains('/') && !in_ns.contains('/');
    if number::fits(&units) && !better { text } else { format!("{in_ns}ns") }
}

/// The unit itself, in the largest unit of which it is a multiple.
fn unit(ns: &Num) -> String {
    for (name, one) in number::UNITS {
        let count = ns / &Num::from(one);
        if count.is_integer() {
            return format!("{count}{name}");
        }
    }
    format!("{}ns", number::write(ns))
}

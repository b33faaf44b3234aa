//! A workload as a scenario: each task a behaviour.
//!
//! A `resume` wakes every task that has a `suspend` of that name; the model keeps a wake-up of a task that does not wait yet, where
//! rt-app drops it.

use super::super::names::Names;
use super::super::{Options, Remark, Remarks};
use super::json::Place;
use super::workload::{Event, Phase, Task, Workload};
use crate::io::import::remark::several;
use crate::kernels::Kernel;
use crate::model::num::Num;
use crate::scenario::limits::{MAX_CPUS, MAX_ITEMS, MAX_ROWS, MAX_TASKS};
use crate::scenario::quote::quote;
use crate::scenario::{Severity, parse};
use crate::tables::number::exact;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How long a workload without a duration runs, in us.
const DEFAULT_DURATION: i64 = 1_000_000;
/// The shortest that a duration is cut to where its run would be too long, in us.
const SHORTEST: i64 = 1_000;
/// The kernel where none is named: the newest.
const KERNEL: Kernel = Kernel::V7_2;

/// A task that runs: one instance.
struct Instance<'w> {
    name: String,
    task: &'w Task,
}

/// The scenario and what is said about it.
pub(super) fn scenario(
    workload: &Workload,
    options: &Options,
    place: Place,
    said: &mut Remarks,
) -> Result<(String, Vec<String>), Remark> {
    let acting = acting(instances(workload, said), said);
    let cpus = cpus(&acting, said);
    let mut tasks = String::new();
    for (Instance { name, task }, behaviour) in &acting {
        let mut settings = String::new();
        let nice = task.nice.clamp(-20, 19);
        if nice != 0 {
            let _ = write!(settings, " nice={nice}");
        }
        if let Some(slice) = task.slice {
            let _ = write!(settings, " slice={}", ms(slice));
        }
        if let Some(policy) = policy(task).filter(|p| !p.is_empty()) {
            let _ = write!(settings, " policy={policy}");
        }
        if let Some(cpu) = task.cpus.iter().min().filter(|_| cpus > 1) {
            let _ = write!(settings, " cpu={cpu}");
        }
        let _ = writeln!(tasks, "task {name}{settings} : {behaviour}");
    }
    let count = acting.len();
    if count == 0 {
        return Err(place.remark("a workload without a fair task that does anything", "tasks of SCHED_OTHER with run and sleep"));
    }
    let kernel = options.kernel.unwrap_or(KERNEL);
    let mut found = vec![format!("{} on {}", several(count, "task"), several(cpus as usize, "CPU"))];
    if options.kernel.is_none() {
        found.push(format!("kernel {}, the newest that is modelled; the workload names none", kernel.name()));
    }
    found.push("tick 1 ms and the model's base_slice are assumed".to_string());
    if acting.iter().any(|(_, behaviour)| behaviour.contains("wait")) {
        found.push("a resume of a task that does not wait yet is kept for its next suspend; rt-app drops it".to_string());
    }
    let cpus = if cpus > 1 { format!("cpus {cpus}\n") } else { String::new() };
    let head = format!(
        "title An rt-app workload of {}\nkernel {}\n{cpus}unit 1ms\ntick 1\n\n{tasks}\n",
        several(count, "task"),
        kernel.name()
    );
    if workload.duration.is_none() {
        found.push(format!("no duration is given: the scenario ends after {} ms", ms(DEFAULT_DURATION)));
    }
    let wanted = workload.duration.unwrap_or(DEFAULT_DURATION);
    let (text, duration) = fitting(&head, wanted);
    if let Some(wrong) = parse(&text).diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(place.remark(format!("a workload that makes no scenario: {}", wrong.message), wrong.expected.clone()));
    }
    if duration < wanted {
        found.push(format!("cut to {} ms of {}: a longer run has too many steps to look at", ms(duration), ms(wanted)));
    }
    Ok((text, found))
}

/// Whether a scenario can be recorded as a whole.
fn is_short(text: &str) -> bool {
    let parsed = parse(text);
    let script = &parsed.scenario.script;
    let rows = &script.expected_steps() * &Num::from(script.tasks.len() as u64);
    parsed.is_ok() && rows <= Num::from(MAX_ROWS)
}

/// The longest run of at most that duration which is not too long, halving it.
fn fitting(head: &str, wanted: i64) -> (String, i64) {
    let mut duration = wanted;
    loop {
        let text = format!("{head}at {} end\n", ms(duration));
        if duration <= SHORTEST || is_short(&text) {
            return (text, duration);
        }
        duration = (duration / 2).max(SHORTEST);
    }
}

/// The tasks that take part. A policy that is not fair, and a task that only a fork starts, is left out.
fn instances<'w>(workload: &'w Workload, said: &mut Remarks) -> Vec<Instance<'w>> {
    let mut names = Names::default();
    let mut instances = Vec::new();
    for task in &workload.tasks {
        let left_out = |why: String, expected: String| {
            let what = format!("the task {} is left out: {why}", quote(&task.name));
            Remark::new(task.line, task.column, what, expected)
        };
        if policy(task).is_none() {
            let expected = "SCHED_OTHER, SCHED_BATCH or SCHED_IDLE".to_string();
            said.push(left_out(format!("its policy is {}", quote(&task.policy)), expected));
            continue;
        }
        if task.instances == 0 {
            said.push(left_out("it has no instance until it is forked".into(), "instance 1 or more".into()));
            continue;
        }
        if !(-20..=19).contains(&task.nice) {
            let what = format!("the priority of {} is {}", quote(&task.name), task.nice);
            said.push(Remark::new(task.line, task.column, what, "a nice value from -20 to 19; the nearest is taken"));
        }
        for n in 0..task.instances {
            if instances.len() == MAX_TASKS {
                said.push(left_out("a task too many".into(), format!("at most {MAX_TASKS} tasks")));
                break;
            }
            let wanted = if task.instances > 1 { format!("{}-{n}", task.name) } else { task.name.clone() };
            instances.push(Instance { name: names.name(&wanted, None), task });
        }
    }
    instances
}

/// How the language calls a fair policy; empty for the usual one, `None` for one that is not fair.
fn policy(task: &Task) -> Option<&'static str> {
    match task.policy.as_str() {
        "SCHED_OTHER" | "SCHED_NORMAL" => Some(""),
        "SCHED_BATCH" => Some("batch"),
        "SCHED_IDLE" => Some("idle"),
        _ => None,
    }
}

/// Those that do something that takes time, and what. Whoever is left out is not woken by the others either.
fn acting<'w>(mut instances: Vec<Instance<'w>>, said: &mut Remarks) -> Vec<(Instance<'w>, String)> {
    loop {
        let waiters = waiters(&instances);
        let mut remarks = Vec::new();
        let behaviours: Vec<_> = instances.iter().map(|instance| behaviour(instance, &waiters, &mut remarks)).collect();
        if behaviours.iter().all(Option::is_some) {
            remarks.into_iter().for_each(|remark| said.push(remark));
            return instances.into_iter().zip(behaviours.into_iter().flatten()).collect();
        }
        let mut does = behaviours.iter().map(Option::is_some);
        instances.retain(|Instance { task, .. }| {
            let stays = does.next().unwrap_or(false);
            if !stays {
                let what = format!("the task {} does nothing that takes time", quote(&task.name));
                said.push(Remark::new(task.line, task.column, what, "a run, sleep, timer or suspend in it"));
            }
            stays
        });
    }
}

/// How many CPUs the tasks name. Where all name the same one, one is enough.
fn cpus(acting: &[(Instance<'_>, String)], said: &mut Remarks) -> u32 {
    let mut named: Vec<u32> = acting.iter().filter_map(|(i, _)| i.task.cpus.iter().min().copied()).collect();
    named.sort_unstable();
    named.dedup();
    let (Some(last), 2..) = (named.last(), named.len()) else { return 1 };
    let first = acting.iter().map(|(i, _)| i.task).find(|t| !t.cpus.is_empty()).map(|t| (t.line, t.column));
    let (line, column) = first.unwrap_or((1, 1));
    if *last >= MAX_CPUS {
        said.push(Remark::new(line, column, format!("CPU {last}"), format!("CPUs below {MAX_CPUS}; all tasks are put on one")));
        return 1;
    }
    let what = "cpus only says where a task starts: a wake-up may move it";
    said.push(Remark::new(line, column, what, "all tasks on one CPU, to be exact"));
    last + 1
}

/// Who waits on which name. A suspend without one waits on the task's own.
fn waiters<'w>(instances: &'w [Instance<'w>]) -> BTreeMap<String, Vec<String>> {
    let mut waiters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Instance { name, task } in instances {
        let waits = |event: &'w Event| match event {
            Event::Wait(on) => Some(if on.is_empty() { &task.name } else { on }),
            _ => None,
        };
        let names: BTreeSet<&String> = task.phases.iter().flat_map(|p| &p.events).filter_map(waits).collect();
        for on in names {
            waiters.entry(on.clone()).or_default().push(name.clone());
        }
    }
    waiters
}

/// What a task does, in the scenario's words; `None` if that takes no time.
fn behaviour(instance: &Instance<'_>, waiters: &BTreeMap<String, Vec<String>>, said: &mut Vec<Remark>) -> Option<String> {
    let task = instance.task;
    let mut phases: Vec<String> = Vec::new();
    // The loop around all and the delay are things to do, too.
    let mut items = 2;
    let mut endless = false;
    for phase in &task.phases {
        let room = MAX_ITEMS - 1 - items;
        let mut events: Vec<String> =
            phase.events.iter().flat_map(|event| words(event, instance, waiters)).take(room + 1).collect();
        if events.is_empty() || phase.rounds == Some(0) {
            continue;
        }
        let cut = events.len() > room;
        if endless || cut {
            let what = format!("the end of the task {} is never reached, or too long", quote(&task.name));
            said.push(Remark::new(task.line, task.column, what, format!("at most {MAX_ITEMS} events, a loop of -1 last")));
        }
        events.truncate(room);
        if endless || events.is_empty() {
            break;
        }
        items += events.len() + 1;
        endless = phase.rounds.is_none() && takes_time(phase);
        let rounds = if phase.rounds.is_none() && !endless { Some(1) } else { phase.rounds };
        phases.push(repeated(rounds, &events.join("; ")));
        if cut || items >= MAX_ITEMS - 1 {
            break;
        }
    }
    let timed = task.phases.iter().any(takes_time);
    if phases.is_empty() || task.rounds == Some(0) || (!timed && task.rounds.is_none()) {
        return None;
    }
    let once = phases.join("; ");
    // What already goes on for ever is not repeated.
    let all = if endless { once } else { repeated(task.rounds, &once) };
    Some(if task.delay > 0 { format!("sleep {}; {all}", ms(task.delay)) } else { all })
}

fn takes_time(phase: &Phase) -> bool {
    phase.rounds != Some(0)
        && phase.events.iter().any(|e| matches!(e, Event::Run(_) | Event::Sleep(_) | Event::Timer(_) | Event::Wait(_)))
}

fn repeated(rounds: Option<u32>, what: &str) -> String {
    match rounds {
        Some(1) => what.to_string(),
        Some(rounds) => format!("loop {rounds} {{ {what} }}"),
        None => format!("loop {{ {what} }}"),
    }
}

/// An event in the scenario's words; a wake-up of nobody is none.
fn words(event: &Event, instance: &Instance<'_>, waiters: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let others = |on: &String| {
        let all = waiters.get(on).into_iter().flatten();
        all.filter(|name| **name != instance.name).map(|name| format!("wake {name}"))
    };
    match event {
        Event::Run(us) => vec![format!("run {}", ms(*us))],
        Event::Sleep(us) => vec![format!("sleep {}", ms(*us))],
        Event::Timer(us) => vec![format!("timer {}", ms(*us))],
        Event::Wait(_) => vec!["wait".to_string()],
        Event::WakeAll(on) => others(on).take(MAX_ITEMS).collect(),
        Event::WakeOne(on) => others(on).take(1).collect(),
        Event::Yield => vec!["yield".to_string()],
    }
}

fn ms(us: i64) -> String {
    exact(&Num::frac(us.into(), 1_000))
}

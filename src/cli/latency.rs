//! `latency`: how long tasks wait after each wake-up, in one run or several, beside what a mail measured.

use super::input::{self, read};
use super::{Done, Failure, LatencyArgs, complain, cut, variant};
use crate::chart::{Frame, Histograms, Theme};
use crate::scenario::gallery::measured;
use crate::scenario::quote::quote;
use crate::scenario::{Entry, Override, Scenario};
use crate::sim::Script;
use crate::stats::{Histogram, latencies};
use crate::tables::latency::{Run, Unit, measured_tasks, text};
use clap::ValueEnum;
use std::io::Write;

/// What to print.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A table for each task
    Table,
    /// The histograms of one task as a picture
    Svg,
}

/// Runs every scenario under every variant and prints a table for each task.
pub(super) fn latency(out: &mut impl Write, args: &LatencyArgs) -> Result<Done, Failure> {
    let variants = variants(args)?;
    let mut told = Vec::new();
    let mut scenarios = Vec::new();
    for name in &args.scenarios {
        let input = input::scenario(name)?;
        for (spec, over) in &variants {
            let label = if spec.is_empty() { input.name.clone() } else { spec.clone() };
            scenarios.push((name, label, read(&input, over.clone(), &mut told)?));
        }
    }
    let tasks = tasks(args, &scenarios[0].2.script);
    for (name, _, scenario) in &scenarios {
        if let Some(task) = tasks.iter().find(|task| place(&scenario.script, task).is_none()) {
            return Err(Failure::Input(format!("{name}: no task {}, expected one that all scenarios have", quote(task))));
        }
    }
    let runs: Vec<_> = scenarios.iter().map(|(_, _, scenario)| latencies(&scenario.script)).collect();
    for ((name, label, scenario), run) in scenarios.iter().zip(&runs) {
        let what = if variants.len() > 1 { format!("the run on {label}") } else { "the run".to_string() };
        told.extend(run.stopped.as_ref().map(|cut| cut::told(name, &what, &scenario.script, cut)));
    }
    complain(&told.concat());
    let unit = Unit::of(&scenarios[0].2);
    let mut is_measured = false;
    let mut tables = Vec::new();
    for task in &tasks {
        let run = |((name, label, scenario), run): (&(&String, String, Scenario), &crate::stats::Measured)| {
            let measured = Entry::from_key(name).and_then(Entry::measured).filter(|m| m.task == task && variants[0].0.is_empty());
            let label = measured.map_or(label.clone(), |m| m.label.to_string());
            let latencies = place(&scenario.script, task).map(|p| run.latencies[p].clone()).unwrap_or_default();
            Run { label, latencies, measured }
        };
        let columns: Vec<Run> = scenarios.iter().zip(&runs).map(run).collect();
        is_measured |= columns.iter().any(|run| run.measured.is_some());
        tables.push((task, columns));
    }
    if args.format == Format::Svg {
        let [(task, runs)] = &tables[..] else {
            let names: Vec<_> = tasks.iter().map(String::as_str).collect();
            return Err(Failure::Input(format!(
                "--format svg: {} tasks, expected --task with one of {}",
                tasks.len(),
                names.join(" ")
            )));
        };
        out.write_all(picture(task, runs, &unit).as_bytes())?;
        return Ok(Done::Well);
    }
    for (i, (task, columns)) in tables.iter().enumerate() {
        write!(out, "{}{}", if i == 0 { "" } else { "\n" }, text(task, columns, &unit))?;
    }
    if is_measured {
        write!(out, "\n{}\n{}", measured::CAUTION, measured::REVIEW)?;
    }
    Ok(Done::Well)
}

/// The histogram of each run.
fn picture(task: &str, runs: &[Run], unit: &Unit) -> String {
    let (ns, name) = unit.ns();
    let runs: Vec<_> = runs.iter().map(|run| (run.label.clone(), Histogram::of(&run.latencies, &ns))).collect();
    let frame = Frame::new(Histograms::comfortable_width(&runs).ceil(), 320.0, 1.0);
    Histograms { runs: &runs, unit: name, frame }.svg(&format!("Wake-up latency of {task}, simulated"), &Theme::light())
}

/// The variants asked for, with what they are called; as written if none.
fn variants(args: &LatencyArgs) -> Result<Vec<(String, Override)>, Failure> {
    let asked = [("--a", &args.a), ("--b", &args.b)];
    let read = |(option, spec): (&str, &String)| Ok((spec.clone(), variant(option, spec)?));
    let given: Vec<_> = asked.into_iter().filter_map(|(option, spec)| spec.as_ref().map(|s| (option, s))).collect();
    match given.is_empty() {
        true => Ok(vec![(String::new(), Override::default())]),
        false => given.into_iter().map(read).collect(),
    }
}

fn place(script: &Script, task: &str) -> Option<usize> {
    script.tasks.iter().position(|t| t.name == task)
}

/// Those asked for; else those whose latency is what people measure.
fn tasks(args: &LatencyArgs, script: &Script) -> Vec<String> {
    match args.tasks.is_empty() {
        false => args.tasks.clone(),
        true => measured_tasks(script).into_iter().map(|task| script.tasks[task].name.clone()).collect(),
    }
}

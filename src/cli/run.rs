//! `run`: a scenario to its table, trace or reasons.

use super::input;
use super::picture::{not_to_a_terminal, png, svg};
use super::usage::once;
use super::{Done, Failure, RunArgs, complain, cut};
use crate::checks::Checks;
use crate::explain::{step_text, why_text, wrap};
use crate::io::export::{csv, jsonl, markdown, perfetto};
use crate::scenario::quote::{excerpt, quote};
use crate::scenario::{Override, Scenario};
use crate::sim::{self, Recording};
use crate::tables::permute::permute;
use crate::tables::print::{MAIL_WIDTH, print};
use crate::tables::table::default_columns;
use crate::tables::{Column, Heading, Table, setup, table};
use clap::ValueEnum;
use std::io::Write;

/// What to print of a run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// The worked table as plain text of at most 78 columns
    Table,
    /// One JSON object a step, as recorded from kernels
    Jsonl,
    /// The worked table as comma-separated exact numbers
    Csv,
    /// The worked table in Markdown
    Md,
    /// One step, --step N: its row, and its reasons
    Step,
    /// Each step's reasons, with formulas and their numbers
    Why,
    /// Named invariants: kept or broken, each violation with its step and numbers
    Checks,
    /// The orders in which the first tasks can join, and what each leads to
    Orders,
    /// The timelines as a picture: who runs, vruntime, lag, V and J
    Svg,
    /// The same, rasterised
    Png,
    /// A trace that Perfetto opens: who ran when, and each curve as a counter
    Perfetto,
}

impl Format {
    fn has_columns(self) -> bool {
        matches!(self, Format::Table | Format::Step | Format::Csv | Format::Md)
    }

    fn is_picture(self) -> bool {
        matches!(self, Format::Svg | Format::Png)
    }
}

/// Runs a scenario and prints it.
pub(super) fn run(out: &mut impl Write, args: &RunArgs) -> Result<Done, Failure> {
    if args.columns.is_some() && !args.format.has_columns() {
        return Err(Failure::Input(
            "--columns with a format that has none, expected --format table, step, csv or md".to_string(),
        ));
    }
    if args.step.is_some() && args.format != Format::Step && !args.format.is_picture() {
        return Err(Failure::Input("--step with a format of all steps, expected --format step, svg or png".to_string()));
    }
    if !args.charts.is_empty() && !args.format.is_picture() {
        return Err(Failure::Input("--chart with a format that has none, expected --format svg or png".to_string()));
    }
    let columns = args.columns.as_deref().map(columns_of).transpose()?;
    let scenario = read(args)?;
    let recording = sim::run(&scenario.script);
    if let Some(cut) = &recording.stopped {
        complain(&cut::told(&args.scenario, "the run", &scenario.script, cut));
    }
    unknown_task(columns.iter().flatten(), &recording)?;
    let step = step_of(args, &recording)?;
    let Some(path) = args.output.as_ref().filter(|path| path.as_os_str() != "-") else {
        if args.format == Format::Png {
            not_to_a_terminal()?;
        }
        return print_as(out, args, columns, step, &scenario, &recording);
    };
    let name = input::label(&path.to_string_lossy());
    let fail = |error: std::io::Error| Failure::Input(format!("{name}: {error}, expected a file that can be written"));
    // The file is touched only once there is something to put into it.
    let mut text = Vec::new();
    let done = print_as(&mut text, args, columns, step, &scenario, &recording)?;
    std::fs::write(path, text).map_err(fail)?;
    Ok(done)
}

fn read(args: &RunArgs) -> Result<Scenario, Failure> {
    if args.patches.len() > 1 && args.patches.iter().any(|named| named.0.is_none()) {
        return Err(Failure::Input("--patch none beside other patches, expected one or the other".to_string()));
    }
    once("--patch", args.patches.iter().filter_map(|named| named.0).map(|patch| patch.name))?;
    once("--feature", args.features.iter().map(|(feature, _)| feature.name()))?;
    let variant = Override {
        kernel: args.kernel,
        patches: (!args.patches.is_empty()).then(|| args.patches.iter().filter_map(|named| named.0).collect()),
        features: args.features.clone(),
        arith: args.arith,
    };
    let mut told = Vec::new();
    let scenario = input::read(&input::scenario(&args.scenario)?, variant, &mut told)?;
    complain(&told.concat());
    Ok(scenario)
}

/// The columns that `--columns` names.
pub(super) fn columns_of(list: &str) -> Result<Vec<Heading>, Failure> {
    table::parse_columns(list).map_err(|name| {
        let known: Vec<_> = Column::ALL.iter().map(|c| c.header()).collect();
        let (name, known) = (quote(&name), known.join(","));
        Failure::Input(format!("--columns: no column {name}, expected some of {known}, or TASK.COLUMN"))
    })
}

/// Complains about a column of a task that does not exist.
pub(super) fn unknown_task<'a>(columns: impl Iterator<Item = &'a Heading>, recording: &Recording) -> Result<(), Failure> {
    let is_known = |heading: &&Heading| heading.task.as_ref().is_none_or(|t| recording.tasks.iter().any(|k| k.name == *t));
    let mut unknown = columns.filter(|heading| !is_known(heading));
    unknown.next().map_or(Ok(()), |heading| {
        let names: Vec<_> = recording.tasks.iter().map(|t| t.name.as_str()).collect();
        let expected = excerpt(&names.join(" "), 400);
        Err(Failure::Input(format!("--columns: no task of {}, expected one of {expected}", quote(&heading.text))))
    })
}

/// The step that `--step` names, counted from 0; the last unless it is given.
fn step_of(args: &RunArgs, recording: &Recording) -> Result<usize, Failure> {
    let steps = recording.len();
    match args.step {
        None if args.format == Format::Step => {
            Err(Failure::Input(format!("--format step without --step, expected 1 to {steps}")))
        }
        None => Ok(steps.saturating_sub(1)),
        Some(step) if (1..=steps).contains(&step) => Ok(step - 1),
        Some(step) => Err(Failure::Input(format!("--step {step}: the run has {steps} steps, expected 1 to {steps}"))),
    }
}

/// Most rows of a table that is set as a whole: more than anybody reads, in half a gigabyte of memory.
const MOST_ROWS: usize = 400_000;

/// A run's table; says so where it has more rows than `most`.
fn first_rows(recording: &Recording, columns: Vec<Heading>, most: usize, file: &str) -> Table {
    let table = Table::first(recording, columns, most);
    let last = table.rows.last().filter(|_| table.rows.len() == most);
    if last.is_some_and(|last| last.step + 1 < recording.len()) {
        let file = input::label(file);
        complain(&format!("{file}: warning: the table ends after {most} rows; --format csv and jsonl have all"));
    }
    table
}

fn print_as(
    out: &mut impl Write,
    args: &RunArgs,
    columns: Option<Vec<Heading>>,
    step: usize,
    scenario: &Scenario,
    recording: &Recording,
) -> Result<Done, Failure> {
    let columns = columns.unwrap_or_else(|| default_columns(recording));
    let table = || first_rows(recording, columns.clone(), MOST_ROWS, &args.scenario);
    let picture = || svg(&[(scenario, recording, step)], &args.charts);
    match args.format {
        Format::Jsonl => jsonl::write(out, &scenario.script, recording)?,
        Format::Csv => csv::stream(out, recording, columns)?,
        Format::Md => markdown::write(out, &table())?,
        Format::Why => out.write_all(why_text(recording).as_bytes())?,
        Format::Perfetto => perfetto::write(out, &scenario.title, recording)?,
        Format::Checks => {
            let report = Checks::of(&scenario.script, recording);
            out.write_all(report.text(recording).as_bytes())?;
            if report.is_broken() {
                return Ok(Done::Differs);
            }
        }
        Format::Orders => {
            let orders = permute(&scenario.script).map_err(|cannot| Failure::Input(format!("--format orders: {cannot}")))?;
            write!(out, "{orders}")?;
        }
        Format::Svg => out.write_all(picture().as_bytes())?,
        Format::Png => out.write_all(&png(&picture())?)?,
        Format::Step => {
            let text = step_text(recording, &columns, step).map_err(|wide| Failure::Input(wide.to_string()))?;
            out.write_all(text.as_bytes())?;
        }
        Format::Table => {
            let text = print(&table(), MAIL_WIDTH).map_err(|wide| Failure::Input(wide.to_string()))?;
            let mut above = String::new();
            setup::lines(scenario).iter().for_each(|line| wrap(line, 0, 2, &mut above));
            write!(out, "{above}\n{text}")?;
        }
    }
    Ok(Done::Well)
}

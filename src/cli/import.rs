//! `import`: what people paste, as a scenario.
//!
//! The scenario goes to standard output, what was found and what was not understood to standard error.

use super::import_table::TableArgs;
use super::import_trace::TraceArgs;
use super::{Done, Failure, complain, input};
use crate::io::import::limits::MAX_BYTES;
use crate::io::import::{Kind, Options, Refused, Remarks, import as read};
use crate::kernels::Kernel;
use crate::scenario::parse;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::Write;

/// The arguments.
#[derive(Args)]
#[command(after_help = "What was found and what was not understood is told on standard error.\n\
    Example:\n  eevdf-lab import dump.txt --cpu 3 > dump.eevdf && eevdf-lab run dump.eevdf")]
pub(super) struct ImportArgs {
    /// Any text: a dump, a workload, a trace, or a mail with one of them in it; `-` is standard input
    #[arg(value_name = "FILE|-")]
    file: String,
    /// Take the whole text for this, instead of looking what it holds
    #[arg(long, value_name = "KIND")]
    from: Option<Kind>,
    /// Name this kernel in the scenario, instead of the one guessed (of a table: named above it, or ideal); not of a scenario
    #[arg(long, value_name = "K")]
    kernel: Option<Kernel>,
    /// sched-debug and traces: this CPU, instead of the one with most tasks (of a trace: the busiest)
    #[arg(long, value_name = "N", value_parser = super::usage::cpu, allow_hyphen_values = true)]
    cpu: Option<u32>,
    /// sched-debug: the queue of this group, instead of the root queue
    #[arg(long, value_name = "PATH")]
    queue: Option<String>,
    /// sched-debug: let tasks that sleep take part, too
    #[arg(long)]
    asleep: bool,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    trace: TraceArgs,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Kind] {
        &Kind::NAMED
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.title()))
    }
}

/// Kinds of text that take the same options, and what they are called.
type Takers = (&'static str, &'static [Kind]);
const TABLES: Takers = ("a worked table", &[Kind::Table]);
const QUEUES: Takers = ("a sched_debug dump", &[Kind::SchedDebug]);
const WORKLOADS: Takers = ("an rt-app workload", &[Kind::RtApp]);
const TRACES: Takers = ("a trace", &[Kind::Ftrace, Kind::PerfScript, Kind::Timehist]);

impl ImportArgs {
    /// Refuses options that say nothing of such a text.
    fn fit(&self, kind: Kind) -> Result<(), Failure> {
        let own: [(&str, bool, &[Takers]); 4] = [
            ("--kernel", self.kernel.is_some(), &[QUEUES, WORKLOADS, TRACES, TABLES]),
            ("--cpu", self.cpu.is_some(), &[QUEUES, TRACES]),
            ("--queue", self.queue.is_some(), &[QUEUES]),
            ("--asleep", self.asleep, &[QUEUES]),
        ];
        let own = own.into_iter().filter(|(_, given, _)| *given).map(|(name, _, takers)| (name, takers));
        let of_tables = self.table.given().map(|name| (name, &[TABLES][..]));
        let of_traces = self.trace.given().map(|name| (name, &[TRACES][..]));
        let takes = |takers: &[Takers]| takers.iter().any(|(_, kinds)| kinds.contains(&kind));
        match own.chain(of_tables).chain(of_traces).find(|(_, takers)| !takes(takers)) {
            None => Ok(()),
            Some((name, takers)) => {
                let takers: Vec<_> = takers.iter().map(|(title, _)| *title).collect();
                Err(Failure::Input(format!("{name} with {}, expected it with {}", kind.title(), takers.join(" or "))))
            }
        }
    }
}

/// Imports a file and prints the scenario.
pub(super) fn import(out: &mut impl Write, args: &ImportArgs) -> Result<Done, Failure> {
    let input = input::file_up_to(&args.file, MAX_BYTES as u64)?;
    let options = Options {
        from: args.from,
        kernel: args.kernel,
        cpu: args.cpu,
        queue: args.queue.clone(),
        asleep: args.asleep,
        trace: args.trace.options(),
        table: args.table.told()?,
        by_form: false,
    };
    match read(&input.text, &options) {
        Ok(imported) => {
            args.fit(imported.kind)?;
            // A scenario's mistakes are its writer's; what is printed can be run.
            if !parse(&imported.scenario).is_ok() {
                return Err(Failure::Input(remarks(&input.name, &imported.said)));
            }
            let mut said = format!("{}:{}: {}\n", input.name, imported.lines.0, imported.kind.title());
            for sentence in &imported.found {
                let _ = writeln!(said, "  {sentence}");
            }
            said.push_str(&remarks(&input.name, &imported.said));
            complain(&said);
            out.write_all(imported.scenario.as_bytes())?;
            Ok(Done::Well)
        }
        Err(Refused { why, said, .. }) => Err(Failure::Input(format!("{}{}:{why}", remarks(&input.name, &said), input.name))),
    }
}

fn remarks(file: &str, said: &Remarks) -> String {
    let mut text: String = said.kept().iter().map(|remark| format!("{file}:{remark}\n")).collect();
    if said.dropped() > 0 {
        let _ = writeln!(text, "{file}: {} more", said.dropped());
    }
    text
}

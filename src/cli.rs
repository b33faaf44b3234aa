//! The command line: the arguments, and which exit status a command ends with.
//!
//! Owns argument names and help texts; each command's work is in a file of its own below `cli/`. Exit status: 0 done (warnings
//! included), 1 differences found or invariants broken, 2 bad input or usage, told on standard error.

mod check;
mod compare;
mod cut;
mod diagram;
mod import;
mod import_table;
mod import_trace;
mod input;
mod latency;
mod link;
mod list;
mod picture;
mod run;
mod usage;

use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use crate::scenario::quote::{quote, tame};
use crate::scenario::{Diagnostic, Override, parse_spec};
use clap::builder::PossibleValue;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Step through EEVDF scheduling decisions: worked tables, and the reason behind each pick.
#[derive(Parser)]
#[command(name = "eevdf-lab", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Exit status: 0 done, 1 differences found or invariants broken, 2 bad input or usage.\n\
    A scenario is a small text; `eevdf-lab list scenarios` names the built-in ones.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List the built-in scenarios, and the kernels, patches and features a scenario can name
    List {
        /// Only these
        #[arg(value_name = "WHAT")]
        what: Option<list::What>,
    },
    /// Run a scenario and print what happened
    Run(RunArgs),
    /// Run a scenario under two variants: where they differ first, why, and what it costs
    Compare(CompareArgs),
    /// Run scenarios without recording them and print how long their tasks wait after each wake-up
    Latency(LatencyArgs),
    /// Find the worked tables in a mail, replay them and print every cell that differs
    #[command(after_help = "The placement rule, weights, lags and run times are inferred from the table, and printed.\n\
        Exit status: 0 if all cells agree, 1 if some differ, 2 if there is no table or it can not be replayed.")]
    Check {
        /// A text with tables in it, quoted or not; `-` is standard input
        #[arg(value_name = "FILE|-")]
        file: String,
        /// Replay them on this variant, instead of the one named above each, or else ideal:
        /// `KERNEL[+PATCH..][,FEATURE..][,arith=exact]`
        #[arg(long, value_name = "SPEC")]
        kernel: Option<String>,
    },
    /// Draw who runs when, and each entity's span from vruntime to deadline
    Diagram(DiagramArgs),
    /// Turn a sched_debug dump, an rt-app workload, a trace or a mail with a table into a scenario
    Import(Box<import::ImportArgs>),
    /// Print a link that opens a scenario in the page
    Link(LinkArgs),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    eevdf-lab run m4-sum-jlag\n  \
    eevdf-lab run my.eevdf --kernel v7.2 --feature NO_RUN_TO_PARITY --format why\n  \
    eevdf-lab run my.eevdf --columns time,event,V,A.lag,B.lag\n\n\
    Exit status: 0 done, 1 if --format checks finds an invariant broken, 2 bad input or usage.")]
struct RunArgs {
    /// The scenario: a file, a name from `list scenarios`, or `-` for standard input
    #[arg(value_name = "FILE|-")]
    scenario: String,
    /// Run on this kernel instead of the scenario's
    #[arg(long, value_name = "K")]
    kernel: Option<Kernel>,
    /// With this patch; may repeat. Replaces the scenario's patches; `none` only takes them away
    #[arg(long = "patch", value_name = "P", value_parser = parse_patch)]
    patches: Vec<NamedPatch>,
    /// With this feature switched: NAME or NO_NAME; may repeat. Has the last word over the scenario's
    #[arg(long = "feature", value_name = "F", value_parser = parse_feature)]
    features: Vec<(FeatureFlag, bool)>,
    /// Compute with these numbers instead of the kernel's own
    #[arg(long, value_name = "A")]
    arith: Option<ArithKind>,
    /// What to print
    #[arg(long, value_name = "F", default_value = "table")]
    format: run::Format,
    /// Which step, counted from 1: of step, and where the cursor of a picture stands
    #[arg(long, value_name = "N", value_parser = usage::step, allow_hyphen_values = true)]
    step: Option<usize>,
    /// Only this chart of a picture; may repeat
    #[arg(long = "chart", value_name = "C")]
    charts: Vec<picture::Chart>,
    /// Columns of table, step, csv and md: time,event,V or T2.lag for one task's
    #[arg(long, value_name = "C,..")]
    columns: Option<String>,
    /// Write to this file instead of standard output, which `-` is
    #[arg(short, long = "output", value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    eevdf-lab link my.eevdf --step 7 --base-url https://example.org/eevdf-lab/\n  \
    eevdf-lab link k-v-backward --a tip-2026-03 --b tip-2026-03+lag-floor\n  \
    eevdf-lab link --read 'https://example.org/eevdf-lab/#v=1&s=m4-sum-jlag&step=7' > linked.eevdf\n\n\
    SPEC is KERNEL[+PATCH..][,FEATURE..][,arith=exact]. With --read, exit status 1 says that the state is another one by now.")]
struct LinkArgs {
    /// The scenario: a file, a name from `list scenarios`, or `-` for standard input
    #[arg(value_name = "FILE|-", required_unless_present = "read")]
    scenario: Option<String>,
    /// Open it at this step of lane A, counted from 1 as the page does
    #[arg(long, value_name = "N", value_parser = usage::step, allow_hyphen_values = true)]
    step: Option<usize>,
    /// Under this variant instead of its own
    #[arg(long, value_name = "SPEC")]
    a: Option<String>,
    /// With this variant beside it
    #[arg(long, value_name = "SPEC")]
    b: Option<String>,
    /// Only the lane, without the page around it: for a frame in another page
    #[arg(long)]
    embed: bool,
    /// Print what a link says instead, as a scenario with its settings in comments: a URL, or what follows its `#`
    #[arg(long, value_name = "LINK", conflicts_with_all = ["scenario", "step", "a", "b", "embed", "base_url"])]
    read: Option<String>,
    /// Where the page is; without it only what follows the address is printed
    #[arg(long, value_name = "URL", default_value = "", value_parser = link::address)]
    base_url: String,
}

#[derive(Args)]
#[command(after_help = "SPEC is a kernel, its patches, and what is switched: KERNEL[+PATCH..][,FEATURE..][,arith=exact]\n\n\
    Examples:\n  \
    eevdf-lab compare k-m4-sum-jlag --a v6.19-rc1 --b v6.19-rc1+sum-jlag\n  \
    eevdf-lab compare my.eevdf --b v7.2,NO_DELAY_DEQUEUE --columns time,event,curr,A.lag\n\n\
    Exit status: 0 no difference, 1 some difference, 2 bad input or usage.")]
struct CompareArgs {
    /// The scenario: a file, a name from `list scenarios`, or `-` for standard input
    #[arg(value_name = "FILE|-")]
    scenario: String,
    /// The baseline; unless given, as the scenario says
    #[arg(long, value_name = "SPEC")]
    a: Option<String>,
    /// What it is compared with; built-in scenarios may propose one
    #[arg(long, value_name = "SPEC")]
    b: Option<String>,
    /// What to print
    #[arg(long, value_name = "F", default_value = "text")]
    format: compare::Format,
    /// Only this chart of a picture; may repeat
    #[arg(long = "chart", value_name = "C")]
    charts: Vec<picture::Chart>,
    /// Columns of the tables: time,event,V or T2.lag for one task's
    #[arg(long, value_name = "C,..")]
    columns: Option<String>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    eevdf-lab latency m1-cyclictest-default m1-cyclictest-slices m1-cyclictest-lag-floor\n  \
    eevdf-lab latency my.eevdf --a tip-2026-03 --b tip-2026-03+lag-floor --task ct\n\n\
    Without --task: the tasks that wake by a timer, or else all. Percentiles are by nearest rank.")]
struct LatencyArgs {
    /// Scenarios: files, names from `list scenarios`, or `-` for standard input
    #[arg(value_name = "FILE|-", required = true)]
    scenarios: Vec<String>,
    /// Run each under this variant
    #[arg(long, value_name = "SPEC")]
    a: Option<String>,
    /// And under this one
    #[arg(long, value_name = "SPEC")]
    b: Option<String>,
    /// Only of this task; may repeat
    #[arg(long = "task", value_name = "NAME")]
    tasks: Vec<String>,
    /// What to print
    #[arg(long, value_name = "F", default_value = "table")]
    format: latency::Format,
}

#[derive(Args)]
#[command(after_help = "Example:\n  eevdf-lab diagram -e 0,1024,6 -e 1,1024,2 -e 2,1024,18 -v 19")]
struct DiagramArgs {
    /// An entity's vruntime, weight (nice 0 is 1024) and request; may repeat
    #[arg(short = 'e', long = "entity", value_name = "v,w,r", num_args = 1.., required = true)]
    entities: Vec<String>,
    /// Stop after the pick at which V has reached this
    #[arg(short = 'v', long = "until", value_name = "V", default_value_t = crate::tables::diagram::DEFAULT_LIMIT,
        value_parser = usage::limit, allow_hyphen_values = true)]
    limit: u64,
    /// Pick by deadline alone, without the eligibility test
    #[arg(short = 'n', long)]
    no_eligibility: bool,
}

impl ValueEnum for Kernel {
    fn value_variants<'a>() -> &'a [Kernel] {
        &Kernel::ALL
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.meaning()))
    }
}

impl ValueEnum for ArithKind {
    fn value_variants<'a>() -> &'a [ArithKind] {
        &[ArithKind::Exact, ArithKind::Kernel]
    }
    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

/// What `--patch` names; nothing for `none`.
#[derive(Clone)]
struct NamedPatch(Option<Patch>);

fn parse_patch(name: &str) -> Result<NamedPatch, String> {
    if name == "none" {
        return Ok(NamedPatch(None));
    }
    let known = || Patch::all().map(|p| p.name).collect::<Vec<_>>().join(", ");
    let patch = Patch::from_name(name).ok_or_else(|| format!("no such patch, expected none or one of {}", known()));
    Ok(NamedPatch(Some(patch?)))
}

fn parse_feature(text: &str) -> Result<(FeatureFlag, bool), String> {
    let (name, on) = text.strip_prefix("NO_").map_or((text, true), |name| (name, false));
    let known = || FeatureFlag::ALL.iter().map(|f| f.name()).collect::<Vec<_>>().join(", ");
    let feature = FeatureFlag::from_name(name).ok_or_else(|| format!("no such feature, expected NAME or NO_NAME of {}", known()));
    Ok((feature?, on))
}

/// How a command ended that could do its work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Done {
    /// Nothing to complain about.
    Well,
    /// Something differs.
    Differs,
}

/// Why a command could not do its work.
enum Failure {
    /// Bad input; the message is complete, one or more lines.
    Input(String),
    /// Nobody reads the output any more, which is nobody's mistake.
    NobodyReads,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Input(format!("the output could not be written: {error}")),
        }
    }
}

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let error = usage::told(error);
            let _nobody_reads = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = match &cli.command {
        Command::List { what } => list::list(&mut out, *what),
        Command::Run(args) => run::run(&mut out, args),
        Command::Compare(args) => compare::compare(&mut out, args),
        Command::Latency(args) => latency::latency(&mut out, args),
        Command::Check { file, kernel } => check::check(&mut out, file, kernel.as_deref()),
        Command::Diagram(args) => diagram::diagram(&mut out, args),
        Command::Import(args) => import::import(&mut out, args),
        Command::Link(args) => link::link(&mut out, args),
    };
    match done.and_then(|done| Ok(out.flush().map(|()| done)?)) {
        Ok(Done::Well) | Err(Failure::NobodyReads) => ExitCode::SUCCESS,
        Ok(Done::Differs) => ExitCode::from(1),
        Err(Failure::Input(message)) => {
            complain(&message);
            ExitCode::from(2)
        }
    }
}

/// The variant that an option names.
fn variant(option: &str, word: &str) -> Result<Override, Failure> {
    parse_spec(word).map_err(|wrong| Failure::Input(format!("{option} {}: {}", quote(word), wrong.text())))
}

/// `file:line:column: what, and what was expected`, a line.
fn place(file: &str, diagnostic: &Diagnostic) -> String {
    match diagnostic.line {
        0 => format!("{file}: {diagnostic}\n"),
        _ => format!("{file}:{diagnostic}\n"),
    }
}

/// Prints what there is to say to standard error; if that is closed there is no one to tell.
fn complain(message: &str) {
    let message = message.trim_end();
    if message.is_empty() {
        return;
    }
    // What comes from a text may hold anything; a terminal must not obey it.
    let _nobody_reads = writeln!(io::stderr(), "{}", tame(message));
}

//! What people paste becomes a scenario: mails with tables, dumps of /sys/kernel/debug/sched/debug, rt-app workloads, traces.
//!
//! Owns which kinds there are, how a text is gone through in slices, and the limits. What each kind means is in the file named for
//! it; which lines are of which kind is in [`mod@find`]. Must not know pages, files or the command line. Nothing fails: what is not
//! understood becomes a [`Remark`] with its place, and the rest is still read.
//!
//! ```text
//! text -- Finding --> parts (kind, lines) -- Import --> Imported: scenario text, remarks, details as data
//! ```
//! A page calls `advance` until it gives false and shows `progress` in between; dropping the value cancels. A program that can
//! wait calls [`import()`].

pub mod bytes;
pub mod find;
pub mod limits;
pub mod line;
pub mod names;
pub mod remark;
pub mod rt_app;
mod scenario;
pub mod sched_debug;
mod table;
pub mod trace;

pub use find::{Finding, Part, find};
pub use remark::{Remark, Remarks};

use crate::kernels::Kernel;
use crate::tables::infer::{Inferred, Missing, Told};
use line::Lines;
use std::sync::Arc;

/// What a part of a text can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A scenario in this program's own language.
    Scenario,
    /// A worked table.
    Table,
    /// /sys/kernel/debug/sched/debug, whole or in pieces.
    SchedDebug,
    /// An rt-app workload.
    RtApp,
    /// ftrace or trace-cmd text.
    Ftrace,
    /// perf script or perf sched script.
    PerfScript,
    /// perf sched timehist.
    Timehist,
    /// /proc/PID/sched: recognised, but no queue.
    ProcSched,
    /// A comparison of sched_debug averages by lkp: recognised, but no queue.
    LkpRows,
    /// perf sched latency: recognised, but no events.
    PerfLatency,
    /// JSON lines of states, as `run --format jsonl` writes them: recognised, but no scenario.
    Recording,
}

impl Kind {
    /// Those that a person can name, by `--from` or in a menu.
    pub const NAMED: [Kind; 7] =
        [Kind::Scenario, Kind::Table, Kind::SchedDebug, Kind::RtApp, Kind::Ftrace, Kind::PerfScript, Kind::Timehist];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Scenario => "scenario",
            Kind::Table => "table",
            Kind::SchedDebug => "sched-debug",
            Kind::RtApp => "rt-app",
            Kind::Ftrace => "ftrace",
            Kind::PerfScript => "perf-script",
            Kind::Timehist => "timehist",
            Kind::ProcSched => "proc-sched",
            Kind::LkpRows => "lkp",
            Kind::PerfLatency => "perf-latency",
            Kind::Recording => "recording",
        }
    }

    /// What it is called in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Scenario => "a scenario",
            Kind::Table => "a worked table",
            Kind::SchedDebug => "a sched_debug dump",
            Kind::RtApp => "an rt-app workload",
            Kind::Ftrace => "an ftrace or trace-cmd trace",
            Kind::PerfScript => "perf script output",
            Kind::Timehist => "perf sched timehist output",
            Kind::ProcSched => "/proc/PID/sched of a task",
            Kind::LkpRows => "an lkp comparison",
            Kind::PerfLatency => "a perf sched latency table",
            Kind::Recording => "a recording in JSON lines",
        }
    }

    /// Why a recognised kind can not become a scenario; `None` if it can.
    pub fn refusal(self) -> Option<&'static str> {
        match self {
            Kind::ProcSched => {
                Some("one task's numbers without its queue's: no deadline, no V; paste sched_debug of the same moment")
            }
            Kind::LkpRows => Some("averages over CPUs and time, which are no state of any queue; paste sched_debug itself"),
            Kind::Recording => {
                Some("the states that a run went through, without what it was told; take the scenario that was run")
            }
            Kind::PerfLatency => Some("totals of a whole recording, without events; paste perf sched script or timehist"),
            _ => None,
        }
    }
}

/// What the importer is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Take the whole text for this kind.
    pub from: Option<Kind>,
    /// The kernel to name in the scenario, instead of the one guessed.
    pub kernel: Option<Kernel>,
    /// The CPU whose queue is wanted.
    pub cpu: Option<u32>,
    /// The path of the queue that is wanted; default: the root queue.
    pub queue: Option<String>,
    /// Whether tasks that sleep take part, too.
    pub asleep: bool,
    /// Of a trace: which part, and what it does not tell.
    pub trace: trace::TraceOptions,
    /// Of a table: what it does not tell.
    pub table: Told,
    /// Whether who asks has a form for all of this and the details as data: then no sentence names options of the command line, and none
    /// is a row of a table.
    pub by_form: bool,
}

/// What became of a part of a text.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What it was.
    pub kind: Kind,
    /// First and last line of the part, from 1.
    pub lines: (u32, u32),
    /// The scenario's text; `scenario::parse` takes it without errors.
    pub scenario: String,
    /// What was found and concluded, a sentence each.
    pub found: Vec<String>,
    /// What was not understood, with its place.
    pub said: Remarks,
    /// The comparison with what was printed, as data.
    pub details: Details,
}

/// What an importer knows beyond the scenario.
#[derive(Clone, Debug, Default)]
pub enum Details {
    /// Nothing.
    #[default]
    None,
    /// The run of a table and how its cells compare.
    Table(Box<Inferred>),
    /// A dump: all its queues, with V, lags and letters compared with the printed ones.
    Snapshot(Box<sched_debug::Snapshot>),
    /// An rt-app workload as it was read.
    Workload(Box<rt_app::Workload>),
    /// The replay of a trace, and how the model's picks compare with the real ones.
    Trace(Box<trace::TraceDetails>),
}

/// What an importer gives back.
pub(super) struct Outcome {
    pub scenario: String,
    pub found: Vec<String>,
    pub details: Details,
}

/// One kind's reader. It is given the lines of a part in order, then time for what remains, then it is finished.
pub(super) trait Importer: Send + Sync {
    /// Takes a line.
    fn line(&mut self, line: &line::Line<'_>, said: &mut Remarks);

    /// Does up to `budget` units of the work that remains after the last line; whether some is left.
    fn work(&mut self, _budget: usize, _said: &mut Remarks) -> bool {
        false
    }

    /// Units of that work done, and of all.
    fn worked(&self) -> (usize, usize) {
        (0, 0)
    }

    /// What must be told before there can be a scenario.
    fn missing(&self) -> Vec<Missing> {
        Vec::new()
    }

    /// The scenario, or why there is none.
    fn finish(self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark>;
}

fn importer(kind: Kind, options: &Options) -> Option<Box<dyn Importer>> {
    match kind {
        Kind::Scenario => Some(Box::new(scenario::Reader::default())),
        Kind::Table => Some(Box::new(table::Reader::new(options))),
        Kind::RtApp => Some(Box::new(rt_app::Reader::new(options))),
        Kind::SchedDebug => Some(Box::new(sched_debug::Reader::new(options))),
        Kind::Ftrace | Kind::PerfScript | Kind::Timehist => Some(Box::new(trace::Reader::new(kind, options))),
        _ => None,
    }
}

/// An import under way.
pub struct Import {
    text: Arc<String>,
    part: Part,
    /// Where the next line begins; `None` once all are read.
    next: Option<(usize, u32)>,
    importer: Box<dyn Importer>,
    said: Remarks,
}

impl Import {
    /// Begins to import a part of a text. Refused with what the part is, if that kind can not become a scenario.
    pub fn new(text: Arc<String>, part: &Part, options: &Options) -> Result<Import, Remark> {
        let Some(importer) = importer(part.kind, options) else {
            let what = format!("{}: {}", part.kind.title(), part.kind.refusal().unwrap_or("not read"));
            return Err(Remark::new(part.lines.0, 1, what, expected()));
        };
        let next = Some((part.bytes.start, part.lines.0));
        Ok(Import { text, part: part.clone(), next, importer, said: Remarks::default() })
    }

    /// Reads up to `budget` lines (fewer long ones), or does so many units of the work after the last one. Returns false once all is done.
    pub fn advance(&mut self, budget: usize) -> bool {
        let Some((at, number)) = self.next else { return self.importer.work(budget, &mut self.said) };
        let mut lines = Lines::new(&self.text[at..self.part.bytes.end], number);
        let mut left = budget;
        while left > 0
            && let Some(line) = lines.next()
        {
            left = left.saturating_sub(line.cost());
            if let Some(cut) = line.cut_off() {
                self.said.push(cut);
            }
            self.importer.line(&line, &mut self.said);
        }
        let (used, number) = lines.position();
        self.next = (at + used < self.part.bytes.end).then_some((at + used, number));
        true
    }

    /// How much is done, and how much there is to do: bytes while lines are read, then units of work.
    pub fn progress(&self) -> (usize, usize) {
        match self.next {
            Some((at, _)) => (at - self.part.bytes.start, self.part.bytes.len()),
            None => self.importer.worked(),
        }
    }

    /// Whether lines are still read.
    pub fn is_at_lines(&self) -> bool {
        self.next.is_some()
    }

    /// The scenario of what was read so far, or why there is none.
    pub fn finish(mut self) -> Result<Imported, Refused> {
        let missing = self.importer.missing();
        match self.importer.finish(&mut self.said) {
            Ok(Outcome { scenario, found, details }) => {
                let (kind, lines) = (self.part.kind, self.part.lines);
                Ok(Imported { kind, lines, scenario, found, said: self.said, details })
            }
            Err(why) => Err(Refused { why, said: self.said, missing }),
        }
    }
}

/// No scenario came of a text.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Why.
    pub why: Remark,
    /// What else was not understood.
    pub said: Remarks,
    /// What must be told before there can be one.
    pub missing: Vec<Missing>,
}

impl From<Remark> for Refused {
    fn from(why: Remark) -> Refused {
        Refused { why, said: Remarks::default(), missing: Vec::new() }
    }
}

/// What can be imported, for messages.
pub fn expected() -> String {
    let titles = Kind::NAMED.into_iter().filter(|k| k.refusal().is_none()).map(Kind::title);
    format!("one of: {}", titles.collect::<Vec<_>>().join(", "))
}

/// Imports the first part of a text that becomes a scenario, all at once.
pub fn import(text: &str, options: &Options) -> Result<Imported, Refused> {
    let text = Arc::new(text.to_string());
    let mut finding = Finding::new(Arc::clone(&text), options.from)?;
    while finding.advance(usize::MAX) {}
    let parts = finding.finish();
    let mut refused: Option<Refused> = None;
    for part in &parts {
        let imported = Import::new(Arc::clone(&text), part, options).map_err(Refused::from).and_then(|mut import| {
            while import.advance(usize::MAX) {}
            import.finish()
        });
        match imported {
            Ok(imported) => return Ok(imported),
            Err(why) => refused = refused.or(Some(why)),
        }
    }
    Err(refused.unwrap_or_else(|| Refused {
        said: cut_lines(&text),
        ..Refused::from(Remark::new(1, 1, "nothing that can be imported", expected()))
    }))
}

/// The lines of a text whose ends are not read: where nothing is recognised, what they hold may be why.
pub fn cut_lines(text: &str) -> Remarks {
    let mut said = Remarks::default();
    Lines::new(text, 1).filter_map(|line| line.cut_off()).for_each(|cut| said.push(cut));
    said
}

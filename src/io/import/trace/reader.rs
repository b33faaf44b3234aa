//! Takes a trace's lines one by one, then compares the model's picks with the real ones, kernel by kernel.

use super::agree::{Agreement, Comparing};
use super::gather::Gathered;
use super::one_cpu::{OneCpu, one_cpu};
use super::scan::number;
use super::script_line::{self, Wrong};
use super::timehist::{self, TimehistLine};
use super::timehist_events::Rows;
use super::{TraceDetails, report};
use crate::io::import::line::Line;
use crate::io::import::remark::{Remark, Remarks};
use crate::io::import::{Details, Importer, Kind, Options, Outcome};
use crate::kernels::Kernel;
use crate::scenario::quote::quote;
use crate::scenario::{limits::MAX_TEXT, print};

/// The kernels whose picks are compared, the oldest first.
const COMPARED: [Kernel; 4] = [Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2];

/// A trace being read.
pub struct Reader {
    kind: Kind,
    options: Options,
    rows: Rows,
    gathered: Gathered,
    /// CPUs of the machine, as far as the trace tells.
    cpus: u32,
    first_line: u32,
    busy: Vec<(u32, u64, u64)>,
    replay: Option<Replay>,
}

/// What comes after the last line.
enum Replay {
    Nothing(Remark),
    Of { cpu: u32, one: Box<OneCpu>, now: Option<Box<Comparing>>, done: Vec<Agreement>, events: usize },
}

impl Reader {
    /// Reads a trace of that kind.
    pub fn new(kind: Kind, options: &Options) -> Reader {
        let gathered = Gathered::new(options.trace.window);
        let rows = Rows::default();
        Reader { kind, options: options.clone(), rows, gathered, cpus: 1, first_line: 0, busy: Vec::new(), replay: None }
    }

    fn script_line(&mut self, line: &Line<'_>, said: &mut Remarks) {
        if self.is_about_the_trace(line, said) {
            return;
        }
        match script_line::read(line.text) {
            Ok(event) => {
                self.cpus = self.cpus.max(event.cpu.saturating_add(1));
                self.gathered.add(&event, line.number);
            }
            Err(wrong) => said.push(remark(line, &wrong)),
        }
    }

    /// Headings and what a tracer says of itself. Lost events get a remark.
    fn is_about_the_trace(&mut self, line: &Line<'_>, said: &mut Remarks) -> bool {
        let text = line.text;
        if let Some(comment) = text.strip_prefix('#') {
            if let Some(cpus) = comment.rsplit_once("#P:").and_then(|(_, n)| number(n.trim())) {
                self.cpus = self.cpus.max(cpus);
            }
            return true;
        }
        if text.contains("LOST") && text.contains("EVENTS") && text.starts_with("CPU:") {
            said.push(line.remark(
                text,
                "events are lost here",
                "a trace without gaps: what follows is replayed as far as it goes",
            ));
            return true;
        }
        if let Some(cpus) = text.strip_prefix("cpus=").and_then(number) {
            self.cpus = self.cpus.max(cpus);
            return true;
        }
        text.is_empty() || text.starts_with("version =") || (text.starts_with("CPU ") && text.ends_with("is empty"))
    }

    fn timehist_line(&mut self, line: &Line<'_>, said: &mut Remarks) {
        match timehist::read(line.text) {
            Ok(TimehistLine::Heading) => {}
            Ok(TimehistLine::Row(at, cpu, row)) => {
                self.cpus = self.cpus.max(cpu.saturating_add(1));
                self.rows.add(at, cpu, &row, line.number);
            }
            Err(wrong) => said.push(remark(line, &wrong)),
        }
    }

    /// After the last line: the scenario of one CPU.
    fn prepare(&mut self, said: &mut Remarks) {
        if self.kind == Kind::Timehist {
            std::mem::take(&mut self.rows).gather(&mut self.gathered);
        }
        self.gathered.sort();
        let line = self.first_line.max(1);
        report::remarks(&self.gathered, line, said);
        let none = |what: &str, expected: String| Replay::Nothing(Remark::new(line, 1, what, expected));
        self.busy = self.gathered.busy().into_iter().map(|(cpu, (ns, switches))| (cpu, ns, switches)).collect();
        let busy = &self.busy;
        let wanted = self.options.cpu;
        self.replay = Some(match wanted.or_else(|| busiest(busy)) {
            Some(cpu) if busy.iter().any(|(known, ..)| *known == cpu) => {
                match one_cpu(&self.gathered, cpu, self.cpus, &self.options.trace) {
                    Some(one) if one.scenario.script.tasks.is_empty() => none(
                        &format!("no switch of a fair task on CPU {cpu}"),
                        "tasks with a priority from 100 to 139".to_string(),
                    ),
                    Some(one) => match self.options.trace.misfit(&one.scenario.script) {
                        Some((what, expected)) => none(&what, expected),
                        None => Replay::Of { cpu, one: Box::new(one), now: None, done: Vec::new(), events: 0 },
                    },
                    None => none("a trace without events", "some".to_string()),
                }
            }
            Some(cpu) if !busy.is_empty() => {
                let known: Vec<String> = busy.iter().take(16).map(|(cpu, ..)| cpu.to_string()).collect();
                none(&format!("no switch on CPU {cpu}"), format!("one of the CPUs {}", known.join(" ")))
            }
            _ => none("a trace without a sched_switch", "at least one in the part that is wanted".to_string()),
        });
    }
}

/// The busiest CPU; of equals the first.
fn busiest(busy: &[(u32, u64, u64)]) -> Option<u32> {
    busy.iter().rev().max_by_key(|(_, ns, switches)| (*ns, *switches)).map(|(cpu, ..)| *cpu)
}

fn remark(line: &Line<'_>, wrong: &Wrong<'_>) -> Remark {
    line.remark(wrong.piece, format!("{}: {}", wrong.what, quote(wrong.piece)), wrong.expected)
}

impl Importer for Reader {
    fn line(&mut self, line: &Line<'_>, said: &mut Remarks) {
        if self.first_line == 0 {
            self.first_line = line.number;
        }
        match self.kind {
            Kind::Timehist => self.timehist_line(line, said),
            _ => self.script_line(line, said),
        }
    }

    fn work(&mut self, budget: usize, said: &mut Remarks) -> bool {
        let Some(replay) = &mut self.replay else {
            self.prepare(said);
            return true;
        };
        let Replay::Of { one, now, done, events, .. } = replay else { return false };
        let Some(kernel) = COMPARED.get(done.len()) else { return false };
        let comparing = now.get_or_insert_with(|| Box::new(Comparing::new(one, *kernel)));
        let all = one.scenario.script.events.len();
        *events = (*events + budget.min(all)).min((done.len() + 1) * all);
        if !comparing.advance(budget)
            && let Some(comparing) = now.take()
        {
            done.push(comparing.finish());
            *events = done.len() * all;
        }
        done.len() < COMPARED.len()
    }

    fn worked(&self) -> (usize, usize) {
        match &self.replay {
            Some(Replay::Of { one, events, .. }) => (*events, COMPARED.len() * one.scenario.script.events.len()),
            _ => (0, 1),
        }
    }

    fn finish(mut self: Box<Self>, said: &mut Remarks) -> Result<Outcome, Remark> {
        if self.replay.is_none() {
            self.prepare(said);
        }
        let (cpu, one, agreements) = match self.replay {
            Some(Replay::Of { cpu, one, done, .. }) => (cpu, *one, done),
            Some(Replay::Nothing(why)) => return Err(why),
            None => return Err(Remark::new(1, 1, "a trace without events", "some")),
        };
        let mut details = TraceDetails { cpu, busy: self.busy, replay: one, agreements };
        let kernel = self.options.kernel.or(details.best().last().copied()).unwrap_or(Kernel::V7_2);
        let scenario = &mut details.replay.scenario;
        scenario.title = report::title(cpu, &details.replay.span);
        scenario.script.variant.kernel = kernel;
        let text = print(scenario);
        if text.len() > MAX_TEXT {
            let how = if self.options.by_form { "" } else { " with --from-time and --to-time" };
            let expected = format!("at most {MAX_TEXT}: choose a shorter part{how}");
            return Err(Remark::new(self.first_line.max(1), 1, format!("a scenario of {} bytes", text.len()), expected));
        }
        let found = report::found(&self.gathered, &details, &self.options);
        Ok(Outcome { scenario: text, found, details: Details::Trace(Box::new(details)) })
    }
}

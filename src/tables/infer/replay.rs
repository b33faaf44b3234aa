//! The script of a table whose variant is known: from the lines above it, or as told.
//!
//! Owns how rows become events of a run in which the rules pick by themselves, and what is assumed of tasks that the lines above do
//! not name. Must not choose between variants.

use super::cannot::CannotInfer;
use super::happening::{Class, Happening, happenings};
use super::told::Told;
use crate::kernels::{ArithKind, Kernel};
use crate::model::arith::weights::{WEIGHT, index};
use crate::model::num::Num;
use crate::scenario::{Override, Scenario, Severity, variant_words};
use crate::sim::Script;
use crate::sim::recording::Verb;
use crate::sim::script::{Action, Event, Picks, Policy, TaskSpec, Variant, WeightSpec, Who};
use crate::tables::column::Column;
use crate::tables::parse::ParsedTable;
use crate::tables::setup::Setup;

/// The variant, and what is said of it.
pub struct Known<'a> {
    /// What stands above the table.
    pub setup: Option<&'a Setup>,
    /// The variant that counts instead.
    pub told: Option<&'a Override>,
    /// One printed unit in ns, where nothing above the table says.
    pub unit: u32,
}

impl Known<'_> {
    fn scenario(&self) -> Result<Scenario, CannotInfer> {
        let ideal = Variant { kernel: Kernel::Ideal, patches: Vec::new(), features: Vec::new(), arith: None };
        let nothing = || Setup { line: 0, variant: ideal, set: None };
        let setup = self.setup.cloned().unwrap_or_else(nothing);
        let parsed = setup.scenario(self.told);
        // Without settings there is no task yet, which is no mistake.
        let wrong = parsed.diagnostics.into_iter().find(|d| d.severity == Severity::Error).filter(|_| setup.set.is_some());
        match wrong {
            None => Ok(parsed.scenario),
            Some(wrong) => Err(CannotInfer::Set { line: setup.line, what: wrong.text() }),
        }
    }

    fn has_set(&self) -> bool {
        self.setup.is_some_and(|setup| setup.set.is_some())
    }
}

/// The script, and sentences about where it comes from.
pub fn script(table: &ParsedTable, known: &Known<'_>, told: &Told) -> Result<(Script, Vec<String>), CannotInfer> {
    let mut script = known.scenario()?.script;
    if !known.has_set() {
        script.unit = Num::from(known.unit);
    }
    let hidden = std::mem::take(&mut script.events);
    // Every tick is a row. A fair server's timer has its place between the run's own ticks, so there they stay.
    if script.fair_server.is_none() {
        script.tick = Num::ZERO;
    }
    let mut sentences = vec![first_sentence(&script, known)];
    let happenings = happenings(table);
    add_tasks(&mut script, table, &happenings, told, &mut sentences)?;
    Rows { table, script: &script, hidden, events: Vec::new() }.events(&happenings).map(|events| {
        script.events = events;
        (script, sentences)
    })
}

fn first_sentence(script: &Script, known: &Known<'_>) -> String {
    let words = variant_words(&script.variant);
    let set = if known.has_set() { ", with the settings and tasks of the lines `set:` there" } else { "" };
    match (known.told, known.setup) {
        (Some(_), Some(setup)) => {
            format!("replayed on {words}, as told; the lines above it name {}{set}", variant_words(&setup.variant))
        }
        (Some(_), None) => format!("replayed on {words}, as told"),
        (None, _) => format!("replayed on {words}, as the lines above it say{set}"),
    }
}

/// Tasks that the lines above do not name: from W, from d and v, and from the lags where they join.
fn add_tasks(
    script: &mut Script,
    table: &ParsedTable,
    happenings: &[Happening<'_>],
    told: &Told,
    said: &mut Vec<String>,
) -> Result<(), CannotInfer> {
    let mut assumed: Vec<&str> = Vec::new();
    for h in happenings.iter().filter(|h| h.class.joins()) {
        let name = h.task.ok_or_else(|| CannotInfer::Nameless { line: h.line(), event: h.row().event.to_string() })?;
        if script.tasks.iter().any(|task| task.name == name) {
            continue;
        }
        let spec = task(script, table, h, told, name);
        script.tasks.push(spec);
        assumed.push(name);
    }
    if script.tasks.is_empty() {
        return Err(CannotInfer::NoJoin { line: table.line });
    }
    if !assumed.is_empty() {
        said.push(format!("weight, slice and lag from the row of its first join: {}", assumed.join(", ")));
        let unit = match script.unit.to_i64() {
            Some(1_000_000) => "1 ms".to_string(),
            Some(1000) => "1 us".to_string(),
            _ => "1 ns".to_string(),
        };
        said.push(format!("assumed, as no line `set:` above it tells: one printed unit is {unit}, all else as is usual"));
    }
    Ok(())
}

fn task(script: &Script, table: &ParsedTable, join: &Happening<'_>, told: &Told, name: &str) -> TaskSpec {
    let of = |row: Option<_>, column| row.and_then(|row| table.number(row, column));
    let grown = of(join.after, Column::Load).zip(of(join.before, Column::Load)).map(|(after, before)| &after - &before);
    let weight = told.weights.get(name).cloned().or_else(|| join.number(table, Column::Weight)).or(grown);
    let weight = weight.filter(|w| *w > Num::ZERO).unwrap_or_else(|| script.nice0.clone());
    let exact = script.variant.arith.unwrap_or(script.variant.kernel.default_arith()) == ArithKind::Exact;
    let slice = told.slices.get(name).map(|slice| slice * &script.unit).or_else(|| {
        let printed = of(join.after, Column::Slice).map(|slice| &slice * &script.unit);
        printed.or_else(|| slice_of(script, table, join, &weight, exact))
    });
    let lag = told.lags.get(name).cloned().or_else(|| join.number(table, Column::VlagRestored)).or_else(|| {
        let lag = of(join.before, Column::Lag)?;
        Some(if exact { &lag / &weight } else { lag })
    });
    TaskSpec {
        name: name.to_string(),
        weight: weight_spec(script, weight),
        slice: slice.filter(|slice| *slice > Num::ZERO && *slice != script.base_slice),
        base_slice: script.base_slice.clone(),
        policy: Policy::Normal,
        lag: lag.map_or(Num::ZERO, |lag| &lag * &script.unit),
        cpu: 0,
        behaviour: None,
    }
}

/// A nice value where the weight is one of the kernel's table: its division has an inverse of its own for these.
fn weight_spec(script: &Script, weight: Num) -> WeightSpec {
    let is_kernels = script.nice0 == Num::from(WEIGHT[index(0)]);
    let nice = (-20..20).find(|nice| is_kernels && weight == Num::from(WEIGHT[index(*nice)]));
    nice.map_or(WeightSpec::Weight(weight), WeightSpec::Nice)
}

/// The request in ns that makes d - v: of the lengths that a kernel rounds to it the one with most zeros at its end.
fn slice_of(script: &Script, table: &ParsedTable, join: &Happening<'_>, weight: &Num, exact: bool) -> Option<Num> {
    let row = join.after?;
    let (v, d) = (table.number(row, Column::Vruntime)?, table.number(row, Column::Deadline)?);
    // A new task starts with half a request.
    let vslice = &(&(&d - &v) * &script.unit) * &Num::from(if join.class == Class::Fork { 2 } else { 1 });
    let least = &(&vslice * weight) / &script.nice0;
    if exact {
        return Some(least);
    }
    let end = &(&(&vslice + &Num::from(1)) * weight) / &script.nice0;
    let rounds = |zeros: u32| {
        let ten = Num::from(10i64.pow(zeros));
        Some(&-(-(&least / &ten)).floor() * &ten).filter(|slice| *slice < end)
    };
    (0..9).rev().find_map(rounds)
}

struct Rows<'a> {
    table: &'a ParsedTable,
    script: &'a Script,
    /// Events that rows do not tell wholly, and that no row was found for yet.
    hidden: Vec<Event>,
    events: Vec<Event>,
}

impl Rows<'_> {
    fn events(mut self, happenings: &[Happening<'_>]) -> Result<Vec<Event>, CannotInfer> {
        let time_at = self.table.position(Column::Time);
        let rounded = |h: &&Happening<'_>| time_at.is_some_and(|at| h.row().cells[at].text.contains('~'));
        if let Some(h) = happenings.iter().find(rounded) {
            return Err(CannotInfer::RoundedTime { line: h.line() });
        }
        for pair in happenings.windows(2) {
            if pair[1].time() < pair[0].time() {
                let time = |h: &Happening<'_>| crate::tables::value::Value::Time(h.time()).exact();
                return Err(CannotInfer::Backwards { line: pair[1].line(), time: time(&pair[1]), above: time(&pair[0]) });
            }
        }
        for h in happenings {
            let at = &h.time() * &self.script.unit;
            self.rest(|event| event.at < at);
            let hidden = self.hidden.iter().position(|event| event.at == at && self.is_row_of(event, h));
            if let Some(hidden) = hidden {
                let event = self.hidden.remove(hidden);
                self.events.push(event);
            } else if let Some(action) = self.action(h)? {
                let cpu =
                    self.table.number(h.row(), Column::Cpu).and_then(|cpu| cpu.to_i64()).and_then(|cpu| u32::try_from(cpu).ok());
                let text = h.row().event.to_string();
                self.events.push(Event { at, cpu: cpu.unwrap_or(0), action, text, line: h.line() });
            }
        }
        self.rest(|_| true);
        Ok(self.events)
    }

    /// The hidden events for which no row came: picks of nobody, and such that another of the same instant undoes.
    fn rest(&mut self, is_over: impl Fn(&Event) -> bool) {
        self.events.extend(self.hidden.extract_if(.., |event| is_over(event)));
    }

    fn is_row_of(&self, event: &Event, h: &Happening<'_>) -> bool {
        let (class, who) = match &event.action {
            Action::Wake { who, .. } => (Class::Join, *who),
            Action::Fork(who) => (Class::Fork, *who),
            Action::Nice(who, _) => (Class::Other(Verb::Nice), *who),
            Action::Slice(who, _) => (Class::Other(Verb::Slice), *who),
            Action::Reweight(who, _) => (Class::Other(Verb::Reweight), *who),
            Action::SetLag(who, _) => (Class::Other(Verb::SetLag), *who),
            Action::Pick(who) => (Class::Other(Verb::Pick), *who),
            _ => return false,
        };
        let named = match who {
            Who::Task(task) => self.script.tasks.get(task).map(|task| task.name.as_str()) == h.task,
            Who::Curr => true,
        };
        class == h.class && named
    }

    fn is_own_tick(&self, h: &Happening<'_>) -> bool {
        let tick = &self.script.tick;
        !tick.is_zero() && (&(&h.time() * &self.script.unit) / tick).is_integer()
    }

    /// What a row's event does; nothing where the run does it by itself.
    fn action(&self, h: &Happening<'_>) -> Result<Option<Action>, CannotInfer> {
        let (line, event) = (h.line(), || h.row().event.to_string());
        let who = match h.task {
            None => Who::Curr,
            Some(name) => Who::Task(
                self.script.tasks.iter().position(|task| task.name == name).ok_or_else(|| CannotInfer::NeverJoined {
                    line,
                    event: event(),
                    task: name.to_string(),
                })?,
            ),
        };
        let joins = || match (h.task, self.script.cpus) {
            (None, _) => Err(CannotInfer::Nameless { line, event: event() }),
            (_, 2..) => Err(CannotInfer::Waker { line, event: event() }),
            _ => Ok(()),
        };
        Ok(Some(match h.class {
            Class::Join => joins().map(|()| Action::Wake { who, sync: false, lag: None })?,
            Class::Fork => joins().map(|()| Action::Fork(who))?,
            Class::Leave if h.verb() == Verb::Exit => Action::Exit(who),
            Class::Leave => Action::Sleep(who),
            Class::Tick if h.verb() == Verb::SliceEnd && self.script.slice_end => return Ok(None),
            // The last one says how long the run goes on.
            Class::Tick if self.is_own_tick(h) => Action::End,
            Class::Tick => Action::Tick,
            Class::Other(Verb::Pick) if self.script.picks != Picks::Own => Action::Pick(who),
            Class::Other(Verb::Pick | Verb::FairServer) => return Ok(None),
            Class::Other(Verb::Start) if !self.script.states.is_empty() => return Ok(None),
            Class::Other(Verb::Start) => return Err(CannotInfer::Start { line }),
            Class::Other(Verb::Yield) => Action::Yield,
            Class::Other(Verb::Resched) => Action::Resched,
            Class::Other(Verb::End) => Action::End,
            Class::Other(_) => return Err(CannotInfer::Setting { line, event: event() }),
        }))
    }
}

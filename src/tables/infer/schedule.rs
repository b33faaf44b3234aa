//! The script of a table: its events in time, with the picks as printed.
//!
//! Owns times and picks. Where a table prints no pick at an instant, whoever ran before is taken to run on; that is said.

use super::cannot::CannotInfer;
use super::choice::{Choice, Placement};
use super::facts::Facts;
use super::happening::{Class, Happening};
use super::told::Told;
use crate::kernels::Kernel;
use crate::model::num::Num;
use crate::sim::Script;
use crate::sim::recording::Verb;
use crate::sim::script::{Action, Event, Picks, Policy, TaskId, TaskSpec, Variant, WeightSpec, Who};
use crate::tables::column::Column;
use crate::tables::number;
use crate::tables::parse::ParsedTable;
use crate::tables::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Requests of tasks whose slice the table does not tell: what `ideal` takes unless told otherwise.
const BASE_SLICE: i32 = 3;

/// The script of a table read in one way, and sentences about its times, picks and slices.
pub fn script(
    table: &ParsedTable,
    facts: &Facts<'_>,
    choice: &Choice,
    told: &Told,
) -> Result<(Script, Vec<String>), CannotInfer> {
    let mut builder = Builder {
        table,
        facts,
        slices: facts
            .tasks
            .iter()
            .map(|task| told.slices.get(*task).cloned().or_else(|| slice(table, facts, task, &choice.nice0)))
            .collect(),
        events: Vec::new(),
        epochs: BTreeMap::new(),
        queued: BTreeSet::new(),
        curr: None,
        picks: 0,
        runs_on: Vec::new(),
    };
    builder.events()?;
    let sentences = builder.sentences();
    let factor = if choice.placement == Placement::HalfJlag && facts.lags_from_jlag { 2 } else { 1 };
    let task = |t: TaskId| TaskSpec {
        name: facts.tasks[t].to_string(),
        weight: WeightSpec::Weight(facts.weight(facts.tasks[t]).cloned().unwrap_or(Num::from(1))),
        slice: builder.slices[t].clone(),
        base_slice: Num::from(BASE_SLICE),
        policy: Policy::Normal,
        lag: &facts.lags[t] * &Num::from(factor),
        cpu: 0,
        behaviour: None,
    };
    let script = Script {
        variant: Variant {
            kernel: Kernel::Ideal,
            patches: choice.placement.patches(),
            features: choice.placement.features(),
            arith: None,
        },
        unit: Num::from(1),
        nice0: choice.nice0.clone(),
        base_slice: Num::from(BASE_SLICE),
        norm_slice: Num::from(BASE_SLICE),
        tick: Num::ZERO,
        tick_nsec: Num::from(1),
        slice_end: false,
        picks: Picks::Own,
        slack: Num::ZERO,
        in_task: false,
        vstart: Num::ZERO,
        threshold: Num::ZERO,
        fair_server: None,
        cpus: 1,
        seed: 0,
        tasks: (0..facts.tasks.len()).map(task).collect(),
        states: Vec::new(),
        events: builder.events,
    };
    Ok((script, sentences))
}

/// A task's request: from a column slice, or from d - v where it joins.
fn slice(table: &ParsedTable, facts: &Facts<'_>, task: &str, nice0: &Num) -> Option<Num> {
    let weight = facts.weight(task)?;
    let mut joins = facts.happenings.iter().filter(|h| h.class.joins() && h.task == Some(task));
    let of_join = |h: &Happening<'_>| {
        let row = h.after?;
        let told = table.number(row, Column::Slice);
        told.or_else(|| {
            let (v, d) = (table.number(row, Column::Vruntime)?, table.number(row, Column::Deadline)?);
            // A new task starts with half a request.
            let vslice = &(&d - &v) * &Num::from(if h.class == Class::Fork { 2 } else { 1 });
            Some(&(&vslice * weight) / nice0)
        })
    };
    joins.find_map(of_join).filter(|slice| *slice > Num::ZERO)
}

struct Builder<'a> {
    table: &'a ParsedTable,
    facts: &'a Facts<'a>,
    slices: Vec<Option<Num>>,
    events: Vec<Event>,
    /// How often each task was reweighted so far.
    epochs: BTreeMap<TaskId, usize>,
    queued: BTreeSet<TaskId>,
    curr: Option<TaskId>,
    picks: usize,
    /// Instants at which nobody is picked, and who runs on.
    runs_on: Vec<(Num, TaskId)>,
}

impl Builder<'_> {
    fn events(&mut self) -> Result<(), CannotInfer> {
        let all = &self.facts.happenings;
        let mut instants = all.chunk_by(|a, b| a.time() == b.time()).peekable();
        while let Some(instant) = instants.next() {
            let picked = self.instant(instant)?;
            let Some(next) = instants.peek().and_then(|i| i.first()) else { return Ok(()) };
            let (from, to) = (instant[0].time(), next.time());
            if to < from {
                let (time, above) = (Value::Time(to).exact(), Value::Time(from).exact());
                return Err(CannotInfer::Backwards { line: next.line(), time, above });
            }
            self.curr = match picked {
                Some(task) => Some(task),
                None => self.runs_on(&from, &to, next.line())?,
            };
        }
        Ok(())
    }

    /// The events of one instant; who is picked in it.
    fn instant(&mut self, instant: &[Happening<'_>]) -> Result<Option<TaskId>, CannotInfer> {
        let mut picked = None;
        for h in instant {
            if h.class == Class::Other(Verb::Pick) {
                let Some(name) = h.task else { continue };
                let task = self.task(h, name)?;
                picked = Some(task);
                self.picks += 1;
                self.push(h, Action::Pick(Who::Task(task)));
            } else {
                if picked.is_some() && self.table.position(Column::Time).is_none() {
                    return Err(CannotInfer::Times { line: h.line(), event: h.row().event.to_string() });
                }
                let action = self.action(h)?;
                self.push(h, action);
            }
        }
        Ok(picked)
    }

    /// Who runs after an instant without a pick: the only one, or whoever ran before.
    fn runs_on(&mut self, from: &Num, to: &Num, line: u32) -> Result<Option<TaskId>, CannotInfer> {
        if self.queued.len() < 2 {
            return Ok(self.queued.first().copied());
        }
        let Some(curr) = self.curr.filter(|t| self.queued.contains(t)) else {
            let (from, to) = (Value::Time(from.clone()).exact(), Value::Time(to.clone()).exact());
            return Err(CannotInfer::Pick { line, from, to });
        };
        self.runs_on.push((from.clone(), curr));
        let text = format!("pick {}", self.facts.tasks[curr]);
        let action = Action::Pick(Who::Task(curr));
        self.events.push(Event { at: from.clone(), cpu: 0, action, text, line: 0 });
        Ok(Some(curr))
    }

    fn push(&mut self, h: &Happening<'_>, action: Action) {
        let text = h.row().event.to_string();
        self.events.push(Event { at: h.time(), cpu: 0, action, text, line: h.line() });
    }

    fn task(&self, h: &Happening<'_>, name: &str) -> Result<TaskId, CannotInfer> {
        self.facts.tasks.iter().position(|t| *t == name).ok_or_else(|| CannotInfer::NeverJoined {
            line: h.line(),
            event: h.row().event.to_string(),
            task: name.to_string(),
        })
    }

    fn action(&mut self, h: &Happening<'_>) -> Result<Action, CannotInfer> {
        let (line, event) = (h.line(), h.row().event.to_string());
        match h.class {
            Class::Tick => return Ok(Action::Tick),
            Class::Other(Verb::Resched) => return Ok(Action::Resched),
            Class::Other(Verb::End) => return Ok(Action::End),
            Class::Other(Verb::Yield) => {
                let Some(task) = self.curr.filter(|t| self.slices[*t].is_none()) else { return Ok(Action::Yield) };
                return Err(CannotInfer::Slice { line, event, task: self.facts.tasks[task].to_string() });
            }
            // A leave of whoever runs, while nobody does: it does nothing.
            Class::Leave if h.task.is_none() && self.curr.is_none() => {
                return Ok(if h.verb() == Verb::Exit { Action::Exit(Who::Curr) } else { Action::Sleep(Who::Curr) });
            }
            _ => {}
        }
        let Some(name) = h.task else { return Err(CannotInfer::Nameless { line, event }) };
        let task = self.task(h, name)?;
        let who = Who::Task(task);
        let after = |column| h.after.and_then(|row| self.table.number(row, column));
        Ok(match h.class {
            Class::Join => {
                self.queued.insert(task);
                Action::Wake { who, sync: false, lag: None }
            }
            Class::Fork => {
                self.queued.insert(task);
                Action::Fork(who)
            }
            Class::Leave => {
                self.queued.remove(&task);
                if h.verb() == Verb::Exit { Action::Exit(who) } else { Action::Sleep(who) }
            }
            Class::Other(Verb::Reweight) => {
                let weight = self.weight_after_reweight(task, name);
                Action::Reweight(who, weight.ok_or_else(|| CannotInfer::Weight { line, task: name.to_string() })?)
            }
            Class::Other(Verb::SetLag) => {
                let lag = after(Column::Lag).zip(self.weight(task, name)).map(|(lag, w)| &lag / &w);
                Action::SetLag(who, lag.ok_or(CannotInfer::Setting { line, event })?)
            }
            Class::Other(Verb::Slice) => {
                let slice = after(Column::Slice).filter(|s| *s > Num::ZERO);
                Action::Slice(who, slice.ok_or(CannotInfer::Setting { line, event })?)
            }
            _ => return Err(CannotInfer::Setting { line, event }),
        })
    }

    fn weight(&self, task: TaskId, name: &str) -> Option<Num> {
        self.facts.weights.get(name)?.get(self.epochs.get(&task).copied().unwrap_or(0)).cloned()
    }

    fn weight_after_reweight(&mut self, task: TaskId, name: &str) -> Option<Num> {
        *self.epochs.entry(task).or_insert(0) += 1;
        self.weight(task, name)
    }

    fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        let told: Vec<String> = self
            .facts
            .tasks
            .iter()
            .zip(&self.slices)
            .filter_map(|(task, slice)| Some(format!("{task} {}", number::exact(slice.as_ref()?))))
            .collect();
        if !told.is_empty() {
            let from = if self.table.position(Column::Slice).is_some() { "slice" } else { "d - v where they join" };
            sentences.push(format!("slices: {}, from {from}", told.join(", ")));
        }
        sentences.push(match self.table.position(Column::Time) {
            Some(_) => "run times: from the times between the rows".to_string(),
            None => "no times, so everything happens at one instant".to_string(),
        });
        sentences.push(match self.picks {
            0 => "picks: none printed, so none is checked".to_string(),
            1 => "picks: 1, taken as printed and tested for eligibility".to_string(),
            n => format!("picks: {n}, taken as printed and tested for eligibility"),
        });
        let runs_on = |(at, task): &(Num, TaskId)| format!("{} at {}", self.facts.tasks[*task], Value::Time(at.clone()).exact());
        if !self.runs_on.is_empty() {
            let all: Vec<String> = self.runs_on.iter().map(runs_on).collect();
            sentences.push(format!("no pick printed, so taken to run on: {}", all.join(", ")));
        }
        sentences
    }
}

//! Why a computed cell says what it says, in one clause with the numbers filled in.
//!
//! Owns these clauses for the cells of worked tables; must not know what was printed in them.

use super::column::{Column, Heading, label};
use super::number::Scale;
use super::value::Value;
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step};
use crate::sim::script::TaskId;

/// Most tasks that a sum is spelled out for.
const MAX_TERMS: usize = 6;

/// Why the cell of that step and column has its value. `above`: the step that the printed row above shows, and its line.
pub fn why(recording: &Recording, step: usize, above: Option<(usize, u32)>, heading: &Heading) -> String {
    let now = &recording.step(step);
    let task = match &heading.task {
        Some(name) => recording.tasks.iter().position(|t| t.name == *name),
        None => now.task,
    };
    let value = heading.column.value(recording, now, task);
    let cell = Cell { recording, step: now, scale: Scale::of(recording), task };
    let computes = || format!("the model computes {}", value.exact());
    match now.phase {
        Phase::Before | Phase::Pick => {
            let unchanged = cell.unchanged(step, above, heading.column, &value);
            unchanged.or_else(|| cell.formula(step, heading.column)).unwrap_or_else(computes)
        }
        Phase::After => cell.formula(step, heading.column).unwrap_or_else(computes),
    }
}

/// One computed cell.
struct Cell<'a> {
    recording: &'a Recording,
    step: &'a Step,
    scale: Scale,
    task: Option<TaskId>,
}

impl Cell<'_> {
    fn name(&self, task: TaskId) -> &str {
        &self.recording.tasks[task].name
    }

    fn shown(&self, column: Column) -> String {
        column.value(self.recording, self.step, self.task).exact()
    }

    fn queued(&self) -> Vec<TaskId> {
        let here = |t: &usize| self.step.tasks[*t].on_rq && self.step.tasks[*t].cpu == self.step.cpu;
        (0..self.step.tasks.len()).filter(here).collect()
    }

    /// A "-" row or a pick shows what the row before it left, where nothing has changed it since.
    fn unchanged(&self, step: usize, above: Option<(usize, u32)>, column: Column, value: &Value) -> Option<String> {
        let Some(last) = step.checked_sub(1) else {
            return Some("nothing has happened yet".to_string());
        };
        let earlier = &self.recording.step(last);
        if column.value(self.recording, earlier, self.task) != *value {
            return None;
        }
        let of = match self.task.filter(|_| column.is_of_task()) {
            Some(task) => format!("{}'s ", self.name(task)),
            None => String::new(),
        };
        let says = format!("{of}{} = {}", column.header(), value.exact());
        Some(match above {
            Some((shown, line)) if self.recording.step(shown).t == self.step.t => {
                let above = label(self.recording, &self.recording.step(shown));
                format!("the row above (line {line}, {above}) already leaves {says}, and nothing happens in between")
            }
            _ => format!("{} already leaves {says}, and nothing has changed it since", label(self.recording, earlier)),
        })
    }

    fn formula(&self, step: usize, column: Column) -> Option<String> {
        match column {
            Column::Load => self.load(),
            Column::AvgVruntime => self.avg_vruntime(),
            Column::Vruntime => self.vruntime(step),
            Column::Lag => self.lag(),
            Column::SumJ => self.sum_jlag(),
            Column::J if self.step.queue.nr_queued == 0 => Some("the queue is empty, so J = 0".to_string()),
            Column::J => Some(format!("J = sumJ / W = {} / {}", self.shown(Column::SumJ), self.shown(Column::Load))),
            Column::VplusJ => Some(format!("V = {} and J = {}", self.shown(Column::AvgVruntime), self.shown(Column::J))),
            Column::Deadline => {
                let row = self.step.tasks.get(self.task?)?;
                let slice = self.scale.span(&row.slice);
                Some(format!("slice {slice}, weight {}, v = {}", row.weight, self.shown(Column::Vruntime)))
            }
            Column::Eligible => {
                let (v, v_avg) = (self.shown(Column::Vruntime), self.shown(Column::AvgVruntime));
                let is = if self.step.tasks.get(self.task?)?.eligible? { "not above" } else { "above" };
                Some(format!("v = {v} is {is} V = {v_avg}"))
            }
            _ => None,
        }
    }

    fn load(&self) -> Option<String> {
        let queued = self.queued();
        if queued.is_empty() {
            return Some("the queue is empty".to_string());
        }
        let terms: Vec<String> =
            queued.iter().take(MAX_TERMS).map(|t| format!("{} {}", self.name(*t), self.step.tasks[*t].weight)).collect();
        let more = if queued.len() > MAX_TERMS { " + ..." } else { "" };
        Some(format!("W = {}{more}", terms.join(" + ")))
    }

    fn avg_vruntime(&self) -> Option<String> {
        let queued = self.queued();
        if queued.is_empty() {
            return Some("the queue is empty: V stays where it was".to_string());
        }
        if queued.len() > MAX_TERMS {
            return None;
        }
        let mut sum = String::new();
        for t in &queued {
            let row = &self.step.tasks[*t];
            let offset = &(&row.vruntime - &self.recording.v0) / &self.recording.unit;
            let sign = match (sum.is_empty(), offset.is_negative()) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let weight = if row.weight == Num::from(1) { String::new() } else { format!("{} ", row.weight) };
            sum.push_str(&format!("{sign}{weight}{}", offset.abs()));
        }
        let names: Vec<&str> = queued.iter().map(|t| self.name(*t)).collect();
        Some(format!("V = V0 + ({sum}) / {}, over {}", self.step.queue.load, names.join(", ")))
    }

    fn vruntime(&self, step: usize) -> Option<String> {
        let task = self.task?;
        let row = self.step.tasks.get(task)?;
        if !row.on_rq {
            return Some(format!("{} is not on the queue", self.name(task)));
        }
        let placed = self.step.notes.iter().rev().find_map(|note| match note {
            Note::Placed { task: t, v_avg, lag, .. } if *t == task => {
                let (v_avg, lag) = (self.scale.virt(v_avg), self.scale.span(lag));
                Some(format!("placed at V - vlag with V = {v_avg} before the join and vlag = {lag}"))
            }
            _ => None,
        });
        placed.or_else(|| {
            let earlier = &self.recording.step(step.checked_sub(1)?).tasks[task];
            let ran = &row.sum_exec - &earlier.sum_exec;
            let (ran, from) = (self.scale.span(&ran), self.scale.virt(&earlier.vruntime));
            earlier.on_rq.then(|| format!("{} runs {ran} at weight {}, from v = {from}", self.name(task), row.weight))
        })
    }

    fn lag(&self) -> Option<String> {
        let task = self.task?;
        let row = self.step.tasks.get(task)?;
        let exact = self.recording.arith == ArithKind::Exact;
        if !row.on_rq {
            let (vlag, name) = (self.scale.span(&row.vlag), self.name(task));
            return Some(match exact {
                true => format!("{name} is off the queue with a virtual lag of {vlag} and weight {}", row.weight),
                false => format!("{name} is off the queue with a virtual lag of {vlag}"),
            });
        }
        let (v, v_avg) = (self.scale.virt(&row.vruntime), self.scale.virt(&self.step.queue.avg_vruntime));
        Some(match exact {
            true => format!("lag = w (V - v) with w = {}, V = {v_avg}, v = {v}", row.weight),
            false => format!("lag = V - v with V = {v_avg}, v = {v}"),
        })
    }

    fn sum_jlag(&self) -> Option<String> {
        let span = |n: &Num| self.scale.span(n);
        self.step.notes.iter().rev().find_map(|note| match note {
            Note::JlagJoined { task, jlag, sum_jlag, .. } => {
                let before = sum_jlag - jlag;
                Some(format!("{} brings jlag = {} to a sum of {}", self.name(*task), span(jlag), span(&before)))
            }
            Note::JlagLeft { task, jlag, sum_jlag, j_before, weight, .. } => {
                let (before, name) = (sum_jlag + jlag, self.name(*task));
                let jlag = span(jlag);
                Some(format!(
                    "{name} takes jlag = J w + lag = {jlag} (J = {}, w = {weight}) from a sum of {}",
                    span(j_before),
                    span(&before)
                ))
            }
            _ => None,
        })
    }
}

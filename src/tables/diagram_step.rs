//! The ASCII diagram of a step of a recording, where the state can be drawn.
//!
//! Owns what fits: whole small numbers, requests not begun. Says what does not.

use super::diagram::{self, AXIS_END, DiagramError, Entity, MAX_ENTITIES, letter};
use super::number::{Scale, exact};
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::TaskRow;
use crate::sim::script::TaskId;
use std::fmt;

/// A state as the diagram's entities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDiagram {
    /// The queued tasks, in task order.
    pub entities: Vec<Entity>,
    /// Their names.
    pub names: Vec<String>,
    /// The virtual time at the axis's start, from V0 in units; below zero if somebody's vruntime is.
    pub origin: Num,
    /// A V at which a diagram of this state may end: 20 on from now, or the end of the axis.
    pub limit: u64,
}

/// Why a state can't be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named as the diagram's arguments are
pub enum Unfit {
    /// Nobody is queued.
    Empty,
    /// Too many are.
    TooMany(usize),
    /// A number is not a whole one.
    Fraction { task: String, what: &'static str, value: String },
    /// A task has run a part of its request, or has another deadline for other reasons.
    MidRequest { task: String, v: String, d: String },
    /// V is past the end of the axis, counted from its start.
    AxisEnd { v_avg: String },
    /// The diagram itself refuses it.
    Refused(DiagramError),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::Empty => write!(f, "the queue is empty"),
            Unfit::TooMany(n) => write!(f, "{n} tasks are queued, the diagram shows at most {MAX_ENTITIES}"),
            Unfit::Fraction { task, what, value } => {
                write!(f, "{what} of {task} is {value}, the diagram shows whole numbers only")
            }
            Unfit::MidRequest { task, v, d } => {
                write!(f, "{task} is in the middle of a request (v = {v}, d = {d}), the diagram shows whole requests only")
            }
            Unfit::AxisEnd { v_avg } => {
                write!(f, "V is {v_avg} on from the leftmost task, the axis ends at {AXIS_END}")
            }
            Unfit::Refused(error) => error.fmt(f),
        }
    }
}

/// The diagram's entities for a step of a recording: those on the step's CPU.
pub fn from_step(recording: &Recording, step: usize) -> Result<StepDiagram, Unfit> {
    let step = &recording.state(step);
    let here = |row: &TaskRow| row.on_rq && row.cpu == step.cpu;
    let queued: Vec<TaskId> = (0..step.tasks.len()).filter(|t| here(&step.tasks[*t])).collect();
    if queued.is_empty() {
        return Err(Unfit::Empty);
    }
    if queued.len() > MAX_ENTITIES {
        return Err(Unfit::TooMany(queued.len()));
    }
    let units = |v: &Num| &(v - &recording.v0) / &recording.unit;
    let leftmost = queued.iter().map(|t| units(&step.tasks[*t].vruntime)).min().unwrap_or_default();
    let origin = leftmost.min(Num::ZERO);
    let mut entities = Vec::new();
    for t in &queued {
        entities.push(entity(recording, step, *t, &origin)?);
    }
    diagram::run(&entities, 0, true).map_err(Unfit::Refused)?;
    let v_avg = &units(&step.queue.avg_vruntime) - &origin;
    let limit = match v_avg.floor().to_i64() {
        Some(v) if v <= AXIS_END as i64 => (v.max(0) as u64 + diagram::DEFAULT_LIMIT).min(AXIS_END),
        _ => return Err(Unfit::AxisEnd { v_avg: exact(&v_avg) }),
    };
    let names = queued.iter().map(|t| recording.tasks[*t].name.clone()).collect();
    Ok(StepDiagram { entities, names, origin, limit })
}

fn entity(recording: &Recording, step: &crate::sim::recording::Step, t: TaskId, origin: &Num) -> Result<Entity, Unfit> {
    let row = &step.tasks[t];
    let name = || recording.tasks[t].name.clone();
    let whole = |what, n: Num| match n.to_i64() {
        Some(i) if i >= 0 => Ok(i as u64),
        _ => Err(Unfit::Fraction { task: name(), what, value: exact(&n) }),
    };
    let nice0 = Num::Int(diagram::NICE0.into());
    let v = &(&row.vruntime - &recording.v0) / &recording.unit;
    let slice = &row.slice / &recording.unit;
    let weight = &(&row.weight * &nice0) / &recording.nice0;
    if weight.is_zero() {
        return Err(Unfit::Refused(DiagramError::ZeroWeight(t)));
    }
    let vslice = &(&slice * &nice0) / &weight;
    let entity =
        Entity { vruntime: whole("vruntime", &v - origin)?, weight: whole("weight", weight)?, request: whole("request", slice)? };
    whole("the virtual length of a request", vslice.clone())?;
    let deadline = if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() };
    if &(&deadline - &row.vruntime) / &recording.unit != vslice {
        let scale = Scale::of(recording);
        return Err(Unfit::MidRequest { task: name(), v: scale.virt(&row.vruntime), d: scale.virt(&deadline) });
    }
    Ok(entity)
}

impl StepDiagram {
    /// Who is who, and the diagram up to V = `limit`, counted from the axis's start.
    pub fn text(&self, limit: u64, eligibility: bool) -> Result<String, DiagramError> {
        let legend: Vec<String> = self.names.iter().enumerate().map(|(i, name)| format!("{} = {name}", letter(i))).collect();
        let start = Scale { unit: Num::from(1), v0: Num::ZERO }.virt(&self.origin);
        let diagram = diagram::diagram(&self.entities, limit, eligibility)?;
        Ok(format!("{}; the axis starts at {start}\n\n{diagram}", legend.join(", ")))
    }
}

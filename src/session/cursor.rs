//! Where the cursor goes: along the steps, along one task's events, and to the same step after the scenario changed.
//!
//! Must not know what moved it.

use super::lane::Lane;
use crate::lanes::Side;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step};
use crate::sim::script::TaskId;

/// A move of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// The first step.
    First,
    /// One step back.
    Back,
    /// One step on.
    Forward,
    /// The last step.
    Last,
    /// A step, counted from 0.
    To(usize),
    /// A step of one lane.
    In(Side, usize),
    /// A row of the comparison.
    Row(usize),
    /// The row before this one in which the lanes differ; with one lane, the step that a mail prints or a trace shows otherwise.
    DifferenceBack,
    /// The next one.
    DifferenceForward,
    /// The first one.
    FirstDifference,
    /// The first row in which the lanes decide otherwise.
    FirstDecision,
    /// The table's row above.
    RowUp,
    /// The table's row below.
    RowDown,
    /// The event before, of the selected task if one is selected.
    EventBack,
    /// The next event, of the selected task if one is selected.
    EventForward,
    /// The step with a warning before.
    WarningBack,
    /// The next step with a warning.
    WarningForward,
}

/// Where a move leads from `at`, with one lane; always a step of the recording (0 if it has none).
pub fn target(lane: &Lane, selected: Option<TaskId>, at: usize, go: Go) -> usize {
    let recording = &lane.recording;
    let last = recording.len().saturating_sub(1);
    let row = |delta: isize| {
        let row = lane.row_at(at).unwrap_or(0);
        let row = row.saturating_add_signed(delta).min(lane.row_count().saturating_sub(1));
        lane.step_of_row(row).unwrap_or(at)
    };
    let to = match go {
        Go::First => 0,
        Go::Back => at.saturating_sub(1),
        Go::Forward => at + 1,
        Go::Last => last,
        Go::To(step) | Go::In(Side::A, step) => step,
        // There is no other lane to move along.
        Go::In(Side::B, _) | Go::Row(_) | Go::FirstDecision => at,
        Go::DifferenceBack => before(&lane.marked, at),
        Go::DifferenceForward => after(&lane.marked, at),
        Go::FirstDifference => lane.marked.first().copied().unwrap_or(at),
        Go::RowUp => row(-1),
        Go::RowDown => row(1),
        Go::EventBack => (0..at).rev().find(|s| is_event(&recording.state(*s), selected)).unwrap_or(at),
        Go::EventForward => (at + 1..recording.len()).find(|s| is_event(&recording.state(*s), selected)).unwrap_or(at),
        Go::WarningBack => before(&lane.warned, at),
        Go::WarningForward => after(&lane.warned, at),
    };
    to.min(last)
}

/// The last of these steps before `at`; `at` if there is none.
fn before(steps: &[usize], at: usize) -> usize {
    steps[..steps.partition_point(|s| *s < at)].last().copied().unwrap_or(at)
}

/// The first of these steps after `at`; `at` if there is none.
fn after(steps: &[usize], at: usize) -> usize {
    steps.get(steps.partition_point(|s| *s <= at)).copied().unwrap_or(at)
}

/// Whether something happens in the step (not a preview), to the selected task if there is one.
fn is_event(step: &Step, selected: Option<TaskId>) -> bool {
    step.phase != Phase::Before && selected.is_none_or(|task| step.task == Some(task))
}

/// The step of `new` that best continues `old`'s step `at`: the one of the same place if it is the same event, else the same
/// event elsewhere, else the step of the same place, or the last one before it that is not later.
pub fn carried_over(old: &Recording, at: usize, new: &Recording) -> usize {
    if old.is_empty() || new.is_empty() {
        return 0;
    }
    let was = &old.state(at.min(old.len() - 1));
    let name = |recording: &Recording, step: &Step| step.task.and_then(|t| recording.tasks.get(t)).map(|t| t.name.clone());
    let was_name = name(old, was);
    let same = |step: &Step| step.t == was.t && step.verb == was.verb && step.phase == was.phase && name(new, step) == was_name;
    if at < new.len() && same(&new.state(at)) {
        return at;
    }
    // Times do not decrease: the same event can only be among the steps of its time.
    let first = first_where(new, |step| step.t >= was.t);
    let of_this_time = new.states_from(first).take_while(|step| step.t == was.t);
    if let Some(found) = of_this_time.enumerate().find(|(_, step)| same(step)).map(|(i, _)| first + i) {
        return found;
    }
    at.min(first_where(new, |step| step.t > was.t).saturating_sub(1))
}

/// The first step for which `holds`, which must hold for all after it; the number of steps if there is none.
fn first_where(recording: &Recording, holds: impl Fn(&Step) -> bool) -> usize {
    let (mut low, mut high) = (0, recording.len());
    while low < high {
        let middle = low.midpoint(high);
        if holds(&recording.state(middle)) { high = middle } else { low = middle + 1 }
    }
    low
}

/// The selected task under its name in another recording.
pub fn same_task(old: &Recording, task: TaskId, new: &Recording) -> Option<TaskId> {
    let name = &old.tasks.get(task)?.name;
    new.tasks.iter().position(|t| t.name == *name)
}

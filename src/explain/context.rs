//! `Context`: one step seen together with the step before it, and how its names and numbers are written.
//!
//! Owns what the wording files share: names, numbers, symbols with or without an index, the search for a note. Must not know any
//! wording.

use super::expr::{Expr, plain, span, virt};
use super::formula::Formula;
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::recording::{Phase, QueueRow, Recording, Step, TaskInfo, TaskRow};
use crate::sim::script::TaskId;
use crate::tables::number::{Scale, short};

/// One step and what surrounds it.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// All tasks.
    pub tasks: &'a [TaskInfo],
    /// How numbers are written.
    pub scale: Scale,
    /// The weight of nice 0.
    pub nice0: Num,
    /// The arithmetic of the run.
    pub arith: ArithKind,
    /// The step before.
    pub before: Option<&'a Step>,
    /// The step.
    pub step: &'a Step,
    /// Its number, from 1.
    pub number: usize,
    /// The number of steps.
    pub total: usize,
}

impl<'a> Context<'a> {
    /// Step `index` (from 0) of a recording, and the step before it if there is one.
    pub fn of(recording: &'a Recording, index: usize, before: Option<&'a Step>, step: &'a Step) -> Context<'a> {
        Context {
            tasks: &recording.tasks,
            scale: Scale::of(recording),
            nice0: recording.nice0.clone(),
            arith: recording.arith,
            before,
            step,
            number: index + 1,
            total: recording.len(),
        }
    }

    /// What is known of a rule, if it is one of the known ones.
    pub fn known<R: PartialEq>(rule: &R, words: &[(R, &'static str)]) -> Option<&'static str> {
        words.iter().find(|(known, _)| known == rule).map(|(_, words)| *words)
    }

    /// A task's name.
    pub fn name(&self, task: TaskId) -> &'a str {
        &self.tasks[task].name
    }

    /// A virtual time in a sentence.
    pub fn virt(&self, v: &Num) -> String {
        self.scale.short_virt(v)
    }

    /// A duration or lag in a sentence.
    pub fn span(&self, ns: &Num) -> String {
        self.scale.short_span(ns)
    }

    /// A weight in a sentence.
    pub fn weight(&self, w: &Num) -> String {
        short(w)
    }

    /// The queue of the step's CPU before the step.
    pub fn queue_before(&self) -> Option<&'a QueueRow> {
        self.before.map(|s| s.queue_of(self.step.cpu))
    }

    /// A task after the step.
    pub fn row(&self, task: TaskId) -> &'a TaskRow {
        &self.step.tasks[task]
    }

    /// A task before the step.
    pub fn row_before(&self, task: TaskId) -> Option<&'a TaskRow> {
        self.before.and_then(|s| s.tasks.get(task))
    }

    /// Whether the step before is this event's preview, with the running task already charged.
    pub fn previewed(&self) -> bool {
        self.step.phase == Phase::After
            && self.before.is_some_and(|b| b.phase == Phase::Before && b.verb == self.step.verb && b.t == self.step.t)
    }

    /// The first note that `pick` accepts.
    pub fn find<T>(&self, pick: impl Fn(&'a Note) -> Option<T>) -> Option<T> {
        self.step.notes.iter().find_map(pick)
    }

    /// Whether any note is of that sort.
    pub fn has(&self, is: impl Fn(&Note) -> bool) -> bool {
        self.step.notes.iter().any(is)
    }

    /// `v` for the step's own task, `v_T2` for any other.
    pub fn symbol(&self, letter: &str, task: TaskId) -> String {
        match self.step.task == Some(task) {
            true => letter.to_string(),
            false => format!("{letter}_{}", self.name(task)),
        }
    }

    /// The same after the event: `v'`, `v_T2'`.
    pub fn primed(&self, letter: &str, task: TaskId) -> String {
        format!("{}'", self.symbol(letter, task))
    }

    /// A real time `name` as virtual time of an entity: `name nice0/w`, and just `name` at nice 0.
    pub fn to_virtual(&self, name: String, real: &Num, weight: &Num, task: TaskId) -> Expr {
        match *weight == self.nice0 {
            true => span(name, real),
            false => span(name, real) * plain("nice0", &self.nice0) / plain(self.symbol("w", task), weight),
        }
    }

    /// Whether the step takes `task` off the queue and places it again (nice, slice, reweight, requeue).
    pub fn placed_again(&self, task: TaskId) -> bool {
        self.row_before(task).is_some_and(|r| r.on_rq)
            && self.has(|n| matches!(n, Note::Placed { task: t, .. } | Note::DeadlinePlaced { task: t, .. } if *t == task))
    }

    /// What marks V, W, J and sum_jlag of the queue that `task` is placed into: nothing at a plain join, the rest of the queue at a
    /// second placement, or the queue with the task still in it.
    pub fn mark_without(&self, task: TaskId) -> &'static str {
        match (self.placed_again(task), self.counts_itself(task)) {
            (false, _) => "",
            (true, false) => "_rest",
            (true, true) => "_incl",
        }
    }

    /// Whether `task` is placed again while it still counts in W (the current task in the reweight of 6.13 to 6.19).
    pub fn counts_itself(&self, task: TaskId) -> bool {
        self.find(|n| match n {
            Note::Placed { task: t, load, .. } if *t == task => Some(load),
            _ => None,
        })
        .is_some_and(|load| self.placed_again(task) && *load == self.step.queue.load)
    }

    /// What marks them once `task` has left.
    pub fn mark_left(&self, task: TaskId) -> &'static str {
        if self.placed_again(task) { "_rest" } else { "'" }
    }

    /// A line that must be exactly true or, in whole ns, nearly so; else `None`.
    pub fn derived(&self, left: Expr, right: Expr) -> Option<Formula> {
        Formula::derived(&self.scale, left, right, self.arith == ArithKind::Kernel)
    }

    /// A difference of virtual times: a kernel's 64-bit words wrap.
    pub fn word(&self, difference: Num) -> Num {
        if self.arith == ArithKind::Exact {
            return difference;
        }
        let (half, whole) = (Num::from(1_i128 << 63), Num::from(1_i128 << 64));
        let turns = (&(&difference + &half) / &whole).floor();
        difference - turns * whole
    }

    /// V after the step.
    pub fn v_after(&self) -> Expr {
        virt("V'", &self.step.queue.avg_vruntime)
    }
}

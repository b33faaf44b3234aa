//! `Tally`: how often an invariant was kept, and the steps at which it was not.
//!
//! Owns that a long run's list stays short: all are counted, the first [`KEPT`] are told.

use crate::explain::Context;
use crate::model::num::Num;
use crate::sim::script::TaskId;
use std::collections::BTreeMap;

/// So many violations of an invariant are told.
pub const KEPT: usize = 100;

/// One violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The step, from 0.
    pub step: usize,
    /// Its time, ns since the start of the run.
    pub t: Num,
    /// Whom it is about.
    pub task: Option<TaskId>,
    /// What is wrong, with the numbers.
    pub text: String,
    /// The rule, or the limit of the arithmetic, that breaks it; `None`: nothing explains it, so the model or the invariant is wrong.
    pub cause: Option<&'static str>,
}

/// What was seen of one invariant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often it was kept.
    pub kept: u64,
    /// How often it was not.
    pub broken: u64,
    /// Of these, how often without a cause.
    pub unexplained: u64,
    /// How often a named rule made an exception of it.
    pub exempt: BTreeMap<&'static str, u64>,
    /// The first violations, at most [`KEPT`].
    pub violations: Vec<Violation>,
    /// How often it was not kept, by task.
    pub by_task: BTreeMap<TaskId, u64>,
    /// What else there is to say, with numbers.
    pub remarks: Vec<String>,
}

impl Tally {
    /// It was kept.
    pub(super) fn keep(&mut self) {
        self.kept += 1;
    }

    /// A named rule makes an exception.
    pub(super) fn exempt(&mut self, rule: &'static str) {
        *self.exempt.entry(rule).or_default() += 1;
    }

    /// It was not kept.
    pub(super) fn broken(
        &mut self,
        ctx: &Context<'_>,
        task: Option<TaskId>,
        cause: Option<&'static str>,
        text: impl FnOnce() -> String,
    ) {
        self.broken += 1;
        self.unexplained += u64::from(cause.is_none());
        if let Some(task) = task {
            *self.by_task.entry(task).or_default() += 1;
        }
        if self.violations.len() < KEPT {
            let step = ctx.number - 1;
            self.violations.push(Violation { step, t: ctx.step.t.clone(), task, text: text(), cause });
        }
    }
}

//! `Head`: which event a step belongs to, without the state it shows. Reading it costs a fraction of a whole step.

use super::{Phase, Verb};
use crate::model::num::Num;
use crate::sim::script::TaskId;

/// What a step belongs to; the fields are those of [`super::Step`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // as there
pub struct Head<'a> {
    pub t: Num,
    pub verb: Verb,
    pub phase: Phase,
    pub cpu: u32,
    pub task: Option<TaskId>,
    pub text: &'a str,
    pub line: u32,
}

//! What is said on standard error of a run that stopped before its end.

use super::input;
use crate::model::num::Num;
use crate::sim::{Script, Stopped};
use crate::tables::number::Scale;
use crate::tables::stopped::stops;

/// `file: warning: the run stops at t+24, before its end: ...`, a line. `what` is the run, or which of several.
pub(super) fn told(file: &str, what: &str, script: &Script, cut: &Stopped) -> String {
    let file = input::label(file);
    let scale = Scale { unit: script.unit.clone(), v0: Num::ZERO };
    format!("{file}: warning: {what} {}\n", stops(cut, &scale))
}

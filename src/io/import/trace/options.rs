//! What a person can tell about a traced machine that the trace itself does not.

use super::gather::Window;
use crate::io::import::names::legal;
use crate::kernels::FeatureFlag;
use crate::model::num::Num;
use crate::scenario::quote::quote;
use crate::sim::Script;
use std::collections::HashSet;

/// Most tasks that a message names.
const MAX_NAMED: usize = 16;

/// The slack unless told, in ns: a seventh of a request of 0.7 ms.
pub const SLACK: u64 = 100_000;

/// The wishes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceOptions {
    /// The part of the trace to replay, in ns on its own clock.
    pub window: Window,
    /// base_slice in ns; else what a kernel computes from the number of CPUs.
    pub base_slice: Option<Num>,
    /// Period of the tick in ns; else no ticks.
    pub tick: Option<Num>,
    /// By how much the times of the trace and those the kernel charged may differ at a preemption, in ns; else [`SLACK`].
    pub slack: Option<Num>,
    /// Whether the model goes its way uncorrected (`picks given`), instead of being corrected by every pick (`picks followed`).
    pub uncorrected: bool,
    /// Features switched, where the traced kernel had others than its version's defaults.
    pub features: Vec<(FeatureFlag, bool)>,
    /// Nice values by comm, instead of those the priorities tell.
    pub nice: Vec<(String, i32)>,
    /// Slices in ns by comm, of tasks that have their own.
    pub slices: Vec<(String, Num)>,
}

impl TraceOptions {
    /// What is told twice, or of a task that the scenario does not have, and what was expected instead. A task is known by its comm and
    /// by its name in the scenario.
    pub fn misfit(&self, script: &Script) -> Option<(String, String)> {
        let nice = self.nice.iter().map(|(name, _)| ("the nice value of", name.as_str()));
        let slices = self.slices.iter().map(|(name, _)| ("the slice of", name.as_str()));
        let features = self.features.iter().map(|(feature, _)| ("the feature", feature.name()));
        let mut told = HashSet::new();
        if let Some((what, name)) = nice.clone().chain(slices.clone()).chain(features).find(|wish| !told.insert(*wish)) {
            return Some((format!("{what} {} is told twice", quote(name)), "each once".to_string()));
        }
        let names: HashSet<&str> = script.tasks.iter().map(|task| task.name.as_str()).collect();
        let is_known = |name: &str| names.contains(name) || names.contains(legal(name).as_str());
        let (what, name) = nice.chain(slices).find(|(_, name)| !is_known(name))?;
        let known: Vec<&str> = script.tasks.iter().take(MAX_NAMED).map(|task| task.name.as_str()).collect();
        let more = if script.tasks.len() > known.len() { " ..." } else { "" };
        Some((format!("{what} {} is told, which is no task here", quote(name)), format!("one of {}{more}", known.join(" "))))
    }
}

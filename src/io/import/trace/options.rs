//! What a person can tell about a traced machine that the trace itself does not.

use super::gather::Window;
use crate::kernels::FeatureFlag;
use crate::model::num::Num;

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

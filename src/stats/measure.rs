//! Wake-up latencies of a whole run without a recording of it.

use super::latency::{Latencies, LatencyCollector};
use crate::kernels::ArithKind;
use crate::model::arith::{Arith, Exact, Kernel};
use crate::model::machine::Machine;
use crate::sim::engine::{At, Listener};
use crate::sim::{Script, Stopped, engine_of};

/// What was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// By task.
    pub latencies: Vec<Latencies>,
    /// Why the run stopped before its end, and when, if it did.
    pub stopped: Option<Stopped>,
}

impl<A: Arith> Listener<A> for LatencyCollector {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let _latency = self.hear((at.phase, at.verb, at.task), at.noop, || A::t_num(&machine.cpus[at.cpu].cfs.clock));
    }

    fn wants_previews(&self) -> bool {
        false
    }
}

/// Runs a script and measures the wake-up latencies of its tasks.
pub fn latencies(script: &Script) -> Measured {
    match script.arith() {
        ArithKind::Exact => with(script, Exact::new(&script.nice0)),
        ArithKind::Kernel => with(script, Kernel::new(script.rules().words, &script.nice0)),
    }
}

fn with<A: Arith>(script: &Script, arith: A) -> Measured {
    let mut engine = engine_of(script, arith, script.rules());
    let mut collector = LatencyCollector::new(script.tasks.len());
    while engine.advance(&mut collector) {}
    Measured { latencies: collector.finish(), stopped: Stopped::of(&engine) }
}

//! The model's picks beside a trace's: at each switch, whom the rules of a kernel would have picked.
//!
//! The trace gives every pick, so the model's state follows the real CPU; before each given pick the model makes its own. Owns the
//! comparison as data; must not know how the picks were traced.

use super::one_cpu::{GivenPick, OneCpu};
use crate::kernels::{ArithKind, Kernel};
use crate::model::arith::{self, Arith, Exact};
use crate::model::machine::Machine;
use crate::model::note::{Note, PickWhy, WarningKind};
use crate::sim::Script;
use crate::sim::engine::{At, Engine, Listener};
use crate::sim::engine_of;
use crate::sim::recording::Phase;
use crate::sim::script::TaskId;
use std::collections::HashSet;
use std::sync::Arc;

/// How a given pick and the model's compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The same task.
    Same,
    /// The model would have let the running task go on.
    Stays,
    /// The model would have picked another task.
    Other,
}

/// A compared pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// Its step in the recording of the scenario.
    pub step: usize,
    /// Its line in the trace.
    pub line: u32,
    /// When, in ns on the trace's clock.
    pub at: u64,
    /// Whom the real kernel picked.
    pub real: TaskId,
    /// Whom the model would have picked.
    pub model: Option<TaskId>,
    /// Whether the model holds the real pick for eligible.
    pub eligible: bool,
    /// Whether, by then, the model had placed, or seen the end of a request of, every task of which the trace began with an
    /// unknown state.
    pub settled: bool,
    /// The comparison.
    pub verdict: Verdict,
}

/// Numbers of picks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Compared.
    pub all: usize,
    /// Those where both picked the same.
    pub same: usize,
    /// Those where the model would have let the running task go on.
    pub stays: usize,
    /// Those where the model would have picked another task.
    pub other: usize,
}

impl Share {
    fn add(&mut self, verdict: Verdict) {
        self.all += 1;
        match verdict {
            Verdict::Same => self.same += 1,
            Verdict::Stays => self.stays += 1,
            Verdict::Other => self.other += 1,
        }
    }

    /// The share of equal picks in tenths of a percent, rounded down.
    pub fn per_mille(&self) -> usize {
        (self.same * 1000).checked_div(self.all).unwrap_or(0)
    }
}

/// The comparison with one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// Whose rules.
    pub kernel: Kernel,
    /// Every compared pick, in order.
    pub picks: Vec<Compared>,
}

impl Agreement {
    /// Over all compared picks.
    pub fn all(&self) -> Share {
        self.share(|_| true)
    }

    /// Over those that no unknown initial state can have decided alone.
    pub fn settled(&self) -> Share {
        self.share(|pick| pick.settled)
    }

    fn share(&self, which: impl Fn(&Compared) -> bool) -> Share {
        let mut share = Share::default();
        self.picks.iter().filter(|p| which(p)).for_each(|p| share.add(p.verdict));
        share
    }
}

/// A comparison under way.
pub struct Comparing {
    kernel: Kernel,
    runs: Runs,
}

enum Runs {
    Exact(Box<(Engine<Exact>, Listening)>),
    Kernel(Box<(Engine<arith::Kernel>, Listening)>),
}

impl Comparing {
    /// Begins to compare a CPU's picks with those of a kernel.
    pub fn new(cpu: &OneCpu, kernel: Kernel) -> Comparing {
        let mut script = cpu.scenario.script.clone();
        script.variant.kernel = kernel;
        let script = Arc::new(script);
        let unknown: HashSet<TaskId> = cpu.unknown.iter().copied().collect();
        let listening = Listening { steps: 0, given: cpu.picks.clone(), next: 0, unknown, picks: Vec::new() };
        let runs = match script.arith() {
            ArithKind::Exact => Runs::Exact(Box::new((engine(&script, Exact::new(&script.nice0)), listening))),
            ArithKind::Kernel => {
                let arith = arith::Kernel::new(script.rules().words, &script.nice0);
                Runs::Kernel(Box::new((engine(&script, arith), listening)))
            }
        };
        Comparing { kernel, runs }
    }

    /// Does up to `events` events; whether some are left.
    pub fn advance(&mut self, events: usize) -> bool {
        match &mut self.runs {
            Runs::Exact(run) => (0..events).all(|_| run.0.advance(&mut run.1)),
            Runs::Kernel(run) => (0..events).all(|_| run.0.advance(&mut run.1)),
        }
    }

    /// The comparison of what was done so far.
    pub fn finish(self) -> Agreement {
        let picks = match self.runs {
            Runs::Exact(run) => run.1.picks,
            Runs::Kernel(run) => run.1.picks,
        };
        Agreement { kernel: self.kernel, picks }
    }
}

fn engine<A: Arith>(script: &Arc<Script>, arith: A) -> Engine<A> {
    let mut engine = engine_of(script, arith, script.rules());
    engine.want_notes(true);
    engine
}

struct Listening {
    /// Steps so far, as a recording counts them.
    steps: usize,
    given: Vec<GivenPick>,
    /// The next of those.
    next: usize,
    /// Tasks of whose state nothing is known yet.
    unknown: HashSet<TaskId>,
    picks: Vec<Compared>,
}

impl<A: Arith> Listener<A> for Listening {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        self.steps += 1;
        let notes = std::mem::take(&mut machine.cpus[at.cpu].cfs.notes.list);
        // A pick is settled if everything was known before it.
        let settled = self.unknown.is_empty();
        if !settled {
            for note in &notes {
                if let Note::Placed { task, .. } | Note::RequestEnded { task, .. } = note {
                    self.unknown.remove(task);
                }
            }
        }
        if at.phase != Phase::Pick {
            return;
        }
        let Some(given) = self.given.get(self.next) else { return };
        self.next += 1;
        if let Some((real, model, eligible)) = own_and_forced(&notes).filter(|_| given.counts) {
            let verdict = match model {
                Some(task) if task == real => Verdict::Same,
                Some(task) if Some(task) == given.prev => Verdict::Stays,
                _ => Verdict::Other,
            };
            let (step, line, at) = (self.steps - 1, given.line, given.at);
            self.picks.push(Compared { step, line, at, real, model, eligible, settled, verdict });
        }
    }

    fn wants_previews(&self) -> bool {
        true
    }
}

/// Whom the script picked, whom the rules, and whether the former is eligible.
fn own_and_forced(notes: &[Note]) -> Option<(TaskId, Option<TaskId>, bool)> {
    let (mut own, mut eligible) = (None, true);
    for note in notes {
        match note {
            Note::Warning(WarningKind::ForcedIneligible { .. }) => eligible = false,
            Note::Picked { task: Some(real), why: PickWhy::Forced, .. } => return Some((*real, own?, eligible)),
            Note::Picked { task, .. } => own = Some(*task),
            _ => {}
        }
    }
    None
}

//! `Script`: what the engine is given, as plain data with exact values. The scenario language is its text form.
//!
//! Owns the meaning of every directive and event; must not know how they are written down.

use super::behaviour::Behaviour;
use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use crate::model::num::Num;

/// Position of a task in `Script::tasks`; also its index in every recording.
pub type TaskId = usize;

/// A scheduling variant by name: which kernel, which patches on it, which features switched, which arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The base kernel.
    pub kernel: Kernel,
    /// Patches in the order given.
    pub patches: Vec<Patch>,
    /// Features switched on or off, in the order given; the last word counts.
    pub features: Vec<(FeatureFlag, bool)>,
    /// The arithmetic, if it is not the kernel's own (exact for `ideal`, kernel for the others).
    pub arith: Option<ArithKind>,
}

/// Everything that decides a run. Times are nanoseconds (or, in `ideal`, whatever the author counts in).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Which rules.
    pub variant: Variant,
    /// What a bare number means, in ns. Also the unit in which tables print times and virtual times.
    pub unit: Num,
    /// The weight that stands for nice 0; `dv = dt * nice0 / w`. Also the scale in which tables print weights.
    pub nice0: Num,
    /// Request length of tasks without a slice of their own.
    pub base_slice: Num,
    /// `normalized_sysctl_sched_base_slice`: slice protection without RUN_TO_PARITY, from v6.19.
    pub norm_slice: Num,
    /// Period of automatic ticks; zero: none.
    pub tick: Num,
    /// TICK_NSEC in the lag limit.
    pub tick_nsec: Num,
    /// Whether a request also ends exactly when v reaches d.
    pub slice_end: bool,
    /// Who says when there is a pick.
    pub picks: Picks,
    /// `picks followed`: a preempted task with no more than this much of its request left counts as having used it up.
    pub slack: Num,
    /// What `in_task()` returns during wake-ups (v6.19-rc1 looks at it).
    pub in_task: bool,
    /// Initial V: the initial `min_vruntime` or `zero_vruntime`.
    pub vstart: Num,
    /// Threshold of the patch `lag-floor-on-sign-change`.
    pub threshold: Num,
    /// The fair server that lets fair tasks run beside real-time ones, if there is one.
    pub fair_server: Option<FairServer>,
    /// Number of CPUs.
    pub cpus: u32,
    /// What the random numbers of behaviours start from.
    pub seed: u64,
    /// The tasks.
    pub tasks: Vec<TaskSpec>,
    /// State the run starts from, for tasks that do not start off the queue.
    pub states: Vec<StateSpec>,
    /// What happens, in order; times do not decrease.
    pub events: Vec<Event>,
}

/// No run has more automatic events (ticks and request ends) than this.
pub const MAX_AUTOMATIC_EVENTS: usize = 1_000_000;

impl Script {
    /// At most how many ticks, request ends and turns of the fair server happen.
    pub fn automatic_events(&self) -> Num {
        let end = self.duration();
        let every = |period: &Num| if *period > Num::ZERO { (&end / period).floor() } else { Num::ZERO };
        let set = self.events.iter().filter_map(|event| match &event.action {
            Action::Slice(_, slice) if !slice.is_zero() => Some(slice),
            _ => None,
        });
        let own = self.tasks.iter().map(|task| task.slice.as_ref().unwrap_or(&task.base_slice));
        let shortest = own.chain(set).chain([&self.base_slice]).min();
        let requests = shortest.filter(|_| self.slice_end).map_or(Num::ZERO, every);
        // Each turn of the server has a beginning and an end.
        let server = self.fair_server.as_ref().map_or(Num::ZERO, |s| &every(&s.period) * &Num::from(2));
        &(&(&every(&self.tick) + &requests) + &server) * &Num::from(self.cpus)
    }

    /// At most how many steps events, ticks and request ends make: before, after and pick of each.
    pub fn given_steps(&self) -> Num {
        &(&Num::from(self.events.len() as u64) + &self.automatic_events()) * &Num::from(3)
    }

    /// About how many steps a recording has, and seldom more.
    pub fn expected_steps(&self) -> Num {
        &self.given_steps() + &(&self.behaviour_events() * &Num::from(3))
    }
}

/// `fair_server RUNTIME PERIOD`: fair tasks get RUNTIME after PERIOD - RUNTIME without the CPU because of a real-time task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairServer {
    /// For how long they then have the CPU, in ns; above 0.
    pub runtime: Num,
    /// Above `runtime`.
    pub period: Num,
}

/// Who says when there is a pick, and of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Picks {
    /// The rules; the script may force some.
    #[default]
    Own,
    /// The script, as a trace of a real CPU does: only `pick X`, `idle` and `resched` pick, whatever the rules ask for, and
    /// `sleep X` and `exit X` take any queued task away.
    Given,
    /// The same, and the state is corrected where a given pick shows that it can not be right: see [`crate::model::follow`].
    Followed,
}

/// Scheduling policy of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// SCHED_NORMAL.
    #[default]
    Normal,
    /// SCHED_BATCH.
    Batch,
    /// SCHED_IDLE.
    Idle,
    /// SCHED_FIFO: competes for the CPU from outside the fair queue.
    Fifo,
}

/// How a task's weight is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightSpec {
    /// By nice value, -20..=19, through the kernel's table.
    Nice(i32),
    /// Directly, on the scale where nice 0 is `Script::nice0`.
    Weight(Num),
}

/// A task at its creation. Tasks start off the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskSpec {
    /// Its name.
    pub name: String,
    /// Its weight.
    pub weight: WeightSpec,
    /// Its own slice; `None`: `base_slice`, looked up whenever the kernel refreshes it.
    pub slice: Option<Num>,
    /// `base_slice` as it was when the task was created (a task without its own slice starts with it).
    pub base_slice: Num,
    /// Its policy.
    pub policy: Policy,
    /// The virtual lag that its first placement restores.
    pub lag: Num,
    /// The CPU it starts on.
    pub cpu: u32,
    /// What it does of itself, beside what events make it do.
    pub behaviour: Option<Behaviour>,
}

/// Where a task stands in an initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Waiting in the queue.
    Queued,
    /// The current task.
    Running,
    /// Asleep, but left in the queue until its lag is gone.
    Delayed,
    /// Off the queue.
    Asleep,
}

/// One task's initial state. Missing values: v = `vstart`; d = v + slice/w; vlag = 0 (for a delayed task V - v); vprot = d if running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSpec {
    /// The task.
    pub task: TaskId,
    /// vruntime.
    pub v: Option<Num>,
    /// Virtual deadline, absolute.
    pub d: Option<Num>,
    /// Stored lag.
    pub vlag: Option<Num>,
    /// End of slice protection, absolute virtual time.
    pub vprot: Option<Num>,
    /// Where it stands.
    pub standing: Standing,
}

/// One event of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, counted from the start of the run.
    pub at: Num,
    /// Which CPU's current task, yield or tick is meant; for wake-ups the waker's.
    pub cpu: u32,
    /// What happens.
    pub action: Action,
    /// The event's words as written, verb first, without `at`, `lag=` and `cpu=`; printed as `ev` in JSONL.
    pub text: String,
    /// 1-based line in the scenario's text, 0 if it has none.
    pub line: u32,
}

/// Whom an event means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A named task.
    Task(TaskId),
    /// `@curr`: whoever runs at that time.
    Curr,
}

/// What an event does. `golden/FORMAT.md` terms: ttwu, wake_up_new_task, dequeue_task, set_user_nice, ...
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `wake X [sync] [lag=D]`.
    Wake {
        /// The wakee.
        who: Who,
        /// WF_SYNC.
        sync: bool,
        /// A silent `setlag` before the wake-up.
        lag: Option<Num>,
    },
    /// `fork X`.
    Fork(Who),
    /// `sleep X`.
    Sleep(Who),
    /// `exit X`.
    Exit(Who),
    /// `yield` of the current task.
    Yield,
    /// `nice X N`.
    Nice(Who, i32),
    /// `slice X D`; zero returns to the default slice.
    Slice(Who, Num),
    /// `reweight X W`, on the scale where nice 0 is `Script::nice0`.
    Reweight(Who, Num),
    /// `setlag X D`.
    SetLag(Who, Num),
    /// One extra scheduler tick.
    Tick,
    /// Ask for a reschedule.
    Resched,
    /// `pick X`: at this instant X is picked, whatever the rules say; the step tells whether X is eligible.
    Pick(Who),
    /// `idle`: no task of the fair queue runs until the next pick, whatever the rules say: the CPU went idle or to another class.
    Idle,
    /// Only the time passes.
    End,
}

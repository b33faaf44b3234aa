//! `run`: a script from its initial state to a recording.
//!
//! Owns how a script's plain data become a queue of one arithmetic.

use super::engine::{Engine, Listener};
use super::recorder::Recorder;
use super::recording::{Recording, TaskInfo};
use super::script::{Policy, Script, Standing, TaskSpec, WeightSpec};
use crate::kernels::{ArithKind, rules};
use crate::model::arith::{Arith, Exact, Kernel, WeightInput};
use crate::model::cfs_rq::{CfsRq, Tunables};
use crate::model::entity::{FairPolicy, SchedEntity};
use crate::model::rq::{Rq, Task};
use crate::model::rules::Rules;

impl Script {
    /// The rules its variant stands for.
    pub fn rules(&self) -> Rules {
        rules(self.variant.kernel, &self.variant.patches, &self.variant.features)
    }

    /// The arithmetic it computes with.
    pub fn arith(&self) -> ArithKind {
        self.variant.arith.unwrap_or(self.variant.kernel.default_arith())
    }
}

/// Runs a script to its end and records every step.
pub fn run(script: &Script) -> Recording {
    let rules = script.rules();
    let has_j = rules.place.keeps_j();
    let steps = match script.arith() {
        ArithKind::Exact => run_with(script, Exact::new(&script.nice0), rules, Recorder::default()).steps,
        ArithKind::Kernel => {
            let arith = Kernel::new(rules.words, &script.nice0);
            run_with(script, arith, rules, Recorder::default()).steps
        }
    };
    let tasks = script.tasks.iter().map(|t| TaskInfo { name: t.name.clone() }).collect();
    Recording::from_steps(tasks, script.arith(), script.vstart.clone(), script.unit.clone(), script.nice0.clone(), has_j, steps)
}

/// Runs a script with an arithmetic of one's choice, for a listener of one's choice. The queue writes notes if previews are wanted.
pub fn run_with<A: Arith, L: Listener<A>>(script: &Script, arith: A, rules: Rules, listener: L) -> L {
    let mut rq = initial::<A>(script, arith, rules);
    rq.cfs.notes.wanted = listener.wants_previews();
    Engine::new(script, rq, listener).run()
}

/// The CPU before the first event.
pub fn initial<A: Arith>(script: &Script, arith: A, rules: Rules) -> Rq<A> {
    let tunables = Tunables {
        base_slice: A::t_from(&script.base_slice),
        norm_slice: A::t_from(&script.norm_slice),
        tick_nsec: A::t_from(&script.tick_nsec),
        in_task: script.in_task,
    };
    let entity = |spec: &TaskSpec| {
        let slice = spec.slice.as_ref().unwrap_or(&spec.base_slice);
        SchedEntity::new(arith.weight(&weight_input(spec)), A::t_from(slice), spec.slice.is_some(), policy(spec.policy))
    };
    let entities = script.tasks.iter().map(entity).collect();
    let task = |spec: &TaskSpec| {
        let nice = if let WeightSpec::Nice(nice) = spec.weight { nice } else { 0 };
        Task::new(nice, weight_input(spec))
    };
    let tasks = script.tasks.iter().map(task).collect();
    let mut rq = Rq::new(CfsRq::new(arith, rules, tunables, entities, A::v_from(&script.vstart)), tasks);
    for (p, spec) in script.tasks.iter().enumerate() {
        if !spec.lag.is_zero() {
            rq.cfs.set_vlag(p, A::v_from(&spec.lag));
        }
    }
    install_states(script, &mut rq);
    rq
}

fn weight_input(spec: &TaskSpec) -> WeightInput {
    match (&spec.weight, spec.policy) {
        (_, Policy::Idle) => WeightInput::IdlePolicy,
        (WeightSpec::Nice(nice), _) => WeightInput::Nice(*nice),
        (WeightSpec::Weight(w), _) => WeightInput::Value(w.clone()),
    }
}

fn policy(policy: Policy) -> FairPolicy {
    match policy {
        Policy::Normal | Policy::Fifo => FairPolicy::Normal,
        Policy::Batch => FairPolicy::Batch,
        Policy::Idle => FairPolicy::Idle,
    }
}

/// Puts tasks where `state` lines say. The running one is current as after a pick.
fn install_states<A: Arith>(script: &Script, rq: &mut Rq<A>) {
    for state in &script.states {
        let p = state.task;
        let v = state.v.as_ref().unwrap_or(&script.vstart);
        rq.cfs.entities[p].vruntime = A::v_from(v);
        let vslice = rq.cfs.vslice(p);
        let entity = &mut rq.cfs.entities[p];
        entity.deadline = state.d.as_ref().map_or_else(|| A::add(&entity.vruntime, &vslice), A::v_from);
        let until = state.vprot.as_ref().map_or_else(|| entity.deadline.clone(), A::v_from);
        rq.tasks[p].has_run = true;
        if state.standing == Standing::Asleep {
            if let Some(vlag) = &state.vlag {
                rq.cfs.set_vlag(p, A::v_from(vlag));
            }
            continue;
        }
        entity.on_rq = true;
        entity.sched_delayed = state.standing == Standing::Delayed;
        rq.tasks[p].queued = true;
        rq.tasks[p].blocked = state.standing == Standing::Delayed;
        rq.nr_running += 1;
        rq.cfs.nr_queued += 1;
        rq.cfs.h_nr_queued += 1;
        rq.cfs.h_nr_runnable += i64::from(state.standing != Standing::Delayed);
        if state.standing == Standing::Running {
            rq.cfs.curr = Some(p);
            rq.curr = Some(p);
            rq.cfs.set_vprot(p, until);
        } else {
            rq.cfs.tree_add(p);
        }
        if let Some(vlag) = &state.vlag {
            rq.cfs.set_vlag(p, A::v_from(vlag));
        }
    }
    // A delayed task's lag, where none is given, is what the whole initial queue makes it.
    let v_avg = rq.cfs.avg_vruntime();
    for state in script.states.iter().filter(|s| s.standing == Standing::Delayed && s.vlag.is_none()) {
        let vlag = A::sub(&v_avg, &rq.cfs.entities[state.task].vruntime);
        rq.cfs.set_vlag(state.task, vlag);
    }
}

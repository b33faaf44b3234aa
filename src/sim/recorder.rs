//! The recorder: what a step of the engine looks like as numbers.
//!
//! Owns the copy from the model's state to rows; must not know what a step means.

use super::engine::{At, Listener, clock};
use super::recording::{Phase, QueueRow, Step, TaskRow};
use crate::model::arith::Arith;
use crate::model::cfs_rq::CfsRq;
use crate::model::rq::Rq;

/// Records every step, previews included.
#[derive(Default)]
pub struct Recorder {
    /// The steps so far.
    pub steps: Vec<Step>,
}

impl<A: Arith> Listener<A> for Recorder {
    fn step(&mut self, at: &At<'_>, rq: &mut Rq<A>) {
        let notes = if at.phase == Phase::Before { Vec::new() } else { std::mem::take(&mut rq.cfs.notes.list) };
        let (queue, tasks) = if at.phase == Phase::Before { preview(rq) } else { (queue_row(rq), task_rows(&rq.cfs)) };
        let step = Step {
            t: clock(rq),
            verb: at.verb,
            phase: at.phase,
            task: at.task,
            text: at.text.to_string(),
            line: at.line,
            noop: at.noop,
            last_pick: at.phase == Phase::Pick,
            notes,
            queue,
            tasks,
        };
        if step.phase == Phase::Pick {
            // Only the last pick of an instant is the one that counts.
            for earlier in self.steps.iter_mut().rev().take_while(|s| s.t == step.t) {
                earlier.last_pick = false;
            }
        }
        self.steps.push(step);
    }

    fn wants_previews(&self) -> bool {
        true
    }
}

/// The state as it would be with the current task charged up to now, and nothing else done.
fn preview<A: Arith>(rq: &Rq<A>) -> (QueueRow, Vec<TaskRow>) {
    let (mut queue, mut tasks) = (queue_row(rq), task_rows(&rq.cfs));
    let cfs = &rq.cfs;
    let Some(curr) = cfs.queued_curr() else { return (queue, tasks) };
    let entity = &cfs.entities[curr];
    if cfs.clock <= entity.exec_start {
        return (queue, tasks);
    }
    let ran = A::t_sub(&cfs.clock, &entity.exec_start);
    let v = A::add(&entity.vruntime, &cfs.arith.calc_delta_fair(&ran, &entity.weight));
    let v_avg = cfs.avg_vruntime_with(Some((&v, curr)));
    queue.avg_vruntime = A::v_num(&v_avg);
    let row = &mut tasks[curr];
    row.vruntime = A::v_num(&v);
    row.exec_start = A::t_num(&cfs.clock);
    row.sum_exec = A::t_num(&A::t_add(&entity.sum_exec, &ran));
    let (sum, load) = cfs.sums_with(Some((&v, curr)));
    for (e, (row, entity)) in tasks.iter_mut().zip(&cfs.entities).enumerate() {
        let at = if e == curr { &v } else { &entity.vruntime };
        row.eligible = row.on_rq.then(|| cfs.arith.entity_eligible(&sum, &cfs.entity_key(at), &load));
    }
    (queue, tasks)
}

fn queue_row<A: Arith>(rq: &Rq<A>) -> QueueRow {
    let cfs = &rq.cfs;
    let keeps_j = cfs.rules.place.keeps_j();
    QueueRow {
        curr: rq.curr,
        resched: cfs.need_resched,
        avg_vruntime: A::v_num(&cfs.avg_vruntime()),
        base: A::v_num(&cfs.base),
        sum_w_vruntime: A::s_num(&cfs.sum_w_vruntime),
        sum_weight: A::s_num(&cfs.sum_weight),
        load: cfs.arith.load_num(&cfs.load()),
        nr_queued: cfs.nr_queued,
        h_nr_queued: cfs.h_nr_queued,
        h_nr_runnable: (cfs.rules.base != crate::model::rules::Base::MinVruntime).then_some(cfs.h_nr_runnable),
        rq_nr_running: rq.nr_running,
        next: cfs.next,
        sum_jlag: keeps_j.then(|| cfs.arith.load_num(&cfs.sum_jlag)),
        j: keeps_j.then(|| A::v_num(&cfs.avg_vjlag())),
        min_slice: cfs.tree.min_slice().map(A::t_num),
        max_slice: cfs.tree.max_slice().map(A::t_num),
    }
}

fn task_rows<A: Arith>(cfs: &CfsRq<A>) -> Vec<TaskRow> {
    let (sum, load) = cfs.sums();
    let row = |e: &crate::model::entity::SchedEntity<A>| TaskRow {
        vruntime: A::v_num(&e.vruntime),
        deadline: A::v_num(&e.deadline),
        vlag: A::v_num(&e.vlag),
        vprot: A::v_num(&e.vprot),
        slice: A::t_num(&e.slice),
        weight: cfs.arith.weight_num(&e.weight),
        on_rq: e.on_rq,
        sched_delayed: e.sched_delayed,
        eligible: e.on_rq.then(|| cfs.arith.entity_eligible(&sum, &cfs.entity_key(&e.vruntime), &load)),
        rel_deadline: e.rel_deadline,
        exec_start: A::t_num(&e.exec_start),
        sum_exec: A::t_num(&e.sum_exec),
    };
    cfs.entities.iter().map(row).collect()
}

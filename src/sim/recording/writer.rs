//! The writer: what an engine's step looks like as words, and which of them can have changed.
//!
//! Owns the copy from the model's state to rows; must not know what a step means.

use super::super::engine::{At, Listener};
use super::words::{
    HEAD, Pool, QUEUE, Reading, TASK, Words, bit, flag, head, phase_word, put_costs, queue, queue_at, task_at, task_word,
    verb_word, words_of,
};
use super::{Block, Phase, Recording, Replay, Step, Stopped, TaskInfo, store::Store};
use crate::kernels::ArithKind;
use crate::model::arith::{Arith, Exact, Kernel};
use crate::model::machine::{CpuId, Machine};
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rules::Base;
use std::sync::{Arc, Mutex};

/// An arithmetic whose values can be kept as words.
pub trait Keep: Arith {
    /// How the words are read.
    const KIND: ArithKind;
    /// The word of a virtual time.
    fn v_word(v: &Self::V, pool: &mut Places) -> i64;
    /// The word of a duration.
    fn t_word(t: &Self::T, pool: &mut Places) -> i64;
    /// The word of a sum.
    fn s_word(s: &Self::S, pool: &mut Places) -> i64;
    /// The word of a sum that was shifted down by `shift`.
    fn shifted_word(s: &Self::S, shift: u32, pool: &mut Places) -> i64;
    /// The word of a stored weight.
    fn w_word(w: &Self::W, pool: &mut Places) -> i64;
    /// (stored weight, sum of weights) to the scale of `nice0`.
    fn scales(&self) -> (Num, Num);
}

/// Where exact numbers are kept.
#[derive(Default)]
pub struct Places(Pool);

impl Keep for Kernel {
    const KIND: ArithKind = ArithKind::Kernel;
    fn v_word(v: &i64, _: &mut Places) -> i64 {
        *v
    }
    fn t_word(t: &u64, _: &mut Places) -> i64 {
        *t as i64
    }
    fn s_word(s: &i64, _: &mut Places) -> i64 {
        *s
    }
    fn shifted_word(s: &i64, shift: u32, _: &mut Places) -> i64 {
        s.wrapping_shl(shift)
    }
    fn w_word(w: &Self::W, _: &mut Places) -> i64 {
        w.stored()
    }
    fn scales(&self) -> (Num, Num) {
        (self.weight_scale(), self.load_num(&1))
    }
}

impl Keep for Exact {
    const KIND: ArithKind = ArithKind::Exact;
    fn v_word(v: &Self::V, pool: &mut Places) -> i64 {
        pool.0.place(v.into())
    }
    fn t_word(t: &Self::T, pool: &mut Places) -> i64 {
        pool.0.place(t.into())
    }
    fn s_word(s: &Self::S, pool: &mut Places) -> i64 {
        pool.0.place(s.into())
    }
    fn shifted_word(s: &Self::S, _shift: u32, pool: &mut Places) -> i64 {
        Self::s_word(s, pool)
    }
    fn w_word(w: &Self::W, pool: &mut Places) -> i64 {
        pool.0.place(w.into())
    }
    fn scales(&self) -> (Num, Num) {
        (Num::from(1), Num::from(1))
    }
}

/// Records every step of an engine, previews included.
#[derive(Default)]
pub struct Writer {
    store: Store,
    pool: Places,
    before: Words,
    now: Words,
    touched: Vec<usize>,
    /// Tasks whose words show something that is not stored in the model: a preview, or an overflow's eligibility.
    transient: Vec<usize>,
    texts: Vec<String>,
    /// The place in `texts` of each scripted event's words, and of each automatic step's, by its verb.
    text_places: [Vec<Option<i64>>; 2],
    last_picks: Vec<bool>,
    /// By CPU: when its last pick was, and at which step.
    last_pick: Vec<Option<(i64, usize)>>,
}

impl<A: Keep> Listener<A> for Writer {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let cpus = machine.cpus.len();
        let mut queues = at.cpu..at.cpu + 1;
        if self.now.is_empty() {
            self.begin(machine);
            queues = 0..cpus;
        }
        self.note_touched(machine);
        self.head(at, machine);
        for cpu in queues.clone() {
            self.queue(cpu, machine);
        }
        for i in 0..self.touched.len() {
            self.task(self.touched[i], machine);
        }
        if at.phase == Phase::Before {
            self.preview(at.cpu, machine);
        } else if machine.cpus.iter().any(|rq| rq.cfs.eligibility_overflows()) {
            self.store_eligibility(machine);
        }
        let words = [0..HEAD, queue_at(queues.start)..queue_at(queues.end)];
        let rows = self.touched.iter().map(|t| task_at(cpus, *t)..task_at(cpus, t + 1));
        self.store.push(&mut self.before, &self.now, words.into_iter().chain(rows));
        self.mark_last_pick(at);
    }

    fn wants_previews(&self) -> bool {
        true
    }
}

impl Writer {
    /// How many steps so far.
    pub fn steps(&self) -> usize {
        self.store.len()
    }

    /// Makes room for a machine of that size, whose tasks are all unknown yet.
    fn begin<A: Keep>(&mut self, machine: &Machine<A>) {
        let (cpus, tasks) = (machine.cpus.len(), machine.cpus[0].tasks.len());
        self.now = vec![0; task_at(cpus, tasks)];
        self.before.clone_from(&self.now);
        self.transient = (0..tasks).collect();
        self.last_pick = vec![None; cpus];
    }

    /// Which tasks' words may have changed, in ascending order.
    fn note_touched<A: Keep>(&mut self, machine: &mut Machine<A>) {
        self.touched.clear();
        self.touched.append(&mut self.transient);
        for rq in &mut machine.cpus {
            rq.cfs.entities.take_touched(|e| self.touched.push(e));
        }
        self.touched.sort_unstable();
        self.touched.dedup();
    }

    /// The place of the step's words; an event has the same in all of its steps.
    fn text(&mut self, at: &At<'_>) -> i64 {
        let (kind, index) = at.event.map_or((1, verb_word(at.verb) as usize), |event| (0, event));
        let places = &mut self.text_places[kind];
        if places.len() <= index {
            places.resize(index + 1, None);
        }
        *places[index].get_or_insert_with(|| {
            self.texts.push(at.text.to_string());
            self.texts.len() as i64 - 1
        })
    }

    fn head<A: Keep>(&mut self, at: &At<'_>, machine: &Machine<A>) {
        let text = self.text(at);
        let (now, pool) = (&mut self.now, &mut self.pool);
        now[head::T] = A::t_word(&machine.cpus[at.cpu].cfs.clock, pool);
        now[head::VERB] = verb_word(at.verb);
        now[head::PHASE] = phase_word(at.phase);
        now[head::CPU] = at.cpu as i64;
        now[head::NOOP] = i64::from(at.noop);
        now[head::TASK] = task_word(at.task);
        now[head::TEXT] = text;
        now[head::LINE] = i64::from(at.line);
        now[head::MIGRATIONS] = machine.migrations() as i64;
    }

    fn queue<A: Keep>(&mut self, cpu: CpuId, machine: &Machine<A>) {
        let rq = &machine.cpus[cpu];
        let cfs = &rq.cfs;
        let (now, pool) = (&mut self.now[queue_at(cpu)..][..QUEUE], &mut self.pool);
        let set = |on: bool, bit: i64| if on { bit } else { 0 };
        let slices = cfs.tree.min_slice().zip(cfs.tree.max_slice());
        now[queue::FLAGS] = set(cfs.need_resched, flag::RESCHED) | set(slices.is_some(), flag::HAS_SLICES);
        now[queue::CURR] = task_word(rq.curr);
        now[queue::V] = A::v_word(&cfs.avg_vruntime(), pool);
        now[queue::BASE] = A::v_word(&cfs.base, pool);
        now[queue::SUM] = A::s_word(&cfs.sum_w_vruntime, pool);
        now[queue::SUM_WEIGHT] = A::s_word(&cfs.sum_weight, pool);
        now[queue::LOAD] = A::shifted_word(&cfs.load(), cfs.sum_shift, pool);
        now[queue::NR_QUEUED] = i64::from(cfs.nr_queued);
        now[queue::H_NR_QUEUED] = i64::from(cfs.h_nr_queued);
        now[queue::H_NR_RUNNABLE] = cfs.h_nr_runnable;
        now[queue::NR_RUNNING] = i64::from(rq.nr_running);
        now[queue::NEXT] = task_word(cfs.next);
        put_costs(now, &cfs.costs());
        if cfs.rules.place.keeps_j() {
            now[queue::SUM_JLAG] = A::s_word(&cfs.sum_jlag, pool);
            now[queue::J] = A::v_word(&cfs.avg_vjlag(), pool);
        }
        if let Some((min, max)) = slices {
            now[queue::MIN_SLICE] = A::t_word(min, pool);
            now[queue::MAX_SLICE] = A::t_word(max, pool);
        }
    }

    /// The words of a task.
    fn row(&mut self, task: usize) -> &mut [i64] {
        let cpus = self.last_pick.len();
        &mut self.now[task_at(cpus, task)..][..TASK]
    }

    fn task<A: Keep>(&mut self, task: usize, machine: &Machine<A>) {
        let cpu = machine.home(task);
        let e = &machine.cpus[cpu].cfs.entities[task];
        let pool = &mut self.pool;
        let set = |on: bool, bit: i64| if on { bit } else { 0 };
        let words = [
            A::v_word(&e.vruntime, pool),
            A::v_word(&e.deadline, pool),
            A::v_word(&e.vlag, pool),
            A::v_word(&e.vprot, pool),
            A::t_word(&e.slice, pool),
            A::w_word(&e.weight, pool),
            set(e.on_rq, bit::ON_RQ)
                | set(e.sched_delayed, bit::DELAYED)
                | set(e.rel_deadline, bit::REL_DEADLINE)
                | set(machine.cpus[cpu].rt.is_queued(task), bit::RT_QUEUED)
                | (cpu as i64) << bit::CPU,
            A::t_word(&e.exec_start, pool),
            A::t_word(&e.sum_exec, pool),
        ];
        self.row(task).copy_from_slice(&words);
    }

    /// The state as it would be with the current task of that CPU charged up to now, and nothing else done.
    fn preview<A: Keep>(&mut self, cpu: CpuId, machine: &Machine<A>) {
        let cfs = &machine.cpus[cpu].cfs;
        let Some(curr) = cfs.queued_curr() else { return };
        let e = &cfs.entities[curr];
        if cfs.clock <= e.exec_start {
            return;
        }
        let ran = A::t_sub(&cfs.clock, &e.exec_start);
        let v = A::add(&e.vruntime, &cfs.arith.calc_delta_fair(&ran, &e.weight));
        let v_avg = cfs.avg_vruntime_with(Some((&v, curr)));
        if let Err(place) = self.touched.binary_search(&curr) {
            self.touched.insert(place, curr);
        }
        self.transient.push(curr);
        self.now[queue_at(cpu) + queue::V] = A::v_word(&v_avg, &mut self.pool);
        let pool = &mut self.pool;
        let words = [A::v_word(&v, pool), A::t_word(&cfs.clock, pool), A::t_word(&A::t_add(&e.sum_exec, &ran), pool)];
        let row = self.row(curr);
        [row[0], row[7], row[8]] = words;
    }

    /// Where products overflow, eligibility does not follow from V: it is stored as the kernel's test says.
    fn store_eligibility<A: Keep>(&mut self, machine: &Machine<A>) {
        self.touched = (0..machine.cpus[0].tasks.len()).collect();
        self.transient.clone_from(&self.touched);
        for e in 0..self.touched.len() {
            self.task(e, machine);
            let cfs = &machine.home_rq(e).cfs;
            let eligible = cfs.entities[e].on_rq && cfs.eligible(e);
            self.row(e)[6] |= bit::ELIGIBILITY_STORED | if eligible { bit::ELIGIBLE } else { 0 };
        }
    }

    /// Of several picks at one instant on one CPU only the last one counts.
    fn mark_last_pick(&mut self, at: &At<'_>) {
        let index = self.last_picks.len();
        self.last_picks.push(at.phase == Phase::Pick);
        if at.phase == Phase::Pick {
            let t = self.now[head::T];
            if let Some((_, earlier)) = self.last_pick[at.cpu].filter(|(then, _)| *then == t) {
                self.last_picks[earlier] = false;
            }
            self.last_pick[at.cpu] = Some((t, index));
        }
    }

    /// The finished recording of a run on this machine.
    pub fn finish<A: Keep>(self, machine: &Machine<A>, frame: Frame, replay: Arc<dyn Replay>) -> Recording {
        let rq = &machine.cpus[0];
        let (weight_scale, load_scale) = rq.cfs.arith.scales();
        let has_j = rq.cfs.rules.place.keeps_j();
        let reading = Reading {
            words: A::KIND,
            pool: self.pool.0.numbers,
            weight_scale,
            load_scale,
            cpus: machine.cpus.len(),
            has_j,
            has_runnable: rq.cfs.rules.base != Base::MinVruntime,
            texts: self.texts,
        };
        Recording {
            tasks: frame.tasks,
            arith: A::KIND,
            v0: frame.v0,
            unit: frame.unit,
            nice0: frame.nice0,
            cpus: machine.cpus.len() as u32,
            has_j,
            has_floor: rq.cfs.rules.delayed_lag.has_floor(),
            stopped: frame.stopped,
            store: self.store,
            reading,
            last_picks: self.last_picks,
            replay,
            block: Arc::new(Mutex::new(Block::default())),
        }
    }
}

/// What a recording says as a whole.
pub struct Frame {
    /// The tasks.
    pub tasks: Vec<TaskInfo>,
    /// V0.
    pub v0: Num,
    /// The unit, in ns.
    pub unit: Num,
    /// The weight that stands for nice 0.
    pub nice0: Num,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<Stopped>,
}

/// Notes that were given, not computed.
struct Given(Vec<Vec<Note>>);

impl Replay for Given {
    fn size(&self) -> usize {
        self.0.iter().map(|notes| notes.capacity() * size_of::<Note>()).sum()
    }

    fn notes(&self, _index: usize) -> (usize, Vec<Vec<Note>>) {
        (0, self.0.clone())
    }
}

/// See [`Recording::from_steps`].
pub(super) fn from_steps(
    tasks: Vec<TaskInfo>,
    arith: ArithKind,
    v0: Num,
    unit: Num,
    nice0: Num,
    has_j: bool,
    steps: Vec<Step>,
) -> Recording {
    let mut pool = Pool::default();
    let mut store = Store::default();
    let mut texts = Vec::new();
    let mut before = Words::new();
    let has_runnable = steps.iter().any(|s| s.queue.h_nr_runnable.is_some());
    let cpus = 1 + steps.first().map_or(0, |s| s.elsewhere.len() as u32);
    let last_picks = steps.iter().map(|s| s.last_pick).collect();
    for step in &steps {
        texts.push(step.text.clone());
        let now = words_of(step, texts.len() as i64 - 1, &mut pool);
        before.resize(now.len(), 0);
        store.push(&mut before, &now, std::iter::once(0..now.len()));
    }
    let one = Num::from(1);
    let reading = Reading {
        words: ArithKind::Exact,
        pool: pool.numbers,
        weight_scale: one.clone(),
        load_scale: one,
        cpus: cpus as usize,
        has_j,
        has_runnable,
        texts,
    };
    let notes = steps.into_iter().map(|s| s.notes).collect();
    let block = Arc::new(Mutex::new(Block::default()));
    let replay = Arc::new(Given(notes));
    Recording {
        tasks,
        arith,
        v0,
        unit,
        nice0,
        cpus,
        has_j,
        has_floor: false,
        stopped: None,
        store,
        reading,
        last_picks,
        replay,
        block,
    }
}

//! The writer: what an engine's step looks like as words, and which of them can have changed.
//!
//! Owns the copy from the model's state to rows; must not know what a step means.

use super::super::engine::{At, Listener};
use super::words::{HEAD, Pool, Reading, TASK, Words, bit, flag, head, phase_word, task_word, verb_word, words_of};
use super::{Block, Phase, Recording, Replay, Step, TaskInfo, store::Store};
use crate::kernels::ArithKind;
use crate::model::arith::{Arith, Exact, Kernel};
use crate::model::note::Note;
use crate::model::num::Num;
use crate::model::rq::Rq;
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
    last_pick: Option<(i64, usize)>,
}

impl<A: Keep> Listener<A> for Writer {
    fn step(&mut self, at: &At<'_>, rq: &mut Rq<A>) {
        self.note_touched(rq);
        self.head(at, rq);
        let cfs = &rq.cfs;
        for i in 0..self.touched.len() {
            self.task(self.touched[i], rq);
        }
        if at.phase == Phase::Before {
            self.preview(rq);
        } else if cfs.eligibility_overflows() {
            self.store_eligibility(rq);
        }
        let rows = self.touched.iter().flat_map(|t| HEAD + t * TASK..HEAD + (t + 1) * TASK);
        self.store.push(&mut self.before, &self.now, (0..HEAD).chain(rows));
        self.mark_last_pick(at.phase);
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

    /// Which tasks' words may have changed, in ascending order.
    fn note_touched<A: Keep>(&mut self, rq: &mut Rq<A>) {
        self.touched.clear();
        if self.now.is_empty() {
            self.now = vec![0; HEAD + TASK * rq.cfs.entities.len()];
            self.before.clone_from(&self.now);
            self.touched.extend(0..rq.cfs.entities.len());
            rq.cfs.entities.take_touched(|_| {});
        } else {
            self.touched.append(&mut self.transient);
            rq.cfs.entities.take_touched(|e| self.touched.push(e));
            self.touched.sort_unstable();
            self.touched.dedup();
        }
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

    fn head<A: Keep>(&mut self, at: &At<'_>, rq: &Rq<A>) {
        let cfs = &rq.cfs;
        let text = self.text(at);
        let (now, pool) = (&mut self.now, &mut self.pool);
        let set = |on: bool, bit: i64| if on { bit } else { 0 };
        let slices = cfs.tree.min_slice().zip(cfs.tree.max_slice());
        now[head::T] = A::t_word(&cfs.clock, pool);
        now[head::VERB] = verb_word(at.verb);
        now[head::PHASE] = phase_word(at.phase);
        now[head::FLAGS] =
            set(at.noop, flag::NOOP) | set(cfs.need_resched, flag::RESCHED) | set(slices.is_some(), flag::HAS_SLICES);
        now[head::TASK] = task_word(at.task);
        now[head::TEXT] = text;
        now[head::LINE] = i64::from(at.line);
        now[head::CURR] = task_word(rq.curr);
        now[head::V] = A::v_word(&cfs.avg_vruntime(), pool);
        now[head::BASE] = A::v_word(&cfs.base, pool);
        now[head::SUM] = A::s_word(&cfs.sum_w_vruntime, pool);
        now[head::SUM_WEIGHT] = A::s_word(&cfs.sum_weight, pool);
        now[head::LOAD] = A::shifted_word(&cfs.load(), cfs.sum_shift, pool);
        now[head::NR_QUEUED] = i64::from(cfs.nr_queued);
        now[head::H_NR_QUEUED] = i64::from(cfs.h_nr_queued);
        now[head::H_NR_RUNNABLE] = cfs.h_nr_runnable;
        now[head::NR_RUNNING] = i64::from(rq.nr_running);
        now[head::NEXT] = task_word(cfs.next);
        if cfs.rules.place.keeps_j() {
            now[head::SUM_JLAG] = A::s_word(&cfs.sum_jlag, pool);
            now[head::J] = A::v_word(&cfs.avg_vjlag(), pool);
        }
        if let Some((min, max)) = slices {
            now[head::MIN_SLICE] = A::t_word(min, pool);
            now[head::MAX_SLICE] = A::t_word(max, pool);
        }
    }

    fn task<A: Keep>(&mut self, task: usize, rq: &Rq<A>) {
        let e = &rq.cfs.entities[task];
        let (row, pool) = (&mut self.now[HEAD + task * TASK..][..TASK], &mut self.pool);
        let set = |on: bool, bit: i64| if on { bit } else { 0 };
        row[0] = A::v_word(&e.vruntime, pool);
        row[1] = A::v_word(&e.deadline, pool);
        row[2] = A::v_word(&e.vlag, pool);
        row[3] = A::v_word(&e.vprot, pool);
        row[4] = A::t_word(&e.slice, pool);
        row[5] = A::w_word(&e.weight, pool);
        row[6] = set(e.on_rq, bit::ON_RQ) | set(e.sched_delayed, bit::DELAYED) | set(e.rel_deadline, bit::REL_DEADLINE);
        row[7] = A::t_word(&e.exec_start, pool);
        row[8] = A::t_word(&e.sum_exec, pool);
    }

    /// The state as it would be with the current task charged up to now, and nothing else done.
    fn preview<A: Keep>(&mut self, rq: &Rq<A>) {
        let cfs = &rq.cfs;
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
        self.now[head::V] = A::v_word(&v_avg, &mut self.pool);
        let row = &mut self.now[HEAD + curr * TASK..][..TASK];
        row[0] = A::v_word(&v, &mut self.pool);
        row[7] = A::t_word(&cfs.clock, &mut self.pool);
        row[8] = A::t_word(&A::t_add(&e.sum_exec, &ran), &mut self.pool);
    }

    /// Where products overflow, eligibility does not follow from V: it is stored as the kernel's test says.
    fn store_eligibility<A: Keep>(&mut self, rq: &Rq<A>) {
        let cfs = &rq.cfs;
        self.touched = (0..cfs.entities.len()).collect();
        self.transient.clone_from(&self.touched);
        for e in 0..cfs.entities.len() {
            self.task(e, rq);
            let eligible = cfs.entities[e].on_rq && cfs.eligible(e);
            self.now[HEAD + e * TASK + 6] |= bit::ELIGIBILITY_STORED | if eligible { bit::ELIGIBLE } else { 0 };
        }
    }

    /// Of several picks at one instant only the last one counts.
    fn mark_last_pick(&mut self, phase: Phase) {
        let index = self.last_picks.len();
        self.last_picks.push(phase == Phase::Pick);
        if phase == Phase::Pick {
            let t = self.now[head::T];
            if let Some((_, earlier)) = self.last_pick.filter(|(then, _)| *then == t) {
                self.last_picks[earlier] = false;
            }
            self.last_pick = Some((t, index));
        }
    }

    /// The finished recording of a run that started with this CPU.
    pub fn finish<A: Keep>(self, rq: &Rq<A>, frame: Frame, replay: Arc<dyn Replay>) -> Recording {
        let (weight_scale, load_scale) = rq.cfs.arith.scales();
        let has_j = rq.cfs.rules.place.keeps_j();
        let reading = Reading {
            words: A::KIND,
            pool: self.pool.0.numbers,
            weight_scale,
            load_scale,
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
            has_j,
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
    let last_picks = steps.iter().map(|s| s.last_pick).collect();
    for step in &steps {
        texts.push(step.text.clone());
        let now = words_of(step, texts.len() as i64 - 1, &mut pool);
        before.resize(now.len(), 0);
        store.push(&mut before, &now, 0..now.len());
    }
    let one = Num::from(1);
    let reading = Reading {
        words: ArithKind::Exact,
        pool: pool.numbers,
        weight_scale: one.clone(),
        load_scale: one,
        has_j,
        has_runnable,
        texts,
    };
    let notes = steps.into_iter().map(|s| s.notes).collect();
    let block = Arc::new(Mutex::new(Block::default()));
    let replay = Arc::new(Given(notes));
    Recording { tasks, arith, v0, unit, nice0, has_j, store, reading, last_picks, replay, block }
}

//! A state as a row of 64-bit words, so that two states can be told apart cheaply and kept as their difference.
//!
//! Kernel arithmetic's words are stored as they are; exact numbers are kept once in a pool and stood for by their place in it.
//! Owns which word is what; must not know how differences are kept.

use super::head::Head;
use super::step::{Phase, QueueRow, Step, TaskRow, Verb};
use crate::kernels::ArithKind;
use crate::model::cost::Costs;
use crate::model::num::Num;
use std::collections::HashMap;

/// One state: the head's words, then [`QUEUE`] words a CPU, then [`TASK`] words a task.
pub(super) type Words = Vec<i64>;

/// Words of the head.
pub(super) const HEAD: usize = 9;
/// Words of a queue.
pub(super) const QUEUE: usize = 22;
/// Words of a task.
pub(super) const TASK: usize = 9;

/// Places in the head.
pub(super) mod head {
    pub(crate) const T: usize = 0;
    pub(crate) const VERB: usize = 1;
    pub(crate) const PHASE: usize = 2;
    pub(crate) const CPU: usize = 3;
    pub(crate) const NOOP: usize = 4;
    pub(crate) const TASK: usize = 5;
    pub(crate) const TEXT: usize = 6;
    pub(crate) const LINE: usize = 7;
    pub(crate) const MIGRATIONS: usize = 8;
}

/// Places in a queue's words.
pub(super) mod queue {
    pub(crate) const FLAGS: usize = 0;
    pub(crate) const CURR: usize = 1;
    pub(crate) const V: usize = 2;
    pub(crate) const BASE: usize = 3;
    pub(crate) const SUM: usize = 4;
    pub(crate) const SUM_WEIGHT: usize = 5;
    pub(crate) const LOAD: usize = 6;
    pub(crate) const NR_QUEUED: usize = 7;
    pub(crate) const H_NR_QUEUED: usize = 8;
    pub(crate) const H_NR_RUNNABLE: usize = 9;
    pub(crate) const NR_RUNNING: usize = 10;
    pub(crate) const NEXT: usize = 11;
    pub(crate) const SUM_JLAG: usize = 12;
    pub(crate) const J: usize = 13;
    pub(crate) const MIN_SLICE: usize = 14;
    pub(crate) const MAX_SLICE: usize = 15;
    /// The first of the costs, in the order of `Costs::named`.
    pub(crate) const COSTS: usize = 16;
}

/// Bits of a queue's flags.
pub(super) mod flag {
    pub(crate) const RESCHED: i64 = 1;
    pub(crate) const HAS_SLICES: i64 = 2;
}

/// Bits of a task's flags. Without `ELIGIBILITY_STORED` eligibility follows from its CPU's V.
pub(super) mod bit {
    pub(crate) const ON_RQ: i64 = 1;
    pub(crate) const DELAYED: i64 = 2;
    pub(crate) const REL_DEADLINE: i64 = 4;
    pub(crate) const ELIGIBILITY_STORED: i64 = 8;
    pub(crate) const ELIGIBLE: i64 = 16;
    pub(crate) const RT_QUEUED: i64 = 32;
    /// From this bit on: the CPU.
    pub(crate) const CPU: u32 = 8;
}

/// Where the words of a CPU's queue begin.
pub(super) fn queue_at(cpu: usize) -> usize {
    HEAD + cpu * QUEUE
}

/// Where the words of a task begin.
pub(super) fn task_at(cpus: usize, task: usize) -> usize {
    HEAD + cpus * QUEUE + task * TASK
}

/// Exact numbers, each kept once.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    places: HashMap<Num, i64>,
    pub(super) numbers: Vec<Num>,
}

impl Pool {
    /// The place of a number.
    pub(super) fn place(&mut self, n: Num) -> i64 {
        let next = self.numbers.len() as i64;
        *self.places.entry(n).or_insert_with_key(|n| {
            self.numbers.push(n.clone());
            next
        })
    }
}

/// How words are read as numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// Words are numbers, or places in the pool.
    pub(super) words: ArithKind,
    /// The pool's numbers.
    pub(super) pool: Vec<Num>,
    /// What a stored weight is multiplied by to be on the scale of `nice0`.
    pub(super) weight_scale: Num,
    /// The same for a sum of weights.
    pub(super) load_scale: Num,
    /// The number of CPUs.
    pub(super) cpus: usize,
    /// Whether J is kept.
    pub(super) has_j: bool,
    /// Whether runnable entities are counted.
    pub(super) has_runnable: bool,
    /// The events' words.
    pub(super) texts: Vec<String>,
}

const VERBS: [Verb; 18] = [
    Verb::Start,
    Verb::Join,
    Verb::Rejoin,
    Verb::Wake,
    Verb::Fork,
    Verb::Leave,
    Verb::Exit,
    Verb::Yield,
    Verb::Nice,
    Verb::Slice,
    Verb::Reweight,
    Verb::SetLag,
    Verb::Tick,
    Verb::SliceEnd,
    Verb::FairServer,
    Verb::Resched,
    Verb::Pick,
    Verb::End,
];

const PHASES: [Phase; 3] = [Phase::Before, Phase::After, Phase::Pick];

/// The word for a verb.
pub(super) fn verb_word(verb: Verb) -> i64 {
    VERBS.iter().position(|v| *v == verb).expect("every verb is listed") as i64
}

/// The word for a phase.
pub(super) fn phase_word(phase: Phase) -> i64 {
    PHASES.iter().position(|p| *p == phase).expect("every phase is listed") as i64
}

/// The word for a task or none.
pub(super) fn task_word(task: Option<usize>) -> i64 {
    task.map_or(0, |t| t as i64 + 1)
}

fn word_task(word: i64) -> Option<usize> {
    usize::try_from(word - 1).ok()
}

impl Reading {
    /// Bytes of the pool (as far as its numbers are small) and of the events' words.
    pub(super) fn size(&self) -> usize {
        self.pool.capacity() * size_of::<Num>() + self.texts.iter().map(|t| size_of::<String>() + t.capacity()).sum::<usize>()
    }

    fn signed(&self, word: i64) -> Num {
        match self.words {
            ArithKind::Kernel => Num::from(word),
            ArithKind::Exact => self.pool[word as usize].clone(),
        }
    }

    fn unsigned(&self, word: i64) -> Num {
        match self.words {
            ArithKind::Kernel => Num::from(word as u64),
            ArithKind::Exact => self.pool[word as usize].clone(),
        }
    }

    /// The step that a state shows; its notes are for the caller to add.
    pub(super) fn step(&self, words: &[i64], last_pick: bool) -> Step {
        let cpu = words[head::CPU] as usize;
        let queue = |cpu: usize| self.queue(&words[queue_at(cpu)..][..QUEUE]);
        Step {
            t: self.unsigned(words[head::T]),
            verb: VERBS[words[head::VERB] as usize],
            phase: PHASES[words[head::PHASE] as usize],
            cpu: cpu as u32,
            task: word_task(words[head::TASK]),
            text: self.texts[words[head::TEXT] as usize].clone(),
            line: words[head::LINE] as u32,
            noop: words[head::NOOP] != 0,
            last_pick,
            notes: Vec::new(),
            migrations: words[head::MIGRATIONS] as u32,
            queue: queue(cpu),
            elsewhere: (0..self.cpus).filter(|other| *other != cpu).map(queue).collect(),
            tasks: words[task_at(self.cpus, 0)..].chunks_exact(TASK).map(|row| self.task(row, words)).collect(),
        }
    }

    /// Makes a step that shows the words `before` show `words`.
    pub(super) fn update(&self, step: &mut Step, before: &[i64], words: &[i64], last_pick: bool) {
        let cpu = words[head::CPU] as usize;
        step.t = self.unsigned(words[head::T]);
        step.verb = VERBS[words[head::VERB] as usize];
        step.phase = PHASES[words[head::PHASE] as usize];
        step.task = word_task(words[head::TASK]);
        if words[head::TEXT] != before[head::TEXT] {
            step.text.clone_from(&self.texts[words[head::TEXT] as usize]);
        }
        step.line = words[head::LINE] as u32;
        step.noop = words[head::NOOP] != 0;
        step.last_pick = last_pick;
        step.migrations = words[head::MIGRATIONS] as u32;
        if step.cpu == cpu as u32 {
            let changed = |cpu: usize| words[queue_at(cpu)..queue_at(cpu + 1)] != before[queue_at(cpu)..queue_at(cpu + 1)];
            if changed(cpu) {
                step.queue = self.queue(&words[queue_at(cpu)..][..QUEUE]);
            }
            let others = (0..self.cpus).filter(|other| *other != cpu);
            for (other, row) in others.zip(&mut step.elsewhere).filter(|(other, _)| changed(*other)) {
                *row = self.queue(&words[queue_at(other)..][..QUEUE]);
            }
        } else {
            (step.cpu, step.queue) = (cpu as u32, self.queue(&words[queue_at(cpu)..][..QUEUE]));
            step.elsewhere.clear();
            let others = (0..self.cpus).filter(|other| *other != cpu);
            step.elsewhere.extend(others.map(|other| self.queue(&words[queue_at(other)..][..QUEUE])));
        }
        let first = task_at(self.cpus, 0);
        let rows = words[first..].chunks_exact(TASK).zip(before[first..].chunks_exact(TASK));
        for ((row, before), shown) in rows.zip(&mut step.tasks) {
            if row != before {
                *shown = self.task(row, words);
            } else if shown.on_rq {
                // Others change V, and with it who is eligible.
                shown.eligible = Some(self.eligible(row, words));
            }
        }
    }

    /// The event that a state belongs to.
    pub(super) fn head(&self, words: &[i64]) -> Head<'_> {
        Head {
            t: self.unsigned(words[head::T]),
            verb: VERBS[words[head::VERB] as usize],
            phase: PHASES[words[head::PHASE] as usize],
            cpu: words[head::CPU] as u32,
            task: word_task(words[head::TASK]),
            text: &self.texts[words[head::TEXT] as usize],
            line: words[head::LINE] as u32,
        }
    }

    fn queue(&self, words: &[i64]) -> QueueRow {
        let flags = words[queue::FLAGS];
        let slices = flags & flag::HAS_SLICES != 0;
        let scaled = |n: Num, scale: &Num| &n * scale;
        QueueRow {
            curr: word_task(words[queue::CURR]),
            resched: flags & flag::RESCHED != 0,
            avg_vruntime: self.signed(words[queue::V]),
            base: self.signed(words[queue::BASE]),
            sum_w_vruntime: self.signed(words[queue::SUM]),
            sum_weight: self.signed(words[queue::SUM_WEIGHT]),
            load: scaled(self.signed(words[queue::LOAD]), &self.load_scale),
            nr_queued: words[queue::NR_QUEUED] as u32,
            h_nr_queued: words[queue::H_NR_QUEUED] as u32,
            h_nr_runnable: self.has_runnable.then_some(words[queue::H_NR_RUNNABLE]),
            nr_delayed: words[queue::H_NR_QUEUED] - words[queue::H_NR_RUNNABLE],
            rq_nr_running: words[queue::NR_RUNNING] as u32,
            next: word_task(words[queue::NEXT]),
            sum_jlag: self.has_j.then(|| scaled(self.signed(words[queue::SUM_JLAG]), &self.load_scale)),
            j: self.has_j.then(|| self.signed(words[queue::J])),
            min_slice: slices.then(|| self.unsigned(words[queue::MIN_SLICE])),
            max_slice: slices.then(|| self.unsigned(words[queue::MAX_SLICE])),
            costs: costs(&words[queue::COSTS..QUEUE]),
        }
    }

    /// Whether a task on a queue is eligible.
    fn eligible(&self, row: &[i64], words: &[i64]) -> bool {
        let flags = row[6];
        if flags & bit::ELIGIBILITY_STORED != 0 {
            return flags & bit::ELIGIBLE != 0;
        }
        let queue = &words[queue_at((flags >> bit::CPU) as usize)..][..QUEUE];
        let (v, base) = (queue[queue::V], queue[queue::BASE]);
        match self.words {
            // v <= floor(V) as keys from the base, which wrap as the kernel's do.
            ArithKind::Kernel => row[0].wrapping_sub(base) <= v.wrapping_sub(base),
            ArithKind::Exact => self.pool[row[0] as usize] <= self.pool[v as usize],
        }
    }

    fn task(&self, row: &[i64], words: &[i64]) -> TaskRow {
        let flags = row[6];
        let on_rq = flags & bit::ON_RQ != 0;
        let cpu = (flags >> bit::CPU) as usize;
        TaskRow {
            cpu: cpu as u32,
            vruntime: self.signed(row[0]),
            deadline: self.signed(row[1]),
            vlag: self.signed(row[2]),
            vprot: self.signed(row[3]),
            slice: self.unsigned(row[4]),
            weight: &self.signed(row[5]) * &self.weight_scale,
            on_rq,
            sched_delayed: flags & bit::DELAYED != 0,
            rt_queued: flags & bit::RT_QUEUED != 0,
            eligible: on_rq.then(|| self.eligible(row, words)),
            rel_deadline: flags & bit::REL_DEADLINE != 0,
            exec_start: self.unsigned(row[7]),
            sum_exec: self.unsigned(row[8]),
        }
    }
}

fn costs(words: &[i64]) -> Costs {
    let count = |place: usize| words[place] as u64;
    Costs {
        v_computations: count(0),
        divisions: count(1),
        insertions: count(2),
        erasures: count(3),
        rebalances: count(4),
        replacements: count(5),
    }
}

/// Puts the costs into a queue's words.
pub(super) fn put_costs(words: &mut [i64], costs: &Costs) {
    for (word, (_, count)) in words[queue::COSTS..QUEUE].iter_mut().zip(costs.named()) {
        *word = count as i64;
    }
}

/// The words of a whole step, its numbers in the pool; eligibility is stored as the step says it. For steps that did not come
/// out of an engine.
pub(super) fn words_of(step: &Step, text: i64, pool: &mut Pool) -> Words {
    let mut words = vec![0; HEAD];
    words[head::T] = pool.place(step.t.clone());
    words[head::VERB] = verb_word(step.verb);
    words[head::PHASE] = phase_word(step.phase);
    words[head::CPU] = i64::from(step.cpu);
    words[head::NOOP] = i64::from(step.noop);
    words[head::TASK] = task_word(step.task);
    words[head::TEXT] = text;
    words[head::LINE] = i64::from(step.line);
    words[head::MIGRATIONS] = i64::from(step.migrations);
    let set = |on: bool, bit: i64| if on { bit } else { 0 };
    for q in step.queues() {
        let start = words.len();
        words.resize(start + QUEUE, 0);
        let row = &mut words[start..];
        let mut put = |place: usize, n: &Num| row[place] = pool.place(n.clone());
        put(queue::V, &q.avg_vruntime);
        put(queue::BASE, &q.base);
        put(queue::SUM, &q.sum_w_vruntime);
        put(queue::SUM_WEIGHT, &q.sum_weight);
        put(queue::LOAD, &q.load);
        put(queue::SUM_JLAG, q.sum_jlag.as_ref().unwrap_or(&Num::ZERO));
        put(queue::J, q.j.as_ref().unwrap_or(&Num::ZERO));
        put(queue::MIN_SLICE, q.min_slice.as_ref().unwrap_or(&Num::ZERO));
        put(queue::MAX_SLICE, q.max_slice.as_ref().unwrap_or(&Num::ZERO));
        row[queue::FLAGS] = set(q.resched, flag::RESCHED) | set(q.min_slice.is_some(), flag::HAS_SLICES);
        row[queue::CURR] = task_word(q.curr);
        row[queue::NEXT] = task_word(q.next);
        row[queue::NR_QUEUED] = i64::from(q.nr_queued);
        row[queue::H_NR_QUEUED] = i64::from(q.h_nr_queued);
        row[queue::H_NR_RUNNABLE] = i64::from(q.h_nr_queued) - q.nr_delayed;
        row[queue::NR_RUNNING] = i64::from(q.rq_nr_running);
        put_costs(row, &q.costs);
    }
    for t in &step.tasks {
        let flags = set(t.on_rq, bit::ON_RQ)
            | set(t.sched_delayed, bit::DELAYED)
            | set(t.rt_queued, bit::RT_QUEUED)
            | set(t.rel_deadline, bit::REL_DEADLINE)
            | bit::ELIGIBILITY_STORED
            | set(t.eligible == Some(true), bit::ELIGIBLE)
            | i64::from(t.cpu) << bit::CPU;
        let mut place = |n: &Num| pool.place(n.clone());
        words.extend([
            place(&t.vruntime),
            place(&t.deadline),
            place(&t.vlag),
            place(&t.vprot),
            place(&t.slice),
            place(&t.weight),
            flags,
            place(&t.exec_start),
            place(&t.sum_exec),
        ]);
    }
    words
}

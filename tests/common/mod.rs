//! Random scripts from a seed: the same seed gives the same script everywhere.

use eevdf_lab::kernels::{FeatureFlag, Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::script::{Action, Event, Picks, Policy, Script, Standing, StateSpec, TaskSpec, Variant, WeightSpec, Who};

/// A small deterministic generator (xorshift), so that failures name a seed and nothing else.
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random
    }

    /// 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of a list.
    pub fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize].clone()
    }
}

/// A script for a kernel, with patches that fit it now and then.
pub fn script(seed: u64, kernel: Kernel) -> Script {
    let mut r = Random::new(seed);
    let ideal = kernel == Kernel::Ideal;
    let fitting: Vec<Patch> = Patch::all().filter(|p| p.fits(kernel)).collect();
    let patches = if r.one_in(3) { vec![r.of(&fitting)] } else { vec![] };
    let features = (0..r.below(3)).map(|_| (r.of(FeatureFlag::ALL), r.one_in(2))).collect();
    let scale: i64 = if ideal { 1 } else { 100_000 };
    let count = 2 + r.below(5) as usize;
    let tasks: Vec<TaskSpec> = (0..count).map(|i| task(&mut r, i, scale, ideal)).collect();
    let vstart: i64 = if ideal { 0 } else { r.of(&[-1_048_576, 0, i64::MAX - 1_000_000, 1 << 50]) };
    let states = if r.one_in(6) { states(&mut r, count, scale, vstart) } else { vec![] };
    let mut at = 0;
    let events = (0..5 + r.below(40)).map(|_| event(&mut r, &mut at, count, scale, ideal)).collect();
    let n = |i: i64| Num::from(i);
    Script {
        variant: Variant { kernel, patches, features, arith: None },
        unit: n(1),
        nice0: n(if ideal && r.one_in(2) { 1 } else { 1024 }),
        base_slice: n(30 * scale),
        norm_slice: n(7 * scale),
        tick: n(if r.one_in(2) { 10 * scale } else { 0 }),
        tick_nsec: n(10 * scale),
        slice_end: r.one_in(4),
        picks: Picks::Own,
        slack: Num::ZERO,
        in_task: r.one_in(2),
        vstart: n(vstart),
        threshold: n(0),
        fair_server: None,
        cpus: 1,
        seed: 0,
        tasks,
        states,
        events,
    }
}

fn task(r: &mut Random, i: usize, scale: i64, ideal: bool) -> TaskSpec {
    let weight = match r.below(3) {
        0 => WeightSpec::Nice(r.below(40) as i32 - 20),
        1 => WeightSpec::Nice(0),
        _ if ideal => WeightSpec::Weight(Num::frac(1 + i128::from(r.below(9)), 1 + i128::from(r.below(3)))),
        _ => WeightSpec::Weight(Num::from(2 + r.below(88_760))),
    };
    let slice = (!r.one_in(3)).then(|| Num::from((1 + r.below(100) as i64) * scale));
    let lag = if r.one_in(2) { (r.below(200) as i64 - 100) * scale } else { 0 };
    let policy = if r.one_in(8) { r.of(&[Policy::Batch, Policy::Idle]) } else { Policy::Normal };
    TaskSpec {
        name: format!("T{i}"),
        weight,
        slice,
        base_slice: Num::from(30 * scale),
        policy,
        lag: lag.into(),
        cpu: 0,
        behaviour: None,
    }
}

fn states(r: &mut Random, count: usize, scale: i64, vstart: i64) -> Vec<StateSpec> {
    let mut running = false;
    let mut state = |task| {
        let mut standing = r.of(&[Standing::Queued, Standing::Running, Standing::Delayed, Standing::Asleep]);
        if standing == Standing::Running && std::mem::replace(&mut running, true) {
            standing = Standing::Queued;
        }
        let mut near = |chance| r.one_in(chance).then(|| Num::from(vstart.wrapping_add((r.below(100) as i64 - 50) * scale)));
        let (v, d, vprot) = (near(1), near(3), near(3));
        let vlag = r.one_in(3).then(|| Num::from((r.below(100) as i64 - 50) * scale));
        StateSpec { task, d, vlag, vprot, standing, v }
    };
    (0..count).map(&mut state).collect()
}

fn event(r: &mut Random, at: &mut i64, count: usize, scale: i64, ideal: bool) -> Event {
    if !r.one_in(3) {
        *at += r.below(60) as i64 * scale / 7;
    }
    let task = Who::Task(r.below(count as u64) as usize);
    let anyone = if r.one_in(2) { Who::Curr } else { task };
    let lag = |r: &mut Random| Num::from((r.below(400) as i64 - 200) * scale);
    let action = match r.below(17) {
        16 => Action::Pick(task),
        0..=4 => Action::Wake { who: task, sync: r.one_in(4), lag: r.one_in(3).then(|| lag(r)) },
        5 => Action::Fork(task),
        6..=8 => Action::Sleep(anyone),
        9 => Action::Yield,
        10 => Action::Nice(anyone, r.below(40) as i32 - 20),
        11 => Action::Slice(anyone, Num::from(r.below(80) as i64 * scale)),
        12 if ideal => Action::Reweight(anyone, Num::from(1 + r.below(9))),
        12 => Action::Reweight(anyone, Num::from(2 + r.below(88_760))),
        13 => Action::SetLag(task, lag(r)),
        14 if r.one_in(4) => Action::Exit(anyone),
        14 => Action::Resched,
        _ => Action::Tick,
    };
    Event { at: Num::from(*at), cpu: 0, action, text: String::new(), line: 0 }
}

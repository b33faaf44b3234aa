//! What a kernel's integers round and clamp: the same script computed exactly, step beside step.
//!
//! Owns how two runs are aligned and what is the difference of two steps. Must not know how either is shown.

use crate::kernels::ArithKind;
use crate::model::num::Num;
use crate::sim::recording::{Step, TaskRow};
use crate::sim::{Recording, Script, run};
use crate::tables::number::exact;

/// The exact run beside a kernel's.
#[derive(Clone, Debug)]
pub struct Rounding {
    exact: Recording,
    parting: Option<usize>,
}

/// Kernel value minus exact value at one step, in ns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// Of V.
    pub v_avg: Num,
    /// Of each task: v, d and vlag; v and d only of a task on the queue.
    pub tasks: Vec<TaskDifferences>,
}

/// Kernel value minus exact value of one task, in ns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDifferences {
    /// Of vruntime.
    pub v: Option<Num>,
    /// Of the deadline.
    pub d: Option<Num>,
    /// Of V - v on the queue, of the stored lag off it.
    pub vlag: Option<Num>,
}

impl Rounding {
    /// Runs the script of `kernel` with the same rules and exact arithmetic.
    pub fn of(script: &Script, kernel: &Recording) -> Rounding {
        let mut script = script.clone();
        script.variant.arith = Some(ArithKind::Exact);
        let exact = run(&script);
        let parting = parting(kernel, &exact);
        Rounding { exact, parting }
    }

    /// The first step at which the two runs decide differently; from there on they are not comparable.
    pub fn parting(&self) -> Option<usize> {
        self.parting
    }

    /// The differences at a step of the kernel's run; `None` once the runs have parted.
    pub fn at(&self, kernel: &Recording, index: usize) -> Option<Differences> {
        let together = self.parting.is_none_or(|parting| index < parting) && index < kernel.len().min(self.exact.len());
        together.then(|| differences(&kernel.state(index), &self.exact.state(index)))
    }
}

/// The first step whose time, event, phase or task differs, or that only one of the runs has.
fn parting(kernel: &Recording, exact: &Recording) -> Option<usize> {
    let what = |step: &Step| (step.t.clone(), step.verb, step.phase, step.task);
    let same = kernel.states().zip(exact.states()).take_while(|(a, b)| what(a) == what(b)).count();
    (same < kernel.len().max(exact.len())).then_some(same)
}

fn differences(kernel: &Step, exact: &Step) -> Differences {
    let tasks = kernel.tasks.iter().zip(&exact.tasks).enumerate().map(|(task, (k, e))| {
        let both = k.on_rq && e.on_rq;
        let vlag = |step: &Step, row: &TaskRow| step.vlag(task).unwrap_or_else(|| row.vlag.clone());
        TaskDifferences {
            v: both.then(|| word(&k.vruntime - &e.vruntime)),
            d: both.then(|| word(&deadline(k) - &deadline(e))),
            vlag: (k.on_rq == e.on_rq).then(|| word(&vlag(kernel, k) - &vlag(exact, e))),
        }
    });
    Differences { v_avg: word(&kernel.queue.avg_vruntime - &exact.queue.avg_vruntime), tasks: tasks.collect() }
}

fn deadline(row: &TaskRow) -> Num {
    if row.rel_deadline { &row.vruntime + &row.deadline } else { row.deadline.clone() }
}

/// A kernel's 64 bits wrap around and exact numbers do not: the difference nearest to 0.
fn word(difference: Num) -> Num {
    let round = Num::Int(1 << 64);
    let turns = (&(&difference / &round) + &Num::frac(1, 2)).floor();
    &difference - &(&turns * &round)
}

/// Why there is no exact run beside a run, if there is none.
pub fn unavailable(arith: ArithKind, is_long: bool) -> Option<&'static str> {
    match (arith, is_long) {
        (ArithKind::Exact, _) => Some("this run is exact itself: choose kernel arithmetic"),
        (_, true) => Some("this run is too long to be computed twice"),
        _ => None,
    }
}

/// `-1/3 ns`, `+2 ns`, `0`.
pub fn text(difference: &Num) -> String {
    match (difference.is_zero(), difference.is_negative()) {
        (true, _) => "0".to_string(),
        (_, true) => format!("{} ns", exact(difference)),
        _ => format!("+{} ns", exact(difference)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parse;
    use crate::sim::recording::Phase;

    fn runs(text: &str) -> (Recording, Rounding) {
        let parsed = parse(text);
        assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
        let script = parsed.scenario.script;
        let kernel = run(&script);
        let rounding = Rounding::of(&script, &kernel);
        (kernel, rounding)
    }

    #[test]
    fn v_of_three_tasks_is_floored_and_the_difference_is_the_fraction_lost() {
        let text = "kernel v7.2\nvstart 0\ntask A\ntask B\ntask C\nat 0 wake A\nat 0 wake B\nat 0 wake C\nat 100 tick\n";
        let (kernel, rounding) = runs(text);
        assert_eq!(rounding.parting(), None);
        let last = kernel.len() - 1;
        assert_eq!(kernel.state(last).queue.avg_vruntime, Num::from(33), "100 / 3, floored");
        let found = rounding.at(&kernel, last).expect("the runs agree");
        assert_eq!(super::text(&found.v_avg), "-1/3 ns");
        assert_eq!(found.tasks[0].v, Some(Num::ZERO), "A ran 100 ns at nice 0: nothing to round");
        assert_eq!(found.tasks[1].vlag, Some(Num::frac(-1, 3)));
    }

    #[test]
    fn runs_that_pick_differently_part_at_that_step_and_are_not_compared_after_it() {
        // A's deadline is 1000 * 1024 / 820 = 1248.78: floored, it ties with B's, and A was queued first.
        let text = "kernel v7.2\nvstart 0\nfeature NO_DELAY_DEQUEUE\ntask R slice=100\ntask A nice=1 slice=1000\n\
                    task B slice=1248\nat 0 wake R\nat 0 wake A\nat 0 wake B\nat 50 sleep R\nat 60 end\n";
        let (kernel, rounding) = runs(text);
        let parting = rounding.parting().expect("the runs part");
        assert_eq!((kernel.state(parting).phase, kernel.state(parting).task), (Phase::Pick, Some(1)));
        assert!(rounding.at(&kernel, parting).is_none() && rounding.at(&kernel, parting - 1).is_some());
        assert!(rounding.at(&kernel, kernel.len() - 1).is_none());
    }

    #[test]
    fn differences_are_told_exactly_and_across_the_wrap_around() {
        assert_eq!(super::text(&Num::frac(-1, 3)), "-1/3 ns");
        assert_eq!(super::text(&Num::from(2)), "+2 ns");
        assert_eq!(super::text(&Num::ZERO), "0");
        assert_eq!(word(&Num::Int(-(1 << 63)) - &Num::Int((1 << 63) + 5)), Num::from(-5));
    }
}

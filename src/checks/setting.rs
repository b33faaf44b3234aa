//! `Setting`: what of a script the invariants look at, and what they share: loads, and when words may wrap.

use super::Expectation;
use crate::explain::Context;
use crate::kernels::{ArithKind, Kernel};
use crate::model::arith::{self, Arith, WeightInput};
use crate::model::num::Num;
use crate::model::rules::Rules;
use crate::sim::Script;
use crate::sim::recording::{Step, TaskRow};

/// Why a kernel's result may be anything.
pub(super) const WRAPS: &str = "the product does not fit the kernel's 64-bit words";

/// Of a rule that a check knows nothing of, nothing is promised.
pub(super) const UNKNOWN: &str = "the variant has a rule of its own, of which nothing is promised here";

/// Why a rule may break what is checked: `None` if it is one that keeps it. A rule that is in neither list is no known one.
pub(super) fn unless<R: PartialEq>(rule: R, keeping: &[R], breaking: &[(R, &'static str)]) -> Option<&'static str> {
    if keeping.contains(&rule) {
        return None;
    }
    Some(breaking.iter().find(|(known, _)| *known == rule).map_or(UNKNOWN, |(_, why)| why))
}

/// That it holds, unless there is such a reason.
pub(super) fn expected(reason: Option<&'static str>) -> Expectation {
    reason.map_or(Expectation::Holds, Expectation::MayBreak)
}

/// What of a script the invariants look at.
pub struct Setting {
    /// The kernel.
    pub kernel: Kernel,
    /// The rules.
    pub rules: Rules,
    /// The arithmetic.
    pub arith: ArithKind,
    /// The weight of nice 0.
    pub nice0: Num,
    /// The tick, as the lag limit counts it, in ns.
    pub tick: Num,
    /// The slice that protects without RUN_TO_PARITY, in ns.
    pub norm_slice: Num,
}

impl Setting {
    /// That of a script.
    pub fn of(script: &Script) -> Setting {
        Setting {
            kernel: script.variant.kernel,
            rules: script.rules(),
            arith: script.arith(),
            nice0: script.nice0.clone(),
            tick: script.tick_nsec.clone(),
            norm_slice: script.norm_slice.clone(),
        }
    }

    /// Whether results are whole ns.
    pub fn rounds(&self) -> bool {
        self.arith == ArithKind::Kernel
    }

    /// A weight as it enters the sums, on the scale of weights: kernels before 7.0 drop its last ten bits.
    pub fn load(&self, weight: &Num) -> Num {
        if !self.rounds() {
            return weight.clone();
        }
        let words = arith::Kernel::new(self.rules.words, &self.nice0);
        words.load_num(&words.load(&words.weight(&WeightInput::Value(weight.clone())), 0))
    }

    /// A difference of virtual times times a weight, as it stands in a kernel's word: nice 0 is 2^20, before 7.0 2^10 in sums.
    fn word(&self, v: &Num, weight: &Num, bits: u32) -> Num {
        &(&v.abs() * weight) * &(&Num::from(1_i64 << bits) / &self.nice0)
    }

    /// Whether a difference of virtual times times a weight may not fit 64 bits.
    pub fn wraps(&self, v: &Num, weight: &Num) -> bool {
        self.rounds() && self.word(v, weight, 20) > Num::from(1_i64 << 61)
    }

    /// Whether the queue's sums, or the products of an eligibility test, may not fit 64 bits.
    pub fn sums_wrap(&self, ctx: &Context<'_>) -> bool {
        let queue = &ctx.step.queue;
        let bits = if self.rules.words.full_weights { 20 } else { 10 };
        let large = |v: Num| self.word(&v, &queue.load, bits) > Num::from(1_i64 << 61);
        // Before 7.0 V's divisor is a signed 32-bit word.
        let divisor = self.rules.words.inverse_weights && self.word(&Num::from(1), &queue.load, 10) > Num::from(i32::MAX);
        self.rounds() && (divisor || queued(ctx.step).any(|(_, row)| large(ctx.word(&row.vruntime - &queue.base))))
    }
}

/// The tasks that count in a step's queue: that of the CPU it happened on.
pub(super) fn queued(step: &Step) -> impl Iterator<Item = (usize, &TaskRow)> {
    step.tasks.iter().enumerate().filter(|(_, row)| row.on_rq && row.cpu == step.cpu)
}

/// V - v on the task's own queue, as the run's arithmetic has it.
pub(super) fn lag(ctx: &Context<'_>, row: &TaskRow) -> Num {
    ctx.word(&ctx.step.queue_of(row.cpu).avg_vruntime - &row.vruntime)
}

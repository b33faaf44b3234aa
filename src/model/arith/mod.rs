//! Arithmetic: the operations that differ between exact numbers and a kernel's 64-bit words.
//!
//! Owns rounding, wrapping and scaling, nothing else: every scheduling decision is written once over [`Arith`]. There are no
//! operators and no `Ord` on virtual times, because a kernel compares them by the sign of a wrapped difference.

mod exact;
mod kernel;
pub mod weights;

pub use exact::Exact;
pub use kernel::{Kernel, Words};

use super::num::Num;
use std::fmt::Debug;

/// How a task's weight is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightInput {
    /// By nice value.
    Nice(i32),
    /// The weight of the idle policy.
    IdlePolicy,
    /// Directly, on the scale where nice 0 is `nice0`.
    Value(Num),
}

/// The operations on which exact and kernel arithmetic differ. Units: `T` ns, `V` ns of a nice-0 task, `S` weight or weight x `V`.
pub trait Arith: Clone + Debug + PartialEq {
    /// A virtual time, or a difference of two.
    type V: Clone + PartialEq + Debug;
    /// A duration or a clock value, never negative.
    type T: Clone + PartialEq + PartialOrd + Debug;
    /// A sum of weights, or of weights times virtual times.
    type S: Clone + PartialEq + Debug;
    /// A stored weight.
    type W: Clone + PartialEq + Debug;

    /// Whether numbers get longer as a run goes on, as exact fractions do.
    const GROWS: bool;
    /// Binary digits of a virtual time; 0 where they do not grow.
    fn v_bits(v: &Self::V) -> u64;
    /// The same of a sum.
    fn s_bits(s: &Self::S) -> u64;

    /// Virtual time 0.
    fn zero() -> Self::V;
    /// a + b.
    fn add(a: &Self::V, b: &Self::V) -> Self::V;
    /// a - b.
    fn sub(a: &Self::V, b: &Self::V) -> Self::V;
    /// Whether virtual time a is before b: the sign of the (wrapped) difference.
    fn before(a: &Self::V, b: &Self::V) -> bool;
    /// Whether a is before b, or the same and wins ties.
    fn before_or_tied(a: &Self::V, b: &Self::V, wins: bool) -> bool {
        Self::before(a, b) || (wins && a == b)
    }
    /// Makes a the one of both that is before the other.
    fn keep_earlier(a: &mut Self::V, b: &Self::V) {
        if Self::before(b, a) {
            a.clone_from(b);
        }
    }
    /// Makes a the one of both that the other is before.
    fn keep_later(a: &mut Self::V, b: &Self::V) {
        if Self::before(a, b) {
            a.clone_from(b);
        }
    }
    /// Whether lag a is below b, as ordinary numbers.
    fn below(a: &Self::V, b: &Self::V) -> bool;
    /// Half of a request, rounded down.
    fn half(v: &Self::V) -> Self::V;
    /// Half of a lag, rounded toward zero.
    fn half_lag(v: &Self::V) -> Self::V;

    /// Duration 0.
    fn t_zero() -> Self::T;
    /// a + b.
    fn t_add(a: &Self::T, b: &Self::T) -> Self::T;
    /// a - b; the caller knows a >= b.
    fn t_sub(a: &Self::T, b: &Self::T) -> Self::T;

    /// calc_delta_fair: real time to the virtual time of a weight, `delta * nice0 / w`, rounded as the version does.
    fn calc_delta_fair(&self, delta: &Self::T, weight: &Self::W) -> Self::V;
    /// The smallest real time after which a task of that weight has advanced by at least `v` (> 0); `None` if the version's words
    /// do not reach that far.
    fn time_to_advance(&self, v: &Self::V, weight: &Self::W) -> Option<Self::T>;

    /// Sum 0.
    fn s_zero() -> Self::S;
    /// a + b.
    fn s_add(a: &Self::S, b: &Self::S) -> Self::S;
    /// a - b.
    fn s_sub(a: &Self::S, b: &Self::S) -> Self::S;
    /// Whether the sum is 0.
    fn s_is_zero(s: &Self::S) -> bool;
    /// Whether sum a is above b.
    fn s_above(a: &Self::S, b: &Self::S) -> bool;
    /// The weight as it enters sums, shifted down by `shift` (PARANOID_AVG).
    fn load(&self, weight: &Self::W, shift: u32) -> Self::S;
    /// key * w.
    fn weigh(key: &Self::V, load: &Self::S) -> Self::S;
    /// Whether key * w + sum leaves the word.
    fn weighing_overflows(key: &Self::V, load: &Self::S, sum: &Self::S) -> bool;
    /// sum / load, rounded down (V must not be placed after its exact value: an entity at V is eligible).
    fn average(&self, sum: &Self::S, load: &Self::S) -> Self::V;
    /// sum / load, rounded toward zero; 0 if load is 0.
    fn average_toward_zero(&self, sum: &Self::S, load: &Self::S) -> Self::V;
    /// Whether key <= sum / load, by the version's product.
    fn entity_eligible(&self, sum: &Self::S, key: &Self::V, load: &Self::S) -> bool;
    /// The same with a product that cannot overflow.
    fn entity_eligible_wide(sum: &Self::S, key: &Self::V, load: &Self::S) -> bool;
    /// Whether key * load leaves a 64-bit word, so that sums of such products may not be trusted either.
    fn product_overflows(&self, key: &Self::V, load: &Self::S) -> bool;
    /// vlag * (load + w) / load, rounded toward zero; load 0 counts as 1.
    fn inflate(&self, vlag: &Self::V, load: &Self::S, w: &Self::S) -> Self::V;
    /// v * old / new on stored weights, rounded toward zero.
    fn rescale(&self, v: &Self::V, old: &Self::W, new: &Self::W) -> Self::V;
    /// How many whole requests of `vslice` fit into `v` (>= 0), times `vslice`.
    fn whole_requests(v: &Self::V, vslice: &Self::V) -> Self::V;

    /// A stored weight.
    fn weight(&self, input: &WeightInput) -> Self::W;
    /// A virtual time from an exact number of ns.
    fn v_from(n: &Num) -> Self::V;
    /// A duration from an exact number of ns.
    fn t_from(n: &Num) -> Self::T;
    /// The exact value.
    fn v_num(v: &Self::V) -> Num;
    /// The exact value.
    fn t_num(t: &Self::T) -> Num;
    /// The exact value of a sum, as the arithmetic keeps it.
    fn s_num(s: &Self::S) -> Num;
    /// The weight on the scale where nice 0 is `nice0`.
    fn weight_num(&self, weight: &Self::W) -> Num;
    /// A sum of weights (or of weights times lags) on the scale where nice 0 is `nice0`.
    fn load_num(&self, load: &Self::S) -> Num;
}

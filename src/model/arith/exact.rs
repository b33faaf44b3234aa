//! Exact arithmetic: arbitrary-precision rationals. Nothing rounds, nothing wraps.

use super::weights;
use super::{Arith, WeightInput};
use crate::model::num::Num;
use crate::model::ratio::{Ratio, add, bits, compare, div, mul, sub};
use num_traits::{Signed, Zero};

/// Exact arithmetic, with the weight that stands for nice 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    nice0: Ratio,
}

impl Exact {
    /// Exact arithmetic on weights where nice 0 is `nice0` (> 0).
    pub fn new(nice0: &Num) -> Exact {
        Exact { nice0: nice0.to_ratio() }
    }

    /// A weight of the kernel's table, brought to the scale of `nice0`.
    fn table(&self, weight: u64) -> Ratio {
        Ratio::from_integer(weight.into()) * &self.nice0 / Ratio::from_integer(1024.into())
    }
}

impl Arith for Exact {
    type V = Ratio;
    type T = Ratio;
    type S = Ratio;
    type W = Ratio;

    const GROWS: bool = true;
    fn v_bits(v: &Ratio) -> u64 {
        bits(v)
    }
    fn s_bits(s: &Ratio) -> u64 {
        bits(s)
    }
    fn zero() -> Ratio {
        Ratio::zero()
    }
    fn add(a: &Ratio, b: &Ratio) -> Ratio {
        add(a, b)
    }
    fn sub(a: &Ratio, b: &Ratio) -> Ratio {
        sub(a, b)
    }
    fn before(a: &Ratio, b: &Ratio) -> bool {
        compare(a, b).is_lt()
    }
    fn below(a: &Ratio, b: &Ratio) -> bool {
        compare(a, b).is_lt()
    }
    fn half(v: &Ratio) -> Ratio {
        div(v, &Ratio::from_integer(2.into()))
    }
    fn half_lag(v: &Ratio) -> Ratio {
        Self::half(v)
    }
    fn t_zero() -> Ratio {
        Ratio::zero()
    }
    fn t_add(a: &Ratio, b: &Ratio) -> Ratio {
        add(a, b)
    }
    fn t_sub(a: &Ratio, b: &Ratio) -> Ratio {
        sub(a, b)
    }
    fn calc_delta_fair(&self, delta: &Ratio, weight: &Ratio) -> Ratio {
        div(&mul(delta, &self.nice0), weight)
    }
    fn time_to_advance(&self, v: &Ratio, weight: &Ratio) -> Option<Ratio> {
        Some(div(&mul(v, weight), &self.nice0))
    }
    fn s_zero() -> Ratio {
        Ratio::zero()
    }
    fn s_add(a: &Ratio, b: &Ratio) -> Ratio {
        add(a, b)
    }
    fn s_sub(a: &Ratio, b: &Ratio) -> Ratio {
        sub(a, b)
    }
    fn s_is_zero(s: &Ratio) -> bool {
        s.is_zero()
    }
    fn s_above(a: &Ratio, b: &Ratio) -> bool {
        compare(a, b).is_gt()
    }
    fn load(&self, weight: &Ratio, _shift: u32) -> Ratio {
        weight.clone()
    }
    fn weigh(key: &Ratio, load: &Ratio) -> Ratio {
        mul(key, load)
    }
    fn weighing_overflows(_key: &Ratio, _load: &Ratio, _sum: &Ratio) -> bool {
        false
    }
    fn average(&self, sum: &Ratio, load: &Ratio) -> Ratio {
        div(sum, load)
    }
    fn average_toward_zero(&self, sum: &Ratio, load: &Ratio) -> Ratio {
        if load.is_zero() { Ratio::zero() } else { div(sum, load) }
    }
    fn entity_eligible(&self, sum: &Ratio, key: &Ratio, load: &Ratio) -> bool {
        Self::entity_eligible_wide(sum, key, load)
    }
    fn entity_eligible_wide(sum: &Ratio, key: &Ratio, load: &Ratio) -> bool {
        compare(sum, &mul(key, load)).is_ge()
    }
    fn product_overflows(&self, _key: &Ratio, _load: &Ratio) -> bool {
        false
    }
    fn inflate(&self, vlag: &Ratio, load: &Ratio, w: &Ratio) -> Ratio {
        if load.is_zero() { vlag.clone() } else { div(&mul(vlag, &add(load, w)), load) }
    }
    fn rescale(&self, v: &Ratio, old: &Ratio, new: &Ratio) -> Ratio {
        div(&mul(v, old), new)
    }
    fn whole_requests(v: &Ratio, vslice: &Ratio) -> Ratio {
        debug_assert!(!v.is_negative() && vslice.is_positive());
        (v / vslice).floor() * vslice
    }
    fn weight(&self, input: &WeightInput) -> Ratio {
        match input {
            WeightInput::Nice(nice) => self.table(weights::WEIGHT[weights::index(*nice)]),
            WeightInput::IdlePolicy => self.table(weights::IDLE.0),
            WeightInput::Value(w) => w.to_ratio(),
        }
    }
    fn v_from(n: &Num) -> Ratio {
        n.to_ratio()
    }
    fn t_from(n: &Num) -> Ratio {
        n.to_ratio()
    }
    fn v_num(v: &Ratio) -> Num {
        v.into()
    }
    fn t_num(t: &Ratio) -> Num {
        t.into()
    }
    fn s_num(s: &Ratio) -> Num {
        s.into()
    }
    fn weight_num(&self, weight: &Ratio) -> Num {
        weight.into()
    }
    fn load_num(&self, load: &Ratio) -> Num {
        load.into()
    }
}

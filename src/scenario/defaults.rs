//! What a setting is when a scenario does not name it. Read by the parser and by the printer, so that both leave out the same.

use crate::kernels::Kernel;
use crate::model::num::Num;

/// The weight of nice 0 in every kernel's table.
pub(super) fn nice0() -> Num {
    Num::from(1024)
}

/// A bare number is a nanosecond.
pub(super) fn unit() -> Num {
    Num::from(1)
}

/// Kernels: 3 ms. `ideal`: 3 units, since its tables count in whatever they like.
pub(super) fn base_slice(kernel: Kernel, unit: &Num) -> Num {
    if kernel == Kernel::Ideal { unit * &Num::from(3) } else { Num::from(3_000_000) }
}

/// Kernels: 0.7 ms. `ideal` has no slice protection and so no use for it, unless a feature or patch brings one: 1 unit.
pub(super) fn norm_slice(kernel: Kernel, unit: &Num) -> Num {
    if kernel == Kernel::Ideal { unit.clone() } else { Num::from(700_000) }
}

/// The period of automatic ticks if there are any. Without them: kernels 1 ms, as at HZ=1000; `ideal` 1 unit.
pub(super) fn tick_nsec(kernel: Kernel, unit: &Num, tick: &Num) -> Num {
    match (tick.is_zero(), kernel) {
        (false, _) => tick.clone(),
        (true, Kernel::Ideal) => unit.clone(),
        (true, _) => Num::from(1_000_000),
    }
}

/// Kernels start their queues at -2^20 so that the wrap-around is met early; the textbook starts at 0.
pub(super) fn vstart(kernel: Kernel) -> Num {
    if kernel == Kernel::Ideal { Num::ZERO } else { Num::from(-(1 << 20)) }
}

//! The words behind the shown values: nanoseconds, and of virtual times the unsigned 64 bits that a kernel prints.
//!
//! Must not know fields.

use crate::kernels::ArithKind;
use crate::model::num::Num;
use crate::tables::number::exact;

/// A virtual time: signed, and where that differs as the unsigned word. Exact arithmetic has no words.
pub fn virt(arith: ArithKind, v: &Num) -> Vec<String> {
    let word = v.to_i64().filter(|v| *v < 0 && arith == ArithKind::Kernel).map(|v| format!("u64 {}", v as u64));
    [exact(v)].into_iter().chain(word).collect()
}

/// A duration or lag.
pub fn span(n: &Num) -> Vec<String> {
    vec![format!("{} ns", exact(n))]
}

/// A weight, a counter or a sum.
pub fn plain(n: &Num) -> Vec<String> {
    vec![exact(n)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_virtual_times_are_also_told_as_the_kernel_prints_them() {
        assert_eq!(virt(ArithKind::Kernel, &Num::from(-1_048_576)), ["-1048576", "u64 18446744073708503040"]);
        assert_eq!(virt(ArithKind::Kernel, &Num::from(7)), ["7"]);
        assert_eq!(virt(ArithKind::Exact, &Num::from(-7)), ["-7"]);
        assert_eq!(span(&Num::frac(16, 3)), ["16/3 ns"]);
    }
}

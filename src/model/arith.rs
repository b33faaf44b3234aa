//! Arithmetic.

/// How a kernel's integers are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// calc_delta_fair through 32-bit inverse weights (until v6.19) instead of a division.
    pub inverse_weights: bool,
    /// Sums use full weights (nice 0 = 2^20, from 7.0) instead of weights scaled down to nice 0 = 1024.
    pub full_weights: bool,
    /// The eligibility test multiplies in 128 bits (v7.2) instead of wrapping 64.
    pub wide_eligibility: bool,
}

impl Words {
    /// Until v6.19.
    pub const OLD: Words = Words { inverse_weights: true, full_weights: false, wide_eligibility: false };
    /// 7.0.
    pub const FULL: Words = Words { inverse_weights: false, full_weights: true, wide_eligibility: false };
    /// v7.2.
    pub const FULL_WIDE: Words = Words { wide_eligibility: true, ..Words::FULL };
}

//! Notes as sentences and formulas.

//! Named invariants: each with a run that keeps it and one that breaks it, and the numbers that are told.

mod random;

#[path = "../common/mod.rs"]
mod common;

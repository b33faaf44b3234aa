//! Several CPUs: where wake-ups go, what migrates, and that every queue stays whole.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/cpus.rs"]
mod on_cpus;

mod placement;
mod queues;
mod reading;
mod whole;

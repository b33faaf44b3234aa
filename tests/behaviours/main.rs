//! Behaviours: how they are written, what each item means, and what they do on a scheduler.

#[path = "../common/mod.rs"]
mod common;
mod language;
mod programs;
mod random;
mod stories;

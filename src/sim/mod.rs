//! The simulation: a script in, a recording out.
//!
//! Owns the simulated clock and the order of events; must not know text, charts or pages.

pub mod behaviour;
pub mod engine;
pub mod mix;
pub mod recording;
mod run;
pub mod script;
pub mod speed;

pub use recording::{Recording, Stopped};
pub use run::{Run, engine_of, run, run_with};
pub use script::Script;

//! The simulation: a script in, a recording out.
//!
//! Owns the simulated clock and the order of events; must not know text, charts or pages.

pub mod recording;
pub mod script;

pub use recording::Recording;
pub use script::Script;

//! Statistics of a run: what is counted and measured over all of its steps.
//!
//! Owns how each figure is defined; must not know how figures are worded, compared or shown.

pub mod latency;
pub mod percentile;

pub use latency::{Latencies, LatencyCollector};
pub use percentile::Percentile;

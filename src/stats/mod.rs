//! Statistics of a run: what is counted and measured over all of its steps.
//!
//! Owns how each figure is defined; must not know how figures are worded, compared or shown.

pub mod histogram;
pub mod latency;
pub mod measure;
pub mod percentile;
pub mod summary;

pub use histogram::Histogram;
pub use latency::{FinishEach, Latencies, LatencyCollector};
pub use measure::{Measured, latencies};
pub use percentile::Percentile;
pub use summary::{Extreme, Finishing, LagRange, Summary, SummaryBuilder};

//! EEVDF Lab: step through EEVDF scheduling decisions.
//!
//! Map of the code, from the ground up. A module may use only what stands above it in this list.
//!
//! | module | owns |
//! |---|---|
//! | [`model`] | the scheduler: arithmetic, one decision a file, the rules as plain data |
//! | [`kernels`] | the rules of each kernel version and of each patch |
//! | [`sim`] | scripts, the engine and its clock, recordings, speed |
//! | [`stats`] | figures over all steps of a run: wake-up latency, percentiles |
//! | [`scenario`] | the scenario language and the built-in gallery |
//! | [`tables`] | worked tables and diagrams: build, print, parse, compare |
//! | [`explain`] | notes as sentences and formulas |
//! | [`checks`] | named invariants: what a run is held to at every step |
//! | [`lanes`] | two runs of one scenario: alignment, differences, what differs in the rules |
//! | [`chart`] | layout, drawing and hit test of each chart |
//! | [`io`] | imports, exports, links |
//! | [`session`] | the page's whole state as plain Rust |
//! | `ui` | the page (wasm32 only) |
//! | `cli` | the command line (not on wasm32) |

pub mod chart;
pub mod checks;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod explain;
pub mod io;
pub mod kernels;
pub mod lanes;
pub mod model;
pub mod scenario;
pub mod session;
pub mod sim;
pub mod stats;
pub mod tables;
#[cfg(target_arch = "wasm32")]
pub mod ui;

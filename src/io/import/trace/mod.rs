//! Traces: ftrace and trace-cmd text, `perf script` and `perf sched script`, `perf sched timehist`.
//!
//! ```text
//! lines --script_line, timehist--> events --gather--> those of all CPUs --one_cpu--> scenario of one CPU
//!                                                     --agree--> the model's pick beside each real one, kernel by kernel
//! ```
//! The scenario gives the picks (`picks followed`), so it shows what the real CPU did, with the model's vruntimes and lags beside it.

pub mod agree;
pub mod event;
mod fields;
pub mod gather;
pub mod one_cpu;
pub mod options;
mod reader;
mod report;
mod scan;
pub mod script_line;
pub mod timehist;
mod timehist_events;

use crate::kernels::Kernel;
use crate::model::num::Num;
pub use agree::{Agreement, Compared, Share, Verdict};
pub use gather::Window;
pub use one_cpu::OneCpu;
pub use options::TraceOptions;
pub(super) use reader::Reader;

/// A time as a trace prints it, `sec.usec`, in ns.
pub fn seconds_of(text: &str) -> Option<u64> {
    scan::seconds(text).or_else(|| scan::number::<u64>(text)?.checked_mul(1_000_000_000))
}

/// A positive time with or without one of the units ns, us, ms, s, in ns.
pub fn span_of(text: &str) -> Option<Num> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let digits = match unit {
        "" | "ns" => 0,
        "us" => 3,
        "ms" => 6,
        "s" => 9,
        _ => return None,
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part = if part.is_empty() {
        0
    } else {
        scan::number::<u64>(part)?.checked_mul(10u64.checked_pow(u32::checked_sub(digits, part.len() as u32)?)?)?
    };
    let ns = scan::number::<u64>(whole)?.checked_mul(10u64.pow(digits))?.checked_add(part)?;
    (ns > 0).then(|| Num::from(ns))
}

/// Shares of picks that are less than this apart, in tenths of a percent, count as equal: a few tens of microseconds in the slack
/// make that much of a difference.
const NEAR: usize = 10;

/// What is known of a trace beyond its scenario.
#[derive(Clone, Debug)]
pub struct TraceDetails {
    /// The CPU that is replayed.
    pub cpu: u32,
    /// Every CPU with a switch: how long its tasks ran, in ns, and how many switches it has.
    pub busy: Vec<(u32, u64, u64)>,
    /// Its scenario, its picks, and what is missing.
    pub replay: OneCpu,
    /// The comparison with each kernel.
    pub agreements: Vec<Agreement>,
}

impl TraceDetails {
    /// The kernels whose shares are the best or less than a percent below it, the oldest first: the trace does not tell them apart.
    pub fn best(&self) -> Vec<Kernel> {
        let most = self.agreements.iter().map(|a| a.all().per_mille()).max().unwrap_or(0);
        let near = |a: &&Agreement| a.all().per_mille() + NEAR > most;
        self.agreements.iter().filter(near).map(|a| a.kernel).collect()
    }
}

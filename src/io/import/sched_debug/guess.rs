//! Which kernel printed a dump: by the names that are there, since stable kernels take over names of later ones. The version only
//! decides where names leave a choice.

use super::snapshot::{Layout, Queue};
use crate::kernels::Kernel;

/// A kernel and why it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The kernel that the scenario names.
    pub kernel: Kernel,
    /// Why.
    pub why: String,
    /// Whether the dump's kernel sums weights with all their bits.
    full_weights: bool,
}

impl Guess {
    /// Whether the dump's kernel sums weights with all their bits.
    pub fn full_weights(&self) -> bool {
        self.full_weights
    }
}

/// The kernel whose rules are nearest.
pub(super) fn guess(version: Option<&str>, queues: &[Queue], wanted: Option<Kernel>) -> Guess {
    let has = |name: &str| queues.iter().any(|q| q.field(name).is_some());
    let number = version.and_then(major_minor);
    let sums = ["sum_w_vruntime", "sum_weight", "sum_shift"].into_iter().any(has);
    let (kernel, why) = if sums {
        match number {
            Some((7, 0 | 1)) => (Kernel::Tip2026_03, "sum_w_vruntime is printed since 2026, and the version is 7.0 or 7.1"),
            _ => (Kernel::V7_2, "sum_w_vruntime, sum_weight or sum_shift are printed, as since 2026"),
        }
    } else if has("zero_vruntime") {
        match number {
            _ if has("nr_running") => (
                Kernel::V6_12,
                "zero_vruntime and nr_running, as stable 6.12 kernels print them; those have later fixes than v6.12",
            ),
            Some((major, _)) if major >= 7 => {
                (Kernel::Tip2026_03, "zero_vruntime without the sums, and the version is 7.0 or later")
            }
            _ => (Kernel::V6_19Rc1, "zero_vruntime without the sums, as in 6.19"),
        }
    } else if has("min_vruntime") && has("nr_queued") {
        (Kernel::V6_12, "min_vruntime and nr_queued are printed from 6.14 to 6.18; v6.12 is the nearest that is modelled")
    } else if queues.iter().flat_map(|q| &q.rows).any(|r| r.layout == Some(Layout::Touching)) {
        (Kernel::V6_12, "state and name touch, as from 6.6 to 6.11; v6.12 is the nearest that is modelled")
    } else if has("min_vruntime") {
        (Kernel::V6_12, "min_vruntime is printed, as until 6.18")
    } else {
        (Kernel::V6_12, "no queue line tells; rows look the same since 6.12")
    };
    let full_weights = matches!(kernel, Kernel::Tip2026_03 | Kernel::V7_2);
    match wanted.filter(|wanted| *wanted != kernel) {
        Some(wanted) => {
            Guess { kernel: wanted, why: format!("as asked; the dump looks like {}: {why}", kernel.name()), full_weights }
        }
        None => Guess { kernel, why: why.to_string(), full_weights },
    }
}

/// `7.2.13+deb14` as (7, 2).
fn major_minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

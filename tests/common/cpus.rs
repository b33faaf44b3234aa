//! Random scripts on several CPUs.

use crate::common::{Random, script};
use eevdf_lab::kernels::{Kernel, Patch};
use eevdf_lab::sim::script::Script;

/// The random script of a seed, on 2 to 4 CPUs: tasks start on any, events come from any.
pub fn script_on_cpus(seed: u64, kernel: Kernel) -> Script {
    let mut script = script(seed, kernel);
    let mut r = Random::new(!seed);
    script.cpus = 2 + r.below(3) as u32;
    let cpus = u64::from(script.cpus);
    script.tasks.iter_mut().for_each(|task| task.cpu = r.below(cpus) as u32);
    script.events.iter_mut().for_each(|event| event.cpu = r.below(cpus) as u32);
    if r.one_in(4) {
        let counted = ["nr-delayed-wake-affine", "nr-delayed-ttwu-queue"];
        script.variant.patches = counted.iter().filter_map(|name| Patch::from_name(name)).collect();
    }
    script
}

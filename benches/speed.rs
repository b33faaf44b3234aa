//! The figures of the README's table, as JSON lines: what the page measures in a browser, natively. `./dev bench table` joins the two.

use eevdf_lab::kernels::Kernel;
use eevdf_lab::sim::speed::{RUNNABLE, cost_of_recording, events_per_second};
use std::time::Instant;

fn main() {
    let start = Instant::now();
    let now = move || start.elapsed().as_secs_f64();
    for kernel in &Kernel::ALL[1..] {
        let figures = RUNNABLE.map(|runnable| events_per_second(*kernel, runnable, &now).round() as u64);
        let (ratio, reading) = cost_of_recording(*kernel, &now);
        let read_ms = reading * 1000.0;
        println!(
            r#"{{"kernel":"{}","events_per_second":{figures:?},"recording":{ratio:.2},"read_ms":{read_ms:.3}}}"#,
            kernel.name()
        );
    }
}

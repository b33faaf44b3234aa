//! Long recordings: how much they take, and that any step of them can be read.

use eevdf_lab::kernels::Kernel;
use eevdf_lab::sim::{Run, mix, run};

/// A million steps of a hundred tasks may take 300 MB; this is a tenth of that.
#[test]
fn a_long_recording_stays_small() {
    let recording = run(&mix::script(Kernel::V7_2, 80, 42_000));
    assert!(recording.len() > 100_000, "{} steps", recording.len());
    let a_million = recording.size() * (1_000_000 / 1000) / (recording.len() / 1000);
    println!("{} bytes for {} steps of {} tasks", recording.size(), recording.len(), recording.tasks.len());
    assert!(a_million < 300_000_000, "{a_million} bytes for a million steps");
}

#[test]
fn any_step_reads_the_same_alone_as_in_order() {
    let recording = run(&mix::script(Kernel::V6_12, 20, 3_000));
    for (i, step) in recording.steps().enumerate().filter(|(i, _)| i % 97 == 0) {
        assert_eq!(recording.step(i), step, "step {i}");
    }
    assert!(recording.notes(recording.len() - 2).len() + recording.notes(recording.len() - 1).len() > 0);
}

#[test]
fn a_run_in_slices_is_the_same_run() {
    let script = mix::script(Kernel::V6_19Rc1, 5, 400);
    let mut slices = Run::new(&script);
    while slices.advance(7) {}
    assert_eq!(slices.finish(), run(&script));
}

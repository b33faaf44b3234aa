//! M2: delayed tasks count in nr_running although they can not run. Three tests that look at it, in the baseline and with the patches.

use crate::Kind::{Computed, Not};
use crate::reading::Run;
use crate::{MEASURED, Row, TOLD};
use eevdf_lab::model::note::Note;
use eevdf_lab::model::nr_running::Counted;
use eevdf_lab::model::wake::{AffineTest, ttwu_queues};
use eevdf_lab::sim::recording::Step;

pub const ROWS: &[Row] = &[
    Row { says: "the patches", figures: "0 3 2025 03 1", kind: TOLD },
    Row { says: "1/3: the sync test, and the order of the tests", figures: "1 3", kind: Computed(sync_test) },
    Row { says: "lmbench's lat_ctx on two machines", figures: "96 192 9.71 4.02 3.86 128 14.82 5.62 4.66", kind: MEASURED },
    Row {
        says: "migrations rise over 100-fold with DELAY_DEQUEUE, and fall with the patch",
        figures: "100",
        kind: Computed(migrations),
    },
    Row { says: "2/3: yield looks at who can run", figures: "2 3 1", kind: Computed(yields) },
    Row { says: "3/3: ttwu_queue_cond looks at who can run", figures: "3 0", kind: Computed(ttwu_queue_cond) },
    Row { says: "A delayed, B descheduling: three states", figures: "1 2 0 3", kind: Computed(three_states) },
    Row { says: "2/3 and 3/3 have little effect", figures: "2 3", kind: Computed(little_effect) },
    Row {
        says: "how short the state nr_running == nr_delayed is on a machine",
        figures: "",
        kind: Not("a matter of hardware; in a run it is gone at the next pick, see the three states"),
    },
];

fn sync_test() {
    let placed = |patches: &[&str]| {
        let run = Run::patched("m2-sync-wakeup", patches);
        let steps = run.recording().steps().filter(|s| s.text == "wake Wakee sync");
        let mut placings = steps.flat_map(|s| s.notes).filter_map(|note| match note {
            Note::WakePlaced { placing, counts, .. } => Some((placing.test, placing.cpu, counts.nr_running, counts.nr_delayed)),
            _ => None,
        });
        placings.next().expect("Wakee is placed")
    };
    assert_eq!(placed(&[]), (AffineTest::NoChoice, 2, 2, 1), "nr_running is 2, so the test fails");
    assert_eq!(placed(&["nr-delayed-wake-affine"]), (AffineTest::Sync, 0, 2, 1), "2 - 1 == 1");
}

fn last(run: &Run) -> Step {
    run.recording().states().last().expect("steps")
}

fn migrations() {
    let of = |key: &str| last(&Run::of(key)).migrations;
    let [delayed, off, patched] = ["m2-ring", "m2-ring-no-delay-dequeue", "m2-ring-wake-affine"].map(of);
    assert_eq!((delayed, off, patched), (1199, 8, 8));
    assert!(delayed > 100 * off, "over 100-fold");
}

fn yields() {
    let baseline = Run::of("m2-yield");
    let before = baseline.before("1", "yield");
    assert_eq!((before.step.queue.rq_nr_running, before.step.queue.nr_delayed), (2, 1));
    assert_eq!(baseline.after("1", "yield").v("A"), "V0+3", "nr_running is not 1: A gives way to nobody");
    assert_eq!(Run::of("m2-yield-nr-delayed").after("2", "tick").v("A"), "V0+2", "2 - 1 == 1: nothing happens");
}

/// nr_running, nr_delayed, and whether A and B are on the queue.
fn state(step: &Step) -> (u32, i64, [bool; 2]) {
    (step.queue.rq_nr_running, step.queue.nr_delayed, [step.tasks[0].on_rq, step.tasks[1].on_rq])
}

fn three_states() {
    let run = Run::of("m2-counters");
    assert_eq!(state(&run.before("1.5", "sleep B").step), (2, 1, [true, true]));
    assert_eq!(state(&run.after("1.5", "sleep B").step), (1, 1, [true, false]));
    assert_eq!(state(&run.picked("1.5").step), (0, 0, [false, false]));
}

fn ttwu_queue_cond() {
    let run = Run::of("m2-counters");
    let counts = run.recording().steps().filter(|s| s.text == "sleep B").flat_map(|s| s.notes).find_map(|note| match note {
        Note::TtwuQueue { counts, .. } => Some(counts),
        _ => None,
    });
    let counts = counts.expect("the test is told at B's sleep");
    assert_eq!([Counted::Queued, Counted::Runnable].map(|rule| ttwu_queues(counts, rule)), [false, true]);
}

/// When a task is queued is the same instant either way, so the third patch changes no state; the second one no step of the rings.
fn little_effect() {
    for (key, patch) in
        [("m2-counters", "nr-delayed-ttwu-queue"), ("m2-ring", "nr-delayed-ttwu-queue"), ("m2-ring", "nr-delayed-yield")]
    {
        let [with, without] = [&[patch][..], &[]].map(|patches| Run::patched(key, patches));
        assert!(with.recording().states().eq(without.recording().states()), "{key}, {patch}");
    }
}

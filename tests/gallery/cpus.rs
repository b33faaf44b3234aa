//! Mail M2: the counters around a sleep, the sync test, and the rings' migrations.

use crate::reading::Run;
use eevdf_lab::explain::explain;
use eevdf_lab::kernels::{FeatureFlag, Kernel};
use eevdf_lab::model::note::Note;
use eevdf_lab::model::wake::AffineTest;
use eevdf_lab::scenario::{Entry, Override, parse_as};
use eevdf_lab::sim::recording::{Phase, Step};
use eevdf_lab::sim::run;
use std::collections::BTreeMap;

/// nr_running, h_nr_queued, h_nr_runnable, nr_delayed, and whether A and B are on the queue.
fn counters(step: &Step) -> (u32, u32, Option<i64>, i64, [bool; 2]) {
    let q = &step.queue;
    (q.rq_nr_running, q.h_nr_queued, q.h_nr_runnable, q.nr_delayed, [step.tasks[0].on_rq, step.tasks[1].on_rq])
}

#[test]
fn nr_running_is_two_one_and_zero_around_the_sleep_of_the_last_one_that_could_run() {
    let run = Run::of("m2-counters");
    // (1) before schedule(): A is delayed, B runs.
    assert_eq!(counters(&run.before("1.5", "sleep B").step), (2, 2, Some(1), 1, [true, true]));
    // (2) B is blocked, and nobody can run.
    assert_eq!(counters(&run.after("1.5", "sleep B").step), (1, 1, Some(0), 1, [true, false]));
    // (3) The pick found A and took it out.
    assert_eq!(counters(&run.picked("1.5").step), (0, 0, Some(0), 0, [false, false]));
}

/// What is said of ttwu_queue_cond() in step (2).
fn ttwu_queue_cond(patches: &[&str]) -> String {
    let run = Run::patched("m2-counters", patches);
    let blocked = |s: Step| s.phase == Phase::After && s.text == "sleep B";
    let step = run.recording().states().position(blocked).expect("B sleeps");
    let why = explain(run.recording(), step);
    why.sentences
        .into_iter()
        .filter(|s| s.contains("ttwu_queue_cond()") || s.contains("other way round"))
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn ttwu_queue_cond_wants_zero_between_the_block_and_the_pick() {
    assert_eq!(
        ttwu_queue_cond(&[]),
        "ttwu_queue_cond(), if another CPU woke B now, before the switch: nr_running is 1 on CPU 0, so the waker would wait. \
         With the patch nr-delayed-ttwu-queue it is the other way round, with the same outcome."
    );
    assert_eq!(
        ttwu_queue_cond(&["nr-delayed-ttwu-queue"]),
        "ttwu_queue_cond(), if another CPU woke B now, before the switch: 0 can run on CPU 0, so its wake list would take it. \
         Without the patch it is the other way round, with the same outcome."
    );
}

#[test]
fn a_delayed_neighbour_fails_the_sync_test_and_the_patch_does_not_count_it() {
    let cpu = |run: &Run| {
        let woken = run.after("1.2", "wake Wakee sync");
        (woken.row("Wakee").cpu, woken.step.migrations)
    };
    let baseline = Run::of("m2-sync-wakeup");
    assert_eq!(cpu(&baseline), (2, 1));
    let waker = baseline.before("1.3", "sleep Waker");
    assert_eq!((waker.step.queue.rq_nr_running, waker.step.queue.nr_delayed), (2, 1), "the delayed one is still there");
    let patched = Run::patched("m2-sync-wakeup", &["nr-delayed-wake-affine"]);
    assert_eq!(cpu(&patched), (0, 1));
    assert_eq!(patched.picked("1.3").runs(), "Wakee");
}

/// Migrations in the first half and in all of a run of the rings.
fn migrations(key: &str, variant: &Override) -> (u32, u32) {
    let parsed = parse_as(Entry::from_key(key).expect(key).text, variant);
    assert!(parsed.diagnostics.is_empty(), "{key}: {}", parsed.diagnostics[0]);
    let recording = run(&parsed.scenario.script);
    let half = recording.states().filter(|s| s.t <= 5_000_000.into()).last().expect("a first half").migrations;
    (half, recording.state(recording.len() - 1).migrations)
}

#[test]
fn the_rings_migrate_with_delay_dequeue_and_settle_without_it_and_with_the_patch() {
    let as_written = Override::default();
    assert_eq!(migrations("m2-ring", &as_written), (598, 1199));
    // Each ring has gathered on one CPU: two of its three tasks have moved there.
    assert_eq!(migrations("m2-ring-no-delay-dequeue", &as_written), (8, 8));
    assert_eq!(migrations("m2-ring-wake-affine", &as_written), (8, 8));
}

#[test]
fn the_other_kernels_tell_the_same() {
    for kernel in [Kernel::V6_19Rc1, Kernel::V7_2] {
        let on = |features: &[(FeatureFlag, bool)]| Override {
            kernel: Some(kernel),
            features: features.to_vec(),
            ..Override::default()
        };
        let (_, baseline) = migrations("m2-ring", &on(&[]));
        let (_, off) = migrations("m2-ring", &on(&[(FeatureFlag::DelayDequeue, false)]));
        let (_, patched) = migrations("m2-ring-wake-affine", &on(&[]));
        assert!(baseline > 500 && (off, patched) == (8, 8), "{kernel:?}: {baseline}, {off}, {patched}");
    }
}

/// Why a wake-up of the rings moved its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moved {
    /// The sync test failed only because delayed tasks were counted: without them the wakee would have stayed with its waker.
    ByDelayed,
    /// It failed, and without the delayed ones it would have failed too: another task can run there.
    ByDelayedAndRunnable,
    /// Nobody was delayed there, but another task can run.
    ByRunnable,
    /// The sync test held: the waker is alone and takes the wakee over from another CPU.
    PulledBack,
    /// A first wake-up, from outside.
    AtTheStart,
}

/// How often each reason moved a task.
fn moves(patches: &[&str]) -> BTreeMap<Moved, usize> {
    let run = Run::patched("m2-ring", patches);
    let mut found = BTreeMap::new();
    for step in run.recording().steps().filter(|s| s.notes.iter().any(|n| matches!(n, Note::Migrated { .. }))) {
        let placed = step.notes.iter().find_map(|note| match note {
            Note::WakePlaced { wakeup, counts, placing, patched, .. } => {
                Some((wakeup.sync, counts.nr_delayed, placing.test, patched.test))
            }
            _ => None,
        });
        let why = match placed.expect("a move is placed") {
            (false, ..) => Moved::AtTheStart,
            (true, _, AffineTest::Sync, _) => Moved::PulledBack,
            (true, 0, AffineTest::NoChoice, _) => Moved::ByRunnable,
            (true, _, AffineTest::NoChoice, AffineTest::Sync) => Moved::ByDelayed,
            (true, _, AffineTest::NoChoice, AffineTest::NoChoice) => Moved::ByDelayedAndRunnable,
            other => panic!("{other:?} at {}", step.t),
        };
        *found.entry(why).or_default() += 1;
    }
    found
}

#[test]
fn each_migration_of_the_rings_has_its_reason() {
    let baseline = [
        (Moved::ByDelayed, 212),
        (Moved::ByDelayedAndRunnable, 270),
        (Moved::ByRunnable, 168),
        (Moved::PulledBack, 546),
        (Moved::AtTheStart, 3),
    ];
    assert_eq!(baseline.iter().map(|(_, n)| n).sum::<usize>(), 1199);
    assert_eq!(moves(&[]), BTreeMap::from(baseline));
    // Once no delayed task is counted, nobody is driven away, so that there is nobody to pull back either.
    assert_eq!(moves(&["nr-delayed-wake-affine"]).values().sum::<usize>(), 8);
    let note = Entry::from_key("m2-ring").expect("the rings").note;
    for figure in ["1,199 migrations", "212 ", "438 ", "546 ", "3 "] {
        assert!(note.contains(figure), "{figure}: {note}");
    }
    assert_eq!(270 + 168, 438);
}

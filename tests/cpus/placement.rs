//! Where a woken task goes: the tests of wake_affine_idle() in their order, and what mail M2's patches change.

use crate::reading::Run;
use expect_test::{Expect, expect};

/// Three CPUs with a waker W, a sleeper S that ran last on CPU 1, and what else `more` says; then S is woken as `wake` says.
fn woken(more: &str, wake: &str, expected: Expect) -> u32 {
    let text = format!("kernel v7.2\nunit 1ms\ncpus 3\ntask S cpu=1\ntask W\n{more}\nat 1 {wake}\n");
    let run = Run::of(&text);
    let words = wake.split(" cpu=").next().expect("words before the CPU");
    let (cpu, why) = run.woken(words);
    expected.assert_eq(&why);
    assert_eq!(run.row(&run.after(words), "S").cpu, cpu);
    cpu
}

const WAKER: &str = "state W running";
const OTHER_BUSY: &str = "state W running\ntask O cpu=1\nstate O running";
/// A delayed task beside the waker: asleep, but nr_running is 2.
const DELAYED: &str = "state W running\ntask D\nstate D v=1 vlag=-1 delayed\ntask O cpu=1\nstate O running";

#[test]
fn an_interrupt_on_an_idle_cpu_leaves_the_task_where_its_cpu_is_idle_too() {
    let cpu = woken(
        "",
        "wake S",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            CPU 0 is idle, and so is CPU 1: S goes there.
            ttwu_queue_cond(): nr_running is 0 on CPU 1, so the wake-up is left to its wake list; S goes there either way."#]],
    );
    assert_eq!(cpu, 1);
}

#[test]
fn an_interrupt_on_an_idle_cpu_pulls_the_task_off_a_busy_one() {
    let cpu = woken(
        "task O cpu=1\nstate O running",
        "wake S",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            CPU 0 is idle: S goes there.
            S moves from CPU 1 to CPU 0."#]],
    );
    assert_eq!(cpu, 0);
}

#[test]
fn a_sync_waker_that_is_alone_gets_the_task() {
    let cpu = woken(
        OTHER_BUSY,
        "wake S sync",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            The waker is about to sleep (sync), and nr_running is 1 on CPU 0: S goes there.
            S moves from CPU 1 to CPU 0.
            runnable = nr_running - nr_delayed = 1 - 0 = 1"#]],
    );
    assert_eq!(cpu, 0);
}

#[test]
fn a_waker_that_goes_on_does_not_get_it() {
    let cpu = woken(
        OTHER_BUSY,
        "wake S",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            wake_affine_idle() has no choice, and CPU 2 is the first idle one: S goes there.
            ttwu_queue_cond(): nr_running is 0 on CPU 2, so the wake-up is left to its wake list; S goes there either way.
            S moves from CPU 1 to CPU 2."#]],
    );
    assert_eq!(cpu, 2);
}

#[test]
fn the_tasks_own_cpu_gets_it_back_if_idle() {
    let cpu = woken(
        WAKER,
        "wake S",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            CPU 1 is idle: S goes there.
            ttwu_queue_cond(): nr_running is 0 on CPU 1, so the wake-up is left to its wake list; S goes there either way."#]],
    );
    assert_eq!(cpu, 1);
}

#[test]
fn a_delayed_task_keeps_the_wakee_off_the_sync_wakers_cpu() {
    let cpu = woken(
        DELAYED,
        "wake S sync",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            The waker is about to sleep (sync), but nr_running is 2 on CPU 0, 1 of them delayed. wake_affine_idle() has no choice, and CPU 2 is the first idle one: S goes there.
            With the patch nr-delayed-wake-affine the sync test would decide, for CPU 0.
            ttwu_queue_cond(): nr_running is 0 on CPU 2, so the wake-up is left to its wake list; S goes there either way.
            S moves from CPU 1 to CPU 2.
            runnable = nr_running - nr_delayed = 2 - 1 = 1"#]],
    );
    assert_eq!(cpu, 2);
}

#[test]
fn with_the_patch_the_delayed_task_does_not_count() {
    let patched = format!("patch nr-delayed-wake-affine\n{DELAYED}");
    let cpu = woken(
        &patched,
        "wake S sync",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            The waker is about to sleep (sync), and only the waker can run on CPU 0: S goes there.
            Without the patch no test would decide, for CPU 2.
            S moves from CPU 1 to CPU 0.
            runnable = nr_running - nr_delayed = 2 - 1 = 1"#]],
    );
    assert_eq!(cpu, 0);
}

#[test]
fn where_nobody_is_idle_the_task_stays_on_its_cpu() {
    let all_busy = format!("{DELAYED}\ntask P cpu=2\nstate P running");
    let cpu = woken(
        &all_busy,
        "wake S sync",
        expect![[r#"
            S is woken on CPU 0; its own is CPU 1.
            The waker is about to sleep (sync), but nr_running is 2 on CPU 0, 1 of them delayed. wake_affine_idle() has no choice, and no CPU is idle: S stays on CPU 1.
            With the patch nr-delayed-wake-affine the sync test would decide, for CPU 0.
            ttwu_queue_cond(): nr_running is 1 on CPU 1, so the waker itself queues S.
            runnable = nr_running - nr_delayed = 2 - 1 = 1"#]],
    );
    assert_eq!(cpu, 1);
}

#[test]
fn a_new_task_goes_to_an_idle_cpu_its_parents_first() {
    let run = |more: &str| {
        let run = Run::of(&format!("kernel v7.2\nunit 1ms\ncpus 3\ntask W cpu=1\n{more}\ntask N\nat 1 fork N cpu=1\n"));
        run.row(&run.after("fork N"), "N").cpu
    };
    assert_eq!(run(""), 1);
    assert_eq!(run("state W running"), 0);
    assert_eq!(run("state W running\ntask A\nstate A running"), 2);
    assert_eq!(run("state W running\ntask A\nstate A running\ntask B cpu=2\nstate B running"), 1);
}

#[test]
fn a_delayed_sleeper_wakes_on_the_cpu_that_still_has_it() {
    let text = "kernel v7.2\nunit 1ms\ncpus 2\ntask D cpu=1\nstate D v=1 vlag=-1 delayed\ntask R cpu=1\nstate R running\nat 0.1 wake D sync\n";
    let run = Run::of(text);
    let (cpu, why) = run.woken("wake D sync");
    assert_eq!((cpu, why.as_str()), (1, ""), "nothing is tested");
}

#[test]
fn a_task_that_its_cpu_has_not_switched_away_from_yet_stays_there() {
    // The textbook picks when the instant ends: until then A is still current on CPU 1.
    let text = "kernel ideal\nnice0 1\ncpus 2\ntask A weight=1 cpu=1\nstate A running\nat 1 sleep A\nat 1 wake A cpu=0\n";
    let run = Run::of(text);
    assert_eq!((run.after("wake A").cpu, run.running().as_str()), (1, "- A"));
}

#[test]
fn a_real_time_task_stays_on_its_cpu() {
    let text = "kernel v7.2\nunit 1ms\ncpus 2\ntask R policy=fifo cpu=1\ntask A cpu=1\nstate A running\nat 1 wake R cpu=0\n";
    let run = Run::of(text);
    assert_eq!((run.after("wake R").cpu, run.running().as_str()), (1, "- R"));
}

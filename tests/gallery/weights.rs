//! Nice values, weights, policies and yield on kernels: the numbers that the notes name.

use crate::reading::Run;
use eevdf_lab::model::num::Num;

#[test]
fn nice_queued_lag_and_rest_of_the_request_scale_with_the_weight() {
    let run = Run::of("k-nice-queued");
    let rest = |seen: &crate::reading::Seen, task: &str| &seen.row(task).deadline - &seen.row(task).vruntime;
    assert_eq!(run.after("1", "tick").d("A"), "V0+3", "so 1.7 is left when A stands at V0+1.3");
    let a = run.after("1.3", "nice A -5");
    assert_eq!((&a.row("A").weight, a.vlag("A"), rest(&a, "A")), (&Num::from(3121), "-0.243245".into(), Num::from(557_769)));
    let b = run.after("2.1", "nice B 7");
    assert_eq!((&b.row("B").weight, b.vlag("B")), (&Num::from(215), "3.531499".into()));
}

#[test]
fn reweight_on_rq_keeps_v_and_moves_the_task() {
    let run = Run::of("k-reweight-on-rq");
    let halved = run.after("1.4", "reweight A 512");
    assert_eq!((halved.runs(), halved.avg(), halved.vlag("A")), ("A", "V0+0.466666".into(), "-1.866668".into()));
    assert_eq!(halved.v("A"), "V0+2.333334", "twice as far from V as V0+1.4");
    let light = run.after("3.3", "reweight @curr 2");
    assert_eq!((light.runs(), light.v("B"), &light.row("B").weight), ("B", "V0-792.011687".into(), &Num::from(2)));
}

#[test]
fn weights_mixed_the_lightest_task_never_runs() {
    let run = Run::of("k-weights-mixed");
    let end = run.after("200", "end");
    assert_eq!((end.ran("a"), end.ran("g")), ("124".into(), "0".into()));
    assert_eq!((end.lag("g"), end.d("g")), ("18.860766".into(), "V0+102.406077".into()));
    assert_eq!(&end.row("g").deadline - &end.row("g").vruntime, Num::from(102_400_000));
}

#[test]
fn policies_idle_yields_to_everybody_and_batch_preempts_nobody() {
    let run = Run::of("k-policies");
    let woken = run.after("3.3", "wake N");
    assert_eq!((woken.v("I"), woken.ran("I")), ("V0+1126.399999".into(), "3.3".into()));
    assert_eq!(run.picked("3.3").runs(), "N");
    assert!(!run.after("4", "wake T").step.queue.resched);
    assert_eq!((run.after("6", "sleep @curr").runs(), run.picked("6").runs()), ("N", "T"));
}

#[test]
fn yield_moves_only_the_eligible() {
    let run = Run::of("k-yield");
    let owing = run.after("0.2", "yield");
    assert_eq!(
        (owing.runs(), owing.lag("A"), owing.v("A"), owing.d("A")),
        ("A", "-0.066667".into(), "V0+0.2".into(), "V0+3".into())
    );
    assert_eq!(run.picked("0.2").runs(), "B");
    let eligible = run.after("0.25", "yield");
    assert_eq!((eligible.runs(), eligible.v("B"), eligible.d("B")), ("B", "V0+3.1".into(), "V0+6.1".into()));
    assert_eq!(eligible.avg(), "V0+1.133333");
}

#[test]
fn lone_task_has_no_lag_and_nobody_to_yield_to() {
    let run = Run::of("k-lone-task");
    assert_eq!((run.after("7", "tick").d("A"), run.after("7.5", "yield").d("A")), ("V0+8".into(), "V0+8".into()));
    assert_eq!(run.picked("7.5").lag("A"), "0");
    let (before, after) = (run.after("8", "tick"), run.after("8", "nice A 3"));
    assert_eq!((before.d("A"), after.d("A"), after.v("A")), ("V0+11".into(), "V0+13.840304".into(), "V0+8".into()));
    assert_eq!(run.after("9", "tick").v("A"), "V0+9.946768", "1.946768 further");
}

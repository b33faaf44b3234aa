//! Wake-up latency in small stories, each figure worked out by hand.

use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::recording::Verb;
use eevdf_lab::sim::{Recording, run};
use eevdf_lab::stats::{Latencies, LatencyCollector, Percentile};

fn recorded(text: &str) -> Recording {
    let parsed = parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    run(&parsed.scenario.script)
}

fn nums(list: &[i64]) -> Vec<Num> {
    list.iter().map(|n| Num::from(*n)).collect()
}

/// A runs 0-3 and sleeps; B, awake since 1, gets the CPU then. A's second wake-up at 4 waits for B's sleep at 9. At 9 C is woken
/// onto a queue where A, with the earlier deadline, is picked; C is still waiting at the end.
const STORY: &str = "kernel ideal\ntask A\ntask B\ntask C slice=30\n\
    at 0 wake A\nat 1 wake B\nat 3 sleep A\nat 4 wake A\nat 5 wake A\nat 9 sleep B\nat 9 wake C\nat 10 end\n";

#[test]
fn a_latency_lasts_from_the_wake_up_to_the_pick() {
    let recording = recorded(STORY);
    let of = |task| Latencies::of(&recording, task);
    assert_eq!(of(0).samples(), nums(&[0, 5]), "A runs at once, then waits from 4 to 9; the wake-up at 5 finds it awake");
    assert_eq!(of(1).samples(), nums(&[2]));
    assert_eq!((of(2).count(), of(2).waiting()), (0, 1), "C never ran");
    let all = Latencies::merged(&[of(0), of(1), of(2)]);
    assert_eq!((all.count(), all.waiting()), (3, 1));
    assert_eq!(all.average(), Some(Num::frac(7, 3)));
    assert_eq!(all.percentile(Percentile::P50), Some(&Num::from(2)));
    assert_eq!((all.min(), all.max()), (Some(&Num::from(0)), Some(&Num::from(5))));
}

#[test]
fn the_wake_up_of_a_delayed_task_counts_and_so_does_a_fork() {
    let text = "kernel v7.2\ntask A\ntask N\nat 0 wake A\nat 2ms fork N\nat 3ms sleep A\nat 4ms end\n";
    assert_eq!(Latencies::of(&recorded(text), 1).samples(), nums(&[1_000_000]), "a fork does not preempt A");
    let delayed = Entry::from_key("k-delay-wake-before").expect("in the gallery").text;
    let recording = recorded(delayed);
    let wake = recording.states().position(|s| s.text == "wake A" && s.t == Num::from(2_900_000)).expect("A wakes at 2.9");
    assert!(recording.state(wake).tasks[0].sched_delayed, "A is delayed before its wake-up");
    let next = recording.states_from(wake).find(|s| s.verb == Verb::Pick && s.task == Some(0));
    let next = next.expect("A runs again").t;
    let waited = &next - &Num::from(2_900_000);
    assert!(Latencies::of(&recording, 0).samples().contains(&waited), "A waits {waited} after its wake-up while delayed");
}

#[test]
fn a_collector_without_a_recording_measures_the_same() {
    let mut collector = LatencyCollector::new(2);
    let t = |n: i64| Num::from(n);
    collector.woken(0, &t(10));
    collector.woken(1, &t(12));
    assert_eq!(collector.runs(0, &t(15)), Some(&t(5)));
    assert_eq!(collector.runs(0, &t(18)), None, "it was not woken again");
    collector.left(1);
    assert_eq!(collector.runs(1, &t(20)), None, "who leaves before having run has no latency");
    let finished = collector.finish();
    assert_eq!(finished[0].samples(), nums(&[5]));
    assert_eq!((finished[1].count(), finished[1].waiting()), (0, 0));
}

//! What decisions cost: counted step by step, and only where a decision does the work.

use eevdf_lab::model::cost::Costs;
use eevdf_lab::scenario;
use eevdf_lab::sim::recording::{Phase, Recording};
use eevdf_lab::sim::run;

fn recording(text: &str) -> Recording {
    let parsed = scenario::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{}", parsed.diagnostics[0]);
    run(&parsed.scenario.script)
}

/// What each step cost, previews left out: (event, [V, divisions, insertions, erasures, replacements]).
fn of_steps(recording: &Recording) -> Vec<(String, [u64; 5])> {
    let mut before = Costs::default();
    let mut all = Vec::new();
    for step in recording.states() {
        let c = step.costs().since(&before);
        before = step.costs();
        match step.phase {
            Phase::Before => assert_eq!(c, Costs::default(), "a preview of {} costs nothing", step.text),
            _ => all.push((step.text, [c.v_computations, c.divisions, c.insertions, c.erasures, c.replacements])),
        }
    }
    all
}

#[track_caller]
fn assert_costs(text: &str, expected: &[(&str, [u64; 5])]) {
    let costs = of_steps(&recording(text));
    let costs: Vec<(&str, [u64; 5])> = costs.iter().map(|(text, c)| (text.as_str(), *c)).collect();
    assert_eq!(costs, expected);
}

const JOINS: &str = "
task A
task B
at 0 wake A
at 2000000 wake B lag=-600000
at 5000000 sleep A
at 9000000 tick
";

#[test]
fn a_join_computes_v_once_and_divides_for_v_and_the_inflated_lag() {
    // A joins an empty queue: V is where it was, and there is no lag to inflate. It goes into the tree, and the pick takes it out.
    // B meets A alone, who is V itself: only its lag takes a division, by A's weight. A is
    // protected and runs on.
    // A sleeps with a negative lag, so it stays (delayed); nobody computes V, since eligibility takes no division. The pick puts
    // A into the tree and takes B out.
    // The tick evaluates V, with A still in the tree. B has used up its request, and by then A is eligible again: it is picked
    // first, so its lag is taken (V, a division) and it leaves the tree; B runs on.
    assert_costs(
        &format!("kernel tip-2026-03\n{JOINS}"),
        &[
            ("wake A", [1, 0, 1, 0, 0]),
            ("sched", [0, 0, 0, 1, 0]),
            ("wake B", [1, 1, 1, 0, 0]),
            ("sleep A", [0, 0, 0, 0, 0]),
            ("sched", [0, 0, 1, 1, 0]),
            ("tick", [1, 1, 0, 0, 0]),
            ("sched", [1, 1, 0, 1, 0]),
        ],
    );
}

#[test]
fn v6_19_computes_v_at_every_change_of_the_tree() {
    // Besides the placements: A's insertion, its erasure by the pick (nobody is left, no division), B's insertion; at A's sleep
    // the put-back of A and the erasure of B; the final erasure of A. The tick computes nothing.
    assert_costs(
        &format!("kernel v6.19-rc1\nfeature NO_NEXT_BUDDY\n{JOINS}"),
        &[
            ("wake A", [2, 1, 1, 0, 0]),
            ("sched", [1, 0, 0, 1, 0]),
            ("wake B", [2, 3, 1, 0, 0]),
            ("sleep A", [0, 0, 0, 0, 0]),
            ("sched", [2, 2, 1, 1, 0]),
            ("tick", [0, 0, 0, 0, 0]),
            ("sched", [2, 2, 0, 1, 0]),
        ],
    );
}

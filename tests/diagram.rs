//! The ASCII diagram: byte for byte as its reference output, and bounded on any input.

use eevdf_lab::tables::diagram::{Diagram, DiagramError, Entity, Stop, diagram, run};
use proptest::prelude::*;

fn entities(args: &[&str]) -> Vec<Entity> {
    args.iter().map(|a| a.parse().unwrap()).collect()
}

const THREE: [&str; 3] = ["0,1024,6", "1,1024,2", "2,1024,18"];
const SEVEN: [&str; 7] = ["0,1024,6", "1,1024,2", "2,1024,18", "3,1024,2", "4,1024,2", "5,1024,2", "6,1024,2"];

#[test]
fn three_entities_with_the_eligibility_test() {
    assert_eq!(diagram(&entities(&THREE), 19, true).unwrap(), include_str!("data/diagram/eevdf-3.txt"));
}

#[test]
fn three_entities_by_deadline_alone() {
    assert_eq!(diagram(&entities(&THREE), 19, false).unwrap(), include_str!("data/diagram/evdf-3.txt"));
}

#[test]
fn seven_entities_by_deadline_alone() {
    assert_eq!(diagram(&entities(&SEVEN), 19, false).unwrap(), include_str!("data/diagram/evdf-7.txt"));
}

#[test]
fn a_heavy_entity_runs_longer_for_the_same_virtual_time_and_rounds_down() {
    // d = 1024*5/3072 = 1.67, rounded down to 1; its run takes the whole 5 units of time all the same.
    let run = run(&entities(&["0,3072,5", "0,1024,2"]), 0, true).unwrap();
    assert_eq!((run.quantum, run.frames.len(), run.frames[0].pick), (1, 1, 0));
    assert_eq!(run.letters(), "Aaaaa");
    assert!(run.to_string().starts_with("d = 1\nd = 2\nq = 1\n\nt=0 V=0\n>A <\n B |<\n   *---------|"), "{run}");
}

#[test]
fn on_a_tie_the_first_entity_wins() {
    assert_eq!(run(&entities(&["0,1024,4", "0,1024,4"]), 0, true).unwrap().frames[0].pick, 0);
}

#[test]
fn v_past_the_end_of_the_axis_is_said_and_what_fits_is_shown() {
    let run = run(&entities(&["0,1024,20"]), 1000, true).unwrap();
    assert_eq!(run.stop, Some(Stop::AxisEnd { v_avg: 60 }));
    assert_eq!(run.frames.len(), 3);
    assert!(run.to_string().contains("\nV=60 is past the end of the axis (44): stopped here\n\nlags: 0, 0\n\nAAA\n"), "{run}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_entity_and_what_was_expected() {
    let message = |args: &[&str]| diagram(&entities(args), 20, true).unwrap_err().to_string();
    assert_eq!(message(&["0,0,6"]), "entity A: weight is 0: expected at least 1");
    assert_eq!(message(&["0,1024,6", "0,1024,0"]), "entity B: request is 0: expected at least 1");
    assert_eq!(
        message(&["0,4096,3"]),
        "entity A: 1024 * 3 / 4096 rounds down to 0, so its vruntime would never move: expected a weight of at most 3072"
    );
    assert!(message(&["201,1024,3"]).starts_with("entity A: vruntime is 201: expected at most 200"));
    assert!(message(&["0,1,1"]).starts_with("entity A: 1024 * request / weight is 1024: expected at most 200"));
    assert_eq!(diagram(&[], 20, true), Err(DiagramError::NoEntity));
    assert_eq!(message(&["0,1024,1"; 9]), "9 entities: expected at most 8");
    for bad in ["", "1,2", "1,2,3,4", "1,2,x", "-1,1024,3", "1,,3"] {
        assert_eq!(bad.parse::<Entity>(), Err(DiagramError::NotAnEntity(bad.to_string())), "{bad}");
    }
}

/// Numbers near every bound as well as ordinary ones.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..50u64, 0..=300u64, Just(1024), Just(u64::MAX), any::<u64>()]
}

proptest! {
    #[test]
    fn any_input_ends_in_a_bounded_text_or_a_reason(
        numbers in proptest::collection::vec((number(), number(), number()), 0..10),
        limit in number(),
        eligibility in any::<bool>(),
    ) {
        let entities: Vec<Entity> =
            numbers.into_iter().map(|(vruntime, weight, request)| Entity { vruntime, weight, request }).collect();
        if let Ok(text) = diagram(&entities, limit, eligibility) {
            prop_assert!(text.len() < 4_000_000);
        }
    }

    #[test]
    fn who_is_picked_is_eligible_and_virtual_time_goes_forward(
        numbers in proptest::collection::vec((0..20u64, prop_oneof![Just(512u64), Just(1024), Just(3072)], 3..20u64), 1..9),
    ) {
        let entities: Vec<Entity> =
            numbers.into_iter().map(|(vruntime, weight, request)| Entity { vruntime, weight, request }).collect();
        let Diagram { frames, .. } = run(&entities, 40, true).unwrap();
        for frame in &frames {
            prop_assert!(frame.spans[frame.pick].0 <= frame.v_avg);
        }
        prop_assert!(frames.windows(2).all(|w| w[0].v_avg <= w[1].v_avg && w[0].t < w[1].t));
    }
}

//! The ASCII diagram: byte for byte as its reference output, and bounded on any input.

use eevdf_lab::sim::Recording;
use eevdf_lab::tables::diagram::{Diagram, DiagramError, Entity, Frame, Stop, diagram, letter, run};
use eevdf_lab::tables::diagram_step::{StepDiagram, from_step};
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

/// A scenario in which whole requests run from a state.
fn scenario(entities: &[Entity], eligibility: bool, until: u64) -> Recording {
    let mut text = String::from("kernel ideal\nslice_end on\n");
    if !eligibility {
        text.push_str("patch no-eligibility\n");
    }
    for (i, e) in entities.iter().enumerate() {
        let name = letter(i);
        text.push_str(&format!("task {name} weight={} slice={}\nstate {name} v={} queued\n", e.weight, e.request, e.vruntime));
    }
    text.push_str(&format!("at {until} end\n"));
    let parsed = eevdf_lab::scenario::parse(&text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    eevdf_lab::sim::run(&parsed.scenario.script)
}

/// Requests whose virtual length is whole, so that the integer program rounds nothing but V.
fn exact_entity() -> impl Strategy<Value = Entity> {
    let weight = prop_oneof![Just(512u64), Just(1024), Just(2048), Just(4096)];
    (0..12u64, weight, 1..6u64).prop_map(|(vruntime, weight, n)| Entity { vruntime, weight, request: n * 4 })
}

proptest! {
    #[test]
    fn on_exact_inputs_the_engine_picks_the_same(
        entities in proptest::collection::vec(exact_entity(), 1..9),
        eligibility in any::<bool>(),
    ) {
        let diagram = run(&entities, 30, eligibility).unwrap();
        let last = diagram.frames.last().map_or(0, |f| f.t);
        let recording = scenario(&entities, eligibility, last);
        let picks: Vec<Frame> = recording
            .steps()
            .filter(|s| s.last_pick)
            .map(|s| {
                let number = |n: &eevdf_lab::model::num::Num| n.floor().to_i64().unwrap() as u64;
                let spans = s.tasks.iter().map(|t| (number(&t.vruntime), number(&t.deadline))).collect();
                Frame { t: number(&s.t), v_avg: number(&s.queue.avg_vruntime), pick: s.task.unwrap(), spans }
            })
            .collect();
        prop_assert_eq!(picks, diagram.frames);
    }
}

#[test]
fn the_gallery_s_diagram_scenarios_draw_the_reference_diagrams() {
    for (key, eligibility, reference) in [
        ("diagram-eevdf-3", true, include_str!("data/diagram/eevdf-3.txt")),
        ("diagram-evdf-3", false, include_str!("data/diagram/evdf-3.txt")),
        ("diagram-evdf-7", false, include_str!("data/diagram/evdf-7.txt")),
    ] {
        let text = eevdf_lab::scenario::Entry::from_key(key).unwrap().text;
        let recording = eevdf_lab::sim::run(&eevdf_lab::scenario::parse(text).scenario.script);
        let drawn = from_step(&recording, 0).unwrap().text(19, eligibility).unwrap();
        let (legend, diagram) = drawn.split_once("\n\n").unwrap();
        assert!(legend.starts_with("A = A, B = B, C = C") && legend.ends_with("; the axis starts at V0"), "{legend}");
        assert_eq!(diagram, reference);
    }
}

fn step_of(text: &str, step: usize) -> Result<StepDiagram, String> {
    let parsed = eevdf_lab::scenario::parse(text);
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    from_step(&eevdf_lab::sim::run(&parsed.scenario.script), step).map_err(|unfit| unfit.to_string())
}

#[test]
fn a_state_left_of_v0_moves_the_start_of_the_axis() {
    let joins = "patch sum-jlag\nnice0 1\nbase_slice 6\ntask T1 weight=1\ntask T2 weight=1 lag=36\ntask T3 weight=1 lag=-12\n\
                 at 0 wake T1\nat 0 wake T2\nat 0 wake T3\n";
    let drawn = step_of(joins, 5).unwrap();
    let entity = |vruntime| Entity { vruntime, weight: 1024, request: 6 };
    assert_eq!(drawn.entities, [entity(36), entity(0), entity(48)]);
    assert_eq!(drawn.limit, 44);
    let text = drawn.text(drawn.limit, true).unwrap();
    assert!(text.starts_with("A = T1, B = T2, C = T3; the axis starts at V0-36\n\nd = 6\n"), "{text}");
}

#[test]
fn a_state_that_cannot_be_drawn_says_why() {
    let two = "nice0 1\nbase_slice 6\ntask A weight=1\ntask B weight=1\n";
    let reason = |events: &str, step| step_of(&format!("{two}{events}"), step).unwrap_err();
    assert_eq!(reason("at 0 wake A\n", 0), "the queue is empty");
    assert_eq!(reason("at 0 wake A\nat 0.5 wake B\n", 4), "vruntime of A is 0.5, the diagram shows whole numbers only");
    assert_eq!(
        reason("at 0 wake A\nat 0 wake B\nat 2 tick\n", 5),
        "A is in the middle of a request (v = V0+2, d = V0+6), the diagram shows whole requests only"
    );
    assert_eq!(
        step_of("nice0 1\nbase_slice 6\ntask A weight=1\nstate A v=60 queued\nat 0 end\n", 0).unwrap_err(),
        "V is 60 on from the leftmost task, the axis ends at 44"
    );
    assert_eq!(
        step_of("nice0 1\nbase_slice 6\ntask A weight=1\nstate A v=600 queued\nat 0 end\n", 0).unwrap_err(),
        "entity A: vruntime is 600: expected at most 200, as lines of text are only so long"
    );
}

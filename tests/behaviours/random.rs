//! What holds for any behaviours, under every kernel.

use crate::common::{self, Random};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::arith::{self, Arith};
use eevdf_lab::model::machine::Machine;
use eevdf_lab::model::note::Note;
use eevdf_lab::model::num::Num;
use eevdf_lab::sim::behaviour::{Behaviour, Item, Span};
use eevdf_lab::sim::engine::{At, Listener};
use eevdf_lab::sim::recording::{Phase, Verb};
use eevdf_lab::sim::script::{Action, Event, Script};
use eevdf_lab::sim::{Run, run, run_with};

fn span(r: &mut Random, scale: u64) -> Span {
    let least = Num::from((1 + r.below(20)) * scale / 2 + 1);
    let more = if r.one_in(3) { Num::from(r.below(5 * scale)) } else { Num::ZERO };
    Span { most: &least + &more, least }
}

fn items(r: &mut Random, task: usize, tasks: usize, scale: u64, depth: usize) -> Vec<Item> {
    let item = |r: &mut Random| match r.below(10) {
        0..=2 => Item::Run(span(r, scale)),
        3 => Item::Sleep(span(r, scale)),
        4 => Item::Timer(Num::from((1 + r.below(30)) * scale)),
        5..=6 => Item::Wake { task: (task + 1 + r.below(tasks as u64 - 1) as usize) % tasks, sync: r.one_in(2) },
        7 => Item::Wait,
        8 if depth < 3 => Item::Loop { times: Some(1 + r.below(3) as u32), items: items(r, task, tasks, scale, depth + 1) },
        _ => Item::Yield,
    };
    (0..1 + r.below(4)).map(|_| item(r)).collect()
}

/// A random script (tasks, features, patches, events), with behaviours for most tasks.
fn script(seed: u64, kernel: Kernel) -> Script {
    let mut script = common::script(seed, kernel);
    let mut r = Random::new(seed ^ 0xBEAD);
    let scale = if kernel == Kernel::Ideal { 2 } else { 100_000 };
    script.seed = seed;
    let tasks = script.tasks.len();
    for task in 0..tasks {
        if !r.one_in(5) {
            let mut round = items(&mut r, task, tasks, scale, 1);
            round.push(Item::Run(span(&mut r, scale)));
            script.tasks[task].behaviour = Some(Behaviour(vec![Item::Loop { times: None, items: round }]));
        }
    }
    if r.one_in(2) {
        script.events.clear();
    }
    let at = Num::from(500 * scale);
    script.events.retain(|event| event.at <= at);
    script.events.push(Event { at, cpu: 0, action: Action::End, text: "end".to_string(), line: 0 });
    script
}

fn scripts() -> impl Iterator<Item = (String, Script)> {
    let of = |kernel: Kernel| (0..40).map(move |seed| (format!("{kernel:?}, seed {seed}"), script(seed, kernel)));
    Kernel::ALL.into_iter().flat_map(of)
}

/// The notes of every step, of a run that nobody interrupts.
struct Notes(Vec<Vec<Note>>);

impl<A: Arith> Listener<A> for Notes {
    fn step(&mut self, at: &At<'_>, machine: &mut Machine<A>) {
        let taken = machine.cpus.iter_mut().flat_map(|rq| std::mem::take(&mut rq.cfs.notes.list));
        let taken = taken.collect();
        self.0.push(if at.phase == Phase::Before { Vec::new() } else { taken });
    }
    fn wants_previews(&self) -> bool {
        true
    }
}

#[test]
fn a_run_is_the_same_in_slices_and_again() {
    let mut steps = 0;
    for (place, script) in scripts().step_by(3) {
        let recording = run(&script);
        steps += recording.len();
        let mut slices = Run::new(&script);
        while slices.advance(3) {}
        assert!(slices.finish() == recording, "{place}: in slices, with the notes recomputed");
    }
    assert!(steps > 5_000, "{steps} steps");
}

#[test]
fn every_event_says_what_it_does_and_where() {
    for (place, script) in scripts() {
        let recording = run(&script);
        for (i, step) in recording.states().enumerate().filter(|(_, s)| s.phase == Phase::After) {
            let name = step.task.map(|t| script.tasks[t].name.as_str());
            let words = step.text.split(' ').collect::<Vec<_>>();
            match (words[0], step.verb) {
                ("wake", Verb::Join | Verb::Rejoin | Verb::Wake) | ("sleep", Verb::Leave) | ("exit", Verb::Exit) => {
                    assert!(words.get(1) == name.as_ref() || words.get(1) == Some(&"@curr"), "{place}, step {i}: {}", step.text);
                }
                _ => {}
            }
        }
    }
}

/// The CPU time after which a behaviour of runs, sleeps and yields does each of the latter, over and over.
fn dues(round: &[Item], out: &mut Vec<Num>, ran: &mut Num) {
    for item in round {
        match item {
            Item::Run(span) => *ran = &*ran + &span.least,
            Item::Sleep(_) | Item::Yield => out.push(ran.clone()),
            Item::Loop { times, items } => (0..times.unwrap_or(1)).for_each(|_| dues(items, out, ran)),
            _ => unreachable!("only those"),
        }
    }
}

#[test]
fn a_task_acts_when_it_has_consumed_exactly_what_it_runs() {
    for (place, mut script) in scripts() {
        for task in &mut script.tasks {
            let mut simple = Vec::new();
            let Some(behaviour) = &task.behaviour else { continue };
            let [Item::Loop { items, .. }] = &behaviour.0[..] else { panic!("one loop") };
            for item in items {
                simple.extend(match item {
                    Item::Run(span) => Some(Item::Run(Span { most: span.least.clone(), ..span.clone() })),
                    Item::Sleep(_) | Item::Yield => Some(item.clone()),
                    Item::Wait | Item::Timer(_) => Some(Item::Sleep(Span { least: 7.into(), most: 7.into() })),
                    _ => None,
                });
            }
            task.behaviour = Some(Behaviour(vec![Item::Loop { times: None, items: simple }]));
        }
        script.events.drain(..script.events.len() - 1);
        let recording = run(&script);
        for (p, task) in script.tasks.iter().enumerate() {
            let Some(Behaviour(round)) = &task.behaviour else { continue };
            let acts = recording
                .states()
                .filter(|s| s.phase == Phase::After && s.task == Some(p) && matches!(s.verb, Verb::Leave | Verb::Yield));
            let found: Vec<Num> = acts.map(|s| ran_up_to_now(&s, p)).collect();
            let (mut expected, mut ran) = (Vec::new(), Num::ZERO);
            while expected.len() < found.len() {
                dues(round, &mut expected, &mut ran);
            }
            expected.truncate(found.len());
            assert_eq!(found, expected, "{place}, {}", task.name);
        }
    }
}

/// A yield that does nothing charges nobody.
fn ran_up_to_now(step: &eevdf_lab::sim::recording::Step, p: usize) -> Num {
    let row = &step.tasks[p];
    let runs = step.queue.curr == Some(p) && row.on_rq;
    if runs { &row.sum_exec + &(&step.t - &row.exec_start) } else { row.sum_exec.clone() }
}

#[test]
fn the_engine_alone_makes_the_notes_that_a_recording_recomputes() {
    for (place, script) in scripts().filter(|(_, s)| s.variant.kernel != Kernel::Ideal).step_by(5) {
        let recording = run(&script);
        let arith = arith::Kernel::new(script.rules().words, &script.nice0);
        let mut engine = eevdf_lab::sim::engine_of(&script, arith, script.rules());
        engine.want_notes(true);
        let mut notes = Notes(Vec::new());
        while engine.advance(&mut notes) {}
        assert_eq!(notes.0.len(), recording.len(), "{place}");
        for (i, found) in notes.0.iter().enumerate() {
            assert_eq!(*found, recording.notes(i), "{place}, step {i}");
        }
        let alone = run_with(&script, arith::Kernel::new(script.rules().words, &script.nice0), script.rules(), Notes(Vec::new()));
        assert_eq!(alone.0.len(), recording.len(), "{place}");
    }
}

//! Several CPUs: a lane each, and points where a CPU has steps.

use eevdf_lab::chart::{ChartKind, Curve, Frame, Layout, Series, View};
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::recording::{Phase, Step, Verb};
use eevdf_lab::sim::{Recording, run};

/// A runs on CPU 0, B on CPU 1; ticks at 1 and 2 on both.
fn recording() -> Recording {
    let text = "kernel ideal\nunit 1\nnice0 1\ntick 1\ncpus 2\ntask A weight=1\ntask B weight=1 cpu=1\n\
                state A running\nstate B v=10 running\nat 2 end\n";
    run(&parse(text).scenario.script)
}

/// The first tick on a CPU.
fn tick(recording: &Recording, cpu: u32) -> usize {
    let is = |s: Step| s.phase == Phase::After && s.verb == Verb::Tick && s.cpu == cpu;
    recording.states().position(is).expect("a tick")
}

fn names(layout: &Layout<'_>, step: usize) -> Vec<String> {
    layout.hits_at(step).into_iter().map(|hit| format!("{} {}", hit.name, hit.value)).collect()
}

#[test]
fn a_lane_a_cpu_says_who_runs_there() {
    let recording = recording();
    let series = Series::of(&recording);
    let view = View::whole(&series, 0);
    let height = Layout::comfortable_height(ChartKind::Occupancy, &recording, 200.0);
    assert!(height > 40.0, "room for two lanes: {height}");
    let layout = Layout::new(ChartKind::Occupancy, &recording, &series, &view, Frame::new(200.0, height, 1.0));
    assert_eq!(names(&layout, tick(&recording, 0)), ["A ran 2 on CPU 0 from t to t+2", "B ran 2 on CPU 1 from t to t+2"]);
    let at = |y: f64| layout.hit(100.0, y).map(|hit| hit.name);
    assert_eq!((at(10.0).as_deref(), at(height - 10.0).as_deref()), (Some("A"), Some("B")));
}

#[test]
fn a_curve_has_points_at_the_steps_of_its_own_cpu() {
    let recording = recording();
    let series = Series::of(&recording);
    let ticks = |cpu: u32| tick(&recording, cpu);
    let view = View::whole(&series, 0);
    let layout = Layout::new(ChartKind::Vruntime, &recording, &series, &view, Frame::new(200.0, 100.0, 1.0));
    assert_eq!(names(&layout, ticks(0)), ["V of CPU 0 V0+1", "A V0+1"]);
    assert_eq!(names(&layout, ticks(1)), ["V of CPU 1 V0+11", "B V0+11"]);
    // The first step shows how every queue begins.
    assert_eq!(names(&layout, 0), ["V of CPU 0 V0", "V of CPU 1 V0+10", "A V0", "B V0+10"]);
    // Between them B's line is the straight one from its first point to its tick.
    assert!(layout.hits_at(ticks(0)).iter().all(|hit| hit.series != Curve::Task(1)));
}

//! Wake-up latencies as the page's panel shows them: one task's figures and histogram in each lane, beside what a mail measured.
//!
//! Owns which tasks there are to choose from and how a lane is called. The figures are those of the recording that is shown, so
//! nothing is run. Must not know elements.

use super::lane::Lane;
use super::status::variant;
use crate::lanes::Side;
use crate::scenario::gallery::measured::{self, CAUTION, REVIEW};
use crate::sim::script::TaskId;
use crate::stats::Histogram;
use crate::tables::latency::{self, Run, Unit, measured_tasks, rows};

/// One task's latencies in each lane.
#[derive(Clone, Debug)]
pub struct Told {
    /// The task's name.
    pub task: String,
    /// A lane each.
    pub runs: Vec<Run>,
    /// The figures, lane by lane.
    pub rows: Vec<latency::Row>,
    /// In which unit.
    pub unit: Unit,
    /// How often the task waited how long.
    pub histograms: Vec<(String, Histogram)>,
    /// Of all lanes, how many wake-ups the end of the run cut off.
    pub waiting: usize,
}

/// The tasks that were woken and ran, and which of them is shown unless another is chosen: one that wakes by a timer if there is one.
pub fn tasks(lanes: &[&Lane]) -> (Vec<TaskId>, Option<TaskId>) {
    let count = lanes.iter().map(|lane| lane.latencies.len()).min().unwrap_or(0);
    let has_any = |task: &TaskId| lanes.iter().any(|lane| lane.latencies[*task].count() > 0);
    let tasks: Vec<TaskId> = (0..count).filter(has_any).collect();
    let first = lanes.first().and_then(|lane| measured_tasks(&lane.scenario.script).into_iter().find(|t| tasks.contains(t)));
    let first = first.or(tasks.first().copied());
    (tasks, first)
}

/// What is told of a task of one lane, or of two that are compared.
pub fn told(lanes: &[&Lane], task: TaskId) -> Told {
    let unit = lanes.first().map_or(Unit::Us, |lane| Unit::of(&lane.scenario));
    let name = lanes.first().map(|lane| lane.recording.tasks[task].name.clone()).unwrap_or_default();
    let run = |(lane, side): (&&Lane, Side)| {
        let script = &lane.scenario.script;
        let measured = measured::of_run(script).filter(|m| m.task == name);
        let words = measured.map_or_else(|| variant(&script.variant), |m| m.label.to_string());
        let label = if lanes.len() > 1 { format!("{}: {words}", side.name()) } else { words };
        Run { label, latencies: lane.latencies[task].clone(), measured }
    };
    let runs: Vec<Run> = lanes.iter().zip(Side::ALL).map(run).collect();
    let (ns, _) = unit.ns();
    Told {
        task: name,
        rows: rows(&runs, &unit),
        histograms: runs.iter().map(|run| (run.label.clone(), Histogram::of(&run.latencies, &ns))).collect(),
        waiting: runs.iter().map(|run| run.latencies.waiting()).sum(),
        runs,
        unit,
    }
}

impl Told {
    /// Whether a mail measured any of it.
    pub fn is_measured(&self) -> bool {
        self.runs.iter().any(|run| run.measured.is_some())
    }

    /// What to keep in mind of a table with figures of a mail, as one line.
    pub fn caution() -> String {
        CAUTION.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The table as plain text for a mail.
    pub fn text(&self) -> String {
        let table = latency::text(&self.task, &self.runs, &self.unit);
        if self.is_measured() { format!("{table}\n{CAUTION}\n{REVIEW}") } else { table }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Entry, Override, parse_as, parse_spec};
    use crate::session::outside::Outside;

    fn lane(text: &str, spec: &str) -> Lane {
        let over = parse_spec(spec).unwrap_or_else(|wrong| panic!("{spec}: {}", wrong.text()));
        let parsed = parse_as(text, &over);
        assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
        Lane::new(text, over, parsed.scenario, Outside::default())
    }

    fn figures(told: &Told) -> Vec<Vec<String>> {
        told.rows.iter().map(|row| row.cells.iter().map(|(ours, _)| ours.clone()).collect()).collect()
    }

    /// S sleeps at 3 ms and wakes at 5 ms; L, with 100 ms, runs then. Whether S waits is the rules' business.
    const STORY: &str = "kernel v7.2\nunit 1ms\ntask L slice=100\ntask S slice=1\nat 0 wake L\nat 1 wake S\nat 2 sleep S\n\
        at 5 wake S\nat 9 sleep S\nat 9 end\n";

    #[test]
    fn a_task_is_told_in_one_lane_or_in_both() {
        let a = lane(STORY, "v7.2");
        let (tasks_found, first) = tasks(&[&a]);
        assert_eq!((tasks_found, first), (vec![0, 1], Some(0)));
        let told_alone = told(&[&a], 1);
        assert_eq!(told_alone.task, "S");
        assert_eq!(told_alone.runs[0].label, variant(&a.scenario.script.variant));
        assert_eq!(figures(&told_alone)[0], ["2"], "two wake-ups of S");
        assert!(!told_alone.is_measured() && told_alone.text().starts_with("Wake-up latency of S in us, simulated\n"));
        let b = lane(STORY, "v7.2,NO_WAKEUP_PREEMPTION");
        let both = told(&[&a, &b], 1);
        assert_eq!(both.histograms.len(), 2);
        assert!(both.runs[0].label.starts_with("A: v7.2") && both.runs[1].label.starts_with("B: v7.2"));
        let waits: Vec<_> = both.runs.iter().map(|run| run.latencies.max().cloned()).collect();
        assert_ne!(waits[0], waits[1], "without preemption S waits for the tick or the end of L's request");
        assert!(both.rows.last().is_some_and(|row| row.name == "max" && row.cells[0].0 == "0"));
    }

    #[test]
    fn a_run_in_which_nobody_wakes_has_no_task_to_choose() {
        let still = lane("task A\ntask B\nstate A running\nstate B queued\nat 5 tick\n", "ideal");
        assert_eq!(tasks(&[&still]), (Vec::new(), None));
    }

    #[test]
    fn the_mails_figures_stand_beside_the_lane_that_runs_what_it_measured() {
        let text = Entry::from_key("m1-cyclictest-slices").expect("in the gallery").text;
        let read = |spec: &str| parse_as(text, &parse_spec(spec).expect(spec)).scenario.script;
        let label = |spec: &str| measured::of_run(&read(spec)).map(|m| m.label);
        assert_eq!(label("tip-2026-03"), Some("slices 8/20"));
        assert_eq!(label("tip-2026-03+lag-floor"), Some("slices 8/20 + patch"));
        assert_eq!((label("v7.2"), label("tip-2026-03,NO_DELAY_DEQUEUE")), (None, None));
        // The same load, cut short, is not what was measured.
        let short = parse_as(&text.replace("at 11s end", "at 1.1s end"), &Override::default()).scenario;
        assert_eq!(measured::of_run(&short.script), None);
        let lane = lane(&text.replace("at 11s end", "at 1.1s end"), "tip-2026-03");
        let (all, first) = tasks(&[&lane]);
        assert_eq!(first.map(|t| lane.recording.tasks[t].name.clone()), Some("ct".to_string()), "who wakes by a timer");
        assert!(all.len() > 40);
        let direct = crate::stats::latencies(&lane.scenario.script).latencies;
        assert_eq!(direct, lane.latencies, "as measured without a recording");
    }
}

//! A run of several CPUs as the stories read it.

use eevdf_lab::explain::explain;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::parse;
use eevdf_lab::sim::recording::{Phase, Step, TaskRow};
use eevdf_lab::sim::{Recording, run};

/// A run.
pub struct Run(pub Recording);

impl Run {
    /// Of a scenario's text.
    pub fn of(text: &str) -> Run {
        let parsed = parse(text);
        assert!(parsed.diagnostics.is_empty(), "{}", parsed.diagnostics[0]);
        Run(run(&parsed.scenario.script))
    }

    /// Who runs on each CPU after the last pick before or at the end, `-` for nobody: `A - B`.
    pub fn running(&self) -> String {
        let last = self.0.state(self.0.len() - 1);
        let name = |curr: Option<usize>| curr.map_or("-", |t| self.0.tasks[t].name.as_str());
        last.queues().map(|q| name(q.curr)).collect::<Vec<_>>().join(" ")
    }

    /// The state after the last event with these words.
    pub fn after(&self, words: &str) -> Step {
        let wanted = |s: &Step| s.phase == Phase::After && s.text == words;
        self.0.states().filter(wanted).last().unwrap_or_else(|| panic!("no event {words}"))
    }

    /// All that a step shows of a task.
    pub fn row<'a>(&self, step: &'a Step, name: &str) -> &'a TaskRow {
        let task = self.0.tasks.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("no task {name}"));
        &step.tasks[task]
    }

    /// The CPU that the last wake-up of a task led to, and why, in the page's words.
    pub fn woken(&self, words: &str) -> (u32, String) {
        let wanted = |i: &usize| {
            let step = self.0.state(*i);
            step.phase == Phase::After && step.text == words
        };
        let step = (0..self.0.len()).rfind(wanted).unwrap_or_else(|| panic!("no event {words}"));
        let why = explain(&self.0, step);
        let formulas = why.formulas.iter().map(|f| f.text.clone());
        let about_cpus = |s: &String| s.contains("CPU") && !s.starts_with("The CPU");
        let said = why
            .sentences
            .into_iter()
            .chain(formulas.filter(|f| f.starts_with("runnable")))
            .filter(|s| about_cpus(s) || s.starts_with("runnable"));
        (self.0.state(step).cpu, said.collect::<Vec<_>>().join("\n"))
    }
}

/// A whole number.
pub fn n(i: i64) -> Num {
    Num::from(i)
}

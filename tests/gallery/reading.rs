//! A run read as the notes read it: values in the scenario's unit, virtual times from V0.

use eevdf_lab::kernels::{Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, Override, parse_as};
use eevdf_lab::sim::recording::{Phase, Step, TaskRow};
use eevdf_lab::sim::{Recording, run};
use eevdf_lab::tables::number::Scale;

/// The run of an entry.
pub struct Run {
    recording: Recording,
    scale: Scale,
}

/// One of its steps.
pub struct Seen<'a> {
    run: &'a Run,
    /// The step.
    pub step: Step,
}

impl Run {
    /// The entry's run as it is in the gallery.
    pub fn of(key: &str) -> Run {
        Run::as_if(key, &Override::default())
    }

    /// The run on another kernel, without patches.
    pub fn on(key: &str, kernel: Kernel) -> Run {
        Run::as_if(key, &Override { kernel: Some(kernel), patches: Some(vec![]), ..Override::default() })
    }

    /// The run with another set of patches.
    pub fn patched(key: &str, patches: &[&str]) -> Run {
        let patches = patches.iter().map(|name| Patch::from_name(name).expect(name)).collect();
        Run::as_if(key, &Override { patches: Some(patches), ..Override::default() })
    }

    fn as_if(key: &str, variant: &Override) -> Run {
        let entry = Entry::from_key(key).unwrap_or_else(|| panic!("no entry {key}"));
        let parsed = parse_as(entry.text, variant);
        assert!(parsed.diagnostics.is_empty(), "{key}: {}", parsed.diagnostics[0]);
        let recording = run(&parsed.scenario.script);
        let scale = Scale::of(&recording);
        Run { recording, scale }
    }

    /// Who runs from when on, one item a switch: `A@0 B@4`.
    pub fn switches(&self) -> String {
        let mut runs: Vec<(Option<usize>, String)> = Vec::new();
        for step in self.recording.states().filter(|s| s.last_pick) {
            if runs.last().is_none_or(|(task, _)| *task != step.queue.curr) {
                let name = step.queue.curr.map_or("nobody", |task| &self.recording.tasks[task].name);
                runs.push((step.queue.curr, format!("{name}@{}", self.scale.span(&step.t))));
            }
        }
        runs.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
    }

    /// The state after the first event `words` at `t`.
    pub fn after(&self, t: &str, words: &str) -> Seen<'_> {
        self.find(t, words, |step| step.phase == Phase::After && step.text == words)
    }

    /// The state just before the first event `words` at `t`.
    pub fn before(&self, t: &str, words: &str) -> Seen<'_> {
        self.find(t, words, |step| step.phase == Phase::Before && step.text == words)
    }

    /// A time in units.
    pub fn time(&self, t: &Num) -> String {
        self.scale.span(t)
    }

    /// All of it.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The state after the last pick at `t`.
    pub fn picked(&self, t: &str) -> Seen<'_> {
        self.find(t, "pick", |step| step.last_pick)
    }

    /// v - base, the key of a vruntime.
    pub fn key(&self, v: &Num, base: &Num) -> String {
        self.scale.span(&(v - base))
    }

    fn find(&self, t: &str, what: &str, wanted: impl Fn(&Step) -> bool) -> Seen<'_> {
        let found = self.recording.states().find(|step| self.scale.span(&step.t) == t && wanted(step));
        Seen { run: self, step: found.unwrap_or_else(|| panic!("no {what} at {t}")) }
    }
}

impl Seen<'_> {
    fn task(&self, name: &str) -> usize {
        self.run.recording.tasks.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("no task {name}"))
    }

    /// All that the step shows of a task.
    pub fn row(&self, name: &str) -> &TaskRow {
        &self.step.tasks[self.task(name)]
    }

    /// Its vruntime.
    pub fn v(&self, name: &str) -> String {
        self.run.scale.virt(&self.row(name).vruntime)
    }

    /// Its deadline.
    pub fn d(&self, name: &str) -> String {
        self.run.scale.virt(&self.row(name).deadline)
    }

    /// The end of its protection.
    pub fn protected(&self, name: &str) -> String {
        self.run.scale.virt(&self.row(name).vprot)
    }

    /// Its stored lag.
    pub fn vlag(&self, name: &str) -> String {
        self.run.scale.span(&self.row(name).vlag)
    }

    /// V - v while it is queued.
    pub fn lag(&self, name: &str) -> String {
        self.step.vlag(self.task(name)).map_or("off the queue".to_string(), |lag| self.run.scale.span(&lag))
    }

    /// For how long it has run.
    pub fn ran(&self, name: &str) -> String {
        self.run.scale.span(&self.row(name).sum_exec)
    }

    /// V.
    pub fn avg(&self) -> String {
        self.run.scale.virt(&self.step.queue.avg_vruntime)
    }

    /// The base of the keys.
    pub fn base(&self) -> String {
        self.run.scale.virt(&self.step.queue.base)
    }

    /// V + J.
    pub fn v_plus_j(&self) -> String {
        self.run.scale.virt(&(&self.step.queue.avg_vruntime + self.step.queue.j.as_ref().expect("a rule with J")))
    }

    /// J.
    pub fn j(&self) -> String {
        self.run.scale.span(self.step.queue.j.as_ref().expect("a rule with J"))
    }

    /// Who runs.
    pub fn runs(&self) -> &str {
        self.step.queue.curr.map_or("nobody", |task| &self.run.recording.tasks[task].name)
    }

    /// The buddy.
    pub fn buddy(&self) -> Option<&str> {
        self.step.queue.next.map(|task| self.run.recording.tasks[task].name.as_str())
    }
}

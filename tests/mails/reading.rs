//! A run of the gallery as the mails read it: values in the scenario's unit, virtual times from V0.

use eevdf_lab::kernels::Patch;
use eevdf_lab::scenario::{Entry, Override, parse_as};
use eevdf_lab::sim::recording::{Phase, Step};
use eevdf_lab::sim::{Recording, run};
use eevdf_lab::tables::number::Scale;

/// The run of an entry.
pub struct Run(Recording);

/// One of its steps.
pub struct Seen<'a> {
    recording: &'a Recording,
    /// The step.
    pub step: Step,
}

impl Run {
    /// As it is in the gallery.
    pub fn of(key: &str) -> Run {
        Run::as_if(key, &Override::default())
    }

    /// With another set of patches.
    pub fn patched(key: &str, patches: &[&str]) -> Run {
        let patches = patches.iter().map(|name| Patch::from_name(name).expect(name)).collect();
        Run::as_if(key, &Override { patches: Some(patches), ..Override::default() })
    }

    fn as_if(key: &str, variant: &Override) -> Run {
        let parsed = parse_as(Entry::from_key(key).expect(key).text, variant);
        assert!(parsed.diagnostics.is_empty(), "{key}: {}", parsed.diagnostics[0]);
        Run(run(&parsed.scenario.script))
    }

    /// All of it.
    pub fn recording(&self) -> &Recording {
        &self.0
    }

    /// The state after the first event `words` at `t`.
    pub fn after(&self, t: &str, words: &str) -> Seen<'_> {
        self.find(t, |step| step.phase == Phase::After && step.text == words)
    }

    /// The state just before the first event `words` at `t`.
    pub fn before(&self, t: &str, words: &str) -> Seen<'_> {
        self.find(t, |step| step.phase == Phase::Before && step.text == words)
    }

    /// The state after the last pick at `t`.
    pub fn picked(&self, t: &str) -> Seen<'_> {
        self.find(t, |step| step.last_pick)
    }

    fn find(&self, t: &str, wanted: impl Fn(&Step) -> bool) -> Seen<'_> {
        let scale = Scale::of(&self.0);
        let found = self.0.states().find(|step| scale.span(&step.t) == t && wanted(step));
        Seen { recording: &self.0, step: found.unwrap_or_else(|| panic!("no such step at {t}")) }
    }
}

impl Seen<'_> {
    fn task(&self, name: &str) -> usize {
        self.recording.tasks.iter().position(|t| t.name == name).unwrap_or_else(|| panic!("no task {name}"))
    }

    fn scale(&self) -> Scale {
        Scale::of(self.recording)
    }

    /// A task's vruntime.
    pub fn v(&self, name: &str) -> String {
        self.scale().virt(&self.step.tasks[self.task(name)].vruntime)
    }

    /// Its stored lag.
    pub fn vlag(&self, name: &str) -> String {
        self.scale().span(&self.step.tasks[self.task(name)].vlag)
    }

    /// V - v while it is queued.
    pub fn lag(&self, name: &str) -> String {
        self.step.vlag(self.task(name)).map_or("off the queue".to_string(), |lag| self.scale().span(&lag))
    }

    /// V + J.
    pub fn v_plus_j(&self) -> String {
        self.scale().virt(&(&self.step.queue.avg_vruntime + self.step.queue.j.as_ref().expect("a rule with J")))
    }
}

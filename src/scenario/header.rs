//! The header: everything before the first event but tasks and their states.

use super::event::VERBS;
use super::limits::{MAX_CPUS, MAX_FREE_TEXT};
use super::quote::quote;
use super::reader::{Range, Reader};
use super::words::{Word, rest};
use crate::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use crate::model::num::Num;
use crate::sim::script::{FairServer, Picks};

/// All directives, in the order in which a scenario usually has them.
pub const DIRECTIVES: [&str; 25] = [
    "title",
    "source",
    "kernel",
    "patch",
    "arith",
    "feature",
    "unit",
    "nice0",
    "base_slice",
    "norm_slice",
    "tick",
    "tick_nsec",
    "slice_end",
    "picks",
    "slack",
    "in_task",
    "vstart",
    "threshold",
    "fair_server",
    "cpus",
    "seed",
    "task",
    "cyclictest",
    "hackbench",
    "state",
];

/// Who says when there is a pick.
pub(super) const PICKS: [(&str, Picks); 3] = [("own", Picks::Own), ("given", Picks::Given), ("followed", Picks::Followed)];

impl Reader<'_> {
    /// A line that is no event.
    pub(super) fn directive(&mut self, line: &str, first: Word<'_>, args: &[Word<'_>]) {
        let Some(&name) = DIRECTIVES.iter().find(|d| **d == first.text) else { return self.unknown_directive(first) };
        if !self.script.events.is_empty() {
            let expected = "all directives before the first event";
            return self.error(first, format!("`{name}` after the first event"), expected);
        }
        match name {
            "task" => self.task(first, args),
            "cyclictest" => self.cyclictest(first, args),
            "hackbench" => self.hackbench(first, args),
            "state" => self.state(first, args),
            "fair_server" => self.fair_server(first, args),
            "title" | "source" => self.free_text(name, line, first, args),
            _ => self.setting(name, first, args),
        }
    }

    fn unknown_directive(&mut self, first: Word<'_>) {
        if VERBS.contains(&first.text) {
            let found = format!("the event `{}` has no time", first.text);
            return self.error(first, found, format!("`at T {0} ...` or `+D {0} ...`", first.text));
        }
        let near = self.near(first.text, DIRECTIVES.iter().copied().chain(["at"]));
        let expected = format!("an event (`at T ...`, `+D ...`) or one of {}", DIRECTIVES.join(" "));
        self.error(first, format!("unknown directive {}{near}", quote(first.text)), expected);
    }

    fn free_text(&mut self, name: &'static str, line: &str, first: Word<'_>, args: &[Word<'_>]) {
        if !self.once(name, first) {
            return;
        }
        // Free text may start with `#`, which is a comment to everybody else.
        let from = args.first().copied().unwrap_or(first.after(first.text.len()));
        let text = rest(line, &from).text.trim_start();
        let length = text.chars().count();
        if text.is_empty() {
            return self.error(first, format!("`{name}` has no text"), "free text to the end of the line");
        }
        if length > MAX_FREE_TEXT {
            return self.error(first, format!("the {name} has {length} characters"), format!("at most {MAX_FREE_TEXT}"));
        }
        match name {
            "title" => self.title = text.to_string(),
            _ => self.source = Some(text.to_string()),
        }
    }

    fn setting(&mut self, name: &'static str, first: Word<'_>, args: &[Word<'_>]) {
        let repeats = matches!(name, "patch" | "feature" | "base_slice");
        if !repeats && !self.once(name, first) {
            return;
        }
        let Some(word) = self.one_value(name, first, args) else { return };
        let set = match name {
            "kernel" => self.kernel(word),
            "patch" => self.patch(word),
            "arith" => self.arith(word),
            "feature" => self.feature(word),
            "slice_end" => self.choice(word, name, ["off", "on"]).map(|on| self.script.slice_end = on),
            "picks" => self.picks(word).map(|picks| self.script.picks = picks),
            "slack" => self.span(word, name, Range::NotNegative).map(|d| self.script.slack = d),
            "in_task" => self.choice(word, name, ["0", "1"]).map(|on| self.script.in_task = on),
            "cpus" => self.cpus(word),
            "seed" => self.seed(word),
            "nice0" => self.nice0(first, word),
            "unit" => self.span(word, "the unit", Range::Positive).map(|d| self.script.unit = d),
            "base_slice" => self.span(word, name, Range::Positive).map(|d| self.script.base_slice = d),
            "norm_slice" => self.span(word, name, Range::Positive).map(|d| self.script.norm_slice = d),
            "tick" => self.span(word, name, Range::NotNegative).map(|d| self.script.tick = d),
            "tick_nsec" => self.span(word, name, Range::Positive).map(|d| self.script.tick_nsec = d),
            "vstart" => self.span(word, name, Range::Any).map(|d| self.script.vstart = d),
            _ => self.span(word, name, Range::NotNegative).map(|d| self.script.threshold = d),
        };
        if set.is_some() {
            self.given.entry(name).or_insert(self.line);
        }
    }

    /// `fair_server RUNTIME PERIOD`
    fn fair_server(&mut self, first: Word<'_>, args: &[Word<'_>]) {
        if !self.once("fair_server", first) {
            return;
        }
        let [runtime, period] = args else {
            let at = args.get(2).copied().unwrap_or(first);
            return self.error(at, format!("`fair_server` has {} values", args.len()), "`fair_server RUNTIME PERIOD`");
        };
        let Some(run) = self.span(*runtime, "the runtime", Range::Positive) else { return };
        let Some(every) = self.span(*period, "the period", Range::Positive) else { return };
        if run >= every {
            return self.error(*period, format!("the period is {}", period.text), "a period longer than the runtime");
        }
        self.script.fair_server = Some(FairServer { runtime: run, period: every });
        self.given.insert("fair_server", self.line);
    }

    /// Whether this is the first line with that directive; says so if not.
    fn once(&mut self, name: &'static str, first: Word<'_>) -> bool {
        let Some(before) = self.given.get(name).copied() else {
            if matches!(name, "title" | "source" | "kernel" | "arith" | "cpus") {
                self.given.insert(name, self.line);
            }
            return true;
        };
        self.error(first, format!("`{name}` is given twice (line {before} has it)"), "one line with it");
        false
    }

    /// The only argument of a directive.
    pub(super) fn one_value<'w>(&mut self, name: &str, first: Word<'_>, args: &[Word<'w>]) -> Option<Word<'w>> {
        if let Some(more) = args.get(1) {
            self.error(*more, format!("{} after the value of `{name}`", quote(more.text)), "one value");
        }
        if args.is_empty() {
            self.error(first, format!("`{name}` has no value"), "one value after it");
        }
        args.first().copied()
    }

    fn kernel(&mut self, word: Word<'_>) -> Option<()> {
        // Its value was taken before the first line was read.
        if Kernel::from_name(word.text).is_none() {
            let names = Kernel::ALL.map(Kernel::name);
            let near = self.near(word.text, names);
            self.error(word, format!("unknown kernel {}{near}", quote(word.text)), format!("one of {}", names.join(" ")));
        }
        Some(())
    }

    fn arith(&mut self, word: Word<'_>) -> Option<()> {
        if ArithKind::from_name(word.text).is_none() {
            self.error(word, format!("unknown arithmetic {}", quote(word.text)), "exact or kernel");
        }
        Some(())
    }

    fn patch(&mut self, word: Word<'_>) -> Option<()> {
        let Some(patch) = Patch::from_name(word.text) else {
            let names: Vec<_> = Patch::all().map(|p| p.name).collect();
            let near = self.near(word.text, names.iter().copied());
            self.error(word, format!("unknown patch {}{near}", quote(word.text)), format!("one of {}", names.join(" ")));
            return None;
        };
        if self.variant.patches.is_some() {
            return None;
        }
        if self.script.variant.patches.contains(&patch) {
            self.error(word, format!("the patch {} is given twice", patch.name), "each patch once");
            return None;
        }
        let kernel = self.script.variant.kernel;
        if !patch.fits(kernel) {
            self.error(word, misfit(patch, kernel), bases(patch));
            return None;
        }
        if let Some(message) = contradiction(&self.script.variant.patches, patch, kernel) {
            self.warning(word, message);
        }
        self.script.variant.patches.push(patch);
        Some(())
    }

    /// Takes over the patches given from outside.
    pub(super) fn check_patches(&mut self) {
        let Some(patches) = &self.variant.patches else { return };
        let kernel = self.script.variant.kernel;
        self.line = 0;
        for patch in patches {
            if !patch.fits(kernel) {
                self.push(0, 0, super::Severity::Error, misfit(*patch, kernel), bases(*patch));
            } else if !self.script.variant.patches.contains(patch) {
                if let Some(message) = contradiction(&self.script.variant.patches, *patch, kernel) {
                    self.push(0, 0, super::Severity::Warning, message, String::new());
                }
                self.script.variant.patches.push(*patch);
            }
        }
    }

    fn feature(&mut self, word: Word<'_>) -> Option<()> {
        let (name, on) = word.text.strip_prefix("NO_").map_or((word.text, true), |name| (name, false));
        let Some(feature) = FeatureFlag::from_name(name) else {
            let names: Vec<_> = FeatureFlag::ALL.iter().map(|f| f.name()).collect();
            let near = self.near(name, names.iter().copied());
            let expected = format!("NAME or NO_NAME with one of {}", names.join(" "));
            self.error(word, format!("unknown feature {}{near}", quote(word.text)), expected);
            return None;
        };
        if self.script.variant.features.iter().any(|(other, _)| *other == feature) {
            self.error(word, format!("the feature {} is given twice", feature.name()), "each feature once");
            return None;
        }
        self.script.variant.features.push((feature, on));
        Some(())
    }

    fn choice(&mut self, word: Word<'_>, name: &str, [off, on]: [&str; 2]) -> Option<bool> {
        if word.text != off && word.text != on {
            self.error(word, format!("{name} is {}", quote(word.text)), format!("{on} or {off}"));
            return None;
        }
        Some(word.text == on)
    }

    fn picks(&mut self, word: Word<'_>) -> Option<Picks> {
        let found = PICKS.iter().find(|(name, _)| *name == word.text);
        if found.is_none() {
            let names = PICKS.map(|(name, _)| name);
            let near = self.near(word.text, names);
            self.error(word, format!("picks is {}{near}", quote(word.text)), names.join(" or "));
        }
        found.map(|(_, picks)| *picks)
    }

    fn cpus(&mut self, word: Word<'_>) -> Option<()> {
        // Its value was taken before the first line was read.
        if number_of_cpus(word.text).is_none() {
            self.error(word, format!("cpus is {}", quote(word.text)), format!("a number from 1 to {MAX_CPUS}"));
        }
        Some(())
    }

    fn seed(&mut self, word: Word<'_>) -> Option<()> {
        match word.text.parse::<u64>() {
            Ok(seed) => self.script.seed = seed,
            Err(_) => {
                self.error(word, format!("the seed is {}", quote(word.text)), format!("a whole number from 0 to {}", u64::MAX));
                return None;
            }
        }
        Some(())
    }

    fn nice0(&mut self, first: Word<'_>, word: Word<'_>) -> Option<()> {
        if !self.script.tasks.is_empty() {
            self.error(first, "`nice0` after the first task, whose weight it would change", "nice0 before the first task");
            return None;
        }
        let weight = self.plain_number(word, "nice0")?;
        if weight <= Num::ZERO {
            self.error(word, format!("nice0 is {}", word.text), "a weight above 0");
            return None;
        }
        self.script.nice0 = weight;
        Some(())
    }
}

/// The value of `cpus`.
pub(super) fn number_of_cpus(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| (1..=MAX_CPUS).contains(n))
}

/// That a patch overrules an earlier one, if it does.
fn contradiction(earlier: &[Patch], patch: Patch, kernel: Kernel) -> Option<String> {
    let other = earlier.iter().find(|other| other.contradicts(patch, kernel))?;
    Some(format!(
        "the patches {} and {} change the same rule; there only the later one, {}, counts",
        other.name, patch.name, patch.name
    ))
}

pub(super) fn misfit(patch: Patch, kernel: Kernel) -> String {
    format!("the patch {} does not fit {}", patch.name, kernel.name())
}

pub(super) fn bases(patch: Patch) -> String {
    let names: Vec<_> = patch.bases.iter().map(|k| k.name()).collect();
    format!("kernel {}", names.join(" or "))
}

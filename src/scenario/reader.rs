//! The reader: goes through the text line by line and keeps what a line leaves behind for the next ones.
//!
//! Owns the order of things (header, then events), how numbers become ns, and how diagnostics are collected. What each line
//! may say stands in `header`, `task` and `event`.

use super::behaviour::Wakee;
use super::diagnostic::{Diagnostic, Severity};
use super::header::number_of_cpus;
use super::limits::{MAX_COMMON_DIGITS, MAX_DIAGNOSTICS, MAX_DIGITS, MAX_ROWS, MAX_TEXT};
use super::number::{self, Bad};
use super::quote::{is_invisible, quote};
use super::suggest::did_you_mean;
use super::words::{Word, words};
use super::{Override, Parsed, Scenario, defaults};
use crate::kernels::{ArithKind, Kernel};
use crate::model::num::Num;
use crate::sim::Script;
use crate::sim::script::{MAX_AUTOMATIC_EVENTS, Picks, TaskId, Variant};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, pow};
use std::collections::HashMap;

/// The state between two lines.
pub(super) struct Reader<'a> {
    /// What has been read. `base_slice`, `norm_slice`, `tick_nsec` and `vstart` hold no default until the end.
    pub script: Script,
    pub title: String,
    pub source: Option<String>,
    pub variant: &'a Override,
    pub line: u32,
    /// Line on which a directive that may stand only once was given.
    pub given: HashMap<&'static str, u32>,
    pub names: HashMap<String, TaskId>,
    /// Whom behaviours wake, by name, until all tasks are known.
    pub wakees: Vec<Wakee>,
    /// Line, column and task of the first endless loop.
    pub endless: Option<(u32, u32, String)>,
    /// Time of the event before.
    pub now: Num,
    /// Exact runs: the least common denominator of weights and vruntimes so far.
    pub common: BigInt,
    pub diagnostics: Vec<Diagnostic>,
}

/// What values a quantity may have.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Range {
    /// Virtual times and lags: any.
    Any,
    /// Times: not below 0.
    NotNegative,
    /// Tunables and units: above 0.
    Positive,
    /// Slices of tasks: not below 0, up to 2^64 - 1 as `se->slice` is (an empty group's once was).
    Slice,
}

/// Reads a scenario.
pub(super) fn read(text: &str, variant: &Override) -> Parsed {
    let mut reader = Reader::new(variant);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_TEXT {
        reader.line = 1;
        let found = format!("the text has {} bytes", text.len());
        reader.push(1, 1, Severity::Error, found, format!("at most {MAX_TEXT}: split it, or drop what does not matter"));
    } else {
        reader.find_frame(text);
        for (index, line) in text.lines().enumerate() {
            reader.line = index as u32 + 1;
            reader.read_line(line);
        }
        reader.finish();
    }
    let Reader { script, title, source, diagnostics, .. } = reader;
    Parsed { scenario: Scenario { title, source, script }, diagnostics }
}

impl<'a> Reader<'a> {
    pub fn new(variant: &'a Override) -> Reader<'a> {
        let kernel = variant.kernel.unwrap_or_default();
        Reader {
            script: Script {
                variant: Variant { kernel, patches: Vec::new(), features: Vec::new(), arith: variant.arith },
                unit: defaults::unit(),
                nice0: defaults::nice0(),
                base_slice: Num::ZERO,
                norm_slice: Num::ZERO,
                tick: Num::ZERO,
                tick_nsec: Num::ZERO,
                slice_end: false,
                picks: Picks::Own,
                slack: Num::ZERO,
                in_task: false,
                vstart: Num::ZERO,
                threshold: Num::ZERO,
                fair_server: None,
                cpus: 1,
                seed: 0,
                tasks: Vec::new(),
                states: Vec::new(),
                events: Vec::new(),
            },
            title: String::new(),
            source: None,
            variant,
            line: 0,
            given: HashMap::new(),
            names: HashMap::new(),
            wakees: Vec::new(),
            endless: None,
            now: Num::ZERO,
            common: BigInt::one(),
            diagnostics: Vec::new(),
        }
    }

    /// Kernel, arithmetic and number of CPUs decide what other lines may say, wherever in the header they stand: found first,
    /// silently.
    fn find_frame(&mut self, text: &str) {
        for line in text.lines() {
            match words(line).as_slice() {
                [directive, name, ..] if directive.text == "kernel" && self.variant.kernel.is_none() => {
                    if let Some(kernel) = Kernel::from_name(name.text) {
                        self.script.variant.kernel = kernel;
                    }
                }
                [directive, name, ..] if directive.text == "arith" && self.variant.arith.is_none() => {
                    self.script.variant.arith = ArithKind::from_name(name.text);
                }
                [directive, number, ..] if directive.text == "cpus" && self.script.cpus == 1 => {
                    self.script.cpus = number_of_cpus(number.text).unwrap_or(1);
                }
                [directive, ..] if directive.text == "at" || directive.text.starts_with('+') => return,
                _ => {}
            }
        }
    }

    fn read_line(&mut self, line: &str) {
        // Also in comments: a text goes to terminals, into mails and links as it is.
        if let Some((at, c)) = line.chars().enumerate().find(|(_, c)| *c != '\t' && is_invisible(*c)) {
            let found = format!("the invisible character U+{:04X}", c as u32);
            return self.push(at as u32 + 1, 1, Severity::Error, found, "visible characters, blanks and tabs".into());
        }
        let words = words(line);
        let Some(first) = words.first().copied() else { return };
        match first.text {
            "at" => self.event_at(first, &words[1..]),
            text if text.starts_with('+') => self.event_after(first, &words[1..]),
            _ => self.directive(line, first, &words[1..]),
        }
    }

    /// The base_slice in force on this line.
    pub fn base_slice(&self) -> Num {
        match self.given.contains_key("base_slice") {
            true => self.script.base_slice.clone(),
            false => defaults::base_slice(self.script.variant.kernel, &self.script.unit),
        }
    }

    fn finish(&mut self) {
        self.find_wakees();
        self.check_end();
        self.diagnostics.sort_by_key(|d| d.line);
        self.script.base_slice = self.base_slice();
        let given = |name| self.given.contains_key(name);
        let (norm, tick_nsec, vstart) = (given("norm_slice"), given("tick_nsec"), given("vstart"));
        let script = &mut self.script;
        let kernel = script.variant.kernel;
        if !norm {
            script.norm_slice = defaults::norm_slice(kernel, &script.unit);
        }
        if !tick_nsec {
            script.tick_nsec = defaults::tick_nsec(kernel, &script.unit, &script.tick);
        }
        if !vstart {
            script.vstart = defaults::vstart(kernel);
        }
        script.variant.features = self.variant.features_over(&script.variant.features);
        self.check_patches();
        if self.script.tasks.is_empty() && self.diagnostics.is_empty() {
            self.line = self.line.max(1);
            self.push(1, 1, Severity::Error, "there is no task".into(), "at least one line `task NAME`".into());
        }
        self.check_length();
    }

    /// A behaviour that never ends needs something that ends the run.
    fn check_end(&mut self) {
        let Some((line, column, name)) = self.endless.take() else { return };
        if !self.script.has_end() {
            let found = format!("{name} loops for ever, and nothing ends the run");
            self.line = line;
            self.push(column, "loop".len() as u32, Severity::Error, found, "`at T end` as the last line".into());
        }
    }

    /// Refuses runs whose automatic steps would never end, or whose recording would not fit in memory. How much behaviours do is
    /// seen only as they do it.
    fn check_length(&mut self) {
        let script = &self.script;
        self.line = script.events.last().map_or(1, |last| last.line);
        let automatic = script.automatic_events();
        if automatic > Num::from(MAX_AUTOMATIC_EVENTS as u64) {
            let expected = format!("at most {MAX_AUTOMATIC_EVENTS}: end earlier, or make them rarer");
            let found = format!("up to {automatic} automatic ticks and request ends happen until the last event");
            return self.push(1, 1, Severity::Error, found, expected);
        }
        let (steps, tasks, cpus) = (script.given_steps(), script.tasks.len() as u64, script.cpus);
        // A further CPU's queue takes as much room in a step as a task.
        let rows = &steps * &Num::from(tasks + u64::from(cpus) - 1);
        if rows > Num::from(MAX_ROWS) && !script.has_behaviours() {
            let on = if cpus == 1 { String::new() } else { format!(" on {cpus} CPUs") };
            let found = format!("up to {steps} steps with {tasks} tasks{on} make {rows} rows");
            self.push(1, 1, Severity::Error, found, format!("at most {MAX_ROWS}: fewer tasks or fewer events"));
        }
    }

    /// Whether this scenario computes with a kernel's integers.
    pub fn kernel_arithmetic(&self) -> bool {
        let variant = &self.script.variant;
        variant.arith.unwrap_or(variant.kernel.default_arith()) == ArithKind::Kernel
    }

    /// A duration or virtual time in ns; a bare number counts in `unit`.
    pub fn span(&mut self, word: Word<'_>, what: &str, range: Range) -> Option<Num> {
        let unit = self.script.unit.clone();
        self.span_in(word, what, range, unit)
    }

    /// The same, where a bare number counts in `unit`.
    pub fn span_in(&mut self, word: Word<'_>, what: &str, range: Range, unit: Num) -> Option<Num> {
        let (value, own) = self.number(word, what)?;
        let ns = &value * &own.unwrap_or(unit);
        let too_small = match range {
            Range::Any => false,
            Range::NotNegative | Range::Slice => ns.is_negative(),
            Range::Positive => ns <= Num::ZERO,
        };
        if too_small {
            let expected = if range == Range::Positive { "more than 0" } else { "0 or more" };
            self.error(word, format!("{what} is {}", word.text), expected);
            return None;
        }
        if !number::fits(&ns) {
            self.too_long(word, what);
            return None;
        }
        // A kernel's vruntime printed unsigned: the same in either arithmetic.
        let unsigned = range == Range::Any && self.script.variant.kernel != Kernel::Ideal && ns >= Num::Int(1 << 63);
        let ns = if unsigned && ns < Num::Int(1 << 64) { &ns - &Num::Int(1 << 64) } else { ns };
        match self.kernel_arithmetic() {
            true => self.whole(word, what, range, ns),
            false => Some(ns),
        }
    }

    /// What a kernel's words can hold: whole ns in 63 bits, slices in 64.
    fn whole(&mut self, word: Word<'_>, what: &str, range: Range, ns: Num) -> Option<Num> {
        if !ns.is_integer() {
            let expected = "a whole number of ns, as a kernel computes with (or `arith exact`)";
            self.error(word, format!("{what} {} is {} ns", word.text, number::write(&ns)), expected);
            return None;
        }
        let unsigned = range == Range::Slice && ns < Num::Int(1 << 64);
        if ns.to_i64().is_none() && !unsigned {
            let expected = "a number of ns that fits a kernel's 64 bits (or `arith exact`)";
            self.error(word, format!("{what} {} is {ns} ns", word.text), expected);
            return None;
        }
        Some(ns)
    }

    /// A number without a unit.
    pub fn plain_number(&mut self, word: Word<'_>, what: &str) -> Option<Num> {
        let (value, unit) = self.number(word, what)?;
        if unit.is_some() {
            self.error(word, format!("{what} has a unit: {}", quote(word.text)), "a bare number");
            return None;
        }
        Some(value)
    }

    fn number(&mut self, word: Word<'_>, what: &str) -> Option<(Num, Option<Num>)> {
        let form = "a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s";
        match number::read(word.text) {
            Ok(read) => return Some(read),
            Err(Bad::NotANumber) if word.text.is_empty() => self.error(word, format!("{what} is missing"), form),
            Err(Bad::NotANumber) => self.error(word, format!("{what} is {}", quote(word.text)), form),
            Err(Bad::UnknownUnit) => self.error(word, format!("{what} has an unknown unit: {}", quote(word.text)), form),
            Err(Bad::ZeroDenominator) => self.error(word, format!("{what} divides by 0: {}", quote(word.text)), form),
            Err(Bad::TooLong) => self.too_long(word, what),
        }
        None
    }

    /// Whether exact sums over the queue can do with this value's denominator too; says so if not.
    pub fn joins_sums(&mut self, word: Word<'_>, what: &str, value: &Num) -> bool {
        let Num::Frac(q) = value else { return true };
        let common = self.common.lcm(q.denom());
        let fits = common < pow(BigInt::from(10), MAX_COMMON_DIGITS);
        match fits {
            true => self.common = common,
            false => {
                let found =
                    format!("with {what} {} the weights and vruntimes have no short common denominator", quote(word.text));
                self.error(word, found, format!("one of at most {MAX_COMMON_DIGITS} digits, since exact sums have it"));
            }
        }
        fits
    }

    fn too_long(&mut self, word: Word<'_>, what: &str) {
        let expected = format!("at most {MAX_DIGITS} digits, also of the value in ns and of a fraction's two numbers");
        self.error(word, format!("{what} is too long a number: {}", quote(word.text)), expected);
    }

    /// The known word that was perhaps meant; not looked for once nobody will read it.
    pub fn near<'k>(&self, word: &str, known: impl IntoIterator<Item = &'k str>) -> String {
        if self.diagnostics.len() < MAX_DIAGNOSTICS { did_you_mean(word, known) } else { String::new() }
    }

    pub fn error(&mut self, word: Word<'_>, message: impl Into<String>, expected: impl Into<String>) {
        self.push(word.column, word.length().max(1), Severity::Error, message.into(), expected.into());
    }

    pub fn warning(&mut self, word: Word<'_>, message: impl Into<String>) {
        self.push(word.column, word.length().max(1), Severity::Warning, message.into(), String::new());
    }

    pub fn push(&mut self, column: u32, length: u32, severity: Severity, message: String, expected: String) {
        // Warnings may not use up the room of errors, which decide whether the scenario runs.
        let room = if severity == Severity::Error { MAX_DIAGNOSTICS } else { MAX_DIAGNOSTICS / 2 };
        if self.diagnostics.len() < room {
            let line = self.line;
            self.diagnostics.push(Diagnostic { line, column, length, severity, message, expected });
        }
    }
}

//! What stands above a table that this program prints: the title, the variant, and what no row of it shows.
//!
//! Owns that notation in both directions. The last lines are a scenario's own directives, `set: unit 1ms; task A slice=2.8ms; ...`, with
//! the events that a row does not tell wholly (`at 3 nice A 5`). Must not know how a table is replayed.

use super::line;
use super::print::MAIL_WIDTH;
use crate::scenario::{Override, Parsed, Scenario, parse_as, parse_variant_words, print, variant_words};
use crate::sim::script::{Action, Event, Picks, Variant};

/// What the settings begin with.
const SET: &str = "set: ";
/// Between two of them.
const BETWEEN: &str = "; ";
/// Most lines above a header that are looked at.
const MAX_LINES: usize = 200;
/// Most lines that a variant is broken into.
const MAX_BROKEN: usize = 3;

/// What the lines above a table say of its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Line of the variant, from 1.
    pub line: u32,
    /// The variant.
    pub variant: Variant,
    /// The settings, tasks, states and hidden events as a scenario without a variant; `None` if there is no such line.
    pub set: Option<String>,
}

impl Setup {
    /// The scenario that the settings are, under the setup's variant or another.
    pub fn scenario(&self, other: Option<&Override>) -> Parsed {
        let own = || Override {
            kernel: Some(self.variant.kernel),
            patches: Some(self.variant.patches.clone()),
            features: self.variant.features.clone(),
            arith: self.variant.arith,
        };
        parse_as(self.set.as_deref().unwrap_or(""), &other.cloned().unwrap_or_else(own))
    }
}

/// The lines above a table of a scenario's run, not yet broken: title, variant, and what no row shows.
pub fn lines(scenario: &Scenario) -> Vec<String> {
    let title = Some(scenario.title.clone()).filter(|title| !title.is_empty());
    title.into_iter().chain([variant_words(&scenario.script.variant)]).chain(set(scenario)).collect()
}

/// The directives, as many on a line as fit a mail.
fn set(scenario: &Scenario) -> Vec<String> {
    let mut script = scenario.script.clone();
    // What tasks do of themselves is in the rows.
    script.tasks.iter_mut().for_each(|task| task.behaviour = None);
    script.seed = 0;
    let (given, many) = (script.picks != Picks::Own, script.cpus > 1);
    script.events.retain(|event| is_hidden(event, given, many));
    let variant = ["kernel ", "patch ", "arith ", "feature "];
    let text = print(&Scenario { title: String::new(), source: None, script });
    let directives = text.lines().filter(|l| !l.is_empty() && !variant.iter().any(|word| l.starts_with(word)));
    let mut lines: Vec<String> = Vec::new();
    for directive in directives {
        match lines.last_mut() {
            Some(line) if line.chars().count() + BETWEEN.len() + directive.chars().count() <= MAIL_WIDTH => {
                line.push_str(BETWEEN);
                line.push_str(directive);
            }
            _ => lines.push(format!("{SET}{directive}")),
        }
    }
    lines
}

/// Whether a row of the event does not tell all of it. `given`: every pick is an event, and so a row; `many`: there are several CPUs.
fn is_hidden(event: &Event, given: bool, many: bool) -> bool {
    match event.action {
        Action::Wake { sync, ref lag, .. } => sync || lag.is_some() || many,
        // On which CPU the waker runs.
        Action::Fork(_) => many,
        Action::Pick(_) => !given,
        Action::Nice(..) | Action::Slice(..) | Action::Reweight(..) | Action::SetLag(..) | Action::Idle => true,
        Action::Sleep(_) | Action::Exit(_) | Action::Yield | Action::Tick | Action::Resched | Action::End => false,
    }
}

/// What the lines above a header say, the nearest last; `header` is the header's line, from 1.
pub fn read(above: &[impl AsRef<str>], header: u32) -> Option<Setup> {
    let bare = |text: &str| -> String { text.chars().skip(line::quoting(text)).collect::<String>().trim_end().to_string() };
    let near = &above[above.len().saturating_sub(MAX_LINES)..];
    let lines: Vec<String> = near.iter().map(|l| bare(l.as_ref())).collect();
    let first = header - near.len() as u32;
    let mut end = lines.iter().rposition(|l| !l.is_empty())? + 1;
    let begin_of = |end: usize| lines[..end].iter().rposition(String::is_empty).map_or(0, |at| at + 1);
    if lines[begin_of(end)].starts_with("rows ") {
        end = lines[..begin_of(end)].iter().rposition(|l| !l.is_empty())? + 1;
    }
    let begin = begin_of(end);
    for at in begin..end {
        for broken in 1..=MAX_BROKEN.min(end - at) {
            let Some(variant) = parse_variant_words(&lines[at..at + broken].join(" ")) else { continue };
            let set = directives(&lines[at + broken..end]);
            return Some(Setup { line: first + at as u32, variant, set });
        }
    }
    None
}

/// The directives of the lines below a variant, a line each; `None` if there are none.
fn directives(lines: &[String]) -> Option<String> {
    let mut all: Vec<String> = Vec::new();
    for line in lines {
        match line.strip_prefix(SET) {
            Some(more) => all.extend(more.split(BETWEEN).map(str::to_string)),
            // The end of a line that was broken.
            None => {
                let mut rest = line.split(BETWEEN);
                let last = all.last_mut()?;
                last.push(' ');
                last.push_str(rest.next().unwrap_or(""));
                all.extend(rest.map(str::to_string));
            }
        }
    }
    (!all.is_empty()).then(|| all.iter().map(|one| format!("{one}\n")).collect())
}

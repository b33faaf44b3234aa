//! Events: `at T verb ...` and `+D verb ...`.

use super::limits::MAX_EVENTS;
use super::quote::quote;
use super::reader::{Range, Reader};
use super::words::Word;
use crate::model::num::Num;
use crate::sim::script::{Action, Event, Who};

/// All verbs.
pub const VERBS: [&str; 14] =
    ["wake", "fork", "sleep", "exit", "yield", "nice", "slice", "reweight", "setlag", "tick", "resched", "pick", "idle", "end"];

/// What follows a verb, for messages.
fn form(verb: &str) -> &'static str {
    match verb {
        "wake" => "wake X [sync] [lag=D]",
        "fork" => "fork X",
        "sleep" => "sleep X or sleep @curr",
        "exit" => "exit X or exit @curr",
        "nice" => "nice X N or nice @curr N",
        "slice" => "slice X D or slice @curr D",
        "reweight" => "reweight X W or reweight @curr W",
        "setlag" => "setlag X D",
        "pick" => "pick X",
        _ => "nothing after it",
    }
}

/// The words after a verb, taken one by one.
struct Args<'w> {
    verb: Word<'w>,
    words: std::collections::VecDeque<Word<'w>>,
}

impl Reader<'_> {
    /// `at T verb ...`
    pub(super) fn event_at(&mut self, first: Word<'_>, words: &[Word<'_>]) {
        let Some((&time, rest)) = words.split_first() else {
            return self.error(first, "an event without time and verb", "`at T verb ...`");
        };
        let Some(at) = self.span(time, "the time", Range::NotNegative) else { return };
        if at < self.now {
            let expected = format!("at least {}, the time of the event before", self.in_units(&self.now.clone()));
            return self.error(time, format!("the time goes back to {}", time.text), expected);
        }
        self.event(at, time, rest);
    }

    /// `+D verb ...`
    pub(super) fn event_after(&mut self, first: Word<'_>, words: &[Word<'_>]) {
        let delay = first.after(1);
        let Some(delay) = self.span(delay, "the time after the event before", Range::NotNegative) else { return };
        let at = &self.now + &delay;
        let too_large = !super::number::fits(&at) || (self.kernel_arithmetic() && at.to_i64().is_none());
        if too_large {
            return self.error(first, format!("the time becomes {at} ns"), "a shorter number");
        }
        self.event(at, first, words);
    }

    fn event(&mut self, at: Num, time: Word<'_>, words: &[Word<'_>]) {
        self.now = at.clone();
        let Some((verb, args)) = words.split_first() else {
            return self.error(time, "an event without a verb", format!("one of {}", VERBS.join(" ")));
        };
        if self.script.events.len() == MAX_EVENTS {
            return self.error(*verb, format!("more than {MAX_EVENTS} events"), format!("at most {MAX_EVENTS}"));
        }
        let Some((action, cpu)) = self.action(*verb, args) else { return };
        if let Some(end) = self.script.events.last().filter(|_| self.script.has_end()) {
            let found = format!("`{}` after the `end` in line {}", verb.text, end.line);
            return self.error(*verb, found, "nothing after `end`: the run is over");
        }
        let shown = args.iter().filter(|w| !w.text.starts_with("lag=") && !w.text.starts_with("cpu="));
        let text = std::iter::once(verb).chain(shown).map(|w| w.text).collect::<Vec<_>>().join(" ");
        self.script.events.push(Event { at, cpu, action, text, line: self.line });
    }

    /// What a verb with its arguments does, and on which CPU. `None` if anything in it is wrong.
    pub(super) fn action(&mut self, verb: Word<'_>, args: &[Word<'_>]) -> Option<(Action, u32)> {
        if !VERBS.contains(&verb.text) {
            let near = self.near(verb.text, VERBS);
            self.error(verb, format!("unknown verb {}{near}", quote(verb.text)), format!("one of {}", VERBS.join(" ")));
            return None;
        }
        let (cpus, words): (Vec<_>, Vec<_>) = args.iter().copied().partition(|w| w.text.starts_with("cpu="));
        if let Some(second) = cpus.get(1) {
            self.error(*second, "cpu= is given twice", "each setting once");
            return None;
        }
        let cpu = match cpus.first() {
            Some(word) => self.cpu(word.after("cpu=".len()))?,
            None => 0,
        };
        let mut args = Args { verb, words: words.into() };
        let action = match verb.text {
            "wake" => self.wake(&mut args)?,
            "fork" => Action::Fork(self.named(&mut args)?),
            "sleep" => Action::Sleep(self.who(&mut args)?),
            "exit" => Action::Exit(self.who(&mut args)?),
            "nice" => Action::Nice(self.who(&mut args)?, self.value(&mut args).and_then(|w| self.nice(w))?),
            "slice" => {
                let who = self.who(&mut args)?;
                let word = self.value(&mut args)?;
                Action::Slice(who, self.span(word, "the slice", Range::Slice)?)
            }
            "reweight" => Action::Reweight(self.who(&mut args)?, self.value(&mut args).and_then(|w| self.weight(w))?),
            "setlag" => {
                let who = self.named(&mut args)?;
                let word = self.value(&mut args)?;
                Action::SetLag(who, self.span(word, "the lag", Range::Any)?)
            }
            "pick" => Action::Pick(self.named(&mut args)?),
            "yield" => Action::Yield,
            "tick" => Action::Tick,
            "resched" => Action::Resched,
            "idle" => Action::Idle,
            _ => Action::End,
        };
        if let Some(extra) = args.words.front() {
            self.error(*extra, format!("{} after `{}`", quote(extra.text), verb.text), form(verb.text));
            return None;
        }
        Some((action, cpu))
    }

    fn wake(&mut self, args: &mut Args<'_>) -> Option<Action> {
        let who = self.named(args)?;
        let (mut sync, mut lag) = (false, None);
        while let Some(word) = args.words.pop_front() {
            if word.text == "sync" && !sync {
                sync = true;
            } else if word.text.starts_with("lag=") && lag.is_none() {
                lag = Some(self.span(word.after("lag=".len()), "the lag", Range::Any)?);
            } else {
                self.error(word, format!("{} after `wake`", quote(word.text)), form("wake"));
                return None;
            }
        }
        Some(Action::Wake { who, sync, lag })
    }

    fn value<'w>(&mut self, args: &mut Args<'w>) -> Option<Word<'w>> {
        let word = args.words.pop_front();
        if word.is_none() {
            self.error(args.verb, format!("`{}` lacks a value", args.verb.text), form(args.verb.text));
        }
        word
    }

    /// A task by name.
    fn named(&mut self, args: &mut Args<'_>) -> Option<Who> {
        let word = self.value(args)?;
        if word.text == "@curr" {
            let expected = format!("a task's name: {}", form(args.verb.text));
            self.error(word, format!("@curr after `{}`", args.verb.text), expected);
            return None;
        }
        self.known_task(word).map(Who::Task)
    }

    /// A task by name, or whoever runs.
    fn who(&mut self, args: &mut Args<'_>) -> Option<Who> {
        match args.words.front() {
            Some(word) if word.text == "@curr" => {
                args.words.pop_front();
                Some(Who::Curr)
            }
            _ => self.named(args),
        }
    }

    /// A time as this scenario writes it.
    fn in_units(&self, ns: &Num) -> String {
        super::number::write(&(ns / &self.script.unit))
    }
}

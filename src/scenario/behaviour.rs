//! Behaviours: what stands after the `:` of a `task` line.
//!
//! Owns their grammar and what can be wrong in one. The first mistake in a behaviour ends reading it, and the task is kept without.

use super::limits::{MAX_ITEMS, MAX_ROUNDS};
use super::number;
use super::quote::quote;
use super::reader::{Range, Reader};
use super::words::Word;
use crate::model::num::Num;
use crate::sim::behaviour::{Behaviour, Item, MAX_NESTING, Span, any};
use crate::sim::script::TaskId;

/// What a task can do.
const VERBS: [&str; 7] = ["run", "sleep", "timer", "wake", "wait", "yield", "loop"];

/// What follows a verb, for messages.
fn form(verb: &str) -> &'static str {
    match verb {
        "run" => "run D or run D~D",
        "sleep" => "sleep D or sleep D~D",
        "timer" => "timer D",
        "wake" => "wake X [sync]",
        "loop" => "loop { .. } or loop N { .. }",
        _ => "nothing after it but `;` or `}`",
    }
}

/// A task that a behaviour wakes; it may be defined further down.
pub(super) struct Wakee {
    line: u32,
    column: u32,
    name: String,
}

/// A behaviour as far as it is read: `wake` holds a place in [`Reader::wakees`] until all tasks are known.
struct Parser<'r, 'v, 'w> {
    reader: &'r mut Reader<'v>,
    /// The name of the task whose behaviour it is.
    name: &'w str,
    pieces: std::vec::IntoIter<Word<'w>>,
    items: usize,
}

/// The words of a `task` line before the `:`, and the `:` with what follows it.
pub(super) fn split<'w>(args: &[Word<'w>]) -> (Vec<Word<'w>>, Option<(Word<'w>, Vec<Word<'w>>)>) {
    let Some(at) = args.iter().position(|w| w.text.starts_with(':') || w.text.ends_with(':')) else {
        return (args.to_vec(), None);
    };
    let (mut before, word) = (args[..at].to_vec(), args[at]);
    let mut after = args[at + 1..].to_vec();
    let colon = match word.text.starts_with(':') {
        true => {
            after.splice(0..0, (word.text != ":").then(|| word.after(1)));
            word.before(1)
        }
        false => {
            before.push(word.before(word.text.len() - 1));
            word.after(word.text.len() - 1)
        }
    };
    (before, Some((colon, after)))
}

/// Words cut at `;`, `{` and `}`, which are pieces of their own.
fn pieces<'w>(words: &[Word<'w>]) -> Vec<Word<'w>> {
    let mut pieces = Vec::new();
    for word in words {
        let mut rest = *word;
        while let Some(at) = rest.text.find([';', '{', '}']) {
            pieces.extend((at > 0).then(|| rest.before(at)));
            pieces.push(rest.after(at).before(1));
            rest = rest.after(at + 1);
        }
        pieces.extend((!rest.text.is_empty()).then_some(rest));
    }
    pieces
}

fn is_separator(word: &Word<'_>) -> bool {
    matches!(word.text, ";" | "{" | "}")
}

impl Reader<'_> {
    /// The behaviour of the task `name`; nothing if anything in it is wrong.
    pub(super) fn behaviour(&mut self, name: &str, colon: Word<'_>, words: &[Word<'_>]) -> Option<Behaviour> {
        if words.is_empty() {
            self.error(colon, "a behaviour without anything in it", format!("some of {} after the `:`", VERBS.join(" ")));
            return None;
        }
        let mut parser = Parser { reader: self, name, pieces: pieces(words).into_iter(), items: 0 };
        parser.items(None, 0).map(Behaviour)
    }

    /// `D` or `D~D`; in `2~3ms` the unit belongs to both.
    pub(super) fn behaviour_span(&mut self, word: Word<'_>, what: &str) -> Option<Span> {
        let Some(at) = word.text.find('~') else {
            let time = self.span(word, what, Range::Positive)?;
            return Some(Span { least: time.clone(), most: time });
        };
        let (low, high) = (word.before(at), word.after(at + 1));
        let unit = number::read(high.text).ok().and_then(|(_, unit)| unit).unwrap_or(self.script.unit.clone());
        let least = self.span_in(low, what, Range::Positive, unit)?;
        let most = self.span(high, what, Range::Positive)?;
        let whole = least.is_integer() && most.is_integer() && most.to_i64().is_some();
        if !whole || least > most {
            let expected = "D~D with two whole numbers of ns, the smaller one first";
            self.error(word, format!("{what} is {}", quote(word.text)), expected);
            return None;
        }
        Some(Span { least, most })
    }

    /// What an item that wakes `name` holds until all tasks are known.
    pub(super) fn wakee(&mut self, name: Word<'_>) -> TaskId {
        self.wakees.push(Wakee { line: self.line, column: name.column, name: name.text.to_string() });
        self.wakees.len() - 1
    }

    /// Remembers that `name` never ends.
    pub(super) fn loops(&mut self, word: Word<'_>, name: &str) {
        self.endless.get_or_insert((self.line, word.column, name.to_string()));
    }

    /// Once all tasks are known: who the behaviours wake. A behaviour that wakes an unknown task is dropped.
    pub(super) fn find_wakees(&mut self) {
        let wakees = std::mem::take(&mut self.wakees);
        let find = |wakee: &Wakee| {
            self.line = wakee.line;
            self.known_task(Word::at(wakee.column, &wakee.name))
        };
        let found: Vec<Option<TaskId>> = wakees.iter().map(find).collect();
        for task in &mut self.script.tasks {
            if task.behaviour.as_mut().is_some_and(|b| !resolve(&mut b.0, &found)) {
                task.behaviour = None;
            }
        }
    }
}

/// Puts the tasks into the `wake` items; whether all are known.
fn resolve(items: &mut [Item], found: &[Option<TaskId>]) -> bool {
    items.iter_mut().all(|item| match item {
        Item::Wake { task, .. } => found[*task].map(|id| *task = id).is_some(),
        Item::Loop { items, .. } => resolve(items, found),
        _ => true,
    })
}

impl<'w> Parser<'_, '_, 'w> {
    /// Items up to the end, or to the `}` of the `{` given.
    fn items(&mut self, open: Option<Word<'w>>, depth: usize) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        let mut endless = false;
        loop {
            let Some(word) = self.pieces.next() else {
                if let Some(open) = open {
                    self.reader.error(open, "a `{` that is not closed", "a `}` on the same line");
                    return None;
                }
                return Some(items);
            };
            match word.text {
                ";" => continue,
                "}" if open.is_some() => return Some(items),
                _ => {}
            }
            if std::mem::take(&mut endless) {
                self.reader.warning(word, "what follows an endless loop is never done");
            }
            if self.items == MAX_ITEMS {
                self.reader.error(word, format!("more than {MAX_ITEMS} things to do"), format!("at most {MAX_ITEMS}"));
                return None;
            }
            self.items += 1;
            let item = self.item(word, depth)?;
            endless = matches!(item, Item::Loop { times: None, .. });
            let ends = matches!(item, Item::Loop { .. }) || self.pieces.as_slice().first().is_none_or(is_separator);
            items.push(item);
            if !ends && let Some(extra) = self.pieces.next() {
                let found = format!("{} after `{}`", quote(extra.text), word.text);
                self.reader.error(extra, found, format!("{}; `;` separates what is done", form(word.text)));
                return None;
            }
        }
    }

    fn item(&mut self, verb: Word<'w>, depth: usize) -> Option<Item> {
        match verb.text {
            "run" => self.span(verb).map(Item::Run),
            "sleep" => self.span(verb).map(Item::Sleep),
            "timer" => {
                let word = self.value(verb)?;
                self.reader.span(word, "the timer's period", Range::Positive).map(Item::Timer)
            }
            "wake" => self.wake(verb),
            "wait" => Some(Item::Wait),
            "yield" => Some(Item::Yield),
            "loop" => self.repeat(verb, depth),
            other => {
                let near = self.reader.near(other, VERBS);
                let expected = format!("one of {}", VERBS.join(" "));
                self.reader.error(verb, format!("{}{near} in a behaviour", quote(other)), expected);
                None
            }
        }
    }

    /// The word after a verb.
    fn value(&mut self, verb: Word<'w>) -> Option<Word<'w>> {
        let next = self.pieces.as_slice().first().copied().filter(|word| !is_separator(word));
        match next {
            Some(_) => self.pieces.next(),
            None => {
                self.reader.error(verb, format!("`{}` lacks a value", verb.text), form(verb.text));
                None
            }
        }
    }

    fn span(&mut self, verb: Word<'w>) -> Option<Span> {
        let word = self.value(verb)?;
        let what = format!("the time to {}", verb.text);
        self.reader.behaviour_span(word, &what)
    }

    fn wake(&mut self, verb: Word<'w>) -> Option<Item> {
        let name = self.value(verb)?;
        if name.text == "@curr" || name.text == self.name {
            let found = format!("{} wakes itself, but it is awake when it does", self.name);
            self.reader.error(name, found, "another task's name");
            return None;
        }
        let sync = self.pieces.as_slice().first().is_some_and(|word| word.text == "sync");
        if sync {
            self.pieces.next();
        }
        Some(Item::Wake { task: self.reader.wakee(name), sync })
    }

    fn repeat(&mut self, verb: Word<'w>, depth: usize) -> Option<Item> {
        if depth == MAX_NESTING {
            self.reader.error(verb, format!("loops within more than {MAX_NESTING} loops"), format!("at most {MAX_NESTING}"));
            return None;
        }
        let mut open = self.pieces.next();
        let mut times = None;
        if let Some(word) = open.filter(|word| !is_separator(word)) {
            match word.text.parse::<u32>() {
                Ok(n) if (1..=MAX_ROUNDS).contains(&n) => times = Some(n),
                _ => {
                    let found = format!("the number of rounds is {}", quote(word.text));
                    self.reader.error(word, found, format!("a whole number from 1 to {MAX_ROUNDS}, or none for ever"));
                    return None;
                }
            }
            open = self.pieces.next();
        }
        let Some(open) = open.filter(|word| word.text == "{") else {
            self.reader.error(verb, "a loop without `{`", form("loop"));
            return None;
        };
        let items = self.items(Some(open), depth + 1)?;
        if items.is_empty() {
            self.reader.error(verb, "a loop with nothing in it", form("loop"));
            return None;
        }
        let takes_time = |item: &Item| matches!(item, Item::Run(_) | Item::Sleep(_) | Item::Timer(_) | Item::Wait);
        if times.is_none() && !any(&items, takes_time) {
            self.reader.error(verb, "an endless loop in which no time passes", "a run, sleep, timer or wait in it");
            return None;
        }
        if times.is_none() {
            self.reader.loops(verb, self.name);
        }
        Some(Item::Loop { times, items })
    }
}

/// The text of a behaviour, which reads back as the same; `span` writes a time, `name` a task.
pub(super) fn text(behaviour: &Behaviour, span: &dyn Fn(&Num) -> String, name: &dyn Fn(TaskId) -> String) -> String {
    let range = |times: &Span| match times.least == times.most {
        true => span(&times.least),
        false => {
            let (least, most) = (span(&times.least), span(&times.most));
            // A bare number would take over the unit behind it.
            let has_unit = |text: &str| text.ends_with('s');
            let least = if has_unit(&most) && !has_unit(&least) { format!("{}ns", number::write(&times.least)) } else { least };
            format!("{least}~{most}")
        }
    };
    let items = |items: &[Item]| {
        let inner = |items: &Vec<Item>| text(&Behaviour(items.clone()), span, name);
        let one = |item: &Item| match item {
            Item::Run(times) => format!("run {}", range(times)),
            Item::Sleep(times) => format!("sleep {}", range(times)),
            Item::Timer(period) => format!("timer {}", span(period)),
            Item::Wake { task, sync } => format!("wake {}{}", name(*task), if *sync { " sync" } else { "" }),
            Item::Wait => "wait".to_string(),
            Item::Yield => "yield".to_string(),
            Item::Loop { times: Some(times), items } => format!("loop {times} {{ {} }}", inner(items)),
            Item::Loop { times: None, items } => format!("loop {{ {} }}", inner(items)),
        };
        items.iter().map(one).collect::<Vec<_>>().join("; ")
    };
    items(&behaviour.0)
}

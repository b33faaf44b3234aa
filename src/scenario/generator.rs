//! Generators: one line for the tasks of a known load, `cyclictest` and `hackbench`.
//!
//! Owns which behaviours such a line stands for. It leaves nothing but tasks behind: a scenario that is printed shows them.

use super::reader::{Range, Reader};
use super::words::Word;
use crate::model::num::Num;
use crate::sim::behaviour::{Behaviour, Item, Span};
use crate::sim::script::{TaskId, TaskSpec};

/// Settings that every task of a generator may have.
const TASK_KEYS: [&str; 5] = ["nice", "weight", "slice", "policy", "cpu"];

/// cyclictest's own settings.
const CYCLICTEST: [&str; 2] = ["period", "run"];

/// What cyclictest runs for after each wake-up, unless `run=` says otherwise: reading the clock and storing the difference.
const CYCLICTEST_RUN: i32 = 10_000;

/// hackbench's own settings.
const HACKBENCH: [&str; 3] = ["pairs", "run", "burst"];

/// Messages that a sender writes before it waits for its receiver, unless `burst=` says otherwise.
const BURST: u32 = 6;

/// What a line sets, beside what any task has.
struct Settings<'w> {
    /// By the place of their keys.
    own: Vec<Option<Word<'w>>>,
    task: TaskSpec,
}

impl Reader<'_> {
    /// `cyclictest NAME period=D [run=D]` and a task's settings: wakes by a timer, runs for a moment, sleeps again.
    pub(super) fn cyclictest(&mut self, first: Word<'_>, args: &[Word<'_>]) {
        let Some((&name, settings)) = args.split_first() else {
            return self.error(first, "a cyclictest without a name", "`cyclictest NAME period=D`");
        };
        if !self.room_for(name, 1) || !self.new_name(name) {
            return;
        }
        let Some(Settings { own, mut task }) = self.settings(settings, &CYCLICTEST, "cyclictest") else { return };
        let Some(period) = own[0] else { return self.error(first, "a cyclictest without `period=`", "`period=D`") };
        let Some(period) = self.span(period, "the period", Range::Positive) else { return };
        let run = own[1].map_or(Some(CYCLICTEST_RUN.into()), |word| self.span(word, "the time to run", Range::Positive));
        let Some(run) = run else { return };
        task.name = name.text.to_string();
        task.behaviour = Some(Behaviour(vec![endless(vec![Item::Timer(period), Item::Run(fixed(run))])]));
        self.loops(first, name.text);
        self.add_task(task);
    }

    /// `hackbench pairs=N run=D [burst=N]` and a task's settings: so many senders s1, s2, .. and receivers r1, r2, ..
    pub(super) fn hackbench(&mut self, first: Word<'_>, args: &[Word<'_>]) {
        let Some(Settings { own, task }) = self.settings(args, &HACKBENCH, "hackbench") else { return };
        let form = "`hackbench pairs=N run=D`";
        let (Some(pairs), Some(run)) = (own[0], own[1]) else {
            return self.error(first, "hackbench without `pairs=` or `run=`", form);
        };
        let Some(pairs) = self.count(pairs, "the number of pairs") else { return };
        let Some(run) = self.behaviour_span(run, "the time to run") else { return };
        let Some(burst) = own[2].map_or(Some(BURST), |word| self.count(word, "the burst")) else { return };
        if !self.room_for(first, 2 * pairs as usize) {
            return;
        }
        for pair in 1..=pairs {
            let names = [format!("s{pair}"), format!("r{pair}")];
            if !names.iter().all(|name| self.new_name(Word::at(first.column, name))) {
                return;
            }
            let [sender, receiver] = names.each_ref().map(|name| self.wakee(Word::at(first.column, name)));
            let [send, receive] = pair_of(&run, burst, sender, receiver);
            for (name, behaviour) in names.into_iter().zip([send, receive]) {
                self.add_task(TaskSpec { name, behaviour: Some(behaviour), ..task.clone() });
            }
        }
        self.loops(first, "hackbench");
    }

    /// The settings of a generator's line; nothing if one is unknown.
    fn settings<'w>(&mut self, words: &[Word<'w>], own: &[&'static str], whose: &str) -> Option<Settings<'w>> {
        let keys = [own, &TASK_KEYS].concat();
        let mut found = Settings { own: vec![None; own.len()], task: self.blank_task("") };
        let mut seen = Vec::new();
        for word in words {
            let (key, value) = self.key(*word, &keys, &seen, whose)?;
            seen.push(key);
            match own.iter().position(|k| *k == key) {
                Some(place) => found.own[place] = Some(value),
                None => self.task_setting(&mut found.task, key, value),
            }
        }
        Some(found)
    }

    fn count(&mut self, word: Word<'_>, what: &str) -> Option<u32> {
        let number = word.text.parse::<u32>().ok().filter(|n| (1..=1_000).contains(n));
        if number.is_none() {
            self.error(word, format!("{what} is {}", super::quote::quote(word.text)), "a whole number from 1 to 1000");
        }
        number
    }
}

/// A sender and a receiver that hand each other messages.
fn pair_of(run: &Span, burst: u32, sender: TaskId, receiver: TaskId) -> [Behaviour; 2] {
    let wake = |task| Item::Wake { task, sync: false };
    let send = Item::Loop { times: Some(burst), items: vec![Item::Run(run.clone()), wake(receiver)] };
    let receive = vec![Item::Wait, Item::Run(run.clone()), wake(sender)];
    [Behaviour(vec![endless(vec![send, Item::Wait])]), Behaviour(vec![endless(receive)])]
}

fn endless(items: Vec<Item>) -> Item {
    Item::Loop { times: None, items }
}

fn fixed(time: Num) -> Span {
    Span { least: time.clone(), most: time }
}

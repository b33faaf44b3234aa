//! The built-in gallery: scenarios to start from, one text file each, in the order in which they are listed to people.
//!
//! Owns the index; the words about the entries stand in one file a group. Must not know how an entry is run or shown.

mod behaviours;
mod cases;
mod compare;
mod cpus;
mod delayed;
mod diagrams;
mod floor;
mod group;
mod joins;
mod load;
pub mod measured;
mod placement;
mod preemption;
mod resched;
mod weights;

pub use group::Group;

use super::suggest::did_you_mean;

/// One scenario of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name in links and on the command line.
    pub key: &'static str,
    /// Where it is listed.
    pub group: Group,
    /// What it shows, as its `title` line says it.
    pub title: &'static str,
    /// Two sentences: what to look at. Numbers are in the scenario's unit.
    pub note: &'static str,
    /// The scenario.
    pub text: &'static str,
    /// The table printed in the mail that it reproduces, if there is one.
    pub printed: Option<&'static str>,
}

impl Entry {
    /// Whether it simulates seconds of a busy CPU: hundreds of thousands of steps.
    pub fn is_long(&self) -> bool {
        self.group == Group::Load
    }

    /// The entry with exactly that text.
    pub fn from_text(text: &str) -> Option<&'static Entry> {
        GALLERY.iter().find(|entry| entry.text == text)
    }

    /// ` (did you mean `x`?)` if there is a key close to an unknown one, else nothing.
    pub fn near(key: &str) -> String {
        did_you_mean(key, GALLERY.iter().map(|entry| entry.key))
    }

    /// The entry of that key.
    pub fn from_key(key: &str) -> Option<&'static Entry> {
        GALLERY.iter().find(|entry| entry.key == key)
    }
}

/// All entries, group by group in the order of [`Group::ALL`].
pub static GALLERY: &[Entry] = &concat::<{ count() }>();

/// The lists of the groups.
const LISTS: [&[Entry]; 12] = [
    joins::ENTRIES,
    cases::ENTRIES,
    diagrams::ENTRIES,
    placement::ENTRIES,
    delayed::ENTRIES,
    floor::ENTRIES,
    cpus::ENTRIES,
    preemption::ENTRIES,
    resched::ENTRIES,
    weights::ENTRIES,
    behaviours::ENTRIES,
    load::ENTRIES,
];

const fn count() -> usize {
    let (mut sum, mut list) = (0, 0);
    while list < LISTS.len() {
        sum += LISTS[list].len();
        list += 1;
    }
    sum
}

const fn concat<const N: usize>() -> [Entry; N] {
    let mut all = [LISTS[0][0]; N];
    let (mut at, mut list) = (0, 0);
    while list < LISTS.len() {
        let mut i = 0;
        while i < LISTS[list].len() {
            all[at] = LISTS[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    all
}

//! The scenarios a person can choose from: the gallery, and their own edited copies of it.
//!
//! Owns the promise that nothing typed is lost: a gallery entry is never changed, the first change to it makes a copy, and a copy
//! goes only when it is deleted or equals its entry again. What came with a link is a copy too, but not a person's own, and not kept,
//! until it is changed. Must not know how copies are stored.

use super::import::report::Report;
use crate::scenario::gallery::{Entry, GALLERY};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the editor holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The gallery's entry of that key, as it is.
    Gallery(String),
    /// An edited copy.
    Copy(CopyId),
}

impl Source {
    /// Its name in storage, in the browser's history and among the options of the page.
    pub fn name(&self) -> String {
        match self {
            Source::Gallery(key) => format!("gallery:{key}"),
            Source::Copy(id) => format!("copy:{id}"),
        }
    }

    /// The source of that name.
    pub fn from_name(name: &str) -> Option<Source> {
        match name.split_once(':')? {
            ("gallery", key) => Some(Source::Gallery(key.to_string())),
            ("copy", id) => id.parse().ok().map(Source::Copy),
            _ => None,
        }
    }
}

/// Names a copy; never used twice.
pub type CopyId = u64;

/// A person's own scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedCopy {
    /// Its name in storage.
    pub id: CopyId,
    /// The gallery entry it began as; empty if it was imported or came with a link.
    pub base: String,
    /// What was typed.
    pub text: String,
    /// The last version without errors, if there was one.
    pub good: Option<String>,
    /// What the import said that it came from, if it came from one.
    pub report: Option<Arc<Report>>,
}

impl EditedCopy {
    /// What it is called in lists: its `title` line, else that of the entry it began as.
    pub fn title(&self) -> String {
        let title = self.text.lines().find_map(|line| line.trim().strip_prefix("title "));
        let title = title.map(str::trim).filter(|t| !t.is_empty());
        title.or(Entry::from_key(&self.base).map(|e| e.title)).unwrap_or("Untitled").to_string()
    }

    /// Whether this is the text of the entry that it began as.
    fn is_as_it_began(&self, text: &str) -> bool {
        Entry::from_key(&self.base).is_some_and(|entry| entry.text == text)
    }
}

/// All scenarios of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// In the order in which they were made.
    copies: Vec<EditedCopy>,
    /// Those that came with links and have not been changed since.
    linked: BTreeSet<CopyId>,
    next: CopyId,
    revision: u64,
}

impl Library {
    /// A library with stored copies; ids given from now on start at `seed` (the present time, so that two windows differ).
    pub fn new(mut copies: Vec<EditedCopy>, seed: CopyId) -> Library {
        copies.sort_by_key(|c| c.id);
        copies.dedup_by_key(|c| c.id);
        let next = copies.last().map_or(seed, |c| seed.max(c.id.saturating_add(1)));
        Library { copies, linked: BTreeSet::new(), next, revision: 0 }
    }

    /// Another number after each change: cheaper to compare than all texts.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The edited copies, oldest first.
    pub fn copies(&self) -> &[EditedCopy] {
        &self.copies
    }

    /// The copy of that id.
    pub fn copy(&self, id: CopyId) -> Option<&EditedCopy> {
        self.copies.iter().find(|c| c.id == id)
    }

    /// The text of a source; that of the first gallery entry if there is no such source.
    pub fn text(&self, source: &Source) -> &str {
        match source {
            Source::Gallery(key) => entry(key).text,
            Source::Copy(id) => self.copy(*id).map_or(GALLERY[0].text, |c| &c.text),
        }
    }

    /// The gallery entry a source is or began as.
    pub fn entry(&self, source: &Source) -> &'static Entry {
        match source {
            Source::Gallery(key) => entry(key),
            Source::Copy(id) => entry(self.copy(*id).map_or("", |c| &c.base)),
        }
    }

    /// Takes what was typed into `source` and says where it is now.
    pub fn edit(&mut self, source: &Source, text: &str) -> Source {
        self.revision += 1;
        let base = self.entry(source);
        match source {
            Source::Gallery(_) if text == base.text => source.clone(),
            Source::Gallery(key) => Source::Copy(self.add(key, text)),
            Source::Copy(id) if self.copy(*id).is_some_and(|copy| copy.is_as_it_began(text)) => {
                self.delete(*id);
                Source::Gallery(base.key.to_string())
            }
            Source::Copy(id) => match self.copies.iter_mut().find(|c| c.id == *id) {
                Some(copy) => {
                    copy.text = text.to_string();
                    self.linked.remove(id);
                    source.clone()
                }
                None => Source::Copy(self.add(base.key, text)),
            },
        }
    }

    /// The source that has this text: the gallery's, a copy, or else a new copy that came with a link.
    pub fn visit(&mut self, text: &str) -> Source {
        if let Some(entry) = Entry::from_text(text) {
            return Source::Gallery(entry.key.to_string());
        }
        if let Some(copy) = self.copies.iter().find(|copy| copy.text == text) {
            return Source::Copy(copy.id);
        }
        self.revision += 1;
        let id = self.add("", text);
        self.linked.insert(id);
        Source::Copy(id)
    }

    /// Whether a copy came with a link and has not been changed since, so that nobody needs to keep it.
    pub fn is_linked(&self, id: CopyId) -> bool {
        self.linked.contains(&id)
    }

    fn add(&mut self, base: &str, text: &str) -> CopyId {
        let id = self.next;
        self.next += 1;
        self.copies.push(EditedCopy { id, base: base.to_string(), text: text.to_string(), good: None, report: None });
        id
    }

    /// Takes an imported scenario as a new copy, or in the place of the copy `before` made of the same text. Gives the copy's id.
    pub fn add_imported(&mut self, text: String, report: Report, before: Option<CopyId>) -> CopyId {
        self.revision += 1;
        let id = match before.filter(|id| self.copy(*id).is_some()) {
            Some(id) => id,
            None => self.add("", &text),
        };
        if let Some(copy) = self.copies.iter_mut().find(|c| c.id == id) {
            (copy.text, copy.good, copy.report) = (text, None, Some(Arc::new(report)));
        }
        id
    }

    /// What the import of a source said, if it came from one.
    pub fn report(&self, source: &Source) -> Option<&Arc<Report>> {
        match source {
            Source::Gallery(_) => None,
            Source::Copy(id) => self.copy(*id)?.report.as_ref(),
        }
    }

    /// Remembers that the present text of `source` has no errors.
    pub fn mark_good(&mut self, source: &Source) {
        self.revision += 1;
        if let Source::Copy(id) = source
            && let Some(copy) = self.copies.iter_mut().find(|c| c.id == *id)
        {
            copy.good = Some(copy.text.clone());
        }
    }

    /// Deletes a copy and returns it.
    pub fn delete(&mut self, id: CopyId) -> Option<EditedCopy> {
        self.revision += 1;
        let at = self.copies.iter().position(|c| c.id == id)?;
        Some(self.copies.remove(at))
    }

    /// Puts a deleted copy back.
    pub fn restore(&mut self, copy: EditedCopy) {
        self.revision += 1;
        self.copies.push(copy);
        self.copies.sort_by_key(|c| c.id);
    }
}

/// The entry of a key; the first one if there is none.
fn entry(key: &str) -> &'static Entry {
    Entry::from_key(key).unwrap_or(&GALLERY[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gallery(key: &str) -> Source {
        Source::Gallery(key.to_string())
    }

    #[test]
    fn the_first_change_makes_a_copy_and_leaves_the_entry_alone() {
        let mut library = Library::new(Vec::new(), 100);
        let source = library.edit(&gallery("m4-sum-jlag"), "title Mine\n");
        assert_eq!(source, Source::Copy(100));
        assert_eq!(library.text(&source), "title Mine\n");
        assert_eq!(library.copies()[0].title(), "Mine");
        assert_eq!(library.text(&gallery("m4-sum-jlag")), library.entry(&source).text);
    }

    #[test]
    fn changing_an_entry_again_makes_a_second_copy_and_keeps_the_first() {
        let mut library = Library::new(Vec::new(), 1);
        let first = library.edit(&gallery("case-32"), "one");
        let second = library.edit(&gallery("case-32"), "two");
        assert_eq!((library.text(&first), library.text(&second)), ("one", "two"));
        let first_again = library.edit(&first, "one more");
        assert_eq!((first_again, library.copies().len()), (first, 2));
    }

    #[test]
    fn taking_every_change_back_leaves_no_copy() {
        let mut library = Library::new(Vec::new(), 1);
        let original = library.text(&gallery("case-32")).to_string();
        let copy = library.edit(&gallery("case-32"), "x");
        assert_eq!(library.edit(&copy, &original), gallery("case-32"));
        assert!(library.copies().is_empty());
    }

    #[test]
    fn a_deleted_copy_can_be_put_back() {
        let mut library = Library::new(Vec::new(), 1);
        let copy = library.edit(&gallery("case-32"), "x");
        let Source::Copy(id) = copy else { panic!("no copy was made") };
        let deleted = library.delete(id).expect("it was there");
        assert_eq!(library.delete(id), None);
        library.restore(deleted);
        assert_eq!(library.text(&copy), "x");
    }

    #[test]
    fn what_comes_with_a_link_is_nobodys_own_until_it_is_changed() {
        let mut library = Library::new(Vec::new(), 1);
        let own = library.edit(&gallery("case-32"), "title Mine\n");
        let linked = library.visit("title Yours\n");
        assert_eq!((library.visit("title Yours\n"), library.visit("title Mine\n")), (linked.clone(), own.clone()));
        assert_eq!(library.visit(library.text(&gallery("case-32")).to_string().as_str()), gallery("case-32"));
        let is_linked = |library: &Library, source: &Source| matches!(source, Source::Copy(id) if library.is_linked(*id));
        assert!(is_linked(&library, &linked) && !is_linked(&library, &own));
        assert_eq!(library.edit(&linked, "title Yours, by me\n"), linked);
        assert!(!is_linked(&library, &linked));
        assert_eq!(library.text(&own), "title Mine\n");
    }

    #[test]
    fn what_began_as_no_entry_of_the_gallery_stays_when_it_becomes_one() {
        let mut library = Library::new(Vec::new(), 1);
        let linked = library.visit("title Yours\n");
        assert_eq!(library.edit(&linked, GALLERY[0].text), linked);
        assert_eq!((library.copies().len(), library.text(&linked)), (1, GALLERY[0].text));
    }

    #[test]
    fn ids_stay_unique_whatever_was_stored() {
        let stored = |id| EditedCopy { id, base: "case-32".into(), text: format!("{id}"), good: None, report: None };
        let mut library = Library::new(vec![stored(50), stored(7), stored(50)], 20);
        assert_eq!(library.copies().len(), 2);
        assert_eq!(library.edit(&gallery("case-32"), "new"), Source::Copy(51));
    }
}

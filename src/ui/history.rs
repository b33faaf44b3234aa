//! The URL and the browser's history: always a link to what is shown, and back and forward between what was opened.
//!
//! Owns when the URL is written and when what stands in it is followed. Must not know what a link holds. In a frame of another page
//! nothing is written: an entry there would take the back button from the page around it.

use super::computing;
use super::page::{Page, Shared};
use crate::io::link::{Link, Packer, asks_embed};
use crate::scenario::Override;
use crate::session::compare::Comparison;
use crate::session::lane::Lane;
use crate::session::library::Source;
use crate::session::link::Followed;
use crate::session::{Msg, Session};
use leptos::ev;
use leptos::prelude::*;
use std::cell::RefCell;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{NavigationType, PerformanceNavigationTiming};

/// Least time between two changes of the URL, in ms: Safari takes 100 in 30 s.
const PAUSE: f64 = 350.0;

/// Least time before the URL changes, in ms: what is shown comes first, as a browser lays all of it out before it changes a URL.
const SHOWN_FIRST: f64 = 40.0;

/// What back and forward lead to; all else only changes where in it one is.
type Place = (Source, Override, Option<Override>);

/// What a link depends on.
#[derive(Clone, PartialEq)]
pub struct Shown {
    place: Place,
    lane: Shared<Lane>,
    comparison: Option<Shared<Comparison>>,
    cursor: usize,
    row: usize,
}

impl Shown {
    /// What a session shows now.
    pub fn of(session: &Session) -> Shown {
        Shown {
            place: (session.source().clone(), session.over(), session.over_b()),
            lane: Shared(session.lane().clone()),
            comparison: session.comparison().cloned().map(Shared),
            cursor: session.cursor(),
            row: session.row(),
        }
    }
}

/// What is in the URL.
struct Written {
    followed: Followed,
    shown: Shown,
    /// The text that somebody else's link leads to, while a run of it is under way.
    awaited: Option<Shared<String>>,
    /// When it was written, in ms of [`computing::now`].
    at: f64,
    /// What is about to take its place.
    later: Option<Later>,
}

/// An entry that is written in a moment.
struct Later {
    entry: Entry,
    timer: TimeoutHandle,
}

/// What one entry of the history holds.
struct Entry {
    link: Link,
    /// The name of the source, which finds a copy again where the link would make another one.
    source: String,
    shown: Shown,
}

impl Entry {
    fn of(session: &Session) -> Entry {
        Entry { link: session.link(), source: session.source().name(), shown: Shown::of(session) }
    }
}

impl Written {
    /// Takes in what somebody else's link leads to: that only arrives, and the link stays as it is.
    fn take_in(&mut self, shown: &Shown, page: Page) {
        let (text, awaited) = page.now(|s| (Shared(s.text().clone()), awaited(s)));
        let has_come = self.shown.lane != shown.lane || self.shown.comparison != shown.comparison;
        if has_come && self.shown.place == shown.place && self.awaited.as_ref() == Some(&text) {
            (self.shown, self.awaited) = (shown.clone(), awaited);
        }
    }

    /// The URL has come to lead elsewhere, with the session.
    fn follow(&mut self, followed: Followed, page: Page) {
        self.take_later();
        (self.shown, self.awaited) = page.now(|s| (Shown::of(s), awaited(s)));
        self.followed = followed;
    }

    /// What was about to be written; now it is not.
    fn take_later(&mut self) -> Option<Entry> {
        self.later.take().map(|later| {
            later.timer.clear();
            later.entry
        })
    }

    /// Writes what is about to be written now, in place of the present entry.
    fn hurry(&mut self) {
        if let Some(entry) = self.take_later() {
            self.write(entry, false);
        }
    }

    /// Writes an entry: as one of its own, or in place of the present one.
    fn write(&mut self, entry: Entry, as_new: bool) {
        self.take_later();
        let url = fragment_of(&entry.link);
        let state = JsValue::from_str(&entry.source);
        remember(&entry.source, &url);
        if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
            // A browser that has had too many of these keeps the old link until the next one.
            let _refused = match as_new {
                true => history.push_state_with_url(&state, "", Some(&url)),
                false => history.replace_state_with_url(&state, "", Some(&url)),
            };
        }
        *self = Written { followed: followed(), shown: entry.shown, awaited: None, at: computing::now(), later: None };
    }
}

/// The text of a run that is under way.
fn awaited(session: &Session) -> Option<Shared<String>> {
    session.progress().map(|_| Shared(session.text().clone()))
}

thread_local! {
    static PACKER: RefCell<Packer> = RefCell::default();
}

/// The URL's fragment, with its `#` if there is one.
pub fn fragment() -> String {
    web_sys::window().and_then(|w| w.location().hash().ok()).unwrap_or_default()
}

/// What the URL leads to now.
fn followed() -> Followed {
    let state = web_sys::window().and_then(|w| w.history().ok()).and_then(|h| h.state().ok()).and_then(|s| s.as_string());
    Followed { source: state.and_then(|name| Source::from_name(&name)), fragment: fragment() }
}

/// What the page begins with: what its URL leads to. A reload soon after an entry was written may find the entry before it, so what
/// this tab showed last is kept beside the history, too. A frame, which writes nothing, has none.
pub fn arrived(embed: bool) -> Followed {
    let last = if embed || !is_reload() { None } else { remembered() };
    last.unwrap_or_else(followed)
}

/// Whether a person reloaded the page, rather than going to it.
fn is_reload() -> bool {
    let entries = web_sys::window().and_then(|w| w.performance()).map(|p| p.get_entries_by_type("navigation"));
    let timing = entries.and_then(|entries| entries.get(0).dyn_into::<PerformanceNavigationTiming>().ok());
    timing.is_some_and(|timing| timing.type_() == NavigationType::Reload)
}

/// Where this tab keeps what it shows: the name of its source, a space, and the fragment.
const LAST: &str = "eevdf-lab:entry";

fn tab_storage() -> Option<web_sys::Storage> {
    web_sys::window().and_then(|w| w.session_storage().ok().flatten())
}

fn remember(source: &str, fragment: &str) {
    if tab_storage().is_some_and(|storage| storage.set_item(LAST, &format!("{source} {fragment}")).is_err()) {
        forget();
    }
}

fn remembered() -> Option<Followed> {
    let last = tab_storage()?.get_item(LAST).ok()??;
    let (name, fragment) = last.split_once(' ')?;
    Some(Followed { source: Source::from_name(name), fragment: fragment.to_string() })
}

/// A reload follows the history alone: what was shown last is what failed.
pub fn forget() {
    let _nothing_more_can_be_done = tab_storage().map(|storage| storage.remove_item(LAST));
}

/// A link's fragment, with its `#`.
fn fragment_of(link: &Link) -> String {
    PACKER.with_borrow_mut(|packer| format!("#{}", link.write_with(packer)))
}

/// The whole URL of a link.
pub fn url_of(link: &Link) -> String {
    let url = web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    format!("{}{}", url.split('#').next().unwrap_or_default(), fragment_of(link))
}

/// From now on the URL follows the session, which began with `before`, unless it may only be read, and the session the URL.
pub fn keep(page: Page, before: Followed, only_read: bool) {
    let (shown, awaited_now) = page.now(|s| (Shown::of(s), awaited(s)));
    let first = Written { followed: before, shown, awaited: awaited_now, at: f64::NEG_INFINITY, later: None };
    let written = StoredValue::new_local(first);
    let changed = move || {
        let followed = followed();
        if written.with_value(|w| w.followed == followed) {
            return;
        }
        if asks_embed(&followed.fragment) != only_read {
            let _it_stays_as_it_is = web_sys::window().map(|w| w.location().reload());
            return;
        }
        page.send(Msg::Follow(followed.clone()));
        written.update_value(|w| w.follow(followed, page));
        if !only_read {
            arrive(page, written);
        }
    };
    let handles =
        [window_event_listener(ev::popstate, move |_| changed()), window_event_listener(ev::hashchange, move |_| changed())];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    if only_read {
        return;
    }
    arrive(page, written);
    let leaving = window_event_listener(ev::pagehide, move |_| written.update_value(Written::hurry));
    on_cleanup(move || leaving.remove());
    let shown = page.memo(Shown::of);
    Effect::new(move |_| {
        let shown = shown.get();
        written.update_value(|w| {
            w.take_in(&shown, page);
            if w.shown == shown {
                return;
            }
            let entry = page.now(Entry::of);
            let wait = (PAUSE - (computing::now() - w.at)).max(SHOWN_FIRST);
            match &mut w.later {
                _ if w.shown.place != shown.place => {
                    w.hurry();
                    w.write(entry, true);
                }
                Some(later) => later.entry = entry,
                None => {
                    let hurry = move || written.update_value(Written::hurry);
                    let timer = set_timeout_with_handle(hurry, Duration::from_millis(wait as u64));
                    w.later = timer.ok().map(|timer| Later { entry, timer });
                }
            }
        });
    });
    // What the entry is called in lists of tabs and of history; after it is there.
    Effect::new(move |_| {
        let title = page.lane.with(|lane| lane.scenario.title.clone());
        document().set_title(&if title.is_empty() { "EEVDF Lab".to_string() } else { format!("{title} - EEVDF Lab") });
    });
}

/// A link of somebody else stays as it is until something else is shown; a copy may have been changed since its entry was written.
fn arrive(page: Page, written: StoredValue<Written, LocalStorage>) {
    written.update_value(|w| match w.followed.fragment.is_empty() || w.followed.source.is_some() {
        true => w.write(page.now(Entry::of), false),
        false => remember("", &w.followed.fragment),
    });
}

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
use wasm_bindgen::JsValue;

/// Least time between two changes of the URL, in ms: Safari takes 100 in 30 s.
const PAUSE: f64 = 350.0;

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
    later: Option<TimeoutHandle>,
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

    /// Nothing is written later.
    fn stop(&mut self) {
        if let Some(later) = self.later.take() {
            later.clear();
        }
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
pub fn followed() -> Followed {
    let state = web_sys::window().and_then(|w| w.history().ok()).and_then(|h| h.state().ok()).and_then(|s| s.as_string());
    let fragment = fragment();
    let name = state.or_else(|| remembered(&fragment));
    Followed { source: name.and_then(|name| Source::from_name(&name)), fragment }
}

/// Where this tab keeps what it wrote last: a reload soon after may come without the state of its entry.
const LAST: &str = "eevdf-lab:entry";

fn tab_storage() -> Option<web_sys::Storage> {
    web_sys::window().and_then(|w| w.session_storage().ok().flatten())
}

fn remember(name: &str, url: &str) {
    let _without_it_a_reload_opens_the_link = tab_storage().map(|storage| storage.set_item(LAST, &format!("{name} {url}")));
}

/// The source that was written with this fragment, if that was the last.
fn remembered(fragment: &str) -> Option<String> {
    let last = tab_storage()?.get_item(LAST).ok()??;
    let (name, url) = last.split_once(' ')?;
    (url == fragment).then(|| name.to_string())
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

/// From now on the URL follows the session, unless it may only be read, and the session the URL.
pub fn keep(page: Page, only_read: bool) {
    let before = followed();
    let (shown, awaited_now) = page.now(|s| (Shown::of(s), awaited(s)));
    let first = Written { followed: before.clone(), shown, awaited: awaited_now, at: f64::NEG_INFINITY, later: None };
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
        let is_own = followed.source.is_some();
        page.send(Msg::Follow(followed.clone()));
        let (shown, awaited) = page.now(|s| (Shown::of(s), awaited(s)));
        written.update_value(|w| {
            (w.followed, w.shown, w.awaited) = (followed, shown, awaited);
            w.stop();
        });
        // A link of somebody else stays as it is until something else is shown; a copy may have been changed since.
        if is_own && !only_read {
            write(page, written, false);
        }
    };
    let handles =
        [window_event_listener(ev::popstate, move |_| changed()), window_event_listener(ev::hashchange, move |_| changed())];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    if only_read {
        return;
    }
    if before.fragment.is_empty() || before.source.is_some() {
        write(page, written, false);
    }
    let shown = page.memo(Shown::of);
    Effect::new(move |_| {
        let shown = shown.get();
        written.update_value(|w| w.take_in(&shown, page));
        let (is_same, is_there, wait) = written.with_value(|w| {
            let wait = PAUSE - (computing::now() - w.at);
            (w.shown == shown, w.shown.place == shown.place, if w.later.is_some() { None } else { Some(wait) })
        });
        match wait {
            _ if is_same => {}
            _ if !is_there => write(page, written, true),
            None => {}
            Some(wait) if wait <= 0.0 => write(page, written, false),
            Some(wait) => {
                let later = set_timeout_with_handle(move || write(page, written, false), Duration::from_millis(wait as u64));
                written.update_value(|w| w.later = later.ok());
            }
        }
    });
    // What the entry is called in lists of tabs and of history; after it is there.
    Effect::new(move |_| {
        let title = page.lane.with(|lane| lane.scenario.title.clone());
        document().set_title(&if title.is_empty() { "EEVDF Lab".to_string() } else { format!("{title} - EEVDF Lab") });
    });
}

/// Writes a link to what is shown into the URL: as an entry of its own, or in place of the present one.
fn write(page: Page, written: StoredValue<Written, LocalStorage>, as_new: bool) {
    let (link, name, shown) = page.now(|s| (s.link(), s.source().name(), Shown::of(s)));
    let url = fragment_of(&link);
    let state = JsValue::from_str(&name);
    remember(&name, &url);
    if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
        // A browser that has had too many of these keeps the old link until the next one.
        let _refused = match as_new {
            true => history.push_state_with_url(&state, "", Some(&url)),
            false => history.replace_state_with_url(&state, "", Some(&url)),
        };
    }
    written.update_value(|w| {
        w.stop();
        *w = Written { followed: followed(), shown, awaited: None, at: computing::now(), later: None };
    });
}

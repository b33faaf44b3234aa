//! What the page listens to as a whole: keys, the timer of playing, the window's device px.

use super::page::{Page, Shared};
use crate::session::{Msg, Session, keys};
use gloo_timers::callback::Interval;
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, KeyboardEvent};

/// Keys go to the session, unless a field takes text or the key belongs to the control that has the focus.
pub fn keys(page: Page) {
    let editor = page.memo(|s| s.panels().editor);
    let in_dialog = page.memo(|s| s.panels().help || s.panels().paste);
    let handle = window_event_listener(ev::keydown, move |ev| {
        if ev.ctrl_key() || ev.alt_key() || ev.meta_key() || ev.default_prevented() || in_dialog.get_untracked() {
            return;
        }
        if target_takes(&ev) {
            return;
        }
        if let Some(msg) = keys::message(&ev.key(), editor.get_untracked()) {
            ev.prevent_default();
            page.send(msg);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Whether the focused element has a use for the key itself.
fn target_takes(ev: &KeyboardEvent) -> bool {
    let Some(element) = ev.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return false };
    match element.tag_name().as_str() {
        "INPUT" | "SELECT" | "TEXTAREA" => true,
        "BUTTON" | "SUMMARY" | "A" => ev.key() == " ",
        _ => false,
    }
}

/// While it plays, a timer moves the cursor.
pub fn play(page: Page) {
    let timer = StoredValue::new_local(None::<Interval>);
    let speed = page.memo(Session::speed);
    Effect::new(move |_| {
        let interval = page.playing.get().then(|| Interval::new(speed.get().interval_ms(), move || page.send(Msg::Tick)));
        // Dropping the old one stops it.
        timer.set_value(interval);
    });
}

/// Device px per CSS px.
pub fn device_scale() -> f64 {
    web_sys::window().map_or(1.0, |w| w.device_pixel_ratio())
}

/// Follows zooming of the browser and moves to another screen.
pub fn device(page: Page) {
    let handle = window_event_listener(ev::resize, move |_| update(page));
    on_cleanup(move || handle.remove());
    watch(page);
}

fn update(page: Page) {
    let scale = device_scale();
    if page.scale.get_untracked() != scale {
        page.scale.set(scale);
    }
}

/// A move to another screen resizes nothing; a query for the present resolution tells, once.
fn watch(page: Page) {
    let query = format!("(resolution: {}dppx)", device_scale());
    let Some(query) = web_sys::window().and_then(|w| w.match_media(&query).ok().flatten()) else { return };
    let changed = Closure::once_into_js(move || {
        update(page);
        watch(page);
    });
    query.set_onchange(Some(changed.unchecked_ref()));
}

/// Keeps the text aside for the case of a failure.
pub fn remember_text(page: Page) {
    let text = page.memo(|s| Shared(s.text().clone()));
    Effect::new(move |_| text.with(|t| super::crash::remember(t)));
}

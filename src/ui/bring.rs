//! How text and files come into the page: pasted, dropped, chosen; read in pieces, then worked on in slices.
//!
//! Owns clipboards, files and timers. Must not know what becomes of a text (that is `session::import`).

use super::computing::{next_size, now};
use super::page::Page;
use crate::session::Msg;
use crate::session::import::Bring;
use gloo_timers::callback::Interval;
use js_sys::{Array, Function, JsString, Reflect, Uint8Array};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::Cell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DataTransfer, Element, EventTarget, File};

/// Bytes read at once.
const PIECE: f64 = 262_144.0;
/// A slice of work that takes longer than this, in ms, is felt.
const LONG: f64 = 16.0;
/// Lines of the first slice of each stage.
const FIRST: usize = 64;
/// Most lines of a slice.
const MOST: usize = 1 << 16;

thread_local! {
    /// Names what comes in; never used twice.
    static NEXT: Cell<u64> = const { Cell::new(1) };
}

/// Takes a blob: its pieces go to the session, until it is there or something else comes.
fn take(page: Page, blob: Blob, name: String) {
    let id = NEXT.with(|next| next.replace(next.get() + 1));
    page.send(Msg::Import(Bring::Begin { id, name, bytes: blob.size() as u64 }));
    spawn_local(async move {
        let mut at = 0.0;
        while at < blob.size() {
            if !page.now(|s| s.intake().is_some_and(|intake| intake.id() == id && intake.takes_pieces())) {
                return;
            }
            let end = (at + PIECE).min(blob.size());
            match piece(&blob, at, end).await {
                Ok(bytes) => page.send(Msg::Import(Bring::Piece(id, bytes))),
                Err(_) => return page.send(Msg::Import(Bring::Unreadable(id, "the browser can not read it".to_string()))),
            }
            at = end;
        }
        page.send(Msg::Import(Bring::End(id)));
    });
}

async fn piece(blob: &Blob, from: f64, to: f64) -> Result<Vec<u8>, JsValue> {
    let buffer = JsFuture::from(blob.slice_with_f64_and_f64(from, to)?.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// Takes a file.
pub fn take_file(page: Page, file: &File) {
    // A file's name may hold anything.
    let name = crate::io::import::remark::plain(&file.name(), 80);
    take(page, file.clone().unchecked_into(), if name.is_empty() { "a file".to_string() } else { name });
}

/// Takes a text of the page's own, of whatever length: it stays outside the program until it is read in pieces.
fn take_text(page: Page, text: &JsValue, name: &str) {
    if let Ok(blob) = Blob::new_with_str_sequence(&Array::of(std::slice::from_ref(text))) {
        take(page, blob, name.to_string());
    }
}

/// Takes what was typed into a field.
pub fn take_typed(page: Page, field: &JsValue) {
    // Asked for by name, as the text would otherwise be copied at once.
    let text = Reflect::get(field, &"value".into()).unwrap_or_default();
    take_text(page, &text, "typed text");
}

/// Takes what is pasted or dropped, a file before a text, but a text before its picture: cells of a spreadsheet come as both. Whether
/// there was any.
fn take_data(page: Page, data: &DataTransfer, name: &str) -> bool {
    let text = text_of(data);
    let file = data.files().and_then(|files| files.get(0));
    match (file, text) {
        (Some(file), Some(text)) if file.type_().starts_with("image/") => take_text(page, &text, name),
        (Some(file), _) => take_file(page, &file),
        (None, Some(text)) => take_text(page, &text, name),
        (None, None) => return false,
    }
    true
}

/// The text in it, unless that is blank.
fn text_of(data: &DataTransfer) -> Option<JsString> {
    // Asked for by name, as the text would otherwise be copied at once.
    let text = Reflect::get(data, &"getData".into())
        .and_then(|get| get.dyn_into::<Function>())
        .and_then(|get| get.call1(data, &"text/plain".into()))
        .and_then(|text| text.dyn_into::<JsString>());
    text.ok().filter(|text| text.trim().length() > 0)
}

/// Whether a person types there.
fn is_field(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|t| t.dyn_into::<Element>().ok());
    element.is_some_and(|e| matches!(e.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") && e.id() != "paste-text")
}

/// Listens for what is pasted outside of fields, and for what is dropped anywhere. `over` tells whether something is held over the page.
pub fn listen(page: Page, over: RwSignal<bool>) {
    let paste = window_event_listener(ev::paste, move |ev| {
        let ev: web_sys::ClipboardEvent = ev.unchecked_into();
        if !is_field(ev.target())
            && let Some(data) = ev.clipboard_data()
            && take_data(page, &data, "pasted text")
        {
            ev.prevent_default();
        }
    });
    let is_ours = |ev: &web_sys::DragEvent| {
        let kinds = ev.data_transfer().map(|data| data.types()).unwrap_or_default();
        let has = |kind: &str| kinds.includes(&kind.into(), 0);
        has("Files") || (has("text/plain") && !is_field(ev.target()))
    };
    let dragged = window_event_listener(ev::dragover, move |ev| {
        if is_ours(&ev) {
            ev.prevent_default();
            if !over.get_untracked() {
                over.set(true);
            }
        }
    });
    let left = window_event_listener(ev::dragleave, move |ev| {
        if ev.related_target().is_none() {
            over.set(false);
        }
    });
    let dropped = window_event_listener(ev::drop, move |ev| {
        over.set(false);
        if is_ours(&ev) {
            ev.prevent_default();
            if let Some(data) = ev.data_transfer() {
                take_data(page, &data, "dropped text");
            }
        }
    });
    on_cleanup(move || [paste, dragged, left, dropped].into_iter().for_each(|handle| handle.remove()));
}

/// While there is work, a timer goes on with it, by as much as fits between two frames.
pub fn keep_going(page: Page) {
    let timer = StoredValue::new_local(None::<Interval>);
    let phase = page.memo(|s| s.intake().and_then(|intake| intake.phase()));
    let lines = StoredValue::new(FIRST);
    let slice = move || {
        let began = now();
        page.send(Msg::Import(Bring::Work(lines.get_value())));
        lines.update_value(|n| *n = next_size(*n, now() - began, LONG, MOST));
    };
    Effect::new(move |_| {
        let works = phase.get().is_some();
        // What fits of one kind of work tells nothing of the next.
        lines.set_value(FIRST);
        // Dropping the old one stops it.
        timer.set_value(works.then(|| Interval::new(1, slice)));
    });
}

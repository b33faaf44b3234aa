//! The browser's local storage: what is read at the start and written after each change.
//!
//! Owns nothing but the storage calls; keys and values are the session's. A browser that keeps nothing is told to the session
//! once, and the page works on.

use super::page::Page;
use crate::session::Msg;
use crate::session::saved::{self, PREFIX};
use leptos::prelude::*;
use std::collections::BTreeMap;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// Everything of ours that is kept.
pub fn read() -> Vec<(String, String)> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok().flatten());
    let keys: Vec<String> = keys.filter(|key| key.starts_with(PREFIX)).collect();
    keys.into_iter().filter_map(|key| storage.get_item(&key).ok().flatten().map(|value| (key, value))).collect()
}

/// Keeps the session from now on.
pub fn keep(page: Page, stored: Vec<(String, String)>) {
    let stored = StoredValue::new(stored.into_iter().collect::<BTreeMap<_, _>>());
    let revision = page.memo(|s| s.library().revision());
    Effect::new(move |_| {
        // A memo that nobody has read yet follows nothing.
        let _changed = revision.get();
        let now: BTreeMap<String, String> = page.now(saved::copy_entries).into_iter().collect();
        // Only what this window has read or written is deleted: another window may have made copies since.
        let gone: Vec<String> =
            stored.with_value(|s| s.keys().filter(|k| is_copy(k) && !now.contains_key(*k)).cloned().collect());
        for key in gone {
            stored.update_value(|s| drop(s.remove(&key)));
            if let Some(storage) = storage() {
                let _an_entry_left_behind_comes_back_as_a_copy = storage.remove_item(&key);
            }
        }
        for (key, value) in now {
            write(page, stored, key, value);
        }
    });
    let entry = page.memo(saved::page_entry);
    Effect::new(move |_| {
        let (key, value) = entry.get();
        write(page, stored, key, value);
    });
}

fn is_copy(key: &str) -> bool {
    key.starts_with(saved::COPY)
}

fn write(page: Page, stored: StoredValue<BTreeMap<String, String>>, key: String, value: String) {
    if stored.with_value(|s| s.get(&key) == Some(&value)) {
        return;
    }
    save_other(stored, &key, &value);
    let kept = storage().is_some_and(|storage| storage.set_item(&key, &value).is_ok());
    if kept {
        stored.update_value(|s| drop(s.insert(key, value)));
    } else if !page.now(|s| s.storage_failed()) {
        page.send(Msg::StorageFailed);
    }
}

/// What another window has made of the same copy since stays, as a copy of its own.
fn save_other(stored: StoredValue<BTreeMap<String, String>>, key: &str, value: &str) {
    let Some(storage) = storage().filter(|_| is_copy(key)) else { return };
    let Ok(Some(there)) = storage.get_item(key) else { return };
    if there == value || stored.with_value(|s| s.get(key) == Some(&there)) {
        return;
    }
    let free = (js_sys::Date::now() as u64..).map(|id| format!("{}{id}", saved::COPY));
    if let Some(key) = free.into_iter().find(|key| !matches!(storage.get_item(key), Ok(Some(_)))) {
        let _it_is_the_other_windows_too = storage.set_item(&key, &there);
    }
}

//! Saving: a text or a picture as a file of the browser's downloads.
//!
//! Owns the way from bytes to a download. Must not know what is saved.

use super::canvas;
use crate::chart::{Picture, Theme};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, Url};

/// How long a download may take to begin.
const BEGINS: std::time::Duration = std::time::Duration::from_secs(60);

/// Saves a text under a name; `kind` is its media type.
pub fn save_text(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(&format!("{kind};charset=utf-8"));
    let parts = js_sys::Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save(name, &blob);
    }
}

/// Draws a picture as the page draws its charts and saves it as PNG. `done` hears whether the browser has canvases so large.
pub fn save_png(name: String, picture: &Picture<'_>, theme: &Theme, done: impl Fn(bool) + Clone + 'static) {
    let failed = done.clone();
    let give = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = &blob {
            save(&name, blob);
        }
        done(blob.is_some());
    });
    let drawn = || {
        let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
        let area = canvas::area(&canvas, picture.frame())?;
        picture.draw(&area, theme).ok()?;
        canvas.to_blob(give.unchecked_ref()).ok()
    };
    if drawn().is_none() {
        failed(false);
    }
}

fn save(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Ok(link) = document().create_element("a").map(JsCast::unchecked_into::<HtmlAnchorElement>) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    set_timeout(
        move || {
            let _was_ours_to_free = Url::revoke_object_url(&url);
        },
        BEGINS,
    );
}

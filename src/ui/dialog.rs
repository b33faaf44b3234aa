//! Native modal dialogs: open and closed as the session says.
//!
//! Owns that step. Must not know what is in a dialog.

use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Opens and closes the dialog with `open`.
pub fn follow(dialog: NodeRef<Dialog>, open: Memo<bool>) {
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        let dialog: &HtmlDialogElement = dialog.unchecked_ref();
        match open.get() {
            true if !dialog.open() => {
                let _open_already = dialog.show_modal();
            }
            false if dialog.open() => dialog.close(),
            _ => {}
        }
    });
}

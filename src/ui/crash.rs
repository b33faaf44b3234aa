//! What a person sees if the program itself fails: a message, the text they typed, and a button that copies it.
//!
//! Owns the panic hook. It runs when nothing else can be relied on, so it uses plain elements, no signals, and a copy of the text
//! kept aside for it.

use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlElement, HtmlTextAreaElement};

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the editor's text aside.
pub fn remember(text: &str) {
    TEXT.with(|kept| {
        if let Ok(mut kept) = kept.try_borrow_mut() {
            text.clone_into(&mut kept);
        }
    });
}

/// From now on a panic shows the message.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        super::history::forget();
        let text = TEXT.with(|kept| kept.try_borrow().map(|t| t.clone()).unwrap_or_default());
        let _nothing_more_can_be_done = show(&info.to_string(), &text);
    }));
}

fn show(what: &str, text: &str) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or(JsValue::NULL)?;
    if document.get_element_by_id("crash").is_some() {
        return Ok(());
    }
    let body = document.body().ok_or(JsValue::NULL)?;
    let section = element(&document, "section", "crash")?;
    section.set_id("crash");
    section.set_attribute("role", "alert")?;
    let title = element(&document, "h2", "")?;
    title.set_text_content(Some("EEVDF Lab has failed"));
    let message = element(&document, "p", "")?;
    message.set_text_content(Some(
        "This is a fault of the program, not of your scenario. The scenario is kept in this browser and comes back when you reload \
         the page; to be sure, copy it first.",
    ));
    let area: HtmlTextAreaElement = element(&document, "textarea", "")?.dyn_into()?;
    area.set_value(text);
    area.set_read_only(true);
    area.set_attribute("aria-label", "Your scenario")?;
    let button: HtmlElement = element(&document, "button", "button")?.dyn_into()?;
    button.set_text_content(Some("Copy the scenario"));
    let copied = {
        let (area, button) = (area.clone(), button.clone());
        Closure::<dyn FnMut()>::new(move || {
            super::clipboard::copy_from(&area);
            button.set_text_content(Some("Copied"));
        })
    };
    button.set_onclick(Some(copied.as_ref().unchecked_ref()));
    copied.forget();
    let detail = element(&document, "pre", "")?;
    detail.set_text_content(Some(what));
    for part in [&title, &message, area.as_ref(), button.as_ref(), &detail] {
        section.append_child(part)?;
    }
    body.prepend_with_node_1(&section)?;
    button.focus()
}

fn element(document: &Document, name: &str, class: &str) -> Result<Element, JsValue> {
    let element = document.create_element(name)?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    Ok(element)
}

/// Fails as a fault of the program would: for the browser tests, as `wasmBindings.provoke_failure()`.
#[wasm_bindgen]
pub fn provoke_failure() {
    panic!("provoked");
}

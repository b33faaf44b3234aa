//! Copying text.
//!
//! Owns the two ways: the clipboard, and where the browser refuses that, a selection that the person copies.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlTextAreaElement, Navigator};

/// How a copy came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// It is on the clipboard.
    Yes,
    /// The browser refused; the text is selected, and the person has to press the keys.
    Selected,
}

fn navigator() -> Option<Navigator> {
    web_sys::window().map(|w| w.navigator())
}

/// Whether the browser has a clipboard for pages: only in a secure context.
fn has_clipboard(navigator: &Navigator) -> bool {
    js_sys::Reflect::get(navigator, &"clipboard".into()).is_ok_and(|c| !c.is_undefined() && !c.is_null())
}

/// Copies `text`; `done` hears how it came out.
pub fn copy(text: String, done: impl FnOnce(Copied) + 'static) {
    let Some(navigator) = navigator().filter(has_clipboard) else {
        done(Copied::Selected);
        return;
    };
    spawn_local(async move {
        let written = JsFuture::from(navigator.clipboard().write_text(&text)).await;
        done(if written.is_ok() { Copied::Yes } else { Copied::Selected });
    });
}

/// Selects an area's text and asks for it to be copied; for when the program has failed.
pub fn copy_from(area: &HtmlTextAreaElement) {
    area.select();
    if let Some(navigator) = navigator().filter(has_clipboard) {
        let _refused_it_stays_selected = navigator.clipboard().write_text(&area.value());
    }
}

/// A button that copies, and says so. Where the browser refuses, the text appears beside it, selected.
#[component]
pub fn CopyButton(
    /// What the button says.
    label: &'static str,
    /// Of what, where the label does not say it.
    #[prop(default = "")]
    of: &'static str,
    /// What is copied.
    #[prop(into)]
    text: Callback<(), String>,
    /// What stands before it.
    #[prop(default = super::icons::COPY)]
    icon: &'static str,
) -> impl IntoView {
    let said = RwSignal::new("");
    let by_hand = RwSignal::new(None::<String>);
    let area = NodeRef::<leptos::html::Textarea>::new();
    Effect::new(move |_| {
        if by_hand.with(Option::is_some)
            && let Some(area) = area.get()
        {
            let area = area.unchecked_ref::<HtmlTextAreaElement>().clone();
            // After its text is in it.
            request_animation_frame(move || {
                let _cannot_fail_on_a_text_area = area.focus();
                area.select();
            });
        }
    });
    let click = move |_| {
        let text = text.run(());
        copy(text.clone(), move |how| match how {
            Copied::Yes => {
                by_hand.set(None);
                said.set("Copied");
                set_timeout(move || said.set(""), std::time::Duration::from_secs(2));
            }
            Copied::Selected => by_hand.set(Some(text)),
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="button" aria-label=move || (!of.is_empty()).then(|| format!("{} {of}", if said.get().is_empty() { label } else { said.get() })) on:click=click>
                <super::icons::Icon of=icon/>
                <span class="text">{move || if said.get().is_empty() { label } else { said.get() }}</span>
            </button>
            <span class="sr-only" role="status">{move || said.get()}</span>
            {move || by_hand.get().map(|text| view! {
                <span class="by-hand">
                    <label>
                        "The browser does not let the page copy. The text is selected: press Ctrl+C."
                        <textarea node_ref=area readonly rows="8" prop:value=text></textarea>
                    </label>
                    <button type="button" class="button" on:click=move |_| by_hand.set(None)>"Close"</button>
                </span>
            })}
        </span>
    }
}

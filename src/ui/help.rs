//! The help: keys and glossary, in a native dialog.

use super::icons::{self, Icon};
use super::page::Page;
use super::speed::Speed;
use crate::explain::glossary;
use crate::session::choices::Panel;
use crate::session::{Msg, keys};
use leptos::html::Dialog;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// The dialog; closed with Esc, its button, or a click beside it.
#[component]
pub fn Help() -> impl IntoView {
    let page = Page::get();
    let dialog = NodeRef::<Dialog>::new();
    let open = page.memo(|s| s.panels().help);
    super::dialog::follow(dialog, open);
    let close = move || page.send(Msg::Panel(Panel::Help, false));
    let clicked = move |ev: web_sys::MouseEvent| {
        let on_backdrop = ev
            .target()
            .zip(dialog.get_untracked())
            .is_some_and(|(target, dialog)| js_sys::Object::is(&target, dialog.unchecked_ref::<HtmlDialogElement>()));
        if on_backdrop {
            close();
        }
    };
    view! {
        <dialog class="help" node_ref=dialog aria-labelledby="help-title" on:close=move |_| close() on:click=clicked>
            <div class="inside">
                <div class="bar">
                    <h2 id="help-title">"Help"</h2>
                    <span class="spring"></span>
                    <button type="button" class="button small" on:click=move |_| close()>
                        <Icon of=icons::CLOSE/>
                        <span>"Close"</span>
                    </button>
                </div>
                <h3>"Keys"</h3>
                <dl class="keys">
                    {keys::HELP.iter().map(|(names, what)| view! {
                        <div>
                            <dt>{names.iter().map(|name| view! { <kbd>{*name}</kbd>" " }).collect_view()}</dt>
                            <dd>{*what}</dd>
                        </div>
                    }).collect_view()}
                </dl>
                <p class="hint">"Keys do nothing while you type. In the charts, Ctrl and the wheel zoom, Shift and the wheel move."</p>
                <h3>"Reading the table"</h3>
                <p>
                    "A row marked - shows the state just before an event, the running task charged up to then; a row marked + the state just \
                     after it. Bold cells changed: the queue's since the row above, a task's since its own last row. * means that the queue is empty, NA that the task is not on it. \
                     Times count from t, virtual times from V0."
                </p>
                <h3>"Glossary"</h3>
                <dl class="glossary">
                    {glossary::ENTRIES.iter().map(|entry| view! {
                        <div>
                            <dt><code>{entry.term}</code></dt>
                            <dd>
                                {entry.meaning}
                                <span class="origin">
                                    {entry.origin}
                                    {(!entry.unit.is_empty()).then(|| format!(" · unit: {}", entry.unit))}
                                </span>
                            </dd>
                        </div>
                    }).collect_view()}
                </dl>
                <Speed/>
            </div>
        </dialog>
    }
}

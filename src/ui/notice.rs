//! What is to be told of the link that led here, until it is dismissed.

use super::icons::{self, Icon};
use super::page::Page;
use crate::session::Msg;
use leptos::prelude::*;

/// The notices; nothing where there are none.
#[component]
pub fn Notices() -> impl IntoView {
    let page = Page::get();
    let notices = page.memo(|s| s.notices().to_vec());
    view! {
        <Show when=move || !notices.with(Vec::is_empty)>
            <section class="notices" role="alert" aria-label="About the link">
                <Icon of=icons::WARNING/>
                <ul>{move || notices.get().into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}</ul>
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Dismiss)>
                    <Icon of=icons::CLOSE/>
                    <span>"Dismiss"</span>
                </button>
            </section>
        </Show>
    }
}

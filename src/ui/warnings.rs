//! How many steps have warnings, and the way to the next one.

use super::icons::{self, Icon};
use super::page::Page;
use crate::session::Msg;
use crate::session::cursor::Go;
use leptos::prelude::*;

/// The line below the table; nothing where no step has a warning.
#[component]
pub fn Warnings() -> impl IntoView {
    let page = Page::get();
    let count = Memo::new(move |_| page.lane.with(|l| l.warned.len()));
    let first = Memo::new(move |_| page.lane.with(|l| l.warned.first().copied()));
    let last = Memo::new(move |_| page.lane.with(|l| l.warned.last().copied()));
    let before = move || first.get().is_some_and(|step| step < page.cursor.get());
    let after = move || last.get().is_some_and(|step| step > page.cursor.get());
    let text = move || match count.get() {
        1 => "1 step has a warning".to_string(),
        n => format!("{n} steps have warnings"),
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <p class="warnings">
                <Icon of=icons::WARNING/>
                <span>{text}</span>
                <button type="button" class="link" disabled=move || !before() on:click=move |_| page.send(Msg::Go(Go::WarningBack))>
                    "Previous warning"
                </button>
                <button type="button" class="link" disabled=move || !after() on:click=move |_| page.send(Msg::Go(Go::WarningForward))>
                    "Next warning"
                </button>
            </p>
        </Show>
    }
}

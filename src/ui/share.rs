//! Links to what is shown, for other people: to copy, and as a frame for another page.

use super::clipboard::CopyButton;
use super::history;
use super::icons;
use super::page::Page;
use super::panels::Disclosure;
use crate::io::embed::{SIZES, iframe};
use crate::io::link::Link;
use crate::session::Session;
use crate::session::choices::Panel;
use leptos::prelude::*;

/// The button that copies the link.
#[component]
pub fn CopyLink() -> impl IntoView {
    let page = Page::get();
    view! { <CopyButton label="Copy link" icon=icons::LINK text=move |()| link(page, false)/> }
}

fn link(page: Page, embed: bool) -> String {
    history::url_of(&Link { embed, ..page.now(Session::link) })
}

/// The HTML of a frame with what is shown.
fn code(page: Page, size: (u32, u32)) -> String {
    let title = page.lane.with_untracked(|lane| lane.scenario.title.clone());
    let title = if title.is_empty() { "EEVDF Lab".to_string() } else { format!("EEVDF Lab: {title}") };
    iframe(&link(page, true), &title, size)
}

/// The panel: the link, and the frame in one of some sizes.
#[component]
pub fn SharePanel() -> impl IntoView {
    let page = Page::get();
    let size = RwSignal::new(SIZES[1]);
    let shown = page.memo(history::Shown::of);
    let title = Signal::derive(|| "Link and embed".to_string());
    view! {
        <Disclosure panel=Panel::Share id="share" title>
            <p class="hint">
                "The link holds everything after the #, which no server sees: scenario, variants, step. A scenario of your own travels \
                 in it as text. Whoever opens it later is told if the model computes another state by then."
            </p>
            <CopyLink/>
            <fieldset class="views sizes">
                <legend>"Frame for a page"</legend>
                {SIZES.map(|of| view! {
                    <label>
                        <input type="radio" name="embed-size" value=of.0.to_string() prop:checked=move || size.get() == of on:change=move |_| size.set(of)/>
                        {format!("{} × {}", of.0, of.1)}
                    </label>
                })}
            </fieldset>
            <CopyButton label="Copy embed code" text=move |()| code(page, size.get_untracked())/>
            <pre class="embed-code" tabindex="0" role="region" aria-label="Embed code">
                {move || {
                    shown.with(|_| ());
                    code(page, size.get())
                }}
            </pre>
            <p class="hint">
                "The frame needs allow-same-origin to load its own files, and the popups to open the full view. Put it into pages of \
                 another origin than this one: in a page of the same origin a sandbox with both holds nothing back."
            </p>
        </Disclosure>
    }
}

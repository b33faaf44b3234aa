//! The page: the session as elements. The only place with a browser in it (wasm32 only).
//!
//! Owns elements, listeners and timers. Must not decide anything: what a control does is `session`'s, what a chart looks like
//! `chart`'s, what a sentence says `explain`'s.

mod announce;
mod canvas;
mod chart;
mod clipboard;
mod crash;
mod editor;
mod header;
mod help;
mod icons;
mod listen;
mod now;
mod page;
mod panels;
mod speed;
mod stepbar;
mod storage;
mod swatch;
mod table;
mod theme;
mod why;

use crate::chart::ChartKind;
use crate::session::choices::Panel;
use crate::session::saved::Saved;
use crate::session::{Msg, Session, library::Source};
use leptos::prelude::*;
use page::Page;

/// Mounts the page.
pub fn mount() {
    crash::install();
    let stored = storage::read();
    let session = Session::new(Saved::read(&stored), js_sys::Date::now() as u64);
    leptos::mount::mount_to_body(move || {
        let page = Page::new(session, theme::system_dark(), listen::device_scale());
        provide_context(page);
        listen::remember_text(page);
        theme::follow(page);
        listen::keys(page);
        listen::play(page);
        listen::device(page);
        storage::keep(page, stored);
        view! { <App/> }
    });
    if let Some(loading) = document().get_element_by_id("loading") {
        loading.remove();
    }
}

/// Everything in the page.
#[component]
fn App() -> impl IntoView {
    let page = Page::get();
    let editor = page.memo(|s| s.panels().editor);
    view! {
        <header::Header/>
        <main class:with-editor=move || editor.get()>
            <Show when=move || editor.get()>
                <editor::Editor/>
            </Show>
            <section class="steps" aria-label="Steps and reasons">
                <Title/>
                <table::WorkedTable/>
                <why::Why/>
            </section>
            <section class="charts" aria-label="Timelines and state">
                <chart::Chart kind=ChartKind::Occupancy/>
                <chart::Chart kind=ChartKind::Vruntime/>
                <chart::Chart kind=ChartKind::Lag/>
                <Show when=move || page.lane.with(|l| l.recording.has_j)>
                    <chart::Chart kind=ChartKind::VAndJ/>
                </Show>
                <div class="state">
                    <div class="entities-now">
                        <chart::Chart kind=ChartKind::VirtualTime/>
                        <now::Entities/>
                    </div>
                    <now::Queue/>
                </div>
            </section>
            <panels::Panels/>
        </main>
        <stepbar::StepBar/>
        <announce::Announcer/>
        <help::Help/>
    }
}

/// What the scenario is called and what to look at; that it has errors, if it has.
#[component]
fn Title() -> impl IntoView {
    let page = Page::get();
    let title = move || page.lane.with(|l| l.scenario.title.clone());
    let note = page.memo(|s| match s.source() {
        Source::Gallery(_) => Some(s.library().entry(s.source()).note),
        Source::Copy(_) => None,
    });
    let variant = Memo::new(move |_| page.lane.with(|l| crate::session::status::variant(&l.scenario.script.variant)));
    let errors = page.memo(|s| s.has_errors());
    let editor = page.memo(|s| s.panels().editor);
    let open = move |_| page.send(Msg::Panel(Panel::Editor, true));
    view! {
        <div class="title">
            <h2 id="table-title" class="sr-only">{move || format!("Worked table: {}", title())}</h2>
            <p class="note"><span class="variant">{move || variant.get()}</span>" "{move || note.get()}</p>
            {move || errors.get().then(|| view! {
                <p class="stale">
                    <icons::Icon of=icons::WARNING/>
                    <span>"The text has errors; this is its last version without."</span>
                    <Show when=move || !editor.get()>
                        <button type="button" class="link" on:click=open>"Show them"</button>
                    </Show>
                </p>
            })}
        </div>
    }
}

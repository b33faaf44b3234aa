//! The page: the session as elements. The only place with a browser in it (wasm32 only).
//!
//! Owns elements, listeners and timers. Must not decide anything: what a control does is `session`'s, what a chart looks like
//! `chart`'s, what a sentence says `explain`'s.

mod announce;
mod bring;
mod canvas;
mod chart;
mod checks;
mod clipboard;
mod compare;
mod computing;
mod crash;
mod dialog;
mod editor;
mod embed;
mod export;
mod header;
mod help;
mod history;
mod icons;
mod imported;
mod latency;
mod legend;
mod listen;
mod notice;
mod now;
mod page;
mod paint;
mod panels;
mod paste;
mod save;
mod share;
mod speed;
mod stepbar;
mod storage;
mod swatch;
mod table;
mod theme;
mod variant;
mod warnings;
mod why;

use crate::chart::ChartKind;
use crate::io::link::asks_embed;
use crate::lanes::Side;
use crate::scenario::Override;
use crate::session::choices::Panel;
use crate::session::compare::Compare;
use crate::session::saved::Saved;
use crate::session::{Msg, Session, library::Source};
use leptos::prelude::*;
use page::Page;

/// Mounts the page.
pub fn mount() {
    crash::install();
    // A frame in another page keeps nothing and changes nothing that a person has in their own page.
    let embed = asks_embed(&history::fragment());
    let stored = if embed { Vec::new() } else { storage::read() };
    let mut session = Session::new(Saved::read(&stored), js_sys::Date::now() as u64);
    let arrived = history::arrived(embed);
    session.update(Msg::Follow(arrived.clone()));
    leptos::mount::mount_to_body(move || {
        let page = Page::new(session, theme::system_dark(), listen::device_scale());
        provide_context(page);
        listen::remember_text(page);
        theme::follow(page);
        listen::keys(page);
        listen::play(page);
        computing::keep_going(page);
        listen::device(page);
        history::keep(page, arrived, embed);
        if embed {
            let _there_is_one = document().body().map(|body| body.set_class_name("embedded"));
            return view! { <embed::Embed/> }.into_any();
        }
        storage::keep(page, stored);
        view! { <App/> }.into_any()
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
    let variant = page.memo(|s| s.panels().variant);
    let variant_b = page.memo(|s| s.panels().variant_b);
    let wants_b = page.memo(|s| s.over_b().is_some());
    let compared = Memo::new(move |_| page.comparison.with(Option::is_some));
    let stacked = page.memo(|s| s.stacked());
    let has_j = page.memo(Session::has_j);
    view! {
        <header::Header/>
        <Show when=move || variant.get()>
            <variant::VariantBar side=Side::A/>
        </Show>
        <Show when=move || variant_b.get() && wants_b.get()>
            <variant::VariantBar side=Side::B/>
        </Show>
        <main class:with-editor=move || editor.get() class:with-lanes=move || wants_b.get()>
            <Show when=move || editor.get()>
                <editor::Editor/>
            </Show>
            <section class="steps" aria-label="Steps and reasons">
                <notice::Notices/>
                <Title/>
                <Show when=move || wants_b.get()>
                    <compare::CompareBar/>
                </Show>
                <table::Tables/>
                <why::Why/>
                <compare::ComparePanels/>
            </section>
            <section class="charts" class:stacked=move || stacked.get() && compared.get() aria-label="Timelines and state">
                <Show when=move || compared.get()>
                    <LaneChoices/>
                </Show>
                <LaneCharts kind=ChartKind::Occupancy/>
                <LaneCharts kind=ChartKind::Vruntime/>
                <LaneCharts kind=ChartKind::Lag/>
                <Show when=move || has_j.get()>
                    <LaneCharts kind=ChartKind::VAndJ/>
                </Show>
                <div class="state">
                    <div class="entities-now">
                        {move || {
                            let side = if compared.get() { page.state_of.get() } else { Side::A };
                            view! { <chart::Chart kind=ChartKind::VirtualTime side/> }
                        }}
                        <now::Entities/>
                        <now::Costs/>
                    </div>
                    <now::Queue/>
                </div>
            </section>
            <panels::Panels/>
        </main>
        <computing::Computing/>
        <stepbar::StepBar/>
        <announce::Announcer/>
        <help::Help/>
        <paste::Paste/>
    }
}

/// A chart of the run; of two lanes one each, but for curves, which share one unless they are to be stacked.
#[component]
fn LaneCharts(kind: ChartKind) -> impl IntoView {
    let page = Page::get();
    let stacked = page.memo(|s| s.stacked());
    let of_b = Memo::new(move |_| page.comparison.with(Option::is_some) && (stacked.get() || kind == ChartKind::Occupancy));
    let shown = paint::in_turn(page, format!("{kind:?} of B"), of_b);
    view! {
        <chart::Chart kind/>
        <Show when=move || shown.get() == Some(true)>
            <chart::Chart kind side=Side::B/>
        </Show>
    }
}

/// How the charts show two lanes, and whose state is shown in full.
#[component]
fn LaneChoices() -> impl IntoView {
    let page = Page::get();
    let stacked = page.memo(|s| s.stacked());
    let radio = move |name: &'static str, value: &'static str, text: &'static str, on: Signal<bool>, asked: Compare| {
        view! {
            <label>
                <input type="radio" name=name value=value prop:checked=move || on.get() on:change=move |_| page.send(Msg::Compare(asked))/>
                {text}
            </label>
        }
    };
    let state = move |side: Side| Signal::derive(move || page.state_of.get() == side);
    view! {
        <div class="lane-choices views">
            <fieldset>
                <legend>"Curves"</legend>
                {radio("curves", "overlaid", "overlaid", Signal::derive(move || !stacked.get()), Compare::Stacked(false))}
                {radio("curves", "stacked", "stacked", stacked.into(), Compare::Stacked(true))}
            </fieldset>
            <fieldset>
                <legend>"State of lane"</legend>
                {radio("state-of", "a", "A", state(Side::A), Compare::StateOf(Side::A))}
                {radio("state-of", "b", "B", state(Side::B), Compare::StateOf(Side::B))}
            </fieldset>
        </div>
    }
}

/// What the scenario is called and what to look at; that it has errors, if it has.
#[component]
fn Title() -> impl IntoView {
    let page = Page::get();
    let title = move || page.lane.with(|l| l.scenario.title.clone());
    let note = page.memo(|s| match s.source() {
        Source::Gallery(_) => Some(s.library().entry(s.source()).note.to_string()),
        Source::Copy(_) => s.report().map(|report| format!("From {}.", report.what)),
    });
    let imported = page.memo(|s| s.report().is_some());
    let show_import = move |_| {
        page.send(Msg::Panel(Panel::Import, true));
        panels::bring_into_view("imported");
    };
    let is_open = page.memo(|s| s.panels().variant);
    let compared = page.memo(|s| s.over_b().is_some());
    let variant = Memo::new(move |_| page.lane.with(|l| crate::session::status::variant(&l.scenario.script.variant)));
    let errors = page.memo(|s| s.has_errors());
    let is_chosen = page.memo(|s| s.over() != Override::default());
    let cancelled = page.memo(|s| s.cancelled());
    // Where the errors are listed already.
    let is_told = page.memo(|s| s.panels().editor || (s.panels().variant && s.over() != Override::default()));
    let open = move |_| page.send(Msg::Panel(if is_chosen.get_untracked() { Panel::Variant } else { Panel::Editor }, true));
    let is_empty = Memo::new(move |_| page.lane.with(|lane| lane.recording.is_empty()));
    let stale = move || match (errors.get(), cancelled.get(), is_chosen.get()) {
        (true, _, _) if is_empty.get() => Some(("The text has errors.", "Show them", false)),
        (true, _, false) => Some(("The text has errors; this is its last version without.", "Show them", false)),
        (true, _, true) => Some(("The text has errors in this variant; this is the last run without.", "Show them", false)),
        (false, true, _) if is_empty.get() => Some(("The long run was cancelled.", "Compute it", true)),
        (false, true, _) => Some(("The long run was cancelled; this is the run before it.", "Compute it", true)),
        _ => None,
    };
    view! {
        <div class="title">
            <h2 id="table-title" class="sr-only">{move || format!("Worked table: {}", title())}</h2>
            <p class="note">
                <Show when=move || !compared.get()>
                    <button
                        type="button"
                        class="variant"
                        title="Kernel, patches, features, arithmetic"
                        aria-expanded=move || is_open.get().to_string()
                        aria-controls="variant"
                        on:click=move |_| page.send(Msg::Panel(Panel::Variant, !is_open.get_untracked()))
                    >
                        {move || variant.get()}
                    </button>
                    {move || page.lane.with(|l| l.over != Override::default()).then_some(" (not as written)")}
                </Show>
                " "
                {move || note.get()}
                <Show when=move || imported.get()>
                    " "
                    <button type="button" class="link" on:click=show_import>"What the import found"</button>
                </Show>
            </p>
            {move || stale().map(|(text, button, restart)| view! {
                <p class="stale">
                    <icons::Icon of=icons::WARNING/>
                    <span>{text}</span>
                    {match restart {
                        true => view! { <button type="button" class="link" on:click=move |_| page.send(Msg::Restart)>{button}</button> }.into_any(),
                        false => view! {
                            <Show when=move || !is_told.get()>
                                <button type="button" class="link" on:click=open>{button}</button>
                            </Show>
                        }
                        .into_any(),
                    }}
                </p>
            })}
        </div>
    }
}

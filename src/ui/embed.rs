//! The page in a frame of another page: the lane alone, in whatever size the frame has.
//!
//! Owns which parts are there and which is chosen. In a small frame one part is shown at a time; in a larger one the table stands
//! beside it (the style sheet says from when on). Must not write the URL, the history or the storage, which belong to others.

use super::icons::{self, Icon};
use super::page::Page;
use super::{LaneCharts, announce, computing, help, history, notice, now, stepbar, table, why};
use crate::chart::ChartKind;
use crate::lanes::Side;
use crate::session::{Session, status};
use leptos::prelude::*;

/// A part to choose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Table,
    Chart(ChartKind),
    State,
    Why,
}

impl Part {
    /// All, with what they are called.
    const ALL: [(Part, &str); 7] = [
        (Part::Table, "table"),
        (Part::Chart(ChartKind::Vruntime), "vruntime"),
        (Part::Chart(ChartKind::Lag), "lag"),
        (Part::Chart(ChartKind::VAndJ), "V and J"),
        (Part::Chart(ChartKind::VirtualTime), "virtual time"),
        (Part::State, "state"),
        (Part::Why, "why"),
    ];
}

/// Least size, in CSS px, in which the table has room beside another part; as in the style sheet.
const ROOM: (f64, f64) = (560.0, 340.0);

fn has_room() -> bool {
    let size = |of: fn(&web_sys::Window) -> Result<wasm_bindgen::JsValue, wasm_bindgen::JsValue>| {
        web_sys::window().and_then(|w| of(&w).ok()).and_then(|v| v.as_f64()).unwrap_or(0.0)
    };
    size(web_sys::Window::inner_width) >= ROOM.0 && size(web_sys::Window::inner_height) >= ROOM.1
}

/// Everything in the frame.
#[component]
pub fn Embed() -> impl IntoView {
    let page = Page::get();
    let part = RwSignal::new(if has_room() { Part::Chart(ChartKind::Vruntime) } else { Part::Table });
    let with_j = page.memo(Session::has_j);
    let choices = move || Part::ALL.into_iter().filter(move |(part, _)| with_j.get() || *part != Part::Chart(ChartKind::VAndJ));
    let choose = move |ev| {
        let value = event_target_value(&ev);
        if let Some((chosen, _)) = Part::ALL.into_iter().find(|(_, name)| *name == value) {
            part.set(chosen);
        }
    };
    let over_time = move || matches!(part.get(), Part::Chart(kind) if kind.over_time());
    let title = move || page.lane.with(|l| l.scenario.title.clone());
    view! {
        <header class="embed-top">
            <h1>{title}</h1>
            <label class="compact">
                <span class="sr-only">"Show"</span>
                <select id="part" on:change=choose>
                    {move || choices().map(|(of, name)| view! {
                        <option value=name prop:selected=move || part.get() == of>{name}</option>
                    }).collect_view()}
                </select>
            </label>
            <FullView/>
        </header>
        <main class="embed" class:table-only=move || part.get() == Part::Table>
            <notice::Notices/>
            <section class="embed-table" aria-label="Steps">
                <h2 id="table-title" class="sr-only">{move || format!("Worked table: {}", title())}</h2>
                <p class="note"><Variants/></p>
                <table::Tables/>
            </section>
            <section class="embed-part" class:no-time=move || !over_time() tabindex="0" aria-label="Chosen part">
                <div class="chart-cpu"><LaneCharts kind=ChartKind::Occupancy/></div>
                {move || match part.get() {
                    Part::Table => ().into_any(),
                    Part::Chart(ChartKind::VirtualTime) => view! { <VirtualTime/> }.into_any(),
                    Part::Chart(kind) => view! { <LaneCharts kind/> }.into_any(),
                    Part::State => view! {
                        <div class="state embed-state">
                            <now::Entities/>
                            <now::Queue/>
                            <now::Costs/>
                        </div>
                    }
                    .into_any(),
                    Part::Why => view! { <why::Why/> }.into_any(),
                }}
            </section>
            <Show when=move || part.get() != Part::State>
                <section class="embed-now" aria-label="State"><now::Entities/></section>
            </Show>
        </main>
        <computing::Computing/>
        <stepbar::StepBar/>
        <announce::Announcer/>
        <help::Help/>
    }
}

/// The virtual-time axis of lane A, or of the lane that is shown in full.
#[component]
fn VirtualTime() -> impl IntoView {
    let page = Page::get();
    let side = move || if page.comparison.with(Option::is_some) { page.state_of.get() } else { Side::A };
    move || view! { <super::chart::Chart kind=ChartKind::VirtualTime side=side()/> }
}

/// Which rules each lane follows.
#[component]
fn Variants() -> impl IntoView {
    let page = Page::get();
    let b = page.memo(|s| s.over_b().map(|_| status::variant(&s.variant_of(Side::B))));
    let a = Memo::new(move |_| page.lane.with(|l| status::variant(&l.scenario.script.variant)));
    move || match b.get() {
        None => a.get(),
        Some(b) => format!("A: {}; B: {b}", a.get()),
    }
}

/// The way to the whole page, in a tab of its own, at the same step.
#[component]
fn FullView() -> impl IntoView {
    let page = Page::get();
    let shown = page.memo(history::Shown::of);
    let href = Memo::new(move |_| {
        // A memo that nobody has read yet follows nothing.
        shown.with(|_| ());
        history::url_of(&page.now(Session::link))
    });
    view! {
        <a class="full-view" href=move || href.get() target="_blank" rel="noopener" title="Open the full view in a new tab">
            <Icon of=icons::OUT/>
            <span>"Open full view"</span>
        </a>
    }
}

//! Measures the engine in this browser. Owns the table of figures and the pauses in which the page stays alive.

use crate::kernels::Kernel;
use crate::sim::speed::{RUNNABLE, events_per_second};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// Millions of events per second, kernel by kernel, as far as they are measured.
type Figures = RwSignal<Vec<(Kernel, Vec<f64>)>>;

/// A button, and the figures once they are there.
#[component]
pub fn Speed() -> impl IntoView {
    let figures: Figures = RwSignal::new(Vec::new());
    let busy = RwSignal::new(false);
    let measure = move |_| {
        if !busy.get_untracked() {
            busy.set(true);
            figures.set(Vec::new());
            next(figures, busy, 0);
        }
    };
    let row = |(kernel, row): (Kernel, Vec<f64>)| {
        view! {
            <tr>
                <th scope="row">{kernel.name()}</th>
                {row.into_iter().map(|f| view! { <td>{format!("{f:.1}")}</td> }).collect_view()}
            </tr>
        }
    };
    view! {
        <h3>"Speed in this browser"</h3>
        <p>"Millions of events per second: a third each of ticks, sleeps and wake-ups, with so many runnable tasks, nothing recorded."</p>
        <button type="button" class="button small" id="measure" aria-disabled=move || busy.get().to_string() on:click=measure>
            {move || if busy.get() { "Measuring…" } else { "Measure" }}
        </button>
        <table class="speed" aria-live="polite" aria-busy=move || busy.get().to_string()>
            <thead>
                <tr>
                    <th scope="col">"kernel"</th>
                    {RUNNABLE.map(|n| view! { <th scope="col">{n}</th> }).collect_view()}
                </tr>
            </thead>
            <tbody>{move || figures.get().into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// Measures figure number `done`, and goes on after a pause.
fn next(figures: Figures, busy: RwSignal<bool>, done: usize) {
    let (kernel, size) = (1 + done / RUNNABLE.len(), done % RUNNABLE.len());
    let Some(kernel) = Kernel::ALL.get(kernel).copied() else {
        busy.set(false);
        return;
    };
    Timeout::new(10, move || {
        let clock = || js_sys::Date::now() / 1000.0;
        let clock = move || web_sys::window().and_then(|w| w.performance()).map_or_else(clock, |p| p.now() / 1000.0);
        let figure = events_per_second(kernel, RUNNABLE[size], &clock) / 1e6;
        figures.update(|rows| {
            if size == 0 {
                rows.push((kernel, Vec::new()));
            }
            if let Some((_, row)) = rows.last_mut() {
                row.push(figure);
            }
        });
        next(figures, busy, done + 1);
    })
    .forget();
}

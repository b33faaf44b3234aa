//! Long runs: gives the session time to compute in slices, shows how far it is, and lets it be given up.

use super::page::Page;
use crate::session::Msg;
use gloo_timers::callback::Interval;
use leptos::prelude::*;

/// A slice that takes longer than this, in ms, is felt.
const LONG: f64 = 24.0;

/// While a run is under way, a timer goes on with it, by as many steps as fit between two frames.
pub fn keep_going(page: Page) {
    let timer = StoredValue::new_local(None::<Interval>);
    let steps = StoredValue::new(64usize);
    let is_computing = page.memo(|s| s.progress().is_some());
    let slice = move || {
        let began = js_sys::Date::now();
        page.send(Msg::Compute(steps.get_value()));
        let took = js_sys::Date::now() - began;
        steps.update_value(|n| *n = if took > LONG { (*n / 2).max(1) } else { (*n * 5 / 4 + 1).min(1 << 16) });
    };
    Effect::new(move |_| {
        // Dropping the old one stops it.
        timer.set_value(is_computing.get().then(|| Interval::new(1, slice)));
    });
}

/// Progress with a button to cancel, above the step bar.
#[component]
pub fn Computing() -> impl IntoView {
    let page = Page::get();
    let progress = page.memo(|s| s.progress());
    let percent = move || progress.with(|p| p.as_ref().map_or(0, |p| p.percent));
    let steps = move || progress.with(|p| p.as_ref().map_or(0, |p| p.steps));
    let is_computing = Memo::new(move |_| progress.with(Option::is_some));
    view! {
        <Show when=move || is_computing.get()>
            <section class="computing" aria-label="Computing">
                <label>
                    <span>"Computing a long run"</span>
                    <progress max="100" prop:value=move || f64::from(percent())></progress>
                </label>
                <span class="num">{move || format!("{} steps", thousands(steps()))}</span>
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Cancel)>"Cancel"</button>
            </section>
        </Show>
        <span class="sr-only" role="status">{move || if is_computing.get() { "Computing a long run" } else { "" }}</span>
    }
}

/// `1,234,567`.
fn thousands(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

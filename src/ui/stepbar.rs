//! The step bar: first, back, play, forward, last, speed, scrubber, zoom, and what the step is.

use super::icons::{self, Icon};
use super::page::Page;
use crate::session::choices::Speed;
use crate::session::cursor::Go;
use crate::session::status;
use crate::session::zoom::Zoom;
use crate::session::{Msg, Session};
use leptos::prelude::*;

/// The bar.
#[component]
pub fn StepBar() -> impl IntoView {
    let page = Page::get();
    let place = page.memo(Session::place);
    let last = Memo::new(move |_| place.get().1);
    let at_start = move || place.get().0 == 0;
    let at_end = move || place.get().0 >= last.get();
    let speed = page.memo(Session::speed);
    let status = Memo::new(move |_| match page.comparison.get() {
        Some(comparison) => status::row(&comparison, page.row.get()),
        None => page.step().map(|(lane, step)| status::line(&lane, step)).unwrap_or_default(),
    });
    let zoomed = Memo::new(move |_| page.range.with(Option::is_some));
    let button = move |label: &'static str, icon: &'static str, go: Go, off: Signal<bool>| {
        view! {
            <button type="button" class="button" aria-label=label title=label disabled=move || off.get() on:click=move |_| page.send(Msg::Go(go))>
                <Icon of=icon/>
            </button>
        }
    };
    let zoom = move |label: &'static str, icon: &'static str, zoom: Zoom, off: Signal<bool>| {
        view! {
            <button type="button" class="button" aria-label=label title=label disabled=move || off.get() on:click=move |_| page.send(Msg::Zoom(zoom))>
                <Icon of=icon/>
            </button>
        }
    };
    let scrub = move |ev| {
        if let Ok(place) = event_target_value(&ev).parse() {
            let to = if page.comparison.with_untracked(Option::is_some) { Go::Row(place) } else { Go::To(place) };
            page.send(Msg::Go(to));
        }
    };
    let choose_speed = move |ev| {
        if let Some(speed) = Speed::from_key(&event_target_value(&ev)) {
            page.send(Msg::Speed(speed));
        }
    };
    let (start, end) = (Signal::derive(at_start), Signal::derive(at_end));
    let never = Signal::derive(|| false);
    view! {
        <section class="stepbar" aria-label="Stepping">
            <div class="buttons">
                {button("First step", icons::FIRST, Go::First, start)}
                {button("One step back", icons::BACK, Go::Back, start)}
                <button type="button" class="button play" on:click=move |_| page.send(Msg::TogglePlay)>
                    {move || if page.playing.get() { view! { <Icon of=icons::PAUSE/> } } else { view! { <Icon of=icons::PLAY/> } }}
                    <span class="text">{move || if page.playing.get() { "Pause" } else { "Play" }}</span>
                </button>
                {button("One step forward", icons::FORWARD, Go::Forward, end)}
                {button("Last step", icons::LAST, Go::Last, end)}
                <label class="compact speed">
                    <span class="sr-only">"Speed of playing"</span>
                    <select id="speed" on:change=choose_speed>
                        {Speed::ALL.into_iter().map(|s| view! {
                            <option value=s.key() prop:selected=move || speed.get() == s>{format!("{}/s", s.key())}</option>
                        }).collect_view()}
                    </select>
                </label>
            </div>
            <input
                type="range"
                id="scrubber"
                aria-label="Step"
                min="0"
                max=move || last.get().to_string()
                prop:value=move || place.get().0.to_string()
                aria-valuetext=move || status.get()
                on:input=scrub
            />
            <output class="status" for="scrubber">{move || status.get()}</output>
            <div class="buttons zoom">
                {zoom("Zoom in around the cursor", icons::ZOOM_IN, Zoom::In, never)}
                {zoom("Zoom out", icons::ZOOM_OUT, Zoom::Out, Signal::derive(move || !zoomed.get()))}
                {zoom("Fit the whole run", icons::FIT, Zoom::Fit, Signal::derive(move || !zoomed.get()))}
            </div>
        </section>
    }
}

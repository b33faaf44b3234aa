//! Long runs: gives the session time to compute in slices, shows how far it is, and lets it be given up.

use super::page::Page;
use crate::session::{Msg, Session};
use gloo_timers::callback::Interval;
use leptos::prelude::*;

/// The page is asked to wait for so long at a time, in ms: short of a frame.
const SLICE: f64 = 12.0;
/// A slice is made of pieces of about this length, in ms, so that none of them is long.
const PIECE: f64 = 3.0;

/// Progress is shown anew after so long, in ms: every change of the session makes the whole page look for what is new.
const SHOWN: f64 = 120.0;

/// How much of a stage is a piece: each stage has its own speed.
struct Piece {
    stage: &'static str,
    steps: usize,
    /// When progress was shown last.
    shown: f64,
}

/// While a run is under way, a timer goes on with it.
pub fn keep_going(page: Page) {
    let timer = StoredValue::new_local(None::<Interval>);
    let is_computing = page.memo(|s| s.progress().is_some());
    let piece = StoredValue::new(Piece { stage: "", steps: 0, shown: 0.0 });
    let slice = move || {
        page.change(|session| {
            let piece = piece.try_update_value(|piece| {
                let stage = work(session, piece);
                let show = session.progress().map(|p| p.stage) != stage || now() > piece.shown + SHOWN;
                if show {
                    piece.shown = now();
                }
                show
            });
            piece.unwrap_or(true)
        });
    };
    Effect::new(move |_| {
        // Dropping the old one stops it.
        timer.set_value(is_computing.get().then(|| Interval::new(1, slice)));
    });
}

/// Works until the slice is over or the next stage begins, which takes its own time. Returns the stage that it worked in.
fn work(session: &mut Session, piece: &mut Piece) -> Option<&'static str> {
    let end = now() + SLICE;
    let stage = session.progress().map(|p| p.stage)?;
    if stage != piece.stage {
        (piece.stage, piece.steps) = (stage, 64);
    }
    while session.progress().is_some_and(|p| p.stage == stage) {
        let began = now();
        session.update(Msg::Compute(piece.steps));
        let ended = now();
        piece.steps = next_size(piece.steps, ended - began, PIECE, 1 << 16);
        if ended > end {
            break;
        }
    }
    Some(stage)
}

/// How much to do at a time after `size` took `took` ms: less if that was longer than `long`, else more, but at most `most`.
pub fn next_size(size: usize, took: f64, long: f64, most: usize) -> usize {
    if took > long { (size / 2).max(1) } else { (size * 5 / 4 + 1).min(most) }
}

/// A clock in ms.
pub fn now() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or(0.0, |p| p.now())
}

/// Progress with a button to cancel, above the step bar.
#[component]
pub fn Computing() -> impl IntoView {
    let page = Page::get();
    let progress = page.memo(|s| s.progress());
    let percent = move || progress.with(|p| p.as_ref().map_or(0, |p| p.percent));
    let steps = move || progress.with(|p| p.as_ref().map_or(0, |p| p.steps));
    let stage = move || progress.with(|p| p.as_ref().map_or("", |p| p.stage));
    let is_computing = Memo::new(move |_| progress.with(Option::is_some));
    view! {
        <Show when=move || is_computing.get()>
            <section class="computing" aria-label="Computing">
                <label>
                    <span>"Computing a long run: "{stage}</span>
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

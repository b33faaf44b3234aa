//! The bar of a comparison: the variants of A and B, the way from difference to difference, and what to take into a mail.

use crate::lanes::{Matter, Side};
use crate::session::compare::Compare;
use crate::session::cursor::Go;
use crate::session::{Msg, Session, status};
use crate::ui::clipboard::CopyButton;
use crate::ui::icons::{self, Icon};
use crate::ui::page::Page;
use crate::ui::variant;
use leptos::prelude::*;

/// The bar; in the page while two lanes are wanted.
#[component]
pub fn CompareBar() -> impl IntoView {
    let page = Page::get();
    let command = page.memo(Session::command);
    let failed = page.memo(|s| !s.diagnostics_of(Side::B).is_empty());
    view! {
        <section class="compare-bar" aria-labelledby="compare-title">
            <h2 id="compare-title" class="sr-only">"Two lanes"</h2>
            <ul class="lanes">
                {Side::ALL.map(|side| view! { <li><LaneButton side/></li> }).collect_view()}
            </ul>
            <div class="buttons">
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Compare(Compare::Swap))>
                    <Icon of=icons::SWAP/>
                    <span>"Swap"</span>
                </button>
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Compare(Compare::Stop))>
                    <Icon of=icons::CLOSE/>
                    <span>"Remove B"</span>
                </button>
                <CopyButton
                    label="Copy comparison"
                    text=move |()| page.now(|s| s.comparison().map(|c| c.text()).unwrap_or_default())
                />
            </div>
            {move || failed.get().then(|| view! {
                <p class="stale"><Icon of=icons::WARNING/><span>"The text cannot be run under lane B's variant: see there."</span></p>
            })}
            <Differences/>
            <div class="command">
                <span class="sr-only">"The same on the command line"</span>
                <code id="compare-command">{move || command.get()}</code>
                <CopyButton label="Copy command" text=move |()| page.now(Session::command)/>
            </div>
        </section>
    }
}

/// A lane's variant; opens its bar.
#[component]
fn LaneButton(side: Side) -> impl IntoView {
    let page = Page::get();
    let words = page.memo(move |s| status::variant(&s.variant_of(side)));
    let panel = variant::panel(side);
    let open = page.memo(move |s| s.panels().is_open(panel));
    let controls = if side == Side::A { "variant" } else { "variant-b" };
    view! {
        <b class="lane-name">{side.name()}</b>
        <button
            type="button"
            class="variant"
            aria-expanded=move || open.get().to_string()
            aria-controls=controls
            title="Kernel, patches, features, arithmetic of this lane"
            on:click=move |_| page.send(Msg::Panel(panel, !open.get_untracked()))
        >
            {move || words.get()}
        </button>
    }
}

/// How many rows differ, and the way to them.
#[component]
fn Differences() -> impl IntoView {
    let page = Page::get();
    let comparison = page.comparison;
    let first = move |least: Option<Matter>| comparison.get().and_then(|c| c.lanes.differences.first(least.unwrap_or(c.least())));
    let neighbour = move |forward: bool| {
        comparison.get().and_then(|c| {
            let (differences, row) = (&c.lanes.differences, page.row.get());
            if forward { differences.next(row, c.least()) } else { differences.previous(row, c.least()) }
        })
    };
    let text = move || {
        comparison.get().map(|c| match (c.lanes.differences.worst(), c.count(), c.len()) {
            (None, _, all) => format!("The states are the same in all of {all} rows."),
            (Some(Matter::Books), n, all) => format!("{n} of {all} rows differ, only in how the books are kept."),
            (Some(Matter::Value), n, all) => format!("{n} of {all} rows differ, but no decision does."),
            (Some(Matter::Decision), n, all) => format!("{n} of {all} rows differ."),
        })
    };
    let go = move |label: &'static str, title: &'static str, go: Go, off: Signal<bool>| {
        view! {
            <button type="button" class="button small" title=title disabled=move || off.get() on:click=move |_| page.send(Msg::Go(go))>
                {label}
            </button>
        }
    };
    view! {
        <div class="buttons differences-bar">
            <p role="status">{text}</p>
            {go("First difference", "Key: X", Go::FirstDifference, Signal::derive(move || first(None).is_none()))}
            {go("Previous", "Previous difference; key: P", Go::DifferenceBack, Signal::derive(move || neighbour(false).is_none()))}
            {go("Next", "Next difference; key: N", Go::DifferenceForward, Signal::derive(move || neighbour(true).is_none()))}
            {go(
                "First other decision",
                "Where the lanes first run another task, queue another one, or only one of them does something",
                Go::FirstDecision,
                Signal::derive(move || first(Some(Matter::Decision)).is_none()),
            )}
        </div>
    }
}

//! The panel of named invariants: kept or broken, each violation with a button that goes to its step.
//!
//! A lane is checked while the panel is open, in slices; a new lane, or closing the panel, gives that up.

use super::clipboard::CopyButton;
use super::computing::{next_size, now};
use super::page::{Page, Shared};
use super::panels::Disclosure;
use crate::lanes::Side;
use crate::session::Msg;
use crate::session::checks::{Checking, Listed, ListedRow};
use crate::session::choices::Panel;
use crate::session::cursor::Go;
use gloo_timers::callback::Interval;
use leptos::prelude::*;

/// A slice that takes longer than this, in ms, is felt.
const LONG: f64 = 16.0;

/// The invariants of the run that is shown, or of both lanes.
#[component]
pub fn ChecksPanel() -> impl IntoView {
    let page = Page::get();
    let compared = Memo::new(move |_| page.comparison.with(Option::is_some));
    let title = Signal::derive(|| "Invariants".to_string());
    view! {
        <Disclosure panel=Panel::Checks id="checks" title>
            <LaneChecks side=Side::A/>
            <Show when=move || compared.get()>
                <LaneChecks side=Side::B/>
            </Show>
        </Disclosure>
    }
}

/// Those of one lane; exists while the panel is open.
#[component]
fn LaneChecks(side: Side) -> impl IntoView {
    let page = Page::get();
    let lane = Memo::new(move |_| match page.comparison.get() {
        Some(comparison) => Shared(comparison.lane(side).clone()),
        None => page.lane.get(),
    });
    let found = RwSignal::new(None::<Listed>);
    let percent = RwSignal::new(0);
    let work = StoredValue::new_local(None::<Checking>);
    let under_way = RwSignal::new(false);
    Effect::new(move |_| {
        found.set(None);
        percent.set(0);
        work.set_value(Some(Checking::new(lane.get().0.clone())));
        under_way.set(true);
    });
    let steps = StoredValue::new(64_usize);
    let slice = move || {
        let Some(mut checking) = work.try_update_value(Option::take).flatten() else { return };
        let began = now();
        let more = checking.advance(steps.get_value());
        steps.update_value(|n| *n = next_size(*n, now() - began, LONG, 1 << 14));
        if more {
            percent.set(checking.percent());
            work.set_value(Some(checking));
        } else {
            found.set(Some(checking.finish()));
            under_way.set(false);
        }
    };
    let timer = StoredValue::new_local(None::<Interval>);
    Effect::new(move |_| {
        // Dropping the old one stops it.
        timer.set_value(under_way.get().then(|| Interval::new(1, slice)));
    });
    let name = move || page.comparison.with(|c| c.as_ref().map(|_| if side == Side::A { "Lane A" } else { "Lane B" }));
    view! {
        {move || name().map(|name| view! { <p><b>{name}</b></p> })}
        {move || match found.get() {
            Some(listed) => list(page, side, listed).into_any(),
            None => view! { <p class="hint">{move || format!("Checking every step: {} %", percent.get())}</p> }.into_any(),
        }}
    }
}

fn list(page: Page, side: Side, listed: Listed) -> impl IntoView {
    let text = listed.text;
    view! {
        <p class="hint">{format!("Looked at in every step: {}.", listed.summary)}</p>
        <ul class="checks">{listed.rows.into_iter().map(|row| one(page, side, row)).collect_view()}</ul>
        <CopyButton label="Copy invariants" text=move |()| text.clone()/>
    }
}

fn one(page: Page, side: Side, row: ListedRow) -> impl IntoView {
    let jump = move |step: usize| page.send(Msg::Go(Go::In(side, step)));
    view! {
        <li class:broken=row.broken>
            <p><b>{row.name}</b>": "<span class="verdict">{row.verdict}</span></p>
            <p class="hint">{row.sentence}" "{row.remarks}</p>
            <ul>
                {row.violations.into_iter().map(|v| view! {
                    <li>
                        <button type="button" class="button small" on:click=move |_| jump(v.step)>{v.place}</button>
                        " "{v.text}
                    </li>
                }).collect_view()}
                {(row.more > 0).then(|| view! { <li>{format!("and {} more", row.more)}</li> })}
            </ul>
        </li>
    }
}

//! Legends: each curve of a chart with its mark and its value at the cursor, of both lanes where they share the chart.
//!
//! Must not know what a value is (that is `session::legend`).

use super::page::Page;
use super::paint::in_turn;
use super::swatch::Swatch;
use crate::chart::{ChartKind, Curve};
use crate::lanes::Side;
use crate::session::{Msg, legend};
use leptos::prelude::*;

/// The curves with their marks and their values at the cursor. Tasks can be selected.
#[component]
pub fn Legend(
    /// Of which chart.
    kind: ChartKind,
    /// Of which lane.
    side: Side,
    /// Whether the curves of lane B are in the same chart.
    shares: Signal<bool>,
) -> impl IntoView {
    let page = Page::get();
    if kind == ChartKind::VirtualTime {
        return view! { <p class="legend-note">"marker: v · bar: the request up to d · shaded: eligible"</p> }.into_any();
    }
    let values = Memo::new(move |_| {
        let of = |side: Side| page.at(side).map(|(lane, step)| legend::items(&lane.recording, &lane.series, kind, step));
        let own = of(side).unwrap_or_default();
        let other = of(Side::B).filter(|_| shares.get() && page.comparison.with(Option::is_some));
        match other {
            Some(other) => legend::shared(own, other),
            None => own,
        }
    });
    let curves = Memo::new(move |_| values.with(|v| v.iter().map(|item| (item.curve, item.name.clone())).collect::<Vec<_>>()));
    let shown = in_turn(page, format!("legend-{kind:?}-{}", side.name()), curves);
    let item = move |at: usize, curve: Curve, name: String| {
        let value = move || values.with(|v| v.get(at).map(|i| i.value.clone()).unwrap_or_default());
        let exact = move || values.with(|v| v.get(at).map(|i| i.exact.clone()).unwrap_or_default());
        match curve {
            Curve::Task(task) => {
                let pressed = move || if page.selected.get() == Some(task) { "true" } else { "false" };
                view! {
                    <li>
                        <button type="button" aria-pressed=pressed title=exact on:click=move |_| page.send(Msg::Select(task))>
                            <Swatch curve/>
                            <span class="name">{name}</span>
                            <Show when=move || kind != ChartKind::Occupancy>
                                <span class="num value">{value}</span>
                            </Show>
                        </button>
                    </li>
                }
                .into_any()
            }
            _ => view! {
                <li>
                    <span class="plain" title=exact>
                        <Swatch curve/>
                        <span class="name">{name}</span>
                        <span class="num value">{value}</span>
                    </span>
                </li>
            }
            .into_any(),
        }
    };
    view! {
        <ul class="legend">
            {move || {
                shown.get().into_iter().flatten().enumerate().map(|(at, (curve, name))| item(at, curve, name)).collect_view()
            }}
        </ul>
    }
    .into_any()
}

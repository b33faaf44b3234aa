//! What stands below the reasons of two lanes: the cells that differ at the cursor, what differs in the rules, the summary.
//!
//! One component a panel; a further one is one more line in [`ComparePanels`].

use crate::lanes::totals::{Figure, signed};
use crate::lanes::{CellDifference, Matter, Side};
use crate::session::Msg;
use crate::session::compare::Comparison;
use crate::session::cursor::Go;
use crate::sim::Recording;
use crate::tables::number::short;
use crate::ui::page::{Page, Shared};
use crate::ui::paint::in_turn;
use crate::ui::swatch::task_class;
use leptos::prelude::*;

/// Cells listed unless all are asked for.
const MOST_CELLS: usize = 60;

/// All of them.
#[component]
pub fn ComparePanels() -> impl IntoView {
    let page = Page::get();
    let shown = in_turn(page, "compare-panels".to_string(), page.comparison);
    move || {
        shown.get().flatten().map(|comparison| {
            view! {
                <Cells comparison=comparison.clone()/>
                <Rules comparison=comparison.clone()/>
                <Summary comparison/>
            }
        })
    }
}

/// The cells that differ at the cursor.
#[component]
fn Cells(comparison: Shared<Comparison>) -> impl IntoView {
    let page = Page::get();
    let all = RwSignal::new(false);
    let rows = move || {
        let row = page.row.get();
        let cells = if comparison.is_empty() { Vec::new() } else { comparison.cells(row) };
        let count = cells.len();
        if cells.is_empty() {
            return view! { <p class="hint">{comparison.without_cells(row)}</p> }.into_any();
        }
        let recording = &comparison.lane(Side::A).recording;
        let most = if all.get() { count } else { MOST_CELLS };
        let lines = cells.iter().take(most).map(|cell| cell_line(recording, cell)).collect_view();
        view! {
            {two_lanes("Table of the cells that differ", "cell", lines)}
            {(count > most).then(|| view! {
                <button type="button" class="link" on:click=move |_| all.set(true)>{format!("Show all {count} cells")}</button>
            })}
        }
        .into_any()
    };
    view! {
        <section class="compared-panel" aria-labelledby="cells-title">
            <h3 id="cells-title">"Cells that differ here"</h3>
            {rows}
        </section>
    }
}

fn cell_line(recording: &Recording, cell: &CellDifference) -> impl IntoView + use<> {
    let header = cell.column.header();
    let name = match cell.task {
        Some(task) => {
            let class = format!("task {}", task_class(task));
            view! { <b class=class>{recording.tasks[task].name.clone()}</b>{format!(".{header}")} }.into_any()
        }
        None => cell.name(recording).into_any(),
    };
    let by = cell.by();
    let exact = by.as_ref().map(ToString::to_string);
    let by = by.map(|by| signed(&by, short));
    view! {
        <tr class:books=cell.matter() == Matter::Books title=cell.column.meaning()>
            <th scope="row">{name}</th>
            <td class="num" title=cell.a.exact()>{cell.a.short()}</td>
            <td class="num" title=cell.b.exact()>{cell.b.short()}</td>
            <td class="num" title=exact>{by}</td>
        </tr>
    }
}

/// What differs in the rules.
#[component]
fn Rules(comparison: Shared<Comparison>) -> impl IntoView {
    let list = comparison.changes.iter().map(|change| {
        let values = Side::ALL.into_iter().zip(&change.values).map(|(side, value)| {
            view! {
                <div>
                    <dt>{side.name()}</dt>
                    <dd><code>{value.name.clone()}</code>" "<span class="hint">{value.meaning}</span></dd>
                </div>
            }
        });
        view! {
            <li>
                <code>{change.name}</code>" "<span class="hint">{change.about}</span>
                <dl>{values.collect_view()}</dl>
            </li>
        }
    });
    let list = list.collect_view();
    let none = comparison.changes.is_empty();
    view! {
        <section class="compared-panel" aria-labelledby="rules-title">
            <h3 id="rules-title">"What differs in the rules"</h3>
            {match none {
                true => view! { <p class="hint">"Nothing: both lanes follow the same rules."</p> }.into_any(),
                false => view! { <ul class="rule-changes">{list}</ul> }.into_any(),
            }}
        </section>
    }
}

/// What each lane costs and how far it strays.
#[component]
fn Summary(comparison: Shared<Comparison>) -> impl IntoView {
    let page = Page::get();
    let figure = move |side: Side, figure: &Figure| {
        let text = figure.text.clone();
        match figure.step {
            None => text.into_any(),
            Some(step) => view! {
                <button type="button" class="link" title="go there" on:click=move |_| page.send(Msg::Go(Go::In(side, step)))>{text}</button>
            }
            .into_any(),
        }
    };
    let rows = comparison.totals().into_iter().map(|total| {
        let differs = total.differs();
        let [a, b] = Side::ALL.map(|side| figure(side, &total.figures[side.index()]));
        view! {
            <tr class:differing=differs title=total.meaning>
                <th scope="row">{total.name.clone()}</th>
                <td class="num">{a}</td>
                <td class="num">{b}</td>
                <td class="num">{total.by.filter(|_| differs)}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    view! {
        <section class="compared-panel" aria-labelledby="summary-title">
            <h3 id="summary-title">"Summary"</h3>
            {two_lanes("Table of the summary", "whole run", rows)}
        </section>
    }
}

/// A table with a column for each lane and one for the difference.
fn two_lanes(label: &'static str, first: &'static str, rows: impl IntoView) -> impl IntoView {
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=label>
            <table class="two-lanes">
                <thead>
                    <tr>
                        <th scope="col">{first}</th>
                        <th scope="col" class="num">"A"</th>
                        <th scope="col" class="num">"B"</th>
                        <th scope="col" class="num">"B - A"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

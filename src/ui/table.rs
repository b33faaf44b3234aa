//! The worked table: one row a step, the cursor's row marked, cells that the mail prints otherwise marked and explained.
//!
//! Owns the table's elements and what clicks and keys in it do. It is also the accessible form of the charts.

use super::icons::{self, Icon};
use super::page::{Page, Shared};
use super::paint::in_turn;
use super::swatch::task_class;
use crate::session::lane::{Lane, Rows};
use crate::session::outside::TracedPick;
use crate::session::rows;
use crate::session::{Msg, cursor::Go, keys};
use crate::tables::column::Kind;
use crate::tables::table::Row;
use leptos::html::Div;
use leptos::prelude::*;
use std::ops::Range;
use wasm_bindgen::JsCast;

/// The table of the run, or of both lanes.
#[component]
pub fn Tables() -> impl IntoView {
    let page = Page::get();
    move || match page.comparison.get() {
        Some(comparison) => view! { <super::compare::CompareTable comparison/> }.into_any(),
        None => view! { <WorkedTable/> }.into_any(),
    }
}

/// The table with its heading, notes and scroll box.
#[component]
fn WorkedTable() -> impl IntoView {
    let page = Page::get();
    let scroller = NodeRef::<Div>::new();
    // This table goes once there are two lanes; where that cursor goes is no reason to make its rows anew before.
    let current = Memo::new(move |before: Option<&Option<usize>>| match page.comparison.with(Option::is_some) {
        true => before.copied().flatten(),
        false => page.step().and_then(|(lane, step)| lane.row_at(step)),
    });
    // Long tables are shown in pages of rows around the cursor; a table's elements are made anew only for another run or page.
    let window = Memo::new(move |_| rows::window(current.get().unwrap_or(0), page.lane.with(|l| l.row_count())));
    let body_of = Memo::new(move |_| (page.lane.get(), window.get()));
    let shown = in_turn(page, "table".to_string(), body_of);
    Effect::new(move |_| {
        shown.track();
        let Some(row) = current.get() else { return };
        bring_into_view(scroller, row);
    });
    let range = move || rows_shown(&window.get(), page.lane.with(|l| l.row_count()));
    view! {
        <div
            class="table-box"
            node_ref=scroller
            tabindex="0"
            role="region"
            aria-labelledby="table-title"
            on:keydown=move |ev| table_key(page, &ev)
        >
            <table class="worked" aria-rowcount=move || page.lane.with(|l| l.row_count() + 1).to_string()>
                <caption class="sr-only">
                    "One row a step: - before an event, + after it. Bold cells changed. Up and down arrow keys move the cursor."
                </caption>
                {move || head(&page.lane.get())}
                {move || shown.get().map(|(lane, window)| body(page, lane, window, current))}
            </table>
        </div>
        {move || range().map(|text| view! { <p class="hint">{text}</p> })}
        <super::warnings::Warnings/>
        <super::imported::TracedPicks/>
        <Differences/>
    }
}

/// What a key does in a table, unless a modifier is held.
pub fn table_key(page: Page, ev: &web_sys::KeyboardEvent) {
    if ev.ctrl_key() || ev.alt_key() || ev.meta_key() {
        return;
    }
    if let Some(msg) = keys::table_message(&ev.key()) {
        ev.prevent_default();
        page.send(msg);
    }
}

/// Which rows of a long table are in the page.
pub fn rows_shown(window: &Range<usize>, rows: usize) -> Option<String> {
    let (first, last) = (window.start + 1, window.end);
    (window.len() < rows).then(|| format!("Rows {first} to {last} of {rows}; the others come as the cursor reaches them."))
}

/// Scrolls to a row once the rows are in the page.
pub fn bring_into_view(scroller: NodeRef<Div>, row: usize) {
    if let Some(scroller) = scroller.get() {
        request_animation_frame(move || keep_in_view(scroller.unchecked_ref(), row));
    }
}

/// Scrolls the box, and only the box, so that the row is in it with a row to spare.
fn keep_in_view(scroller: &web_sys::HtmlElement, row: usize) {
    let Ok(Some(element)) = scroller.query_selector(&format!("tr[data-row='{row}']")) else { return };
    let Some(head) = scroller.query_selector("thead").ok().flatten() else { return };
    let (view, row) = (scroller.get_bounding_client_rect(), element.get_bounding_client_rect());
    let top = view.top() + head.get_bounding_client_rect().height() + row.height();
    let bottom = view.top() + f64::from(scroller.client_height()) - row.height();
    let by = if row.top() < top {
        row.top() - top
    } else if row.bottom() > bottom {
        row.bottom() - bottom
    } else {
        0.0
    };
    if by != 0.0 {
        scroller.set_scroll_top(scroller.scroll_top() + by.round() as i32);
    }
}

/// The CSS class of a column.
pub fn column_class(kind: Kind) -> &'static str {
    match kind {
        Kind::Time => "time",
        Kind::Event => "event",
        Kind::Number => "num",
        Kind::Virtual => "num virt",
        Kind::Flag | Kind::Name => "word",
    }
}

fn head(lane: &Lane) -> impl IntoView + use<> {
    let heads = lane.table.columns.iter().map(|heading| {
        let class = column_class(heading.column.kind());
        view! { <th scope="col" class=class title=heading.column.meaning()>{heading.text.clone()}</th> }
    });
    view! { <thead><tr aria-rowindex="1">{heads.collect_view()}</tr></thead> }
}

fn body(page: Page, lane: Shared<Lane>, window: std::ops::Range<usize>, current: Memo<Option<usize>>) -> impl IntoView + use<> {
    let first = window.start;
    let Rows { rows, news } = lane.rows(window);
    let rows = rows.iter().zip(&news).enumerate().map(|(at, (shown, news))| {
        let above = at.checked_sub(1).map(|at| &rows[at]);
        row(page, &lane, first + at, shown, above, news, current)
    });
    view! { <tbody>{rows.collect_view()}</tbody> }
}

fn row(
    page: Page,
    lane: &Lane,
    i: usize,
    row: &Row,
    above: Option<&Row>,
    news: &[bool],
    current: Memo<Option<usize>>,
) -> impl IntoView + use<> {
    let step = row.step;
    let same_time = above.is_some_and(|above| above.time == row.time);
    let class = if same_time { "" } else { "new-time" };
    let cells = lane.table.columns.iter().zip(&row.cells).zip(news).map(|((heading, cell), news)| {
        let kind = heading.column.kind();
        let mut class = column_class(kind).to_string();
        if *news {
            class.push_str(" changed");
        }
        if kind == Kind::Time && same_time {
            class.push_str(" repeated");
        }
        let exact = Some(cell.value.exact()).filter(|exact| *exact != cell.value.short());
        if kind == Kind::Event {
            return view! { <th scope="row" class=class>{event(lane, row)}{lane.is_warned(step).then(warned)}{lane.traced(step).map(traced)}</th> }.into_any();
        }
        match lane.difference(step, heading) {
            None => view! { <td class=class title=exact>{cell.text()}</td> }.into_any(),
            Some((index, difference)) => {
                let note = format!("difference-{index}");
                let title = format!("printed: {}; computed: {}: {}", difference.printed, difference.computed, difference.why);
                view! {
                    <td class=class>
                        <button
                            type="button"
                            class="differs"
                            title=title
                            aria-describedby=note
                        >
                            {cell.text()}
                        </button>
                    </td>
                }
                .into_any()
            }
        }
    });
    let is_current = move || current.get() == Some(i);
    view! {
        <tr
            class=class
            data-row=i.to_string()
            aria-rowindex=(i + 2).to_string()
            class:current=is_current
            aria-current=move || is_current().then_some("step")
            on:click=move |_| page.send(Msg::Go(Go::To(step)))
        >
            {cells.collect_view()}
        </tr>
    }
}

/// The mark of a row with a warning.
fn warned() -> impl IntoView {
    view! {
        <span class="warned" title="has a warning: see why">
            <Icon of=icons::WARNING/>
            <span class="sr-only">" (warning)"</span>
        </span>
    }
}

/// The mark of a pick that the model would not have made.
fn traced(pick: &TracedPick) -> impl IntoView + use<> {
    let title = pick.sentence();
    let words = format!(" ({})", pick.words());
    view! { <span class="traced-mark" title=title><span aria-hidden="true">"≠"</span><span class="sr-only">{words}</span></span> }
}

/// The event's label, the task's name in its colour.
fn event(lane: &Lane, row: &Row) -> impl IntoView + use<> {
    let name = row.task.map(|task| (task, lane.recording.tasks[task].name.clone()));
    match name
        .and_then(|(task, name)| row.label.split_once(&name).map(|(a, b)| (task, name.clone(), a.to_string(), b.to_string())))
    {
        Some((task, name, before, after)) => {
            let class = format!("task {}", task_class(task));
            view! { {before}<b class=class>{name}</b>{after} }.into_any()
        }
        None => row.label.clone().into_any(),
    }
}

/// The cells that the mail prints otherwise, each explained once.
#[component]
fn Differences() -> impl IntoView {
    let page = Page::get();
    move || {
        let lane = page.lane.get();
        let printed = lane.printed.as_ref()?;
        if printed.differences.is_empty() {
            let text = format!("All {} cells of the table printed in the mail agree.", printed.compared);
            return Some(view! { <p class="agrees">{text}</p> }.into_any());
        }
        let items = rows::difference_notes(&lane);
        let list = items.into_iter().map(|note| {
            let ids = note.cells.iter().map(|(index, text)| {
                let id = format!("difference-{index}");
                view! { <span id=id class="cell">{text.clone()}</span> }
            });
            let step = note.step;
            let label = note.label.clone();
            let place = match step {
                Some(step) => view! {
                    <button type="button" class="link" on:click=move |_| page.send(Msg::Go(Go::To(step)))>{label}</button>
                }
                .into_any(),
                None => view! { <b>{label}</b> }.into_any(),
            };
            view! { <li>{place}" "{ids.collect_view()}<span class="reason">{note.reason}</span></li> }
        });
        Some(
            view! {
                <div class="differences">
                    <Icon of=icons::WARNING/>
                    <ul aria-label="Cells that the mail prints otherwise">{list.collect_view()}</ul>
                </div>
            }
            .into_any(),
        )
    }
}

//! The table of both lanes: a row an aligned pair; a cell that differs holds the value of A above that of B, and the
//! row begins with both letters.

use crate::lanes::Side;
use crate::session::compare::Comparison;
use crate::session::compare::rows::{PairCell, PairRow};
use crate::session::cursor::Go;
use crate::session::{Msg, rows};
use crate::sim::script::TaskId;
use crate::tables::column::Kind;
use crate::tables::table::Cell;
use crate::ui::page::{Page, Shared};
use crate::ui::paint::in_turn;
use crate::ui::swatch::task_class;
use crate::ui::table::{bring_into_view, column_class, rows_shown, table_key};
use leptos::html::Div;
use leptos::prelude::*;
use std::ops::Range;

/// The table in its scroll box.
#[component]
pub fn CompareTable(comparison: Shared<Comparison>) -> impl IntoView {
    let page = Page::get();
    let scroller = NodeRef::<Div>::new();
    let count = comparison.shown.len();
    let place = {
        let comparison = comparison.clone();
        Memo::new(move |_| comparison.place(page.row.get()))
    };
    let window = Memo::new(move |_| rows::window(place.get().unwrap_or(0), count));
    let shown = in_turn(page, "table-of-two".to_string(), window);
    Effect::new(move |_| {
        shown.track();
        let Some(place) = place.get() else { return };
        bring_into_view(scroller, place);
    });
    let range = move || rows_shown(&window.get(), count);
    let heads = comparison.columns.iter().map(|heading| {
        view! { <th scope="col" class=column_class(heading.column.kind()) title=heading.column.meaning()>{heading.text.clone()}</th> }
    });
    let heads = heads.collect_view();
    view! {
        <div class="table-box" node_ref=scroller tabindex="0" role="region" aria-labelledby="table-title" on:keydown=move |ev| table_key(page, &ev)>
            <table class="worked compared" aria-rowcount=(count + 1).to_string()>
                <caption class="sr-only">
                    "One row an event of both lanes. Where they differ, a cell holds the value of lane A and that of lane B. Up and down arrow keys move the cursor."
                </caption>
                <thead><tr aria-rowindex="1"><th scope="col" class="gutter"><span class="sr-only">"lane"</span></th>{heads}</tr></thead>
                {move || shown.get().map(|window| body(page, &comparison, window, place))}
            </table>
        </div>
        {move || range().map(|text| view! { <p class="hint">{text}</p> })}
    }
}

fn body(page: Page, comparison: &Comparison, window: Range<usize>, place: Memo<Option<usize>>) -> impl IntoView + use<> {
    let first = window.start;
    let rows = comparison.rows(window);
    let rows = rows.iter().enumerate().map(|(i, of)| {
        let above = i.checked_sub(1).map(|i| &rows[i]);
        row(page, comparison, first + i, of, above, place)
    });
    view! { <tbody>{rows.collect_view()}</tbody> }
}

fn row(
    page: Page,
    comparison: &Comparison,
    i: usize,
    of: &PairRow,
    above: Option<&PairRow>,
    place: Memo<Option<usize>>,
) -> impl IntoView + use<> {
    let same_time = above.is_some_and(|above| above.time == of.time);
    let differs = of.matter.is_some_and(|matter| matter >= comparison.least());
    let mut class = if same_time { String::new() } else { "new-time".to_string() };
    if differs {
        class.push_str(" differing");
    }
    let row = of.row;
    let cells = comparison.columns.iter().zip(&of.cells).map(|(heading, cell)| {
        let kind = heading.column.kind();
        let mut class = column_class(kind).to_string();
        if kind == Kind::Time && same_time {
            class.push_str(" repeated");
        }
        if matches!(cell, PairCell::Differs(_)) {
            class.push_str(" two");
        }
        let shown = content(comparison, of, kind, cell);
        match kind {
            Kind::Event => view! { <th scope="row" class=class>{shown}</th> }.into_any(),
            _ => view! { <td class=class>{shown}</td> }.into_any(),
        }
    });
    let is_current = move || place.get() == Some(i);
    let is_two = of.cells.iter().any(|cell| matches!(cell, PairCell::Differs(_)));
    let letters: &[Side] = match (is_two, of.only) {
        (true, _) => &Side::ALL,
        (false, Some(Side::A)) => &[Side::A],
        (false, Some(Side::B)) => &[Side::B],
        (false, None) => &[],
    };
    let letters = letters.iter().map(|side| view! { <span class="of-lane">{side.name()}</span> }).collect_view();
    view! {
        <tr
            class=class
            data-row=i.to_string()
            aria-rowindex=(i + 2).to_string()
            class:current=is_current
            aria-current=move || is_current().then_some("step")
            on:click=move |_| page.send(Msg::Go(Go::Row(row)))
        >
            <td class="gutter" aria-hidden="true">{letters}</td>
            {cells.collect_view()}
        </tr>
    }
}

fn content(comparison: &Comparison, of: &PairRow, kind: Kind, cell: &PairCell) -> AnyView {
    let text = |side: Side, cell: &Cell| match kind {
        Kind::Event => event(comparison, of.tasks[side.index()], cell).into_any(),
        _ => value(cell).into_any(),
    };
    match cell {
        PairCell::Same(cell) => text(if of.tasks[0].is_some() { Side::A } else { Side::B }, cell),
        PairCell::Differs(both) => Side::ALL
            .map(|side| view! {
                <span class="of-lane"><span class="sr-only">{format!("{}: ", side.name())}</span><span>{text(side, &both[side.index()])}</span></span>
            })
            .into_any(),
        PairCell::Only(cell) => {
            let side = of.only.unwrap_or(Side::A);
            let note = (kind == Kind::Event).then(|| view! { <span class="only">{format!("only {}", side.name())}</span> });
            view! { {text(side, cell)}" "{note} }.into_any()
        }
    }
}

fn value(cell: &Cell) -> impl IntoView + use<> {
    let exact = Some(cell.value.exact()).filter(|exact| *exact != cell.value.short());
    view! { <span title=exact>{cell.text()}</span> }
}

/// The event's label, the task's name in its colour.
fn event(comparison: &Comparison, task: Option<TaskId>, cell: &Cell) -> impl IntoView + use<> {
    let label = cell.text();
    let name = task.map(|task| (task, comparison.lane(Side::A).recording.tasks[task].name.clone()));
    match name.and_then(|(task, name)| label.split_once(&name).map(|(a, b)| (task, name.clone(), a.to_string(), b.to_string()))) {
        Some((task, name, before, after)) => {
            view! { {before}<b class=format!("task {}", task_class(task))>{name}</b>{after} }.into_any()
        }
        None => label.into_any(),
    }
}

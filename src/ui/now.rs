//! The state at the cursor: the queue's fields under their kernel names, and each entity's values; raw and against exact
//! arithmetic on demand.

use super::page::{Page, Shared};
use super::paint::in_turn;
use super::swatch::{Swatch, task_class};
use crate::chart::Curve;
use crate::model::num::Num;
use crate::session::cursor::Go;
use crate::session::fields::{self, Field, TASK_HEADINGS, TaskFields};
use crate::session::rounding::{self, Differences, TaskDifferences};
use crate::session::{Msg, Session};
use leptos::prelude::*;

fn value_class(field: &Field) -> &'static str {
    if field.changed { "num changed" } else { "num" }
}

/// A field's value: as shown, or its raw words; and the difference to exact arithmetic, where that is asked for.
fn value(field: Field, raw: bool, difference: Option<&Num>) -> impl IntoView + use<> {
    let lines = if raw && !field.raw.is_empty() { field.raw } else { vec![field.text] };
    let difference = difference.map(|d| {
        let class = if d.is_zero() { "difference none" } else { "difference" };
        view! { <span class=class>{rounding::text(d)}</span> }
    });
    view! { {lines.into_iter().map(|line| view! { <span class="line">{line}</span> }).collect_view()} {difference} }
}

/// The differences to exact arithmetic at the cursor, where they are asked for and there are any.
fn differences(page: Page) -> Memo<Option<Differences>> {
    let beside = page.memo(|s| s.rounding().cloned().map(Shared));
    Memo::new(move |_| {
        // Lane A's only.
        let (lane, step) = page.state().filter(|(lane, _)| *lane == page.lane.get())?;
        beside.get()?.at(&lane.recording, step)
    })
}

/// The queue's fields.
#[component]
pub fn Queue() -> impl IntoView {
    let page = Page::get();
    let all = Memo::new(move |_| {
        page.state()
            .map(|(lane, step)| fields::queue(&lane.recording, lane.scenario.script.variant.kernel, step))
            .unwrap_or_default()
    });
    let raw = page.memo(Session::raw);
    let difference = differences(page);
    let cpu = move || {
        page.step()
            .filter(|(lane, _)| lane.recording.cpus > 1)
            .map(|(lane, step)| format!(" of CPU {}", lane.recording.state(step).cpu))
    };
    view! {
        <section class="queue" aria-labelledby="queue-title">
            <h3 id="queue-title">"cfs_rq" {cpu}</h3>
            <Views/>
            <dl>
                {move || all.get().into_iter().map(|field| {
                    let class = value_class(&field);
                    let symbol = (!field.symbol.is_empty()).then(|| view! { <span class="symbol">{field.symbol}</span> });
                    let (meaning, exact, name) = (field.meaning, field.exact.clone(), field.name);
                    let of_v = difference.get().filter(|_| field.symbol == "V");
                    let shown = value(field, raw.get(), of_v.as_ref().map(|d| &d.v_avg));
                    view! {
                        <div title=meaning>
                            <dt>{name}" "{symbol}</dt>
                            <dd class=class title=exact>{shown}</dd>
                        </div>
                    }
                }).collect_view()}
            </dl>
        </section>
    }
}

/// What the decisions have cost.
#[component]
pub fn Costs() -> impl IntoView {
    let page = Page::get();
    let all = Memo::new(move |_| page.state().map(|(lane, step)| fields::costs(&lane.recording, step)).unwrap_or_default());
    view! {
        <section class="costs" aria-labelledby="costs-title">
            <h3 id="costs-title" title="so far, and (+) in this step">"costs"</h3>
            <dl id="costs">
                {move || all.get().into_iter().map(|field| {
                    let class = value_class(&field);
                    view! {
                        <div title=field.meaning>
                            <dt>{field.name}</dt>
                            <dd class=class>{field.text}</dd>
                        </div>
                    }
                }).collect_view()}
            </dl>
        </section>
    }
}

/// How values are shown: raw, and with the difference to exact arithmetic.
#[component]
fn Views() -> impl IntoView {
    let page = Page::get();
    let raw = page.memo(Session::raw);
    let wanted = page.memo(Session::wants_rounding);
    let beside = page.memo(|s| s.rounding().cloned().map(Shared));
    let why_not = Memo::new(move |_| page.lane.with(|l| rounding::unavailable(l.recording.arith, l.is_long())));
    let verdict = move || {
        let parting = beside.get()?.parting();
        Some(match parting {
            None => view! { <p class="hint">"Exact arithmetic decides the same at every step."</p> }.into_any(),
            Some(step) => view! {
                <p class="hint">
                    "Exact arithmetic decides otherwise from "
                    <button type="button" class="link" on:click=move |_| page.send(Msg::Go(Go::To(step)))>
                        {format!("step {}", step + 1)}
                    </button>
                    " on."
                </p>
            }
            .into_any(),
        })
    };
    view! {
        <div class="views">
            <label title="ns, and virtual times also as unsigned 64 bits">
                <input type="checkbox" id="raw" prop:checked=move || raw.get() on:change=move |ev| page.send(Msg::Raw(event_target_checked(&ev)))/>
                "raw words"
            </label>
            <label title=move || why_not.get().unwrap_or("kernel value minus exact value") class:off=move || why_not.get().is_some()>
                <input
                    type="checkbox"
                    id="rounding"
                    prop:checked=move || wanted.get()
                    disabled=move || why_not.get().is_some()
                    on:change=move |ev| page.send(Msg::Rounding(event_target_checked(&ev)))
                />
                "difference to exact"
            </label>
            {verdict}
        </div>
    }
}

/// The entities' values.
#[component]
pub fn Entities() -> impl IntoView {
    let page = Page::get();
    let all = Memo::new(move |_| page.state().map(|(lane, step)| fields::tasks(&lane.recording, step)).unwrap_or_default());
    // Rows of other tasks are made; those of the same tasks only change.
    let count = in_turn(page, "entities".to_string(), Memo::new(move |_| all.with(Vec::len)));
    let raw = page.memo(Session::raw);
    let difference = differences(page);
    let several = Memo::new(move |_| page.lane.with(|l| l.recording.cpus > 1));
    view! {
        <div class="entities-box" tabindex="0" role="region" aria-label="Entities">
            <table class="entities">
                <caption class="sr-only">"sched_entity of each task at the cursor"</caption>
                <thead>
                    <tr>
                        <th scope="col">"entity"</th>
                        <th scope="col">"state"</th>
                        {move || several.get().then(|| view! { <th scope="col" class="num" title="the CPU that holds it">"cpu"</th> })}
                        <th scope="col" title="eligible or not: v <= V">"E"</th>
                        {TASK_HEADINGS.iter().map(|(symbol, meaning)| view! { <th scope="col" class="num" title=*meaning>{*symbol}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>
                    {move || {
                        let (raw, difference) = (raw.get(), difference.get());
                        let of = |task: usize| difference.as_ref().and_then(|d| d.tasks.get(task));
                        all.get().into_iter().take(count.get().unwrap_or(0)).enumerate().map(|(task, fields)| entity(page, task, fields, raw, of(task))).collect_view()
                    }}
                </tbody>
            </table>
        </div>
    }
}

fn entity(page: Page, task: usize, fields: TaskFields, raw: bool, difference: Option<&TaskDifferences>) -> impl IntoView + use<> {
    let class = format!("task {}", task_class(task));
    let eligible = match fields.eligible {
        Some(true) => "E",
        Some(false) => "N",
        None => "",
    };
    let pressed = move || if page.selected.get() == Some(task) { "true" } else { "false" };
    let row = format!("is-{}", fields.standing);
    view! {
        <tr class=row>
            <th scope="row">
                <button type="button" aria-pressed=pressed on:click=move |_| page.send(Msg::Select(task))>
                    <Swatch curve=Curve::Task(task)/>
                    <b class=class>{fields.name}</b>
                </button>
            </th>
            <td class="standing">{fields.standing}</td>
            {fields.cpu.map(|cpu| view! { <td class="num">{cpu}</td> })}
            <td class="word">{eligible}</td>
            {fields.values.into_iter().map(|field| {
                let (class, exact) = (value_class(&field), field.exact.clone());
                let of = difference.and_then(|d| match field.symbol {
                    "v" => d.v.as_ref(),
                    "d" => d.d.as_ref(),
                    "vlag" => d.vlag.as_ref(),
                    _ => None,
                });
                let lines = if raw && field.raw.len() > 1 || of.is_some() { " lines" } else { "" };
                view! { <td class=format!("{class}{lines}") title=exact>{value(field, raw, of)}</td> }
            }).collect_view()}
        </tr>
    }
}

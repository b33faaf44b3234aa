//! The state at the cursor: the queue's fields under their kernel names, and each entity's values.

use super::page::Page;
use super::swatch::{Swatch, task_class};
use crate::chart::Curve;
use crate::session::Msg;
use crate::session::fields::{self, Field, TASK_HEADINGS, TaskFields};
use leptos::prelude::*;

fn value_class(field: &Field) -> &'static str {
    if field.changed { "num changed" } else { "num" }
}

/// The queue's fields.
#[component]
pub fn Queue() -> impl IntoView {
    let page = Page::get();
    let all = Memo::new(move |_| {
        page.step()
            .map(|(lane, step)| fields::queue(&lane.recording, lane.scenario.script.variant.kernel, step))
            .unwrap_or_default()
    });
    view! {
        <section class="queue" aria-labelledby="queue-title">
            <h3 id="queue-title">"cfs_rq"</h3>
            <dl>
                {move || all.get().into_iter().map(|field| {
                    let class = value_class(&field);
                    let symbol = (!field.symbol.is_empty()).then(|| view! { <span class="symbol">{field.symbol}</span> });
                    view! {
                        <div title=field.meaning>
                            <dt>{field.name}" "{symbol}</dt>
                            <dd class=class title=field.exact>{field.text}</dd>
                        </div>
                    }
                }).collect_view()}
            </dl>
        </section>
    }
}

/// The entities' values.
#[component]
pub fn Entities() -> impl IntoView {
    let page = Page::get();
    let all = Memo::new(move |_| page.step().map(|(lane, step)| fields::tasks(&lane.recording, step)).unwrap_or_default());
    view! {
        <div class="entities-box" tabindex="0" role="region" aria-label="Entities">
            <table class="entities">
                <caption class="sr-only">"sched_entity of each task at the cursor"</caption>
                <thead>
                    <tr>
                        <th scope="col">"entity"</th>
                        <th scope="col">"state"</th>
                        <th scope="col" title="eligible or not: v <= V">"E"</th>
                        {TASK_HEADINGS.iter().map(|(symbol, meaning)| view! { <th scope="col" class="num" title=*meaning>{*symbol}</th> }).collect_view()}
                    </tr>
                </thead>
                <tbody>{move || all.get().into_iter().enumerate().map(|(task, fields)| entity(page, task, fields)).collect_view()}</tbody>
            </table>
        </div>
    }
}

fn entity(page: Page, task: usize, fields: TaskFields) -> impl IntoView {
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
            <td class="word">{eligible}</td>
            {fields.values.into_iter().map(|field| {
                let class = value_class(&field);
                view! { <td class=class title=field.exact>{field.text}</td> }
            }).collect_view()}
        </tr>
    }
}

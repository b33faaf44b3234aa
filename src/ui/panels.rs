//! The panels below the step: the join orders, wake-up latencies, the invariants, the ASCII diagram, and what can be copied and saved.

use super::clipboard::CopyButton;
use super::page::Page;
use super::swatch::task_class;
use crate::session::choices::Panel;
use crate::session::cursor::Go;
use crate::session::{Msg, derived};
use crate::tables::permute::Orders;
use leptos::html::Details;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDetailsElement;

/// All panels.
#[component]
pub fn Panels() -> impl IntoView {
    view! {
        <section class="panels" aria-label="More of the scenario">
            <super::imported::ImportedPanel/>
            <OrdersPanel/>
            <super::latency::LatencyPanel/>
            <super::checks::ChecksPanel/>
            <DiagramPanel/>
            <super::share::SharePanel/>
            <super::export::ExportPanel/>
        </section>
    }
}

/// Scrolls to an element once it has its size.
pub fn bring_into_view(id: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().get_element_by_id(id) {
            element.scroll_into_view();
        }
    });
}

/// A native disclosure whose state is the session's. What is in it is made when it is open.
#[component]
pub fn Disclosure(panel: Panel, id: &'static str, title: Signal<String>, children: ChildrenFn) -> impl IntoView {
    let page = Page::get();
    let open = page.memo(move |s| s.panels().is_open(panel));
    let details = NodeRef::<Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            let is_open = details.unchecked_ref::<HtmlDetailsElement>().open();
            if is_open != open.get_untracked() {
                page.send(Msg::Panel(panel, is_open));
            }
        }
    };
    let children = StoredValue::new(children);
    view! {
        <details id=id node_ref=details prop:open=move || open.get() on:toggle=toggled>
            <summary>{move || title.get()}</summary>
            <Show when=move || open.get()>{children.with_value(|c| c())}</Show>
        </details>
    }
}

#[component]
fn OrdersPanel() -> impl IntoView {
    let page = Page::get();
    let found = Memo::new(move |_| page.memo(|s| s.panels().orders).get().then(|| derived::orders(&page.lane.get())));
    let title = Signal::derive(|| "Join orders".to_string());
    view! {
        <Disclosure panel=Panel::Orders id="orders" title>
            {move || match found.get() {
                Some(Ok(orders)) => orders_table(orders).into_any(),
                Some(Err(why)) => view! { <p class="hint">{format!("There are no orders to compare: {why}.")}</p> }.into_any(),
                None => ().into_any(),
            }}
        </Disclosure>
    }
}

fn orders_table(orders: Orders) -> impl IntoView {
    let rows = derived::order_rows(&orders);
    let text = orders.to_string();
    let tasks: Vec<(usize, String)> = orders
        .orders
        .first()
        .map(|o| o.vruntimes.iter().map(|(t, _)| (*t, orders.names[*t].clone())).collect())
        .unwrap_or_default();
    let has_j = rows.iter().any(|r| r.j.is_some());
    let same = rows.iter().all(|r| r.as_first);
    let verdict = match same {
        true => "The order of joining makes no difference to the order of vruntimes.",
        false => "The order of joining changes the order of vruntimes: rows that differ from the first are bold.",
    };
    view! {
        <p class="hint">{verdict}</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Join orders">
            <table class="orders">
                <thead>
                    <tr>
                        <th scope="col">"joined"</th>
                        {tasks.into_iter().map(|(task, name)| {
                            let class = format!("task {}", task_class(task));
                            view! { <th scope="col" class="num">"v "<b class=class>{name}</b></th> }
                        }).collect_view()}
                        <th scope="col" class="num">"V"</th>
                        {has_j.then(|| view! { <th scope="col" class="num">"J"</th> })}
                        <th scope="col">"by vruntime"</th>
                        <th scope="col">"eligible"</th>
                        <th scope="col">"pick"</th>
                    </tr>
                </thead>
                <tbody>
                    {rows.into_iter().map(|row| view! {
                        <tr>
                            <th scope="row">{row.joins}</th>
                            {row.vruntimes.into_iter().map(|v| view! { <td class="num">{v}</td> }).collect_view()}
                            <td class="num">{row.v_avg}</td>
                            {row.j.map(|j| view! { <td class="num">{j}</td> })}
                            <td class:changed=!row.as_first>{row.by_vruntime}</td>
                            <td>{row.eligible}</td>
                            <td>{row.pick}</td>
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
        </div>
        <CopyButton label="Copy orders" text=move |()| text.clone()/>
    }
}

#[component]
fn DiagramPanel() -> impl IntoView {
    let page = Page::get();
    let open = page.memo(|s| s.panels().diagram);
    let found = Memo::new(move |_| {
        let (lane, step) = page.step()?;
        open.get().then(|| derived::diagram(&lane, step))
    });
    let elsewhere = Memo::new(move |_| {
        let lane = page.lane.get();
        if open.get() { derived::first_with_diagram(&lane) } else { None }
    });
    let title = Signal::derive(|| "ASCII diagram".to_string());
    view! {
        <Disclosure panel=Panel::Diagram id="diagram" title>
            {move || match found.get() {
                Some(Ok(text)) => {
                    let copied = text.clone();
                    view! {
                        <p class="hint">"From the state at the cursor on: > is picked, |---< reaches from vruntime to deadline, * is V."</p>
                        <CopyButton label="Copy diagram" text=move |()| copied.clone()/>
                        <pre class="diagram" tabindex="0" role="region" aria-label="ASCII diagram">{text}</pre>
                    }
                    .into_any()
                }
                Some(Err(why)) => view! {
                    <p class="hint">{format!("There is no diagram of this step: {why}.")}</p>
                    {move || elsewhere.get().map(|step| view! {
                        <button type="button" class="button small" on:click=move |_| page.send(Msg::Go(Go::To(step)))>
                            {format!("Go to step {}, which has one", step + 1)}
                        </button>
                    })}
                }
                .into_any(),
                None => ().into_any(),
            }}
        </Disclosure>
    }
}

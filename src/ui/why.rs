//! The "why" boxes: what happened in the step, the reasons, and the formulas with their numbers; one a lane.

use super::icons::{self, Icon};
use super::page::Page;
use super::paint::in_turn;
use crate::explain::{Explanation, explain};
use crate::lanes::Side;
use leptos::prelude::*;

/// The box, or where two lanes are compared one of each.
#[component]
pub fn Why() -> impl IntoView {
    let page = Page::get();
    let compared = Memo::new(move |_| page.comparison.with(Option::is_some));
    let shown = in_turn(page, "why".to_string(), compared);
    move || match shown.get() {
        None => ().into_any(),
        Some(false) => view! { <Reasons id="why-title" label="Why" why=page.why/> }.into_any(),
        Some(true) => {
            let [a, b] = Side::ALL.map(|side| of_lane(page, side));
            view! {
                <Reasons id="why-title" label="Why, in A" why=a/>
                <Reasons id="why-title-b" label="Why, in B" why=b/>
            }
            .into_any()
        }
    }
}

/// Why a lane's step of the row came out as it did; that there is none, if there is none.
fn of_lane(page: Page, side: Side) -> Memo<Explanation> {
    Memo::new(move |_| {
        let Some(comparison) = page.comparison.get().filter(|c| !c.is_empty()) else { return Explanation::default() };
        match comparison.pair(page.row.get()).of(side) {
            Some(step) => explain(&comparison.lane(side).recording, step),
            None => Explanation { title: "nothing happens here".to_string(), ..Explanation::default() },
        }
    })
}

#[component]
fn Reasons(id: &'static str, label: &'static str, why: Memo<Explanation>) -> impl IntoView {
    view! {
        <section class="why" class:kept=move || why.with(|w| w.v_plus_j.as_ref().is_some_and(|status| status.kept)) aria-labelledby=id>
            <h2 id=id>
                <span class="label">{label}</span>
                {move || why.with(|w| w.title.clone())}
            </h2>
            {move || {
                let why = why.get();
                let text = why.sentences.join(" ");
                let v_plus_j = why.v_plus_j.map(|status| {
                    let class = if status.kept { "invariant" } else { "invariant broken" };
                    view! { <p class=class title="The invariant of mail M4: a join or leave leaves V + J where it is">{status.text}</p> }
                });
                view! {
                    {v_plus_j}
                    {why.warnings.into_iter().map(|w| view! {
                        <p class="warning"><Icon of=icons::WARNING/><span><b>"Warning: "</b>{w}</span></p>
                    }).collect_view()}
                    {(!text.is_empty()).then(|| view! { <p>{text}</p> })}
                    {(!why.formulas.is_empty()).then(|| view! {
                        <ul class="formulas">
                            {why.formulas.into_iter().map(|f| view! { <li><code>{f.text}</code></li> }).collect_view()}
                        </ul>
                    })}
                }
            }}
        </section>
    }
}

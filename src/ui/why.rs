//! The "why" box: what happened in the step, the reasons, and the formulas with their numbers.

use super::icons::{self, Icon};
use super::page::Page;
use leptos::prelude::*;

/// The box.
#[component]
pub fn Why() -> impl IntoView {
    let page = Page::get();
    view! {
        <section class="why" aria-labelledby="why-title">
            <h2 id="why-title">
                <span class="label">"Why"</span>
                {move || page.why.with(|w| w.title.clone())}
            </h2>
            {move || {
                let why = page.why.get();
                let text = why.sentences.join(" ");
                view! {
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

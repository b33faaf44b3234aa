//! The scenario editor: the text with its line numbers, and what is wrong with it.
//!
//! Owns typing: every key is kept at once, and read when typing pauses. Must not know the language (that is `scenario`).

use super::icons::{self, Icon};
use super::page::{Page, Shared};
use crate::scenario::{Diagnostic, Severity};
use crate::session::Msg;
use crate::session::choices::Panel;
use crate::session::library::Source;
use crate::session::places::{self, Part};
use leptos::html::{Div, Textarea};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

/// Typing pauses when nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(150);

/// Longest text, in lines, that has line numbers and marks: each line is an element.
const MARKED_LINES: usize = 3_000;

/// The editor.
#[component]
pub fn Editor() -> impl IntoView {
    let page = Page::get();
    let area = NodeRef::<Textarea>::new();
    let backdrop = NodeRef::<Div>::new();
    let text = page.memo(|s| Shared(s.text().clone()));
    let diagnostics = page.memo(|s| s.diagnostics().to_vec());
    let errors = page.memo(|s| s.has_errors());
    let copy = page.memo(|s| match s.source() {
        Source::Copy(id) => Some(*id),
        Source::Gallery(_) => None,
    });
    let linked = page.memo(|s| matches!(s.source(), Source::Copy(id) if s.library().is_linked(*id)));
    let deleted = page.memo(|s| s.deleted().map(|c| c.title()));
    let failed = page.memo(|s| s.storage_failed());
    let pending = StoredValue::new(None::<TimeoutHandle>);
    let typed = move |ev| {
        page.send(Msg::Edit(event_target_value(&ev)));
        if let Some(pending) = pending.get_value() {
            pending.clear();
        }
        pending.set_value(set_timeout_with_handle(move || page.send(Msg::Check), PAUSE).ok());
    };
    let scrolled = move |_| {
        if let (Some(area), Some(backdrop)) = (area.get_untracked(), backdrop.get_untracked()) {
            backdrop.set_scroll_top(area.scroll_top());
            backdrop.set_scroll_left(area.scroll_left());
        }
    };
    let jump = move |diagnostic: &Diagnostic| {
        let Some(area) = area.get_untracked() else { return };
        let area: &HtmlTextAreaElement = area.unchecked_ref();
        let (from, to) = page.now(|s| places::utf16_range(s.text(), diagnostic));
        let _focus_first_so_that_the_browser_scrolls = area.focus();
        let _a_range_past_the_end_is_cut = area.set_selection_range(from, to);
        let line = f64::from(diagnostic.line.saturating_sub(4));
        area.set_scroll_top((line * line_height(area)) as i32);
    };
    view! {
        <section class="editor" id="editor" aria-labelledby="editor-title">
            <div class="bar">
                <h2 id="editor-title">"Scenario"</h2>
                <span class="spring"></span>
                {move || copy.get().filter(|_| !linked.get()).map(|id| view! {
                    <button type="button" class="button small" on:click=move |_| page.send(Msg::Delete(id))>
                        <Icon of=icons::DELETE/>
                        <span>"Delete copy"</span>
                    </button>
                })}
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Panel(Panel::Editor, false))>
                    <Icon of=icons::CLOSE/>
                    <span>"Close"</span>
                </button>
            </div>
            <p class="hint">
                {move || match copy.get() {
                    Some(_) if linked.get() => "From a link. Change anything: that makes it your own copy, kept in this browser.",
                    Some(_) => "Your own copy, kept in this browser.",
                    None => "Change anything: that makes your own copy, and the gallery stays as it is.",
                }}
            </p>
            {move || deleted.get().map(|title| view! {
                <p class="hint">
                    {format!("“{title}” was deleted. ")}
                    <button type="button" class="button small" on:click=move |_| page.send(Msg::Undelete)>
                        <Icon of=icons::UNDO/>
                        <span>"Put it back"</span>
                    </button>
                </p>
            })}
            {move || failed.get().then(|| view! {
                <p class="hint warning">
                    <Icon of=icons::WARNING/>
                    "This browser keeps nothing for the page: what you type is gone when you leave it. Copy it elsewhere first."
                </p>
            })}
            <div class="code">
                <div class="backdrop" node_ref=backdrop aria-hidden="true">
                    {move || text.with(|t| diagnostics.with(|d| lines(t, d)))}
                </div>
                <textarea
                    id="scenario-text"
                    node_ref=area
                    aria-label="Scenario text"
                    aria-describedby="diagnostics"
                    aria-invalid=move || if errors.get() { "true" } else { "false" }
                    spellcheck="false"
                    autocapitalize="off"
                    autocomplete="off"
                    wrap="off"
                    prop:value=move || text.with(|t| t.to_string())
                    on:input=typed
                    on:scroll=scrolled
                ></textarea>
            </div>
            <div id="diagnostics" role="status">
                {move || {
                    let found = diagnostics.get();
                    match found.is_empty() {
                        true => view! { <p class="hint">"No errors."</p> }.into_any(),
                        false => view! {
                            <ul class="diagnostics">
                                {found.into_iter().map(|d| view! { <Problem diagnostic=d jump/> }).collect_view()}
                            </ul>
                        }.into_any(),
                    }
                }}
            </div>
        </section>
    }
}

fn line_height(area: &HtmlTextAreaElement) -> f64 {
    let lines = area.value().split('\n').count().max(1) as f64;
    f64::from(area.scroll_height()) / lines
}

/// The text again, with line numbers and marks, under the transparent text area.
fn lines(text: &str, diagnostics: &[Diagnostic]) -> impl IntoView + use<> {
    let text = if text.lines().count() > MARKED_LINES { "" } else { text };
    places::marked_lines(text, diagnostics)
        .into_iter()
        .map(|line| {
            let class = match line.severity {
                Some(Severity::Error) => "line error",
                Some(Severity::Warning) => "line warning",
                None => "line",
            };
            let part = |part: Part| match part.severity {
                None => view! { <span>{part.text}</span> }.into_any(),
                Some(Severity::Error) => view! { <mark class="error">{part.text}</mark> }.into_any(),
                Some(Severity::Warning) => view! { <mark class="warning">{part.text}</mark> }.into_any(),
            };
            view! { <div class=class>{line.parts.into_iter().map(part).collect_view()}</div> }
        })
        .collect_view()
}

/// One diagnostic; a click goes to its place.
#[component]
fn Problem(diagnostic: Diagnostic, jump: impl Fn(&Diagnostic) + Copy + 'static) -> impl IntoView {
    let class = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
    let message = diagnostic.message.clone();
    let expected = (!diagnostic.expected.is_empty())
        .then(|| view! { <span class="expected">{format!("expected {}", diagnostic.expected)}</span> });
    let body = view! {
        <span class="message">{message}</span>
        {expected}
    };
    let place = match diagnostic.line {
        0 => None,
        line => Some(format!("line {line}")),
    };
    view! {
        <li class=class>
            <Icon of=icons::WARNING/>
            <span class="sr-only">{if class == "error" { "Error: " } else { "Warning: " }}</span>
            {match place {
                Some(place) => view! {
                    <button type="button" class="link" on:click=move |_| jump(&diagnostic)>{place}</button>
                }.into_any(),
                None => ().into_any(),
            }}
            <span>{body}</span>
        </li>
    }
}

//! The variant bar: kernel, patches, features and arithmetic over those that the scenario names.
//!
//! Owns its controls, all native. What can be chosen and what a choice leads to is the session's.

use super::clipboard::CopyButton;
use super::icons::{self, Icon};
use super::page::Page;
use crate::kernels::{ArithKind, Kernel};
use crate::scenario::{Diagnostic, Override, Severity};
use crate::session::choices::Panel;
use crate::session::variant::{self, Choose, FeatureItem, PatchItem};
use crate::session::{Msg, Session, status};
use leptos::prelude::*;

/// The value of the options that leave a choice to the text.
const AS_WRITTEN: &str = "";

/// The bar; in the page while it is open.
#[component]
pub fn VariantBar() -> impl IntoView {
    let page = Page::get();
    let summary = page.memo(|s| status::variant(&s.variant()));
    let is_changed = page.memo(|s| s.over() != Override::default());
    let command = page.memo(Session::command);
    let errors = page.memo(|s| match s.over() == Override::default() {
        true => Vec::new(),
        false => s.diagnostics().iter().filter(|d| d.severity == Severity::Error).take(3).cloned().collect::<Vec<Diagnostic>>(),
    });
    view! {
        <section class="variant-bar" id="variant" aria-labelledby="variant-title">
            <div class="bar">
                <h2 id="variant-title">"Variant"</h2>
                <p class="summary" role="status">{move || summary.get()}</p>
                <button
                    type="button"
                    class="button small"
                    disabled=move || !is_changed.get()
                    on:click=move |_| page.send(Msg::Variant(Choose::AsWritten))
                >
                    <Icon of=icons::UNDO/>
                    <span>"As written"</span>
                </button>
                <span class="spring"></span>
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Panel(Panel::Variant, false))>
                    <Icon of=icons::CLOSE/>
                    <span>"Close"</span>
                </button>
            </div>
            <div role="alert">
                {move || errors.get().into_iter().map(|d| view! {
                    <p class="problem"><Icon of=icons::WARNING/><span>{format!("Shown is the last run without errors. {}", said(&d))}</span></p>
                }).collect_view()}
            </div>
            <div class="choices">
                <div class="rules">
                    <KernelChoice/>
                    <ArithChoice/>
                    <div class="command">
                        <span>"The same on the command line"</span>
                        <code id="command">{move || command.get()}</code>
                        <CopyButton label="Copy command" text=move |()| page.now(Session::command)/>
                    </div>
                </div>
                <Patches/>
                <Features/>
            </div>
        </section>
    }
}

/// A diagnostic in one line.
fn said(d: &Diagnostic) -> String {
    let place = if d.line > 0 { format!("Line {}: ", d.line) } else { String::new() };
    let expected = if d.expected.is_empty() { String::new() } else { format!("; expected {}", d.expected) };
    format!("{place}{}{expected}.", d.message)
}

#[component]
fn KernelChoice() -> impl IntoView {
    let page = Page::get();
    let chosen = page.memo(|s| s.over().kernel);
    let written = page.memo(|s| s.written().kernel);
    let effective = page.memo(|s| s.variant().kernel);
    let choose = move |ev| page.send(Msg::Variant(Choose::Kernel(Kernel::from_name(&event_target_value(&ev)))));
    view! {
        <label class="field">
            <span>"Kernel"</span>
            <select id="kernel" aria-describedby="kernel-meaning" on:change=choose>
                <option value=AS_WRITTEN prop:selected=move || chosen.get().is_none()>
                    {move || format!("as written: {}", written.get().name())}
                </option>
                {Kernel::ALL.into_iter().map(|k| view! {
                    <option value=k.name() title=k.meaning() prop:selected=move || chosen.get() == Some(k)>{k.name()}</option>
                }).collect_view()}
            </select>
        </label>
        <p class="hint" id="kernel-meaning">{move || effective.get().meaning()}</p>
    }
}

#[component]
fn ArithChoice() -> impl IntoView {
    let page = Page::get();
    let chosen = page.memo(|s| s.over().arith);
    let without = page.memo(|s| {
        let kernel = s.variant().kernel;
        match s.written().arith {
            Some(arith) => format!("as written: {}", arith.name()),
            None => format!("the kernel's own: {}", kernel.default_arith().name()),
        }
    });
    let choose = move |ev| page.send(Msg::Variant(Choose::Arith(ArithKind::from_name(&event_target_value(&ev)))));
    view! {
        <label class="field">
            <span>"Arithmetic"</span>
            <select id="arith" on:change=choose>
                <option value=AS_WRITTEN prop:selected=move || chosen.get().is_none()>{move || without.get()}</option>
                {[ArithKind::Exact, ArithKind::Kernel].into_iter().map(|a| view! {
                    <option value=a.name() prop:selected=move || chosen.get() == Some(a)>{a.name()}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Patches() -> impl IntoView {
    let page = Page::get();
    let items = page.memo(|s| variant::patches(&s.variant()));
    let item = move |i: usize, patch: crate::kernels::Patch| {
        let now = move |f: fn(&PatchItem) -> bool| items.with(|items| items.get(i).is_some_and(f));
        let misfit = move || items.with(|items| items.get(i).and_then(|item| item.misfit.clone()));
        let toggle = move |ev| page.send(Msg::Variant(Choose::Patch(patch, event_target_checked(&ev))));
        let id = format!("patch-{}", patch.name);
        let note = format!("{id}-note");
        view! {
            <li class:off=move || now(|item| item.misfit.is_some())>
                <label>
                    <input
                        type="checkbox"
                        id=id
                        prop:checked=move || now(|item| item.on)
                        disabled=move || now(|item| item.misfit.is_some() && !item.on)
                        aria-describedby=note.clone()
                        on:change=toggle
                    />
                    <code>{patch.name}</code>
                </label>
                <span class="hint" id=note>
                    {patch.meaning}
                    {move || misfit().map(|why| view! { <b class="misfit">{format!(" ({why})")}</b> })}
                </span>
            </li>
        }
    };
    let list = items.get_untracked().into_iter().enumerate().map(|(i, of)| item(i, of.patch)).collect_view();
    view! {
        <fieldset>
            <legend>"Patches"</legend>
            <ul>{list}</ul>
        </fieldset>
    }
}

#[component]
fn Features() -> impl IntoView {
    let page = Page::get();
    let items = page.memo(|s| variant::features(&s.variant()));
    let item = move |i: usize, flag: crate::kernels::FeatureFlag| {
        let now = move |f: fn(&FeatureItem) -> bool| items.with(|items| items.get(i).is_some_and(f));
        let toggle = move |ev| page.send(Msg::Variant(Choose::Feature(flag, event_target_checked(&ev))));
        let id = format!("feature-{}", flag.name());
        let note = format!("{id}-note");
        let default = move || match (now(|item| item.on != item.default), now(|item| item.default)) {
            (false, _) => None,
            (true, true) => Some("on by default"),
            (true, false) => Some("off by default"),
        };
        view! {
            <li class:off=move || now(|item| item.idle)>
                <label>
                    <input type="checkbox" id=id prop:checked=move || now(|item| item.on) aria-describedby=note.clone() on:change=toggle/>
                    <code>{flag.name()}</code>
                </label>
                <span class="hint" id=note>
                    {flag.meaning()}
                    {move || now(|item| item.idle).then(|| view! { <b class="misfit">" (no effect here)"</b> })}
                    {move || default().map(|text| view! { <b class="not-default">{format!(" ({text})")}</b> })}
                </span>
            </li>
        }
    };
    let list = items.get_untracked().into_iter().enumerate().map(|(i, of)| item(i, of.flag)).collect_view();
    view! {
        <fieldset class="features">
            <legend>"Features"</legend>
            <ul>{list}</ul>
        </fieldset>
    }
}

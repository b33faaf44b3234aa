//! The variant bar: kernel, patches, features and arithmetic over those that the scenario names.
//!
//! Owns its controls, all native. What can be chosen and what a choice leads to is the session's.

use super::clipboard::CopyButton;
use super::icons::{self, Icon};
use super::page::Page;
use crate::kernels::{ArithKind, Kernel};
use crate::lanes::Side;
use crate::scenario::{Diagnostic, Override, Severity};
use crate::session::choices::Panel;
use crate::session::compare::Compare;
use crate::session::variant::{self, Choose, FeatureItem, PatchItem};
use crate::session::{Msg, Session, status};
use leptos::prelude::*;

/// The value of the options that leave a choice to the text.
const AS_WRITTEN: &str = "";

/// A choice for a lane.
fn message(side: Side, choice: Choose) -> Msg {
    match side {
        Side::A => Msg::Variant(choice),
        Side::B => Msg::Compare(Compare::Choose(choice)),
    }
}

/// An id that each lane's bar has: that of lane B ends differently.
fn id(side: Side, name: &str) -> String {
    match side {
        Side::A => name.to_string(),
        Side::B => format!("{name}-b"),
    }
}

/// The panel that a lane's bar is.
pub fn panel(side: Side) -> Panel {
    match side {
        Side::A => Panel::Variant,
        Side::B => Panel::VariantB,
    }
}

/// The bar of a lane; in the page while it is open.
#[component]
pub fn VariantBar(side: Side) -> impl IntoView {
    let page = Page::get();
    let summary = page.memo(move |s| status::variant(&s.variant_of(side)));
    let is_changed = page.memo(move |s| s.over_of(side) != Override::default());
    let is_compared = page.memo(|s| s.over_b().is_some());
    let title = move || if is_compared.get() { format!("Variant of lane {}", side.name()) } else { "Variant".to_string() };
    let command = page.memo(Session::command);
    let errors = page.memo(move |s| match side == Side::A && s.over() == Override::default() {
        true => Vec::new(),
        false => {
            s.diagnostics_of(side).iter().filter(|d| d.severity == Severity::Error).take(3).cloned().collect::<Vec<Diagnostic>>()
        }
    });
    view! {
        <section class="variant-bar" id=id(side, "variant") aria-labelledby=id(side, "variant-title")>
            <div class="bar">
                <h2 id=id(side, "variant-title")>{title}</h2>
                <p class="summary" role="status">{move || summary.get()}</p>
                <button
                    type="button"
                    class="button small"
                    disabled=move || !is_changed.get()
                    on:click=move |_| page.send(message(side, Choose::AsWritten))
                >
                    <Icon of=icons::UNDO/>
                    <span>"As written"</span>
                </button>
                <span class="spring"></span>
                <button type="button" class="button small" on:click=move |_| page.send(Msg::Panel(panel(side), false))>
                    <Icon of=icons::CLOSE/>
                    <span>"Close"</span>
                </button>
            </div>
            <div role="alert">
                {move || errors.get().into_iter().map(|d| view! {
                    <p class="problem"><Icon of=icons::WARNING/><span>{format!("{}{}", stale(side), said(&d))}</span></p>
                }).collect_view()}
            </div>
            <div class="choices">
                <div class="rules">
                    <KernelChoice side/>
                    <ArithChoice side/>
                    <div class="command">
                        <span>"The same on the command line"</span>
                        <code id=id(side, "command")>{move || command.get()}</code>
                        <CopyButton label="Copy command" text=move |()| page.now(Session::command)/>
                    </div>
                </div>
                <Patches side/>
                <Features side/>
            </div>
        </section>
    }
}

/// What errors in a lane's variant mean for what is shown.
fn stale(side: Side) -> &'static str {
    match side {
        Side::A => "Shown is the last run without errors. ",
        Side::B => "This lane cannot be run. ",
    }
}

/// A diagnostic in one line.
fn said(d: &Diagnostic) -> String {
    let place = if d.line > 0 { format!("Line {}: ", d.line) } else { String::new() };
    let expected = if d.expected.is_empty() { String::new() } else { format!("; expected {}", d.expected) };
    format!("{place}{}{expected}.", d.message)
}

#[component]
fn KernelChoice(side: Side) -> impl IntoView {
    let page = Page::get();
    let chosen = page.memo(move |s| s.over_of(side).kernel);
    let written = page.memo(|s| s.written().kernel);
    let effective = page.memo(move |s| s.variant_of(side).kernel);
    let choose = move |ev| page.send(message(side, Choose::Kernel(Kernel::from_name(&event_target_value(&ev)))));
    view! {
        <label class="field">
            <span>"Kernel"</span>
            <select id=id(side, "kernel") aria-describedby=id(side, "kernel-meaning") on:change=choose>
                <option value=AS_WRITTEN prop:selected=move || chosen.get().is_none()>
                    {move || format!("as written: {}", written.get().name())}
                </option>
                {Kernel::ALL.into_iter().map(|k| view! {
                    <option value=k.name() title=k.meaning() prop:selected=move || chosen.get() == Some(k)>{k.name()}</option>
                }).collect_view()}
            </select>
        </label>
        <p class="hint" id=id(side, "kernel-meaning")>{move || effective.get().meaning()}</p>
    }
}

#[component]
fn ArithChoice(side: Side) -> impl IntoView {
    let page = Page::get();
    let chosen = page.memo(move |s| s.over_of(side).arith);
    let without = page.memo(move |s| {
        let kernel = s.variant_of(side).kernel;
        match s.written().arith {
            Some(arith) => format!("as written: {}", arith.name()),
            None => format!("the kernel's own: {}", kernel.default_arith().name()),
        }
    });
    let choose = move |ev| page.send(message(side, Choose::Arith(ArithKind::from_name(&event_target_value(&ev)))));
    view! {
        <label class="field">
            <span>"Arithmetic"</span>
            <select id=id(side, "arith") on:change=choose>
                <option value=AS_WRITTEN prop:selected=move || chosen.get().is_none()>{move || without.get()}</option>
                {[ArithKind::Exact, ArithKind::Kernel].into_iter().map(|a| view! {
                    <option value=a.name() prop:selected=move || chosen.get() == Some(a)>{a.name()}</option>
                }).collect_view()}
            </select>
        </label>
    }
}

#[component]
fn Patches(side: Side) -> impl IntoView {
    let page = Page::get();
    let items = page.memo(move |s| variant::patches(&s.variant_of(side)));
    let item = move |i: usize, patch: crate::kernels::Patch| {
        let now = move |f: fn(&PatchItem) -> bool| items.with(|items| items.get(i).is_some_and(f));
        let misfit = move || items.with(|items| items.get(i).and_then(|item| item.misfit.clone()));
        let toggle = move |ev| page.send(message(side, Choose::Patch(patch, event_target_checked(&ev))));
        let id = id(side, &format!("patch-{}", patch.name));
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
fn Features(side: Side) -> impl IntoView {
    let page = Page::get();
    let items = page.memo(move |s| variant::features(&s.variant_of(side)));
    let item = move |i: usize, flag: crate::kernels::FeatureFlag| {
        let now = move |f: fn(&FeatureItem) -> bool| items.with(|items| items.get(i).is_some_and(f));
        let toggle = move |ev| page.send(message(side, Choose::Feature(flag, event_target_checked(&ev))));
        let id = id(side, &format!("feature-{}", flag.name()));
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

//! The top of the page: which scenario, and the page's own buttons.

use super::clipboard::CopyButton;
use super::icons::{self, Icon};
use super::page::Page;
use super::panels::bring_into_view;
use crate::scenario::gallery::Group;
use crate::session::choices::{Panel, ThemeChoice};
use crate::session::compare::Compare;
use crate::session::library::Source;
use crate::session::{Msg, export};
use leptos::prelude::*;

/// The header.
#[component]
pub fn Header() -> impl IntoView {
    let page = Page::get();
    let editor = page.memo(|s| s.panels().editor);
    let errors = page.memo(|s| s.has_errors());
    let variant = page.memo(|s| s.panels().variant);
    let compared = page.memo(|s| s.over_b().is_some());
    let expanded = move || if editor.get() { "true" } else { "false" };
    let theme = page.memo(|s| s.theme());
    let choose_theme = move |ev| {
        if let Some(theme) = ThemeChoice::from_key(&event_target_value(&ev)) {
            page.send(Msg::Theme(theme));
        }
    };
    view! {
        <header class="top">
            <h1>"EEVDF Lab"</h1>
            <Picker/>
            <button
                type="button"
                class="button"
                aria-label="Paste a mail"
                title="Open what a mail or a file holds: a table, a dump, a trace, a workload"
                on:click=move |_| page.send(Msg::Panel(Panel::Paste, true))
            >
                <Icon of=icons::PASTE/>
                <span class="text">"Paste"</span>
            </button>
            <button
                type="button"
                class="button"
                aria-expanded=expanded
                aria-controls="editor"
                class:has-errors=move || errors.get()
                on:click=move |_| page.send(Msg::Panel(Panel::Editor, !editor.get_untracked()))
            >
                {move || if errors.get() { view! { <Icon of=icons::WARNING/> } } else { view! { <Icon of=icons::EDIT/> } }}
                <span class="text">"Edit"</span>
                <Show when=move || errors.get()><span class="sr-only">" (the scenario has errors)"</span></Show>
            </button>
            <button
                type="button"
                class="button"
                aria-expanded=move || variant.get().to_string()
                aria-controls="variant"
                on:click=move |_| page.send(Msg::Panel(Panel::Variant, !variant.get_untracked()))
            >
                <Icon of=icons::VARIANT/>
                <span class="text">"Variant"</span>
            </button>
            <button
                type="button"
                class="button"
                id="compare"
                aria-pressed=move || compared.get().to_string()
                title="Run the scenario under a second variant, side by side"
                on:click=move |_| page.send(Msg::Compare(if compared.get_untracked() { Compare::Stop } else { Compare::Start }))
            >
                <Icon of=icons::COMPARE/>
                <span class="text">"Compare"</span>
            </button>
            <CopyButton label="Copy table" text=move |()| page.now(|s| export::text(s, export::Format::Table).unwrap_or_default())/>
            <super::share::CopyLink/>
            <PanelButton panel=Panel::Export id="export" label="Copy and save"/>
            <span class="spring"></span>
            <label class="compact">
                <span class="text">"Theme"</span>
                <select id="theme" on:change=choose_theme>
                    {ThemeChoice::ALL.into_iter().map(|choice| view! {
                        <option value=choice.key() prop:selected=move || theme.get() == choice>{choice.key()}</option>
                    }).collect_view()}
                </select>
            </label>
            <button type="button" class="button" on:click=move |_| page.send(Msg::Panel(Panel::Help, true))>
                <Icon of=icons::HELP/>
                <span class="text">"Help"</span>
            </button>
        </header>
    }
}

/// Opens or closes one of the panels below the step, and brings it into view.
#[component]
fn PanelButton(panel: Panel, id: &'static str, label: &'static str) -> impl IntoView {
    let page = Page::get();
    let open = page.memo(move |s| s.panels().is_open(panel));
    let toggle = move |_| {
        page.send(Msg::Panel(panel, !open.get_untracked()));
        if open.get_untracked() {
            bring_into_view(id);
        }
    };
    view! {
        <button type="button" class="button more" aria-expanded=move || open.get().to_string() aria-controls=id on:click=toggle>
            {label}
        </button>
    }
}

/// Gallery and edited copies in one list.
#[component]
fn Picker() -> impl IntoView {
    let page = Page::get();
    let source = page.memo(|s| s.source().clone());
    let copies = move |linked: bool| {
        page.memo(move |s| {
            let copies = s.library().copies().iter().filter(|c| s.library().is_linked(c.id) == linked);
            copies.map(|c| (c.id, c.title())).collect::<Vec<_>>()
        })
    };
    let (edited, linked) = (copies(false), copies(true));
    let choose = move |ev| {
        if let Some(source) = Source::from_name(&event_target_value(&ev)) {
            page.send(Msg::Open(source));
        }
    };
    let option = move |of: Source, title: String| {
        let value = of.name();
        view! { <option value=value prop:selected=move || source.with(|s| *s == of)>{title}</option> }
    };
    view! {
        <label class="compact picker">
            <span>"Scenario"</span>
            <select id="scenario" on:change=choose>
                {[("From links", linked), ("Your edited copies", edited)].map(|(label, copies)| move || {
                    let copies = copies.get();
                    (!copies.is_empty()).then(|| view! {
                        <optgroup label=label>
                            {copies.into_iter().map(|(id, title)| option(Source::Copy(id), title)).collect_view()}
                        </optgroup>
                    })
                })}
                {Group::ALL.into_iter().map(|group| view! {
                    <optgroup label=group.title()>
                        {group.entries().map(|e| option(Source::Gallery(e.key.to_string()), e.title.to_string())).collect_view()}
                    </optgroup>
                }).collect_view()}
            </select>
        </label>
    }
}

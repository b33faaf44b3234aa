//! The panel of wake-up latencies: percentiles of a task, simulated and where a mail has them measured, and a histogram.
//!
//! Must not know how latencies are measured or histograms look.

use super::canvas;
use super::clipboard::CopyButton;
use super::page::{Page, Shared};
use super::panels::Disclosure;
use super::swatch::Swatch;
use crate::chart::{Bar, Curve, Frame, Histograms, Theme};
use crate::lanes::Side;
use crate::session::choices::Panel;
use crate::session::lane::Lane;
use crate::session::latency::{Told, tasks, told};
use crate::tables::latency::{Run, Unit};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use std::sync::Arc;

/// The panel; what is in it exists while it is open.
#[component]
pub fn LatencyPanel() -> impl IntoView {
    let title = Signal::derive(|| "Wake-up latency".to_string());
    view! {
        <Disclosure panel=Panel::Latency id="latency" title>
            <Latency/>
        </Disclosure>
    }
}

/// The lanes that are told of: both of a comparison, else the run that is shown.
fn lanes(page: Page) -> Vec<Shared<Lane>> {
    match page.comparison.get() {
        Some(comparison) => Side::ALL.map(|side| Shared(comparison.lane(side).clone())).to_vec(),
        None => vec![page.lane.get()],
    }
}

fn borrowed(lanes: &[Shared<Lane>]) -> Vec<&Lane> {
    lanes.iter().map(|lane| &**lane).collect()
}

#[component]
fn Latency() -> impl IntoView {
    let page = Page::get();
    // By name, so that a choice stays where another scenario has the task too.
    let chosen = RwSignal::new(None::<String>);
    let choices = Memo::new(move |_| {
        let lanes = lanes(page);
        let (tasks, first) = tasks(&borrowed(&lanes));
        let name = |task: usize| lanes[0].recording.tasks[task].name.clone();
        let asked = chosen.get().and_then(|asked| tasks.iter().copied().find(|task| name(*task) == asked));
        (tasks.iter().map(|task| (*task, name(*task))).collect::<Vec<_>>(), asked.or(first))
    });
    let found = Memo::new(move |_| {
        let (_, task) = choices.get();
        task.map(|task| Shared(Arc::new(told(&borrowed(&lanes(page)), task))))
    });
    let choice = move || {
        let (tasks, shown) = choices.get();
        let options = tasks.into_iter().map(|(task, name)| {
            let value = name.clone();
            view! { <option value=value selected=shown == Some(task)>{name}</option> }
        });
        view! {
            <label class="compact">
                "of task "
                <select id="latency-task" on:change=move |ev| chosen.set(Some(event_target_value(&ev)))>{options.collect_view()}</select>
            </label>
        }
    };
    move || match found.get() {
        None => view! { <p class="hint">"Nobody is woken and then runs in this run."</p> }.into_any(),
        Some(told) => {
            let text = told.clone();
            view! {
                <div class="bar">{choice} <CopyButton label="Copy latencies" text=move |()| text.text()/></div>
                {table(&told)}
                {remarks(&told)}
                <Picture told/>
            }
            .into_any()
        }
    }
}

/// The figures: a column each lane, two where a mail measured the same.
fn table(told: &Told) -> impl IntoView + use<> {
    let in_us = if told.unit == Unit::Us { ", us" } else { "" };
    let two = |run: &Run| run.measured.is_some();
    let runs = told.runs.iter().enumerate().map(|(i, run)| {
        let span = if two(run) { "2" } else { "1" };
        let swatch = view! { <Swatch curve=Curve::Task(i)/> };
        view! { <th scope="colgroup" class="num" colspan=span>{swatch}" "{run.label.clone()}</th> }
    });
    let kinds = told.runs.iter().map(|run| {
        view! {
            <th scope="col" class="num">"simulated"</th>
            {two(run).then(|| view! { <th scope="col" class="num">"measured in the mail"</th> })}
        }
    });
    let rows = told.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|(ours, theirs)| {
            view! {
                <td class="num">{ours.clone()}</td>
                {theirs.clone().map(|theirs| view! { <td class="num mail">{theirs}</td> })}
            }
        });
        view! { <tr><th scope="row">{row.name.clone()}</th>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label="Table of wake-up latencies">
            <table class="two-lanes latencies">
                <thead>
                    <tr><td></td>{runs.collect_view()}</tr>
                    <tr><th scope="col">{format!("{}{in_us}", told.task)}</th>{kinds.collect_view()}</tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// What to keep in mind of the figures.
fn remarks(told: &Told) -> impl IntoView + use<> {
    let caution = told.is_measured().then(|| view! { <p class="hint">{Told::caution()}</p> });
    let waiting = (told.waiting > 0).then(|| {
        view! { <p class="hint">{format!("Woken and not yet run when the run ended, in no figure: {}.", told.waiting)}</p> }
    });
    view! {
        <p class="hint">"From a wake-up until the task runs. Percentiles are by nearest rank: each is a latency that occurred."</p>
        {caution}
        {waiting}
    }
}

/// How often the task waited how long.
#[component]
fn Picture(told: Shared<Told>) -> impl IntoView {
    let page = Page::get();
    let plot = NodeRef::<Div>::new();
    let canvas = NodeRef::<Canvas>::new();
    let size = canvas::size_of(plot);
    let frame = Memo::new(move |_| {
        let (width, height) = size.get();
        (width >= 1.0 && height >= 1.0).then(|| Frame::new(width, height, page.scale.get()))
    });
    let pointed = RwSignal::new(None::<Bar>);
    let words = {
        let told = told.clone();
        move || match (pointed.get(), frame.get()) {
            (Some(bar), Some(frame)) => histograms(&told, frame).words(bar),
            _ => "Point at a bar for its count.".to_string(),
        }
    };
    let description = histograms(&told, Frame::new(320.0, 200.0, 1.0)).description();
    let moved = {
        let told = told.clone();
        move |ev: web_sys::PointerEvent| {
            let hit =
                frame.get_untracked().and_then(|f| histograms(&told, f).hit(f64::from(ev.offset_x()), f64::from(ev.offset_y())));
            if pointed.get_untracked() != hit {
                pointed.set(hit);
            }
        }
    };
    Effect::new(move |_| {
        let (Some(canvas), Some(frame)) = (canvas::element(canvas), frame.get()) else { return };
        let Some(area) = canvas::area(&canvas, frame) else { return };
        let theme = if page.dark.get() { Theme::dark() } else { Theme::light() };
        let _a_canvas_takes_every_shape = histograms(&told, frame).draw(&area, &theme);
    });
    view! {
        <div
            class="plot histogram"
            node_ref=plot
            role="img"
            aria-label=format!("Histogram: {description}")
            on:pointermove=moved
            on:pointerleave=move |_| pointed.set(None)
        >
            <canvas node_ref=canvas aria-hidden="true"></canvas>
        </div>
        <p class="hint">{words}</p>
    }
}

fn histograms(told: &Told, frame: Frame) -> Histograms<'_> {
    Histograms { runs: &told.histograms, unit: told.unit.ns().1, frame }
}

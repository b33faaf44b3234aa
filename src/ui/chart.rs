//! One chart: title, legend with the values at the cursor, and two canvases, of which stepping redraws only the upper.
//!
//! Owns when each layer is drawn and what pointing at it does. Must not know how a chart looks (that is `chart`).

use super::canvas;
use super::page::Page;
use super::swatch::{Swatch, class};
use crate::chart::{ChartKind, Curve, Frame, Hit, Layout, Theme, TimeRange, View, name};
use crate::session::Msg;
use crate::session::cursor::Go;
use crate::session::lane::Lane;
use crate::session::legend;
use crate::session::zoom::Zoom;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The virtual-time axis has a row for each task, but leaves room for the other charts.
const MOST_ROWS_HEIGHT: f64 = 172.0;

/// The view of a chart; the step counts only for the virtual-time axis.
fn view_of(page: Page, lane: &Lane, kind: ChartKind, step: usize) -> View {
    View {
        range: page.range.get().unwrap_or_else(|| TimeRange::whole(&lane.series)),
        selected: page.selected.get(),
        step: if kind.over_time() { 0 } else { step },
        band: None,
    }
}

fn theme(page: Page) -> Theme {
    if page.dark.get() { Theme::dark() } else { Theme::light() }
}

/// One chart.
#[component]
pub fn Chart(
    /// Which.
    kind: ChartKind,
) -> impl IntoView {
    let page = Page::get();
    let plot = NodeRef::<Div>::new();
    let (below, above) = (NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new());
    let size = canvas::size_of(plot);
    let hover = RwSignal::new(None::<Hit>);
    let frame = Memo::new(move |_| {
        let (width, height) = size.get();
        (width >= 1.0 && height >= 1.0).then(|| Frame::new(width, height, page.scale.get()))
    });
    // The virtual-time axis shows one step; the charts over time show all, and their lower layer does not follow the cursor.
    let shown_step = Memo::new(move |_| if kind.over_time() { 0 } else { page.cursor.get() });

    Effect::new(move |_| {
        let (Some(canvas), Some(frame)) = (canvas::element(below), frame.get()) else { return };
        let lane = page.lane.get();
        let Some(area) = canvas::area(&canvas, frame) else { return };
        let view = view_of(page, &lane, kind, shown_step.get());
        let layout = Layout::new(kind, &lane.recording, &lane.series, &view, frame);
        let _a_canvas_takes_every_shape = layout.draw_static(&area, &theme(page));
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(frame)) = (canvas::element(above), frame.get()) else { return };
        let Some((lane, step)) = page.step() else { return };
        let Some(area) = canvas::area(&canvas, frame) else { return };
        let view = view_of(page, &lane, kind, step);
        let layout = Layout::new(kind, &lane.recording, &lane.series, &view, frame);
        let _a_canvas_takes_every_shape = hover.with(|hover| layout.draw_cursor(&area, &theme(page), step, hover.as_ref()));
    });
    if !kind.over_time() {
        Effect::new(move |_| {
            let (width, _) = size.get();
            let Some(plot) = plot.get() else { return };
            let height = page.lane.with(|l| Layout::comfortable_height(kind, &l.recording, width)).min(MOST_ROWS_HEIGHT);
            canvas::set_style(plot.unchecked_ref(), "height", &format!("{height:.0}px"));
        });
    }
    Effect::new(move |_| {
        page.lane.track();
        page.range.track();
        page.cursor.track();
        hover.set(None);
    });

    let with_layout = move |f: &dyn Fn(&Layout<'_>) -> Option<Hit>| -> Option<Hit> {
        untrack(move || {
            let (lane, step) = page.step()?;
            let view = view_of(page, &lane, kind, step);
            f(&Layout::new(kind, &lane.recording, &lane.series, &view, frame.get()?))
        })
    };
    let hit_at = move |ev: &web_sys::MouseEvent| {
        let at = (f64::from(ev.offset_x()), f64::from(ev.offset_y()));
        with_layout(&|layout| layout.hit(at.0, at.1))
    };
    let moved = move |ev: web_sys::PointerEvent| {
        let hit = hit_at(&ev);
        if hover.with_untracked(|h| *h != hit) {
            hover.set(hit);
        }
    };
    let clicked = move |ev: web_sys::MouseEvent| {
        if let Some(hit) = hit_at(&ev) {
            match (kind.over_time(), hit.series) {
                (true, _) => page.send(Msg::Go(Go::To(hit.step))),
                (false, Curve::Task(task)) => page.send(Msg::Select(task)),
                _ => {}
            }
        }
    };
    let wheel = move |ev: web_sys::WheelEvent| {
        if !kind.over_time() || !(ev.ctrl_key() || ev.shift_key()) {
            return;
        }
        let Some(time) = time_at(page, kind, frame, f64::from(ev.offset_x())) else { return };
        ev.prevent_default();
        let by = if ev.delta_y() == 0.0 { ev.delta_x() } else { ev.delta_y() };
        page.send(Msg::Zoom(if ev.ctrl_key() {
            Zoom::Around { time, factor: (by / 300.0).clamp(-1.0, 1.0).exp() }
        } else {
            Zoom::Moved((by / 600.0).clamp(-0.5, 0.5))
        }));
    };
    let focused = move |_| hover.set(with_layout(&|layout| first_of_selected(page, layout)));
    let keydown = move |ev: web_sys::KeyboardEvent| {
        let by = match ev.key().as_str() {
            "ArrowUp" => -1,
            "ArrowDown" => 1,
            _ => return,
        };
        ev.prevent_default();
        let now = hover.get_untracked().map(|h| h.series);
        hover.set(with_layout(&|layout| neighbour(layout.hits_at(page.cursor.get()), now, by)));
    };
    let title = move || page.lane.with(|lane| kind.title(&lane.recording));
    let id = format!("chart-{kind:?}").to_lowercase();
    let plot_class = format!("plot {}", if kind.over_time() { "over-time" } else { "now" });
    let describe = move || match kind.over_time() {
        true => format!(
            "{}: drawn over time. The worked table holds the same values; left and right arrow keys move the cursor, up and down the curve whose value is shown.",
            title()
        ),
        false => {
            format!("{}: each task from its vruntime to its deadline. The table of entities holds the same values.", title())
        }
    };
    view! {
        <figure class="chart" id=id>
            <figcaption>
                <h3>{title}</h3>
                <Legend kind/>
            </figcaption>
            <div
                class=plot_class
                node_ref=plot
                tabindex="0"
                role="group"
                aria-label=describe
                on:pointermove=moved
                on:pointerleave=move |_| hover.set(None)
                on:click=clicked
                on:wheel=wheel
                on:focus=focused
                on:keydown=keydown
                on:blur=move |_| hover.set(None)
            >
                <canvas class="below" node_ref=below aria-hidden="true"></canvas>
                <canvas class="above" node_ref=above aria-hidden="true"></canvas>
                <Tooltip hover size/>
            </div>
        </figure>
    }
}

/// The time at an x in CSS px.
fn time_at(page: Page, kind: ChartKind, frame: Memo<Option<Frame>>, x: f64) -> Option<f64> {
    untrack(move || {
        let (lane, step) = page.step()?;
        let view = view_of(page, &lane, kind, step);
        let layout = Layout::new(kind, &lane.recording, &lane.series, &view, frame.get()?);
        layout.time_axis().map(|axis| axis.time(x))
    })
}

/// What the focus shows: the selected task's point at the cursor, else the first curve's.
fn first_of_selected(page: Page, layout: &Layout<'_>) -> Option<Hit> {
    let hits = layout.hits_at(page.cursor.get());
    let selected = page.selected.get().map(Curve::Task);
    hits.iter().find(|h| Some(h.series) == selected).or(hits.first()).cloned()
}

/// The point at the cursor of the curve after (or before) the one that is shown.
fn neighbour(mut hits: Vec<Hit>, now: Option<Curve>, by: isize) -> Option<Hit> {
    let count = hits.len() as isize;
    let at = hits.iter().position(|h| Some(h.series) == now).map_or(0, |at| (at as isize + by).rem_euclid(count.max(1)));
    (count > 0).then(|| hits.swap_remove(at as usize))
}

/// The exact values of what is pointed at, beside it.
#[component]
fn Tooltip(hover: RwSignal<Option<Hit>>, size: ReadSignal<(f64, f64)>) -> impl IntoView {
    let tip = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let (Some(tip), Some(hit)) = (tip.get(), hover.get()) else { return };
        let tip = tip.unchecked_ref::<web_sys::HtmlElement>();
        let (width, height) = size.get();
        let (w, h) = (f64::from(tip.offset_width()), f64::from(tip.offset_height()));
        let x = if hit.x + 12.0 + w <= width { hit.x + 12.0 } else { (hit.x - 12.0 - w).max(0.0) };
        let y = (hit.y - h - 8.0).clamp(-8.0, (height - h).max(0.0));
        canvas::set_style(tip, "transform", &format!("translate({x:.0}px, {y:.0}px)"));
    });
    view! {
        <div class="tooltip" node_ref=tip role="status" class:shown=move || hover.with(Option::is_some)>
            {move || hover.get().map(|hit| view! {
                <b class=class(hit.series)>{hit.name}</b>
                " "
                <span class="num">{hit.value}</span>
                <span class="when">{hit.time}</span>
            })}
        </div>
    }
}

/// The curves with their marks and their values at the cursor. Tasks can be selected.
#[component]
fn Legend(kind: ChartKind) -> impl IntoView {
    let page = Page::get();
    if kind == ChartKind::VirtualTime {
        return view! { <p class="legend-note">"marker: v · bar: the request up to d · shaded: eligible"</p> }.into_any();
    }
    let curves = Memo::new(move |_| {
        let lane = page.lane.get();
        let mut curves = lane.series.curves(kind);
        curves.sort_by_key(|c| !matches!(c, Curve::Task(_)));
        (lane, curves)
    });
    let values = Memo::new(move |_| {
        page.step().map(|(lane, step)| legend::items(&lane.recording, &lane.series, kind, step)).unwrap_or_default()
    });
    let item = move |lane: &Lane, at: usize, curve: Curve| {
        let value = move || values.with(|v| v.get(at).map(|i| i.value.clone()).unwrap_or_default());
        let exact = move || values.with(|v| v.get(at).map(|i| i.exact.clone()).unwrap_or_default());
        match curve {
            Curve::Task(task) => {
                let name = lane.recording.tasks[task].name.clone();
                let pressed = move || if page.selected.get() == Some(task) { "true" } else { "false" };
                view! {
                    <li>
                        <button type="button" aria-pressed=pressed title=exact on:click=move |_| page.send(Msg::Select(task))>
                            <Swatch curve/>
                            <span class="name">{name}</span>
                            <Show when=move || kind != ChartKind::Occupancy>
                                <span class="num value">{value}</span>
                            </Show>
                        </button>
                    </li>
                }
                .into_any()
            }
            _ => {
                let name = name(&lane.recording, curve);
                view! {
                    <li>
                        <span class="plain" title=exact>
                            <Swatch curve/>
                            <span class="name">{name}</span>
                            <span class="num value">{value}</span>
                        </span>
                    </li>
                }
                .into_any()
            }
        }
    };
    view! {
        <ul class="legend">
            {move || {
                let (lane, curves) = curves.get();
                curves.into_iter().enumerate().map(|(at, curve)| item(&lane, at, curve)).collect_view()
            }}
        </ul>
    }
    .into_any()
}

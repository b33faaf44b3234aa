//! One chart: title, legend with the values at the cursor, and two canvases, of which stepping redraws only the upper.
//!
//! Owns when each layer is drawn and what pointing at it does. Must not know how a chart looks (that is `chart`).

use super::canvas;
use super::computing::now as clock;
use super::legend::Legend;
use super::page::{Page, Shared};
use super::swatch::class;
use crate::chart::{ChartKind, Curve, Frame, Hit, Layout, Theme, TimeRange, View};
use crate::lanes::Side;
use crate::session::cursor::Go;
use crate::session::lane::Lane;
use crate::session::zoom::Zoom;
use crate::session::{Msg, bound};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The virtual-time axis has a row for each task, but leaves room for the other charts.
const MOST_ROWS_HEIGHT: f64 = 172.0;

/// The view of a chart; the step counts only for the virtual-time axis.
fn view_of(page: Page, drawn: &Drawn, kind: ChartKind, step: usize) -> View {
    let lane = &drawn.0;
    let with_bound = kind == ChartKind::VAndJ && page.j_bound.get();
    View {
        range: page.range.get().unwrap_or_else(|| TimeRange::whole(&lane.series)),
        selected: page.selected.get(),
        step: if kind.over_time() { 0 } else { step },
        band: with_bound.then(|| bound_of(drawn)).flatten().map(|bound| bound.band),
    }
}

fn bound_of((lane, beside): &Drawn) -> Option<bound::Bound> {
    bound::of([Some(lane), beside.as_ref()].into_iter().flatten().map(|lane| &**lane))
}

fn theme(page: Page) -> Theme {
    if page.dark.get() { Theme::dark() } else { Theme::light() }
}

/// Whose curves a chart shows: a lane's, and those of the other lane beside them.
type Drawn = (Shared<Lane>, Option<Shared<Lane>>);

/// The layout of a chart at a step.
fn layout<'a>(page: Page, kind: ChartKind, drawn: &'a Drawn, step: usize, frame: Frame) -> Layout<'a> {
    layout_of(kind, drawn, &view_of(page, drawn, kind, step), frame)
}

fn layout_of<'a>(kind: ChartKind, (lane, beside): &'a Drawn, view: &View, frame: Frame) -> Layout<'a> {
    let beside = beside.as_ref().map(|lane| (&lane.recording, &lane.series));
    Layout::beside(kind, &lane.recording, &lane.series, beside, view, frame)
}

/// Draws the static layer, from its first part on, until a time; false once all parts are drawn.
fn draw_static(
    canvas: web_sys::HtmlCanvasElement,
    (kind, drawn, view): (ChartKind, Drawn, View),
    frame: Frame,
    theme: Theme,
) -> impl FnMut(f64) -> bool {
    let mut part = 0;
    move |end| {
        let area = if part == 0 { canvas::area(&canvas, frame) } else { canvas::same_area(&canvas) };
        let Some(area) = area else { return false };
        let layout = layout_of(kind, &drawn, &view, frame);
        while part < layout.parts() {
            let _a_canvas_takes_every_shape = layout.draw_part(part, &area, &theme);
            part += 1;
            if clock() > end {
                break;
            }
        }
        part < layout.parts()
    }
}

/// The id of a chart.
fn place(kind: ChartKind, side: Side) -> String {
    format!("chart-{kind:?}{}", if side == Side::B { "-b" } else { "" }).to_lowercase()
}

/// One chart.
#[component]
pub fn Chart(
    /// Which.
    kind: ChartKind,
    /// Of which lane.
    #[prop(default = Side::A)]
    side: Side,
) -> impl IntoView {
    let page = Page::get();
    let stacked = page.memo(|s| s.stacked());
    let shares = move || side == Side::A && !stacked.get() && kind.is_line();
    let drawn = Memo::new(move |_| -> Option<Drawn> {
        let Some(comparison) = page.comparison.get() else { return (side == Side::A).then(|| (page.lane.get(), None)) };
        let of = |side| Shared(comparison.lane(side).clone());
        Some((of(side), shares().then(|| of(Side::B))))
    });
    // Step of this chart's own lane; whoever reads it reads `drawn` too.
    let at = Memo::new(move |_| page.at(side).map(|(_, step)| step));
    let plot = NodeRef::<Div>::new();
    let (below, above) = (NodeRef::<Canvas>::new(), NodeRef::<Canvas>::new());
    let size = canvas::size_of(plot);
    let hover = RwSignal::new(None::<Hit>);
    let frame = Memo::new(move |_| {
        let (width, height) = size.get();
        (width >= 1.0 && height >= 1.0).then(|| Frame::new(width, height, page.scale.get()))
    });
    // The virtual-time axis shows one step; the charts over time show all, and their lower layer does not follow the cursor.
    let shown_step = Memo::new(move |_| if kind.over_time() { 0 } else { at.get().unwrap_or(0) });

    Effect::new(move |_| {
        let (Some(canvas), Some(frame)) = (canvas::element(below), frame.get()) else { return };
        let Some(drawn) = drawn.get() else { return };
        let view = view_of(page, &drawn, kind, shown_step.get());
        let at_once = !(kind.over_time() && drawn.0.is_long());
        page.painter.draw(&place(kind, side), at_once, draw_static(canvas, (kind, drawn, view), frame, theme(page)));
    });
    on_cleanup(move || page.painter.forget(&place(kind, side)));
    Effect::new(move |_| {
        let (Some(canvas), Some(frame)) = (canvas::element(above), frame.get()) else { return };
        // Clears it, too.
        let Some(area) = canvas::area(&canvas, frame) else { return };
        let (Some(drawn), Some(step)) = (drawn.get(), at.get()) else { return };
        let layout = layout(page, kind, &drawn, step, frame).beside_at(page.at(Side::B).map(|(_, step)| step));
        let _a_canvas_takes_every_shape = hover.with(|hover| layout.draw_cursor(&area, &theme(page), step, hover.as_ref()));
    });
    // These two are as high as what they show.
    if matches!(kind, ChartKind::VirtualTime | ChartKind::Occupancy) {
        Effect::new(move |_| {
            let (width, _) = size.get();
            let Some(plot) = plot.get() else { return };
            let Some((lane, _)) = drawn.get() else { return };
            let height = Layout::comfortable_height(kind, &lane.recording, width).min(MOST_ROWS_HEIGHT);
            canvas::set_style(plot.unchecked_ref(), "height", &format!("{height:.0}px"));
        });
    }
    Effect::new(move |_| {
        drawn.track();
        page.range.track();
        at.track();
        hover.set(None);
    });

    let with_layout = move |f: &dyn Fn(&Layout<'_>) -> Option<Hit>| -> Option<Hit> {
        untrack(move || {
            let drawn = drawn.get()?;
            let beside = page.at(Side::B).map(|(_, step)| step);
            f(&layout(page, kind, &drawn, at.get()?, frame.get()?).beside_at(beside))
        })
    };
    let with_layout_time = move |x: f64| {
        untrack(move || {
            let drawn = drawn.get()?;
            layout(page, kind, &drawn, at.get()?, frame.get()?).time_axis().map(|axis| axis.time(x))
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
                (true, _) => page.send(Msg::Go(Go::In(if hit.beside { Side::B } else { side }, hit.step))),
                (false, Curve::Task(task)) => page.send(Msg::Select(task)),
                _ => {}
            }
        }
    };
    let wheel = move |ev: web_sys::WheelEvent| {
        if !kind.over_time() || !(ev.ctrl_key() || ev.shift_key()) {
            return;
        }
        let time = with_layout_time(f64::from(ev.offset_x()));
        let Some(time) = time else { return };
        ev.prevent_default();
        let by = if ev.delta_y() == 0.0 { ev.delta_x() } else { ev.delta_y() };
        page.send(Msg::Zoom(if ev.ctrl_key() {
            Zoom::Around { time, factor: (by / 300.0).clamp(-1.0, 1.0).exp() }
        } else {
            Zoom::Moved((by / 600.0).clamp(-0.5, 0.5))
        }));
    };
    let focused = move |_| hover.set(with_layout(&|layout| first_of_selected(page, layout, at.get().unwrap_or(0))));
    let keydown = move |ev: web_sys::KeyboardEvent| {
        let by = match ev.key().as_str() {
            "ArrowUp" => -1,
            "ArrowDown" => 1,
            _ => return,
        };
        ev.prevent_default();
        let now = hover.get_untracked().map(|h| (h.series, h.beside));
        hover.set(with_layout(&|layout| neighbour(layout.hits_at(at.get().unwrap_or(0)), now, by)));
    };
    // Lanes that name their CPUs leave no room for a title in their place, and need none but in a comparison.
    let several = move || drawn.with(|d| d.as_ref().is_some_and(|(lane, _)| lane.recording.cpus > 1));
    let labelled = move || kind == ChartKind::Occupancy && several() && page.comparison.with(Option::is_none);
    // Of lanes that share a chart, the one that keeps J names it.
    let title = move || {
        drawn.get().map_or("", |(lane, beside)| {
            let recording = beside.as_ref().map(|lane| &lane.recording).filter(|recording| recording.has_j);
            kind.title(recording.unwrap_or(&lane.recording))
        })
    };
    let id = place(kind, side);
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
        <figure class=format!("chart chart-{kind:?}").to_lowercase() id=id>
            <figcaption>
                <h3 class:sr-only=labelled>{title}{move || tag(page, side, shares())}</h3>
                {(kind == ChartKind::VAndJ).then(|| view! { <JBound drawn/> })}
                <Legend kind side shares=Signal::derive(shares)/>
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

/// Shows J's bound in the chart, which squeezes the curves.
#[component]
fn JBound(drawn: Memo<Option<Drawn>>) -> impl IntoView {
    let page = Page::get();
    // Of two lanes in one chart it is said whose it is.
    let found = Memo::new(move |_| {
        drawn.with(|drawn| {
            let bound = drawn.as_ref().and_then(bound_of)?;
            let of = match drawn {
                Some((_, Some(_))) => format!(" of {}", if bound.lane == 0 { Side::A.name() } else { Side::B.name() }),
                _ => String::new(),
            };
            Some((of, bound))
        })
    });
    move || {
        found.get().map(|(of, bound::Bound { limit, sentence, .. })| {
            view! {
                <button
                    type="button"
                    id="j-bound"
                    class="link"
                    title=sentence
                    aria-pressed=move || page.j_bound.get().to_string()
                    on:click=move |_| page.send(Msg::Bound(!page.j_bound.get_untracked()))
                >
                    {move || format!("{} bound{of}: {limit}", if page.j_bound.get() { "hide" } else { "show" })}
                </button>
            }
        })
    }
}

/// What the focus shows: the selected task's point at the cursor, else the first curve's.
fn first_of_selected(page: Page, layout: &Layout<'_>, step: usize) -> Option<Hit> {
    let hits = layout.hits_at(step);
    let selected = page.selected.get().map(Curve::Task);
    hits.iter().find(|h| Some(h.series) == selected).or(hits.first()).cloned()
}

/// The point at the cursor of the curve after (or before) the one that is shown.
fn neighbour(mut hits: Vec<Hit>, now: Option<(Curve, bool)>, by: isize) -> Option<Hit> {
    let count = hits.len() as isize;
    let at =
        hits.iter().position(|h| Some((h.series, h.beside)) == now).map_or(0, |at| (at as isize + by).rem_euclid(count.max(1)));
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

/// Which lane a chart shows, where there are two.
fn tag(page: Page, side: Side, shared: bool) -> Option<impl IntoView + use<>> {
    page.comparison.with(Option::is_some).then(|| match shared {
        true => view! { <span class="lane-tag">"A, dashed: B"</span> },
        false => view! { <span class="lane-tag">{side.name()}</span> },
    })
}

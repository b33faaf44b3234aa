//! The mark of a curve beside its name: line, dash and marker as in the charts.

use crate::chart::Curve;
use leptos::prelude::*;

/// The CSS class that gives a curve's colour.
pub fn class(curve: Curve) -> String {
    match curve {
        Curve::Task(task) | Curve::Floor(task) => task_class(task),
        Curve::V(_) => "curve-v".to_string(),
        Curve::J(_) => "curve-j".to_string(),
        Curve::VPlusJ(_) => "curve-vj".to_string(),
    }
}

/// The CSS class that gives a task's colour.
pub fn task_class(task: usize) -> String {
    format!("task-{}", task % 8)
}

/// The mark of a curve.
#[component]
pub fn Swatch(
    /// Which.
    curve: Curve,
) -> impl IntoView {
    let style = curve.style();
    let width = if style.width > 2 { "3.5" } else { "2" };
    let class = format!("swatch {}", class(curve));
    view! {
        <svg class=class viewBox="-14 -7 28 14" aria-hidden="true" focusable="false">
            <path class="stroke" d="M-14 0H14" stroke-width=width stroke-dasharray=style.dash.array()></path>
            {style.marker.map(|marker| view! { <path class="fill" d=marker.path(4.2)></path> })}
        </svg>
    }
}

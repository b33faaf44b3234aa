//! Canvases: sized to device px, and drawn on with plotters.
//!
//! Owns the step from an element to a drawing area, and what the browser says about sizes. Must not know what is drawn.

use crate::chart::Frame;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, ResizeObserver, ResizeObserverEntry};

/// An empty drawing area of the frame's size on a canvas; `None` while the canvas has no size.
pub fn area(canvas: &HtmlCanvasElement, frame: Frame) -> Option<DrawingArea<CanvasBackend, Shift>> {
    let (width, height) = frame.device();
    if canvas.width() == width && canvas.height() == height {
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
    } else {
        // Setting the size clears it.
        canvas.set_width(width);
        canvas.set_height(height);
        for (name, px) in [("width", width), ("height", height)] {
            set_style(canvas, name, &format!("{}px", f64::from(px) / frame.scale));
        }
    }
    same_area(canvas)
}

/// The drawing area of a canvas that was drawn on before, to go on.
pub fn same_area(canvas: &HtmlCanvasElement) -> Option<DrawingArea<CanvasBackend, Shift>> {
    Some(CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area())
}

/// Sets one CSS property of an element; a Content-Security-Policy allows that, unlike a style attribute.
pub fn set_style(element: &HtmlElement, name: &str, value: &str) {
    let _cannot_fail_on_an_element = HtmlElement::style(element).set_property(name, value);
}

/// The canvas of a reference, if it is in the page.
pub fn element(canvas: NodeRef<Canvas>) -> Option<HtmlCanvasElement> {
    canvas.get().map(|c| c.unchecked_ref::<HtmlCanvasElement>().clone())
}

/// Width and height of an element in CSS px, kept up to date.
pub fn size_of(element: NodeRef<Div>) -> ReadSignal<(f64, f64)> {
    let (size, set_size) = signal((0.0, 0.0));
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let element: web_sys::Element = element.unchecked_ref::<web_sys::Element>().clone();
        let seen = Closure::<dyn FnMut(Vec<ResizeObserverEntry>)>::new(move |entries: Vec<ResizeObserverEntry>| {
            if let Some(entry) = entries.last() {
                let rect = entry.content_rect();
                set_size.set((rect.width(), rect.height()));
            }
        });
        let Ok(observer) = ResizeObserver::new(seen.as_ref().unchecked_ref()) else { return };
        observer.observe(&element);
        let kept = StoredValue::new_local((observer, seen));
        on_cleanup(move || kept.with_value(|(observer, _)| observer.disconnect()));
    });
    size
}

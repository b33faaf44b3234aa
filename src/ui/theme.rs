//! Light and dark: which one, and the chart's colours as CSS custom properties, so that table, legends and charts agree.

use super::canvas::set_style;
use super::page::Page;
use crate::chart::{Rgb, Theme};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, MediaQueryList};

fn query() -> Option<MediaQueryList> {
    web_sys::window()?.match_media("(prefers-color-scheme: dark)").ok().flatten()
}

/// Whether the system prefers dark.
pub fn system_dark() -> bool {
    query().is_some_and(|q| q.matches())
}

/// Applies the theme from now on, and follows the system.
pub fn follow(page: Page) {
    if let Some(query) = query() {
        let changed = Closure::<dyn FnMut()>::new(move || page.system_dark.set(system_dark()));
        let _old_browsers_follow_after_a_reload =
            query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        changed.forget();
    }
    Effect::new(move |_| {
        let theme = if page.dark.get() { Theme::dark() } else { Theme::light() };
        if let Some(root) = document().document_element().and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
            apply(&root, &theme);
        }
    });
}

fn apply(root: &HtmlElement, theme: &Theme) {
    let _cannot_fail_on_an_element = root.set_attribute("data-theme", if theme.dark { "dark" } else { "light" });
    let set = |name: &str, color: Rgb| set_style(root, name, &color.css());
    set("--bg", theme.background);
    set("--text", theme.text);
    set("--muted", theme.muted);
    set("--grid", theme.grid);
    set("--axis", theme.axis);
    set("--lane", theme.lane);
    set("--cursor", theme.cursor);
    set("--curve-v", theme.v);
    set("--curve-j", theme.j);
    set("--curve-vj", theme.v_plus_j);
    for task in 0..theme.tasks.len() {
        set(&format!("--task-{task}"), theme.task(task));
    }
}

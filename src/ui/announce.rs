//! What screen readers hear of a step: one line, politely, and while playing not more often than can be said.

use super::page::Page;
use crate::explain::one_line;
use crate::session::status;
use leptos::prelude::*;
use std::time::Duration;

/// Least time between two announcements while playing.
const PAUSE: Duration = Duration::from_secs(4);
/// While a key is held down only the step it ends on is worth saying.
const SETTLE: Duration = Duration::from_millis(250);

/// The live region.
#[component]
pub fn Announcer() -> impl IntoView {
    let page = Page::get();
    let said = RwSignal::new(String::new());
    let pending = StoredValue::new(None::<TimeoutHandle>);
    Effect::new(move |first: Option<()>| {
        page.cursor.track();
        page.row.track();
        page.lane.track();
        let wait = if page.playing.get() { PAUSE } else { SETTLE };
        if first.is_none() || (page.playing.get_untracked() && pending.with_value(Option::is_some)) {
            return;
        }
        if let Some(old) = pending.get_value() {
            old.clear();
        }
        let say = move || {
            pending.set_value(None);
            let line = untrack(move || match page.comparison.get() {
                Some(comparison) => Some(status::row(&comparison, page.row.get())),
                None => page.step().map(|(lane, step)| one_line(&lane.recording, step)),
            });
            if let Some(line) = line {
                said.set(line);
            }
        };
        pending.set_value(set_timeout_with_handle(say, wait).ok());
    });
    view! { <p class="sr-only" role="status" id="announcer">{move || said.get()}</p> }
}

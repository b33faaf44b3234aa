//! What takes long to show: of a long run, elements are made in tasks of their own and charts are drawn a part at a time, so that the
//! page listens in between.
//!
//! Owns the queue of what is still to be shown, which the whole page shares. Must not know what is shown.

use super::computing::now;
use super::page::Page;
use leptos::prelude::*;
use std::time::Duration;

/// Drawing goes on for so long at a time, in ms.
const SLICE: f64 = 10.0;

enum Job {
    /// Makes elements, all at once; goes before what is drawn.
    Make(Box<dyn FnOnce()>),
    /// Draws some parts, until a time of [`now`]; false once all are drawn.
    Draw(Box<dyn FnMut(f64) -> bool>),
}

/// The queue. Copied into every chart.
#[derive(Clone, Copy)]
pub struct Painter(StoredValue<Queue, LocalStorage>);

#[derive(Default)]
struct Queue {
    /// What is shown where, first come first served.
    jobs: Vec<(String, Job)>,
    /// Whether a timer is set that goes on.
    is_going: bool,
}

impl Painter {
    /// Nothing to show.
    pub fn new() -> Painter {
        Painter(StoredValue::new_local(Queue::default()))
    }

    /// Draws at once, or bit by bit; either way instead of what is still to be drawn in the same place.
    pub fn draw(self, place: &str, at_once: bool, mut job: impl FnMut(f64) -> bool + 'static) {
        self.0.update_value(|queue| queue.jobs.retain(|(other, _)| other != place));
        if at_once {
            job(f64::INFINITY);
            return;
        }
        self.0.update_value(|queue| queue.jobs.push((place.to_string(), Job::Draw(Box::new(job)))));
        self.go_on();
    }

    /// Makes elements in a task of their own, instead of what is still to be made in the same place.
    fn make(self, place: &str, job: impl FnOnce() + 'static) {
        self.forget(place);
        self.0.update_value(|queue| {
            let makes = queue.jobs.iter().filter(|(_, job)| matches!(job, Job::Make(_))).count();
            queue.jobs.insert(makes, (place.to_string(), Job::Make(Box::new(job))));
        });
        self.go_on();
    }

    /// Nothing more is shown in that place.
    pub fn forget(self, place: &str) {
        self.0.try_update_value(|queue| queue.jobs.retain(|(other, _)| other != place));
    }

    fn go_on(self) {
        let is_going = self.0.try_update_value(|queue| std::mem::replace(&mut queue.is_going, true));
        if is_going == Some(false) {
            set_timeout(move || self.slice(), Duration::ZERO);
        }
    }

    fn slice(self) {
        let end = now() + SLICE;
        while now() < end {
            let first = self.0.try_update_value(|queue| (!queue.jobs.is_empty()).then(|| queue.jobs.remove(0))).flatten();
            match first {
                None => break,
                Some((_, Job::Make(make))) => {
                    make();
                    break;
                }
                Some((place, Job::Draw(mut draw))) => {
                    if draw(end) {
                        self.0.update_value(|queue| queue.jobs.insert(0, (place, Job::Draw(draw))));
                    }
                }
            }
        }
        let more = self.0.try_update_value(|queue| {
            queue.is_going = false;
            !queue.jobs.is_empty()
        });
        if more == Some(true) {
            self.go_on();
        }
    }
}

/// What a memo gives, for elements that are many. Of a long run they are made later, in a task of their own, and until then there
/// is nothing or what was there before.
pub fn in_turn<T: Clone + PartialEq + Send + Sync + 'static>(page: Page, place: String, of: Memo<T>) -> ReadSignal<Option<T>> {
    let is_long = move || page.lane.with_untracked(|lane| lane.is_long());
    let (shown, show) = signal((!is_long()).then(|| of.get_untracked()));
    let forget = place.clone();
    on_cleanup(move || page.painter.forget(&forget));
    Effect::new(move |_| {
        let new = Some(of.get());
        page.painter.forget(&place);
        if shown.with_untracked(|shown| *shown == new) {
            return;
        }
        match is_long() {
            true => page.painter.make(&place, move || drop(show.try_set(new))),
            false => show.set(new),
        }
    });
    shown
}

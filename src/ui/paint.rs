//! Drawing what takes long: the parts of a long run's charts, some at a time, so that the page listens in between.
//!
//! Owns the queue of what is still to be drawn, which all charts share. Must not know what is drawn.

use super::computing::now;
use leptos::prelude::*;
use std::time::Duration;

/// Drawing goes on for so long at a time, in ms.
const SLICE: f64 = 10.0;

/// Draws some parts, until a time of [`now`]; false once all are drawn.
type Job = Box<dyn FnMut(f64) -> bool>;

/// The queue. Copied into every chart.
#[derive(Clone, Copy)]
pub struct Painter(StoredValue<Queue, LocalStorage>);

#[derive(Default)]
struct Queue {
    /// What is drawn where, first come first served.
    jobs: Vec<(String, Job)>,
    /// Whether a timer is set that goes on.
    is_going: bool,
}

impl Painter {
    /// Nothing to draw.
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
        self.0.update_value(|queue| queue.jobs.push((place.to_string(), Box::new(job))));
        self.go_on();
    }

    /// Nothing more is drawn in that place.
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
            let Some((place, mut job)) = first else { break };
            if job(end) {
                self.0.update_value(|queue| queue.jobs.insert(0, (place, job)));
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

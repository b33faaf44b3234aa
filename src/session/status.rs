//! The step in one line, as the step bar shows it.

use super::lane::Lane;
pub use crate::scenario::variant_words as variant;
use crate::sim::recording::Verb;
use crate::tables::column::label;
use crate::tables::number::Scale;

/// `step 8 of 21 · t+24 · T2 leave-`. `step` counts from 0.
pub fn line(lane: &Lane, step: usize) -> String {
    let recording = &lane.recording;
    let at = &recording.state(step);
    let time = Scale::of(recording).time(&at.t);
    let what = if at.verb == Verb::Pick && at.task.is_none() { "CPU idle".to_string() } else { label(recording, at) };
    format!("step {} of {} · {time} · {what}", step + 1, recording.len())
}

//! The step in one line, as the step bar shows it.

use super::compare::Comparison;
use super::lane::Lane;
use crate::lanes::Side;
pub use crate::scenario::variant_words as variant;
use crate::sim::recording::Verb;
use crate::tables::column::label;
use crate::tables::number::Scale;

/// `step 8 of 21 · t+24 · T2 leave-`; of a pick that a trace shows otherwise, what the model does. `step` counts from 0.
pub fn line(lane: &Lane, step: usize) -> String {
    let recording = &lane.recording;
    let at = &recording.state(step);
    let time = Scale::of(recording).time(&at.t);
    let what = if at.verb == Verb::Pick && at.task.is_none() { "CPU idle".to_string() } else { label(recording, at) };
    let traced = lane.traced(step).map_or(String::new(), |pick| format!(" · {}", pick.words()));
    format!("step {} of {} · {time} · {what}{traced}", step + 1, recording.len())
}

/// `row 23 of 77 · t+1.8 · A wake+ · differs`. `row` counts from 0.
pub fn row(comparison: &Comparison, row: usize) -> String {
    if comparison.is_empty() {
        return String::new();
    }
    let pair = comparison.pair(row);
    let of = |side: Side| {
        let recording = &comparison.lane(side).recording;
        let at = recording.state(pair.of(side)?);
        Some((Scale::of(recording).time(&at.t), label(recording, &at)))
    };
    let head = format!("row {} of {}", row + 1, comparison.len());
    match (of(Side::A), of(Side::B)) {
        (Some((time, a)), Some((_, b))) if a == b => {
            let differs = comparison.lanes.differences.at(row).is_some_and(|matter| matter >= comparison.least());
            format!("{head} · {time} · {a}{}", if differs { " · differs" } else { "" })
        }
        (Some((time, a)), Some((_, b))) => format!("{head} · {time} · {a} in A, {b} in B"),
        (Some((time, a)), None) => format!("{head} · {time} · {a}, only in A"),
        (None, Some((time, b))) => format!("{head} · {time} · {b}, only in B"),
        (None, None) => head,
    }
}

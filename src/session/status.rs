//! The step in one line, as the step bar shows it.

use super::lane::Lane;
use crate::sim::recording::Verb;
use crate::sim::script::Variant;
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

/// Which rules a run follows, in one line: `ideal + sum-jlag, exact arithmetic`.
pub fn variant(variant: &Variant) -> String {
    let mut text = variant.kernel.name().to_string();
    for patch in &variant.patches {
        text.push_str(" + ");
        text.push_str(patch.name);
    }
    for (feature, on) in &variant.features {
        text.push_str(if *on { ", " } else { ", NO_" });
        text.push_str(feature.name());
    }
    let arith = variant.arith.unwrap_or(variant.kernel.default_arith());
    format!("{text}, {} arithmetic", arith.name())
}

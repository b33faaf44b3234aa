//! Which part of the run the time axis shows.
//!
//! Owns the steps of zoom and pan; how they move a range is the chart's. `None` is the whole run. Must not know pixels.

use crate::chart::{Series, TimeRange};

/// A change of the visible part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Zoom {
    /// Half as much, the cursor staying where it is.
    In,
    /// Twice as much.
    Out,
    /// A quarter to the left.
    Earlier,
    /// A quarter to the right.
    Later,
    /// Everything.
    Fit,
    /// `factor` times as much around a time (wheel and pinch).
    Around {
        /// In units since the start.
        time: f64,
        /// Below 1: zooms in.
        factor: f64,
    },
    /// Moved by a share of what is visible (dragging).
    Moved(f64),
}

/// The range after `zoom`; `cursor` is the cursor's time in units.
pub fn zoomed(range: Option<TimeRange>, zoom: Zoom, cursor: f64, series: &Series) -> Option<TimeRange> {
    let whole = TimeRange::whole(series);
    let now = range.unwrap_or(whole);
    let next = match zoom {
        Zoom::In => now.showing(cursor, whole).zoomed(cursor, 0.5, whole),
        Zoom::Out => now.zoomed(cursor.clamp(now.from, now.to), 2.0, whole),
        Zoom::Earlier => now.panned(-0.25, whole),
        Zoom::Later => now.panned(0.25, whole),
        Zoom::Fit => whole,
        Zoom::Around { time, factor } => now.zoomed(time, factor, whole),
        Zoom::Moved(share) => now.panned(share, whole),
    };
    (next.length() < whole.length() * 0.999_999).then_some(next)
}

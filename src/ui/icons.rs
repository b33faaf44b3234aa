//! The icons, drawn: paths on a grid of 24 by 24, in the colour of the text.

use leptos::prelude::*;

/// To the first step.
pub const FIRST: &str = "M6 5v14M19 5 9 12l10 7z";
/// One step back.
pub const BACK: &str = "M17 5 7 12l10 7z";
/// Play.
pub const PLAY: &str = "M7 4v16l13-8z";
/// Pause.
pub const PAUSE: &str = "M8 5v14M16 5v14";
/// One step forward.
pub const FORWARD: &str = "M7 5l10 7-10 7z";
/// To the last step.
pub const LAST: &str = "M18 5v14M5 5l10 7-10 7z";
/// Two sheets.
pub const COPY: &str = "M9 9h11v11H9zM15 9V4H4v11h5";
/// Two links of a chain.
pub const LINK: &str = "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17";
/// An arrow out of a frame.
pub const OUT: &str = "M13 4h7v7M20 4 10 14M18 14v6H4V6h6";
/// A board with a clip, and an arrow into it.
pub const PASTE: &str = "M9 4h6v3H9zM9 5.5H6V20h12V5.5h-3M12 10v6.5M9.2 13.8l2.8 2.8 2.8-2.8";
/// An arrow down to a line.
pub const SAVE: &str = "M12 4v11M7 10.5l5 5 5-5M5 20h14";
/// A pencil.
pub const EDIT: &str = "M4 20h4L19 9l-4-4L4 16zM13 7l4 4";
/// Two sliders.
pub const VARIANT: &str = "M4 8h8M16 8h4M14 5.5v5M4 16h3M11 16h9M9 13.5v5";
/// Two lanes.
pub const COMPARE: &str = "M4 7h16M4 17h3M10 17h3M16 17h4";
/// Arrows to both sides, one above the other.
pub const SWAP: &str = "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4";
/// A question mark in a circle.
pub const HELP: &str = "M9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";
/// A triangle with an exclamation mark.
pub const WARNING: &str = "M12 4 2.5 20h19zM12 10v4.5M12 17v.01";
/// A cross.
pub const CLOSE: &str = "M6 6l12 12M18 6 6 18";
/// A bin.
pub const DELETE: &str = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13";
/// Arrow back to where it was.
pub const UNDO: &str = "M5 9h9a5 5 0 0 1 0 10H9M9 5 5 9l4 4";
/// A magnifying glass with a plus sign.
pub const ZOOM_IN: &str = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M10.5 7.5v6M7.5 10.5h6";
/// A magnifying glass with a minus sign.
pub const ZOOM_OUT: &str = "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21M7.5 10.5h6";
/// Arrows to both sides.
pub const FIT: &str = "M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4";

/// One icon; what it means is said by the text beside it.
#[component]
pub fn Icon(
    /// Its path.
    of: &'static str,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=of></path>
        </svg>
    }
}

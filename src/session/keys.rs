//! What each key does, outside of fields that take text.
//!
//! Owns the bindings and their list for the help; must not know events of a browser.

use super::Msg;
use super::choices::Panel;
use super::cursor::Go;
use super::zoom::Zoom;

/// Keys as the help lists them: names, and what they do.
pub const HELP: &[(&[&str], &str)] = &[
    (&["←", "→"], "one step back, one step forward"),
    (&["↑", "↓"], "one row up, one row down (in the table)"),
    (&["Home", "End"], "first step, last step"),
    (&["Space"], "play, pause"),
    (&[",", "."], "previous, next event of the selected task (of any task if none is selected)"),
    (&["W", "S"], "zoom in, zoom out around the cursor"),
    (&["A", "D"], "earlier, later part of the run"),
    (&["F"], "fit the whole run"),
    (&["E"], "open, close the editor"),
    (&["!"], "next step with a warning"),
    (&["N", "P"], "next, previous difference of two lanes"),
    (&["X"], "first difference of two lanes"),
    (&["Esc"], "clear the selection and the zoom"),
    (&["?"], "this help"),
];

/// What a key does; `key` as browsers name it. Keys pressed together with Ctrl, Alt or Meta are never ours.
pub fn message(key: &str, editor_open: bool) -> Option<Msg> {
    Some(match key {
        "ArrowLeft" => Msg::Go(Go::Back),
        "ArrowRight" => Msg::Go(Go::Forward),
        "Home" => Msg::Go(Go::First),
        "End" => Msg::Go(Go::Last),
        " " => Msg::TogglePlay,
        "," => Msg::Go(Go::EventBack),
        "." => Msg::Go(Go::EventForward),
        "w" | "W" => Msg::Zoom(Zoom::In),
        "s" | "S" => Msg::Zoom(Zoom::Out),
        "a" | "A" => Msg::Zoom(Zoom::Earlier),
        "d" | "D" => Msg::Zoom(Zoom::Later),
        "f" | "F" => Msg::Zoom(Zoom::Fit),
        "e" | "E" => Msg::Panel(Panel::Editor, !editor_open),
        "!" => Msg::Go(Go::WarningForward),
        "n" | "N" => Msg::Go(Go::DifferenceForward),
        "p" | "P" => Msg::Go(Go::DifferenceBack),
        "x" | "X" => Msg::Go(Go::FirstDifference),
        "Escape" => Msg::Clear,
        "?" => Msg::Panel(Panel::Help, true),
        _ => return None,
    })
}

/// What a key does while the table has the focus, before [`message`] is asked.
pub fn table_message(key: &str) -> Option<Msg> {
    Some(match key {
        "ArrowUp" => Msg::Go(Go::RowUp),
        "ArrowDown" => Msg::Go(Go::RowDown),
        _ => return None,
    })
}

//! SVG documents.
//!
//! Owns what every document has: background, title and description. Must not know what is drawn, or where documents go. Text stays
//! text.

use super::frame::Frame;
use super::scene::{DrawError, Scene};
use super::theme::Theme;
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};

/// plotters' SVG backend divides font sizes by this, its canvas does not.
pub(super) const FONT: f64 = 1.24;

/// A document around what `draw` draws in device px.
pub(super) fn document<'a>(
    frame: Frame,
    theme: &Theme,
    title: &str,
    description: &str,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), DrawError<SVGBackend<'a>>>,
) -> String {
    let (width, height) = frame.device();
    let mut body = String::new();
    {
        let area = SVGBackend::with_string(&mut body, (width, height)).into_drawing_area();
        // Only a file or a font can fail, and neither is used.
        let _ = Scene::background(frame).draw(&area, theme, 0, FONT).and_then(|()| draw(&area)).and_then(|()| area.present());
    }
    let inside = body.split_once('\n').map_or("", |(_, rest)| rest);
    format!(
        "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\">\n\
         <title>{}</title>\n<desc>{}</desc>\n{inside}",
        frame.width,
        frame.height,
        escaped(title),
        escaped(description),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

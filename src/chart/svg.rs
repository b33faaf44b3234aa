//! Charts as SVG documents: one chart, or all charts of a recording with their headings and legends.
//!
//! Owns what a document needs and a page has elsewhere: background, title and description, headings, legends. Must not know
//! where documents go. Text stays text.

use super::frame::{Frame, text_width};
use super::hit::name;
use super::scene::{Align, DrawError, Label, Scene};
use super::theme::{Ink, Theme};
use super::{ChartKind, FONT_SIZE, Layout, Series, View};
use crate::sim::Recording;
use crate::tables::number::Scale;
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};

/// plotters' SVG backend divides font sizes by this, its canvas does not.
pub(super) const FONT: f64 = 1.24;
/// Height of a heading with its legend in the same line, CSS px.
const HEADING: f64 = 26.0;
/// Distance of two lines of a legend, CSS px.
const LEGEND_LINE: f64 = 18.0;
/// Room for a line's sample in a legend, CSS px.
const SAMPLE: f64 = 30.0;
/// After each entry of a legend, CSS px.
const GAP: f64 = 12.0;

/// One chart as an SVG document, with its cursor if `cursor` names a step.
pub fn svg(layout: &Layout<'_>, theme: &Theme, cursor: Option<usize>) -> String {
    let (title, description) = words(layout.kind, layout.recording, layout.series, cursor.unwrap_or(layout.view.step));
    document(layout.frame, theme, title, &description, |area| {
        layout.draw_all(area, theme, 0, FONT)?;
        match cursor {
            Some(step) => layout.cursor_scene(step, None).draw(area, theme, 0, FONT),
            None => Ok(()),
        }
    })
}

/// All charts of a recording under each other as one SVG document, `width` CSS px wide, the cursor at a step.
pub fn sheet(recording: &Recording, series: &Series, view: &View, width: f64, theme: &Theme) -> String {
    let step = view.step.min(series.len().saturating_sub(1));
    let parts = ChartKind::ALL.map(|kind| {
        let frame = Frame::new(width, Layout::comfortable_height(kind, recording, width).floor(), 1.0);
        (heading(kind, recording, series, width), Layout::new(kind, recording, series, view, frame))
    });
    let height: f64 = parts.iter().map(|((_, heading), layout)| heading + layout.frame.height).sum();
    let description = ChartKind::ALL.map(|kind| words(kind, recording, series, step).1).join(" ");
    document(Frame::new(width, height.ceil() + 6.0, 1.0), theme, "EEVDF timelines", &description, |area| {
        let mut y = 0.0;
        for ((heading, height), layout) in &parts {
            heading.draw(area, theme, y as i32, FONT)?;
            y += height;
            layout.draw_all(area, theme, y as i32, FONT)?;
            layout.cursor_scene(step, None).draw(area, theme, y as i32, FONT)?;
            y += layout.frame.height;
        }
        Ok(())
    })
}

/// A chart's title and legend, and their height in CSS px. The legend stands beside the title, or under it where that is narrow.
fn heading(kind: ChartKind, recording: &Recording, series: &Series, width: f64) -> (Scene, f64) {
    let mut scene = Scene::new(Frame::new(width, HEADING, 1.0));
    let mut y = HEADING / 2.0 + 2.0;
    let title = Label::new(2.0, y, Align::Left, Ink::Text, kind.title(recording)).bold();
    let beside = width - title.span().1 - GAP;
    scene.text_within(title, 0.0, width);
    let with_legend = matches!(kind, ChartKind::Vruntime | ChartKind::Lag | ChartKind::VAndJ);
    let curves = if with_legend { series.curves(kind) } else { Vec::new() };
    let entry = |curve| SAMPLE + text_width(&name(recording, curve), FONT_SIZE, false) + GAP;
    let whole = curves.iter().map(|&c| entry(c)).sum::<f64>();
    let mut x = width - 2.0 - whole;
    if whole > beside {
        (x, y) = (2.0, y + LEGEND_LINE);
    }
    for curve in curves {
        if x > 2.0 && x + entry(curve) > width + GAP {
            (x, y) = (2.0, y + LEGEND_LINE);
        }
        let (style, ink) = (curve.style(), Ink::Curve(curve));
        let at = |dx: f64| ((x + dx).round() as i32, y.round() as i32);
        scene.line(vec![at(0.0), at(24.0)], ink, f64::from(style.width), style.dash);
        if let Some(marker) = style.marker {
            scene.marker(at(12.0), marker, 4.0, ink);
        }
        scene.text(Label::new(x + SAMPLE, y, Align::Left, Ink::Text, name(recording, curve)));
        x += entry(curve);
    }
    (scene, y + HEADING / 2.0 - 2.0)
}

/// Title and description for those who cannot see the picture.
fn words(kind: ChartKind, recording: &Recording, series: &Series, step: usize) -> (&'static str, String) {
    let title = kind.title(recording);
    if series.is_empty() {
        return (title, "Nothing happens.".to_string());
    }
    let step = step.min(series.len() - 1);
    let layout = Layout::new(kind, recording, series, &View::whole(series, step), Frame::new(600.0, 200.0, 1.0));
    let values: Vec<String> = layout.hits_at(step).iter().map(|hit| format!("{} {}", hit.name, hit.value)).collect();
    let time = Scale::of(recording).time(&recording.state(step).t);
    let values = if values.is_empty() { "nothing to show".to_string() } else { values.join("; ") };
    (title, format!("{title}: at {time}, step {} of {}: {values}.", step + 1, series.len()))
}

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
        let mut background = Scene::new(frame);
        background.fill((0.0, 0.0), (frame.width, frame.height), Ink::Background);
        // Only a file or a font can fail, and neither is used.
        let _ = background.draw(&area, theme, 0, FONT).and_then(|()| draw(&area)).and_then(|()| area.present());
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

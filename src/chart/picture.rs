//! `Picture`: charts of a run, or of two lanes, under each other with their headings and legends, to be drawn anywhere.
//!
//! Owns what a picture that stands alone needs and a page has elsewhere: a caption, headings, legends, a background, words for
//! those who do not see it. Must not know where pictures go.

use super::frame::{Frame, fitted, text_width};
use super::hit::name;
use super::scene::{Align, DrawError, Label, Scene};
use super::style::Curve;
use super::svg::{FONT, document};
use super::theme::{Ink, Theme};
use super::{ChartKind, FONT_SIZE, Layout, Series, View};
use crate::sim::Recording;
use crate::tables::number::Scale;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters_backend::DrawingBackend;

/// Height of a line of the caption, CSS px.
const CAPTION: f64 = 18.0;
/// Height of a heading with its legend in the same line, CSS px.
const HEADING: f64 = 26.0;
/// Distance of two lines of a legend, CSS px.
const LEGEND_LINE: f64 = 18.0;
/// Room for a line's sample in a legend, CSS px.
const SAMPLE: f64 = 30.0;
/// After each entry of a legend, CSS px.
const GAP: f64 = 12.0;
/// Below the last chart, CSS px.
const BOTTOM: f64 = 6.0;

/// A run as a picture shows it.
#[derive(Clone, Copy)]
pub struct Drawn<'a> {
    /// The run.
    pub recording: &'a Recording,
    /// Its curves.
    pub series: &'a Series,
    /// The step at which the cursor stands.
    pub step: usize,
}

/// A picture. Curves of two lanes share a chart, the second's dashed; other charts stand below each other.
pub struct Picture<'a> {
    /// Which charts, from top to bottom.
    pub kinds: &'a [ChartKind],
    /// The run, or lane A and lane B of the same scenario.
    pub lanes: &'a [Drawn<'a>],
    /// The part of the run to show, and what stands out in it; its step does not count.
    pub view: View,
    /// Lines above the charts, the first one bold.
    pub caption: &'a [String],
    /// CSS px.
    pub width: f64,
    /// Device px per CSS px.
    pub scale: f64,
}

/// One chart with what stands above it.
struct Part<'a> {
    heading: Scene,
    /// CSS px.
    height: f64,
    layout: Layout<'a>,
    step: usize,
}

impl Picture<'_> {
    /// How large it is.
    pub fn frame(&self) -> Frame {
        self.frame_of(&self.parts())
    }

    /// Draws it, background and all, on an area as large as [`Frame::device`].
    pub fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, theme: &Theme) -> Result<(), DrawError<DB>> {
        let parts = self.parts();
        Scene::background(self.frame_of(&parts)).draw(area, theme, 0, 1.0)?;
        self.draw_parts(&parts, area, theme, 1.0)
    }

    /// It as an SVG document in which text stays text.
    pub fn svg(&self, theme: &Theme) -> String {
        let parts = self.parts();
        let described = parts.iter().map(|part| words(&part.layout, part.step));
        let description: Vec<String> = self.caption.iter().skip(1).cloned().chain(described).collect();
        let title = self.caption.first().map_or("EEVDF timelines", String::as_str);
        document(self.frame_of(&parts), theme, title, &description.join(" "), |area| self.draw_parts(&parts, area, theme, FONT))
    }

    fn frame_of(&self, parts: &[Part<'_>]) -> Frame {
        let height: f64 = parts.iter().map(|part| part.height + part.layout.frame.height).sum();
        Frame::new(self.width, (self.caption_height() + height).ceil() + BOTTOM, self.scale)
    }

    fn caption_height(&self) -> f64 {
        self.caption.len() as f64 * CAPTION
    }

    fn draw_parts<DB: DrawingBackend>(
        &self,
        parts: &[Part<'_>],
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
        font: f64,
    ) -> Result<(), DrawError<DB>> {
        self.caption_scene().draw(area, theme, 0, font)?;
        let mut y = self.caption_height();
        for part in parts {
            let frame = part.layout.frame;
            part.heading.draw(area, theme, frame.px(y), font)?;
            y += part.height;
            part.layout.draw_all(area, theme, frame.px(y), font)?;
            part.layout.cursor_scene(part.step, None).draw(area, theme, frame.px(y), font)?;
            y += frame.height;
        }
        Ok(())
    }

    fn caption_scene(&self) -> Scene {
        let mut scene = Scene::new(Frame::new(self.width, self.caption_height(), self.scale));
        for (at, line) in self.caption.iter().enumerate() {
            let (bold, ink) = (at == 0, if at == 0 { Ink::Text } else { Ink::Muted });
            let text = fitted(line, self.width - 4.0, FONT_SIZE, bold);
            let label = Label::new(2.0, (at as f64 + 0.5) * CAPTION + 2.0, Align::Left, ink, text);
            scene.text(if bold { label.bold() } else { label });
        }
        scene
    }

    fn parts(&self) -> Vec<Part<'_>> {
        self.kinds.iter().flat_map(|kind| self.parts_of(*kind)).collect()
    }

    fn parts_of(&self, kind: ChartKind) -> Vec<Part<'_>> {
        let named = |lane: usize| match (self.lanes.len(), kind.is_line()) {
            (2.., true) => " \u{b7} lane A, dashed: lane B",
            (2.., false) => [" \u{b7} lane A", " \u{b7} lane B"][lane.min(1)],
            _ => "",
        };
        let shared = if kind.is_line() { 1 } else { self.lanes.len() };
        let part = |lane: usize| {
            let Drawn { recording, series, step } = self.lanes[lane];
            let step = step.min(series.len().saturating_sub(1));
            let (heading, height) = self.heading(kind, lane, named(lane));
            let frame = Frame::new(self.width, Layout::comfortable_height(kind, recording, self.width).floor(), self.scale);
            let other = self.lanes.get(1).filter(|_| kind.is_line());
            let band = self.view.band.filter(|_| kind == ChartKind::VAndJ);
            let view = View { step, band, ..self.view };
            let layout = Layout::beside(kind, recording, series, other.map(|b| (b.recording, b.series)), &view, frame)
                .beside_at(other.map(|b| b.step));
            Part { heading, height, layout, step }
        };
        (0..shared.min(self.lanes.len())).map(part).collect()
    }

    /// A chart's title and legend, and their height in CSS px. The legend stands beside the title, or under it where that is narrow.
    fn heading(&self, kind: ChartKind, lane: usize, of: &str) -> (Scene, f64) {
        // Who shares a chart, first the one that names it.
        let shared = if kind.is_line() { self.lanes } else { &self.lanes[lane..=lane] };
        let naming = shared.iter().find(|drawn| drawn.recording.has_j).unwrap_or(&shared[0]);
        let recording = naming.recording;
        let mut curves: Vec<Curve> = Vec::new();
        for drawn in shared.iter().filter(|_| kind.is_line()) {
            let more: Vec<Curve> = drawn.series.curves(kind).into_iter().filter(|curve| !curves.contains(curve)).collect();
            curves.extend(more);
        }
        let width = self.width;
        let mut scene = Scene::new(Frame::new(width, HEADING, self.scale));
        let mut y = HEADING / 2.0 + 2.0;
        let title = Label::new(2.0, y, Align::Left, Ink::Text, format!("{}{of}", kind.title(recording))).bold();
        let beside = width - title.span().1 - GAP;
        scene.text_within(title, 0.0, width);
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
            let frame = Frame::new(width, HEADING, self.scale);
            let at = |dx: f64| (frame.px(x + dx), frame.px(y));
            scene.line(vec![at(0.0), at(24.0)], ink, f64::from(style.width), style.dash);
            if let Some(marker) = style.marker {
                scene.marker(at(12.0), marker, 4.0, ink);
            }
            scene.text(Label::new(x + SAMPLE, y, Align::Left, Ink::Text, name(recording, curve)));
            x += entry(curve);
        }
        (scene, y + HEADING / 2.0 - 2.0)
    }
}

/// What a chart says at a step, for those who cannot see it.
fn words(layout: &Layout<'_>, step: usize) -> String {
    let (recording, series) = (layout.recording, layout.series);
    let title = layout.kind.title(recording);
    if series.is_empty() {
        return format!("{title}: nothing happens.");
    }
    let values: Vec<String> = layout.hits_at(step).iter().map(|hit| format!("{} {}", hit.name, hit.value)).collect();
    let time = Scale::of(recording).time(&recording.state(step).t);
    let values = if values.is_empty() { "nothing to show".to_string() } else { values.join("; ") };
    format!("{title}: at {time}, step {} of {}: {values}.", step + 1, series.len())
}

//! `Scene`: the shapes of one layer in device px, and how plotters draws them.
//!
//! Owns the step from shapes to a drawing backend. Must not know what a shape means: colours come from the theme by ink.
//! Thin straight lines are filled rectangles on whole device px, so they are sharp without shifting the context by half a
//! pixel; plotters draws everything else as it is. Measuring text and the chart builder's mesh are left out: the mesh lets
//! labels run over the frame's edge and takes its numbers from f64.

use super::frame::{Frame, text_width};
use super::style::{Dash, Marker};
use super::theme::{Ink, Rgb, Theme};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{DashedPathElement, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, ShapeStyle};
use plotters_backend::DrawingBackend;

/// A drawing that failed: the backend's own error.
pub type DrawError<DB> = DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

/// The fonts asked for, best first.
pub(super) const FONT: &str = "system-ui, sans-serif";

/// The most dashes one line is cut into; longer lines get longer dashes.
const MAX_DASHES: f64 = 600.0;

/// Where a text's anchor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

/// A text in CSS px; its anchor is at mid-height.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub x: f64,
    pub y: f64,
    pub text: String,
    pub align: Align,
    pub size: f64,
    pub bold: bool,
    pub ink: Ink,
}

impl Label {
    /// A label of the usual size.
    pub fn new(x: f64, y: f64, align: Align, ink: Ink, text: impl Into<String>) -> Label {
        Label { x, y, text: text.into(), align, size: super::FONT_SIZE, bold: false, ink }
    }

    /// The same, bold.
    pub fn bold(mut self) -> Label {
        self.bold = true;
        self
    }

    /// Its width in CSS px, estimated.
    pub fn width(&self) -> f64 {
        text_width(&self.text, self.size, self.bold)
    }

    /// Left and right edge in CSS px, estimated.
    pub fn span(&self) -> (f64, f64) {
        let left = match self.align {
            Align::Left => self.x,
            Align::Center => self.x - self.width() / 2.0,
            Align::Right => self.x - self.width(),
        };
        (left, left + self.width())
    }

    /// The same, moved as little as needed to lie between two x.
    pub fn within(mut self, from: f64, to: f64) -> Label {
        let (left, right) = self.span();
        if left < from {
            self.x += from - left;
        } else if right > to {
            self.x -= (right - to).min(left - from);
        }
        self
    }
}

/// One shape, in device px.
#[derive(Clone, Debug)]
enum Shape {
    Line { points: Vec<(i32, i32)>, ink: Ink, width: u32, dash: Option<(f64, f64)> },
    Fill { from: (i32, i32), to: (i32, i32), ink: Ink },
    Area { points: Vec<(i32, i32)>, ink: Ink },
    Text { at: (i32, i32), label: Label },
}

/// One layer of a chart.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    frame: Frame,
    shapes: Vec<Shape>,
}

impl Scene {
    pub fn new(frame: Frame) -> Scene {
        Scene { frame, shapes: Vec::new() }
    }

    /// A frame full of the background.
    pub fn background(frame: Frame) -> Scene {
        let mut scene = Scene::new(frame);
        scene.fill((0.0, 0.0), (frame.width, frame.height), Ink::Background);
        scene
    }

    /// A filled rectangle, CSS px.
    pub fn fill(&mut self, (x0, y0): (f64, f64), (x1, y1): (f64, f64), ink: Ink) {
        let px = |v| self.frame.px(v);
        self.fill_px((px(x0), px(y0)), (px(x1), px(y1)), ink);
    }

    /// A filled rectangle, device px.
    pub fn fill_px(&mut self, from: (i32, i32), to: (i32, i32), ink: Ink) {
        if from.0 < to.0 && from.1 < to.1 {
            self.shapes.push(Shape::Fill { from, to, ink });
        }
    }

    /// A horizontal line `width` CSS px thick, sharp.
    pub fn horizontal(&mut self, y: f64, x0: f64, x1: f64, width: f64, ink: Ink) {
        let (px, thick) = (|v| self.frame.px(v), self.frame.px(width).max(1));
        let top = px(y) - thick / 2;
        self.fill_px((px(x0), top), (px(x1), top + thick), ink);
    }

    /// A vertical line `width` CSS px thick, sharp.
    pub fn vertical(&mut self, x: f64, y0: f64, y1: f64, width: f64, ink: Ink) {
        let (px, thick) = (|v| self.frame.px(v), self.frame.px(width).max(1));
        let left = px(x) - thick / 2;
        self.fill_px((left, px(y0)), (left + thick, px(y1)), ink);
    }

    /// A polyline through device px, `width` CSS px thick.
    pub fn line(&mut self, points: Vec<(i32, i32)>, ink: Ink, width: f64, dash: Dash) {
        let stroke = self.frame.px(width).max(1) as u32;
        let dash = dash.pattern().map(|(on, off)| {
            let length: f64 = points.windows(2).map(|w| f64::from(w[1].0 - w[0].0).hypot(f64::from(w[1].1 - w[0].1))).sum();
            let (on, off) = (f64::from(on) * self.frame.scale, f64::from(off) * self.frame.scale);
            let stretch = (length / (on + off) / MAX_DASHES).max(1.0);
            (on * stretch, off * stretch)
        });
        match points[..] {
            [] => {}
            [(x, y)] => {
                let half = (stroke as i32 + 1) / 2;
                self.fill_px((x - half, y - half), (x + half, y + half), ink);
            }
            _ => self.shapes.push(Shape::Line { points, ink, width: stroke, dash }),
        }
    }

    /// A marker around device px, its radius in CSS px.
    pub fn marker(&mut self, (x, y): (i32, i32), marker: Marker, radius: f64, ink: Ink) {
        let r = radius * self.frame.scale;
        let points = marker.outline().iter().map(|(dx, dy)| (x + (dx * r).round() as i32, y + (dy * r).round() as i32)).collect();
        self.shapes.push(Shape::Area { points, ink });
    }

    /// A text.
    pub fn text(&mut self, label: Label) {
        let at = (self.frame.px(label.x), self.frame.px(label.y));
        self.shapes.push(Shape::Text { at, label });
    }

    /// A text, unless it is wider than the room between two x; moved to lie between them.
    pub fn text_within(&mut self, label: Label, from: f64, to: f64) {
        if label.width() <= to - from {
            self.text(label.within(from, to));
        }
    }

    /// Draws everything, `dy` device px further down; `font` corrects a backend that draws text smaller than asked.
    pub fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        theme: &Theme,
        dy: i32,
        font: f64,
    ) -> Result<(), DrawError<DB>> {
        let down = |(x, y): (i32, i32)| (x, y + dy);
        for shape in &self.shapes {
            match shape {
                Shape::Fill { from, to, ink } => {
                    area.draw(&Rectangle::new([down(*from), down(*to)], rgb(theme.color(*ink)).filled()))?;
                }
                Shape::Area { points, ink } => {
                    let points: Vec<_> = points.iter().copied().map(down).collect();
                    area.draw(&Polygon::new(points, rgb(theme.color(*ink)).filled()))?;
                }
                Shape::Line { points, ink, width, dash } => {
                    let style = ShapeStyle::from(rgb(theme.color(*ink))).stroke_width(*width);
                    let points: Vec<_> = points.iter().copied().map(down).collect();
                    match dash {
                        None => area.draw(&PathElement::new(points, style))?,
                        Some((on, off)) => {
                            let (on, off) = (on.round() as i32, off.round() as i32);
                            area.draw(&DashedPathElement::new(points, on.max(1), off.max(1), style))?;
                        }
                    }
                }
                Shape::Text { at, label } => {
                    let weight = if label.bold { FontStyle::Bold } else { FontStyle::Normal };
                    let size = label.size * self.frame.scale * font;
                    let align = match label.align {
                        Align::Left => HPos::Left,
                        Align::Center => HPos::Center,
                        Align::Right => HPos::Right,
                    };
                    let mut style = FontDesc::new(FontFamily::Name(FONT), size, weight).color(&rgb(theme.color(label.ink)));
                    style.pos = Pos::new(align, VPos::Center);
                    area.draw_text(&label.text, &style, down(*at))?;
                }
            }
        }
        Ok(())
    }
}

fn rgb(c: Rgb) -> RGBColor {
    RGBColor(c.0, c.1, c.2)
}

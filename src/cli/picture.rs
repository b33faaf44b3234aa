//! Pictures of a run: SVG, and the same rasterised as PNG.
//!
//! Owns what is in them and which font PNG has: one that comes along, so that a picture is the same on every machine.

use super::Failure;
use crate::chart::{ChartKind, Drawn, Picture, Series, Theme, View};
use crate::scenario::{Scenario, variant_words};
use crate::session::export::PICTURE_WIDTH;
use crate::sim::Recording;
use clap::ValueEnum;
use resvg::{tiny_skia, usvg};
use std::sync::Arc;

/// Device px per CSS px of a PNG: sharp on dense screens.
const PNG_SCALE: f32 = 2.0;

/// Which chart.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Chart {
    /// Who runs when
    Cpu,
    /// vruntime of each task, and V
    Vruntime,
    /// V - v of each task
    Lag,
    /// V, J and V+J
    V,
    /// The virtual-time axis at the step
    Axis,
}

impl Chart {
    fn kind(self) -> ChartKind {
        match self {
            Chart::Cpu => ChartKind::Occupancy,
            Chart::Vruntime => ChartKind::Vruntime,
            Chart::Lag => ChartKind::Lag,
            Chart::V => ChartKind::VAndJ,
            Chart::Axis => ChartKind::VirtualTime,
        }
    }
}

/// Charts of a run as an SVG document, all unless some are named; the cursor at a step, counted from 0.
pub(super) fn svg(scenario: &Scenario, recording: &Recording, charts: &[Chart], step: usize) -> String {
    let series = Series::of(recording);
    let all: Vec<ChartKind> = match charts {
        [] => ChartKind::ALL.to_vec(),
        some => some.iter().map(|chart| chart.kind()).collect(),
    };
    let title = Some(scenario.title.clone()).filter(|title| !title.is_empty());
    let caption: Vec<String> = title.into_iter().chain([variant_words(&scenario.script.variant)]).collect();
    let lanes = [Drawn { recording, series: &series, step }];
    let view = View::whole(&series, step);
    Picture { kinds: &all, lanes: &lanes, view, caption: &caption, width: PICTURE_WIDTH, scale: 1.0 }.svg(&Theme::light())
}

/// An SVG document as a PNG file.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    let cannot =
        |what: String| Failure::Input(format!("the picture can not be drawn as PNG: {what}; --format svg has no such limit"));
    let mut options = usvg::Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| cannot(error.to_string()))?;
    let size = tree.size();
    let (width, height) = ((size.width() * PNG_SCALE).ceil() as u32, (size.height() * PNG_SCALE).ceil() as u32);
    let mut pixels =
        tiny_skia::Pixmap::new(width, height).ok_or_else(|| cannot(format!("{width} x {height} pixels are too many")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(PNG_SCALE, PNG_SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| cannot(error.to_string()))
}

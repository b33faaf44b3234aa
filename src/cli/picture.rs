//! Pictures of a run: SVG, and the same rasterised as PNG.
//!
//! Owns what is in them and which font PNG has: one that comes along, so that a picture is the same on every machine.

use super::Failure;
use crate::chart::{ChartKind, Drawn, Picture, Series, Theme, View};
use crate::scenario::Scenario;
use crate::session::export::{PICTURE_WIDTH, PNG_SCALE, caption};
use crate::sim::Recording;
use clap::ValueEnum;
use resvg::{tiny_skia, usvg};
use std::io::IsTerminal;
use std::sync::Arc;

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

/// A run, and the step at which the cursor stands, counted from 0.
pub(super) type Run<'a> = (&'a Scenario, &'a Recording, usize);

/// Charts of a run or of both lanes as an SVG document, all unless some are named.
pub(super) fn svg(runs: &[Run<'_>], charts: &[Chart]) -> String {
    let series: Vec<Series> = runs.iter().map(|(_, recording, _)| Series::of(recording)).collect();
    let drawn = |(&(_, recording, step), series)| Drawn { recording, series, step };
    let lanes: Vec<Drawn<'_>> = runs.iter().zip(&series).map(drawn).collect();
    let kinds: Vec<ChartKind> = match charts {
        [] => ChartKind::all(runs.iter().any(|(_, recording, _)| recording.has_j)),
        some => some.iter().map(|chart| chart.kind()).collect(),
    };
    let caption = caption(&runs.iter().map(|(scenario, ..)| *scenario).collect::<Vec<_>>());
    let view = View::whole(&series[0], 0);
    Picture { kinds: &kinds, lanes: &lanes, view, caption: &caption, width: PICTURE_WIDTH, scale: 1.0 }.svg(&Theme::light())
}

/// Refuses to write a PNG to a terminal.
pub(super) fn not_to_a_terminal() -> Result<(), Failure> {
    match std::io::stdout().is_terminal() {
        true => Err(Failure::Input("--format png to a terminal, expected a pipe or a file".to_string())),
        false => Ok(()),
    }
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
    let scale = PNG_SCALE as f32;
    let size = tree.size();
    let (width, height) = ((size.width() * scale).ceil() as u32, (size.height() * scale).ceil() as u32);
    let mut pixels =
        tiny_skia::Pixmap::new(width, height).ok_or_else(|| cannot(format!("{width} x {height} pixels are too many")))?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| cannot(error.to_string()))
}

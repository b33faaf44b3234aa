//! Histograms of several runs in one picture: bins side by side, a bar a run in each, heights by the logarithm of the count.
//!
//! Owns where the bars and labels stand and which bar is under a point. Counts as people read them are exact; only heights are f64.
//! Must not know what is counted.

use super::FONT_SIZE;
use super::frame::{Frame, text_width};
use super::scene::{Align, DrawError, Label, Scene};
use super::style::Curve;
use super::svg::{FONT, document};
use super::theme::{Ink, Theme};
use crate::stats::Histogram;
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters_backend::DrawingBackend;

/// Above the bars: a line of text for each run's name, CSS px.
const LEGEND: f64 = 18.0;
/// Below the bars: the bins' labels and what they count, CSS px.
const LABELS: f64 = 36.0;
/// Between two bins, as a part of a bin.
const GAP: f64 = 0.2;
/// A bar of one wake-up is this high, as a part of what the highest is.
const LEAST: f64 = 0.04;

/// Histograms in a frame.
#[derive(Clone, Debug)]
pub struct Histograms<'a> {
    /// Name and counts of each run.
    pub runs: &'a [(String, Histogram)],
    /// The unit of the bins, as people read it.
    pub unit: &'a str,
    /// Where they are drawn.
    pub frame: Frame,
}

/// A bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Which run.
    pub run: usize,
    /// Which bin.
    pub bin: usize,
}

impl Histograms<'_> {
    fn bins(&self) -> usize {
        self.runs.iter().map(|(_, histogram)| histogram.counts().len()).max().unwrap_or(0)
    }

    fn count(&self, bar: Bar) -> usize {
        self.runs[bar.run].1.counts().get(bar.bin).copied().unwrap_or(0)
    }

    fn most(&self) -> usize {
        self.runs.iter().flat_map(|(_, histogram)| histogram.counts()).copied().max().unwrap_or(0)
    }

    /// Top and bottom of the highest bar, CSS px.
    fn plot(&self) -> (f64, f64) {
        let top = LEGEND * self.runs.len() as f64 + FONT_SIZE + 6.0;
        (top, (self.frame.height - LABELS).max(top + 1.0))
    }

    /// Left and right of a bin, CSS px.
    fn bin(&self, bin: usize) -> (f64, f64) {
        let width = self.frame.width / self.bins().max(1) as f64;
        (bin as f64 * width, (bin + 1) as f64 * width)
    }

    /// Left, top and right of a bar that counts something, CSS px.
    fn bar(&self, bar: Bar) -> Option<(f64, f64, f64)> {
        let count = self.count(bar);
        let (left, right) = self.bin(bar.bin);
        let (top, bottom) = self.plot();
        let room = (right - left) * (1.0 - GAP);
        let width = room / self.runs.len() as f64;
        let x = left + (right - left) * GAP / 2.0 + bar.run as f64 * width;
        let share = LEAST + (1.0 - LEAST) * (count as f64).ln() / (self.most() as f64).ln().max(f64::MIN_POSITIVE);
        (count > 0).then(|| (x, bottom - (bottom - top) * share.min(1.0), x + width))
    }

    fn bars(&self) -> impl Iterator<Item = Bar> + '_ {
        (0..self.bins()).flat_map(|bin| (0..self.runs.len()).map(move |run| Bar { run, bin }))
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self.frame);
        for (run, (name, _)) in self.runs.iter().enumerate() {
            let y = LEGEND * (run as f64 + 0.5) + 2.0;
            scene.fill((4.0, y - 5.0), (14.0, y + 5.0), Ink::Curve(Curve::Task(run)));
            scene.text(Label::new(20.0, y, Align::Left, Ink::Text, name.as_str()));
        }
        let (_, bottom) = self.plot();
        for bar in self.bars() {
            let Some((left, top, right)) = self.bar(bar) else { continue };
            scene.fill((left, top), (right.max(left + 1.0), bottom), Ink::Curve(Curve::Task(bar.run)));
            let count = Label::new((left + right) / 2.0, top - 8.0, Align::Center, Ink::Muted, self.count(bar).to_string());
            if count.width() <= right - left {
                scene.text(count);
            }
        }
        scene.horizontal(bottom, 0.0, self.frame.width, 1.0, Ink::Axis);
        let mut free = 0.0;
        for bin in 0..self.bins() {
            let (left, right) = self.bin(bin);
            let label =
                Label::new((left + right) / 2.0, bottom + 11.0, Align::Center, Ink::Text, Histogram::end(bin).to_string());
            if label.span().0 >= free {
                free = label.span().1 + 4.0;
                scene.text(label);
            }
        }
        let below = format!("waited up to so many {}; heights are logarithmic", self.unit);
        scene.text_within(Label::new(0.0, bottom + 27.0, Align::Left, Ink::Muted, below), 0.0, self.frame.width);
        scene
    }

    /// Draws them.
    pub fn draw<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>, theme: &Theme) -> Result<(), DrawError<DB>> {
        self.scene().draw(area, theme, 0, 1.0)
    }

    /// The bar that counts something at a point in CSS px: anywhere above or in it.
    pub fn hit(&self, x: f64, y: f64) -> Option<Bar> {
        let (_, bottom) = self.plot();
        let at = |bar: &Bar| self.bar(*bar).is_some_and(|(left, _, right)| (left..right).contains(&x));
        (y <= bottom).then(|| self.bars().find(at)).flatten()
    }

    /// What a bar says: `slices 8/20: 12 waited 256 to 512 us`.
    pub fn words(&self, bar: Bar) -> String {
        let (name, count) = (&self.runs[bar.run].0, self.count(bar));
        match bar.bin {
            0 => format!("{name}: {count} did not wait"),
            bin => format!("{name}: {count} waited {} to {} {}", Histogram::end(bin - 1), Histogram::end(bin), self.unit),
        }
    }

    /// As an SVG document.
    pub fn svg(&self, title: &str, theme: &Theme) -> String {
        document(self.frame, theme, title, &self.description(), |area| self.scene().draw(area, theme, 0, FONT))
    }

    /// All counts, for those who do not see them.
    pub fn description(&self) -> String {
        let counted = self.bars().filter(|bar| self.count(*bar) > 0).map(|bar| self.words(bar));
        counted.collect::<Vec<_>>().join("; ")
    }

    /// A width at which all bins have their labels, CSS px.
    pub fn comfortable_width(runs: &[(String, Histogram)]) -> f64 {
        let bins = runs.iter().map(|(_, histogram)| histogram.counts().len()).max().unwrap_or(0);
        let longest = text_width(&Histogram::end(bins).to_string(), FONT_SIZE, false) + 8.0;
        (bins as f64 * longest.max(28.0 * runs.len() as f64)).max(320.0)
    }
}

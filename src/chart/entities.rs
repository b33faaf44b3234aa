//! The virtual-time axis of one step: every entity with its vruntime, deadline, weight, eligibility and lag, and V.
//!
//! Owns where the rows stand and how they are drawn: text beside the bar where there is room for both, above it where there
//! is not. Must not know what a row says (that is `rows`), nor other steps but for the extent of the axis.

use super::frame::{Frame, fitted, text_width};
use super::rows::{RUNNING, Row, rows};
use super::scene::{Align, Label, Scene};
use super::series::{Extent, Series};
use super::style::{Curve, Dash};
use super::theme::Ink;
use super::ticks::Origin;
use super::time::spread;
use super::{FONT_SIZE, View};
use crate::sim::Recording;
use crate::tables::number::Scale;

/// The strip above the rows, with V's label, CSS px.
const TOP: f64 = 20.0;
/// The strip below the rows, with the axis, CSS px.
const BOTTOM: f64 = 20.0;
/// Between columns of text, CSS px.
const GAP: f64 = 8.0;
/// Between the plot's edges and the outermost values, CSS px.
const INSET: f64 = 8.0;
/// The share of the width that text beside the bars may take.
const TEXT_SHARE: f64 = 0.6;

/// Rows for which there is room where the tasks of one CPU of several are shown.
const ROWS_OF_A_CPU: usize = 6;

/// The state column grows in steps of this, CSS px.
const STATE_STEP: f64 = 40.0;

/// Where everything is, CSS px.
#[derive(Clone, Debug)]
pub(super) struct Entities {
    rows: Vec<Row>,
    /// Rows that found no room.
    hidden: usize,
    /// Whether the text stands above the bars.
    stacked: bool,
    row_height: f64,
    bottom: f64,
    left: f64,
    right: f64,
    values: Extent,
    v: f64,
    v_text: String,
}

/// Height of a row: the least, and what looks well.
fn row_heights(stacked: bool) -> (f64, f64) {
    if stacked { (24.0, 36.0) } else { (14.0, 26.0) }
}

/// Widths of the columns name, eligibility, weight and state, CSS px. Whoever runs and however long its lag is written, the
/// last one is rarely another, so that the axis stays put while stepping.
fn columns(rows: &[Row]) -> [f64; 4] {
    let widest = |text: fn(&Row) -> &str, bold| rows.iter().map(|r| text_width(text(r), FONT_SIZE, bold)).fold(0.0, f64::max);
    let state = text_width(RUNNING, FONT_SIZE, true) + widest(|r| &r.lag, true);
    [
        widest(|r| &r.name, true),
        text_width("N", FONT_SIZE, true),
        widest(|r| &r.weight, false),
        (state / STATE_STEP).ceil() * STATE_STEP,
    ]
}

fn is_stacked(rows: &[Row], width: f64) -> bool {
    columns(rows).iter().sum::<f64>() + 4.0 * GAP > width * TEXT_SHARE
}

/// The height at which all tasks of a recording have comfortable rows, CSS px.
pub(super) fn comfortable_height(recording: &Recording, step: usize, width: f64) -> f64 {
    let (rows, most) = (rows(recording, step), recording.tasks.len());
    // With several CPUs the tasks of one are shown, which are never the same number for long.
    let most = if recording.cpus == 1 { most } else { most.min(ROWS_OF_A_CPU) };
    TOP + BOTTOM + most.max(1) as f64 * row_heights(is_stacked(&rows, width)).1
}

impl Entities {
    pub fn new(recording: &Recording, series: &Series, view: &View, frame: Frame) -> Entities {
        let bottom = (frame.height - BOTTOM).max(TOP + 1.0);
        let (mut rows, mut hidden) = (rows(recording, view.step), 0);
        let room = |stacked| (((bottom - TOP) / row_heights(stacked).0) as usize).max(1);
        if rows.len() > room(is_stacked(&rows, frame.width)) {
            rows.retain(|r| r.queued);
            let room = room(is_stacked(&rows, frame.width));
            if rows.len() > room {
                let keep = room.saturating_sub(1).max(1);
                rows.sort_by_key(|r| (!r.running, view.selected != Some(r.task), r.rank));
                hidden = rows.len() - keep;
                rows.truncate(keep);
                rows.sort_by_key(|r| r.task);
            }
        }
        let stacked = is_stacked(&rows, frame.width);
        let lines = (rows.len() + usize::from(hidden > 0)).max(1) as f64;
        let row_height = ((bottom - TOP) / lines).min(row_heights(stacked).1 * 1.25);
        let [name, mark, weight, state] = columns(&rows);
        let (left, right) = match stacked {
            true => (2.0, frame.width - 2.0),
            false => (name + mark + weight + 4.0 * GAP, frame.width - state - GAP - 2.0),
        };
        let queue = &recording.state(view.step).queue;
        let v = super::series::units(recording, &queue.avg_vruntime);
        let values = series.steady_virtual().unwrap_or_else(|| around(&rows, v));
        let v_text = Scale::of(recording).short_virt(&queue.avg_vruntime);
        let v_text = match v_text.strip_prefix('~') {
            Some(rounded) => format!("V ≈ {rounded}"),
            None => format!("V = {v_text}"),
        };
        let v_text = if recording.cpus == 1 { v_text } else { format!("CPU {}: {v_text}", recording.state(view.step).cpu) };
        Entities { rows, hidden, stacked, row_height, bottom, left, right, values: values.or_unit(), v, v_text }
    }

    /// The x of a virtual time in units.
    fn x(&self, value: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        left + (value - self.values.low) / self.values.size() * (right - left)
    }

    /// Mid-height of a row's text and of its bar.
    fn lines(&self, index: usize) -> (f64, f64) {
        let top = TOP + index as f64 * self.row_height;
        match self.stacked {
            true => (top + self.row_height * 0.32, top + self.row_height * 0.76),
            false => (top + self.row_height / 2.0, top + self.row_height / 2.0),
        }
    }

    /// The row at a y, and where its dot is.
    pub fn row_at(&self, y: f64) -> Option<(&Row, f64, f64)> {
        let index = ((y - TOP) / self.row_height).floor();
        let row = (index >= 0.0).then(|| self.rows.get(index as usize)).flatten()?;
        Some((row, self.x(row.v), self.lines(index as usize).1))
    }

    /// All rows with the places of their dots.
    pub fn rows(&self) -> impl Iterator<Item = (&Row, f64, f64)> {
        self.rows.iter().enumerate().map(|(i, row)| (row, self.x(row.v), self.lines(i).1))
    }

    /// The layer.
    pub fn scene(&self, frame: Frame, view: &View) -> Scene {
        let mut scene = Scene::new(frame);
        let v = self.x(self.v);
        scene.fill((self.left, TOP), (v, self.bottom), Ink::Eligible);
        for tick in spread(self.values.low, self.values.high, self.right - self.left - 2.0 * INSET, Origin::Zero) {
            let x = self.x(tick.at);
            scene.vertical(x, TOP, self.bottom, 1.0, Ink::Grid);
            scene.vertical(x, self.bottom, self.bottom + 4.0, 1.0, Ink::Axis);
            let y = self.bottom + 6.0 + FONT_SIZE / 2.0;
            scene.text_within(Label::new(x, y, Align::Center, Ink::Muted, tick.label), 1.0, frame.width - 1.0);
        }
        scene.horizontal(self.bottom, self.left, self.right, 1.0, Ink::Grid);
        let label =
            Label::new(v, TOP / 2.0, Align::Center, Ink::Text, self.v_text.as_str()).bold().within(1.0, frame.width - 1.0);
        let eligible = Label::new(self.left + 2.0, TOP / 2.0, Align::Left, Ink::Muted, "eligible: v ≤ V");
        if eligible.span().1 + GAP <= label.span().0 {
            scene.text(eligible);
        }
        scene.text_within(label, 1.0, frame.width - 1.0);
        for (i, row) in self.rows.iter().enumerate() {
            self.text(&mut scene, frame, row, i);
        }
        self.v_line(&mut scene, frame, v);
        for (i, row) in self.rows.iter().enumerate().filter(|(_, row)| row.queued) {
            self.bar(&mut scene, frame, row, self.lines(i).1);
        }
        for (i, row) in self.rows.iter().enumerate() {
            if view.selected == Some(row.task) {
                let top = TOP + i as f64 * self.row_height;
                scene.fill((0.0, top + 1.0), (3.0, top + self.row_height - 1.0), Ink::Text);
            }
        }
        if self.hidden > 0 {
            let more = format!("and {} more", self.hidden);
            scene.text(Label::new(6.0, self.lines(self.rows.len()).0, Align::Left, Ink::Muted, more));
        }
        scene
    }

    /// V's line, leaving out the texts it would run through.
    fn v_line(&self, scene: &mut Scene, frame: Frame, v: f64) {
        let mut from = TOP;
        for (i, row) in self.rows.iter().enumerate().filter(|_| self.stacked) {
            let text_left = 6.0 + columns(&self.rows)[..3].iter().sum::<f64>() + 3.0 * GAP;
            let text_right = frame.width - 2.0 - text_width(&row.state, FONT_SIZE, row.running) - 4.0;
            if v < text_left || v > text_right {
                let y = self.lines(i).0;
                scene.vertical(v, from, y - FONT_SIZE * 0.7, 2.0, Ink::Curve(Curve::V(0)));
                from = y + FONT_SIZE * 0.7;
            }
        }
        scene.vertical(v, from, self.bottom, 2.0, Ink::Curve(Curve::V(0)));
    }

    fn text(&self, scene: &mut Scene, frame: Frame, row: &Row, index: usize) {
        let y = self.lines(index).0;
        let [name_width, mark_width, weight_width, _] = columns(&self.rows);
        let others = mark_width + weight_width + 4.0 * GAP;
        let state = match self.stacked {
            true => fitted(&row.state, frame.width - others, FONT_SIZE, row.running),
            false => row.state.clone(),
        };
        let room = match self.stacked {
            true => frame.width - others - text_width(&state, FONT_SIZE, row.running),
            false => name_width,
        };
        let name = fitted(&row.name, room.max(0.0), FONT_SIZE, true);
        let ink = if row.queued { Ink::Curve(Curve::Task(row.task)) } else { Ink::Muted };
        let mut x = 6.0;
        scene.text(Label::new(x, y, Align::Left, ink, name).bold());
        x += room.min(name_width).max(0.0) + GAP;
        scene.text(Label::new(x, y, Align::Left, if row.queued { Ink::Text } else { Ink::Muted }, row.mark).bold());
        x += mark_width + GAP;
        scene.text(Label::new(x, y, Align::Left, Ink::Muted, row.weight.as_str()));
        let state = Label::new(frame.width - 2.0, y, Align::Right, if row.queued { Ink::Text } else { Ink::Muted }, state);
        scene.text(if row.running { state.bold() } else { state });
    }

    fn bar(&self, scene: &mut Scene, frame: Frame, row: &Row, y: f64) {
        let ink = Ink::Curve(Curve::Task(row.task));
        let (from, to) = (self.x(row.v), self.x(row.deadline));
        let style = Curve::Task(row.task).style();
        if row.delayed {
            let points = vec![(frame.px(from), frame.px(y)), (frame.px(to), frame.px(y))];
            scene.line(points, ink, 2.0, Dash::Dotted);
        } else {
            scene.horizontal(y, from.min(to), from.max(to), if row.running { 4.0 } else { 2.0 }, ink);
        }
        scene.vertical(to, y - 6.5, y + 6.5, 2.0, ink);
        if let Some(marker) = style.marker {
            scene.marker((frame.px(from), frame.px(y)), marker, 4.5, ink);
        }
    }
}

/// An axis for one step where the run drifts too far for one axis: round, so that it moves rarely.
fn around(rows: &[Row], v: f64) -> Extent {
    let all = rows.iter().filter(|r| r.queued).fold(Extent::NONE.with(v), |e, r| e.with(r.v).with(r.deadline)).or_unit();
    let round = 10f64.powf(all.size().log10().ceil() - 1.0) * 2.0;
    Extent { low: (all.low / round).floor() * round, high: (all.high / round).ceil() * round }
}

//! What the page gives away: text to copy or save, and pictures.
//!
//! Owns which formats there are, what their files are called and what stands in them; what a format looks like is `tables`',
//! `explain`'s, `chart`'s and `io::export`'s business. Must not know clipboards, files or canvases.

use super::Session;
use super::bound;
use super::lane::Lane;
use super::rows::window;
use crate::chart::{ChartKind, Drawn, Picture, TimeRange, View};
use crate::explain::{step_text, why_text, wrap};
use crate::io::export::{csv, jsonl, markdown, perfetto};
use crate::lanes::Side;
use crate::scenario::{Scenario, variant_words};
use crate::tables::print::{MAIL_WIDTH, print};
use crate::tables::{Table, setup};
use std::io;

/// Width of a picture in CSS px: fits a slide and most mails' attachments.
pub const PICTURE_WIDTH: f64 = 900.0;

/// Device px per CSS px of a PNG: sharp on dense screens.
pub const PNG_SCALE: f64 = 2.0;

/// A format of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The step at the cursor: its row, and why.
    Step,
    /// The worked table for a mail.
    Table,
    /// Each step's reasons.
    Why,
    /// The worked table in Markdown.
    Markdown,
    /// The worked table as exact comma-separated numbers.
    Csv,
    /// One JSON object a step.
    Jsonl,
    /// A trace that Perfetto opens.
    Perfetto,
}

impl Format {
    /// All, what goes into a mail first.
    pub const ALL: [Format; 7] =
        [Format::Step, Format::Table, Format::Why, Format::Markdown, Format::Csv, Format::Jsonl, Format::Perfetto];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Step => "Step",
            Format::Table => "Table",
            Format::Why => "Reasons",
            Format::Markdown => "Markdown",
            Format::Csv => "CSV",
            Format::Jsonl => "JSON lines",
            Format::Perfetto => "Perfetto trace",
        }
    }

    /// What it is, in a few words.
    pub fn about(self) -> &'static str {
        match self {
            Format::Step => "its row and why, plain text for a mail",
            Format::Table => "plain text for a mail",
            Format::Why => "of every step, plain text",
            Format::Markdown => "the worked table",
            Format::Csv => "exact numbers",
            Format::Jsonl => "every step, all fields",
            Format::Perfetto => "for ui.perfetto.dev",
        }
    }

    /// The end of its file's name.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Step | Format::Table | Format::Why => "txt",
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Perfetto => "json",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Format::Step | Format::Table | Format::Why => "text/plain",
            Format::Markdown => "text/markdown",
            Format::Csv => "text/csv",
            Format::Jsonl => "application/jsonl",
            Format::Perfetto => "application/json",
        }
    }

    /// Whether it goes through every step, which takes too long for a page where a run is long.
    pub fn is_whole(self) -> bool {
        !matches!(self, Format::Step | Format::Table)
    }
}

/// The run at the cursor, or both lanes.
fn lanes(session: &Session) -> Vec<(&Lane, usize)> {
    match session.comparison() {
        Some(c) => Side::ALL.map(|side| (&**c.lane(side), c.step(side, session.row()).unwrap_or(0))).to_vec(),
        None => vec![(&**session.lane(), session.cursor())],
    }
}

/// The run and the step whose text is given: of two lanes the one whose state is shown in full.
fn shown(session: &Session) -> (&Lane, usize) {
    let lanes = lanes(session);
    let lane = if lanes.len() == 1 { 0 } else { session.state_of().index() };
    lanes[lane]
}

/// Whether the run that is given is too long for formats that go through every step.
pub fn is_too_long(session: &Session) -> bool {
    shown(session).0.is_long()
}

/// The text in a format; `None` where the run is too long for a page to write it.
pub fn text(session: &Session, format: Format) -> Option<String> {
    let (lane, step) = shown(session);
    if format.is_whole() && lane.is_long() {
        return None;
    }
    Some(match format {
        Format::Step => step_of(session),
        Format::Table => table(lane, step),
        Format::Why => format!("{}{}", head(lane), why_text(&lane.recording)),
        Format::Markdown => written(|out| markdown::write(out, &lane.table)),
        Format::Csv => written(|out| csv::write(out, &lane.table)),
        Format::Jsonl => written(|out| jsonl::write(out, &lane.scenario.script, &lane.recording)),
        Format::Perfetto => written(|out| perfetto::write(out, &lane.scenario.title, &lane.recording)),
    })
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    let _memory_takes_everything = write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Title and variant, and an empty line.
fn head(lane: &Lane) -> String {
    let mut head = String::new();
    caption(&[&lane.scenario]).iter().for_each(|line| wrap(line, 0, 2, &mut head));
    head + "\n"
}

fn step_of(session: &Session) -> String {
    if let Some(comparison) = session.comparison() {
        return comparison.row_text(session.row());
    }
    let (lane, step) = (session.lane(), session.cursor());
    if lane.recording.is_empty() {
        return head(lane);
    }
    let text = step_text(&lane.recording, &lane.table.columns, step.min(lane.recording.len() - 1));
    format!("{}{}", head(lane), text.unwrap_or_else(|wide| format!("{wide}\n")))
}

/// The worked table with its title; where a column does not fit a mail, what that is. Of a long run, the rows around the cursor.
pub fn table(lane: &Lane, cursor: usize) -> String {
    let shown = window(lane.row_at(cursor).unwrap_or(0), lane.row_count());
    let (table, note) = match lane.is_long() {
        false => (print(&lane.table, MAIL_WIDTH), String::new()),
        true => {
            let rows = Table { columns: lane.table.columns.clone(), rows: lane.rows(shown.clone()).rows };
            let note = format!("rows {} to {} of {}\n\n", shown.start + 1, shown.end, lane.row_count());
            (print(&rows, MAIL_WIDTH), note)
        }
    };
    let mut head = String::new();
    setup::lines(&lane.scenario).iter().for_each(|line| wrap(line, 0, 2, &mut head));
    format!("{head}\n{note}{}", table.unwrap_or_else(|wide| format!("{wide}\n")))
}

/// The charts to choose from: all in one picture, or one alone.
pub fn charts(session: &Session) -> Vec<ChartKind> {
    ChartKind::all(session.has_j())
}

/// What stands above a picture of a scenario's run, or of both its lanes: its title and the variants.
pub fn caption(scenarios: &[&Scenario]) -> Vec<String> {
    let title = scenarios.first().map(|scenario| scenario.title.clone()).filter(|title| !title.is_empty());
    let variant = |(side, scenario): (Side, &&Scenario)| {
        let words = variant_words(&scenario.script.variant);
        if scenarios.len() == 1 { words } else { format!("Lane {}: {words}", side.name()) }
    };
    title.into_iter().chain(Side::ALL.into_iter().zip(scenarios).map(variant)).collect()
}

/// Hands a picture of some charts as they are shown, `scale` device px a CSS px, to whoever draws or writes it.
pub fn picture<T>(session: &Session, kinds: &[ChartKind], scale: f64, give: impl FnOnce(&Picture<'_>) -> T) -> T {
    let lanes = lanes(session);
    let drawn: Vec<Drawn<'_>> =
        lanes.iter().map(|(lane, step)| Drawn { recording: &lane.recording, series: &lane.series, step: *step }).collect();
    let caption = caption(&lanes.iter().map(|(lane, _)| &lane.scenario).collect::<Vec<_>>());
    let range = session.range().unwrap_or_else(|| TimeRange::whole(drawn[0].series));
    let bound = if session.shows_bound() { bound::of(lanes.iter().map(|(lane, _)| *lane)) } else { None };
    let view = View { range, selected: session.selected(), step: 0, band: bound.map(|bound| bound.band) };
    give(&Picture { kinds, lanes: &drawn, view, caption: &caption, width: PICTURE_WIDTH, scale })
}

/// What a chart is called in a list and in a file's name.
pub fn chart_name(kind: ChartKind) -> &'static str {
    match kind {
        ChartKind::Occupancy => "CPU",
        ChartKind::Vruntime => "vruntime",
        ChartKind::Lag => "lag",
        ChartKind::VAndJ => "V and J",
        ChartKind::VirtualTime => "virtual time now",
    }
}

/// A file's name from the scenario's: `m4-sum-jlag-lag.svg`.
pub fn file_name(session: &Session, what: &str, extension: &str) -> String {
    let scenario = match session.source() {
        super::library::Source::Gallery(key) => key.clone(),
        super::library::Source::Copy(_) => session.lane().scenario.title.clone(),
    };
    let plain = |text: &str| {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").chars().take(60).collect::<String>()
    };
    let parts = [plain(&scenario), plain(what)];
    let name: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    match name.is_empty() {
        true => format!("eevdf-lab.{extension}"),
        false => format!("{}.{extension}", name.join("-")),
    }
}

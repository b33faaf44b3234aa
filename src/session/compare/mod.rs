//! `Comparison`: lane A and lane B on one cursor, with everything the page shows of both that does not depend on the cursor.
//!
//! The cursor is a row of the alignment: an event of both lanes, or of one. Owns where each lane stands at a row, and where moves
//! lead. Must not know how it is shown.

pub mod pending;
pub mod rows;
mod update;

use super::cursor::{self, Go};
use super::lane::Lane;
use crate::lanes::print::Compared;
use crate::lanes::totals::{Total, totals};
use crate::lanes::{CellDifference, Lanes, Matter, Pair, RuleChange, Side, cells, rule_changes};
use crate::scenario::{Override, spec};
use crate::sim::script::{TaskId, Variant};
use crate::tables::Heading;
use std::sync::Arc;

/// What a person asks of the comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compare {
    /// Adds lane B: under the variants that the gallery proposes, else under the variant of A.
    Start,
    /// Removes lane B.
    Stop,
    /// Another variant for lane B.
    Choose(super::variant::Choose),
    /// A becomes B and B becomes A.
    Swap,
    /// Charts of A and B below each other instead of in one.
    Stacked(bool),
    /// Whose state is shown in full.
    StateOf(Side),
}

/// Both lanes. Immutable.
#[derive(Debug)]
pub struct Comparison {
    /// The runs of A and B.
    pub sides: [Arc<Lane>; 2],
    /// What was found.
    pub lanes: Lanes,
    /// What differs in the rules.
    pub changes: Vec<RuleChange>,
    /// The columns of the table of both.
    pub columns: Vec<Heading>,
    /// The rows of the alignment that are rows of the table, in order.
    pub shown: Vec<usize>,
}

/// Whether a row of the alignment is a row of the table: where either lane's step is, and where picks on the way differ.
fn is_shown(sides: [&Lane; 2], lanes: &Lanes, row: usize) -> bool {
    let pair = lanes.alignment.pair(row);
    let of = |side: Side| pair.of(side).is_some_and(|step| sides[side.index()].shown.binary_search(&step).is_ok());
    Side::ALL.into_iter().any(of) || lanes.differences.at(row).is_some_and(|matter| matter >= Matter::Value)
}

impl Comparison {
    /// Two lanes, what was found of them, and the rows of the alignment that are rows of the table.
    fn new(a: Arc<Lane>, b: Arc<Lane>, lanes: Lanes, shown: Vec<usize>) -> Comparison {
        let changes = rule_changes(&a.scenario.script.variant, &b.scenario.script.variant);
        let mut columns = a.table.columns.clone();
        // What only B has goes after what it follows there.
        for (i, heading) in b.table.columns.iter().enumerate() {
            let same = |h: &Heading| h.column == heading.column && h.task == heading.task;
            if !columns.iter().any(same) {
                let before = i.checked_sub(1).map(|i| &b.table.columns[i]);
                let at = before.and_then(|b| columns.iter().position(|h| h.column == b.column && h.task == b.task));
                columns.insert(at.map_or(columns.len(), |at| at + 1), heading.clone());
            }
        }
        Comparison { sides: [a, b], lanes, changes, columns, shown }
    }

    /// The run of one lane.
    pub fn lane(&self, side: Side) -> &Arc<Lane> {
        &self.sides[side.index()]
    }

    /// The number of rows, shown in the table or not.
    pub fn len(&self) -> usize {
        self.lanes.alignment.len()
    }

    /// Whether neither lane has a step.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a lane stands at a row: its step there, or the last one before.
    pub fn step(&self, side: Side, row: usize) -> Option<usize> {
        self.lanes.alignment.step_at(side, row)
    }

    /// The steps that are in a row.
    pub fn pair(&self, row: usize) -> Pair {
        self.lanes.alignment.pair(row)
    }

    /// The least that counts as a difference: where the lanes differ in more than their books, the books are not counted.
    pub fn least(&self) -> Matter {
        self.lanes.least()
    }

    /// How many rows differ.
    pub fn count(&self) -> usize {
        self.lanes.differences.count(self.least())
    }

    /// The time axis' place of a row.
    pub fn time(&self, row: usize) -> f64 {
        let side = if self.pair(row).a.is_some() { Side::A } else { Side::B };
        self.lane(side).series.time(self.step(side, row).unwrap_or(0))
    }

    /// The cells that differ at a row that both lanes have.
    pub fn cells(&self, row: usize) -> Vec<CellDifference> {
        let Pair { a: Some(a), b: Some(b) } = self.pair(row) else { return Vec::new() };
        let [ra, rb] = [Side::A, Side::B].map(|side| &self.lane(side).recording);
        cells((ra, &ra.state(a)), (rb, &rb.state(b)))
    }

    /// Why no cell is listed in a row in which [`Comparison::cells`] finds none.
    pub fn without_cells(&self, row: usize) -> String {
        if self.is_empty() {
            return "Nothing happens in either lane.".to_string();
        }
        let alone = |side: Side| format!("Only lane {} has this row.", side.name());
        match self.pair(row) {
            Pair { b: None, .. } => alone(Side::A),
            Pair { a: None, .. } => alone(Side::B),
            Pair { a: Some(_), b: Some(_) } => "No cell differs in this row.".to_string(),
        }
    }

    /// The summaries, figure by figure.
    pub fn totals(&self) -> Vec<Total> {
        totals(&self.lane(Side::A).recording, self.lanes.summaries.each_ref())
    }

    /// All of it as text for a mail; where a column does not fit, what that is.
    pub fn text(&self) -> String {
        self.compared().text(None).unwrap_or_else(|wide| format!("{wide}\n"))
    }

    /// One row as text for a mail.
    pub fn row_text(&self, row: usize) -> String {
        self.compared().row_text(row)
    }

    fn compared(&self) -> Compared<'_> {
        let [a, b] = self.sides.each_ref();
        Compared {
            title: &a.scenario.title,
            variants: [&a.scenario.script.variant, &b.scenario.script.variant],
            recordings: [&a.recording, &b.recording],
            changes: &self.changes,
            lanes: &self.lanes,
        }
    }

    /// The row of the table that shows a row of the alignment, or the last one before it.
    pub fn place(&self, row: usize) -> Option<usize> {
        self.shown.partition_point(|r| *r <= row).checked_sub(1)
    }

    /// Where a move leads from row `at`.
    pub fn target(&self, selected: Option<TaskId>, at: usize, go: Go) -> usize {
        let last = self.len().saturating_sub(1);
        let differences = &self.lanes.differences;
        let shown = |delta: isize| {
            let place = self.place(at).unwrap_or(0).saturating_add_signed(delta);
            self.shown.get(place.min(self.shown.len().saturating_sub(1))).copied().unwrap_or(at)
        };
        let of_step = |side: Side, step: usize| {
            let last = self.lane(side).recording.len().checked_sub(1);
            last.map_or(at, |last| self.lanes.alignment.row_of(side, step.min(last)))
        };
        let to = match go {
            Go::First => 0,
            Go::Back => at.saturating_sub(1),
            Go::Forward => at + 1,
            Go::Last => last,
            Go::To(step) => of_step(Side::A, step),
            Go::In(side, step) => of_step(side, step),
            Go::Row(row) => row,
            Go::RowUp => shown(-1),
            Go::RowDown => shown(1),
            Go::DifferenceBack => differences.previous(at, self.least()).unwrap_or(at),
            Go::DifferenceForward => differences.next(at, self.least()).unwrap_or(at),
            Go::FirstDifference => differences.first(self.least()).unwrap_or(at),
            Go::FirstDecision => differences.first(Matter::Decision).unwrap_or(at),
            Go::EventBack | Go::EventForward | Go::WarningBack | Go::WarningForward => {
                let now = self.step(Side::A, at).unwrap_or(0);
                match cursor::target(self.lane(Side::A), selected, now, go) {
                    step if step == now => at,
                    step => of_step(Side::A, step),
                }
            }
        };
        to.min(last)
    }
}

/// The command that prints a comparison; `file` is the gallery's key, or the name under which the text is kept.
pub fn command(file: &str, variants: [&Variant; 2], overs: [&Override; 2]) -> String {
    let [a, b] = [0, 1].map(|side| spec(variants[side], overs[side]));
    format!("eevdf-lab compare {file} --a {a} --b {b}")
}

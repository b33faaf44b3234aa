//! The table of both lanes: one row an aligned pair, each cell with the value of A, and that of B where it is another.
//!
//! Owns which cells count as different there. Must not know elements.

use super::Comparison;
use crate::lanes::cells::is_difference;
use crate::lanes::print::rows_of;
use crate::lanes::{Matter, Side};
use crate::model::num::Num;
use crate::sim::script::TaskId;
use crate::tables::table::{Cell, Row};
use std::ops::Range;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRow {
    /// Its row of the alignment.
    pub row: usize,
    /// The lane that alone has it.
    pub only: Option<Side>,
    /// How much the lanes differ in it.
    pub matter: Option<Matter>,
    /// Its time.
    pub time: Num,
    /// Whom it concerns, by lane.
    pub tasks: [Option<TaskId>; 2],
    /// One cell a column.
    pub cells: Vec<PairCell>,
}

/// A cell in both lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairCell {
    /// The same in both.
    Same(Cell),
    /// A's and B's.
    Differs(Box<[Cell; 2]>),
    /// Of the only lane that has the row.
    Only(Cell),
}

impl Comparison {
    /// Some rows of the table; `range` counts places among [`Comparison::shown`].
    pub fn rows(&self, range: Range<usize>) -> Vec<PairRow> {
        let shown = &self.shown[range];
        let recordings = self.sides.each_ref().map(|lane| &lane.recording);
        // Each lane is read in one go.
        let of_lane = |side: Side| {
            let steps: Vec<usize> = shown.iter().filter_map(|row| self.pair(*row).of(side)).collect();
            rows_of(recordings, side, &steps, &self.columns).into_iter()
        };
        let mut lanes = Side::ALL.map(of_lane);
        let pair_row = |row: &usize| {
            let pair = self.pair(*row);
            let both = Side::ALL.map(|side| pair.of(side).and_then(|_| lanes[side.index()].next()));
            self.pair_row(*row, both)
        };
        shown.iter().filter_map(pair_row).collect()
    }

    fn pair_row(&self, row: usize, both: [Option<Row>; 2]) -> Option<PairRow> {
        let (only, time, tasks, cells) = match both {
            [Some(a), Some(b)] => (None, a.time.clone(), [a.task, b.task], self.both(a, b)),
            [Some(a), None] => (Some(Side::A), a.time, [a.task, None], a.cells.into_iter().map(PairCell::Only).collect()),
            [None, Some(b)] => (Some(Side::B), b.time, [None, b.task], b.cells.into_iter().map(PairCell::Only).collect()),
            [None, None] => return None,
        };
        Some(PairRow { row, only, matter: self.lanes.differences.at(row), time, tasks, cells })
    }

    fn both(&self, a: Row, b: Row) -> Vec<PairCell> {
        let cell = |((a, b), heading): ((Cell, Cell), &crate::tables::Heading)| {
            match is_difference(heading.column, &a.value, &b.value) {
                true => PairCell::Differs(Box::new([a, b])),
                // What only one lane's rules keep is shown from that lane.
                false if a.value == crate::tables::Value::Na => PairCell::Same(b),
                false => PairCell::Same(a),
            }
        };
        a.cells.into_iter().zip(b.cells).zip(&self.columns).map(cell).collect()
    }
}

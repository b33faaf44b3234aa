//! The table of both lanes: one row an aligned pair, each cell with the value of A, and that of B where it is another.
//!
//! Owns which cells count as different there. Must not know elements.

use super::Comparison;
use crate::lanes::cells::is_difference;
use crate::lanes::print::row_of;
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
        self.shown[range].iter().filter_map(|row| self.pair_row(*row)).collect()
    }

    fn pair_row(&self, row: usize) -> Option<PairRow> {
        let pair = self.pair(row);
        let recordings = self.sides.each_ref().map(|lane| &lane.recording);
        let of = |side: Side| pair.of(side).map(|step| row_of(recordings, side, step, &self.columns));
        let (only, time, tasks, cells) = match [of(Side::A), of(Side::B)] {
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

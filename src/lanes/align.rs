//! Alignment: which step of lane B is the same event as which step of lane A.
//!
//! Steps are matched within an instant by the event's own words, its line and its phase: that is what stays the same when another
//! task runs or a wake-up finds another state. Picks of an instant match in order between the events around them. What only one
//! lane does stands alone. Linear in the number of steps, whatever the lanes do. Must not know what a state shows.

use super::Side;
use crate::sim::Recording;
use crate::sim::recording::{Head, Phase};
use std::collections::HashMap;
use std::iter::Peekable;

/// A row of the alignment: a step of A, one of B, or one of each, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The step of lane A, if it has one here.
    pub a: Option<usize>,
    /// The step of lane B, if it has one here.
    pub b: Option<usize>,
}

impl Pair {
    /// The step of one lane.
    pub fn of(self, side: Side) -> Option<usize> {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }
}

/// All steps of two lanes in one sequence; each step of either lane is in exactly one row, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    rows: Vec<[Option<u32>; 2]>,
    /// The row of each step, by lane.
    places: [Vec<u32>; 2],
}

impl Alignment {
    /// Aligns two recordings of the same scenario.
    pub fn of(a: &Recording, b: &Recording) -> Alignment {
        let mut aligner = Aligner::default();
        while aligner.advance(a, b, usize::MAX) {}
        aligner.finish()
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether neither lane has a step.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row. Panics past the end.
    pub fn pair(&self, row: usize) -> Pair {
        let [a, b] = self.rows[row].map(|step| step.map(|s| s as usize));
        Pair { a, b }
    }

    /// All rows in order.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = Pair> + '_ {
        (0..self.len()).map(|row| self.pair(row))
    }

    /// The row of a lane's step. Panics past the lane's end.
    pub fn row_of(&self, side: Side, step: usize) -> usize {
        self.places[side.index()][step] as usize
    }

    /// The last step of a lane that is not after `row`: what that lane shows while the other one is at `row`.
    pub fn step_at(&self, side: Side, row: usize) -> Option<usize> {
        self.places[side.index()].partition_point(|place| *place as usize <= row).checked_sub(1)
    }

    fn push(&mut self, in_a: bool, in_b: bool) {
        let row = self.rows.len() as u32;
        let mut take = |side: usize, takes: bool| {
            takes.then(|| {
                self.places[side].push(row);
                self.places[side].len() as u32 - 1
            })
        };
        let pair = [take(0, in_a), take(1, in_b)];
        self.rows.push(pair);
    }
}

/// An alignment under way; can be computed in slices.
#[derive(Debug, Default)]
pub struct Aligner {
    out: Alignment,
}

impl Aligner {
    /// How many steps of both lanes are aligned.
    pub fn done(&self) -> usize {
        self.out.places.iter().map(Vec::len).sum()
    }

    /// Aligns about `steps` more steps, whole instants at a time. Returns false once all are.
    pub fn advance(&mut self, a: &Recording, b: &Recording, steps: usize) -> bool {
        let goal = self.done().saturating_add(steps);
        let mut heads_a = a.heads_from(self.out.places[0].len()).peekable();
        let mut heads_b = b.heads_from(self.out.places[1].len()).peekable();
        while self.done() < goal {
            let next = match (heads_a.peek(), heads_b.peek()) {
                (None, None) => return false,
                (Some(x), Some(y)) => x.t.clone().min(y.t.clone()),
                (Some(x), None) | (None, Some(x)) => x.t.clone(),
            };
            let of_next = |heads: &mut Peekable<_>| {
                let mut taken: Vec<Head<'_>> = Vec::new();
                while let Some(head) = heads.next_if(|head: &Head<'_>| head.t == next) {
                    taken.push(head);
                }
                taken
            };
            align_instant(&of_next(&mut heads_a), &of_next(&mut heads_b), &mut self.out);
        }
        true
    }

    /// The alignment of what was aligned so far.
    pub fn finish(self) -> Alignment {
        self.out
    }
}

/// What makes two steps of one instant the same.
type Key<'a> = (u32, u32, &'a str, Phase);

fn key<'a>(head: &Head<'a>) -> Key<'a> {
    // A scripted event is the same wherever it happens: a wake-up may find another CPU. Ticks and picks are each CPU's own.
    let cpu = if head.line == 0 { head.cpu } else { 0 };
    (head.line, cpu, head.text, head.phase)
}

/// How often each key is still to come.
type Left<'a> = HashMap<Key<'a>, usize>;

fn count<'a>(heads: &[Head<'a>]) -> Left<'a> {
    let mut left = Left::new();
    heads.iter().for_each(|head| *left.entry(key(head)).or_default() += 1);
    left
}

fn align_instant(a: &[Head<'_>], b: &[Head<'_>], out: &mut Alignment) {
    let (mut i, mut j) = (0, 0);
    // Counted only where the lanes go apart.
    let mut left: Option<(Left<'_>, Left<'_>)> = None;
    while i < a.len() || j < b.len() {
        let (in_a, in_b) = match (a.get(i), b.get(j)) {
            (Some(x), Some(y)) if key(x) == key(y) => (true, true),
            (Some(x), Some(y)) => {
                let (left_a, left_b) = left.get_or_insert_with(|| (count(&a[i..]), count(&b[j..])));
                let is_to_come = |left: &Left<'_>, head: &Head<'_>| left.get(&key(head)).is_some_and(|n| *n > 0);
                match (is_to_come(left_b, x), is_to_come(left_a, y)) {
                    (true, false) => (false, true),
                    (false, _) => (true, false),
                    // Both come again: a pick does not hold up an event.
                    (true, true) if y.phase == Phase::Pick => (false, true),
                    (true, true) => (true, false),
                }
            }
            (x, y) => (x.is_some(), y.is_some()),
        };
        if let Some((left_a, left_b)) = &mut left {
            for (takes, heads, at, left) in [(in_a, a, i, left_a), (in_b, b, j, left_b)] {
                if takes && let Some(n) = left.get_mut(&key(&heads[at])) {
                    *n -= 1;
                }
            }
        }
        out.push(in_a, in_b);
        i += usize::from(in_a);
        j += usize::from(in_b);
    }
}

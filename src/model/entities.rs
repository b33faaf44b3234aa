//! `Entities`: all entities of a CPU, which remembers whom it gave out for writing.
//!
//! Owns nothing of the schedule: a recorder asks it what can have changed since the last step.

use super::arith::Arith;
use super::entity::SchedEntity;
use super::note::TaskIdx;
use std::ops::{Index, IndexMut};

/// All entities, by index.
#[derive(Clone, Debug)]
pub struct Entities<A: Arith> {
    all: Vec<SchedEntity<A>>,
    /// Whether anybody asks who was given out for writing.
    watched: bool,
    is_touched: Vec<bool>,
    touched: Vec<TaskIdx>,
}

impl<A: Arith> Entities<A> {
    /// These entities, none touched.
    pub fn new(all: Vec<SchedEntity<A>>) -> Self {
        Entities { watched: false, is_touched: vec![false; all.len()], touched: Vec::new(), all }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All in order.
    pub fn iter(&self) -> std::slice::Iter<'_, SchedEntity<A>> {
        self.all.iter()
    }

    /// Tells every entity that was given out for writing since the last call. The first call tells none: it begins the watch.
    pub fn take_touched(&mut self, mut tell: impl FnMut(TaskIdx)) {
        self.watched = true;
        for e in self.touched.drain(..) {
            self.is_touched[e] = false;
            tell(e);
        }
    }

    fn touch(&mut self, e: TaskIdx) {
        if !std::mem::replace(&mut self.is_touched[e], true) {
            self.touched.push(e);
        }
    }
}

impl<A: Arith> Index<TaskIdx> for Entities<A> {
    type Output = SchedEntity<A>;
    #[inline]
    fn index(&self, e: TaskIdx) -> &SchedEntity<A> {
        &self.all[e]
    }
}

impl<A: Arith> IndexMut<TaskIdx> for Entities<A> {
    #[inline]
    fn index_mut(&mut self, e: TaskIdx) -> &mut SchedEntity<A> {
        if self.watched {
            self.touch(e);
        }
        &mut self.all[e]
    }
}

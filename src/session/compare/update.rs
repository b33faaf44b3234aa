//! How the session adds, changes and removes lane B.
//!
//! Owns when a comparison is computed anew. Must not know how two runs are compared.

use super::pending::PendingComparison;
use super::{Compare, Comparison};
use crate::lanes::Side;
use crate::scenario::{Override, parse_as, parse_spec};
use crate::session::choices::Panel;
use crate::session::cursor::Go;
use crate::session::library::Source;
use crate::session::outside::Outside;
use crate::session::pending::{Pending, is_long};
use crate::session::{Session, variant};
use std::sync::Arc;

impl Session {
    pub(in crate::session) fn compare_as(&mut self, asked: Compare) {
        if !matches!(asked, Compare::Stacked(_) | Compare::StateOf(_)) {
            self.stay();
        }
        match asked {
            Compare::Start => return self.start_comparison(),
            Compare::Stop => {
                self.compared.remove(&self.source);
                self.panels.set(Panel::VariantB, false);
                self.state_of = Side::A;
            }
            Compare::Choose(choice) => {
                let over = variant::choose(&self.written, &self.over_of(Side::B), choice);
                self.compared.insert(self.source.clone(), over);
            }
            Compare::Swap => {
                let Some(over_b) = self.over_b() else { return };
                self.compared.insert(self.source.clone(), self.over());
                self.set_over(over_b);
                self.unchecked = true;
                return self.check();
            }
            Compare::Stacked(stacked) => self.stacked = stacked,
            Compare::StateOf(side) => self.state_of = side,
        }
        self.compare();
    }

    fn start_comparison(&mut self) {
        let proposed = match &self.source {
            Source::Gallery(_) if self.over() == Override::default() => self.library.entry(&self.source).comparison(),
            _ => None,
        };
        let read = |spec: &str| parse_spec(spec).ok().map(|over| variant::normalised(&self.written, over));
        let (a, b) = proposed.and_then(|(a, b)| read(a).zip(read(b))).unwrap_or((self.over(), self.over()));
        self.compared.insert(self.source.clone(), b);
        // Nothing is proposed: a person chooses.
        self.panels.set(Panel::VariantB, proposed.is_none());
        self.to_difference = true;
        self.set_over(a);
        self.unchecked = true;
        self.check();
    }

    /// Compares the run that is shown with lane B, unless that is done or under way.
    pub(in crate::session) fn compare(&mut self) {
        self.b_diagnostics = Vec::new();
        let Some(over) = self.over_b() else {
            (self.comparison, self.comparing) = (None, None);
            return;
        };
        let is_done = |c: &Arc<Comparison>| Arc::ptr_eq(c.lane(Side::A), &self.lane) && c.lane(Side::B).over == over;
        if self.comparison.as_ref().is_some_and(is_done) {
            return;
        }
        if self.pending.is_some() || self.comparing.as_ref().is_some_and(|c| c.is_of(&self.lane, &over)) {
            return;
        }
        (self.comparison, self.comparing) = (None, None);
        let parsed = parse_as(&self.lane.text, &over);
        if !parsed.is_ok() {
            self.b_diagnostics = parsed.diagnostics;
            return;
        }
        let long = is_long(&parsed.scenario.script) || is_long(&self.lane.scenario.script);
        let b = Pending::new(self.lane.text.clone(), over, parsed.scenario, Outside::default());
        let comparing = PendingComparison::new(Arc::clone(&self.lane), b);
        match long {
            true => self.comparing = Some(Box::new(comparing)),
            false => self.show_comparison(comparing.finish()),
        }
    }

    pub(in crate::session) fn compute_comparison(&mut self, steps: usize) {
        let Some(comparing) = &mut self.comparing else { return };
        if comparing.advance(steps) {
            return;
        }
        if let Some(comparing) = self.comparing.take() {
            self.show_comparison(comparing.finish());
        }
    }

    fn show_comparison(&mut self, comparison: Comparison) {
        let last = comparison.lane(Side::A).recording.len().checked_sub(1);
        self.row = last.map_or(0, |last| comparison.lanes.alignment.row_of(Side::A, self.cursor.min(last)));
        self.comparison = Some(Arc::new(comparison));
        if std::mem::take(&mut self.to_difference) {
            self.go(Go::FirstDifference);
        }
    }
}

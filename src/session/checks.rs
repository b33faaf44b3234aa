//! The named invariants of a lane, as the page's panel lists them, computed in slices while it is open.
//!
//! Owns which words stand where; must not know how they are shown, or who gives the work its time.

use super::lane::Lane;
use crate::checks::{Checks, KEPT, Report, Row, Status};
use crate::tables::number::Scale;
use std::sync::Arc;

/// A lane's invariants under way.
pub struct Checking {
    lane: Arc<Lane>,
    checks: Checks,
}

/// What the panel shows once all is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// `9 kept, 1 broken, 2 not seen`.
    pub summary: String,
    /// One each, broken ones first.
    pub rows: Vec<ListedRow>,
    /// The same as plain text for a mail.
    pub text: String,
}

/// One invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRow {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub sentence: &'static str,
    /// `kept`, `BROKEN 3 times`.
    pub verdict: String,
    /// Whether it is broken.
    pub broken: bool,
    /// Counts, exceptions, bounds: what else there is to say.
    pub remarks: String,
    /// The first violations.
    pub violations: Vec<ListedViolation>,
    /// How many more there are.
    pub more: u64,
}

/// One violation, to jump to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedViolation {
    /// The step, from 0.
    pub step: usize,
    /// `step 4, t+100`.
    pub place: String,
    /// What is wrong, with the numbers.
    pub text: String,
}

impl Checking {
    /// Nothing checked yet.
    pub fn new(lane: Arc<Lane>) -> Checking {
        Checking { checks: Checks::new(&lane.scenario.script), lane }
    }

    /// Checks about so many more steps. Returns false once all are checked.
    pub fn advance(&mut self, steps: usize) -> bool {
        self.checks.advance(&self.lane.recording, steps)
    }

    /// How far it is.
    pub fn percent(&self) -> usize {
        self.checks.done() * 100 / self.lane.recording.len().max(1)
    }

    /// What was found.
    pub fn finish(self) -> Listed {
        listed(&self.checks.finish(&self.lane.recording), &self.lane)
    }
}

fn listed(report: &Report, lane: &Lane) -> Listed {
    let mut rows: Vec<ListedRow> = report.rows.iter().map(|row| listed_row(report, row, lane)).collect();
    rows.sort_by_key(|row| !row.broken);
    Listed { summary: report.summary(), rows, text: report.text(&lane.recording) }
}

fn listed_row(report: &Report, row: &Row, lane: &Lane) -> ListedRow {
    let scale = Scale::of(&lane.recording);
    let violation = |v: &crate::checks::Violation| ListedViolation {
        step: v.step,
        place: format!("step {}, {}", v.step + 1, scale.time(&v.t)),
        text: v.text.clone(),
    };
    ListedRow {
        name: row.invariant.name,
        sentence: row.invariant.sentence,
        verdict: row.verdict(),
        broken: matches!(row.status(), Status::Broken(_)),
        remarks: report.remarks(row, &lane.recording).join(" "),
        violations: row.tally.violations.iter().map(violation).collect(),
        more: row.tally.broken.saturating_sub(KEPT as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Entry, Override, parse};
    use crate::session::outside::Outside;

    fn lane(key: &str) -> Arc<Lane> {
        let text = Entry::from_key(key).expect("a gallery entry").text;
        Arc::new(Lane::new(text, Override::default(), parse(text).scenario, Outside::default()))
    }

    fn listed(key: &str) -> Listed {
        let mut checking = Checking::new(lane(key));
        while checking.advance(3) {}
        assert_eq!(checking.percent(), 100);
        checking.finish()
    }

    #[test]
    fn what_is_broken_stands_first_with_the_step_to_jump_to() {
        let found = listed("case-16-clamp-two-slices");
        let first = &found.rows[0];
        assert_eq!((first.name, first.verdict.as_str(), first.more), ("no-lag-lost", "BROKEN once", 0));
        let violation = &first.violations[0];
        assert_eq!((violation.step, violation.place.as_str()), (3, "step 4, t+100"));
        assert!(violation.text.contains("44 of it is lost"), "{}", violation.text);
        assert!(found.rows[1..].iter().all(|row| !row.broken && row.violations.is_empty()));
    }

    #[test]
    fn j_stands_against_its_bound() {
        let found = listed("m4-sum-jlag");
        let bound = found.rows.iter().find(|row| row.name == "j-bounded").expect("the invariant");
        assert!(bound.remarks.contains("|J| <= ~176.663; the largest is 18 at step 4, t."), "{}", bound.remarks);
        assert!(found.text.starts_with("14 invariants, 21 steps: ") && found.rows.iter().all(|row| !row.broken));
    }

    #[test]
    fn an_empty_run_has_nothing_to_check() {
        let lane = Arc::new(Lane::new("", Override::default(), parse("").scenario, Outside::default()));
        let mut checking = Checking::new(lane);
        while checking.advance(3) {}
        assert!(checking.finish().rows.iter().all(|row| ["not seen", "not applicable"].contains(&row.verdict.as_str())));
    }
}

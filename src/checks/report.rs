//! `Report`: what was found of every invariant, and as plain text of at most 78 columns.
//!
//! Owns the layout of that text and the words of a status; must not judge anything.

use super::{Expectation, Invariant, JBound, KEPT, Tally};
use crate::explain::wrap;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::tables::number::{Scale, short};

/// All invariants over one recording.
pub struct Report {
    /// One each, in the order of [`super::ALL`].
    pub rows: Vec<Row>,
    /// J's bound, where the placement rule keeps J.
    pub j_bound: Option<JBound>,
    /// The number of steps checked.
    pub steps: usize,
}

/// One invariant over one recording.
pub struct Row {
    /// Which.
    pub invariant: &'static Invariant,
    /// Whether the variant promises it.
    pub expectation: Expectation,
    /// What was seen of it.
    pub tally: Tally,
}

/// What became of an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was kept every time.
    Kept,
    /// It was not, so many times.
    Broken(u64),
    /// Named rules made an exception every time.
    Excused,
    /// Nothing happened that it is about.
    NotSeen,
    /// It says nothing about the variant.
    NotApplicable,
}

impl Row {
    /// What became of it.
    pub fn status(&self) -> Status {
        match (self.expectation, self.tally.broken, self.tally.kept) {
            (Expectation::NotApplicable(_), ..) => Status::NotApplicable,
            (_, 0, 0) if self.tally.exempt.is_empty() => Status::NotSeen,
            (_, 0, 0) => Status::Excused,
            (_, 0, _) => Status::Kept,
            (_, n, _) => Status::Broken(n),
        }
    }

    /// `kept`, `BROKEN 3 times`.
    pub fn verdict(&self) -> String {
        match self.status() {
            Status::Kept => "kept".to_string(),
            Status::Broken(1) => "BROKEN once".to_string(),
            Status::Broken(n) => format!("BROKEN {n} times"),
            Status::Excused => "excused".to_string(),
            Status::NotSeen => "not seen".to_string(),
            Status::NotApplicable => "not applicable".to_string(),
        }
    }

    /// How often it was kept and by which rules excused, and what the variant says of it; a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.tally.kept > 0 {
            remarks.push(format!("Kept {}.", times(self.tally.kept)));
        }
        for (rule, n) in &self.tally.exempt {
            remarks.push(format!("Excused {}: {rule}.", times(*n)));
        }
        match self.expectation {
            Expectation::Holds if self.tally.unexplained > 0 => {
                remarks.push("This variant should keep it: please report this scenario.".to_string());
            }
            Expectation::MayBreak(why) if self.tally.broken > 0 => remarks.push(format!("This variant may break it: {why}.")),
            Expectation::NotApplicable(why) => remarks.push(format!("{}{}.", why[..1].to_uppercase(), &why[1..])),
            Expectation::Holds | Expectation::MayBreak(_) => {}
        }
        remarks.extend(self.tally.remarks.iter().map(|remark| format!("{remark}.")));
        remarks
    }
}

impl Report {
    /// One invariant by its name.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.invariant.name == name)
    }

    /// Whether any invariant is broken, even one that the variant may break.
    pub fn is_broken(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.status(), Status::Broken(_)))
    }

    /// `9 kept, 1 broken, 2 not seen, 2 not applicable`.
    pub fn summary(&self) -> String {
        let count = |is: fn(Status) -> bool| self.rows.iter().filter(|row| is(row.status())).count();
        let parts = [
            (count(|s| s == Status::Kept), "kept"),
            (count(|s| matches!(s, Status::Broken(_))), "broken"),
            (count(|s| s == Status::Excused), "excused"),
            (count(|s| s == Status::NotSeen), "not seen"),
            (count(|s| s == Status::NotApplicable), "not applicable"),
        ];
        let parts: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
        parts.join(", ")
    }

    /// All remarks on an invariant, J's bound among them.
    pub fn remarks(&self, row: &Row, recording: &Recording) -> Vec<String> {
        let mut remarks = row.remarks();
        if row.invariant.name == super::j_bound::BOUNDED.name {
            remarks.extend(self.j_bound.as_ref().map(|bound| bound.sentence(recording, &Scale::of(recording))));
        }
        remarks
    }

    /// Everything, as text.
    pub fn text(&self, recording: &Recording) -> String {
        let scale = Scale::of(recording);
        let mut out = String::new();
        wrap(&format!("{} invariants, {} steps: {}", self.rows.len(), self.steps, self.summary()), 0, 2, &mut out);
        for row in &self.rows {
            out.push('\n');
            wrap(&format!("{}: {}", row.invariant.name, row.verdict()), 0, 2, &mut out);
            wrap(row.invariant.sentence, 2, 2, &mut out);
            let remarks = self.remarks(row, recording);
            if !remarks.is_empty() {
                wrap(&remarks.join(" "), 2, 2, &mut out);
            }
            for found in &row.tally.violations {
                wrap(&format!("step {}, {}: {}", found.step + 1, scale.time(&found.t), found.text), 4, 6, &mut out);
            }
            if row.tally.broken > KEPT as u64 {
                wrap(&format!("and {} more", row.tally.broken - KEPT as u64), 4, 6, &mut out);
            }
        }
        out
    }
}

impl JBound {
    /// `|J| <= ~176.663`.
    pub fn limit(&self, scale: &Scale) -> String {
        format!("|J| <= {}", above(&(&self.bound.high / &scale.unit)))
    }

    /// The bound with the numbers it is made of, and the largest J against it.
    pub fn sentence(&self, recording: &Recording, scale: &Scale) -> String {
        let at = match recording.is_empty() {
            true => String::new(),
            false => format!(" at step {}, {}", self.largest.1 + 1, scale.time(&recording.state(self.largest.1).t)),
        };
        format!(
            "q = {}, W_MIN = {}, a = {}: C1 = {}, so {}; the largest is {}{at}.",
            scale.short_span(&self.q),
            short(&self.w_min),
            short(&self.a),
            above(&self.c1.high),
            self.limit(scale),
            scale.short_span(&self.largest.0)
        )
    }
}

/// A number rounded up to three places, with a `~` where that changes it.
fn above(n: &Num) -> String {
    let thousand = Num::from(1000);
    let up = &-(-(n * &thousand)).floor() / &thousand;
    if up == *n { short(n) } else { format!("~{}", short(&up)) }
}

/// How often.
pub(super) fn times(n: u64) -> String {
    match n {
        1 => "once".to_string(),
        n => format!("{n} times"),
    }
}

//! What the columns of a table leave open: the placement rule, what nice 0 weighs.
//!
//! Owns which choices are tried and the sentences about the one taken.

use super::facts::Facts;
use super::told::Told;
use crate::kernels::{FeatureFlag, Patch};
use crate::model::num::Num;
use crate::tables::column::Column;
use crate::tables::parse::ParsedTable;

/// One way to read a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The placement rule.
    pub placement: Placement,
    /// The weight of nice 0.
    pub nice0: Num,
}

/// A placement rule by the names that scenarios know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// V + J does not move.
    SumJlag,
    /// The same with half of the lag.
    HalfJlag,
    /// Lag restored by inflating it.
    Inflated,
    /// Lag without inflation.
    Plain,
    /// At V.
    NoLag,
}

impl Placement {
    /// The patches that make it of the ideal model.
    pub fn patches(self) -> Vec<Patch> {
        let name = match self {
            Placement::SumJlag => "sum-jlag",
            Placement::HalfJlag => "half-jlag",
            Placement::Plain => "plain-lag",
            Placement::Inflated | Placement::NoLag => return Vec::new(),
        };
        Patch::from_name(name).into_iter().collect()
    }

    /// The features that make it of the ideal model.
    pub fn features(self) -> Vec<(FeatureFlag, bool)> {
        if self == Placement::NoLag { vec![(FeatureFlag::PlaceLag, false)] } else { Vec::new() }
    }

    /// All, the usual one first.
    pub const ALL: [Placement; 5] =
        [Placement::Inflated, Placement::Plain, Placement::NoLag, Placement::SumJlag, Placement::HalfJlag];

    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Placement::SumJlag => "sum-jlag",
            Placement::HalfJlag => "half-jlag",
            Placement::Inflated => "inflated",
            Placement::Plain => "plain-lag",
            Placement::NoLag => "no-lag",
        }
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Placement> {
        Placement::ALL.into_iter().find(|p| p.name() == name)
    }

    /// What it is called in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Placement::SumJlag => "sum-jlag (V + J does not move)",
            Placement::HalfJlag => "half-jlag (sum-jlag with half of the lag)",
            Placement::Inflated => "inflated lag",
            Placement::Plain => "plain-lag (no inflation)",
            Placement::NoLag => "NO_PLACE_LAG (at V)",
        }
    }
}

/// The heaviest weight that a table in weights of 1, 2, 3 is taken to have without a second thought.
const SMALL_WEIGHT: i32 = 14;

/// The choices, the usual one first.
pub fn choices(table: &ParsedTable, facts: &Facts<'_>, told: &Told) -> Vec<Choice> {
    let has = |column| table.position(column).is_some();
    let told_placement = told.placement.map(|placement| [placement]);
    let placements: &[Placement] = match &told_placement {
        Some(placement) => placement,
        None if !from_j(table).is_empty() => &[Placement::SumJlag, Placement::HalfJlag],
        None if has(Column::VlagRestored) && has(Column::VlagApplied) => &[Placement::Inflated],
        None => &[Placement::Inflated, Placement::Plain, Placement::NoLag],
    };
    let kernel_weights = facts.weights.values().flatten().any(|w| *w > Num::from(SMALL_WEIGHT));
    let nice0s: &[i32] = if kernel_weights { &[1, 1024] } else { &[1] };
    let nice0s: Vec<Num> = told.nice0.clone().map_or_else(|| nice0s.iter().map(|n| Num::from(*n)).collect(), |n| vec![n]);
    let all = placements.iter().flat_map(|p| nice0s.iter().map(|n| Choice { placement: *p, nice0: n.clone() }));
    all.collect()
}

/// Whether the columns leave open which of these choices is right.
pub fn is_open(table: &ParsedTable, choices: &[Choice]) -> bool {
    choices.len() > 1 && from_j(table).is_empty()
}

/// The columns that speak for J.
fn from_j(table: &ParsedTable) -> Vec<String> {
    headers(table, &[Column::SumJ, Column::J, Column::Jlag, Column::VplusJ])
}

/// The headers that these columns have in the table.
pub fn headers(table: &ParsedTable, columns: &[Column]) -> Vec<String> {
    columns.iter().filter_map(|c| Some(table.columns[table.position(*c)?].text.clone())).collect()
}

impl Choice {
    /// What was chosen out of these, and why.
    pub fn sentences(&self, table: &ParsedTable, choices: &[Choice], told: &Told) -> Vec<String> {
        let placements = choices.iter().any(|c| c.placement != self.placement);
        let why = match self.placement {
            Placement::SumJlag => format!("the table has {}", columns(&from_j(table))),
            Placement::Inflated if !placements => {
                format!("the table has {}", columns(&headers(table, &[Column::VlagRestored, Column::VlagApplied])))
            }
            _ => "of the known rules it explains most cells".to_string(),
        };
        let why = if told.placement.is_some() { "told".to_string() } else { why };
        let mut sentences = vec![format!("placement: {}, as {why}", self.placement.words())];
        if told.nice0.is_some() {
            sentences.push(format!("nice 0 weighs {}, as told", self.nice0));
        }
        if choices.iter().any(|c| c.nice0 != self.nice0) {
            sentences.push(format!("nice 0 weighs {}, as that explains most cells", self.nice0));
        }
        sentences
    }
}

/// `the columns sumJ, J and V+J`.
fn columns(headers: &[String]) -> String {
    match headers {
        [] => "no such column".to_string(),
        [one] => format!("a column {one}"),
        [rest @ .., last] => format!("the columns {} and {last}", rest.join(", ")),
    }
}

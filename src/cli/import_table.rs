//! The arguments of `import` that say what a worked table does not.

use super::Failure;
use super::usage::once;
use crate::model::num::Num;
use crate::tables::column::Column;
use crate::tables::infer::{Placement, Told};
use crate::tables::value::Read;
use clap::Args;

/// The arguments.
#[derive(Args, Clone)]
#[command(next_help_heading = "Tables")]
pub(super) struct TableArgs {
    /// The placement rule: inflated, plain-lag, no-lag, sum-jlag or half-jlag
    #[arg(long, value_name = "RULE", value_parser = placement)]
    placement: Option<Placement>,
    /// What nice 0 weighs
    #[arg(long = "nice0", value_name = "W", value_parser = positive, allow_hyphen_values = true)]
    nice0: Option<Num>,
    /// The weight of a task; may repeat
    #[arg(long, value_name = "NAME=W", value_parser = positive_of, allow_hyphen_values = true)]
    weight: Vec<(String, Num)>,
    /// The virtual lag that a task brings; may repeat
    #[arg(long, value_name = "NAME=L", value_parser = number_of, allow_hyphen_values = true)]
    lag: Vec<(String, Num)>,
    /// The request length of a task, in the table's unit; may repeat
    #[arg(long, value_name = "NAME=R", value_parser = positive_of, allow_hyphen_values = true)]
    request: Vec<(String, Num)>,
    /// What a column means that has another header here; may repeat
    #[arg(long, value_name = "HEADER=COLUMN", value_parser = column)]
    column: Vec<(String, Column)>,
}

impl TableArgs {
    /// The options that are given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--placement", self.placement.is_some()),
            ("--nice0", self.nice0.is_some()),
            ("--weight", !self.weight.is_empty()),
            ("--lag", !self.lag.is_empty()),
            ("--request", !self.request.is_empty()),
            ("--column", !self.column.is_empty()),
        ];
        options.into_iter().filter(|(_, given)| *given).map(|(name, _)| name)
    }

    /// The same for the importer.
    pub fn told(&self) -> Result<Told, Failure> {
        for (option, pairs) in [("--weight", &self.weight), ("--lag", &self.lag), ("--request", &self.request)] {
            once(option, pairs.iter().map(|(name, _)| name.as_str()))?;
        }
        once("--column", self.column.iter().map(|(header, _)| header.as_str()))?;
        let map = |pairs: &[(String, Num)]| pairs.iter().cloned().collect();
        Ok(Told {
            variant: None,
            placement: self.placement,
            nice0: self.nice0.clone(),
            weights: map(&self.weight),
            lags: map(&self.lag),
            slices: map(&self.request),
            columns: self.column.clone(),
        })
    }
}

fn placement(text: &str) -> Result<Placement, String> {
    let known = || Placement::ALL.map(Placement::name).join(", ");
    Placement::from_name(text).ok_or_else(|| format!("expected one of {}", known()))
}

fn number(text: &str) -> Result<Num, String> {
    Read::number(text).ok_or_else(|| "expected a number as 36, -12 or 40/3".to_string())
}

/// A weight or a length: nothing can be divided by 0.
fn positive(text: &str) -> Result<Num, String> {
    Read::number(text).filter(|n| *n > Num::ZERO).ok_or_else(|| "expected a number above 0".to_string())
}

fn number_of(text: &str) -> Result<(String, Num), String> {
    pair(text, number)
}

fn positive_of(text: &str) -> Result<(String, Num), String> {
    pair(text, positive)
}

fn pair(text: &str, value_of: fn(&str) -> Result<Num, String>) -> Result<(String, Num), String> {
    let (name, value) = text.rsplit_once('=').ok_or("expected NAME=NUMBER")?;
    Ok((name.to_string(), value_of(value)?))
}

fn column(text: &str) -> Result<(String, Column), String> {
    let (header, name) = text.rsplit_once('=').ok_or("expected HEADER=COLUMN")?;
    let known = || Column::ALL.iter().map(|c| c.header()).collect::<Vec<_>>().join(", ");
    let column = Column::from_header(name).ok_or_else(|| format!("expected a column of {}", known()))?;
    Ok((header.to_string(), column))
}

//! The arguments of `import` that say what a worked table does not.

use crate::model::num::Num;
use crate::tables::column::{Column, Kind};
use crate::tables::infer::{Placement, Told};
use crate::tables::value::{Read, Value};
use clap::Args;

/// The arguments.
#[derive(Args, Clone)]
#[command(next_help_heading = "Tables")]
pub(super) struct TableArgs {
    /// The placement rule: inflated, plain-lag, no-lag, sum-jlag or half-jlag
    #[arg(long, value_name = "RULE", value_parser = placement)]
    placement: Option<Placement>,
    /// What nice 0 weighs
    #[arg(long = "nice0", value_name = "W", value_parser = number)]
    nice0: Option<Num>,
    /// The weight of a task; may repeat
    #[arg(long, value_name = "NAME=W", value_parser = pair)]
    weight: Vec<(String, Num)>,
    /// The virtual lag that a task brings; may repeat
    #[arg(long, value_name = "NAME=L", value_parser = pair)]
    lag: Vec<(String, Num)>,
    /// The request length of a task, in the table's unit; may repeat
    #[arg(long, value_name = "NAME=R", value_parser = pair)]
    request: Vec<(String, Num)>,
    /// What a column means that has another header here; may repeat
    #[arg(long, value_name = "HEADER=COLUMN", value_parser = column)]
    column: Vec<(String, Column)>,
}

impl TableArgs {
    /// The same for the importer.
    pub fn told(&self) -> Told {
        let map = |pairs: &[(String, Num)]| pairs.iter().cloned().collect();
        Told {
            placement: self.placement,
            nice0: self.nice0.clone(),
            weights: map(&self.weight),
            lags: map(&self.lag),
            slices: map(&self.request),
            columns: self.column.clone(),
        }
    }
}

fn placement(text: &str) -> Result<Placement, String> {
    let known = || Placement::ALL.map(Placement::name).join(", ");
    Placement::from_name(text).ok_or_else(|| format!("expected one of {}", known()))
}

fn number(text: &str) -> Result<Num, String> {
    match Read::cell(Kind::Number, text).map(|read| read.value) {
        Ok(Value::Number(number)) => Ok(number),
        _ => Err("expected a number as 1024, -12 or 40/3".to_string()),
    }
}

fn pair(text: &str) -> Result<(String, Num), String> {
    let (name, value) = text.rsplit_once('=').ok_or("expected NAME=NUMBER")?;
    Ok((name.to_string(), number(value)?))
}

fn column(text: &str) -> Result<(String, Column), String> {
    let (header, name) = text.rsplit_once('=').ok_or("expected HEADER=COLUMN")?;
    let known = || Column::ALL.iter().map(|c| c.header()).collect::<Vec<_>>().join(", ");
    let column = Column::from_header(name).ok_or_else(|| format!("expected a column of {}", known()))?;
    Ok((header.to_string(), column))
}

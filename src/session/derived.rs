//! What the panels show, computed when they are open: the ASCII diagram of a step, and the join orders.

use super::lane::Lane;
use crate::model::rules::Search;
use crate::tables::diagram_step::from_step;
use crate::tables::number::Scale;
use crate::tables::permute::{Orders, permute};

/// The ASCII diagram from a step on, or why there is none.
pub fn diagram(lane: &Lane, step: usize) -> Result<String, String> {
    let found = from_step(&lane.recording, step).map_err(|unfit| unfit.to_string())?;
    let eligibility = lane.scenario.script.rules().search != Search::DeadlineOnly;
    found.text(found.limit, eligibility).map_err(|error| error.to_string())
}

/// The first step from which there is a diagram, for going there.
pub fn first_with_diagram(lane: &Lane) -> Option<usize> {
    (0..lane.recording.len().min(1000)).find(|step| diagram(lane, *step).is_ok())
}

/// The join orders, or why there are none.
pub fn orders(lane: &Lane) -> Result<Orders, String> {
    permute(&lane.scenario.script).map_err(|cannot| cannot.to_string())
}

/// One join order as the page's table shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// `T2 T1 T3`.
    pub joins: String,
    /// vruntime of each task that joins, in task order.
    pub vruntimes: Vec<String>,
    /// V.
    pub v_avg: String,
    /// J, where the placement rule keeps it.
    pub j: Option<String>,
    /// `T2 < T1 = T3`.
    pub by_vruntime: String,
    /// Who is eligible.
    pub eligible: String,
    /// Who runs.
    pub pick: String,
    /// Whether the order of vruntimes is that of the first row.
    pub as_first: bool,
}

/// The rows of the page's table of join orders.
pub fn order_rows(orders: &Orders) -> Vec<OrderRow> {
    let scale = Scale { unit: 1.into(), v0: 0.into() };
    let names =
        |tasks: &[usize], between: &str| tasks.iter().map(|t| orders.names[*t].as_str()).collect::<Vec<_>>().join(between);
    let first = orders.orders.first().map(|o| o.by_vruntime.clone());
    let row = |order: &crate::tables::permute::Order| OrderRow {
        joins: names(&order.joins, " "),
        vruntimes: order.vruntimes.iter().map(|(_, v)| scale.short_virt(v)).collect(),
        v_avg: scale.short_virt(&order.v_avg),
        j: order.j.as_ref().map(|j| scale.short_span(j)),
        by_vruntime: order.by_vruntime.iter().map(|same| names(same, " = ")).collect::<Vec<_>>().join(" < "),
        eligible: names(&order.eligible, " "),
        pick: order.pick.map_or("none".to_string(), |t| orders.names[t].clone()),
        as_first: first.as_ref() == Some(&order.by_vruntime),
    };
    orders.orders.iter().map(row).collect()
}

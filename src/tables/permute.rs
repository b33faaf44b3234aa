//! The join orders of a scenario: what each does to vruntimes, V, eligibility and the pick.
//!
//! Owns which orders there are and what is told of each; must not know rules.

use super::column::Column;
use super::value::Value;
use crate::model::num::Num;
use crate::sim::script::{Action, Event, TaskId};
use crate::sim::{Script, run};
use std::fmt;

/// Most joins whose orders are run through: 24 orders.
pub const MAX_JOINS: usize = 4;

/// Why there are no orders to run through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotPermute {
    /// Fewer than two tasks join at the first instant at which any does.
    TooFew(usize),
    /// More than [`MAX_JOINS`] do.
    TooMany(usize),
}

impl fmt::Display for CannotPermute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotPermute::TooFew(n) => {
                write!(f, "{n} of the tasks join at the first instant: expected two to four, in one instant")
            }
            CannotPermute::TooMany(n) => write!(f, "{n} tasks join at the first instant: expected at most {MAX_JOINS}"),
        }
    }
}

impl std::error::Error for CannotPermute {}

/// What one join order leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The tasks in the order in which they join.
    pub joins: Vec<TaskId>,
    /// vruntime of each queued task, by `TaskId`, in units from V0.
    pub vruntimes: Vec<(TaskId, Num)>,
    /// V, in units from V0.
    pub v_avg: Num,
    /// J, in units, where the placement rule keeps it.
    pub j: Option<Num>,
    /// The queued tasks by vruntime; equal ones together.
    pub by_vruntime: Vec<Vec<TaskId>>,
    /// Who is eligible.
    pub eligible: Vec<TaskId>,
    /// Who runs after the joins.
    pub pick: Option<TaskId>,
}

/// All orders of a scenario's first joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Names of the tasks, by `TaskId`.
    pub names: Vec<String>,
    /// The orders, the script's own first.
    pub orders: Vec<Order>,
}

/// Runs the joins of a script's first joining instant in every order. Lags set before them are kept, whatever comes later is not.
pub fn permute(script: &Script) -> Result<Orders, CannotPermute> {
    let is_join = |e: &&Event| matches!(e.action, Action::Wake { .. } | Action::Fork(_));
    let at = script.events.iter().find(is_join).map(|e| e.at.clone()).unwrap_or_default();
    let joins: Vec<&Event> = script.events.iter().filter(is_join).filter(|e| e.at == at).collect();
    match joins.len() {
        n if n < 2 => return Err(CannotPermute::TooFew(n)),
        n if n > MAX_JOINS => return Err(CannotPermute::TooMany(n)),
        _ => {}
    }
    let before: Vec<&Event> = script.events.iter().filter(|e| e.at <= at && matches!(e.action, Action::SetLag(..))).collect();
    let orders = orders(joins.len()).into_iter().map(|order| {
        let joins = order.iter().map(|i| joins[*i]);
        let events = before.iter().copied().chain(joins).cloned().collect();
        order_of(&Script { events, ..script.clone() })
    });
    Ok(Orders { names: script.tasks.iter().map(|t| t.name.clone()).collect(), orders: orders.collect() })
}

/// What a script that only consists of joins leads to.
fn order_of(script: &Script) -> Order {
    let recording = run(script);
    let joins = recording.states().filter(|s| super::infer::Class::of(s.verb).joins() && !s.noop);
    let joins = joins.filter(|s| s.phase == crate::sim::recording::Phase::After).filter_map(|s| s.task).collect();
    let last = &recording.step(recording.len() - 1);
    let number = |column: Column, task| column.value(&recording, last, task).number().cloned().unwrap_or_default();
    let queued = (0..last.tasks.len()).filter(|t| last.tasks[*t].on_rq);
    let vruntimes: Vec<(TaskId, Num)> = queued.map(|t| (t, number(Column::Vruntime, Some(t)))).collect();
    let mut sorted = vruntimes.clone();
    sorted.sort_by(|a, b| a.1.cmp(&b.1));
    let by_vruntime = sorted.chunk_by(|a, b| a.1 == b.1).map(|c| c.iter().map(|(t, _)| *t).collect()).collect();
    let eligible = vruntimes.iter().map(|(t, _)| *t).filter(|t| last.tasks[*t].eligible == Some(true)).collect();
    let j = recording.has_j.then(|| number(Column::J, None));
    Order { joins, vruntimes, v_avg: number(Column::AvgVruntime, None), j, by_vruntime, eligible, pick: last.queue.curr }
}

/// All orders of `0..n`, sorted.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: &Vec<usize>| {
            let order = order.clone();
            (0..n).filter(|i| !order.contains(i)).map(|i| [&order[..], &[i]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// One line an order, as plain text for a mail.
impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names =
            |tasks: &[TaskId], between: &str| tasks.iter().map(|t| self.names[*t].as_str()).collect::<Vec<_>>().join(between);
        let virt = |n: &Num| Value::Virtual(n.clone()).short();
        let tasks: Vec<TaskId> = self.orders.first().map(|o| o.vruntimes.iter().map(|(t, _)| *t).collect()).unwrap_or_default();
        let has_j = self.orders.iter().any(|o| o.j.is_some());
        let mut lines = vec![
            ["join order".to_string()]
                .into_iter()
                .chain(tasks.iter().map(|t| format!("v {}", self.names[*t])))
                .chain(["V", "J"][..1 + usize::from(has_j)].iter().map(|s| s.to_string()))
                .chain(["by v", "eligible", "pick"].map(String::from))
                .collect::<Vec<_>>(),
        ];
        for order in &self.orders {
            let mut line = vec![names(&order.joins, " ")];
            line.extend(order.vruntimes.iter().map(|(_, v)| virt(v)));
            line.push(virt(&order.v_avg));
            line.extend(order.j.as_ref().map(|j| Value::Number(j.clone()).short()));
            line.push(order.by_vruntime.iter().map(|equal| names(equal, "=")).collect::<Vec<_>>().join(" "));
            line.push(names(&order.eligible, " "));
            line.push(order.pick.map_or("-".to_string(), |t| self.names[t].clone()));
            lines.push(line);
        }
        let width = |c: usize| lines.iter().filter_map(|l| l.get(c)).map(|s| s.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        for (i, line) in lines.iter().enumerate() {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(s, w)| format!("{s:w$}")).collect();
            writeln!(f, "{}", cells.join(" | ").trim_end())?;
            if i == 0 {
                writeln!(f, "{}", "-".repeat(widths.iter().sum::<usize>() + 3 * (widths.len() - 1)))?;
            }
        }
        Ok(())
    }
}

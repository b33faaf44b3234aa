//! What an event does to a CPU, or why it can do nothing.
//!
//! Owns which operation of the model each action is; must not know time or picks.

use super::{Action, Arith, Rq, TaskId};
use crate::model::arith::WeightInput;
use crate::model::note::{NoopWhy, ReschedWhy};
use crate::model::task_ops::Done;

/// Does to a CPU what an event says.
pub(super) fn act<A: Arith>(rq: &mut Rq<A>, action: &Action, task: Option<TaskId>) -> Done {
    let who = task.ok_or(NoopWhy::Idle);
    match action {
        Action::Wake { sync, .. } => rq.wake(who?, *sync),
        Action::Fork(_) => rq.fork(who?),
        Action::Sleep(_) => rq.leave(who?, false),
        Action::Exit(_) => rq.leave(who?, true),
        Action::Yield => rq.yield_curr(),
        Action::Nice(_, nice) => rq.set_nice(who?, *nice),
        Action::Slice(_, slice) => rq.set_slice(who?, (!slice.is_zero()).then(|| A::t_from(slice))),
        Action::Reweight(_, weight) => {
            let weight = rq.cfs.arith.weight(&WeightInput::Value(weight.clone()));
            rq.reweight(who?, weight)
        }
        // Without a running task a script's `setlag @curr` has no one to mean, but no kernel would have noticed.
        Action::SetLag(_, lag) => task.map_or(Ok(()), |p| rq.set_lag(p, A::v_from(lag))),
        Action::Tick => {
            rq.curr.ok_or(NoopWhy::Idle)?;
            rq.tick();
            Ok(())
        }
        Action::Resched => {
            rq.cfs.resched(None, ReschedWhy::Asked);
            Ok(())
        }
        Action::Pick(_) | Action::Idle | Action::End => Ok(()),
    }
}

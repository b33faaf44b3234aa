//! What behaviours cost: how long a run lasts and about how many events it has, before it is run.
//!
//! An estimate from above: every task repeats its loop as often as it could alone, as long as there is CPU time for it; those with
//! the most events for their CPU time come first.

use super::{Item, Span};
use crate::model::num::Num;
use crate::sim::script::{Action, Script};

/// What doing a list of items once takes.
#[derive(Clone, Debug)]
struct Pass {
    events: Num,
    cpu: Num,
    idle: Num,
}

impl Pass {
    const NOTHING: Pass = Pass { events: Num::ZERO, cpu: Num::ZERO, idle: Num::ZERO };

    /// With the drawn duration that `of` says.
    fn of(items: &[Item], of: fn(&Span) -> &Num) -> Pass {
        items.iter().map(|item| Pass::of_item(item, of)).fold(Pass::NOTHING, |sum, item| Pass {
            events: &sum.events + &item.events,
            cpu: &sum.cpu + &item.cpu,
            idle: &sum.idle + &item.idle,
        })
    }

    fn least(items: &[Item]) -> Pass {
        Pass::of(items, |span| &span.least)
    }

    /// A sleep and the wake-up that ends it are two events; so are a wait and the wake-up.
    fn of_item(item: &Item, of: fn(&Span) -> &Num) -> Pass {
        let events = |n: i32| Pass { events: n.into(), ..Pass::NOTHING };
        match item {
            Item::Run(span) => Pass { cpu: of(span).clone(), ..Pass::NOTHING },
            Item::Sleep(span) => Pass { idle: of(span).clone(), ..events(2) },
            Item::Timer(period) => Pass { idle: period.clone(), ..events(2) },
            Item::Wake { .. } | Item::Wait | Item::Yield => events(1),
            Item::Loop { times, items } => {
                let (once, times) = (Pass::of(items, of), Num::from(times.unwrap_or(1)));
                Pass { events: &once.events * &times, cpu: &once.cpu * &times, idle: &once.idle * &times }
            }
        }
    }

    fn time(&self) -> Num {
        &self.cpu + &self.idle
    }
}

/// The items that are repeated for ever, if there are any.
fn endless(items: &[Item]) -> Option<&[Item]> {
    items.iter().find_map(|item| match item {
        Item::Loop { times: None, items } => Some(items.as_slice()),
        Item::Loop { items, .. } => endless(items),
        _ => None,
    })
}

impl Script {
    /// Whether a task has a behaviour.
    pub fn has_behaviours(&self) -> bool {
        self.tasks.iter().any(|task| task.behaviour.is_some())
    }

    /// Whether the last event is an `end`, at which everything stops.
    pub fn has_end(&self) -> bool {
        self.events.last().is_some_and(|event| event.action == Action::End)
    }

    /// How long the run lasts, in ns: until the last event, and where behaviours come to their end by themselves at most as long
    /// as all they do takes one after the other.
    pub fn duration(&self) -> Num {
        let last = self.events.last().map_or(Num::ZERO, |event| event.at.clone());
        if self.has_end() {
            return last;
        }
        let behaviours = self.tasks.iter().filter_map(|task| task.behaviour.as_ref());
        behaviours.map(|b| Pass::of(&b.0, |span| &span.most).time()).fold(last, |sum, time| &sum + &time)
    }

    /// About how many events the behaviours make, estimated from above.
    pub fn behaviour_events(&self) -> Num {
        let time = self.duration();
        let mut passes = Vec::new();
        let mut driven = Vec::new();
        for behaviour in self.tasks.iter().filter_map(|task| task.behaviour.as_ref()) {
            let Some(items) = endless(&behaviour.0) else {
                passes.push((Pass::least(&behaviour.0), Num::from(1)));
                continue;
            };
            let pass = Pass::least(items);
            match pass.time().is_zero() {
                true => driven.push(pass),
                false => passes.push((pass.clone(), &time / &pass.time())),
            }
        }
        // Who only waits is woken as often as the others can.
        let most = passes.iter().map(|(_, times)| times.clone()).max().unwrap_or_default();
        passes.extend(driven.into_iter().map(|pass| (pass, most.clone())));
        passes.sort_by(|(a, _), (b, _)| (&b.events * &a.cpu).cmp(&(&a.events * &b.cpu)));
        let mut budget = &time * &Num::from(self.cpus);
        let mut events = Num::ZERO;
        for (pass, times) in passes {
            let affordable = if pass.cpu.is_zero() { times } else { times.min(&budget / &pass.cpu) };
            budget = &budget - &(&affordable * &pass.cpu);
            events = &events + &(&affordable * &pass.events);
        }
        events.floor()
    }
}

//! `Page`: the session as signals, and the one way to change it.
//!
//! Owns which parts of the page redraw when something changes. Must not decide what a control does (that is `session`).

use super::paint::Painter;
use crate::chart::TimeRange;
use crate::explain::{Explanation, explain};
use crate::lanes::Side;
use crate::session::compare::Comparison;
use crate::session::lane::Lane;
use crate::session::{Msg, Session};
use crate::sim::script::TaskId;
use leptos::prelude::*;
use std::ops::Deref;
use std::sync::Arc;

/// Something shared that counts as changed only when it is another one.
pub struct Shared<T>(pub Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// The page's signals. Copied into every component.
#[derive(Clone, Copy)]
pub struct Page {
    session: RwSignal<Session>,
    /// The run that is shown.
    pub lane: Memo<Shared<Lane>>,
    /// The step that is shown.
    pub cursor: Memo<usize>,
    /// Both lanes, where two are compared.
    pub comparison: Memo<Option<Shared<Comparison>>>,
    /// The row of the comparison that is shown.
    pub row: Memo<usize>,
    /// Whose state is shown in full.
    pub state_of: Memo<Side>,
    /// The selected task.
    pub selected: Memo<Option<TaskId>>,
    /// The visible part of the run.
    pub range: Memo<Option<TimeRange>>,
    /// Why the step came out as it did.
    pub why: Memo<Explanation>,
    /// Whether it plays.
    pub playing: Memo<bool>,
    /// What the system prefers.
    pub system_dark: RwSignal<bool>,
    /// Whether the page is dark.
    pub dark: Memo<bool>,
    /// Device px per CSS px.
    pub scale: RwSignal<f64>,
    /// Whether J's bound is shown in its chart.
    pub j_bound: Memo<bool>,
    /// Draws long runs bit by bit.
    pub painter: Painter,
}

impl Page {
    /// The signals of a session.
    pub fn new(session: Session, system_dark: bool, scale: f64) -> Page {
        let session = RwSignal::new(session);
        let lane = Memo::new(move |_| session.with(|s| Shared(s.lane().clone())));
        let cursor = Memo::new(move |_| session.with(Session::cursor));
        let system_dark = RwSignal::new(system_dark);
        Page {
            session,
            lane,
            cursor,
            comparison: Memo::new(move |_| session.with(|s| s.comparison().cloned().map(Shared))),
            row: Memo::new(move |_| session.with(Session::row)),
            state_of: Memo::new(move |_| session.with(Session::state_of)),
            selected: Memo::new(move |_| session.with(Session::selected)),
            range: Memo::new(move |_| session.with(Session::range)),
            why: Memo::new(move |_| {
                let lane = lane.get();
                match lane.recording.is_empty() {
                    true => Explanation::default(),
                    false => explain(&lane.recording, cursor.get().min(lane.recording.len() - 1)),
                }
            }),
            playing: Memo::new(move |_| session.with(Session::playing)),
            system_dark,
            dark: Memo::new(move |_| session.with(Session::theme).is_dark(system_dark.get())),
            scale: RwSignal::new(scale),
            j_bound: Memo::new(move |_| session.with(Session::shows_bound)),
            painter: Painter::new(),
        }
    }

    /// The page around a component.
    pub fn get() -> Page {
        expect_context::<Page>()
    }

    /// Changes the session.
    pub fn send(self, msg: Msg) {
        self.session.update(|session| session.update(msg));
    }

    /// Changes the session in a way that the page sees only if `f` says so.
    pub fn change(self, f: impl FnOnce(&mut Session) -> bool) {
        self.session.maybe_update(f);
    }

    /// A part of the session; runs again when it changes.
    pub fn memo<T: PartialEq + Send + Sync + 'static>(self, part: impl Fn(&Session) -> T + Send + Sync + 'static) -> Memo<T> {
        Memo::new(move |_| self.session.with(&part))
    }

    /// A part of the session now.
    pub fn now<T>(self, part: impl FnOnce(&Session) -> T) -> T {
        self.session.with_untracked(part)
    }

    /// Run and step together: a step of this run, or `None` if it has none.
    pub fn step(self) -> Option<(Shared<Lane>, usize)> {
        let lane = self.lane.get();
        let last = lane.recording.len().checked_sub(1)?;
        Some((lane, self.cursor.get().min(last)))
    }

    /// The run and the step that a lane shows; `None` if there is no such lane.
    pub fn at(self, side: Side) -> Option<(Shared<Lane>, usize)> {
        let Some(comparison) = self.comparison.get() else { return self.step().filter(|_| side == Side::A) };
        let step = comparison.step(side, self.row.get()).unwrap_or(0);
        let lane = comparison.lane(side);
        (step < lane.recording.len()).then(|| (Shared(lane.clone()), step))
    }

    /// The run and the step whose state is shown in full.
    pub fn state(self) -> Option<(Shared<Lane>, usize)> {
        match self.comparison.with(Option::is_some) {
            true => self.at(self.state_of.get()),
            false => self.step(),
        }
    }
}

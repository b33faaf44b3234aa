//! Notes as sentences and formulas: why each step of a run came out as it did.
//!
//! Owns the wording and which notes go together. Must not decide or recompute what the scheduler did: every number is a note's or
//! a row's, and every equation is tested before it is written ([`Formula`]).

mod change;
mod charge;
mod context;
mod cpus;
mod expr;
mod formula;
mod given;
pub mod glossary;
pub(crate) mod invariant;
mod join;
mod leave;
mod one_line;
mod pick;
mod queue;
mod report;
mod rt;
mod title;
mod wake;
mod warn;

pub use context::Context;
pub use expr::{Expr, Kind, Op};
pub use formula::{Claim, Formula, Relation};
pub use one_line::{one_line, one_line_in};
pub use report::{step_text, why_text, wrap};

use crate::model::note::Note;
use crate::sim::recording::{Phase, Recording};

/// Why a step came out as it did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What happened, in a few words: `T2 leaves after 24`.
    pub title: String,
    /// The reasons, one sentence each, in order of effect.
    pub sentences: Vec<String>,
    /// The calculation, one line each.
    pub formulas: Vec<Formula>,
    /// What a reader should be wary of.
    pub warnings: Vec<String>,
    /// What became of V + J, where the placement rule keeps it.
    pub v_plus_j: Option<Kept>,
}

/// Whether a step keeps an invariant, in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Whether it does, rounding and exceptions that its rule makes apart.
    pub kept: bool,
    /// `V + J kept`, `V + J stays at V0+8`, or by how much it moved and why.
    pub text: String,
}

impl Explanation {
    fn say(&mut self, sentence: impl Into<String>) {
        self.sentences.push(sentence.into());
    }

    fn show(&mut self, formulas: impl IntoIterator<Item = Formula>) {
        for formula in formulas {
            if !self.formulas.contains(&formula) {
                self.formulas.push(formula);
            }
        }
    }

    fn warn(&mut self, warning: impl Into<String>) {
        self.warnings.push(warning.into());
    }
}

/// Step `index` (from 0) of a recording. Panics past the end.
pub fn explain(recording: &Recording, index: usize) -> Explanation {
    let before = index.checked_sub(1).map(|i| recording.step(i));
    explain_in(&Context::of(recording, index, before.as_ref(), &recording.step(index)))
}

/// The same, for a step at hand.
pub fn explain_in(ctx: &Context<'_>) -> Explanation {
    let mut out = Explanation { title: title::title(ctx), v_plus_j: invariant::status(ctx), ..Explanation::default() };
    queue::overflow(ctx, &mut out);
    if ctx.step.phase == Phase::Before {
        charge::preview(ctx, &mut out);
        return out;
    }
    queue::start(ctx, &mut out);
    change::setting(ctx, &mut out);
    for note in told_in_order(&ctx.step.notes) {
        of_note(ctx, note, &mut out);
    }
    queue::base_moves(ctx, &mut out);
    invariant::v_plus_j(ctx, &mut out);
    out
}

/// The notes as they are told: what a requeue or a removal is comes before its calculation, and a verdict before what follows
/// from it for the protection of the running task.
fn told_in_order(notes: &[Note]) -> Vec<&Note> {
    let mut order: Vec<&Note> = Vec::with_capacity(notes.len());
    for note in notes {
        let begins = |n: &&Note| match (note, n) {
            (
                Note::Requeued { task, .. } | Note::DelayedRemoved { task, .. },
                Note::LagTaken { task: t, .. } | Note::Placed { task: t, .. } | Note::JlagLeft { task: t, .. },
            ) => t == task,
            (Note::WakeupPreempt { .. }, Note::ProtectionShortened { .. } | Note::ProtectionCancelled { .. }) => true,
            _ => false,
        };
        let at = order.iter().position(begins).unwrap_or(order.len());
        order.insert(at, note);
    }
    order
}

fn of_note(ctx: &Context<'_>, note: &Note, out: &mut Explanation) {
    match note {
        Note::Charged { .. } => charge::charged(ctx, note, out),
        Note::RequestEnded { .. } => charge::request_ended(ctx, note, out),
        Note::SliceEnded { .. } => charge::slice_ended(ctx, note, out),
        Note::Placed { .. } => join::placed(ctx, note, out),
        Note::DeadlinePlaced { .. } => join::deadline_placed(ctx, note, out),
        Note::JlagJoined { .. } => join::jlag_joined(ctx, note, out),
        Note::JlagLeft { .. } => leave::jlag_left(ctx, note, out),
        Note::LagTaken { .. } => leave::lag_taken(ctx, note, out),
        Note::LagClamped { .. } => leave::lag_clamped(ctx, note, out),
        Note::Left { .. } => leave::left(ctx, note, out),
        Note::Emptied { .. } => leave::emptied(ctx, note, out),
        Note::Delayed { .. } => leave::delayed(ctx, note, out),
        Note::DelayedRemoved { .. } => leave::delayed_removed(ctx, note, out),
        Note::DelayedLagClamped { .. } => wake::delayed_lag_clamped(ctx, note, out),
        Note::Requeued { .. } => wake::requeued(ctx, note, out),
        Note::WakeupPreempt { .. } => wake::verdict(ctx, note, out),
        Note::Protected { .. } | Note::ProtectionShortened { .. } | Note::ProtectionCancelled { .. } => {
            wake::protection(ctx, note, out)
        }
        Note::WakePlaced { .. } => cpus::placed(ctx, note, out),
        Note::TtwuQueue { .. } => cpus::ttwu_queue(ctx, note, out),
        Note::Migrated { .. } => cpus::migrated(ctx, note, out),
        Note::Resched { .. } => wake::resched(ctx, note, out),
        Note::BuddySet { task } => {
            out.say(format!("{} is now the buddy: the next pick prefers it if it is eligible.", ctx.name(*task)))
        }
        Note::Reweighted { .. } => change::reweighted(ctx, note, out),
        Note::YieldTested { .. } => change::yield_tested(ctx, note, out),
        Note::Yielded { .. } => change::yielded(ctx, note, out),
        Note::RtWoken { .. } => rt::woken(ctx, note, out),
        Note::FairServer { .. } => rt::fair_server(ctx, note, out),
        Note::Picked { .. } if given::is_overruled(ctx, note) => given::overruled(ctx, note, out),
        Note::Picked { .. } => pick::picked(ctx, note, out),
        Note::PresumedRun { .. } | Note::Shifted { .. } => given::followed(ctx, note, out),
        Note::BaseMoved { .. } => {} // all of a step together: queue::base_moves
        Note::Noop(why) => warn::noop(ctx, *why, out),
        Note::Warning(kind) => warn::warning(ctx, kind, out),
    }
}

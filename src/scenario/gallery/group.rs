//! The groups in which the gallery is listed to people.
//!
//! Owns their order and titles; must not know which entries there are beyond asking the list.

use super::{Entry, GALLERY};

/// One group of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The tables of mail M4.
    Joins,
    /// Single decisions with small numbers.
    Cases,
    /// The inputs of the diagrams.
    Diagrams,
    /// Kernels: where a task is placed and what its lag does.
    Placement,
    /// Kernels: sleepers that stay queued.
    Delayed,
    /// Mails M1 and M3.
    Floor,
    /// Mail M2: nr_running, and several CPUs.
    Cpus,
    /// Kernels: slice protection and who may break it.
    Preemption,
    /// Mail M5.
    Resched,
    /// Kernels: nice, weights, policies and yield.
    Weights,
    /// Tasks with behaviours.
    Behaviours,
    /// Mail M1's measurement.
    Load,
}

impl Group {
    /// All groups, in the order in which they are listed.
    pub const ALL: [Group; 12] = [
        Group::Joins,
        Group::Cases,
        Group::Diagrams,
        Group::Placement,
        Group::Delayed,
        Group::Floor,
        Group::Cpus,
        Group::Preemption,
        Group::Resched,
        Group::Weights,
        Group::Behaviours,
        Group::Load,
    ];

    /// What people read above its entries.
    pub fn title(self) -> &'static str {
        match self {
            Group::Joins => "Mail M4: joins and leaves",
            Group::Cases => "Worked cases",
            Group::Diagrams => "Diagrams",
            Group::Placement => "Kernels: placement and lag",
            Group::Delayed => "Kernels: delayed dequeue",
            Group::Floor => "Mails M1 and M3: the lag floor",
            Group::Cpus => "Mail M2: nr_running and several CPUs",
            Group::Preemption => "Kernels: protection and preemption",
            Group::Resched => "Mail M5: reschedules and real-time tasks",
            Group::Weights => "Kernels: weights, policies, yield",
            Group::Behaviours => "Behaviours",
            Group::Load => "Mail M1: latency under load (long runs)",
        }
    }

    /// Its entries, in the order in which they are listed.
    pub fn entries(self) -> impl Iterator<Item = &'static Entry> {
        GALLERY.iter().filter(move |entry| entry.group == self)
    }
}

//! Request by request: the inputs of the diagrams.
//!
//! Owns the words about each entry; must not know how an entry is run or shown.

use super::{Entry, Group};

/// In the order in which they are listed to people.
pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        key: "diagram-eevdf-3",
        group: Group::Diagrams,
        title: "Requests of 6, 2 and 18 with eligibility",
        note: "C's long request starts at 10, and then C waits until the others have caught up. Compare when C first runs, and how far the lags get from 0, with the same tasks by deadline alone.",
        text: include_str!("diagrams/diagram-eevdf-3.eevdf"),
        printed: None,
    },
    Entry {
        key: "diagram-evdf-3",
        group: Group::Diagrams,
        title: "Requests of 6, 2 and 18 by deadline alone",
        note: "Without the eligibility test the short requests always win until C's deadline is the nearest. C first runs at 36, with a lag of 11 by then.",
        text: include_str!("diagrams/diagram-evdf-3.eevdf"),
        printed: None,
    },
    Entry {
        key: "diagram-evdf-7",
        group: Group::Diagrams,
        title: "Seven tasks by deadline alone",
        note: "Five tasks with requests of 2 against one of 6 and one of 18, without the eligibility test. C is eligible from the start and first runs at 92.",
        text: include_str!("diagrams/diagram-evdf-7.eevdf"),
        printed: None,
    },
];

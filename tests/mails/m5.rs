//! M5: whether the end of a slice asks for a reschedule, beside a real-time task that can not be helped by one.

use crate::Kind::Computed;
use crate::reading::Run;
use crate::{MEASURED, Row, TOLD};
use eevdf_lab::model::note::{Note, ReschedWhy};
use eevdf_lab::model::rules::SliceEnd;
use eevdf_lab::stats::Summary;

pub const ROWS: &[Row] = &[
    Row { says: "the fix", figures: "2024 09", kind: TOLD },
    Row {
        says: "rq->nr_running > 1 asks where no other fair task can run; the fix does not",
        figures: "1",
        kind: Computed(needless),
    },
    Row { says: "delayed tasks count", figures: "", kind: Computed(delayed_count) },
    Row { says: "the verdicts of the three rules", figures: "6.11 85e511df3cec", kind: Computed(verdicts) },
    Row { says: "context switches, counted per variant", figures: "", kind: Computed(switches) },
    Row { says: "lkp's involuntary context switches", figures: "2.2 1.654e8 1.69e8", kind: MEASURED },
    Row { says: "a tester's hackbench", figures: "1 1.00 2 0.98 4 0.97 8 0.99 16", kind: MEASURED },
];

/// Each end of a slice: cfs nr_running, rq nr_running, the verdicts of 6.11, 85e511df3cec and the fix, and whether it asked.
fn slice_ends(run: &Run) -> Vec<(u32, u32, [bool; 3], bool)> {
    let mut ends = Vec::new();
    for step in run.recording().steps() {
        let asked = step.notes.iter().any(|n| matches!(n, Note::Resched { why: ReschedWhy::RequestEnded, .. }));
        for note in &step.notes {
            if let Note::SliceEnded { cfs_nr, rq_nr, .. } = note {
                ends.push((*cfs_nr, *rq_nr, SliceEnd::ALL.map(|rule| rule.asks(*cfs_nr, *rq_nr)), asked));
            }
        }
    }
    ends
}

fn needless() {
    assert_eq!(slice_ends(&Run::of("case-19")), [(1, 2, [false, true, false], false)]);
    assert_eq!(slice_ends(&Run::of("case-19-rq-nr-running")), [(1, 2, [false, true, false], true)]);
}

fn delayed_count() {
    let run = Run::of("case-19-delayed");
    assert_eq!(slice_ends(&run)[0], (2, 2, [true; 3], true));
    assert_eq!(run.after("3", "tick").step.queue.nr_delayed, 1);
}

fn verdicts() {
    assert_eq!(slice_ends(&Run::of("case-19-two-fair")), [(2, 3, [true; 3], true)]);
    for (patch, asks) in [("resched-6.11", false), ("resched-rq-nr-running", true)] {
        assert_eq!(slice_ends(&Run::patched("case-19", &[patch])), [(1, 2, [false, true, false], asks)], "{patch}");
    }
}

/// With a fair server the fair task's slice ends in its turn: the needless reschedule picks the same task again. Without one the
/// real-time task takes over two ticks early.
fn switches() {
    let of = |key: &str| {
        let summary = Summary::of(Run::of(key).recording());
        (summary.switches, summary.preemptions, summary.picks)
    };
    let [fixed, needless] = ["m5-fair-server", "m5-fair-server-rq-nr-running"].map(of);
    assert_eq!((fixed.0, needless.0), (5, 5));
    assert_eq!(needless.2 - fixed.2, 4, "four picks for nothing");
    let [fixed, needless] = ["case-19", "case-19-rq-nr-running"].map(of);
    assert_eq!((fixed.0, needless.0), (0, 1), "R takes the CPU at the end of A's slice, or waits");
    assert_eq!((fixed.1, needless.1), (0, 1));
}

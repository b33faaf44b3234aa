//! The terms of the page, each with its meaning, its unit and where the rule comes from.
//!
//! Owns definitions only; must not know any run.

/// One term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The term as tables, formulas and sentences write it.
    pub term: &'static str,
    /// What it means, in one or two sentences.
    pub meaning: &'static str,
    /// Its unit, empty if it has none.
    pub unit: &'static str,
    /// Where it comes from: kernel function or field, mail, paper.
    pub origin: &'static str,
}

/// The entry of a term; upper and lower case are told apart (`V` is not `v`).
pub fn entry(term: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|e| e.term == term)
}

const VIRTUAL: &str = "virtual ns";
const WEIGHTED: &str = "virtual ns x weight";

macro_rules! entries {
    ($($term:literal, $unit:expr, $origin:literal: $meaning:literal;)*) => {
        /// All terms, in the order in which a newcomer needs them.
        pub const ENTRIES: &[Entry] = &[$(Entry { term: $term, meaning: $meaning, unit: $unit, origin: $origin },)*];
    };
}

entries! {
    "w", "nice 0 = 1024, or what the scenario says", "sched_prio_to_weight[], load.weight":
        "Weight of a task: its share of the CPU against the weights of the others.";
    "W", "as w", "cfs_rq: sum_weight plus the running entity's":
        "Sum of the weights of all entities in the queue, the running one included.";
    "vruntime", VIRTUAL, "update_curr(), calc_delta_fair()":
        "Run time of an entity, divided by its weight: it grows by ran x nice0/w. Written v.";
    "v", VIRTUAL, "se->vruntime": "The vruntime of an entity.";
    "V", VIRTUAL, "avg_vruntime(); Stoica and Abdel-Wahab 1995":
        "Average of the vruntimes in the queue, weighted: sum(w v)/W. An entity at V has had exactly its share.";
    "V0", VIRTUAL, "notation of mail M4": "V at the start of the run. Virtual times are written from it: V0-36.";
    "lag", "virtual ns; times w where a line says so", "Stoica and Abdel-Wahab 1995":
        "Service owed to a task (positive) or had in advance (negative). In sentences and tables it is the virtual lag V - v; times w it \
         is the service itself.";
    "vlag", VIRTUAL, "entity_lag(), se->vlag":
        "Virtual lag, V - v. Stored when a task leaves, and restored when it joins again.";
    "lag limit", VIRTUAL, "entity_lag()":
        "A stored lag is cut to this bound: two slices, at least a tick, until v6.19; the longest queued slice plus a tick from 7.0. What \
         is cut is lost.";
    "eligible", "", "entity_eligible(), vruntime_eligible()":
        "An entity is eligible (E) if v <= V, that is if its lag is not negative; else it is not (N). Only eligible entities may be \
         picked.";
    "slice", "ns", "se->slice": "Length of a request: how much run time an entity asks for at a time. Written r.";
    "r", "ns", "se->slice": "The slice of an entity.";
    "vslice", VIRTUAL, "calc_delta_fair(se->slice)": "The slice as virtual time: r nice0/w.";
    "request", "ns", "update_deadline(); Stoica and Abdel-Wahab 1995":
        "One slice of run time. When it is used up, the next one begins with a new deadline.";
    "deadline", VIRTUAL, "se->deadline, update_deadline(), place_entity()":
        "When, in virtual time, a request should be served: d = v + r nice0/w at its start. The eligible entity with the earliest one is \
         picked.";
    "d", VIRTUAL, "se->deadline": "The deadline of an entity.";
    "pick", "", "pick_eevdf()":
        "The choice who runs next: the earliest deadline among the eligible, unless a buddy or a protection comes first.";
    "tie", "", "pick_eevdf()":
        "Equal deadlines. In the kernels whoever entered the tree first wins, and the running entity loses; in the ideal model the first \
         in task order wins.";
    "placement", "", "place_entity()": "The vruntime and deadline that an entity gets when it joins the queue.";
    "inflated lag", VIRTUAL, "place_entity(); mail M4, baseline":
        "A joiner moves V toward itself and so loses lag. Placed vlag (W + w)/W before V instead of vlag, it keeps vlag.";
    "jlag", WEIGHTED, "mail M4": "The lag a task brings when it joins, or takes when it leaves, times w; a leaver takes (J + vlag) w.";
    "sum_jlag", WEIGHTED, "mail M4": "Sum of the jlags brought minus those taken. The patch adds it to the queue.";
    "J", VIRTUAL, "mail M4: sum_jlag / W": "How far joins and leaves have moved V. 0 on an empty queue, where sum_jlag/W has no value.";
    "V + J", VIRTUAL, "mail M4":
        "V as if nobody had joined or left. The patch places joiners around it, so that no join or leave moves it.";
    "base", VIRTUAL, "min_vruntime until v6.12, zero_vruntime from v6.19":
        "The origin of the keys. Moving it changes neither vruntimes nor V, only the size of the numbers in the sums.";
    "key", VIRTUAL, "entity_key()": "v minus the base: what the sums of the queue are made of.";
    "sum_w_vruntime", WEIGHTED, "cfs_rq": "Sum of w x key over the tree; V is the base plus this sum, with the running entity, over W.";
    "zero_vruntime", VIRTUAL, "cfs_rq, from v6.19": "The base of the keys.";
    "min_vruntime", VIRTUAL, "cfs_rq, update_min_vruntime(), until v6.12": "The base of the keys; never goes back.";
    "nr_queued", "entities", "cfs_rq": "Entities in the queue; delayed ones count.";
    "h_nr_queued", "tasks", "cfs_rq": "Tasks in the queue and the groups below it; delayed ones count.";
    "h_nr_runnable", "tasks", "cfs_rq": "The same without the delayed ones.";
    "nr_delayed", "tasks", "mail M2": "h_nr_queued - h_nr_runnable: tasks that are asleep but still queued.";
    "nr_running", "tasks", "rq": "Tasks of all classes on this CPU; delayed ones count.";
    "PLACE_LAG", "", "sched_feat, place_entity()": "A joiner gets back the lag it left with. Without it, it starts at V.";
    "PLACE_DEADLINE_INITIAL", "", "sched_feat, place_entity()": "A new task starts with half a request, so that it is picked soon.";
    "PLACE_REL_DEADLINE", "", "sched_feat, place_entity()":
        "An entity taken out while runnable keeps its distance to the deadline and does not start a new request.";
    "DELAY_DEQUEUE", "", "sched_feat, dequeue_entity()": "Switches delayed dequeue on.";
    "delayed dequeue", "", "dequeue_entity(), set_delayed()":
        "A task that falls asleep with negative lag stays in the queue and works its lag off by competing. A pick that finds it removes \
         it; a wake-up before that requeues it.";
    "DELAY_ZERO", "", "sched_feat": "A delayed task gains no positive lag: what is above 0 when it is removed or woken is cut.";
    "lag floor", VIRTUAL, "mail M1; update_entity_lag() of v7.2":
        "The lag with which a delayed task fell asleep. Joiners may drag its lag further down while it sleeps; the floor takes that back.";
    "requeue", "", "requeue_delayed_entity()":
        "The wake-up of a delayed task. It keeps its place, or is taken out and placed again if its lag was cut.";
    "slice protection", VIRTUAL, "set_protect_slice(), protect_slice()":
        "A picked entity is left alone until its vruntime reaches vprot, even if an earlier deadline becomes eligible.";
    "vprot", VIRTUAL, "se->vprot; until v6.19 in the word of se->vlag": "Where the slice protection ends.";
    "RUN_TO_PARITY", "", "sched_feat":
        "The protection lasts for the shortest slice in the queue (v6.12: for the whole request); without it, for a short fixed slice \
         (v6.12: not at all).";
    "PREEMPT_SHORT", "", "sched_feat, wakeup_preempt()": "A wakee with a shorter slice need not respect the protection.";
    "NEXT_BUDDY", "", "sched_feat, set_next_buddy()": "A wake-up makes the wakee the buddy.";
    "PICK_BUDDY", "", "sched_feat, pick_eevdf()": "The pick takes the buddy if it is eligible.";
    "buddy", "", "cfs_rq->next": "An entity that the next pick prefers if it is eligible.";
    "WAKEUP_PREEMPTION", "", "sched_feat, wakeup_preempt()": "A wake-up may preempt the running task.";
    "PARANOID_AVG", "", "sched_feat": "Makes the weights of the sums smaller when a product would not fit 64 bits.";
    "resched", "", "resched_curr()": "The mark that asks for a pick at the next chance.";
    "yield", "", "yield_task_fair()":
        "The running task gives away the rest of its request: until v6.12 only its deadline moves, later also its vruntime if it is \
         eligible.";
    "reweight", "", "reweight_entity()":
        "A change of weight while an entity may be in the queue. Rules differ in whether V and w times lag stay.";
    "EVDF", "", "Stoica and Abdel-Wahab 1995": "Earliest virtual deadline first, without the test of eligibility.";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::FeatureFlag;

    #[test]
    fn every_term_is_defined_once_in_at_most_two_sentences() {
        for (i, e) in ENTRIES.iter().enumerate() {
            assert_eq!(ENTRIES.iter().position(|o| o.term == e.term), Some(i), "{} is defined twice", e.term);
            assert!(!e.origin.is_empty(), "{} has no origin", e.term);
            assert!(e.meaning.ends_with('.') && e.meaning.matches(". ").count() <= 1, "{}: {}", e.term, e.meaning);
            assert!(!e.meaning.contains("  "), "{}", e.meaning);
        }
    }

    #[test]
    fn all_symbols_and_all_features_are_explained() {
        let features = FeatureFlag::ALL.iter().map(|f| f.name());
        for term in ["v", "w", "W", "V", "vlag", "lag", "r", "d", "J", "V + J"].into_iter().chain(features) {
            assert!(entry(term).is_some(), "{term} is not in the glossary");
        }
        assert_ne!(entry("V"), entry("v"));
        assert_eq!(entry("no such term"), None);
    }
}

//! What differs in the rules of two variants, field by field, under the names of the code with what each value means.
//!
//! Owns the words; a value without words is shown by its name alone, so a new rule needs nothing here. Must not know what a rule
//! does.

use crate::kernels::{ArithKind, FeatureFlag, rules};
use crate::model::rules::{Rules, Words};
use crate::sim::script::Variant;

/// One decision that two variants make by different rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChange {
    /// The decision: a field of `Rules`, a kernel feature, or `arithmetic`.
    pub name: &'static str,
    /// What it decides, in one line.
    pub about: &'static str,
    /// The rule in A and in B: its name, and what it means if that is known.
    pub values: [RuleValue; 2],
}

/// A rule's name and meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleValue {
    /// As the code calls it.
    pub name: String,
    /// In one line; may be empty.
    pub meaning: &'static str,
}

/// What differs between two variants, in the order in which rules are listed; features and arithmetic last.
pub fn rule_changes(a: &Variant, b: &Variant) -> Vec<RuleChange> {
    let [rules_a, rules_b] = [a, b].map(|v| rules(v.kernel, &v.patches, &v.features));
    let mut changes = Vec::new();
    for ((name, about, x), (_, _, y)) in decisions(&rules_a).into_iter().zip(decisions(&rules_b)) {
        if x != y {
            let value = |value: String| RuleValue { meaning: meaning(name, &value), name: value };
            changes.push(RuleChange { name, about, values: [value(x), value(y)] });
        }
    }
    for flag in FeatureFlag::ALL {
        let on = [&rules_a, &rules_b].map(|r| flag.get(&r.features));
        if on[0] != on[1] {
            let value = |on: bool| RuleValue { name: if on { "on" } else { "off" }.to_string(), meaning: "" };
            changes.push(RuleChange { name: flag.name(), about: flag.meaning(), values: on.map(value) });
        }
    }
    let arith = [a, b].map(|v| v.arith.unwrap_or(v.kernel.default_arith()));
    if arith[0] != arith[1] {
        let value = |arith: ArithKind| RuleValue { name: arith.name().to_string(), meaning: meaning("arithmetic", arith.name()) };
        changes.push(RuleChange { name: "arithmetic", about: "which numbers are computed with", values: arith.map(value) });
    }
    changes
}

macro_rules! decisions {
    ($($field:ident $about:literal;)*) => {
        /// Every decision but the features: its name, what it decides, and the rule's name.
        fn decisions(rules: &Rules) -> Vec<(&'static str, &'static str, String)> {
            // Without `..`, so that a new decision is listed here too.
            let Rules { words, $($field,)* features: _ } = rules;
            let Words { inverse_weights, full_weights, wide_eligibility } = words;
            vec![
                ("inverse_weights", "whether divisions by a weight go through 32-bit inverses", inverse_weights.to_string()),
                ("full_weights", "whether sums use full weights instead of weights scaled down", full_weights.to_string()),
                ("wide_eligibility", "whether eligibility is tested in 128 bits", wide_eligibility.to_string()),
                $((stringify!($field), $about, format!("{:?}", $field)),)*
            ]
        }
    };
}

decisions! {
    base "when the base of the keys moves";
    base_at_tick "whether a tick evaluates V and so moves the base";
    base_at_request_end "whether the end of a request evaluates V and so moves the base";
    base_at_heavy_place "whether placing a heavy entity moves the base onto it";
    place "where a joining entity is placed";
    lag_limit "how far from V a lag may be";
    delayed_lag "what bounds the lag of a delayed entity";
    requeue "when a woken delayed entity is placed again";
    requeue_charges "whether the wake-up of a delayed entity charges the running task first";
    request_end "when a used-up request ends";
    slice_end "who asks for a reschedule when a slice is used up";
    search "how the pick searches";
    tie "who wins a tie of deadlines";
    buddy "where the buddy is looked at";
    protect "what protects a picked task";
    wakeup "what a wake-up tests before it preempts";
    wake_affine "who counts beside a sync waker when the CPU of a woken task is chosen";
    ttwu_queue "who counts on a CPU to which a wake-up may be left";
    yield_ "what yield does";
    yield_counts "who counts beside a task that yields";
    reweight "what a change of weight does to a queued entity";
    sleep_any "whether any queued task can be put to sleep, not only the running one";
    pick_each_instant "whether there is one pick after the last event of an instant";
    slice_change_preempts "whether a change of slice goes through the preemption test";
    slice_change_sets_weight "whether a change of slice also sets the weight of the nice value";
}

/// What a rule of a decision means, in one line; empty if nothing is known of it.
fn meaning(decision: &str, value: &str) -> &'static str {
    MEANINGS.iter().find(|(d, v, _)| *d == decision && *v == value).map_or("", |(_, _, text)| text)
}

const MEANINGS: &[(&str, &str, &str)] = &[
    ("base", "MinVruntime", "to the smallest vruntime, never backward"),
    ("base", "TreeChange", "to V, at every change of the tree"),
    ("base", "Evaluation", "to V, whenever avg_vruntime() is evaluated"),
    ("place", "PlainLag", "v = V - vlag"),
    ("place", "InflatedLag", "v = V - vlag (W + w) / W: the lag survives the join's own pull on V"),
    ("place", "SumJlag", "v = V + J - vlag, and sum_jlag is kept, so that V + J does not move"),
    ("place", "HalfJlag", "v = V + J - vlag / 2, and sum_jlag is kept"),
    ("yield_counts", "Queued", "nr_running: delayed tasks too"),
    ("yield_counts", "Runnable", "nr_running - nr_delayed: who can run"),
    ("wake_affine", "Queued", "nr_running: delayed tasks too"),
    ("wake_affine", "Runnable", "nr_running - nr_delayed: who can run"),
    ("ttwu_queue", "Queued", "nr_running: delayed tasks too"),
    ("ttwu_queue", "Runnable", "nr_running - nr_delayed: who can run"),
    ("lag_limit", "Unlimited", "no limit"),
    ("lag_limit", "TwoSlices", "two slices of the entity, at least a tick"),
    ("lag_limit", "MaxSlicePlusTick", "the largest slice on the queue plus a tick"),
    ("delayed_lag", "Free", "nothing, and it is not stored when the entity becomes delayed"),
    ("delayed_lag", "Floor", "the lag it was delayed with is a floor; with DELAY_ZERO, 0 is a ceiling"),
    ("delayed_lag", "GuardedFloor", "as Floor; the lag is stored at the sleep only under DELAY_DEQUEUE"),
    ("delayed_lag", "FloorThenZero", "first that floor, then the ceiling 0 of DELAY_ZERO"),
    ("requeue", "ZeroPositive", "with DELAY_ZERO, if its lag is positive; the lag becomes 0"),
    ("requeue", "OnChange", "if the bound of its lag changed the lag"),
    ("requeue", "OnSignChange", "if that changed its sign or moved it by more than the threshold"),
    ("request_end", "AtCharge", "whenever the running task is charged past its deadline"),
    ("request_end", "AtTick", "at ticks and exact request ends only"),
    ("slice_end", "InUpdateDeadline", "update_deadline(), if cfs_rq->nr_running > 1"),
    ("slice_end", "RqNrRunning", "update_curr(), if rq->nr_running > 1: real-time tasks count"),
    ("slice_end", "CfsNrRunning", "update_curr(), if cfs_rq->nr_running > 1"),
    ("search", "Eligible", "the earliest deadline among the eligible"),
    ("search", "DeadlineOnly", "the earliest deadline, eligible or not"),
    ("search", "Tree66", "the tree walk of 6.6-rc, which may pass by an earlier deadline"),
    ("tie", "Insertion", "whoever was inserted first"),
    ("tie", "TaskOrder", "the first in task order"),
    ("buddy", "Never", "nowhere"),
    ("buddy", "BeforePick", "in pick_next_entity, before everything else"),
    ("buddy", "InPick", "in pick_eevdf"),
    ("buddy", "InProtectedPick", "in pick_eevdf, unless the pick disregards the protection"),
    ("protect", "Never", "nothing"),
    ("protect", "DeadlineStash", "its vlag holds the deadline of the pick; a new request ends the protection"),
    ("protect", "SharedWord", "until v reaches vprot, which shares a word with vlag"),
    ("protect", "Vprot", "until v reaches vprot"),
    ("wakeup", "Never", "nothing: a wake-up does not preempt"),
    ("wakeup", "V6_12", "a shorter slice cancels the protection; then the wakee has to be the pick"),
    ("wakeup", "V6_19Rc1", "also, from a task's context, an ineligible running task is preempted"),
    ("wakeup", "Tip2026_03", "the wakee has to be the pick; a shorter slice disregards the protection"),
    ("wakeup", "V7_2", "the same; delayed entities picked on the way are dequeued"),
    ("yield_", "DeadlineOnly", "d += slice / w, always"),
    ("yield_", "IfEligible", "if eligible: v = d, then d += slice / w"),
    ("yield_", "IfEligibleRequest", "if eligible: v = d, then the request ends as any other"),
    ("reweight", "V6_12", "v' = V - vlag w / w', V with the entity"),
    ("reweight", "VWithoutEntity", "v' = V - vlag w / w', V without an entity of the tree"),
    ("reweight", "PlaceAgain", "placed again by place_entity"),
    ("reweight", "KeepV", "v, d and vprot scale around the same V"),
    ("arithmetic", "exact", "rational numbers, nothing rounded"),
    ("arithmetic", "kernel", "the kernel's 64-bit words, bit for bit"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::{Kernel, Patch};
    use std::collections::BTreeSet;

    fn variants() -> Vec<Variant> {
        let patched = |kernel: Kernel| {
            let fitting = Patch::all().filter(move |p| p.fits(kernel)).map(|p| vec![p]);
            fitting.chain([vec![]]).map(move |patches| Variant { kernel, patches, features: vec![], arith: None })
        };
        Kernel::ALL.into_iter().flat_map(patched).collect()
    }

    #[test]
    fn every_rule_of_a_kernel_has_its_meaning_and_no_meaning_is_of_a_rule_that_does_not_exist() {
        let mut met = BTreeSet::new();
        for variant in variants() {
            for (name, _, value) in decisions(&rules(variant.kernel, &variant.patches, &variant.features)) {
                let says_itself = ["true", "false"].contains(&value.as_str());
                let known = !meaning(name, &value).is_empty();
                assert!(known || says_itself || !variant.patches.is_empty(), "{}: {name}: {value}", variant.kernel.name());
                met.insert((name, value));
            }
        }
        for (decision, value, _) in MEANINGS.iter().filter(|(d, _, _)| *d != "arithmetic") {
            assert!(met.contains(&(*decision, value.to_string())), "{decision}: {value}");
        }
    }

    #[test]
    fn two_variants_of_the_same_rules_differ_in_nothing() {
        for variant in variants() {
            assert_eq!(rule_changes(&variant, &variant), []);
        }
    }
}

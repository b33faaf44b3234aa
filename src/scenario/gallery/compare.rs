//! Which two variants an entry is best looked at under, side by side.
//!
//! Must not know how variants are compared.

use super::Entry;

/// Entry, lane A, lane B, in the notation of [`crate::scenario::parse_spec`].
const COMPARISONS: &[(&str, &str, &str)] = &[
    ("m4-join-123", "ideal", "ideal+sum-jlag"),
    ("m4-plain-lag", "ideal", "ideal+plain-lag"),
    ("m4-sum-jlag", "ideal", "ideal+sum-jlag"),
    ("k-m4-join", "v6.19-rc1", "v6.19-rc1+sum-jlag"),
    ("k-m4-sum-jlag", "v6.19-rc1", "v6.19-rc1+sum-jlag"),
    ("k-table-j", "v6.19-rc1", "v6.19-rc1+sum-jlag"),
    ("case-13", "ideal", "ideal+yield-deadline-only"),
    ("case-4-queued", "ideal", "ideal+reweight-6.7"),
    ("case-4-running", "ideal", "ideal+reweight-6.13"),
    ("case-16", "ideal", "ideal+clamp-two-slices"),
    ("case-8", "ideal", "ideal+pick-6.6-rc"),
    ("case-17", "v6.12", "v7.2"),
    ("case-22", "v7.2", "v7.2,NO_PREEMPT_SHORT"),
    ("case-23", "v7.2", "v7.2,NO_RUN_TO_PARITY"),
    ("m1-cyclictest-slices", "tip-2026-03", "tip-2026-03+lag-floor"),
    ("case-19", "v6.12", "v6.12+resched-rq-nr-running"),
    ("case-20", "tip-2026-03", "tip-2026-03+lag-floor"),
    ("case-20-no-delay-dequeue", "tip-2026-03", "tip-2026-03+lag-floor"),
    ("m2-sync-wakeup", "v6.12", "v6.12+nr-delayed-wake-affine"),
    ("m2-ring", "v6.12", "v6.12+nr-delayed-wake-affine"),
    ("m3-guarded", "tip-2026-03+lag-floor", "tip-2026-03+lag-floor-guarded"),
    ("m3-small-change", "tip-2026-03+lag-floor", "tip-2026-03+lag-floor-on-sign-change"),
    ("m5-fair-server", "v6.12", "v6.12+resched-rq-nr-running"),
    ("m2-yield", "v7.2", "v7.2+nr-delayed-yield"),
    ("k-v-backward", "tip-2026-03", "tip-2026-03+lag-floor"),
    ("k-v-backward-lag-floor", "tip-2026-03", "tip-2026-03+lag-floor"),
    ("k-delay-wake-stale-v", "v6.12", "v7.2"),
    ("k-no-delay-zero", "v7.2,DELAY_ZERO", "v7.2"),
    ("k-delay-wake-before", "v7.2", "v7.2,NO_DELAY_DEQUEUE"),
    ("k-preempt-short", "v7.2", "v7.2,NO_PREEMPT_SHORT"),
    ("k-run-to-parity", "v7.2", "v7.2,NO_RUN_TO_PARITY"),
    ("k-next-buddy", "v6.19-rc1", "v6.19-rc1,NO_NEXT_BUDDY"),
];

impl Entry {
    /// Two variants to compare, A and B.
    pub fn comparison(&self) -> Option<(&'static str, &'static str)> {
        COMPARISONS.iter().find(|(key, _, _)| *key == self.key).map(|(_, a, b)| (*a, *b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{parse_as, parse_spec};

    #[test]
    fn each_proposal_is_for_an_entry_that_runs_under_both() {
        for (key, a, b) in COMPARISONS {
            let entry = Entry::from_key(key).unwrap_or_else(|| panic!("no entry {key}"));
            for spec in [a, b] {
                let over = parse_spec(spec).unwrap_or_else(|wrong| panic!("{key}: {wrong}"));
                let parsed = parse_as(entry.text, &over);
                assert!(parsed.is_ok(), "{key} {spec}: {:?}", parsed.diagnostics);
            }
        }
    }
}

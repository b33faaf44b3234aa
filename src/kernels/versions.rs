//! The rules of each kernel version. Each table names only what differs from the version before it: the tables are the list of
//! differences.

use super::{FeatureFlag, Kernel, Patch};
use crate::model::rules::{
    Base, Buddy, Counted, DelayedLag, Features, LagLimit, Placement, Protection, RequestEnd, Requeue, Reweight, Rules, Search,
    SliceEnd, Tie, WakeupRule, Words, Yield,
};

const V6_12: Rules = Rules {
    words: Words::OLD,
    base: Base::MinVruntime,
    base_at_tick: false,
    base_at_request_end: false,
    base_at_heavy_place: false,
    place: Placement::InflatedLag,
    lag_limit: LagLimit::TwoSlices,
    delayed_lag: DelayedLag::Free,
    requeue: Requeue::ZeroPositive,
    requeue_charges: false,
    request_end: RequestEnd::AtCharge,
    slice_end: SliceEnd::CfsNrRunning,
    search: Search::Eligible,
    tie: Tie::Insertion,
    buddy: Buddy::BeforePick,
    protect: Protection::DeadlineStash,
    wakeup: WakeupRule::V6_12,
    wake_affine: Counted::Queued,
    ttwu_queue: Counted::Queued,
    yield_: Yield::DeadlineOnly,
    yield_counts: Counted::Queued,
    reweight: Reweight::V6_12,
    sleep_any: false,
    pick_each_instant: false,
    slice_change_preempts: true,
    slice_change_sets_weight: true,
    features: Features::DEFAULT,
};

const V6_19_RC1: Rules = Rules {
    base: Base::TreeChange,
    buddy: Buddy::InPick,
    protect: Protection::SharedWord,
    wakeup: WakeupRule::V6_19Rc1,
    yield_: Yield::IfEligible,
    reweight: Reweight::PlaceAgain,
    slice_change_preempts: false,
    features: Features { next_buddy: true, ..Features::DEFAULT },
    ..V6_12
};

const TIP_2026_03: Rules = Rules {
    words: Words::FULL,
    base: Base::Evaluation,
    base_at_tick: true,
    lag_limit: LagLimit::MaxSlicePlusTick,
    protect: Protection::Vprot,
    wakeup: WakeupRule::Tip2026_03,
    reweight: Reweight::KeepV,
    features: Features::DEFAULT,
    ..V6_19_RC1
};

const V7_2: Rules = Rules {
    words: Words::FULL_WIDE,
    base_at_tick: false,
    base_at_request_end: true,
    base_at_heavy_place: true,
    delayed_lag: DelayedLag::FloorThenZero,
    requeue: Requeue::OnChange,
    requeue_charges: true,
    buddy: Buddy::InProtectedPick,
    wakeup: WakeupRule::V7_2,
    yield_: Yield::IfEligibleRequest,
    ..TIP_2026_03
};

/// The textbook: of the decisions of 7.0 those that a worked table needs, without clamps, protection and preemption rules.
const IDEAL: Rules = Rules {
    words: Words::FULL_WIDE,
    base_at_tick: false,
    lag_limit: LagLimit::Unlimited,
    request_end: RequestEnd::AtTick,
    tie: Tie::TaskOrder,
    buddy: Buddy::Never,
    protect: Protection::Never,
    wakeup: WakeupRule::Never,
    sleep_any: true,
    pick_each_instant: true,
    slice_change_sets_weight: false,
    features: Features { delay_dequeue: false, ..Features::DEFAULT },
    ..TIP_2026_03
};

/// The rules of a kernel with patches applied in order and features switched. Patches that do not fit are the caller's to
/// refuse ([`Patch::fits`]).
pub fn rules(kernel: Kernel, patches: &[Patch], features: &[(FeatureFlag, bool)]) -> Rules {
    let mut rules = match kernel {
        Kernel::Ideal => IDEAL,
        Kernel::V6_12 => V6_12,
        Kernel::V6_19Rc1 => V6_19_RC1,
        Kernel::Tip2026_03 => TIP_2026_03,
        Kernel::V7_2 => V7_2,
    };
    for patch in patches {
        (patch.apply)(&mut rules);
    }
    for (feature, on) in features {
        feature.set(&mut rules.features, *on);
    }
    rules
}

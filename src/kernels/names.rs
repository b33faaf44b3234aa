//! The names by which scenarios, links and the command line know kernels, arithmetics and features.

/// A kernel version, or the textbook model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Kernel {
    /// Exact arithmetic and no kernel's corner cases: the model of the mails' tables.
    #[default]
    Ideal,
    /// v6.12.
    V6_12,
    /// v6.19-rc1.
    V6_19Rc1,
    /// The scheduler tree at the end of March 2026, before v7.1.
    Tip2026_03,
    /// v7.2.
    V7_2,
}

impl Kernel {
    /// All, oldest first.
    pub const ALL: [Kernel; 5] = [Kernel::Ideal, Kernel::V6_12, Kernel::V6_19Rc1, Kernel::Tip2026_03, Kernel::V7_2];

    /// The name in scenarios.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Ideal => "ideal",
            Kernel::V6_12 => "v6.12",
            Kernel::V6_19Rc1 => "v6.19-rc1",
            Kernel::Tip2026_03 => "tip-2026-03",
            Kernel::V7_2 => "v7.2",
        }
    }

    /// The kernel of that name.
    pub fn from_name(name: &str) -> Option<Kernel> {
        Kernel::ALL.into_iter().find(|k| k.name() == name)
    }

    /// What it is, in one line.
    pub fn meaning(self) -> &'static str {
        match self {
            Kernel::Ideal => "exact arithmetic, one pick an instant, no clamps: the textbook model of the tables",
            Kernel::V6_12 => "min_vruntime as base, protection by the stashed deadline, delayed dequeue",
            Kernel::V6_19Rc1 => "zero_vruntime as base, vlag and vprot in one word, NEXT_BUDDY on",
            Kernel::Tip2026_03 => "full weights, lag limit by the largest slice, base moved at each tick",
            Kernel::V7_2 => "128-bit eligibility, fresh V and a lag floor at the wake-up of delayed tasks",
        }
    }

    /// The arithmetic it computes with unless told otherwise.
    pub fn default_arith(self) -> ArithKind {
        if self == Kernel::Ideal { ArithKind::Exact } else { ArithKind::Kernel }
    }
}

/// Which numbers a run computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithKind {
    /// Arbitrary-precision rationals.
    Exact,
    /// The kernel's 64-bit integers, bit for bit.
    Kernel,
}

impl ArithKind {
    /// The name in scenarios.
    pub fn name(self) -> &'static str {
        match self {
            ArithKind::Exact => "exact",
            ArithKind::Kernel => "kernel",
        }
    }

    /// The arithmetic of that name.
    pub fn from_name(name: &str) -> Option<ArithKind> {
        [ArithKind::Exact, ArithKind::Kernel].into_iter().find(|a| a.name() == name)
    }
}

macro_rules! features {
    ($($variant:ident $field:ident $name:literal $meaning:literal;)*) => {
        /// A scheduler feature, under the name users know from `sched/features`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum FeatureFlag { $(#[doc = $meaning] $variant,)* }

        impl FeatureFlag {
            /// All, in the order in which they are listed to people.
            pub const ALL: &'static [FeatureFlag] = &[$(FeatureFlag::$variant,)*];

            /// The kernel's name.
            pub fn name(self) -> &'static str {
                match self { $(FeatureFlag::$variant => $name,)* }
            }

            /// What it does, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(FeatureFlag::$variant => $meaning,)* }
            }

            /// Whether it is on in `features`.
            pub fn get(self, features: &crate::model::rules::Features) -> bool {
                match self { $(FeatureFlag::$variant => features.$field,)* }
            }

            /// Switches it in `features`.
            pub fn set(self, features: &mut crate::model::rules::Features, on: bool) {
                match self { $(FeatureFlag::$variant => features.$field = on,)* }
            }
        }
    };
}

features! {
    PlaceLag place_lag "PLACE_LAG" "a joining task gets back the lag it left with";
    PlaceDeadlineInitial place_deadline_initial "PLACE_DEADLINE_INITIAL" "a new task starts with half a request";
    PlaceRelDeadline place_rel_deadline "PLACE_REL_DEADLINE" "a task moved while runnable keeps its distance to the deadline";
    RunToParity run_to_parity "RUN_TO_PARITY" "a picked task runs on until its slice (or the shortest waiting one) is used up";
    PreemptShort preempt_short "PREEMPT_SHORT" "a waking task with a shorter slice may cancel that protection";
    NextBuddy next_buddy "NEXT_BUDDY" "prefer the task woken last, if eligible";
    PickBuddy pick_buddy "PICK_BUDDY" "let the pick honour the buddy";
    DelayDequeue delay_dequeue "DELAY_DEQUEUE" "a sleeper with negative lag stays queued until its lag is gone";
    DelayZero delay_zero "DELAY_ZERO" "a delayed task gains no positive lag";
    ParanoidAvg paranoid_avg "PARANOID_AVG" "shift weights down when the weighted sum would overflow";
    WakeupPreemption wakeup_preemption "WAKEUP_PREEMPTION" "a wake-up may preempt the running task";
}

impl FeatureFlag {
    /// The feature of that name (without `NO_`).
    pub fn from_name(name: &str) -> Option<FeatureFlag> {
        FeatureFlag::ALL.iter().copied().find(|f| f.name() == name)
    }
}

//! What a trace says happened, whichever tool printed it. Times in ns on the trace's own clock.
//!
//! Owns the meaning of the events; must not know how they are written or what becomes of them.

/// A task as one event names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Who<'a> {
    /// Its comm as printed, which may hold anything; some events print none.
    pub comm: &'a str,
    /// Its thread id; 0 is a CPU's idle task.
    pub pid: u32,
    /// Its kernel priority, where printed: 100 to 139 is a fair task with nice 120 less than that, below 100 another class.
    pub prio: Option<i32>,
}

/// In which state a task left the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// It could go on: preempted, or it yielded.
    Runnable,
    /// It waits for something.
    Asleep,
    /// It is gone.
    Dead,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What<'a> {
    /// sched_switch: the CPU of the event goes from one task to another.
    Switch {
        /// Who ran.
        prev: Who<'a>,
        /// How it left.
        out: Out,
        /// Who runs now.
        next: Who<'a>,
    },
    /// sched_wakeup: a task joins the queue of `cpu`.
    Wakeup {
        /// Who.
        who: Who<'a>,
        /// On which CPU; the event's own where none is printed.
        cpu: Option<u32>,
        /// sched_wakeup_new: for the first time.
        new: bool,
    },
    /// sched_waking: about to be woken; counts only in traces without sched_wakeup.
    Waking {
        /// Who.
        who: Who<'a>,
        /// On which CPU it was before.
        cpu: Option<u32>,
    },
    /// sched_process_exit: the task will not come back once it has left the CPU.
    Exit(Who<'a>),
    /// sched_migrate_task: a task goes from one CPU to another, queued or in its sleep.
    Migrate {
        /// Who.
        who: Who<'a>,
        /// From where.
        from: u32,
        /// To where.
        to: u32,
    },
    /// Understood, but without effect on who runs when: the event's name.
    NoEffect(&'a str),
    /// Not a scheduler event that this program knows: the event's name.
    Foreign(&'a str),
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// When, in ns.
    pub at: u64,
    /// The CPU that printed it.
    pub cpu: u32,
    /// What.
    pub what: What<'a>,
}

//! The columns that worked tables know: how each is headed in mails, what kind of value it holds, where the value comes from.
//!
//! Owns the vocabulary of headers; must not know how cells are laid out or found in a text.

use super::value::Value;
use crate::kernels::ArithKind;
use crate::model::note::Note;
use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step, TaskRow, Verb};
use crate::sim::script::TaskId;

/// What kind of value a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A time of the run: `t+24`.
    Time,
    /// The event's label.
    Event,
    /// A plain number: weights and counters as they are, lags and other spans in the table's unit.
    Number,
    /// A virtual time, told from V0 in the table's unit.
    Virtual,
    /// `E` or `N`.
    Flag,
    /// A task's name.
    Name,
}

macro_rules! columns {
    ($($variant:ident $kind:ident $header:literal [$($other:literal),*] $meaning:literal;)*) => {
        /// A known column.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Column { $(#[doc = $meaning] $variant,)* }

        impl Column {
            /// All, in the order in which they are listed to people.
            pub const ALL: &'static [Column] = &[$(Column::$variant,)*];

            /// Its header in tables of our own.
            pub fn header(self) -> &'static str {
                match self { $(Column::$variant => $header,)* }
            }

            /// What it shows, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Column::$variant => $meaning,)* }
            }

            /// What kind of value it holds.
            pub fn kind(self) -> Kind {
                match self { $(Column::$variant => Kind::$kind,)* }
            }

            fn spellings(self) -> &'static [&'static str] {
                match self { $(Column::$variant => &[$header, $($other),*],)* }
            }
        }
    };
}

columns! {
    Time Time "time" ["Time", "TIME"] "time of the event";
    Event Event "event" ["Event", "EVENT", "events", "Events"] "what happens: `-` before it, `+` after it";
    Load Number "W" ["sumW", "sum_w", "load"] "sum of the weights on the queue";
    SumJ Number "sumJ" ["sum_jlag", "sumjlag", "sum_J"] "sum of jlag over the queue";
    J Number "J" ["avgJ", "avg_J", "avg_vjlag"] "sumJ / W, how far V is from where it were had nobody joined or left";
    Jlag Number "jlag" ["jlag_j"] "the jlag that the task brings or takes along";
    VplusJ Virtual "V+J" ["J+V"] "V + J";
    VlagRestored Number "vlag'" ["vlag_prime", "vl'"] "virtual lag that the placement is to restore";
    VlagApplied Number "vlag" ["vl"] "virtual lag with which the task is placed: v = V - vlag";
    Vruntime Virtual "v" ["vruntime", "v_i"] "vruntime of the row's task";
    AvgVruntime Virtual "V" ["avg_vruntime", "avg_v"] "average vruntime of the queue";
    Lag Number "lag" ["lag_i"] "w (V - v); off the queue what it took along or will bring (kernel arithmetic: V - v)";
    Deadline Virtual "d" ["deadline", "vd", "d_i"] "virtual deadline of the row's task";
    Eligible Flag "E" ["E/N", "elig", "eligible"] "whether the row's task is eligible";
    Curr Name "curr" ["current", "running"] "who runs";
    Weight Number "w" ["weight", "w_i"] "weight of the row's task";
    Slice Number "slice" ["r", "r_i", "request"] "request length of the row's task";
    Stored Number "stored" ["se.vlag"] "virtual lag as stored in the row's task";
    Protect Virtual "vprot" [] "virtual time until which the row's task is protected";
    Cpu Number "cpu" [] "the CPU of the step; as X.cpu the one that holds X";
    OnRq Number "on_rq" [] "whether the row's task is on the queue";
    Delayed Number "delayed" ["sched_delayed"] "whether it is asleep, but left in the queue";
    Ran Number "ran" ["sum_exec_runtime"] "run time charged to the row's task so far";
    Next Name "next" ["buddy"] "the buddy, which the next pick prefers";
    Base Virtual "base" ["zero_vruntime", "min_vruntime"] "base of the keys: min_vruntime or zero_vruntime";
    SumWV Number "sum_w_v" ["sum_w_vruntime"] "sum of w (v - base) over the tree, as the kernel sums it";
    SumWeight Number "sum_weight" [] "sum of weights over the tree, as the kernel sums it";
    Resched Number "resched" ["need_resched"] "whether a reschedule is asked for";
    NrQueued Number "nr_queued" [] "entities on the queue, delayed ones included";
    HNrQueued Number "h_nr_queued" [] "the same, hierarchical";
    HNrRunnable Number "h_nr_runnable" [] "entities that are not delayed";
    NrDelayed Number "nr_delayed" ["h_nr_delayed"] "delayed tasks: h_nr_queued - h_nr_runnable";
    NrRunning Number "nr_running" ["rq_nr_running"] "rq->nr_running: delayed tasks are still in it";
    VComputations Number "n_V" ["v_computations"] "so far: computations of V by decisions";
    Divisions Number "n_div" ["divisions"] "so far: 64-bit divisions by W or by a weight";
    Insertions Number "n_ins" ["insertions"] "so far: insertions into the tree";
    Erasures Number "n_del" ["erasures"] "so far: erasures from the tree";
    Rebalances Number "n_rot" ["rebalances"] "so far: rotations of the tree";
    Replacements Number "n_place2" ["replacements"] "so far: woken delayed tasks that were placed again";
}

impl Column {
    /// The column of that header. Spaces in it do not matter, `V` and `v` do.
    pub fn from_header(text: &str) -> Option<Column> {
        let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '`').collect();
        let text = text.replace(['\u{2019}', '\u{2032}'], "'");
        Column::ALL.iter().copied().find(|c| c.spellings().contains(&text.as_str()))
    }

    /// Whether it keys the row rather than shows a value of the state.
    pub fn is_key(self) -> bool {
        matches!(self, Column::Time | Column::Event)
    }
}

/// One column of a table: which, whose value, and how it is headed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// Which column.
    pub column: Column,
    /// Whose value it shows in every row (`T2.lag`); `None`: the row's own task.
    pub task: Option<String>,
    /// The header as asked for or as found.
    pub text: String,
}

impl Heading {
    /// Reads `lag`, `avgJ`, `V + J` or `T2.lag`.
    pub fn parse(text: &str) -> Option<Heading> {
        let text = text.trim();
        let whole = Column::from_header(text).map(|column| Heading { column, task: None, text: text.to_string() });
        whole.or_else(|| {
            let (task, header) = text.rsplit_once('.')?;
            let column = Column::from_header(header).filter(|c| c.is_of_task())?;
            let task = task.trim();
            (!task.is_empty()).then(|| Heading { column, task: Some(task.to_string()), text: text.to_string() })
        })
    }
}

impl From<Column> for Heading {
    fn from(column: Column) -> Heading {
        Heading { column, task: None, text: column.header().to_string() }
    }
}

impl Column {
    /// Whether it shows a task rather than the queue.
    pub fn is_of_task(self) -> bool {
        use Column::*;
        matches!(self, Vruntime | Lag | Deadline | Eligible | Weight | Slice | Stored | Protect | Cpu | OnRq | Delayed | Ran)
    }

    /// Whether its value is in a step's notes, and so only where the step was read with them.
    pub fn needs_notes(self) -> bool {
        matches!(self, Column::Jlag | Column::VlagRestored | Column::VlagApplied)
    }

    /// What the column shows of a step, in the table's unit; `task` is the row's task, or the heading's.
    pub fn value(self, recording: &Recording, step: &Step, task: Option<TaskId>) -> Value {
        let queue = &step.queue;
        let span = |n: &Num| Value::Number(n / &recording.unit);
        let virt = |n: &Num| Value::Virtual(&(n - &recording.v0) / &recording.unit);
        let number = |n: &Num| Value::Number(n.clone());
        let count = |n: i64| Value::Number(Num::from(n));
        let many = |n: u64| Value::Number(Num::from(n));
        // A real-time task has none of a fair task's values.
        let row = task.filter(|t| recording.tasks.get(*t).is_some_and(|t| !t.fifo)).and_then(|t| step.tasks.get(t));
        let of_task = |show: &dyn Fn(&TaskRow) -> Value| row.map_or(Value::Na, show);
        let queued = |show: &dyn Fn(&TaskRow) -> Value| row.filter(|r| r.on_rq).map_or(Value::Na, show);
        match self {
            Column::Time => Value::Time(&step.t / &recording.unit),
            Column::Event => Value::Text(label(recording, step)),
            Column::Load => number(&queue.load),
            Column::SumJ => queue.sum_jlag.as_ref().map_or(Value::Na, span),
            Column::J => queue.j.as_ref().map_or(Value::Na, span),
            Column::VplusJ => queue.j.as_ref().map_or(Value::Na, |j| virt(&(&queue.avg_vruntime + j))),
            Column::Jlag => jlag(step, task).map_or(Value::Na, span),
            Column::VlagRestored => placed(step, task).map_or(Value::Na, |(restored, _)| span(restored)),
            Column::VlagApplied => placed(step, task).map_or(Value::Na, |(_, applied)| span(applied)),
            Column::Vruntime => queued(&|r| virt(&r.vruntime)),
            Column::AvgVruntime => virt(&queue.avg_vruntime),
            Column::Lag => task.and_then(|t| lag(recording, step, t)).map_or(Value::Na, |n| span(&n)),
            Column::Deadline => queued(&|r| match r.rel_deadline {
                true => virt(&(&r.vruntime + &r.deadline)),
                false => virt(&r.deadline),
            }),
            Column::Eligible => of_task(&|r| r.eligible.map_or(Value::Na, Value::Flag)),
            Column::Curr => queue.curr.map_or(Value::Na, |t| Value::Text(recording.tasks[t].name.clone())),
            Column::Weight => of_task(&|r| number(&r.weight)),
            Column::Slice => of_task(&|r| span(&r.slice)),
            Column::Stored => of_task(&|r| span(&r.vlag)),
            Column::Protect => queued(&|r| virt(&r.vprot)),
            Column::Cpu => of_task(&|r| count(r.cpu.into())),
            Column::OnRq => of_task(&|r| count(r.on_rq.into())),
            Column::Delayed => of_task(&|r| count(r.sched_delayed.into())),
            Column::Ran => of_task(&|r| span(&r.sum_exec)),
            Column::Next => queue.next.map_or(Value::Na, |t| Value::Text(recording.tasks[t].name.clone())),
            Column::Base => virt(&queue.base),
            Column::SumWV => span(&queue.sum_w_vruntime),
            Column::SumWeight => number(&queue.sum_weight),
            Column::Resched => count(queue.resched.into()),
            Column::NrQueued => count(queue.nr_queued.into()),
            Column::HNrQueued => count(queue.h_nr_queued.into()),
            Column::HNrRunnable => queue.h_nr_runnable.map_or(Value::Na, count),
            Column::NrDelayed => count(queue.nr_delayed),
            Column::NrRunning => count(queue.rq_nr_running.into()),
            Column::VComputations => many(step.costs().v_computations),
            Column::Divisions => many(step.costs().divisions),
            Column::Insertions => many(step.costs().insertions),
            Column::Erasures => many(step.costs().erasures),
            Column::Rebalances => many(step.costs().rebalances),
            Column::Replacements => many(step.costs().replacements),
        }
    }
}

/// lag = w (V - v) of a task on the queue, w vlag of one off it; kernel arithmetic shows both without w.
pub fn lag(recording: &Recording, step: &Step, task: TaskId) -> Option<Num> {
    let row = step.tasks.get(task).filter(|_| !recording.tasks[task].fifo)?;
    let vlag = step.vlag(task).unwrap_or_else(|| row.vlag.clone());
    Some(match recording.arith {
        ArithKind::Exact => &row.weight * &vlag,
        ArithKind::Kernel => vlag,
    })
}

/// The jlag that joined or left in this step.
fn jlag(step: &Step, task: Option<TaskId>) -> Option<&Num> {
    step.notes.iter().rev().find_map(|note| match note {
        Note::JlagJoined { task: t, jlag, .. } | Note::JlagLeft { task: t, jlag, .. } if Some(*t) == task => Some(jlag),
        _ => None,
    })
}

/// The lag to restore and the lag applied of this step's placement.
fn placed(step: &Step, task: Option<TaskId>) -> Option<(&Num, &Num)> {
    step.notes.iter().rev().find_map(|note| match note {
        Note::Placed { task: t, vlag, lag, .. } if Some(*t) == task => Some((vlag, lag)),
        _ => None,
    })
}

/// The label of a step: `T2 join-`, `T2 join+`, `pick T2`, `T2 tick+`.
pub fn label(recording: &Recording, step: &Step) -> String {
    let name = step.task.and_then(|t| recording.tasks.get(t)).map(|t| t.name.as_str());
    event_label(step.verb, step.phase, name)
}

/// The label of an event: see [`label`].
pub fn event_label(verb: Verb, phase: Phase, task: Option<&str>) -> String {
    let sign = match phase {
        Phase::Before => "-",
        Phase::After => "+",
        Phase::Pick => "",
    };
    match (verb, task) {
        (Verb::Pick, task) => format!("pick {}", task.unwrap_or("-")),
        (Verb::Resched | Verb::End | Verb::Start, _) | (_, None) => format!("{}{sign}", verb_word(verb)),
        (_, Some(task)) => format!("{task} {}{sign}", verb_word(verb)),
    }
}

/// The word of an event in labels.
pub fn verb_word(verb: Verb) -> &'static str {
    match verb {
        Verb::Start => "start",
        Verb::Join => "join",
        Verb::Rejoin => "rejoin",
        Verb::Wake => "wake",
        Verb::Fork => "fork",
        Verb::Leave => "leave",
        Verb::Exit => "exit",
        Verb::Yield => "yield",
        Verb::Nice => "nice",
        Verb::Slice => "slice",
        Verb::Reweight => "reweight",
        Verb::SetLag => "setlag",
        Verb::Tick => "tick",
        Verb::SliceEnd => "slice-end",
        Verb::Resched => "resched",
        Verb::Pick => "pick",
        Verb::End => "end",
        Verb::FairServer => "server",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_known_by_name_whatever_their_spacing() {
        for (text, column) in [
            ("V+J", Column::VplusJ),
            (" V + J ", Column::VplusJ),
            ("v", Column::Vruntime),
            ("V", Column::AvgVruntime),
            ("vlag'", Column::VlagRestored),
            ("vlag\u{2019}", Column::VlagRestored),
            ("avgJ", Column::J),
            ("W", Column::Load),
            ("w", Column::Weight),
        ] {
            assert_eq!(Column::from_header(text), Some(column), "{text}");
        }
        assert_eq!(Column::from_header("vv"), None);
    }

    #[test]
    fn every_spelling_means_one_column_only() {
        for column in Column::ALL {
            for spelling in column.spellings() {
                assert_eq!(Column::from_header(spelling), Some(*column), "{spelling}");
            }
        }
    }

    #[test]
    fn a_column_may_follow_one_task() {
        let heading = Heading::parse("T2.lag").unwrap();
        assert_eq!((heading.column, heading.task.as_deref()), (Column::Lag, Some("T2")));
        assert_eq!(Heading::parse("T2.W"), None, "W is the queue's");
        assert_eq!(Heading::parse(".lag"), None);
    }
}

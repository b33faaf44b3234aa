//! The summaries of two lanes, figure by figure, as rows that a text or a page can show.
//!
//! Owns which figures there are, their order, names and units. A further figure of [`Summary`] is one more line in [`totals`].
//! Must not know how rows are laid out.

use crate::model::num::Num;
use crate::sim::Recording;
use crate::stats::{Extreme, LagRange, Latencies, Percentile, Summary};
use crate::tables::number::{Scale, decimal_or_rounded, short};

/// Lags are listed task by task for at most so many tasks.
const MOST_TASKS: usize = 12;

/// One figure of both lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Total {
    /// What it is.
    pub name: String,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// In A and in B.
    pub figures: [Figure; 2],
    /// B - A with its sign; `None` where one of them has no value.
    pub by: Option<String>,
}

impl Total {
    /// Whether the lanes differ in it.
    pub fn differs(&self) -> bool {
        self.figures[0].text != self.figures[1].text
    }
}

/// One figure of one lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// As shown, times and lags in the scenario's unit; `-` if there is none.
    pub text: String,
    /// The step that has it, counted from 0, where it is the extreme of a run.
    pub step: Option<usize>,
}

/// A figure as it comes, before it is written.
struct Raw {
    value: Num,
    step: Option<usize>,
}

impl From<Num> for Raw {
    fn from(value: Num) -> Raw {
        Raw { value, step: None }
    }
}

impl From<&Extreme> for Raw {
    fn from(extreme: &Extreme) -> Raw {
        Raw { value: extreme.value.clone(), step: Some(extreme.step) }
    }
}

/// The figures of A and B; `recording` is either of them.
pub fn totals(recording: &Recording, sums: [&Summary; 2]) -> Vec<Total> {
    let mut rows = Rows { scale: Scale::of(recording), rows: Vec::new() };
    let count = |of: fn(&Summary) -> u64| sums.map(|s| Some(Raw::from(Num::from(of(s)))));
    rows.plain("picks", "how often a task was chosen, or that there is none", count(|s| s.picks));
    rows.plain("context switches", "picks of somebody else than who ran", count(|s| s.switches));
    rows.plain("preemptions", "switches away from a task that could have run on", count(|s| s.preemptions));
    rows.plain("wake-ups", "wake-ups and forks that made a task runnable", count(|s| s.wakeups));
    if sums.iter().any(|s| s.migrations > 0) {
        rows.plain("migrations", "changes of CPU, by any task", count(|s| s.migrations));
    }
    let latencies = sums.map(|s| &s.all_latencies);
    if latencies.iter().any(|l| l.count() > 0) {
        rows.average("latency, average", LATENCY, each(&latencies, |l| l.average().map(Raw::from)));
        for p in Percentile::USUAL {
            rows.span(&format!("latency, {p}"), LATENCY, each(&latencies, |l| l.percentile(p).cloned().map(Raw::from)));
        }
        rows.span("latency, max", LATENCY, sums.map(|s| s.worst_latency.as_ref().map(Raw::from)));
    }
    if latencies.iter().any(|l| l.waiting() > 0) {
        let waiting = each(&latencies, |l| Some(Raw::from(Num::from(l.waiting() as u64))));
        rows.plain("still waiting", "tasks that had not run since their wake-up when the run ended", waiting);
    }
    let whole = sums.map(Summary::lag);
    rows.lags("lag", &whole.each_ref().map(Option::as_ref));
    if recording.tasks.len() <= MOST_TASKS {
        for (task, info) in recording.tasks.iter().enumerate() {
            let of = sums.map(|s| s.lags.get(task).and_then(Option::as_ref));
            rows.lags(&format!("{}.lag", info.name), &of);
        }
    }
    for (place, (name, _)) in sums[0].costs.named().into_iter().enumerate() {
        let name = name.replace('_', " ");
        rows.plain(
            &name,
            "work that decisions took, as counted",
            sums.map(|s| Some(Raw::from(Num::from(s.costs.named()[place].1)))),
        );
    }
    rows.rows
}

const LATENCY: &str = "time from a wake-up until the task runs";

fn each(both: &[&Latencies; 2], of: impl Fn(&Latencies) -> Option<Raw>) -> [Option<Raw>; 2] {
    both.map(of)
}

struct Rows {
    scale: Scale,
    rows: Vec<Total>,
}

impl Rows {
    fn plain(&mut self, name: &str, meaning: &'static str, raws: [Option<Raw>; 2]) {
        self.add(name, meaning, raws, short);
    }

    /// A time or a virtual time, in units.
    fn span(&mut self, name: &str, meaning: &'static str, raws: [Option<Raw>; 2]) {
        let scale = self.scale.clone();
        self.add(name, meaning, raws, |n| scale.short_span(n));
    }

    /// A time that is hardly ever whole.
    fn average(&mut self, name: &str, meaning: &'static str, raws: [Option<Raw>; 2]) {
        let unit = self.scale.unit.clone();
        self.add(name, meaning, raws, |n| decimal_or_rounded(&(n / &unit)));
    }

    fn lags(&mut self, name: &str, of: &[Option<&LagRange>; 2]) {
        if of.iter().any(Option::is_some) {
            let least = of.map(|range| range.map(|r| Raw::from(&r.least)));
            self.span(&format!("{name}, least"), "the most a task on the queue owed: smallest V - v", least);
            let most = of.map(|range| range.map(|r| Raw::from(&r.most)));
            self.span(&format!("{name}, most"), "the most a task on the queue was owed: largest V - v", most);
        }
    }

    fn add(&mut self, name: &str, meaning: &'static str, raws: [Option<Raw>; 2], write: impl Fn(&Num) -> String) {
        let by = match &raws {
            [Some(a), Some(b)] => Some(signed(&(&b.value - &a.value), &write)),
            _ => None,
        };
        let figure = |raw: Option<Raw>| match raw {
            Some(raw) => Figure { text: write(&raw.value), step: raw.step },
            None => Figure { text: "-".to_string(), step: None },
        };
        self.rows.push(Total { name: name.to_string(), meaning, figures: raws.map(figure), by });
    }
}

/// With a `+` in front of what is above 0.
pub fn signed(n: &Num, write: impl Fn(&Num) -> String) -> String {
    let text = write(n);
    match n.is_zero() || n.is_negative() {
        true => text,
        false => match text.strip_prefix('~') {
            Some(rounded) => format!("~+{rounded}"),
            None => format!("+{text}"),
        },
    }
}

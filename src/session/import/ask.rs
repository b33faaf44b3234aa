//! Which questions a text leaves open, once it was read with what can be assumed.
//!
//! Owns what is asked of each kind of text. Must not know how an answer is typed.

use super::question::{About, Form, Question};
use crate::io::import::names::legal;
use crate::io::import::remark::plain;
use crate::io::import::sched_debug::Snapshot;
use crate::io::import::trace::TraceDetails;
use crate::io::import::{Details, Imported};
use crate::kernels::Kernel;
use crate::model::num::Num;
use crate::scenario::parse;
use crate::tables::column::Column;
use crate::tables::infer::{Inferred, Missing, Placement, Tried};
use crate::tables::number::exact;

/// Most choices of a question.
const MAX_CHOICES: usize = 500;
/// Names listed before the rest is counted.
const LISTED: usize = 8;

/// The questions about what was imported.
pub fn questions(imported: &Imported) -> Vec<Question> {
    match &imported.details {
        Details::Snapshot(snapshot) => of_snapshot(snapshot),
        Details::Trace(details) => of_trace(details),
        Details::Workload(_) => vec![kernel(parse(&imported.scenario).scenario.script.variant.kernel, "A workload names none.")],
        Details::Table(inferred) => of_table(inferred),
        Details::None => Vec::new(),
    }
}

fn kernel(assumed: Kernel, hint: &str) -> Question {
    let named = |k: Kernel| (k.name().to_string(), format!("{} ({})", k.name(), k.meaning()));
    Question::new(About::Kernel, "Kernel", hint, Form::Choice(Kernel::ALL.map(named).to_vec()), assumed.name())
}

/// The questions that keep a text from being opened.
pub fn missing(missing: &[Missing]) -> Vec<Question> {
    let ask = |about, task: &str, what: &str, hint: &str, example| {
        let label = format!("{what} of {}", legal(task));
        Question::new(about, &label, hint, Form::Text(example), "").open()
    };
    let one = |missing: &Missing| match missing {
        Missing::Weight(task) => {
            ask(About::Weight(task.clone()), task, "Weight", "In the rows around its join no W tells it.", "1")
        }
        Missing::Lag(task) => {
            let hint = "The virtual lag (V - v) that it brings to its first join, in the table's unit; no column tells it.";
            ask(About::Lag(task.clone()), task, "Lag", hint, "-12")
        }
        Missing::Slice(task) => ask(About::Slice(task.clone()), task, "Slice", "Its request length, in the table's unit.", "24"),
    };
    missing.iter().map(one).collect()
}

fn of_table(inferred: &Inferred) -> Vec<Question> {
    let hint = "As the lines above it say; a table without such lines is taken to be of ideal.";
    let mut asked = vec![kernel(inferred.script.variant.kernel, hint).rare()];
    if let Some(taken) = inferred.tried.iter().find(|t| t.taken) {
        asked.extend(of_choices(inferred, taken));
    }
    for header in &inferred.unknown {
        let known = Column::ALL.iter().map(|c| (c.header().to_string(), format!("{}: {}", c.header(), c.meaning())));
        let choices = std::iter::once((String::new(), "something else: not compared".to_string())).chain(known).collect();
        let label = format!("Column {}", plain(header, 40));
        asked.push(
            Question::new(About::Column(header.clone()), &label, "This header is not known.", Form::Choice(choices), "").open(),
        );
    }
    asked
}

/// What the columns leave open.
fn of_choices(inferred: &Inferred, taken: &Tried) -> Vec<Question> {
    let mut asked = Vec::new();
    let best = |same: &dyn Fn(&Tried) -> bool| inferred.tried.iter().filter(|t| same(t)).map(|t| t.differ).min();
    let placement = |p: Placement| {
        let differ = best(&|t| t.placement == p)
            .map_or(String::new(), |n| format!(": {n} of {} cells differ", inferred.comparison.compared));
        (p.name().to_string(), format!("{}{differ}", p.words()))
    };
    let hint = match inferred.open {
        true => "The columns do not tell it, and no rule explains every cell.",
        false => "As the table tells it.",
    };
    let choices = Form::Choice(Placement::ALL.map(placement).to_vec());
    let question = Question::new(About::Placement, "Placement rule", hint, choices, taken.placement.name());
    asked.push(if inferred.open { question.open() } else { question });
    if inferred.tried.iter().any(|t| t.nice0 != taken.nice0) {
        let hint = "Weights are told as numbers; which of them is that of nice 0 is not.";
        let question = Question::new(About::Nice0, "Nice 0 weighs", hint, Form::Text("1024"), exact(&taken.nice0));
        asked.push(if inferred.open { question.open() } else { question });
    }
    asked
}

fn of_snapshot(snapshot: &Snapshot) -> Vec<Question> {
    let mut asked = Vec::new();
    let value = |cpu: Option<u32>, path: &str| format!("{} {path}", cpu.map_or("-".to_string(), |cpu| cpu.to_string()));
    let mut queues = Vec::new();
    for queue in snapshot.queues.iter().filter(|q| q.rows.iter().any(|row| row.is_fair())) {
        if queues.len() >= MAX_CHOICES {
            break;
        }
        let (tasks, word) = (queue.queued().count() + queue.groups.len(), queue.word(&snapshot.queues));
        let line = if word == queue.path { String::new() } else { format!(", line {}", queue.line) };
        let choice = (value(queue.cpu, &word), format!("{}{line} ({tasks} on the queue)", queue.title()));
        if queues.iter().all(|(known, _): &(String, String)| *known != choice.0) {
            queues.push(choice);
        }
    }
    if queues.len() > 1 {
        let busy = snapshot.queues.iter().filter(|q| q.queued().count() > 0).count();
        let chosen = snapshot.queue();
        let hint = format!("Each CPU has a queue of its own, and so has each group; {busy} of them have tasks.");
        let question = Question::new(
            About::Queue,
            "CPU and queue",
            hint,
            Form::Choice(queues),
            value(chosen.cpu, &chosen.word(&snapshot.queues)),
        );
        asked.push(if busy > 1 { question.open() } else { question });
    }
    asked.push(kernel(snapshot.kernel.kernel, &format!("Taken: {}.", snapshot.kernel.why)));
    let hint = "They can be woken then; what lag they will bring is not printed.";
    asked.push(Question::new(About::Asleep, "Sleeping tasks take part, too", hint, Form::Flag, ""));
    asked
}

fn of_trace(details: &TraceDetails) -> Vec<Question> {
    let script = &details.replay.scenario.script;
    let mut asked = Vec::new();
    if details.busy.len() > 1 {
        let named = |(cpu, ns, switches): &(u32, u64, u64)| {
            (cpu.to_string(), format!("CPU {cpu} ({switches} switches, its tasks ran {} ms)", ns / 1_000_000))
        };
        let cpus = details.busy.iter().take(MAX_CHOICES).map(named).collect();
        let hint = "One CPU is replayed; the busiest unless another is asked for.";
        asked.push(Question::new(About::Cpu, "CPU", hint, Form::Choice(cpus), details.cpu.to_string()).open());
    }
    let share = |k: Kernel| details.agreements.iter().find(|a| a.kernel == k).map(|a| a.all());
    let named = |k: Kernel| {
        let same = share(k).map_or(String::new(), |s| format!(" (same pick in {} of {})", s.same, s.all));
        (k.name().to_string(), format!("{}{same}", k.name()))
    };
    let best: Vec<&str> = details.best().into_iter().map(Kernel::name).collect();
    let hint = match best[..] {
        [one] => format!("A trace does not name its kernel; {one} agrees best."),
        _ => format!("A trace does not name its kernel, and this one does not tell {} apart.", best.join(", ")),
    };
    let kernels = Kernel::ALL.into_iter().filter(|k| share(*k).is_some()).map(named).collect();
    asked.push(Question::new(About::Kernel, "Kernel", hint, Form::Choice(kernels), script.variant.kernel.name()).open());
    let hint = "Of the traced kernel. Assumed is what a kernel computes for so many CPUs.";
    asked.push(Question::new(About::BaseSlice, "base_slice", hint, Form::Text("0.7ms"), ms(&script.base_slice)).open());
    let names: Vec<&str> = script.tasks.iter().take(LISTED).map(|t| t.name.as_str()).collect();
    let more = script.tasks.len().saturating_sub(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let hint = format!("A trace does not tell who has a slice of its own. Tasks: {}{more}.", names.join(" "));
    asked.push(Question::new(About::Slices, "Slices of tasks", hint, Form::Text("NAME=0.5ms"), "").open());
    let rare = |about, label, hint: &str, form, assumed: &str| Question::new(about, label, hint, form, assumed).rare();
    asked.extend([
        rare(About::Features, "Features", "Switched otherwise than the version has them.", Form::Text("NO_NEXT_BUDDY"), ""),
        rare(About::Nices, "Nice values", "Instead of those that the priorities tell.", Form::Text("NAME=5"), ""),
        rare(About::Tick, "Tick", "Its period; none is simulated unless it is told.", Form::Text("4ms"), ""),
        rare(
            About::Slack,
            "Slack",
            "What a preempted task may have left of a request that counts as used up.",
            Form::Text("0.1ms"),
            &ms(&script.slack),
        ),
        rare(About::FromTime, "From", "In seconds, as the trace prints them.", Form::Text("7.205798"), ""),
        rare(About::ToTime, "To", "In seconds.", Form::Text("7.305798"), ""),
        rare(
            About::Uncorrected,
            "Do not correct the model",
            "Keep the model's vruntimes where a real pick shows that they can not be right.",
            Form::Flag,
            "",
        ),
    ]);
    asked
}

/// ns as `0.7ms`.
fn ms(ns: &Num) -> String {
    format!("{}ms", exact(&(ns / &Num::from(1_000_000))))
}

//! Chrome trace-event JSON, which Perfetto and chrome://tracing open: who ran when, what happened, and each task's curves.
//!
//! A CPU is a thread of one process: its runs are complete events (`X`), what happened on it instants (`i`). V, J and V + J, and
//! each task's vruntime and lag are counters (`C`), virtual times in ns from V0. `ts` and `dur` are microseconds, as the format
//! has them, with three decimals; `args` hold the same in exact ns. Owns that mapping; must not know how a run came about.

use crate::model::num::Num;
use crate::sim::Recording;
use crate::sim::recording::{Phase, Step, Verb};
use std::io::{self, Write};

/// The process all tracks belong to.
const PID: u32 = 1;

/// Writes a run under its title.
pub fn write(out: &mut impl Write, title: &str, recording: &Recording) -> io::Result<()> {
    let mut trace = Trace { out, names: recording.tasks.iter().map(|t| text(&t.name)).collect(), first: true };
    trace.out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")?;
    let name = if title.is_empty() { "EEVDF Lab" } else { title };
    trace.event(&format!(r#""ph":"M","name":"process_name","args":{{"name":{}}}"#, text(name)), None)?;
    for cpu in 0..recording.cpus {
        trace.event(&format!(r#""ph":"M","name":"thread_name","args":{{"name":"CPU {cpu}"}}"#), Some(cpu))?;
    }
    let mut running: Vec<Option<Running>> = (0..recording.cpus).map(|_| None).collect();
    let mut counters = Counters::new(recording);
    let mut last = None;
    for step in recording.states().filter(|step| step.phase != Phase::Before) {
        if step.phase == Phase::After && step.verb != Verb::End {
            trace.instant(&step)?;
        }
        for cpu in 0..recording.cpus {
            trace.switch(&mut running[cpu as usize], &step, cpu)?;
        }
        counters.write(&mut trace, &step)?;
        last = Some(step.t);
    }
    if let Some(end) = last {
        for (cpu, running) in running.iter().enumerate() {
            trace.run(running.as_ref(), &end, cpu as u32)?;
        }
    }
    trace.out.write_all(b"\n]}\n")
}

/// A task on a CPU since some time.
struct Running {
    task: usize,
    since: Num,
    vruntime: Num,
    deadline: Num,
}

struct Trace<'a, W: Write> {
    out: &'a mut W,
    names: Vec<String>,
    first: bool,
}

impl<W: Write> Trace<'_, W> {
    fn event(&mut self, fields: &str, cpu: Option<u32>) -> io::Result<()> {
        if !std::mem::take(&mut self.first) {
            self.out.write_all(b",\n")?;
        }
        // Thread 0 would be taken for the idle thread.
        let tid = cpu.map_or(0, |cpu| cpu + 1);
        write!(self.out, r#"{{"pid":{PID},"tid":{tid},{fields}}}"#)
    }

    /// What an event did, as a mark on its CPU.
    fn instant(&mut self, step: &Step) -> io::Result<()> {
        let (name, ts, t) = (text(&step.text), micros(&step.t), exact(&step.t));
        let noop = if step.noop { r#","noop":1"# } else { "" };
        self.event(&format!(r#""ph":"i","s":"t","name":{name},"ts":{ts},"args":{{"t":{t}{noop}}}"#), Some(step.cpu))
    }

    /// Ends the run of a task that no longer is current, and begins that of the one that is.
    fn switch(&mut self, running: &mut Option<Running>, step: &Step, cpu: u32) -> io::Result<()> {
        let curr = step.queue_of(cpu).curr;
        if running.as_ref().map(|r| r.task) == curr {
            return Ok(());
        }
        self.run(running.as_ref(), &step.t, cpu)?;
        *running = curr.map(|task| {
            let row = &step.tasks[task];
            Running { task, since: step.t.clone(), vruntime: row.vruntime.clone(), deadline: row.deadline.clone() }
        });
        Ok(())
    }

    fn run(&mut self, running: Option<&Running>, end: &Num, cpu: u32) -> io::Result<()> {
        let Some(Running { task, since, vruntime, deadline }) = running else { return Ok(()) };
        if since == end {
            return Ok(());
        }
        let name = self.names[*task].clone();
        let (ts, length) = (micros(since), end - since);
        // The end is rounded like a start, so that a run ends where the next begins.
        let dur = micros(&(&end.floor() - &since.floor()));
        let args = format!(
            r#""start":{},"length":{},"vruntime":{},"deadline":{}"#,
            exact(since),
            exact(&length),
            exact(vruntime),
            exact(deadline)
        );
        self.event(&format!(r#""ph":"X","cat":"sched","name":{name},"ts":{ts},"dur":{dur},"args":{{{args}}}"#), Some(cpu))
    }

    fn counter(&mut self, name: &str, t: &Num, value: &Num) -> io::Result<()> {
        let (ts, value) = (micros(t), decimal(value, 6));
        self.event(&format!(r#""ph":"C","name":{},"ts":{ts},"args":{{"ns":{value}}}"#, text(name)), None)
    }
}

/// The curves: written where they change.
struct Counters<'a> {
    recording: &'a Recording,
    queues: Vec<[Option<Num>; 3]>,
    tasks: Vec<[Option<Num>; 2]>,
}

impl<'a> Counters<'a> {
    fn new(recording: &'a Recording) -> Self {
        let queues = vec![[const { None }; 3]; recording.cpus as usize];
        Counters { recording, queues, tasks: vec![[const { None }; 2]; recording.tasks.len()] }
    }

    fn write<W: Write>(&mut self, trace: &mut Trace<'_, W>, step: &Step) -> io::Result<()> {
        let v0 = &self.recording.v0;
        for (cpu, queue) in step.queues().enumerate() {
            let suffix = if self.recording.cpus > 1 { format!(" of CPU {cpu}") } else { String::new() };
            let v = &queue.avg_vruntime - v0;
            let v_plus_j = queue.j.as_ref().map(|j| &v + j);
            for ((name, old), new) in
                ["V", "J", "V+J"].iter().zip(&mut self.queues[cpu]).zip([Some(v), queue.j.clone(), v_plus_j])
            {
                change(trace, &format!("{name}{suffix}"), &step.t, old, new)?;
            }
        }
        for (task, row) in step.tasks.iter().enumerate() {
            let name = &self.recording.tasks[task].name;
            let v = row.on_rq.then(|| &row.vruntime - v0);
            let [old_v, old_lag] = &mut self.tasks[task];
            change(trace, &format!("vruntime {name}"), &step.t, old_v, v)?;
            change(trace, &format!("lag {name}"), &step.t, old_lag, step.vlag(task))?;
        }
        Ok(())
    }
}

/// Writes a value that differs from the one before. A counter has no gaps: off the queue the last value stays.
fn change<W: Write>(trace: &mut Trace<'_, W>, name: &str, t: &Num, old: &mut Option<Num>, new: Option<Num>) -> io::Result<()> {
    match new {
        Some(new) if old.as_ref() != Some(&new) => {
            trace.counter(name, t, &new)?;
            *old = Some(new);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A time in microseconds, rounded down to whole ns.
fn micros(ns: &Num) -> String {
    decimal(&(&ns.floor() / &Num::from(1000)), 3)
}

/// A number with at most so many decimals; what comes after them is cut off.
fn decimal(n: &Num, digits: u32) -> String {
    let scale = Num::from(10_i64.pow(digits));
    let scaled = (&n.abs() * &scale).floor();
    let text = format!("{scaled:0>width$}", scaled = scaled.to_string(), width = digits as usize + 1);
    let (whole, part) = text.split_at(text.len() - digits as usize);
    let part = part.trim_end_matches('0');
    let sign = if n.is_negative() && !scaled.is_zero() { "-" } else { "" };
    if part.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

/// An exact number: a JSON number if it is whole, else a string.
fn exact(n: &Num) -> String {
    if n.is_integer() { n.to_string() } else { format!("\"{n}\"") }
}

fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

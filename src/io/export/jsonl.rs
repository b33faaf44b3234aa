//! One JSON object a step and line: the format in which traces of real kernels are recorded, with the same keys in the same
//! order. Previews are no lines; what the traces do not have (`nr_delayed`, `costs` so far; with several CPUs `cpu` and the
//! `migrations` so far) stands before the tasks. With several CPUs the queue is that of the step's CPU, and every task has
//! its own `cpu`. Numbers are exact: integers as they are, fractions as strings (`"40/3"`).

use crate::model::num::Num;
use crate::model::rules::Base;
use crate::sim::recording::{Phase, QueueRow, Step, TaskInfo, TaskRow};
use crate::sim::{Recording, Script};
use std::io::{self, Write};

/// Writes all steps of a run. The script tells which kernel's names the fields have.
pub fn write(out: &mut impl Write, script: &Script, recording: &Recording) -> io::Result<()> {
    let base = if script.rules().base == Base::MinVruntime { "min_vruntime" } else { "zero_vruntime" };
    let names: Vec<String> = recording.tasks.iter().map(|t| text(&t.name)).collect();
    for step in recording.states().filter(|s| s.phase != Phase::Before) {
        write_step(out, &step, &recording.tasks, &names, base)?;
    }
    Ok(())
}

fn write_step(out: &mut impl Write, step: &Step, tasks: &[TaskInfo], names: &[String], base: &str) -> io::Result<()> {
    let name = |task: Option<usize>| task.map_or("null", |t| names[t].as_str());
    let QueueRow { resched, avg_vruntime, sum_w_vruntime, sum_weight, nr_queued, h_nr_queued, rq_nr_running, .. } = &step.queue;
    write!(out, r#"{{"t":{},"ev":{},"noop":{},"#, number(&step.t), text(&step.text), flag(step.noop))?;
    write!(out, r#""curr":{},"resched":{},"V":{},"#, name(step.queue.curr), flag(*resched), number(avg_vruntime))?;
    write!(out, r#""{base}":{},"sum_w_vruntime":{},"#, number(&step.queue.base), number(sum_w_vruntime))?;
    write!(out, r#""sum_weight":{},"nr_queued":{nr_queued},"h_nr_queued":{h_nr_queued},"#, number(sum_weight))?;
    match step.queue.h_nr_runnable {
        Some(count) => write!(out, r#""h_nr_runnable":{count},"#)?,
        None => write!(out, r#""h_nr_runnable":null,"#)?,
    }
    write!(out, r#""rq_nr_running":{rq_nr_running},"next":{},"#, name(step.queue.next))?;
    if let (Some(sum_jlag), Some(j)) = (&step.queue.sum_jlag, &step.queue.j) {
        write!(out, r#""sum_jlag":{},"J":{},"#, number(sum_jlag), number(j))?;
    }
    let several = !step.elsewhere.is_empty();
    if several {
        write!(out, r#""cpu":{},"migrations":{},"#, step.cpu, step.migrations)?;
    }
    write!(out, r#""nr_delayed":{},"costs":{{"#, step.queue.nr_delayed)?;
    for (i, (name, count)) in step.costs().named().into_iter().enumerate() {
        write!(out, r#"{}"{name}":{count}"#, if i > 0 { "," } else { "" })?;
    }
    out.write_all(br#"},"tasks":["#)?;
    for (i, (row, name)) in step.tasks.iter().zip(names).enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        write_task(out, row, name, several)?;
        if tasks[i].fifo {
            write!(out, r#","policy":"fifo","rt_queued":{}"#, flag(row.rt_queued))?;
        }
        out.write_all(b"}")?;
    }
    out.write_all(b"]}\n")
}

fn write_task(out: &mut impl Write, row: &TaskRow, name: &str, several: bool) -> io::Result<()> {
    let eligible = row.eligible.map_or(-1, i32::from);
    write!(out, r#"{{"n":{name},"#)?;
    if several {
        write!(out, r#""cpu":{},"#, row.cpu)?;
    }
    write!(out, r#""vruntime":{},"deadline":{},"#, number(&row.vruntime), number(&row.deadline))?;
    write!(out, r#""vlag":{},"vprot":{},"slice":{},"#, number(&row.vlag), number(&row.vprot), number(&row.slice))?;
    write!(out, r#""on_rq":{},"sched_delayed":{},"#, flag(row.on_rq), flag(row.sched_delayed))?;
    write!(out, r#""eligible":{eligible},"weight":{},"rel_deadline":{},"#, number(&row.weight), flag(row.rel_deadline))?;
    write!(out, r#""exec_start":{},"sum_exec":{}"#, number(&row.exec_start), number(&row.sum_exec))
}

fn flag(on: bool) -> u8 {
    u8::from(on)
}

fn number(n: &Num) -> String {
    if n.is_integer() { n.to_string() } else { format!("\"{n}\"") }
}

fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

//! Recorded traces of the kernels' own scheduling functions: every line and every field must come out of the model.
//!
//! The whole set is used where it lies beside the checkout; a subset of it is part of the project.

use eevdf_lab::kernels::{Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario;
use eevdf_lab::sim::recording::{Phase, Recording, Step};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// A recorded variant: the directory's name, the kernel, its patch.
const VARIANTS: [(&str, Kernel, Option<&str>); 6] = [
    ("v612x", Kernel::V6_12, None),
    ("v619x", Kernel::V6_19Rc1, None),
    ("v619Jx", Kernel::V6_19Rc1, Some("sum-jlag")),
    ("v70x", Kernel::Tip2026_03, None),
    ("v70Ax", Kernel::Tip2026_03, Some("lag-floor")),
    ("v72", Kernel::V7_2, None),
];

fn replay(script: &Path, kernel: Kernel, patch: Option<&str>) -> Recording {
    let text = std::fs::read_to_string(script).expect("the script is readable");
    // The kernel is named first: defaults depend on it.
    let parsed = scenario::parse(&format!("kernel {}\n{text}", kernel.name()));
    assert!(parsed.diagnostics.is_empty(), "{}: {}", script.display(), parsed.diagnostics[0]);
    let mut script = parsed.scenario.script;
    script.variant.patches = patch.and_then(Patch::from_name).into_iter().collect();
    eevdf_lab::sim::run(&script)
}

fn lines(trace: &Path) -> Vec<Value> {
    let file = File::open(trace).expect("the trace is readable");
    let parse = |line: std::io::Result<String>| serde_json::from_str(&line.expect("text")).expect("JSON");
    BufReader::new(GzDecoder::new(file)).lines().map(parse).collect()
}

fn int(n: &Num) -> Value {
    Value::from(n.to_i64().expect("kernel arithmetic has only 64-bit words"))
}

fn flag(on: bool) -> Value {
    Value::from(u8::from(on))
}

/// The step in the trace's terms: (field, value) in the trace's order.
fn fields(step: &Step, names: &[String], base: &str) -> Vec<(String, Value)> {
    let q = &step.queue;
    let name = |t: Option<usize>| t.map_or(Value::Null, |t| Value::from(names[t].clone()));
    let mut out: Vec<(String, Value)> = vec![
        ("t".into(), int(&step.t)),
        ("ev".into(), Value::from(step.text.clone())),
        ("noop".into(), flag(step.noop)),
        ("curr".into(), name(q.curr)),
        ("resched".into(), flag(q.resched)),
        ("V".into(), int(&q.avg_vruntime)),
        (base.into(), int(&q.base)),
        ("sum_w_vruntime".into(), int(&q.sum_w_vruntime)),
        ("sum_weight".into(), int(&q.sum_weight)),
        ("nr_queued".into(), Value::from(q.nr_queued)),
        ("h_nr_queued".into(), Value::from(q.h_nr_queued)),
        ("h_nr_runnable".into(), q.h_nr_runnable.map_or(Value::Null, Value::from)),
        ("rq_nr_running".into(), Value::from(q.rq_nr_running)),
        ("next".into(), name(q.next)),
        ("root_min_slice".into(), q.min_slice.as_ref().map_or(Value::from(-1), int)),
    ];
    if let (Some(sum), Some(j)) = (&q.sum_jlag, &q.j) {
        out.push(("sum_jlag".into(), int(sum)));
        out.push(("J".into(), int(j)));
    }
    for (task, row) in step.tasks.iter().enumerate() {
        let n = &names[task];
        let fields = [
            ("vruntime", int(&row.vruntime)),
            ("deadline", int(&row.deadline)),
            ("vlag", int(&row.vlag)),
            ("vprot", int(&row.vprot)),
            ("slice", int(&row.slice)),
            ("on_rq", flag(row.on_rq)),
            ("sched_delayed", flag(row.sched_delayed)),
            ("eligible", row.eligible.map_or(Value::from(-1), flag)),
            ("weight", int(&row.weight)),
            ("rel_deadline", flag(row.rel_deadline)),
            ("exec_start", int(&row.exec_start)),
            ("sum_exec", int(&row.sum_exec)),
        ];
        out.extend(fields.into_iter().map(|(f, v)| (format!("{n}.{f}"), v)));
    }
    out
}

fn recorded(line: &Value, field: &str) -> Value {
    match field.split_once('.') {
        None => line[field].clone(),
        Some((task, field)) => {
            let tasks = line["tasks"].as_array().expect("tasks");
            tasks.iter().find(|t| t["n"] == task).expect("the task")[field].clone()
        }
    }
}

/// The first difference, in the scenario's own words.
fn difference(recording: &Recording, trace: &[Value]) -> Option<String> {
    let names: Vec<String> = recording.tasks.iter().map(|t| t.name.clone()).collect();
    let steps: Vec<(usize, Step)> = recording.states().enumerate().filter(|(_, s)| s.phase != Phase::Before).collect();
    let base = if trace.first().is_some_and(|l| l.get("min_vruntime").is_some()) { "min_vruntime" } else { "zero_vruntime" };
    for (i, line) in trace.iter().enumerate() {
        let Some((index, step)) = steps.get(i) else {
            return Some(format!("line {}: the model stops before {}", i + 1, line["ev"]));
        };
        for (field, value) in fields(step, &names, base) {
            let expected = recorded(line, &field);
            if value != expected {
                return Some(format!(
                    "line {} (t={} {}): {field} is {value}, recorded {expected}; notes {:?}",
                    i + 1,
                    line["t"],
                    line["ev"],
                    recording.notes(*index)
                ));
            }
        }
    }
    (steps.len() > trace.len()).then(|| format!("the model goes on after line {}", trace.len()))
}

fn compare_all(root: &Path) -> (usize, Vec<String>) {
    let mut compared = 0;
    let mut failures = Vec::new();
    let mut scripts: Vec<PathBuf> =
        std::fs::read_dir(root.join("scripts")).expect("scripts").map(|e| e.expect("entry").path()).collect();
    scripts.sort();
    for (dir, kernel, patch) in VARIANTS {
        for script in &scripts {
            let name = script.file_stem().and_then(|s| s.to_str()).expect("a name");
            let trace = root.join(dir).join(format!("{name}.jsonl.gz"));
            if !trace.exists() {
                continue;
            }
            compared += 1;
            if let Some(difference) = difference(&replay(script, kernel, patch), &lines(&trace)) {
                failures.push(format!("{dir}/{name}: {difference}"));
            }
        }
    }
    (compared, failures)
}

/// Compares every trace below `root`, and says how many there have to be at least.
fn assert_reproduced(root: &Path, at_least: usize) {
    let (compared, failures) = compare_all(root);
    println!("{compared} traces compared");
    let first = failures[..failures.len().min(12)].join("\n");
    assert!(failures.is_empty(), "{} of {compared} traces differ, first:\n{first}", failures.len());
    assert!(compared >= at_least, "only {compared} traces were found in {}", root.display());
}

#[test]
fn every_field_of_the_recorded_traces_comes_out_of_the_model() {
    assert_reproduced(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden"), 6 * 36);
}

#[test]
fn so_do_all_traces_that_lie_beside_the_checkout() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/golden");
    if root.exists() {
        assert_reproduced(&root, 700);
    } else {
        println!("no further traces lie beside the checkout");
    }
}

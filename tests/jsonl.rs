//! The JSON lines of a run are those of the traces recorded from kernels.

use eevdf_lab::io::export::jsonl;
use eevdf_lab::kernels::{Kernel, Patch};
use eevdf_lab::model::num::{Num, Ratio};
use eevdf_lab::scenario::{GALLERY, Override, parse_as};
use eevdf_lab::sim::recording::Phase;
use eevdf_lab::sim::run;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::io::Read;
use std::path::Path;

fn lines(text: &str, kernel: Kernel, patch: Option<&str>) -> String {
    let patches = patch.map(|name| Patch::from_name(name).into_iter().collect());
    let parsed = parse_as(text, &Override { kernel: Some(kernel), patches, ..Override::default() });
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let script = parsed.scenario.script;
    let mut out = Vec::new();
    jsonl::write(&mut out, &script, &run(&script)).expect("a Vec takes everything");
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// The recorded line without the fields that say how the kernel augments its tree.
fn without_tree(line: &str) -> String {
    let mut line = line.to_string();
    for key in ["root_min_slice", "root_max_slice", "aug_stale"] {
        let start = line.find(&format!("\"{key}\":")).expect("the field is there");
        let end = start + line[start..].find(',').expect("fields follow") + 1;
        line.replace_range(start..end, "");
    }
    line
}

/// A line of ours without what the traces do not have.
fn without_further_keys(line: &str) -> String {
    let start = line.find("\"nr_delayed\":").expect("the field is there");
    let end = line.find("\"tasks\":").expect("the tasks follow");
    format!("{}{}", &line[..start], &line[end..])
}

#[test]
fn exact_runs_print_fractions_as_strings_and_flags_as_digits() {
    let text = "nice0 1\ntask A weight=2\ntask \"B\" weight=1\nat 0 wake A\nat 0 wake \"B\" lag=1\nat 1 tick\n";
    let lines = lines(text, Kernel::Ideal, Some("sum-jlag"));
    let last = lines.lines().rev().nth(1).expect("a tick and a pick");
    assert_eq!(
        last,
        "{\"t\":1,\"ev\":\"tick\",\"noop\":0,\"curr\":\"\\\"B\\\"\",\"resched\":0,\"V\":0,\"zero_vruntime\":0,\
         \"sum_w_vruntime\":0,\"sum_weight\":2,\"nr_queued\":2,\"h_nr_queued\":2,\"h_nr_runnable\":2,\"rq_nr_running\":2,\
         \"next\":null,\"sum_jlag\":1,\"J\":\"1/3\",\"nr_delayed\":0,\"costs\":{\"v_computations\":2,\"divisions\":2,\
         \"insertions\":2,\"erasures\":1,\"rebalances\":0,\"replacements\":0},\"tasks\":[{\"n\":\"A\",\"vruntime\":0,\"deadline\":\"3/2\",\"vlag\":0,\"vprot\":0,\
         \"slice\":3,\"on_rq\":1,\"sched_delayed\":0,\"eligible\":1,\"weight\":2,\"rel_deadline\":0,\"exec_start\":0,\"sum_exec\":0},\
         {\"n\":\"\\\"B\\\"\",\"vruntime\":0,\"deadline\":2,\"vlag\":1,\"vprot\":0,\"slice\":3,\"on_rq\":1,\"sched_delayed\":0,\
         \"eligible\":1,\"weight\":1,\"rel_deadline\":0,\"exec_start\":1,\"sum_exec\":1}]}"
    );
}

#[test]
fn kernel_runs_print_the_recorded_traces() {
    let golden = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let mut compared = 0;
    for (dir, kernel, patch) in [
        ("v612x", Kernel::V6_12, None),
        ("v619x", Kernel::V6_19Rc1, None),
        ("v619Jx", Kernel::V6_19Rc1, Some("sum-jlag")),
        ("v70x", Kernel::Tip2026_03, None),
        ("v70Ax", Kernel::Tip2026_03, Some("lag-floor")),
        ("v72", Kernel::V7_2, None),
    ] {
        for name in ["00_table_J", "04_no_delay_zero", "12_J_clamp", "16_reweight_on_rq", "18_policies", "r003", "r009"] {
            let text = std::fs::read_to_string(golden.join(format!("scripts/{name}.events"))).expect("a script");
            let file = std::fs::File::open(golden.join(format!("{dir}/{name}.jsonl.gz"))).expect("its trace");
            let mut recorded = String::new();
            GzDecoder::new(file).read_to_string(&mut recorded).expect("gzip");
            let computed = lines(&text, kernel, patch);
            for (number, (recorded, computed)) in recorded.lines().zip(computed.lines()).enumerate() {
                assert_eq!(without_further_keys(computed), without_tree(recorded), "{dir}/{name}:{}", number + 1);
                compared += 1;
            }
            assert_eq!(recorded.lines().count(), computed.lines().count(), "{dir}/{name}");
        }
    }
    assert!(compared > 1000, "{compared} lines");
}

/// An exact number as a line has it: an integer, or a fraction as a string.
fn exact(value: &Value) -> Num {
    let text = value.as_str().map_or_else(|| value.to_string(), String::from);
    Num::from(text.parse::<Ratio>().unwrap_or_else(|_| panic!("`{text}` is not exact")))
}

#[test]
fn what_is_written_is_all_there_when_it_is_read_again() {
    let mut steps = 0;
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        let script = parse_as(entry.text, &Override::default()).scenario.script;
        let recording = run(&script);
        let mut out = Vec::new();
        jsonl::write(&mut out, &script, &recording).expect("a Vec takes everything");
        let lines: Vec<Value> = out.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(|l| json(l, entry.key)).collect();
        let states: Vec<_> = recording.states().filter(|s| s.phase != Phase::Before).collect();
        assert_eq!(lines.len(), states.len(), "{}", entry.key);
        let name = |task: Option<usize>| task.map_or(Value::Null, |t| recording.tasks[t].name.clone().into());
        for (line, step) in lines.iter().zip(&states) {
            let queue = &step.queue;
            let base = line.get("min_vruntime").or(line.get("zero_vruntime")).expect("the base of the keys");
            let numbers = [&line["t"], &line["V"], base, &line["sum_w_vruntime"], &line["sum_weight"]].map(exact);
            let kept = [&step.t, &queue.avg_vruntime, &queue.base, &queue.sum_w_vruntime, &queue.sum_weight];
            assert_eq!(numbers.each_ref(), kept, "{} {}", entry.key, step.text);
            assert_eq!(line["ev"], step.text.as_ref(), "{}", entry.key);
            assert_eq!((&line["curr"], &line["next"]), (&name(queue.curr), &name(queue.next)));
            assert_eq!(line["nr_queued"], queue.nr_queued);
            assert_eq!(line.get("J").map(exact), queue.j.clone());
            let rows = line["tasks"].as_array().expect("the tasks");
            assert_eq!(rows.len(), step.tasks.len());
            for (row, task) in rows.iter().zip(&step.tasks) {
                let numbers = ["vruntime", "deadline", "vlag", "vprot", "slice", "weight", "exec_start", "sum_exec"];
                let kept = [
                    &task.vruntime,
                    &task.deadline,
                    &task.vlag,
                    &task.vprot,
                    &task.slice,
                    &task.weight,
                    &task.exec_start,
                    &task.sum_exec,
                ];
                assert_eq!(numbers.map(|key| exact(&row[key])).each_ref(), kept, "{} {}", entry.key, step.text);
                assert_eq!(row["on_rq"], u8::from(task.on_rq));
                assert_eq!(row["sched_delayed"], u8::from(task.sched_delayed));
                assert_eq!(row["eligible"], task.eligible.map_or(-1, i32::from));
            }
            steps += 1;
        }
    }
    assert!(steps > 1_000, "{steps}");
}

fn json(line: &[u8], key: &str) -> Value {
    serde_json::from_slice(line).unwrap_or_else(|error| panic!("{key}: {error}"))
}

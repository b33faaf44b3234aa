//! The exported trace follows the rules of the Chrome trace-event format, and says what the run says.

use eevdf_lab::io::export::perfetto::write;
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, GALLERY, parse};
use eevdf_lab::sim::{Recording, run};
use serde_json::Value;
use std::collections::HashMap;

fn trace(recording: &Recording) -> Vec<Value> {
    let mut bytes = Vec::new();
    write(&mut bytes, "a \"title\" </script>", recording).expect("memory is writable");
    let json: Value = serde_json::from_slice(&bytes).expect("JSON");
    assert_eq!(json["displayTimeUnit"], "ns");
    json["traceEvents"].as_array().expect("a list of events").clone()
}

fn recording(key: &str) -> Recording {
    run(&parse(Entry::from_key(key).expect(key).text).scenario.script)
}

/// A time of the trace in ns: microseconds with three decimals.
fn ns(value: &Value) -> i64 {
    let us = value.as_f64().expect("a number");
    assert!(us >= 0.0);
    (us * 1000.0).round() as i64
}

/// An exact number of `args`.
fn exact(value: &Value) -> Num {
    value
        .as_i64()
        .map_or_else(|| eevdf_lab::tables::number::parse(value.as_str().expect("a fraction")).expect("a number"), Num::from)
}

#[test]
fn every_run_of_the_gallery_keeps_the_formats_rules() {
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        let recording = run(&parse(entry.text).scenario.script);
        let mut busy: HashMap<u64, i64> = HashMap::new();
        for event in trace(&recording) {
            let tid = event["tid"].as_u64().expect("a thread");
            assert!(event["pid"] == 1 && event["name"].is_string(), "{}: {event}", entry.key);
            match event["ph"].as_str().expect("a phase") {
                "M" => assert!(event["args"]["name"].is_string()),
                "X" => {
                    let (start, length) = (ns(&event["ts"]), ns(&event["dur"]));
                    let free = busy.entry(tid).or_insert(0);
                    assert!(*free <= start, "{}: runs of one CPU overlap: {event}", entry.key);
                    *free = start + length;
                    assert_eq!(exact(&event["args"]["start"]).floor(), Num::from(start), "{}", entry.key);
                }
                "i" => {
                    assert_eq!(event["s"], "t");
                    assert_eq!(exact(&event["args"]["t"]).floor(), Num::from(ns(&event["ts"])), "{}", entry.key);
                }
                "C" => {
                    let args = event["args"].as_object().expect("args");
                    assert!(args.values().all(Value::is_number), "{}: counters are numbers: {event}", entry.key);
                }
                other => panic!("{}: phase {other}", entry.key),
            }
        }
    }
}

#[test]
fn runs_add_up_to_what_each_task_was_charged() {
    for key in ["m4-sum-jlag", "case-23", "k-run-to-parity", "k-nice-queued"] {
        let recording = recording(key);
        let end = recording.state(recording.len() - 1);
        let events = trace(&recording);
        for (task, info) in recording.tasks.iter().enumerate() {
            let runs = events.iter().filter(|e| e["ph"] == "X" && e["name"] == info.name.as_str());
            let sum = runs.map(|e| exact(&e["args"]["length"])).fold(Num::ZERO, |sum, length| &sum + &length);
            // Whoever runs at the end is charged up to its last event.
            let uncharged = if end.queue.curr == Some(task) { &end.t - &end.tasks[task].exec_start } else { Num::ZERO };
            assert_eq!(sum, &end.tasks[task].sum_exec + &uncharged, "{key} {}", info.name);
        }
    }
}

#[test]
fn counters_show_v_and_v_plus_j_of_the_mail() {
    let events = trace(&recording("m4-sum-jlag"));
    let values = |name: &str| -> Vec<f64> {
        let found = events.iter().filter(|e| e["ph"] == "C" && e["name"] == name);
        found.map(|e| e["args"]["ns"].as_f64().expect("a number")).collect()
    };
    assert_eq!(values("V+J"), [0.0, 8.0, 16.0, 22.0, 20.0]);
    assert_eq!(values("V")[..4], [0.0, -18.0, -8.0, 6.0]);
    assert!(values("vruntime T2").starts_with(&[-36.0]));
}

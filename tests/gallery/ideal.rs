//! The exact entries do what their notes say: each is run and compared with figures worked out by hand.

use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::recording::{Phase, Step};
use eevdf_lab::sim::{Recording, run};

fn recording(key: &str) -> Recording {
    let entry = Entry::from_key(key).unwrap_or_else(|| panic!("no entry {key}"));
    run(&parse(entry.text).scenario.script)
}

/// The vruntimes of all tasks, then V.
fn virtual_times(step: &Step) -> Vec<String> {
    let tasks = step.tasks.iter().map(|t| t.vruntime.to_string());
    tasks.chain([step.queue.avg_vruntime.to_string()]).collect()
}

/// The lags of all tasks on the queue.
fn lags(step: &Step) -> Vec<String> {
    (0..step.tasks.len()).filter_map(|task| step.vlag(task)).map(|lag| lag.to_string()).collect()
}

/// Who was picked when, counting only the last pick of an instant: `T2@0 T1@24`.
fn picks(recording: &Recording) -> String {
    let name = |step: &Step| step.queue.curr.map_or("nobody", |task| recording.tasks[task].name.as_str());
    let picks = recording.steps().filter(|s| s.last_pick).map(|s| format!("{}@{}", name(&s), s.t));
    picks.collect::<Vec<_>>().join(" ")
}

/// The state after the event `words` at `t`.
fn after(recording: &Recording, t: i64, words: &str) -> Step {
    let found = recording.steps().find(|s| s.phase == Phase::After && s.t == Num::from(t) && s.text == words);
    found.unwrap_or_else(|| panic!("no step {words} at {t}"))
}

#[test]
fn each_order_of_the_three_joins_has_its_own_vruntimes() {
    for (order, third, expected, eligible) in [
        ("123", "wake T3", ["0", "-72", "-18", "-30"], vec![1]),
        ("132", "wake T2", ["0", "-42", "24", "-6"], vec![1]),
        ("213", "wake T3", ["0", "0", "18", "6"], vec![0, 1]),
        ("231", "wake T1", ["12", "0", "24", "12"], vec![0, 1]),
        ("312", "wake T2", ["0", "-54", "0", "-18"], vec![1]),
        ("321", "wake T1", ["-36", "-72", "0", "-36"], vec![0, 1]),
    ] {
        let recording = recording(&format!("m4-join-{order}"));
        let joined = after(&recording, 0, third);
        assert_eq!(virtual_times(&joined), expected, "{order}");
        let found: Vec<_> = (0..3).filter(|t| joined.tasks[*t].eligible == Some(true)).collect();
        assert_eq!(found, eligible, "{order}");
    }
    assert_eq!(lags(&after(&recording("m4-join-123"), 0, "wake T3")), ["-30", "42", "-12"]);
    assert_eq!(virtual_times(&after(&recording("m4-plain-lag"), 0, "wake T3")), ["0", "-36", "-6", "-14"]);
    assert_eq!(virtual_times(&after(&recording("v3-avg-jlag"), 0, "wake T3")), ["0", "-36", "12", "-8"]);
}

#[test]
fn the_second_table_picks_by_itself_whom_the_mail_runs() {
    let recording = recording("m4-sum-jlag");
    assert_eq!(picks(&recording), "T2@0 T1@24 T2@40 T3@52 nobody@60");
    let v_plus_j = |step: &Step| &step.queue.avg_vruntime + step.queue.j.as_ref().expect("a rule with J");
    for (t, words, expected) in
        [(0, "wake T3", 0), (24, "sleep T2", 8), (40, "sleep T1", 16), (40, "wake T2", 16), (52, "sleep T2", 22)]
    {
        assert_eq!(v_plus_j(&after(&recording, t, words)), Num::from(expected), "{words} at {t}");
    }
    assert_eq!(virtual_times(&after(&recording, 40, "wake T2")), ["16", "4", "12", "8"]);
}

#[test]
fn three_equal_tasks_share_what_one_of_them_used() {
    let recording = recording("case-32");
    assert_eq!(lags(&after(&recording, 30, "tick")), ["-20", "10", "10"]);
    assert_eq!(lags(&after(&recording, 60, "tick")), ["-10", "-10", "20"]);
    assert_eq!(lags(&after(&recording, 90, "tick")), ["0", "0", "0"]);
    assert_eq!(picks(&recording), "A@0 B@30 C@60 A@90");
}

#[test]
fn a_change_of_weight_keeps_v_in_two_rules_of_three_each_way() {
    for (key, expected, lag) in [
        ("case-4-running", ["12", "-6", "6"], "12"),
        ("case-4-running-reweight-6.7", ["12", "-6", "6"], "12"),
        ("case-4-running-reweight-6.13", ["12", "-8", "16/3"], "40/3"),
        ("case-4-queued", ["12", "-6", "6"], "12"),
        ("case-4-queued-reweight-6.7", ["12", "-12", "4"], "16"),
        ("case-4-queued-reweight-6.13", ["12", "-6", "6"], "12"),
    ] {
        let recording = recording(key);
        let step = after(&recording, 0, "reweight B 1");
        assert_eq!(virtual_times(&step), expected, "{key}");
        assert_eq!(lags(&step)[1], lag, "{key}");
    }
}

#[test]
fn yield_hands_over_or_runs_away() {
    let new = recording("case-13");
    assert_eq!(virtual_times(&after(&new, 0, "start")), ["0", "1", "1/2"]);
    let first = new.steps().find(|s| s.phase == Phase::After && s.text == "yield").expect("a yield");
    assert_eq!((&first.tasks[0].vruntime, &first.tasks[0].deadline), (&Num::from(3), &Num::from(6)));
    assert_eq!(picks(&new), "A@0 B@1/4 A@1/2 B@3/4 A@1");
    let old = recording("case-13-yield-deadline-only");
    assert_eq!(picks(&old), "A@0 A@1/4 A@1/2 A@3/4 B@1");
    assert_eq!(after(&old, 1, "yield").tasks[0].deadline, Num::from(15));
}

/// Each of a thousand yields, one every 0.001, pushes the deadline by 3, so that it ends at 3 + 1000 * 3. V is 1/2 + t/2 and reaches
/// B's vruntime of 1 at 1: until then only A is eligible, and is picked 1000 times.
#[test]
fn a_thousand_yields_push_the_deadline_to_3003() {
    let entry = Entry::from_key("case-13-yield-deadline-only").expect("an entry");
    let head = entry.text.split("at 0.25").next().expect("a head");
    let parsed = parse(&format!("{head}{}at 2 end\n", "+0.001 yield\n".repeat(1000)));
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    let run = run(&parsed.scenario.script);
    let last = after(&run, 1, "yield");
    assert_eq!((&last.tasks[0].deadline, &last.queue.avg_vruntime), (&Num::from(3003), &Num::from(1)));
    assert_eq!((last.tasks[0].eligible, last.tasks[1].eligible), (Some(true), Some(true)));
    let picked: Vec<Option<usize>> = run.states().filter(|s| s.last_pick).map(|s| s.queue.curr).collect();
    assert_eq!((picked.iter().position(|p| *p != Some(0)), picked[1000]), (Some(1000), Some(1)), "B wins by its deadline of 4");
}

#[test]
fn the_old_lag_limit_loses_what_the_short_slice_is_owed() {
    for (key, lag) in [("case-16", 50), ("case-16-clamp-two-slices", 6)] {
        assert_eq!(after(&recording(key), 100, "sleep B").tasks[1].vlag, Num::from(lag), "{key}");
    }
}

#[test]
fn the_diagram_inputs_run_as_their_reference_output_says() {
    // A letter per 2 units of run time, upper case where a run begins.
    for (key, runs) in [
        ("diagram-eevdf-3", "BAaaBCccccccccBBBAaaBBBAaaBB"),
        ("diagram-evdf-3", "BBAaaBBBAaaBBBAaaBCccccccccB"),
        ("diagram-evdf-7", "BBDAaaEBDFEGBDFEGBDFAaaEGBDFEGBDFEGBDFAaaEGBDFCccccccccEG"),
    ] {
        let recording = recording(key);
        let picked: Vec<(Num, char)> = recording
            .steps()
            .filter(|s| s.last_pick)
            .map(|s| (s.t.clone(), (b'A' + s.queue.curr.expect("somebody runs") as u8) as char))
            .collect();
        let expected: Vec<(Num, char)> =
            runs.char_indices().filter(|(_, c)| c.is_ascii_uppercase()).map(|(at, c)| (Num::from(2 * at as i64), c)).collect();
        assert_eq!(picked[..expected.len()], expected, "{key}");
    }
}

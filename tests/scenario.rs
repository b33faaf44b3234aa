//! Scenarios as people type them: what is read, what is said about mistakes, and that printing loses nothing.

use eevdf_lab::kernels::{FeatureFlag, Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{self, GALLERY, Override, Parsed, limits, parse, parse_as};
use eevdf_lab::sim::script::{Action, Policy, Standing, WeightSpec, Who};
use expect_test::{Expect, expect};

fn read(text: &str) -> scenario::Scenario {
    let parsed = parse(text);
    assert!(parsed.diagnostics.is_empty(), "{}\n{text}", said(&parsed));
    parsed.scenario
}

fn said(parsed: &Parsed) -> String {
    parsed.diagnostics.iter().map(|d| format!("{d}\n")).collect()
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&said(&parse(text)));
}

#[test]
fn a_whole_scenario_is_read() {
    let scenario = read(
        "title    A wake-up  # not a comment\n\
         source   https://example.org/mail#2\n\
         kernel   v7.2\n\
         patch    no-eligibility\n\
         feature  NO_DELAY_DEQUEUE\n\
         unit 1ms\n\
         task A nice=-5 slice=2.5 policy=batch   # two and a half ms\n\
         task B weight=512 lag=-300us\n\
         state A v=1 d=2 vprot=1.5 running\n\
         at 1 wake B sync lag=7\n\
         +500us sleep @curr\n\
         +0 end\n",
    );
    let script = &scenario.script;
    assert_eq!(scenario.title, "A wake-up  # not a comment");
    assert_eq!(scenario.source.as_deref(), Some("https://example.org/mail#2"));
    assert_eq!(script.variant.kernel, Kernel::V7_2);
    assert_eq!(script.variant.features, [(FeatureFlag::DelayDequeue, false)]);
    let [a, b] = script.tasks.as_slice() else { panic!("two tasks") };
    assert_eq!((&a.weight, &a.slice, a.policy), (&WeightSpec::Nice(-5), &Some(Num::from(2_500_000)), Policy::Batch));
    assert_eq!((&b.weight, &b.lag), (&WeightSpec::Weight(Num::from(512)), &Num::from(-300_000)));
    assert_eq!((script.states[0].standing, &script.states[0].vprot), (Standing::Running, &Some(Num::from(1_500_000))));
    let [wake, sleep, end] = script.events.as_slice() else { panic!("three events") };
    assert_eq!(wake.action, Action::Wake { who: Who::Task(1), sync: true, lag: Some(Num::from(7_000_000)) });
    assert_eq!((wake.text.as_str(), wake.line), ("wake B sync", 10));
    assert_eq!((&sleep.at, &sleep.action, sleep.line), (&Num::from(1_500_000), &Action::Sleep(Who::Curr), 11));
    assert_eq!((&end.at, &end.action), (&sleep.at, &Action::End));
}

#[test]
fn defaults_are_the_kernels_own_and_units_in_the_textbook() {
    let kernel = read("kernel v6.12\ntask A\n").script;
    assert_eq!((kernel.base_slice, kernel.norm_slice), (Num::from(3_000_000), Num::from(700_000)));
    assert_eq!((kernel.tick_nsec, kernel.vstart, kernel.nice0), (1_000_000.into(), (-1_048_576).into(), 1024.into()));
    let ideal = read("unit 1ms\ntask A\n").script;
    assert_eq!((ideal.base_slice, ideal.norm_slice), (Num::from(3_000_000), Num::from(1_000_000)));
    assert_eq!((ideal.tick_nsec, ideal.vstart), (Num::from(1_000_000), Num::ZERO));
    assert_eq!(read("kernel v7.2\ntick 4ms\ntask A").script.tick_nsec, Num::from(4_000_000));
    assert_eq!(read("kernel v7.2\ntick_nsec 1ms\ntick 4ms\ntask A").script.tick_nsec, Num::from(1_000_000));
}

#[test]
fn a_directive_counts_from_its_line_on() {
    let script = read("base_slice 5\ntask A slice=2\nunit 10\nbase_slice 7\ntask B slice=2\nat 3 end").script;
    assert_eq!(script.tasks[0].base_slice, Num::from(5));
    assert_eq!(script.tasks[0].slice, Some(Num::from(2)));
    assert_eq!(script.tasks[1].base_slice, Num::from(70));
    assert_eq!(script.tasks[1].slice, Some(Num::from(20)));
    assert_eq!((script.base_slice, &script.events[0].at), (Num::from(70), &Num::from(30)));
}

#[test]
fn the_kernel_is_known_wherever_its_line_stands() {
    let script = read("task A\nkernel v6.19-rc1\npatch half-jlag\n").script;
    assert_eq!(script.tasks[0].base_slice, Num::from(3_000_000));
    check(
        "task A slice=1/3\nkernel v7.2\n",
        expect![[r#"
            1:14: the slice 1/3 is 1/3 ns; expected a whole number of ns, as a kernel computes with (or `arith exact`)
        "#]],
    );
    read("task A slice=1/3\nkernel v7.2\narith exact\n");
}

#[test]
fn events_keep_the_authors_words_but_not_lag_and_cpu() {
    let script =
        read("task A\nat 0   wake  A   lag=3 sync cpu=0\nat 1 slice A 2us # short\nat 2 nice @curr -7\nat 3 pick A").script;
    let texts: Vec<_> = script.events.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(texts, ["wake A sync", "slice A 2us", "nice @curr -7", "pick A"]);
}

#[test]
fn mistakes_in_the_header_name_place_finding_and_expectation() {
    check(
        "kernal v7.2\nkernel v7.3\n# the list of patches grows\npatch sum-jlag\npatch sum-jlag\nfeature NO_PLACELAG\narith float\nunit 0\ntick -1\n\
         nice0 x\ncpus 65\nslice_end yes\nthreshold 1 2\nvstart\nbase_slice 1/0\nseed 4\ntask A",
        expect![[r#"
            1:1: unknown directive `kernal` (did you mean `kernel`?); expected an event (`at T ...`, `+D ...`) or one of title source kernel patch arith feature unit nice0 base_slice norm_slice tick tick_nsec slice_end picks slack in_task vstart threshold fair_server cpus seed task cyclictest hackbench state
            2:8: unknown kernel `v7.3` (did you mean `v7.2`?); expected one of ideal v6.12 v6.19-rc1 tip-2026-03 v7.2
            5:7: the patch sum-jlag is given twice; expected each patch once
            6:9: unknown feature `NO_PLACELAG` (did you mean `PLACE_LAG`?); expected NAME or NO_NAME with one of PLACE_LAG PLACE_DEADLINE_INITIAL PLACE_REL_DEADLINE RUN_TO_PARITY PREEMPT_SHORT NEXT_BUDDY PICK_BUDDY DELAY_DEQUEUE DELAY_ZERO PARANOID_AVG WAKEUP_PREEMPTION
            7:7: unknown arithmetic `float`; expected exact or kernel
            8:6: the unit is 0; expected more than 0
            9:6: tick is -1; expected 0 or more
            10:7: nice0 is `x`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            11:6: cpus is `65`; expected a number from 1 to 64
            12:11: slice_end is `yes`; expected on or off
            13:13: `2` after the value of `threshold`; expected one value
            14:1: `vstart` has no value; expected one value after it
            15:12: base_slice divides by 0: `1/0`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
        "#]],
    );
    let unknown = said(&parse("patch sum_jlag\ntask A"));
    let expected = "1:7: unknown patch `sum_jlag` (did you mean `sum-jlag`?); expected one of sum-jlag half-jlag ";
    assert!(unknown.starts_with(expected), "{unknown}");
    check(
        "kernel v7.2\npatch half-jlag\ntitle a\ntitle b\ntask A\nnice0 1\nwake A",
        expect![[r#"
            2:7: the patch half-jlag does not fit v7.2; expected kernel ideal or v6.19-rc1
            4:1: `title` is given twice (line 3 has it); expected one line with it
            6:1: `nice0` after the first task, whose weight it would change; expected nice0 before the first task
            7:1: the event `wake` has no time; expected `at T wake ...` or `+D wake ...`
        "#]],
    );
}

#[test]
fn mistakes_in_tasks_and_states_name_place_finding_and_expectation() {
    check(
        "task A\ntask A\ntask @curr\ntask B weight=0\ntask C nice=20 slice=-3\ntask D nice=1 weight=2\ntask E prio=3 nize=2 fast\n\
         task F policy=fifo\ntask G cpu=1 policy=idel\ntask H slice=3 : run 3 sleep 4\ntask I: run 4\ntask\ntask J lag=3x lag=4\n\
         state A v=3 queued\nstate A running\nstate B running\nstate C running\nstate D v=x\nstate E w=3 sleeping asleep\nstate Z queued",
        expect![[r#"
            2:6: there is a task `A` already; expected each name once
            3:6: the name `@curr`; expected a name without `=`, `;`, `{` or `}` that does not start with `@` or `:` or end with `:`
            4:15: the weight is 0; expected a weight above 0
            5:13: the nice value is `20`; expected an integer from -20 to 19
            5:22: the slice is -3; expected 0 or more
            6:15: both nice= and weight= are given; expected one of them
            7:8: unknown setting `prio`; expected one of nice= weight= slice= policy= lag= cpu=
            7:15: unknown setting `nize` (did you mean `nice`?); expected one of nice= weight= slice= policy= lag= cpu=
            7:22: `fast` in the line of a task; expected one of nice= weight= slice= policy= lag= cpu=
            9:12: the CPU is `1`; expected a number below 1 (the value of `cpus`)
            9:21: unknown policy `idel` (did you mean `idle`?); expected normal, batch, idle or fifo
            10:24: `sleep` after `run`; expected run D or run D~D; `;` separates what is done
            12:1: a task without a name; expected `task NAME`
            13:12: the lag has an unknown unit: `3x`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            13:15: lag= is given twice; expected each setting once
            15:7: a second state of A; expected one state a task
            17:7: C and B are both running; expected one running task a CPU
            18:11: v is `x`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            18:1: the state of D does not say where it stands; expected queued, running, delayed or asleep
            19:9: unknown setting `w`; expected one of v= d= vlag= vprot=
            19:13: `sleeping` in a state; expected queued, running, delayed, asleep or key=value
            20:7: unknown task `Z`; expected one of A B C D E F G H I J
        "#]],
    );
}

#[test]
fn mistakes_in_events_name_place_finding_and_expectation() {
    check(
        "task Alpha\ntask B\nat 5 wake Alhpa\nat 4 wake B\nat 5 wkae B\nat\nat 6\n+1 wake\n+x tick\nat 9 nice B\nat 9 nice B 40\nat 9 reweight B -1\n\
         at 9 sleep B now\nat 9 wake @curr\nat 9 slice B -1\nat 9 tick cpu=1\nat 9 wake B sync sync\nat 9 slice B 0\nfeature PLACE_LAG\nat 8 end",
        expect![[r#"
            3:11: unknown task `Alhpa` (did you mean `Alpha`?); expected one of Alpha B
            4:4: the time goes back to 4; expected at least 5, the time of the event before
            5:6: unknown verb `wkae` (did you mean `wake`?); expected one of wake fork sleep exit yield nice slice reweight setlag tick resched pick idle end
            6:1: an event without time and verb; expected `at T verb ...`
            7:4: an event without a verb; expected one of wake fork sleep exit yield nice slice reweight setlag tick resched pick idle end
            8:4: `wake` lacks a value; expected wake X [sync] [lag=D]
            9:2: the time after the event before is `x`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            10:6: `nice` lacks a value; expected nice X N or nice @curr N
            11:13: the nice value is `40`; expected an integer from -20 to 19
            12:17: the weight is -1; expected a weight above 0
            13:14: `now` after `sleep`; expected sleep X or sleep @curr
            14:11: @curr after `wake`; expected a task's name: wake X [sync] [lag=D]
            15:14: the slice is -1; expected 0 or more
            16:15: the CPU is `1`; expected a number below 1 (the value of `cpus`)
            17:18: `sync` after `wake`; expected wake X [sync] [lag=D]
            19:1: `feature` after the first event; expected all directives before the first event
            20:4: the time goes back to 8; expected at least 9, the time of the event before
        "#]],
    );
    check(
        "  # nothing but a comment",
        expect![[r#"
            1:1: there is no task; expected at least one line `task NAME`
        "#]],
    );
}

#[test]
fn what_could_be_read_is_returned_beside_the_errors() {
    let parsed = parse("task A slice=3 nice=99\ntask B\nat 0 wake A\nat 1 wkae B\nat 2 sleep A");
    assert!(!parsed.is_ok());
    let script = parsed.scenario.script;
    assert_eq!(script.tasks.len(), 2);
    assert_eq!(script.tasks[0].slice, Some(Num::from(3)));
    assert_eq!(script.events.len(), 2);
}

#[test]
fn a_kernel_takes_only_numbers_that_it_can_hold() {
    check(
        "kernel v7.2\ntask A weight=1/4 lag=0.5\ntask B weight=300000\ntask C weight=1000.5\ntask D slice=99999999999999999999\nstate A v=18435852013561943404 running",
        expect![[r#"
            2:15: warning: the weight 1/4 is below a kernel's smallest, which is used: 2
            2:23: the lag 0.5 is 0.5 ns; expected a whole number of ns, as a kernel computes with (or `arith exact`)
            3:15: the weight 300000 is too large for a kernel; expected at most 262144 (a kernel's largest, where nice 0 has 1024), or `arith exact`
            5:14: the slice 99999999999999999999 is 99999999999999999999 ns; expected a number of ns that fits a kernel's 64 bits (or `arith exact`)
        "#]],
    );
    let state = &read("kernel v7.2\ntask A\nstate A v=18435852013561943404 running").script.states[0];
    assert_eq!(state.v, Some(Num::from(-10_892_060_147_608_212i64)), "an unsigned virtual time is the same 64 bits");
}

#[test]
fn nothing_happens_after_the_end() {
    check(
        "kernel ideal\ntask A\nat 0 wake A\nat 5 end\nat 5 sleep A\n+2 end\n",
        expect![[r#"
            5:6: `sleep` after the `end` in line 4; expected nothing after `end`: the run is over
            6:4: `end` after the `end` in line 4; expected nothing after `end`: the run is over
        "#]],
    );
}

#[test]
fn exact_sums_have_a_common_denominator_of_bounded_length() {
    // 39-digit denominators without common divisors but 7: five of them make 195 digits, six are too many; whole numbers have none.
    let tasks: String = (0..6).map(|n| format!("task T{n} weight=1/{}{:037}1\n", n + 1, 0)).collect();
    check(
        &format!("task W weight={}\n{tasks}", "9".repeat(40)),
        expect![[r#"
            7:16: with the weight `1/600000000000000000000000000000000000001` the weights and vruntimes have no short common denominator; expected one of at most 200 digits, since exact sums have it
        "#]],
    );
}

#[test]
fn limits_are_told_with_their_value() {
    let long = "9".repeat(41);
    check(
        &format!("task A lag={long}\ntask {}\ntitle \u{7}\ntask B\u{202e}", "n".repeat(33)),
        expect![[r#"
            1:12: the lag is too long a number: `99999999999999999999999999999999999999999`; expected at most 40 digits, also of the value in ns and of a fraction's two numbers
            2:6: the name `nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn` has 33 characters; expected at most 32
            3:7: the invisible character U+0007; expected visible characters, blanks and tabs
            4:7: the invisible character U+202E; expected visible characters, blanks and tabs
        "#]],
    );
    check(
        "tick 1ns\ntask A\nat 10s end",
        expect![[r#"
            3:1: up to 10000000000 automatic ticks and request ends happen until the last event; expected at most 1000000: end earlier, or make them rarer
        "#]],
    );
    check(
        "slice_end on\nbase_slice 1s\ntask A slice=10\nat 0 wake A\nat 1 slice A 1ns\nat 1s end",
        expect![[r#"
            6:1: up to 1000000000 automatic ticks and request ends happen until the last event; expected at most 1000000: end earlier, or make them rarer
        "#]],
    );
    let large = parse(&"#".repeat(limits::MAX_TEXT + 1));
    assert_eq!(
        said(&large),
        "1:1: the text has 1048577 bytes; expected at most 1048576: split it, or drop what does not matter\n"
    );
    let tasks: String = (0..=limits::MAX_TASKS).map(|i| format!("task T{i}\n")).collect();
    assert_eq!(said(&parse(&tasks)), "1001:6: more than 1000 tasks; expected at most 1000\n");
    let events = format!("task A\n{}", "+0 tick\n".repeat(limits::MAX_EVENTS + 2));
    let events = parse(&events);
    assert_eq!(events.scenario.script.events.len(), limits::MAX_EVENTS);
    assert!(said(&events).starts_with("100002:4: more than 100000 events; expected at most 100000\n"));
    check(
        &format!("task A\n{}tick 1\nat 99999 end", (0..99).map(|i| format!("task T{i}\n")).collect::<String>()),
        expect![[r#"
            102:1: up to 300000 steps with 100 tasks make 30000000 rows; expected at most 5000000: fewer tasks or fewer events
        "#]],
    );
    let warnings = format!("kernel v7.2\ntask A\n{}at 1 wkae A", "at 0 reweight A 1\n".repeat(200));
    assert!(!parse(&warnings).is_ok(), "many warnings do not hide an error");
}

#[test]
fn hostile_texts_of_the_largest_size_are_read_in_moments() {
    let tasks: String = (0..1000).map(|i| format!("task a_name_that_is_long_enough_{i}\n")).collect();
    let start = std::time::Instant::now();
    for line in ["at 0 wake a_name_that_is_long_enough_x\n", "a ", "9", "task ", "\n"] {
        let text = format!("{tasks}{}", line.repeat((limits::MAX_TEXT - tasks.len()) / line.len()));
        assert!(parse(&text).diagnostics.len() <= limits::MAX_DIAGNOSTICS, "{line}");
    }
    // Generous for a busy machine with an unoptimised build; one slip to quadratic time takes minutes.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

#[test]
fn another_variant_may_be_put_in_place_of_the_texts() {
    let text = "kernel ideal\npatch plain-lag\ntask A\nat 0 wake A";
    let kernel = Override { kernel: Some(Kernel::V6_19Rc1), ..Override::default() };
    let script = parse_as(text, &kernel).scenario.script;
    assert_eq!((script.variant.kernel, script.variant.patches[0].name), (Kernel::V6_19Rc1, "plain-lag"));
    assert_eq!((&script.vstart, &script.tasks[0].base_slice), (&Num::from(-1_048_576), &Num::from(3_000_000)));
    let sum_jlag = Patch::from_name("sum-jlag").into_iter().collect::<Vec<_>>();
    let patched = Override { patches: Some(sum_jlag), features: vec![(FeatureFlag::PlaceLag, false)], ..Override::default() };
    let variant = parse_as(text, &patched).scenario.script.variant;
    assert_eq!((variant.patches[0].name, variant.patches.len(), variant.features.len()), ("sum-jlag", 1, 1));
    let misfit = parse_as(text, &Override { kernel: Some(Kernel::V7_2), ..patched });
    assert_eq!(said(&misfit), "the patch sum-jlag does not fit v7.2; expected kernel ideal or v6.19-rc1\n");
}

#[test]
fn every_entry_of_the_gallery_reads_without_a_word_and_carries_its_own_title() {
    let mut keys = std::collections::HashSet::new();
    for entry in GALLERY {
        let scenario = read(entry.text);
        assert_eq!(scenario.title, entry.title, "{}", entry.key);
        assert!(keys.insert(entry.key), "{} twice", entry.key);
        assert!(entry.note.matches(". ").count() >= 1 && entry.note.ends_with('.'), "{}: two sentences", entry.key);
    }
    assert!(scenario::Entry::from_key("m4-sum-jlag").is_some_and(|e| e.printed.is_some()));
}

#[test]
fn every_recorded_golden_script_reads_without_a_word() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/golden/scripts");
    let Ok(files) = std::fs::read_dir(dir) else {
        println!("skipped: {dir} is not there");
        return;
    };
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        read(&text);
        for kernel in Kernel::ALL {
            let parsed = parse_as(&text, &Override { kernel: Some(kernel), ..Override::default() });
            assert!(parsed.diagnostics.is_empty(), "{}: {}", kernel.name(), said(&parsed));
        }
        count += 1;
    }
    assert!(count > 100, "{count} scripts");
}

#[test]
fn patches_that_overrule_each_other_are_named_both() {
    let text = |patches: &str| format!("kernel tip-2026-03\npatch lag-floor\n{patches}task A\nat 0 wake A\n");
    check(&text("patch nr-delayed-yield\n"), expect![""]);
    check(
        &text("patch lag-floor-guarded\n"),
        expect![[r#"
            3:7: warning: the patches lag-floor and lag-floor-guarded change the same rule; there only the later one, lag-floor-guarded, counts
        "#]],
    );
    let both = ["sum-jlag", "half-jlag"].map(|name| Patch::from_name(name).expect(name));
    let over = Override { patches: Some(both.to_vec()), ..Override::default() };
    let parsed = parse_as("task A\nat 0 wake A\n", &over);
    assert!(parsed.is_ok() && said(&parsed).contains("sum-jlag and half-jlag change the same rule"), "{}", said(&parsed));
}

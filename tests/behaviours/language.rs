//! How behaviours are written, what is said about mistakes, and that printing loses nothing.

use eevdf_lab::scenario::{Scenario, parse, print};
use eevdf_lab::sim::behaviour::Item;
use expect_test::{Expect, expect};

fn read(text: &str) -> Scenario {
    let parsed = parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    parsed.scenario
}

/// The behaviours as they are printed.
fn printed(text: &str) -> String {
    let text = print(&read(text));
    text.lines().filter(|line| line.starts_with("task")).map(|line| format!("{line}\n")).collect()
}

fn said(text: &str) -> String {
    parse(text).diagnostics.iter().map(|d| format!("{d}\n")).collect()
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&said(text));
}

#[test]
fn all_items_are_read_and_printed() {
    let expected = expect![[r#"
        task A slice=2000000 : run 5000000; sleep 10000000; loop { timer 19000000; run 1000000~2000000; wake B sync; loop 3 { yield; run 7 } }
        task B : loop { wait; run 1 }
    "#]];
    let text = "kernel v7.2\ntask A slice=2ms : run 5ms; sleep 10ms; loop { timer 19ms; run 1~2ms; wake B sync; loop 3 { yield; run 7 } }\n\
                task B : loop { wait; run 1 }\nat 1s end";
    expected.assert_eq(&printed(text));
    // Blanks do not matter, nor does a `;` too many; the `:` may cling to the name or to the first item.
    let text = "kernel v7.2\ntask A slice=2ms: run 5ms;sleep 10ms;loop{timer 19ms;run 1~2ms;wake B sync;loop 3{yield;run 7;}}; # end\n\
                task B :loop { wait; run 1 }\nat 1s end";
    expected.assert_eq(&printed(text));
}

#[test]
fn times_count_in_the_unit_and_may_be_fractions() {
    let scenario = read("unit 1ms\ntask A: run 2; sleep 40/3; run 1~3; run 500us~1\nat 9 end");
    let Some(behaviour) = &scenario.script.tasks[0].behaviour else { panic!("a behaviour") };
    let [Item::Run(run), Item::Sleep(sleep), Item::Run(drawn), Item::Run(mixed)] = &behaviour.0[..] else {
        panic!("{behaviour:?}")
    };
    let ns = |n: i64| eevdf_lab::model::num::Num::from(n);
    assert_eq!((&run.least, &run.most), (&ns(2_000_000), &ns(2_000_000)));
    assert_eq!(&sleep.least * &ns(3), ns(40_000_000));
    assert_eq!((&drawn.least, &drawn.most), (&ns(1_000_000), &ns(3_000_000)));
    assert_eq!((&mixed.least, &mixed.most), (&ns(500_000), &ns(1_000_000)));
    let again = read(&print(&scenario));
    assert_eq!(again.script.tasks, scenario.script.tasks);
}

#[test]
fn a_range_printed_in_two_units_reads_back() {
    // In units of 1/3 s the upper end is short, and the lower one only in ns.
    let scenario = read("unit 1/3s\ntask A: run 7ns~2s\nat 9 end");
    assert_eq!(read(&print(&scenario)).script.tasks, scenario.script.tasks, "{}", print(&scenario));
    let scenario = read("unit 1/3s\ntask A: run 1s~1000000007ns\nat 9 end");
    assert_eq!(read(&print(&scenario)).script.tasks, scenario.script.tasks, "{}", print(&scenario));
}

#[test]
fn mistakes_name_place_finding_and_expectation() {
    check(
        "task A :\ntask B: dance 3\ntask C : run\ntask D : run 0\ntask E : run 3 4\ntask F : run 5~2\ntask G : run 1/3~2\n\
         task H : wake H\ntask I : wake Z; run 1\ntask J : loop { yield }\ntask K : loop 0 { run 1 }\ntask L : loop { run 1\n\
         task M : run 1 }\ntask N : loop 3 { }\ntask O : loop run 3\ntask P : wait 3\ntask Q : slep 3\ntask R : wake A synk\n\
         task S : run -3\ntask T : sleep 1~\ntask U : timer 1~2\ntask a;b",
        expect![[r#"
            1:8: a behaviour without anything in it; expected some of run sleep timer wake wait yield loop after the `:`
            2:9: `dance` in a behaviour; expected one of run sleep timer wake wait yield loop
            3:10: `run` lacks a value; expected run D or run D~D
            4:14: the time to run is 0; expected more than 0
            5:16: `4` after `run`; expected run D or run D~D; `;` separates what is done
            6:14: the time to run is `5~2`; expected D~D with two whole numbers of ns, the smaller one first
            7:14: the time to run is `1/3~2`; expected D~D with two whole numbers of ns, the smaller one first
            8:15: H wakes itself, but it is awake when it does; expected another task's name
            9:15: unknown task `Z`; expected one of A B C D E F G H I J K L ...
            10:10: an endless loop in which no time passes; expected a run, sleep, timer or wait in it
            11:15: the number of rounds is `0`; expected a whole number from 1 to 1000000, or none for ever
            12:15: a `{` that is not closed; expected a `}` on the same line
            13:16: `}` in a behaviour; expected one of run sleep timer wake wait yield loop
            14:10: a loop with nothing in it; expected loop { .. } or loop N { .. }
            15:15: the number of rounds is `run`; expected a whole number from 1 to 1000000, or none for ever
            16:15: `3` after `wait`; expected nothing after it but `;` or `}`; `;` separates what is done
            17:10: `slep` (did you mean `sleep`?) in a behaviour; expected one of run sleep timer wake wait yield loop
            18:17: `synk` after `wake`; expected wake X [sync]; `;` separates what is done
            19:14: the time to run is -3; expected more than 0
            20:18: the time to sleep is missing; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            21:16: the timer's period has an unknown unit: `1~2`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            22:6: the name `a;b`; expected a name without `=`, `;`, `{` or `}` that does not start with `@` or `:` or end with `:`
        "#]],
    );
}

#[test]
fn an_endless_behaviour_needs_an_end() {
    check(
        "task A : run 3\ntask B weight=2 : run 1; loop 2 { loop { run 5; sleep 1 } }\nat 3 tick",
        expect![[r#"
            2:35: B loops for ever, and nothing ends the run; expected `at T end` as the last line
        "#]],
    );
    read("task A : run 3; loop 3 { sleep 1 }");
    check(
        "task A : loop { run 3 }; sleep 4\nat 9 end",
        expect![[r#"
        1:26: warning: what follows an endless loop is never done
    "#]],
    );
}

#[test]
fn limits_bound_nesting_length_and_rounds() {
    let nested = |n: usize| format!("task A : {} run 1 {}\nat 9 end", "loop 2 {".repeat(n), "}".repeat(n));
    assert_eq!(said(&nested(8)), "");
    check(
        &nested(9),
        expect![[r#"
        1:74: loops within more than 8 loops; expected at most 8
    "#]],
    );
    let long = |n: usize| format!("task A : {}\nat 9 end", "run 1;".repeat(n));
    assert_eq!(said(&long(1000)), "");
    check(
        &long(1001),
        expect![[r#"
        1:6010: more than 1000 things to do; expected at most 1000
    "#]],
    );
    check(
        "task A : loop 1000001 { run 1 }",
        expect![[r#"
        1:15: the number of rounds is `1000001`; expected a whole number from 1 to 1000000, or none for ever
    "#]],
    );
    check(
        "seed -1\nseed 3\ntask A : run 99999999999999999999999999999999999999999s",
        expect![[r#"
        1:6: the seed is `-1`; expected a whole number from 0 to 18446744073709551615
        3:14: the time to run is too long a number: `99999999999999999999999999999999999999999s`; expected at most 40 digits, also of the value in ns and of a fraction's two numbers
    "#]],
    );
}

#[test]
fn generators_stand_for_tasks() {
    expect![[r#"
        task ct slice=8000000 : loop { timer 2777000; run 5000 }
        task s1 nice=5 slice=20000000 : loop { loop 3 { run 50000; wake r1 }; wait }
        task r1 nice=5 slice=20000000 : loop { wait; run 50000; wake s1 }
        task s2 nice=5 slice=20000000 : loop { loop 3 { run 50000; wake r2 }; wait }
        task r2 nice=5 slice=20000000 : loop { wait; run 50000; wake s2 }
    "#]].assert_eq(&printed(
        "kernel v7.2\ncyclictest ct period=2777us run=5us slice=8ms\nhackbench pairs=2 run=50us burst=3 slice=20ms nice=5\nat 1s end",
    ));
    check(
        "kernel v7.2\ncyclictest\ncyclictest a\ncyclictest b period=x\nhackbench pairs=2\nhackbench pairs=0 run=1us\nhackbench pairs=600 run=1us\n\
         hackbench pairs=1 run=1us\nhackbench pairs=1 run=1us\nhackbench pairs=1 run=1us color=red",
        expect![[r#"
            2:1: a cyclictest without a name; expected `cyclictest NAME period=D`
            3:1: a cyclictest without `period=`; expected `period=D`
            4:21: the period is `x`; expected a number as 24, 2.5 or 40/3, with or without one of the units ns us ms s
            5:1: hackbench without `pairs=` or `run=`; expected `hackbench pairs=N run=D`
            6:17: the number of pairs is `0`; expected a whole number from 1 to 1000
            7:1: more than 1000 tasks; expected at most 1000
            8:1: hackbench loops for ever, and nothing ends the run; expected `at T end` as the last line
            9:1: there is a task `s1` already; expected each name once
            10:27: unknown setting `color`; expected one of pairs= run= burst= nice= weight= slice= policy= cpu=
        "#]],
    );
}

//! What holds for every scenario and every text: printing loses nothing, and no text makes the parser panic.

use eevdf_lab::kernels::{ArithKind, FeatureFlag, Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Scenario, Severity, event_text, parse, print};
use eevdf_lab::sim::Script;
use eevdf_lab::sim::behaviour::{Behaviour, Item, Span};
use eevdf_lab::sim::script::{Action, Event, Picks, Policy, Standing, StateSpec, TaskSpec, Variant, WeightSpec, Who};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Any number; whole if a kernel has to hold it.
fn any_number(whole: bool) -> BoxedStrategy<Num> {
    let large = prop_oneof![-1000i64..1000, any::<i32>().prop_map(i64::from), -(1i64 << 50)..1 << 50];
    if whole {
        return large.prop_map(Num::from).boxed();
    }
    (large, prop_oneof![Just(1i128), Just(8), Just(1000), 1i128..1_000_000]).prop_map(|(n, d)| Num::frac(n.into(), d)).boxed()
}

fn not_negative(whole: bool) -> BoxedStrategy<Num> {
    any_number(whole).prop_map(|n| n.abs()).boxed()
}

fn positive(whole: bool) -> BoxedStrategy<Num> {
    any_number(whole).prop_map(|n| if n.is_zero() { Num::from(1) } else { n.abs() }).boxed()
}

fn weight(whole: bool) -> BoxedStrategy<Num> {
    // A kernel holds weights of 2 to 2^18 where nice 0 has 1024.
    if whole { (2i64..1 << 18).prop_map(Num::from).boxed() } else { positive(false) }
}

/// A time, or whole numbers of ns to draw from.
fn span(whole: bool) -> impl Strategy<Value = Span> {
    let fixed = positive(whole).prop_map(|time| Span { least: time.clone(), most: time });
    let drawn =
        (1i64..1 << 40, 0i64..1 << 40).prop_map(|(least, more)| Span { least: least.into(), most: (least + more).into() });
    prop_oneof![fixed, drawn]
}

/// What the task `me` of several does; it wakes others only.
fn behaviour(whole: bool, tasks: usize, me: usize) -> impl Strategy<Value = Behaviour> {
    let others: Vec<usize> = (0..tasks).filter(|task| *task != me).collect();
    let wake = match others.is_empty() {
        true => Just(Item::Wait).boxed(),
        false => (select(others), any::<bool>()).prop_map(|(task, sync)| Item::Wake { task, sync }).boxed(),
    };
    let item = prop_oneof![
        2 => span(whole).prop_map(Item::Run),
        1 => span(whole).prop_map(Item::Sleep),
        1 => positive(whole).prop_map(Item::Timer),
        1 => wake,
        1 => Just(Item::Wait),
        1 => Just(Item::Yield),
    ];
    let nested = item.prop_recursive(3, 12, 4, |item| {
        let times = prop::option::of(1u32..=1_000_000);
        (times, prop::collection::vec(item, 1..4), any::<u16>()).prop_map(|(times, mut items, run)| {
            items.push(Item::Run(Span { least: (i64::from(run) + 1).into(), most: (i64::from(run) + 1).into() }));
            Item::Loop { times, items }
        })
    });
    prop::collection::vec(nested, 1..5).prop_map(|mut items| {
        // What follows an endless loop earns a warning.
        if let Some(endless) = items.iter().position(is_endless) {
            items.truncate(endless + 1);
        }
        Behaviour(items)
    })
}

fn is_endless(item: &Item) -> bool {
    matches!(item, Item::Loop { times: None, .. })
}

fn variant() -> impl Strategy<Value = Variant> {
    let arith = select(vec![None, Some(ArithKind::Exact), Some(ArithKind::Kernel)]);
    let features = subsequence(FeatureFlag::ALL.to_vec(), 0..4);
    (select(Kernel::ALL.to_vec()), arith, features, any::<u64>()).prop_map(|(kernel, arith, features, bits)| {
        let features = features.into_iter().enumerate().map(|(i, feature)| (feature, bits >> (60 + i) & 1 == 1)).collect();
        let fitting = Patch::all().filter(|p| p.fits(kernel));
        let patches = fitting.enumerate().filter(|(i, _)| bits >> i & 3 == 3).map(|(_, p)| p).collect();
        Variant { kernel, patches, features, arith }
    })
}

fn task(whole: bool) -> impl Strategy<Value = TaskSpec> {
    let weight = prop_oneof![(-20i32..=19).prop_map(WeightSpec::Nice), weight(whole).prop_map(WeightSpec::Weight)];
    let policy = select(vec![Policy::Normal, Policy::Batch, Policy::Idle]);
    (weight, prop::option::of(positive(whole)), positive(whole), policy, any_number(whole)).prop_map(
        |(weight, slice, base_slice, policy, lag)| TaskSpec {
            name: String::new(),
            weight,
            slice,
            base_slice,
            policy,
            lag,
            cpu: 0,
            behaviour: None,
        },
    )
}

fn state(whole: bool) -> impl Strategy<Value = StateSpec> {
    let value = || prop::option::of(any_number(whole));
    let standing = select(vec![Standing::Queued, Standing::Running, Standing::Delayed, Standing::Asleep]);
    (value(), value(), value(), value(), standing).prop_map(|(v, d, vlag, vprot, standing)| StateSpec {
        task: 0,
        v,
        d,
        vlag,
        vprot,
        standing,
    })
}

fn action(whole: bool, tasks: usize) -> impl Strategy<Value = Action> {
    let named = move || (0..tasks).prop_map(Who::Task);
    let who = move || prop_oneof![3 => named(), 1 => Just(Who::Curr)];
    prop_oneof![
        (named(), any::<bool>(), prop::option::of(any_number(whole))).prop_map(|(who, sync, lag)| Action::Wake {
            who,
            sync,
            lag
        }),
        named().prop_map(Action::Fork),
        who().prop_map(Action::Sleep),
        who().prop_map(Action::Exit),
        (who(), -20i32..=19).prop_map(|(who, nice)| Action::Nice(who, nice)),
        (who(), not_negative(whole)).prop_map(|(who, slice)| Action::Slice(who, slice)),
        (who(), weight(whole)).prop_map(|(who, weight)| Action::Reweight(who, weight)),
        (named(), any_number(whole)).prop_map(|(who, lag)| Action::SetLag(who, lag)),
        named().prop_map(Action::Pick),
        Just(Action::Idle),
        select(vec![Action::Yield, Action::Tick, Action::Resched]),
    ]
}

fn scenario() -> impl Strategy<Value = Scenario> {
    (variant(), 1usize..6)
        .prop_flat_map(|(variant, tasks)| {
            let whole = variant.arith.unwrap_or(variant.kernel.default_arith()) == ArithKind::Kernel;
            let nice0 = if whole { Just(Num::from(1024)).boxed() } else { positive(false) };
            let unit = prop_oneof![select(vec![1i64, 1000, 1_000_000]).prop_map(Num::from), positive(whole)];
            let spans = (positive(whole), positive(whole), positive(whole), any_number(whole), not_negative(whole));
            let events = prop::collection::vec((not_negative(whole), action(whole, tasks)), 0..12);
            let parts =
                (unit, nice0, spans, prop::collection::vec(task(whole), tasks), prop::collection::vec(state(whole), 0..=tasks));
            (Just(variant), parts, events, any::<(bool, bool)>(), select(vec!["", "Two tasks # and more", "Ü"]))
        })
        .prop_map(|(variant, (unit, nice0, spans, mut tasks, mut states), mut events, (slice_end, in_task), title)| {
            for (id, task) in tasks.iter_mut().enumerate() {
                task.name = ["T1", "kworker/0:1", "a#b", "ß", "-"][id].to_string();
            }
            let mut running = 0;
            for (id, state) in states.iter_mut().enumerate() {
                state.task = id;
                running += usize::from(state.standing == Standing::Running);
                if running > 1 && state.standing == Standing::Running {
                    state.standing = Standing::Queued;
                }
            }
            events.sort_by(|a, b| a.0.cmp(&b.0));
            let mut script = Script {
                variant,
                unit,
                nice0,
                base_slice: spans.0,
                norm_slice: spans.1,
                tick: Num::ZERO,
                tick_nsec: spans.2,
                slice_end,
                picks: if in_task { Picks::Followed } else { Picks::Own },
                slack: Num::from(7),
                in_task,
                vstart: spans.3,
                threshold: spans.4,
                fair_server: None,
                cpus: 1,
                seed: 0,
                tasks,
                states,
                events: Vec::new(),
            };
            // Request ends would be too many in most random runs.
            script.slice_end &= events.last().is_none_or(|(at, _)| *at < Num::from(1));
            for (at, action) in events {
                let text = event_text(&script, &action);
                script.events.push(Event { at, cpu: 0, action, text, line: 0 });
            }
            Scenario { title: title.to_string(), source: (!title.is_empty()).then(|| "<id@example.org>".to_string()), script }
        })
}

/// The same with a seed and behaviours for some of its tasks; it ends with `end`.
fn behaving() -> impl Strategy<Value = Scenario> {
    scenario().prop_flat_map(|scenario| {
        let variant = &scenario.script.variant;
        let whole = variant.arith.unwrap_or(variant.kernel.default_arith()) == ArithKind::Kernel;
        let tasks = scenario.script.tasks.len();
        let behaviours: Vec<_> = (0..tasks).map(|me| prop::option::of(behaviour(whole, tasks, me))).collect();
        (Just(scenario), behaviours, any::<u64>()).prop_map(|(mut scenario, behaviours, seed)| {
            let script = &mut scenario.script;
            script.seed = seed;
            for (task, behaviour) in script.tasks.iter_mut().zip(behaviours) {
                task.behaviour = behaviour;
            }
            let at = script.events.last().map_or(Num::ZERO, |event| event.at.clone());
            script.events.push(Event { at, cpu: 0, action: Action::End, text: "end".to_string(), line: 0 });
            scenario
        })
    })
}

/// Line numbers belong to a text, not to what it says.
fn without_lines(mut scenario: Scenario) -> Scenario {
    scenario.script.events.iter_mut().for_each(|event| event.line = 0);
    scenario
}

/// Lines made of the language's own words, which reach further into the parser than random characters.
fn nearly_a_scenario() -> impl Strategy<Value = String> {
    let words = "title source kernel patch arith feature unit nice0 base_slice tick slice_end state task seed cyclictest hackbench pairs=2 period=1 burst=3 run timer loop wait sync { } ; 1~2 at + +1 +1/3 0 1 2.5ms \
                 1/0 -7 99999999999999999999 ideal v7.2 v6.19-rc1 exact sum-jlag NO_PLACE_LAG A B A: : # @curr wake fork sleep \
                 exit yield nice slice reweight setlag end pick sync lag=3 lag= cpu=0 cpu=9 weight=1 weight=1/3 nice=-20 v=1 d= \
                 queued running delayed \u{202e} é =";
    let words: Vec<&'static str> = words.split_whitespace().collect();
    let line = prop::collection::vec(select(words.clone()), 0..6).prop_map(|words| words.join(" "));
    let setting = (select(words[..12].to_vec()), select(words.clone())).prop_map(|(name, value)| format!("{name} {value}"));
    let event = (select(vec!["at 0", "at 1/3", "+1", "+2.5ms"]), prop::collection::vec(select(words), 1..4))
        .prop_map(|(time, words)| format!("{time} {}", words.join(" ")));
    let lines = |line: BoxedStrategy<String>| prop::collection::vec(line, 0..15).prop_map(|lines| lines.join("\n"));
    let tasks = select(vec![
        "task A: run 1; wake B\ntask B : loop 2 { wait; run 1 }",
        "task A\ntask B",
        "task A weight=1/3 lag=7\ntask B slice=2.5ms",
        "task B\ntask é nice=-20",
    ]);
    (lines(setting.boxed()), tasks, lines(line.boxed()), lines(event.boxed()))
        .prop_map(|(header, tasks, lines, events)| format!("{header}\n{tasks}\n{lines}\n{events}"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn what_is_printed_reads_back_as_the_same_scenario(scenario in scenario()) {
        let text = print(&scenario);
        let parsed = parse(&text);
        let said: Vec<_> = parsed.diagnostics.iter().map(ToString::to_string).collect();
        prop_assert!(parsed.is_ok(), "{said:#?}\n{text}");
        prop_assert_eq!(without_lines(parsed.scenario), scenario, "{}", text);
    }

    #[test]
    fn behaviours_are_printed_without_loss(scenario in behaving()) {
        let text = print(&scenario);
        let parsed = parse(&text);
        let said: Vec<_> = parsed.diagnostics.iter().map(ToString::to_string).collect();
        prop_assert!(parsed.is_ok(), "{said:#?}\n{text}");
        prop_assert_eq!(without_lines(parsed.scenario), scenario, "{}", text);
    }

    #[test]
    fn what_reads_without_errors_runs(scenario in scenario()) {
        let parsed = parse(&print(&scenario));
        prop_assume!(parsed.is_ok());
        let recording = eevdf_lab::sim::run(&parsed.scenario.script);
        prop_assert!(recording.len() >= parsed.scenario.script.events.len());
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "(?s).{0,400}") {
        let parsed = parse(&text);
        prop_assert!(parsed.is_ok() || !parsed.diagnostics.is_empty());
    }

    #[test]
    fn what_could_be_read_prints_and_reads_back(text in nearly_a_scenario()) {
        let parsed = parse(&text);
        for diagnostic in &parsed.diagnostics {
            prop_assert!(diagnostic.line >= 1 && diagnostic.column >= 1 && !diagnostic.message.is_empty());
        }
        let scenario = without_lines(parsed.scenario);
        let printed = print(&scenario);
        let again = parse(&printed);
        // A run that would be too long stays one.
        let wrong: Vec<_> = again.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| &d.message).collect();
        let stays = |message: &&String| message.contains("automatic") || message.contains("nothing ends the run");
        prop_assert!(wrong.iter().all(stays), "{:?}\n{}", wrong, printed);
        prop_assert_eq!(without_lines(again.scenario), scenario, "{}", printed);
    }
}

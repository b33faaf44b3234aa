//! A dump of a kernel as an initial state: V, lags, letters, and what they are compared with.

use crate::{imports, of, said, snapshot};
use eevdf_lab::io::import::sched_debug::{Verdict, ms};
use eevdf_lab::io::import::{Options, import};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::model::num::Num;
use eevdf_lab::{scenario, sim};
use expect_test::expect;

/// A and B are nice 0 at 10 and 14 ms, C runs with nice 5 (weight 335) at 13 ms: V = (1024 (10 + 14) + 335 * 13) / 2383.
const DUMP: &str = "\
Sched Debug Version: v0.11, 6.12.88+deb12-cloud-amd64 #1
ktime                                   : 5526.923703
jiffies                                 : 4294893677

sysctl_sched
  .sysctl_sched_base_slice                 : 0.700000

cpu#0, 2300.003 MHz
  .nr_running                    : 9

cfs_rq[0]:/
  .zero_vruntime                 : 12.000000
  .avg_vruntime                  : 12.140579
  .nr_running                    : 3
  .h_nr_runnable                 : 3
  .h_nr_queued                   : 3
  .h_nr_delayed                  : 0

rt_rq[0]:
  .rt_nr_running                 : 0

runnable tasks:
 S            task   PID       vruntime   eligible    deadline             slice          sum-exec      switches  prio
------------------------------------------------------------------------------------------------------------------------
 S            init     1         9.000000   E           9.700000           0.700000      1669.403500       459     120        80.621199      1053.017550        17.422112   0      0        /
 S     migration/0    21       127.879356   N         128.558849           0.700000         2.855611         7       0         0.000000         0.000000         0.000000   0      0        /
 R               A   141        10.000000   E          10.700000           0.700000       174.114841       236     120      1028.414190         0.000000         0.000000   0      0        /
 R               B   142        14.000000   N          14.500000 S         0.500000        56.508508        77     120      1139.122229         0.000000         0.000000   0      0        /
>R               C   143        13.000000   N          15.000000           0.700000       517.965403       692     125       676.846701         0.000000         0.000000   0      0        /
";

#[test]
fn a_dump_becomes_a_scenario_in_its_own_numbers() {
    let imported = imports(DUMP, &Options::default());
    assert_eq!(said(&imported), [""; 0]);
    expect![[r#"
        title sched_debug of CPU 0, queue /, 6.12.88+deb12-cloud-amd64 #1
        # CPU 0, queue /: 3 tasks on the queue (C runs), 1 asleep, 1 not fair (prio below 100)
        # kernel v6.12: zero_vruntime and nr_running, as stable 6.12 kernels print them; those have later fixes than v6.12
        # V of the rows is 12.140579 ms, as .avg_vruntime prints it
        # E and N agree with V of the rows in 3 of 3 rows on the queue (4 of 4 fair rows)
        # tick 4 ms, from jiffies and ktime
        kernel v6.12
        unit 1ms
        base_slice 0.7
        tick 4
        vstart 12

        task A
        task B slice=0.5
        task C nice=5
        # task init

        state A v=10 d=10.7 queued
        state B v=14 d=14.5 queued
        state C v=13 d=15 running
        # Asleep; their lag is not printed. Without the # in front of both lines a task can be woken:
        # state init v=9 d=9.7 asleep

        at 40 end
    "#]]
    .assert_eq(&imported.scenario);
}

#[test]
fn v_and_lags_are_exact_and_the_model_starts_from_them() {
    let imported = imports(DUMP, &Options::default());
    let script = scenario::parse(&imported.scenario).scenario.script;
    let recording = sim::run(&script);
    let start = recording.step(0);
    assert_eq!(start.queue.avg_vruntime, Num::from(12_140_579));
    assert!(recording.len() > 10, "it can be stepped through");

    let queue = of(imported).queues.remove(0);
    let v = Num::frac(28_931_000_000, 2383);
    assert_eq!(queue.check.v, Some(v.clone()));
    let lags = [10_000_000, 14_000_000, 13_000_000].map(|own| Some(&v - &Num::from(own)));
    assert_eq!(queue.check.lags, [vec![None, None], lags.to_vec()].concat());
    assert_eq!(queue.check.eligible, [Some(true), None, Some(true), Some(false), Some(false)]);
    assert_eq!(queue.check.verdict, Verdict::Agrees);
    assert_eq!((queue.check.letters(&queue, true), queue.check.letters(&queue, false)), ((3, 3), (4, 4)));
}

#[test]
fn a_wrong_letter_is_counted() {
    let wrong = DUMP.replace("10.000000   E", "10.000000   N");
    let queue = snapshot(&wrong).queues.remove(0);
    assert_eq!(queue.check.letters(&queue, true), (2, 3));
}

#[test]
fn rows_of_another_moment_than_the_queue_lines_are_told_with_both_vs() {
    let later = DUMP.replace("12.140579", "11.140579");
    let imported = imports(&later, &Options::default());
    let expected = "rows and queue lines are of different moments: V of the rows is 12.140579 ms, .avg_vruntime prints 11.140579, \
                    the difference is -1.000000 ms";
    assert!(imported.found.iter().any(|s| s == expected), "{:#?}", imported.found);
    let check = of(imported).queues.remove(0).check;
    assert_eq!((check.verdict, check.difference()), (Verdict::OtherMoment, Some(-1_000_000)));

    let fewer = later.replace(".nr_running                    : 3", ".nr_running                    : 2");
    let imported = imports(&fewer, &Options::default());
    let expected = "and 3 rows are R while the queue lines say nr_running 2, h_nr_runnable 3: they can not be reconciled";
    assert!(imported.found.iter().any(|s| s.ends_with(expected)), "{:#?}", imported.found);
    assert_eq!(of(imported).queues[0].check.verdict, Verdict::Irreconcilable);
}

/// With init (nice 0 at 9 ms): V = (1024 (9 + 10 + 14) + 335 * 13) / 3407 = 11.196653 ms.
#[test]
fn the_delayed_task_is_the_one_with_which_v_is_the_printed_one() {
    let delayed = DUMP
        .replace("12.140579", "11.196653")
        .replace(".nr_running                    : 3", ".nr_running                    : 4")
        .replace(".h_nr_queued                   : 3", ".h_nr_queued                   : 4")
        .replace(".h_nr_delayed                  : 0", ".h_nr_delayed                  : 1");
    let imported = imports(&delayed, &Options::default());
    assert!(imported.scenario.contains("\nstate init v=9 d=9.7 delayed\n"), "{}", imported.scenario);
    let expected = "V of the rows is 12.140579 ms, .avg_vruntime prints 11.196653, the difference is -0.943926 ms; with init, asleep \
                    but still on the queue (delayed), V is the printed one to the ns";
    assert!(imported.found.iter().any(|s| s == expected), "{:#?}", imported.found);
    let recording = sim::run(&scenario::parse(&imported.scenario).scenario.script);
    assert_eq!(recording.step(0).queue.avg_vruntime, Num::from(11_196_653));
}

#[test]
fn a_delayed_task_that_v_does_not_tell_is_left_out_and_said() {
    let delayed = DUMP
        .replace(".nr_running                    : 3", ".nr_running                    : 4")
        .replace(".h_nr_delayed                  : 0", ".h_nr_delayed                  : 1");
    let said = imports(&delayed.replace("12.140579", "11.000000"), &Options::default()).found;
    let expected = "1 more asleep but still on the queue (delayed); which is not printed, and V does not tell: left out";
    assert!(said.iter().any(|s| s == expected), "{said:#?}");
}

#[test]
fn sleepers_take_part_if_asked_for() {
    let imported = imports(DUMP, &Options { asleep: true, ..Options::default() });
    assert!(imported.scenario.contains("\nstate init v=9 d=9.7 asleep\n"));
    assert!(imported.scenario.contains("\ntask init\n"));
}

#[test]
fn the_kernel_can_be_named() {
    let imported = imports(DUMP, &Options { kernel: Some(Kernel::V7_2), ..Options::default() });
    assert!(imported.scenario.contains("\nkernel v7.2\n"));
    assert!(imported.found[1].starts_with("kernel v7.2: as asked; the dump looks like v6.12: "), "{}", imported.found[1]);
}

/// Two CPUs; on the second a group, /g, with one task (weight half of nice 0) competes with a task of nice 0.
const TWO_CPUS: &str = "\
cfs_rq[0]:/
  .min_vruntime                  : 1.000000
runnable tasks:
>R               A    10         1.000000   E           4.000000           3.000000         1.000000       2     120   0      0        /
cfs_rq[1]:/g
  .min_vruntime                  : 7.000000
  .nr_queued                     : 1
  .se->vruntime                  : 8.000000
  .se->load.weight               : 524288
cfs_rq[1]:/
  .min_vruntime                  : 5.000000
  .avg_vruntime                  : 6.000000
  .nr_queued                     : 2
runnable tasks:
 R               A    11         5.000000   E           8.000000           3.000000         1.000000       2     120   0      0        /
>R               g    12         7.000000   E          10.000000           3.000000         1.000000       2     120   0      0        /g
";

#[test]
fn every_cpu_and_queue_is_there_and_groups_compete_as_one_entity() {
    let shot = snapshot(TWO_CPUS);
    let there: Vec<_> = shot.queues.iter().map(|q| (q.title(), q.rows.len(), q.check.v_ns.map(ms))).collect();
    let v = |ms: &str| Some(ms.to_string());
    let expected = [
        ("CPU 0, queue /".to_string(), 1, v("1.000000")),
        ("CPU 1, queue /g".to_string(), 1, v("7.000000")),
        // (1024 * 5 + 512 * 8) / 1536
        ("CPU 1, queue /".to_string(), 1, v("6.000000")),
    ];
    assert_eq!(there, expected);
    assert_eq!((shot.chosen, shot.queue().check.verdict), (2, Verdict::Agrees));

    let imported = imports(TWO_CPUS, &Options::default());
    assert!(imported.scenario.contains("\ntask /g weight=512\n"), "{}", imported.scenario);
    assert!(imported.scenario.contains("\nstate /g v=8 running\n"), "{}", imported.scenario);
    assert!(imported.found.iter().any(|s| s == "other queues with tasks: CPU 0, queue / (1 task), CPU 1, queue /g (1 task)"));
    let recording = sim::run(&scenario::parse(&imported.scenario).scenario.script);
    assert_eq!(recording.step(0).queue.avg_vruntime, Num::from(6_000_000));
}

#[test]
fn a_cpu_and_a_group_can_be_asked_for() {
    let ask = |cpu, queue: Option<&str>| Options { cpu, queue: queue.map(str::to_string), ..Options::default() };
    assert_eq!(of(imports(TWO_CPUS, &ask(Some(0), None))).chosen, 0);
    assert_eq!(of(imports(TWO_CPUS, &ask(None, Some("/g")))).chosen, 1);
    let refused = import(TWO_CPUS, &ask(Some(2), None)).unwrap_err().why.to_string();
    let expected = "1:1: no queue / on CPU 2 with rows, expected one of: CPU 0, queue /; CPU 1, queue /g; CPU 1, queue /";
    assert_eq!(refused, expected);
}

/// One CPU whose name a console lost, printed twice: A alone at 10 ms, later at 20 ms. B sleeps on CPU 1.
const TWO_MOMENTS: &str = "\
  .zero_vruntime                 : 10.000000
>R               A   141        10.000000   E          10.700000           0.700000       174.114841       236     120
  .zero_vruntime                 : 20.000000
>R               A   141        20.000000   E          20.700000           0.700000       184.114841       237     120
cfs_rq[1]:/
  .zero_vruntime                 : 5.000000
 S               B   142         5.000000   E           5.700000           0.700000       174.114841       236     120
";

#[test]
fn each_moment_of_a_cpu_and_a_queue_of_sleepers_is_named_and_can_be_opened() {
    let imported = imports(TWO_MOMENTS, &Options::default());
    assert!(imported.found[0].starts_with("a CPU that is not named, queue /: 1 task on the queue (A runs)"));
    let others = &imported.found[imported.found.len() - 2..];
    assert_eq!(
        others,
        [
            "other queues with tasks: a CPU that is not named, queue / (1 task, --queue /@3)",
            "other queues, with nobody on them: CPU 1, queue / (1 asleep)",
        ]
    );
    let v_at =
        |queue: &str| of(imports(TWO_MOMENTS, &Options { queue: Some(queue.into()), ..Options::default() })).queue().check.v_ns;
    assert_eq!((v_at("/"), v_at("/@1"), v_at("/@3")), (Some(10_000_000), Some(10_000_000), Some(20_000_000)));
    let asleep = imports(TWO_MOMENTS, &Options { cpu: Some(1), ..Options::default() });
    assert!(asleep.found[0].starts_with("CPU 1, queue /: 0 tasks on the queue (nobody runs), 1 asleep"));
    let why = import(TWO_MOMENTS, &Options { queue: Some("/@9".into()), ..Options::default() }).unwrap_err().why;
    assert!(why.expected.contains("a CPU that is not named, queue / (--queue /@3)"), "{why}");
}

#[test]
fn a_dump_of_the_largest_size_is_read_whole() {
    let row = " S               B   142         5.000000   E           5.700000           0.700000       174.114841       236     120\n";
    let rows = 64 * 1024 * 1024 / row.len() - 2;
    let text = format!("cfs_rq[0]:/\n  .zero_vruntime                 : 5.000000\n{}", row.repeat(rows));
    let imported = import(&text, &Options::default()).unwrap_or_else(|refused| panic!("{}", refused.why));
    assert!(said(&imported).iter().all(|remark| !remark.contains("too long")));
    assert_eq!(of(imported).queue().rows.len(), rows);
}

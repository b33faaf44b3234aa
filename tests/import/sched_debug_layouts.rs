//! Every way in which kernels and consoles have printed rows and queue lines.

use crate::{imports, of, said, snapshot};
use eevdf_lab::io::import::sched_debug::{Row, Snapshot};
use eevdf_lab::io::import::{Options, import};
use eevdf_lab::kernels::Kernel;

fn rows(snapshot: &Snapshot) -> Vec<&Row> {
    snapshot.queues.iter().flat_map(|q| &q.rows).collect()
}

/// The only row of a text: state, comm, v, d, slice, own, prio.
#[track_caller]
fn row(text: &str) -> (Option<char>, String, i64, i64, i64, bool, i32) {
    let imported = imports(text, &Options::default());
    assert_eq!(said(&imported), [""; 0]);
    let shot = of(imported);
    let [row] = rows(&shot)[..] else { panic!("one row in {text}") };
    (row.state, row.comm.clone(), row.v, row.d, row.slice, row.custom, row.prio)
}

#[test]
fn until_6_11_state_and_name_touch_and_sum_exec_is_there_twice() {
    let touching = " Ikworker/R-rcu_g     4        -1.048576 E        -1.039924         0.750000         0.000000         2   100         0.000000         0.000000         0.000000         0.000000 0 0 /";
    assert_eq!(row(touching), (Some('I'), "kworker/R-rcu_g".into(), -1_048_576, -1_039_924, 750_000, false, 100));
    let apart = " I    kworker/0:1     9     40954.080088 E     40957.028485         3.000000       132.979107      1516   120         0.000000       132.979107         0.000000         0.000000 0 0 /";
    assert_eq!(row(apart), (Some('I'), "kworker/0:1".into(), 40_954_080_088, 40_957_028_485, 3_000_000, false, 120));
    let guess = snapshot(touching).kernel;
    assert_eq!(guess.kernel, Kernel::V6_12);
    assert!(guess.why.contains("6.6 to 6.11"), "{}", guess.why);
}

#[test]
fn a_proposed_header_had_no_sum_exec_after_the_slice() {
    let text = " S pool_workqueue_     3       115.900753 E       118.861289         3.000000         3   120         0.000000         0.039464         0.000000         0.000000 0 0 /";
    assert_eq!(row(text), (Some('S'), "pool_workqueue_".into(), 115_900_753, 118_861_289, 3_000_000, false, 120));
}

#[test]
fn from_6_12_on_a_flag_may_stand_before_the_slice() {
    let flagged = " R          shorty   144      2351.335435   N        2351.825434 S         0.500000        98.659549       252     120       662.984008       430.547881         0.000000   0      0        /";
    assert_eq!(row(flagged), (Some('R'), "shorty".into(), 2_351_335_435, 2_351_825_434, 500_000, true, 120));
    let plain = " S       virtqemud  2689         0.541016   E           2.440104           3.000000        50.967960        80     120         0.000000         0.000000         0.000000   0      0        /system.slice/virtqemud.service";
    let shot = snapshot(plain);
    assert_eq!(rows(&shot)[0].path.as_deref(), Some("/system.slice/virtqemud.service"));
    assert_eq!(shot.queues[0].path, "/system.slice/virtqemud.service");
}

#[test]
fn a_name_may_hold_blanks_and_colons_and_a_state_may_be_lost() {
    let text = |head: &str| {
        format!("{head}  1082         0.980940 E         1.987451         3.000000         0.094819         9   120 ")
    };
    let names = [" S       JS Helper", "       JS Helper", " S S: a b", " S S S", " SWeb Content abc"];
    let read: Vec<_> = names.iter().map(|n| row(&text(n))).map(|(state, comm, ..)| (state, comm)).collect();
    let expected = [
        (Some('S'), "JS Helper"),
        (None, "JS Helper"),
        (Some('S'), "S: a b"),
        (Some('S'), "S S"),
        (Some('S'), "Web Content abc"),
    ];
    assert_eq!(read, expected.map(|(state, comm)| (state, comm.to_string())));
}

#[test]
fn real_time_tasks_have_vruntime_and_letter_but_no_place_in_the_fair_queue() {
    let text = " R     migration/0    21         1.000000   E         128.558849           0.700000         2.855611         7       0   /\n \
                R          dl     22         1.000000   E         128.558849           0.700000         2.855611         7      -1   /\n \
                R            fair    23         3.000000   E           6.000000           0.700000         2.855611         7     139   /\n";
    let queue = snapshot(text).queues.remove(0);
    assert_eq!(queue.rows.len(), 3);
    assert_eq!((queue.check.entities, queue.check.v_ns), (1, Some(3_000_000)));
    assert_eq!(queue.check.eligible, [None, None, Some(true)]);
}

#[test]
fn a_serial_console_splits_rows_and_adds_timestamps() {
    let text = "\
[   98.700000] cfs_rq[3]:/
[   98.700001]   .min_vruntime                  : -1.048576
[   98.740000]  R
[   98.749867]  pool_workqueue_     3      1042.492756 E      1045.469652         3.000000         0.051366         7   120
[   98.749868]         0.000000        14.023881         0.000000         0.000000
[   98.749869]  0 0
[   98.749870]  /a b
[   98.749871] >R
[   98.749872]         cpuhp/2    30      2760.969419 E      2763.960963         3.000000         0.325397        23   120
** 7113 printk messages dropped **
[   98.749874]         0.000000        14.023881         0.000000         0.000000
";
    let imported = imports(text, &Options::default());
    let lost = "1:1: 7113 lines were lost on the way, expected a whole dump, read from /sys/kernel/debug/sched/debug";
    let end = "11:24: the end of a row whose beginning is lost, expected the row before it";
    assert_eq!(said(&imported), [end, lost]);
    let shot = of(imported);
    let read: Vec<_> =
        shot.queues.iter().flat_map(|q| q.rows.iter().map(|r| (q.title(), r.comm.as_str(), r.state, r.running))).collect();
    let expected = [
        ("CPU 3, queue /".to_string(), "cpuhp/2", Some('R'), true),
        ("CPU 3, queue /a b".to_string(), "pool_workqueue_", Some('R'), false),
    ];
    assert_eq!(read, expected);
}

#[test]
fn lines_without_headings_are_moments_of_a_cpu_that_is_not_named() {
    let text = "\
PRE
    .zero_vruntime                 : 31316.407903
  >R            bash   487     50787.345112   E       50789.145972           2.800000     50780.298364        16     120         0.000000         0.000000         0.000000        /

    .zero_vruntime                 : 382548.253179
  >R            bash   487    427275.204288   E      427276.003584           2.800000    427268.157540        23     120         0.000000         0.000000         0.000000        /
";
    let shot = snapshot(text);
    let bases: Vec<_> = shot.queues.iter().map(|q| (q.cpu, q.base(), q.rows.len())).collect();
    let base = |ns| Some(("zero_vruntime", ns));
    assert_eq!(bases, [(None, base(31_316_407_903), 1), (None, base(382_548_253_179), 1)]);
    assert_eq!(shot.kernel.kernel, Kernel::V6_19Rc1);
}

/// The names that decide: queue lines, version, kernel.
#[test]
fn the_kernel_follows_from_the_names_and_the_version_where_they_leave_a_choice() {
    let cases = [
        ("zero_vruntime nr_running h_nr_delayed", "6.12.88", Kernel::V6_12),
        ("min_vruntime nr_running", "6.12", Kernel::V6_12),
        ("min_vruntime nr_queued h_nr_runnable", "6.17.1", Kernel::V6_12),
        ("zero_vruntime nr_queued", "6.19.2", Kernel::V6_19Rc1),
        ("zero_vruntime nr_queued", "", Kernel::V6_19Rc1),
        ("zero_vruntime nr_queued", "7.0.0", Kernel::Tip2026_03),
        ("zero_vruntime nr_queued sum_weight", "7.1.0", Kernel::Tip2026_03),
        ("zero_vruntime nr_queued sum_w_vruntime", "7.2.13", Kernel::V7_2),
        ("zero_vruntime nr_queued sum_shift", "", Kernel::V7_2),
    ];
    for (names, version, expected) in cases {
        let lines: String = names.split(' ').map(|name| format!("  .{name:<30}: 1.000000\n")).collect();
        let row = ">R            bash   487         1.000000   E           3.800000           2.800000         1.000000        16     120   /\n";
        let version = if version.is_empty() { String::new() } else { format!("Sched Debug Version: v0.11, {version}\n") };
        let guess = snapshot(&format!("{version}cfs_rq[0]:/\n{lines}{row}")).kernel;
        assert_eq!(guess.kernel, expected, "{names} {version}: {}", guess.why);
    }
}

#[test]
fn counters_may_be_negative_and_values_may_have_a_size_behind() {
    let text = "\
cfs_rq[0]:/
  .h_nr_runnable                 : -3046
  .sum_w_vruntime                : 179270928384 (37 bits)
>R            bash   487        -1.048576   E           3.800000           2.800000         1.000000        16     120   /
";
    let queue = snapshot(text).queues.remove(0);
    assert_eq!((queue.count("h_nr_runnable"), queue.count("sum_w_vruntime")), (Some(-3046), Some(179_270_928_384)));
    assert_eq!(queue.field("sum_w_vruntime"), Some("179270928384 (37 bits)"));
}

#[test]
fn what_is_not_understood_is_named_with_its_place_and_the_rest_is_read() {
    let good = " R               A   141        10.000000   E          10.700000           0.700000       174.114841       236     120   /";
    let text = format!(
        "> cfs_rq[0]:/\n> {good}\n> what is this\n\
         > R  B  142  10.000000  E  99999999999999.000000  0.700000  1.000000  2  120  /\n\
         > R  C  143  10.000000  E  10.000000  0.700000  1.000000  2  150  /\n\
         > R  D  144  10.000000  E  10.000000  0.700000\n\
         > R  E  1x4  10.000000  E  10.000000  0.700000  1.000000  2  120  /\n\
         > R  F  146  10.000000  E  10.000000  0.700000  1.000000  2  120  nonsense\n"
    );
    let imported = imports(&text, &Options::default());
    let expected = [
        "3:3: `what is this` is not understood, expected a heading, `.name : value` or a task's row",
        "4:28: the deadline is `99999999999999.000000`, expected a time in ms with six digits that fits 64 bits of ns",
        "5:62: the prio is `150`, expected a number from -1 to 139",
        "6:28: a row without switches and prio, expected one that goes on",
        "7:9: the pid is `1x4`, expected a number",
        "8:67: `nonsense` after the prio, expected times, node, group and path",
    ];
    assert_eq!(said(&imported), expected);
    assert_eq!(rows(&of(imported)).len(), 1);
}

#[test]
fn queue_lines_alone_are_no_state() {
    let refused = import("cfs_rq[2]:/autogroup-892\n  .nr_queued                     : 1\n", &Options::default()).unwrap_err();
    let expected = "1:1: lines of sched_debug without a task's row, expected rows as well: \
                    `S comm pid vruntime E deadline slice ...`, printed below `runnable tasks:`";
    assert_eq!(refused.why.to_string(), expected);
    let real_time = "R     migration/0    21   1.000000   E    128.558849    0.700000     2.855611    7    0   /\n";
    let refused = import(real_time, &Options::default()).unwrap_err();
    assert_eq!(refused.why.to_string(), "1:1: no row of a fair task, expected a row with a prio from 100 to 139");
}

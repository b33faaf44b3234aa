//! The captures that lie beside the project, where they are present.

use crate::{imports, of, said};
use eevdf_lab::io::import::sched_debug::{Snapshot, Verdict};
use eevdf_lab::io::import::{Kind, Options, find, import};
use eevdf_lab::kernels::Kernel;
use eevdf_lab::{scenario, sim};
use std::path::{Path, PathBuf};

/// The folder with captures; `None`, said, where it is absent.
pub fn folder(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/data").join(name);
    if !path.is_dir() {
        println!("skipped: {} is absent", path.display());
        return None;
    }
    Some(path)
}

pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()
}

fn dump(file: &str) -> Option<(Vec<String>, Snapshot)> {
    let text = read(&folder("real-kernel")?.join(file));
    let imported = imports(&text, &Options::default());
    assert_eq!(said(&imported), [""; 0], "{file}");
    Some((imported.found.clone(), of(imported)))
}

#[test]
fn v_of_the_first_6_12_dump_is_the_printed_one_and_all_letters_agree() {
    let Some((_, shot)) = dump("v6.12-1cpu/sched_debug_1.txt") else { return };
    let queue = shot.queue();
    assert_eq!(shot.kernel.kernel, Kernel::V6_12);
    assert_eq!((queue.check.v_ns, queue.check.printed_v), (Some(2_351_252_302), Some(2_351_252_302)));
    assert_eq!(queue.check.verdict, Verdict::Agrees);
    assert_eq!((queue.check.letters(queue, true), queue.rows.len()), ((6, 6), 62));
    assert_eq!(queue.check.letters(queue, false), (59, 59));
    assert_eq!((shot.tick, shot.base_slice), (Some(4_000_000), Some(700_000)));

    let text = read(&folder("real-kernel").unwrap().join("v6.12-1cpu/sched_debug_1.txt"));
    let script = scenario::parse(&import(&text, &Options::default()).unwrap().scenario).scenario.script;
    assert_eq!(sim::run(&script).step(0).queue.avg_vruntime.to_i64(), Some(2_351_252_302));
}

/// The second dump was taken while pong was asleep but still on the queue: with its row V is the printed one.
#[test]
fn the_second_6_12_dump_agrees_once_its_delayed_task_is_counted() {
    let Some((found, shot)) = dump("v6.12-1cpu/sched_debug_2.txt") else { return };
    let queue = shot.queue();
    let names: Vec<_> = queue.check.delayed.iter().map(|&at| queue.rows[at].comm.as_str()).collect();
    assert_eq!((names, queue.check.verdict), (vec!["pong"], Verdict::Agrees));
    assert_eq!((queue.check.v_ns, queue.check.printed_v), (Some(2_751_568_618), Some(2_751_568_618)));
    assert_eq!(queue.check.runnable_v, Some(2_751_535_518));
    assert!(found.iter().any(|s| s.contains("the difference is 0.033100 ms; with pong, ")), "{found:#?}");
}

#[test]
fn the_7_2_dumps_are_of_two_moments() {
    let Some((found, shot)) = dump("v7.2-1cpu/sched_debug_1.txt") else { return };
    let check = &shot.queue().check;
    assert_eq!((shot.kernel.kernel, check.verdict), (Kernel::V7_2, Verdict::Irreconcilable));
    assert_eq!((check.v_ns, check.printed_v, check.entities), (Some(2_468_749_758), Some(2_466_718_290), 8));
    let counts = "8 rows are R while the queue lines say nr_queued 6, h_nr_runnable 5: they can not be reconciled";
    assert!(found.iter().any(|s| s.ends_with(counts)), "{found:#?}");

    let Some((_, shot)) = dump("v7.2-1cpu/sched_debug_2.txt") else { return };
    let check = &shot.queue().check;
    assert_eq!((check.verdict, check.v_ns, check.printed_v), (Verdict::OtherMoment, Some(2_879_017_783), Some(2_877_236_737)));
}

/// How many rows the sentences about queues tell of, in words: `1 task`, `3 asleep`, `4 whose state is lost`.
fn told_rows(found: &[String]) -> usize {
    let words = ["task", "tasks", "asleep", "not", "whose"];
    let queues = found.iter().filter(|s| s.starts_with("other queues") || s.contains(" on the queue ("));
    let pairs = |s: &String| -> usize {
        let split: Vec<&str> = s.split([' ', '(', ',', ')']).filter(|w| !w.is_empty()).collect();
        let counted = split.windows(2).filter(|pair| words.contains(&pair[1]));
        counted.filter_map(|pair| pair[0].parse::<usize>().ok()).sum()
    };
    queues.map(pairs).sum()
}

#[test]
fn every_sched_debug_sample_gives_all_its_rows_and_names_every_other_line() {
    let Some(folder) = folder("sched_debug") else { return };
    // Rows and remarks of each file; `None`: refused.
    let expected = [
        ("02_", Some((7, 0))),
        ("02b", Some((5, 0))),
        ("03_", Some((5, 0))),
        ("04_", Some((5, 0))),
        ("05_", Some((16, 0))),
        ("06_", Some((2, 0))),
        ("07_", Some((2, 0))),
        ("08_", Some((10, 2))),
        ("09_", Some((1, 1))),
        ("10_", None),
        ("11_", None),
        ("12_", None),
    ];
    for file in files(&folder) {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let Some((_, counts)) = expected.iter().find(|(start, _)| name.starts_with(start)) else { continue };
        let found = import(&read(&file), &Options::default()).ok().map(|imported| {
            let remarks = imported.said.count();
            (told_rows(&imported.found), remarks)
        });
        assert_eq!(found, *counts, "{name}");
    }
}

#[test]
fn averages_and_totals_are_named_and_not_taken_for_a_state() {
    let refused = [
        ("bench/02_lkp_compare_excerpt.txt", Kind::LkpRows),
        ("perf/05_perf_sched_latency_fields.txt", Kind::PerfLatency),
        ("sched_debug/12_v6.18_proc_self_sched.txt", Kind::ProcSched),
        ("real-kernel/v6.12-1cpu/proc_sched.txt", Kind::ProcSched),
    ];
    let Some(folder) = folder("") else { return };
    for (file, kind) in refused {
        let why = import(&read(&folder.join(file)), &Options::default()).unwrap_err().why;
        assert!(why.what.starts_with(kind.title()), "{file}: {why}");
    }
}

#[test]
fn no_file_whatever_makes_the_import_stumble() {
    let Some(folder) = folder("") else { return };
    for file in files(&folder) {
        let text = read(&file);
        let mut kinds: Vec<Option<Kind>> = Kind::NAMED.map(Some).to_vec();
        kinds.push(None);
        for from in kinds {
            if let Ok(imported) = import(&text, &Options { from, ..Options::default() }) {
                let last = text.lines().count() as u32;
                assert!(imported.said.kept().iter().all(|r| r.line >= 1 && r.line <= last), "{}", file.display());
            }
        }
        assert!(find(&text).is_ok());
    }
}

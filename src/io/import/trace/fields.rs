//! The fields of the scheduler's trace events, in both notations: the kernel's `prev_comm=... prev_pid=...`, and perf's and
//! trace-cmd's `comm:pid [prio] R ==> comm:pid [prio]`.

use super::event::{Out, What, Who};
use super::scan::{between, number, numeric, value, word};

/// Events that say nothing about who runs when on top of the others.
const NO_EFFECT: [&str; 17] = [
    "sched_stat_runtime",
    "sched_stat_wait",
    "sched_stat_sleep",
    "sched_stat_iowait",
    "sched_stat_blocked",
    "sched_process_fork",
    "sched_process_exec",
    "sched_process_free",
    "sched_process_wait",
    "sched_process_hang",
    "sched_pi_setprio",
    "sched_setaffinity",
    "sched_wait_task",
    "sched_wake_idle_without_ipi",
    "sched_kthread_stop",
    "sched_kthread_stop_ret",
    "sched_prepare_exec",
];

/// What an event's fields say, or what was expected of them.
pub fn read<'a>(name: &'a str, fields: &'a str) -> Result<What<'a>, &'static str> {
    match name {
        "sched_switch" => switch(fields).ok_or(
            "`prev_comm= prev_pid= prev_prio= prev_state= ==> next_comm= next_pid= next_prio=` or `comm:pid [prio] R ==> comm:pid [prio]`",
        ),
        "sched_wakeup" | "sched_wakeup_new" | "sched_waking" => {
            let (who, cpu) = woken(fields).ok_or("`comm= pid= prio= target_cpu=` or `comm:pid [prio] CPU:nnn`")?;
            Ok(match name {
                "sched_waking" => What::Waking { who, cpu },
                // Before 4.3 a wake-up that came too late was printed, too.
                _ if value(fields, "success") == Some("0") => What::NoEffect(name),
                _ => What::Wakeup { who, cpu, new: name == "sched_wakeup_new" },
            })
        }
        "sched_process_exit" => named(fields).map(What::Exit).ok_or("`comm= pid= prio=`"),
        "sched_migrate_task" => migrate(fields).ok_or("`comm= pid= prio= orig_cpu= dest_cpu=`"),
        "sched_stat_runtime" => {
            let runtime = || named(fields).or_else(|| arrow_side(fields)).and(numeric::<u64>(fields, "runtime"));
            runtime().map(|_| What::NoEffect(name)).ok_or("`comm= pid= runtime=`")
        }
        _ if NO_EFFECT.contains(&name) => Ok(What::NoEffect(name)),
        _ => Ok(What::Foreign(name)),
    }
}

fn named(fields: &str) -> Option<Who<'_>> {
    Some(Who { comm: between(fields, "comm", "pid")?, pid: numeric(fields, "pid")?, prio: numeric(fields, "prio") })
}

fn switch(fields: &str) -> Option<What<'_>> {
    let Some(at) = fields.rfind("next_comm=") else { return arrow(fields) };
    let (prev, next) = fields.split_at(at);
    let out = state(value(prev, "prev_state")?)?;
    let prev =
        Who { comm: between(prev, "prev_comm", "prev_pid")?, pid: numeric(prev, "prev_pid")?, prio: numeric(prev, "prev_prio") };
    let next =
        Who { comm: between(next, "next_comm", "next_pid")?, pid: numeric(next, "next_pid")?, prio: numeric(next, "next_prio") };
    Some(What::Switch { prev, out, next })
}

/// `swapper/1:0 [120] R ==> name:pid [120]`; a comm may hold arrows.
fn arrow(fields: &str) -> Option<What<'_>> {
    for (at, arrow) in fields.match_indices("==>") {
        let (prev, next) = (fields[..at].trim_end(), fields[at + arrow.len()..].trim_start());
        let Some((prev, out)) = prev.rsplit_once(char::is_whitespace) else { continue };
        if let (Some(prev), Some(out), Some(next)) = (arrow_side(prev), state(out), arrow_side(next)) {
            return Some(What::Switch { prev, out, next });
        }
    }
    None
}

/// `comm:pid [prio]`, whatever follows.
fn arrow_side(text: &str) -> Option<Who<'_>> {
    for (at, _) in text.match_indices(" [") {
        let Some((prio, _)) = text[at + 2..].split_once(']') else { continue };
        let Some((comm, pid)) = text[..at].trim_end().rsplit_once(':') else { continue };
        if let (Some(pid), Some(prio)) = (number(pid), number(prio)) {
            return Some(Who { comm: comm.trim_start(), pid, prio: Some(prio) });
        }
    }
    None
}

fn woken(fields: &str) -> Option<(Who<'_>, Option<u32>)> {
    if let Some(who) = named(fields) {
        return Some((who, numeric(fields, "target_cpu")));
    }
    let who = arrow_side(fields)?;
    let cpu = fields.rsplit_once("CPU:").and_then(|(_, cpu)| number(word(cpu)?.0));
    Some((who, cpu))
}

fn migrate(fields: &str) -> Option<What<'_>> {
    let who = named(fields).or_else(|| arrow_side(fields))?;
    Some(What::Migrate { who, from: numeric(fields, "orig_cpu")?, to: numeric(fields, "dest_cpu")? })
}

/// The state in which a task left: letters (`R+`: preempted; of `D|W` the first counts), or the kernel's number, where the low
/// eight bits are the states, 16 and 32 of them those of the dead, and a preempted task has a bit above them.
pub fn state(word: &str) -> Option<Out> {
    if let Some(bits) = number::<u32>(word) {
        return Some(match bits & 0xff {
            0 => Out::Runnable,
            bits if bits & 0x30 != 0 => Out::Dead,
            _ => Out::Asleep,
        });
    }
    let known = word.bytes().all(|b| b.is_ascii_alphabetic() || b == b'|' || b == b'+');
    match word.as_bytes().first().filter(|_| known && word.len() <= 16)? {
        b'R' => Some(Out::Runnable),
        b'X' | b'x' | b'Z' => Some(Out::Dead),
        b'S' | b'D' | b'T' | b't' | b'I' | b'P' | b'K' | b'W' | b'p' => Some(Out::Asleep),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(comm: &str, pid: u32, prio: i32) -> Who<'_> {
        Who { comm, pid, prio: Some(prio) }
    }

    #[test]
    fn both_notations_of_a_switch_say_the_same() {
        let kernel = "prev_comm=my task:1 prev_pid=7 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=9 next_prio=19";
        let expected = What::Switch { prev: who("my task:1", 7, 120), out: Out::Runnable, next: who("b", 9, 19) };
        assert_eq!(read("sched_switch", kernel), Ok(expected));
        assert_eq!(read("sched_switch", &kernel.replace("==> ", "")), Ok(expected));
        assert_eq!(read("sched_switch", &kernel.replace("R+", "256")), Ok(expected));
        assert_eq!(read("sched_switch", "my task:1:7 [120] R+ ==> b:9 [19]"), Ok(expected));
    }

    #[test]
    fn a_comm_may_look_like_anything() {
        let read = |fields| read("sched_switch", fields);
        let prev = who("a ==> b [1] R", 7, 120);
        assert_eq!(
            read("a ==> b [1] R:7 [120] S ==> c:d:9 [120]"),
            Ok(What::Switch { prev, out: Out::Asleep, next: who("c:d", 9, 120) })
        );
        let text = "prev_comm=x next_comm=y prev_pid=1 prev_prio=120 prev_state=D ==> next_comm=z next_pid=2 next_prio=120";
        let prev = who("x next_comm=y", 1, 120);
        assert_eq!(read(text), Ok(What::Switch { prev, out: Out::Asleep, next: who("z", 2, 120) }));
    }

    #[test]
    fn states_are_letters_or_numbers() {
        let of = |words: &[&str]| words.iter().map(|w| state(w)).collect::<Vec<_>>();
        assert_eq!(of(&["R", "R+", "0", "256", "1024", "2048"]), vec![Some(Out::Runnable); 6]);
        assert_eq!(of(&["S", "D", "D|W", "T", "t", "I", "P", "1", "2", "1026", "64", "128"]), vec![Some(Out::Asleep); 12]);
        assert_eq!(of(&["X", "Z", "x", "16", "32"]), vec![Some(Out::Dead); 5]);
        assert_eq!(of(&["", "?", "-1", "R==>", "Q"]), vec![None; 5]);
    }

    #[test]
    fn wake_ups_name_the_cpu_where_the_task_will_be() {
        let woken = |name, fields| read(name, fields).unwrap();
        let a = who("a b", 5, 120);
        let wakeup = |cpu, new| What::Wakeup { who: a, cpu, new };
        assert_eq!(woken("sched_wakeup", "comm=a b pid=5 prio=120 target_cpu=003"), wakeup(Some(3), false));
        assert_eq!(woken("sched_wakeup", "comm=a b pid=5 prio=120 success=1 target_cpu=003"), wakeup(Some(3), false));
        assert_eq!(woken("sched_wakeup_new", "a b:5 [120] success=1 CPU:003"), wakeup(Some(3), true));
        assert_eq!(woken("sched_wakeup", "a b:5 [120]"), wakeup(None, false));
        assert_eq!(woken("sched_waking", "comm=a b pid=5 prio=120 target_cpu=000"), What::Waking { who: a, cpu: Some(0) });
        assert_eq!(woken("sched_wakeup", "comm=a b pid=5 prio=120 success=0 target_cpu=003"), What::NoEffect("sched_wakeup"));
    }

    #[test]
    fn the_others_are_read_or_known_by_name() {
        let fields = "comm=perf pid=35478 runtime=48942 [ns] vruntime=436496118956 [ns]";
        assert_eq!(read("sched_stat_runtime", fields), Ok(What::NoEffect("sched_stat_runtime")));
        assert_eq!(read("sched_stat_runtime", "comm=beta pid=3002 runtime=1 [ns]"), Ok(What::NoEffect("sched_stat_runtime")));
        let a = who("a", 5, 120);
        assert_eq!(read("sched_process_exit", "comm=a pid=5 prio=120"), Ok(What::Exit(a)));
        let moved = "comm=a pid=5 prio=120 orig_cpu=1 dest_cpu=2";
        assert_eq!(read("sched_migrate_task", moved), Ok(What::Migrate { who: a, from: 1, to: 2 }));
        assert_eq!(read("sched_pi_setprio", "anything"), Ok(What::NoEffect("sched_pi_setprio")));
        assert_eq!(read("tlb_flush", "pages:-1"), Ok(What::Foreign("tlb_flush")));
    }

    #[test]
    fn damaged_fields_say_what_was_expected() {
        let damaged = [
            "",
            "prev_comm=a prev_pid=1",
            "a:1 [120] ==> b",
            "prev_comm=a prev_pid=x prev_prio=1 prev_state=R ==> next_comm=b next_pid=1",
        ];
        for fields in damaged {
            assert!(read("sched_switch", fields).unwrap_err().starts_with("`prev_comm="), "{fields}");
        }
        for name in ["sched_wakeup", "sched_waking", "sched_process_exit", "sched_migrate_task", "sched_stat_runtime"] {
            assert!(read(name, "comm=a").is_err(), "{name}");
        }
    }
}

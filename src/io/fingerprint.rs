//! A short hash of a state, by which a page can tell that it computes another one than the page that made a link.
//!
//! Owns what goes into it: the exact numbers that a table can show, and their order. Must not know links.

use crate::model::num::Num;
use crate::sim::recording::Step;

/// Ten letters and digits that stand for all a step shows: its time and event, the queue, and each task's row.
pub fn fingerprint(step: &Step) -> String {
    let mut hash = Fnv::default();
    hash.number(&step.t);
    hash.text(&step.text);
    for queue in step.queues() {
        for number in [&queue.avg_vruntime, &queue.base, &queue.sum_w_vruntime, &queue.load] {
            hash.number(number);
        }
        hash.text(&format!("{:?} {} {}", queue.curr, queue.nr_queued, queue.resched));
        for number in [&queue.sum_jlag, &queue.j].into_iter().flatten() {
            hash.number(number);
        }
    }
    for row in &step.tasks {
        for number in [&row.vruntime, &row.deadline, &row.vlag, &row.vprot, &row.slice, &row.weight, &row.sum_exec] {
            hash.number(number);
        }
        hash.text(&format!("{} {} {:?}", row.on_rq, row.sched_delayed, row.eligible));
        if !step.elsewhere.is_empty() {
            hash.text(&row.cpu.to_string());
        }
    }
    let mut text = String::new();
    let mut rest = hash.0 >> 14;
    for _ in 0..10 {
        text.push(char::from(b"0123456789abcdefghijklmnopqrstuv"[(rest & 31) as usize]));
        rest >>= 5;
    }
    text
}

/// FNV-1a, 64 bits, of a text: short, without a dependency, and the same on every machine.
pub(crate) fn hash(text: &str) -> u64 {
    let mut hash = Fnv::default();
    hash.bytes(text);
    hash.0
}

struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, text: &str) {
        for byte in text.bytes() {
            self.byte(byte);
        }
    }

    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// With an end, so that two texts in a row are not one.
    fn text(&mut self, text: &str) {
        self.bytes(text);
        self.byte(0);
    }

    fn number(&mut self, number: &Num) {
        self.text(&number.to_string());
    }
}

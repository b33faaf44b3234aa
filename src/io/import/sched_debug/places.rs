//! Where the queues of a CPU and a path stand in the list of all: a dump may have thousands.

use super::snapshot::Queue;
use std::collections::HashMap;

/// Levels of groups looked through at most.
const MAX_LEVELS: usize = 64;

/// Queues by CPU and path, in order.
#[derive(Default)]
pub(super) struct Places {
    by: HashMap<Option<u32>, HashMap<String, Vec<usize>>>,
}

impl Places {
    pub fn add(&mut self, queue: &Queue, at: usize) {
        self.by.entry(queue.cpu).or_default().entry(queue.path.clone()).or_default().push(at);
    }

    /// The last of them before a place in the list.
    pub fn last_before(&self, cpu: Option<u32>, path: &str, before: usize) -> Option<usize> {
        let all = self.all(cpu, path);
        all[..all.partition_point(|at| *at < before)].last().copied()
    }

    /// The last of them.
    pub fn last(&self, cpu: Option<u32>, path: &str) -> Option<usize> {
        self.all(cpu, path).last().copied()
    }

    /// The first of them.
    pub fn first(&self, cpu: Option<u32>, path: &str) -> Option<usize> {
        self.all(cpu, path).first().copied()
    }

    fn all(&self, cpu: Option<u32>, path: &str) -> &[usize] {
        self.by.get(&cpu).and_then(|paths| paths.get(path)).map_or(&[], Vec::as_slice)
    }
}

/// The paths above one, the nearest first, the root last.
pub(super) fn above(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(up(path), |path| up(path)).take(MAX_LEVELS)
}

fn up(path: &str) -> Option<&str> {
    match path.trim_end_matches('/').rfind('/')? {
        0 => Some("/"),
        end => Some(&path[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn above_a_group_are_its_parents_up_to_the_root() {
        let all = |path| above(path).collect::<Vec<_>>();
        assert_eq!(all("/a/b c/d"), ["/a/b c", "/a", "/"]);
        assert_eq!(all("/a"), ["/"]);
        assert_eq!(all("/"), [""; 0]);
        assert_eq!(all("x"), [""; 0]);
        assert_eq!(all(&"/".repeat(4000)), [""; 0]);
    }
}

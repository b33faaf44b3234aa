//! Task names of the world outside as legal and unique names of a scenario.
//!
//! A comm may hold anything: spaces, colons, markup, control characters. A scenario's name has no blanks, `=`, `;`, braces, invisible
//! characters, and does not begin with `@`, `:`, `#`.

use super::remark::visible;
use crate::scenario::limits::MAX_NAME;
use std::collections::{HashMap, HashSet};

/// The names given so far.
#[derive(Clone, Debug, Default)]
pub struct Names {
    taken: HashSet<String>,
    /// The number to try next with a name.
    numbers: HashMap<String, u64>,
}

impl Names {
    /// A name for a task: its comm if that is legal and free, else with its pid, else with a number.
    pub fn name(&mut self, comm: &str, pid: Option<&str>) -> String {
        let plain = legal(comm);
        let with_pid = pid.map(|pid| cut(&plain, &format!("-{}", legal(pid))));
        let name = [Some(plain.clone()), with_pid].into_iter().flatten().find(|name| !self.taken.contains(name));
        let name = name.unwrap_or_else(|| self.numbered(&plain));
        self.taken.insert(name.clone());
        name
    }

    fn numbered(&mut self, plain: &str) -> String {
        let next = self.numbers.entry(plain.to_string()).or_insert(2);
        loop {
            let name = cut(plain, &format!(".{next}"));
            *next += 1;
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

/// A text as a legal name; what may not stand in one becomes `_`.
pub fn legal(text: &str) -> String {
    let allowed = |c: char| !c.is_whitespace() && !matches!(c, '=' | ';' | '{' | '}') && visible(c);
    let name: String = text.trim().chars().take(MAX_NAME).map(|c| if allowed(c) { c } else { '_' }).collect();
    let name = if name.starts_with(['@', ':', '#']) { format!("_{}", &name[1..]) } else { name };
    match name.strip_suffix(':') {
        Some(rest) => format!("{rest}_"),
        None if name.is_empty() => "task".to_string(),
        None => name,
    }
}

/// A name with something after it, the whole not too long.
fn cut(name: &str, end: &str) -> String {
    let room = MAX_NAME.saturating_sub(end.chars().count());
    let start: String = name.chars().take(room).collect();
    format!("{start}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comm_keeps_what_a_scenario_allows() {
        let names = ["kworker/0:1", "JS Helper", "a=b", "@curr", ":x", "#c", "end:", "\u{1b}[31m", "<b>", ""].map(legal);
        assert_eq!(names, ["kworker/0:1", "JS_Helper", "a_b", "_curr", "_x", "_c", "end_", "_[31m", "<b>", "task"]);
    }

    #[test]
    fn a_name_given_twice_gets_the_pid_then_a_number() {
        let mut names = Names::default();
        let mut name = |comm, pid| names.name(comm, pid);
        assert_eq!(name("bash", Some("1")), "bash");
        assert_eq!(name("bash", Some("2")), "bash-2");
        assert_eq!(name("bash", Some("2")), "bash.2");
        assert_eq!(name("bash", None), "bash.3");
        let long = "x".repeat(40);
        assert_eq!(name(&long, Some("7")).len(), MAX_NAME);
        assert_eq!(name(&long, Some("7")), format!("{}-7", "x".repeat(MAX_NAME - 2)));
    }
}

//! No formula lies: every line is read back from its text and calculated anew, and its symbols are held against the rows of the
//! recording.
//!
//! `RANDOM_SCRIPTS=2000 cargo test --test explain_formulas` runs more random scripts than the default.

mod common;
#[path = "common/cpus.rs"]
mod on_cpus;

use eevdf_lab::explain::{Claim, Expr, Formula, Op, Relation, explain, one_line, why_text};
use eevdf_lab::kernels::{ArithKind, Kernel, Patch};
use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{self, GALLERY};
use eevdf_lab::sim::recording::{Phase, Recording, Step, Verb};
use eevdf_lab::sim::run;
use eevdf_lab::tables::number;
use std::iter::Peekable;
use std::str::Chars;

/// How many random scripts each test runs for each kernel.
fn how_many() -> u64 {
    std::env::var("RANDOM_SCRIPTS").ok().and_then(|n| n.parse().ok()).unwrap_or(25)
}

/// What a side of a line is worth if V0 is `v0`; `None` if it has symbols in it.
fn value(text: &str, v0: &Num) -> Option<Num> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader { chars: text.chars().peekable(), v0 };
    let sum = reader.sum()?;
    reader.chars.peek().is_none().then_some(sum)
}

/// A plain arithmetic reader, independent of how the lines were made.
struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    v0: &'a Num,
}

impl Reader<'_> {
    fn takes(&mut self, c: char) -> bool {
        self.chars.next_if_eq(&c).is_some()
    }

    fn sum(&mut self) -> Option<Num> {
        let mut sum = self.product()?;
        loop {
            if self.takes('+') {
                sum = sum + self.product()?;
            } else if self.takes('-') {
                sum = sum - self.product()?;
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self) -> Option<Num> {
        let mut product = self.factor()?;
        loop {
            if self.takes('*') {
                product = product * self.factor()?;
            } else if self.takes('/') {
                product = &product / &self.factor()?;
            } else {
                return Some(product);
            }
        }
    }

    fn factor(&mut self) -> Option<Num> {
        self.takes('~');
        if self.takes('-') {
            return Some(-self.factor()?);
        }
        if self.takes('(') {
            let inner = self.sum()?;
            return self.takes(')').then_some(inner);
        }
        let mut word = String::new();
        while let Some(c) = self.chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '.') {
            word.push(c);
        }
        match word.as_str() {
            "V0" => Some(self.v0.clone()),
            "min" | "max" if self.takes('(') => {
                let a = self.sum()?;
                let b = self.takes(',').then(|| self.sum())??;
                self.takes(')').then_some(if word == "min" { a.min(b) } else { a.max(b) })
            }
            digits => number::parse(digits),
        }
    }
}

/// Reads a line back. Returns what is wrong with it, if anything.
fn misread(line: &str, unit: &Num, v0: &Num) -> Option<String> {
    let near = |a: &Num, b: &Num| (a - b).abs() < &Num::from(2) / unit;
    // Rounded terms: three decimals each, times whatever weight stands beside them.
    let roughly = |a: &Num, b: &Num| &(a - b).abs() * &Num::from(1000) <= &a.abs().max(b.abs()) + &Num::from(100_000);
    if let Some((who, comparison)) = line.split_once(": v = ") {
        let (left, right) = comparison.split_once(" V = ").expect("a candidate's line compares with V");
        let (v, sign) = left.rsplit_once(' ').expect("a sign");
        let (average, verdict) = right.split_once(" (").expect("E or N");
        let (v, average) = (value(v, v0)?, value(average, v0)?);
        let overflow = verdict.contains("kernel's integers");
        let approximate = line.contains('~');
        let eligible = verdict.starts_with('E') != overflow;
        let right = approximate || ((v <= average) == eligible && (sign == "<=") == eligible);
        return (!right).then(|| format!("{who} is not told rightly"));
    }
    let (line, other) = match line.split_once(", but here ") {
        Some((line, other)) => (line, Some(other)),
        None => (line, None),
    };
    let (line, rounded) = match line.rsplit_once(" (rounded") {
        Some((line, _)) => (line, true),
        None => (line, false),
    };
    let line = line.split(" (unchanged)").next()?.split(" (was ").next()?;
    let values: Vec<Num> = line.split(" = ").filter_map(|side| value(side, v0)).collect();
    let same = |a: &Num, b: &Num| match (line.contains('~'), rounded) {
        (true, _) => roughly(a, b),
        (_, true) => near(a, b),
        _ => a == b,
    };
    if values.is_empty() {
        return Some("no number in it".to_string());
    }
    if let Some(pair) = values.windows(2).find(|pair| !same(&pair[0], &pair[1])) {
        return Some(format!("{} is not {}", pair[0], pair[1]));
    }
    let other = other.and_then(|o| value(o.split(" (").next()?, v0));
    other.filter(|o| o == values.last().expect("not empty")).map(|o| format!("{o} is no other value"))
}

/// The symbols that mean the whole queue, and what they are in the rows.
fn in_rows<'a>(name: &str, before: &'a Step, step: &'a Step) -> Option<&'a Num> {
    let (queue, name) = match name.strip_suffix('\'') {
        Some(name) => (&step.queue, name),
        None => (before.queue_of(step.cpu), name),
    };
    match name {
        "V" => Some(&queue.avg_vruntime),
        "J" => queue.j.as_ref(),
        "W" => Some(&queue.load),
        "sum_jlag" => queue.sum_jlag.as_ref(),
        _ => None,
    }
}

fn symbols<'a>(expr: &'a Expr, found: &mut Vec<(&'a str, &'a Num)>) {
    match expr {
        Expr::Symbol { name, value, .. } => found.push((name, value)),
        Expr::Number(_) => {}
        Expr::Binary(_, a, b) => {
            symbols(a, found);
            symbols(b, found);
        }
    }
}

/// Where a line may show a value that its calculation does not give: rules that break a relation, and old kernels' integers.
fn may_be_off(recording: &Recording, formula: &Formula, step: &Step) -> bool {
    let wraps = || {
        let mut used = Vec::new();
        formula.claims.iter().for_each(|c| [&c.left, &c.right].into_iter().for_each(|side| symbols(side, &mut used)));
        used.iter().any(|(_, n)| n.abs() >= Num::from(1_i64 << 61))
    };
    match recording.arith {
        ArithKind::Exact => step.verb == Verb::Reweight,
        ArithKind::Kernel => step.verb == Verb::Reweight || formula.text.ends_with("(by a rounded inverse of w)") || wraps(),
    }
}

/// Checks every line of a recording.
fn check(recording: &Recording, whence: &str) -> usize {
    let mut lines = 0;
    for i in 0..recording.len() {
        let step = &recording.step(i);
        let explanation = explain(recording, i);
        for formula in &explanation.formulas {
            lines += 1;
            let place = || format!("{whence}, step {}: {}", i + 1, formula.text);
            assert!(formula.holds(), "does not hold: {}", place());
            for v0 in [0, 1_000_003] {
                let wrong = misread(&formula.text, &recording.unit, &Num::from(v0));
                assert_eq!(wrong, None, "{}", place());
            }
            let warned = explanation.warnings.iter().any(|w| w.contains("overflow"));
            assert!(
                !formula.is_off() || warned || may_be_off(recording, formula, step),
                "an unexplained difference: {}",
                place()
            );
            // In exact runs every event is charged as its preview says, so the two rows hold all that a line may use.
            if recording.arith == ArithKind::Exact && i > 0 && step.phase != Phase::Pick {
                let before = &recording.step(i - 1);
                let mut used = Vec::new();
                for claim in &formula.claims {
                    symbols(&claim.left, &mut used);
                    symbols(&claim.right, &mut used);
                }
                for (name, value) in used {
                    if let Some(row) = in_rows(name, before, step) {
                        assert_eq!(value, row, "{name} is not that of the rows: {}", place());
                    }
                }
            }
        }
    }
    lines
}

#[test]
fn every_line_of_the_gallery_is_true() {
    let mut lines = 0;
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        lines += check(&run(&scenario::parse(entry.text).scenario.script), entry.key);
    }
    assert!(lines > 500, "only {lines} lines were checked");
}

#[test]
fn every_line_of_random_runs_is_true() {
    for kernel in Kernel::ALL {
        let one = |seed| check(&run(&common::script(seed, kernel)), &format!("{kernel:?}, seed {seed}"));
        let several = |seed| check(&run(&on_cpus::script_on_cpus(seed, kernel)), &format!("{kernel:?} on CPUs, seed {seed}"));
        let lines: usize = (0..how_many()).map(|seed| one(seed) + several(seed)).sum();
        assert!(lines > 1000, "only {lines} lines were checked on {kernel:?}");
    }
}

#[test]
fn the_check_finds_lies() {
    let (unit, v0) = (Num::from(1), Num::from(7));
    let told = |line: &str| misread(line, &unit, &v0);
    assert_eq!(told("jlag = (J + vlag) w = (8 + 12) * 1 = 20"), None);
    assert_eq!(told("vlag = V - v = V0 - (V0-12) = 12"), None);
    assert_eq!(told("k = S/W = -7/2 = -4 (rounded down)"), None);
    assert_eq!(told("dv = ran nice0/w = 3 * 1024/3 = 1024, but here 1023 (by a rounded inverse of w)"), None);
    assert_eq!(told("T2: v = V0-36 <= V = V0-8 (E), d = V0-33"), None);
    for lie in [
        "jlag = (J + vlag) w = (8 + 12) * 2 = 20",
        "vlag = V - v = V0 - (V0-12) = -12",
        "V' + J' = V0-8 + 9 = V0 (unchanged)",
        "k = S/W = -7/2 = -6 (rounded down)",
        "k = S/W = 7/2 = 3",
        "x = y",
        "dv = 5, but here 5",
        "T2: v = V0-36 <= V = V0-8 (N), d = V0-33",
        "T2: v = V0-36 > V = V0-8 (N), d = V0-33",
    ] {
        assert!(told(lie).is_some(), "not found out: {lie}");
    }
    let wrong = Claim { left: Expr::Number(3.into()), relation: Relation::Equal, right: Expr::Number(4.into()) };
    assert!(!Formula { text: "3 = 4".into(), claims: vec![wrong] }.holds());
    let product = Expr::Binary(Op::Div, Box::new(Expr::Number(3.into())), Box::new(Expr::Number(0.into())));
    assert_eq!(product.value(), None);
}

#[test]
fn v_plus_j_is_compared_and_every_change_of_it_has_a_reason() {
    let (mut stays, mut moves) = (0, 0);
    for (kernel, patch) in [(Kernel::Ideal, "sum-jlag"), (Kernel::Ideal, "half-jlag"), (Kernel::V6_19Rc1, "sum-jlag")] {
        for seed in 0..how_many() {
            let mut script = common::script(seed, kernel);
            script.variant.patches = vec![Patch::from_name(patch).expect("a known patch")];
            let recording = run(&script);
            for i in 1..recording.len() {
                let sum = |i: usize| {
                    let queue = &recording.step(i).queue;
                    &queue.avg_vruntime + queue.j.as_ref().expect("the patch keeps J")
                };
                // Words of a kernel wrap.
                let same = |a: Num, b: Num| (&(a - b) / &Num::from(1_i128 << 64)).is_integer();
                let same = |a: Num, b: Num| if kernel == Kernel::Ideal { a == b } else { same(a, b) };
                let told = explain(&recording, i).sentences.join(" ");
                let place = || format!("{kernel:?} {patch}, seed {seed}, step {}: {told}", i + 1);
                if told.contains("V + J stays") {
                    assert!(same(sum(i), sum(i - 1)), "{}", place());
                    stays += 1;
                }
                if told.contains("V + J moves") {
                    assert!(!same(sum(i), sum(i - 1)), "{}", place());
                    assert!(!told.contains("none that the rule keeps"), "{}", place());
                    moves += 1;
                }
                // A join or a leave of exact numbers that says neither has not moved it.
                let event = matches!(recording.step(i).verb, Verb::Join | Verb::Rejoin | Verb::Leave | Verb::Exit);
                if kernel == Kernel::Ideal && event && recording.step(i).phase == Phase::After && !told.contains("V + J") {
                    assert_eq!(sum(i), sum(i - 1), "{}", place());
                }
            }
        }
    }
    assert!(stays > 100 && moves > 50, "{stays} stays, {moves} moves");
}

#[test]
fn every_step_is_told_in_short_sentences() {
    for kernel in Kernel::ALL {
        for seed in 0..how_many() {
            let script = if seed % 2 == 0 { common::script(seed, kernel) } else { on_cpus::script_on_cpus(seed, kernel) };
            let recording = run(&script);
            for i in 0..recording.len() {
                let explanation = explain(&recording, i);
                let place = || format!("{kernel:?}, seed {seed}, step {}: {explanation:#?}", i + 1);
                assert!(!explanation.title.is_empty(), "{}", place());
                for sentence in explanation.sentences.iter().chain(&explanation.warnings) {
                    assert!(sentence.ends_with('.') && sentence.chars().count() < 250, "{}", place());
                    assert!(!sentence.contains("nobody") || recording.step(i).verb == Verb::Start, "{}", place());
                }
                assert!(one_line(&recording, i).chars().count() < 160, "{}", one_line(&recording, i));
            }
            let text = why_text(&recording);
            assert!(text.lines().all(|l| l.chars().count() <= 78 && !l.ends_with(' ')), "{text}");
        }
    }
}

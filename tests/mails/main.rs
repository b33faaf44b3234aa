//! The five mails, row by row: each figure that a model can reach is computed and compared, the others are named for what they are.
//!
//! A row is a part of a mail; it lists the figures that stand in it. Where the list of the mails lies beside the project, no figure
//! of it may be without a row.

mod m1;
mod m1_table;
mod m2;
mod m3;
mod m4;
mod m5;
mod reading;

use std::collections::BTreeSet;
use std::path::Path;

/// A part of a mail.
pub struct Row {
    /// What it says.
    pub says: &'static str,
    /// The figures in it, as they stand there.
    pub figures: &'static str,
    /// What becomes of it here.
    pub kind: Kind,
}

/// What becomes of a row.
pub enum Kind {
    /// It is computed, and compared.
    Computed(fn()),
    /// Measured on hardware; what the mail computes of it is checked from its own figures.
    Arithmetic(fn()),
    /// A model can not reach it: what it is instead.
    Not(&'static str),
}

/// The figures are what a machine did.
pub const MEASURED: Kind = Kind::Not("measured on hardware");
/// Names, dates, numbers of patches and of points.
pub const TOLD: Kind = Kind::Not("tells which mail, patch or point is meant");

const MAILS: [(&str, &[Row]); 5] = [("M1", m1::ROWS), ("M2", m2::ROWS), ("M3", m3::ROWS), ("M4", m4::ROWS), ("M5", m5::ROWS)];

fn computed(mail: &str) {
    let (_, rows) = MAILS.iter().find(|(name, _)| *name == mail).expect("a mail");
    for row in *rows {
        match row.kind {
            Kind::Computed(check) => {
                println!("{mail}: {}", row.says);
                check();
            }
            Kind::Arithmetic(check) => {
                println!("{mail}: {}: measured on hardware, its arithmetic checked", row.says);
                check();
            }
            Kind::Not(what) => println!("{mail}: {}: {what}", row.says),
        }
    }
}

#[test]
fn mail_m1() {
    computed("M1");
}

#[test]
fn mail_m2() {
    computed("M2");
}

#[test]
fn mail_m3() {
    computed("M3");
}

#[test]
fn mail_m4() {
    computed("M4");
}

#[test]
fn mail_m5() {
    computed("M5");
}

/// The figures in a text: what begins with a digit and belongs to no word.
fn figures(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-');
    let words = text.split(|c: char| !is_part(c));
    let trimmed = words.flat_map(|word| word.split('-')).map(|word| word.trim_matches('.'));
    trimmed.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).map(str::to_string).collect()
}

#[test]
fn figures_are_told_from_words() {
    let found = figures("T1 at 2.8 ms, P99.9 9141 -> 9426 (+3.11 %), 2026-03-31, 1.654e8; v4-baseline; nr_running == 1.");
    let expected = ["2.8", "9141", "9426", "3.11", "2026", "03", "31", "1.654e8", "1"];
    assert_eq!(found, expected.map(String::from).into());
}

#[test]
fn every_figure_of_the_mails_has_a_row() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/mails.md");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let mut missing = Vec::new();
    for (mail, rows) in MAILS {
        let section = text.split("\n## ").find_map(|s| s.strip_prefix(mail)).unwrap_or_else(|| panic!("no section {mail}"));
        let told: BTreeSet<String> = rows.iter().flat_map(|row| row.figures.split_whitespace()).map(str::to_string).collect();
        let printed = figures(section);
        missing.extend(printed.difference(&told).map(|figure| format!("{mail}: {figure} is in no row")));
        missing.extend(told.difference(&printed).map(|figure| format!("{mail}: {figure} is not in the mail")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

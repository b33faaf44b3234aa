//! Every run that is printed can be checked again: from its table and the lines above it alone.

use eevdf_lab::scenario::{self, GALLERY};
use eevdf_lab::sim;
use eevdf_lab::tables::check::{Verdict, check};
use eevdf_lab::tables::infer::CannotInfer;
use eevdf_lab::tables::print::{MAIL_WIDTH, print};
use eevdf_lab::tables::setup;
use eevdf_lab::tables::table::{Table, default_columns};

/// More rows than are replayed.
const TOO_MANY: usize = 2001;

/// Ten seconds of 81 tasks: more than sixty thousand rows, which take long to compute.
const LONG: &str = "m1-cyclictest-";

#[test]
fn what_is_printed_of_the_gallery_agrees_with_itself_or_has_too_many_rows() {
    let (mut agree, mut refused, mut differ) = (0, Vec::new(), Vec::new());
    for entry in GALLERY.iter().filter(|entry| !entry.key.starts_with(LONG)) {
        let scenario = scenario::parse(entry.text).scenario;
        let run = sim::run(&scenario.script);
        let table = print(&Table::first(&run, default_columns(&run), TOO_MANY), MAIL_WIDTH).unwrap();
        let above = setup::lines(&scenario).join("\n");
        assert!(above.lines().all(|line| line.chars().count() <= 78), "{above}");
        let report = check(&format!("{above}\n\n{table}"));
        match (report.verdict(), &report.tables[0].outcome) {
            (Verdict::Agrees, _) => agree += 1,
            (_, Err(why)) => refused.push((entry.key, matches!(why, CannotInfer::TooLarge { found: TOO_MANY, .. }))),
            _ => differ.push(format!("{}: {report}", entry.key)),
        }
    }
    assert_eq!(differ, [""; 0]);
    assert_eq!(refused, ["m2-ring", "m2-ring-no-delay-dequeue", "m2-ring-wake-affine"].map(|key| (key, true)));
    assert_eq!(agree + refused.len() + 3, GALLERY.len());
    assert_eq!(agree, 89);
}

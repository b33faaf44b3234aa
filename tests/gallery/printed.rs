//! The mail's two tables on the kernel that it patches, cell by cell.

use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::sim::run;
use eevdf_lab::tables::compare::{Comparison, compare};
use eevdf_lab::tables::parse::parse as parse_tables;

/// The entry's printed table against its run.
fn comparison(key: &str) -> Comparison {
    let entry = Entry::from_key(key).expect(key);
    let recording = run(&parse(entry.text).scenario.script);
    let printed = parse_tables(entry.printed.expect("a printed table"));
    assert_eq!((printed.tables.len(), printed.diagnostics.len()), (1, 0));
    compare(&printed.tables[0], &recording)
}

/// `row column: printed -> computed`.
fn differing(comparison: &Comparison) -> Vec<String> {
    let cell = |d: &eevdf_lab::tables::compare::Difference| {
        format!("{} {} {}: {} -> {}", d.time, d.label, d.heading.text, d.printed, d.computed)
    };
    comparison.differences.iter().map(cell).collect()
}

#[test]
fn the_kernel_gives_every_cell_of_the_join_table() {
    let comparison = comparison("k-m4-join");
    assert_eq!(differing(&comparison), [""; 0]);
    assert_eq!((comparison.compared, comparison.rounded), (15, 0));
}

#[test]
fn the_patched_kernel_gives_all_but_four_cells_of_the_join_and_leave_table() {
    let comparison = comparison("k-m4-sum-jlag");
    assert_eq!(
        differing(&comparison),
        [
            "t T3 join- J: 0 -> 18",
            "t T3 join- V: V0 -> V0-18",
            "t+60 T3 leave+ V+J: V0+20* -> V0+12",
            "t+60 T3 leave+ V: V0+20 -> V0+12",
        ]
    );
    assert_eq!((comparison.compared, comparison.rounded), (140, 0));
    assert!(comparison.steps.iter().all(Option::is_some), "every printed row has its step");
}

#[test]
fn the_same_table_in_exact_numbers_differs_in_the_misprinted_row_only() {
    assert_eq!(differing(&comparison("m4-sum-jlag")), ["t T3 join- J: 0 -> 18", "t T3 join- V: V0 -> V0-18"]);
}

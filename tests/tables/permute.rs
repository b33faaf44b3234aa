//! The join orders of mail M4's three tasks.

use eevdf_lab::scenario;
use eevdf_lab::tables::permute::{CannotPermute, Orders, permute};
use expect_test::expect;

fn orders(header: &str, events: &str) -> Result<Orders, CannotPermute> {
    let tasks = "nice0 1\ntask T1 weight=1 lag=0\ntask T2 weight=1 lag=36\ntask T3 weight=1 lag=-12\n";
    let parsed = scenario::parse(&format!("{header}\n{tasks}{events}"));
    assert!(parsed.is_ok(), "{:?}", parsed.diagnostics);
    permute(&parsed.scenario.script)
}

const JOINS: &str = "at 0 wake T1\nat 0 wake T2\nat 0 wake T3\nat 24 sleep T2\n";

#[test]
fn with_inflated_lag_every_order_ends_elsewhere() {
    expect![[r#"
        join order | v T1  | v T2  | v T3  | V     | by v     | eligible | pick
        -----------------------------------------------------------------------
        T1 T2 T3   | V0    | V0-72 | V0-18 | V0-30 | T2 T3 T1 | T2       | T2
        T1 T3 T2   | V0    | V0-42 | V0+24 | V0-6  | T2 T1 T3 | T2       | T2
        T2 T1 T3   | V0    | V0    | V0+18 | V0+6  | T1=T2 T3 | T1 T2    | T1
        T2 T3 T1   | V0+12 | V0    | V0+24 | V0+12 | T2 T1 T3 | T1 T2    | T2
        T3 T1 T2   | V0    | V0-54 | V0    | V0-18 | T2 T1=T3 | T2       | T2
        T3 T2 T1   | V0-36 | V0-72 | V0    | V0-36 | T2 T1 T3 | T1 T2    | T2
    "#]]
    .assert_eq(&orders("kernel ideal", JOINS).unwrap().to_string());
}

#[test]
fn with_sum_jlag_the_order_does_not_matter() {
    expect![[r#"
        join order | v T1 | v T2  | v T3  | V    | J | by v     | eligible | pick
        -------------------------------------------------------------------------
        T1 T2 T3   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
        T1 T3 T2   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
        T2 T1 T3   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
        T2 T3 T1   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
        T3 T1 T2   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
        T3 T2 T1   | V0   | V0-36 | V0+12 | V0-8 | 8 | T2 T1 T3 | T2       | T2
    "#]]
    .assert_eq(&orders("patch sum-jlag", JOINS).unwrap().to_string());
}

#[test]
fn without_inflation_it_does() {
    let orders = orders("patch plain-lag", JOINS).unwrap();
    let first = orders.to_string().lines().nth(2).unwrap().to_string();
    expect!["T1 T2 T3   | V0    | V0-36 | V0-6  | V0-14 | T2 T3 T1 | T2       | T2"].assert_eq(&first);
}

#[test]
fn two_to_four_tasks_in_one_instant_can_be_permuted() {
    assert_eq!(orders("", "at 0 wake T1\nat 1 wake T2\n").unwrap_err(), CannotPermute::TooFew(1));
    assert_eq!(orders("", "at 0 end\n").unwrap_err(), CannotPermute::TooFew(0));
    let parsed = scenario::parse(
        "task A\ntask B\ntask C\ntask D\ntask E\nat 0 wake A\nat 0 wake B\nat 0 wake C\nat 0 wake D\nat 0 wake E\n",
    );
    assert_eq!(permute(&parsed.scenario.script).unwrap_err(), CannotPermute::TooMany(5));
}

#[test]
fn four_tasks_have_twenty_four_orders() {
    let parsed = scenario::parse("task A\ntask B\ntask C\ntask D\nat 5 wake A\nat 5 wake B\nat 5 wake C\nat 5 wake D\n");
    let orders = permute(&parsed.scenario.script).unwrap().orders;
    assert_eq!(orders.len(), 24);
    let mut different: Vec<_> = orders.iter().map(|o| o.joins.clone()).collect();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 24);
}

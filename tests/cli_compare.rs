//! `eevdf-lab compare` as people use it: what they type, what they see, and the exit status.

#[path = "common/program.rs"]
mod program;

use expect_test::expect;
use program::{eevdf_lab, text};

fn compare(args: &[&str], stdin: &str) -> (String, String, Option<i32>) {
    let output = eevdf_lab(&[&["compare"], args].concat(), stdin);
    (text(output.stdout), text(output.stderr), output.status.code())
}

/// B joins owed 3: inflated by (1 + 1) / 1 it is placed 6 before V, plainly 3 before it.
const JOIN: &str =
    "title A join\nnice0 1\ntask A weight=1 slice=9\ntask B weight=1 slice=9\nat 0 wake A\nat 0 wake B lag=3\nat 2 end\n";

#[test]
fn a_comparison_says_what_differs_where_first_and_why() {
    let (out, err, status) = compare(&["-", "--b", "ideal+plain-lag"], JOIN);
    assert_eq!((err.as_str(), status), ("", Some(1)));
    expect![[r#"
        A join

        Lane A: ideal, exact arithmetic
        Lane B: ideal + plain-lag, exact arithmetic

        What differs in the rules
          place: where a joining entity is placed
            A: InflatedLag (v = V - vlag (W + w) / W: the lag survives the join's own
               pull on V)
            B: PlainLag (v = V - vlag)

        First difference: t, B join+ (step 4 of lane A, 4 of lane B)
                   lane A  lane B  B - A
          V          V0-3  V0-1.5   +1.5
          A.lag        -3    -1.5   +1.5
          B.v        V0-6    V0-3     +3
          B.d        V0+3    V0+6     +3
          B.lag         3     1.5   -1.5
          sum_w_v      -6      -3     +3
          Lane A: B joins
            B joins with lag 3. Placed 3 before V it would pull V along and keep 1.5;
            placed x before V it keeps x W/(W+w), so x = 3 (W+w)/W = 6.
              inflated = vlag (W + w)/W = 3 * (1 + 1)/1 = 6
              v = V - inflated = V0 - 6 = V0-6
              V' = V + (v - V) w/W' = V0 + (-6 * 1/2) = V0-3
              V' - v = vlag = 3
              d = v + r = V0-6 + 9 = V0+3
          Lane B: B joins
            B is placed at V minus its lag of 3.
              v = V - vlag = V0 - 3 = V0-3
              V' = V + (v - V) w/W' = V0 + (-3 * 1/2) = V0-1.5
              d = v + r = V0-3 + 9 = V0+6

        No decision differs: the same tasks run at the same times.

        Rows that differ: 4 of 7
          | time | event   |  W |  v    |  V      |  lag |  d    |  E
        --------------------------------------------------------------
        A | t    | B join+ |  2 |> V0-6 |> V0-3   |>   3 |> V0+3 |  E
        B |      |         |  2 |> V0-3 |> V0-1.5 |> 1.5 |> V0+6 |  E
        A | t    | pick B  |  2 |> V0-6 |> V0-3   |>   3 |> V0+3 |  E
        B |      |         |  2 |> V0-3 |> V0-1.5 |> 1.5 |> V0+6 |  E
        A | t+2  | end-    |  2 |  NA   |> V0-2   |   NA |  NA   |  NA
        B |      |         |  2 |  NA   |> V0-0.5 |   NA |  NA   |  NA
        A | t+2  | end+    |  2 |  NA   |> V0-2   |   NA |  NA   |  NA
        B |      |         |  2 |  NA   |> V0-0.5 |   NA |  NA   |  NA

        Summary
                            lane A  lane B  B - A
          picks                  1       1
          context switches       1       1
          preemptions            0       0
          wake-ups               2       2
          latency, average       0       0
          latency, P50           0       0
          latency, P90           0       0
          latency, P99           0       0
          latency, P99.9         0       0
          latency, max           0       0
          still waiting          1       1
          lag, least            -3    -1.5   +1.5
          lag, most              3     1.5   -1.5
          A.lag, least          -3    -1.5   +1.5
          A.lag, most            0       0
          B.lag, least           2     0.5   -1.5
          B.lag, most            3     1.5   -1.5
          v computations         2       2
          divisions              2       1     -1
          insertions             2       2
          erasures               1       1
          rebalances             0       0
          replacements           0       0
    "#]]
    .assert_eq(&out);
}

#[test]
fn the_same_rules_twice_are_no_difference() {
    let (out, _, status) = compare(&["-", "--a", "ideal", "--b", "ideal,arith=exact"], JOIN);
    assert_eq!(status, Some(0));
    assert!(
        out.contains("What differs in the rules\n  nothing\n") && out.contains("The states are the same in all of 7 steps."),
        "{out}"
    );
}

#[test]
fn a_built_in_scenario_brings_its_own_comparison() {
    let (out, _, status) = compare(&["k-v-backward"], "");
    assert_eq!(status, Some(1));
    assert!(out.contains("Lane B: tip-2026-03 + lag-floor, kernel arithmetic\n"), "{out}");
    let (asked, _, _) = compare(&["k-v-backward", "--a", "tip-2026-03", "--b", "tip-2026-03+lag-floor"], "");
    assert_eq!(out, asked);
}

#[test]
fn columns_can_be_chosen() {
    let (out, _, _) = compare(&["-", "--b", "ideal+plain-lag", "--columns", "time,event,B.v"], JOIN);
    assert!(out.contains("  | time | event   |  B.v"), "{out}");
    let (_, err, status) = compare(&["-", "--b", "ideal+plain-lag", "--columns", "Z.v"], JOIN);
    assert_eq!(status, Some(2));
    assert_eq!(err, "--columns: no task of `Z.v`, expected one of A B\n");
}

#[test]
fn bad_input_is_told_with_what_was_expected() {
    for (args, expected) in [
        (vec!["-", "--b", "v6.19"], "--b `v6.19`: unknown kernel `v6.19`"),
        (
            vec!["-", "--b", "v7.2+sum-jlag"],
            "--b `v7.2+sum-jlag`: the patch sum-jlag does not fit v7.2; expected kernel ideal or v6.19-rc1",
        ),
        (vec!["-", "--a", "ideal,NOPE", "--b", "ideal"], "--a `ideal,NOPE`: unknown feature `NOPE`"),
        (vec!["-"], "compare: no --b, expected the variant to compare with"),
        (vec!["no-such-file", "--b", "ideal"], "no-such-file: no such file or scenario"),
    ] {
        let (out, err, status) = compare(&args, JOIN);
        assert_eq!((out.as_str(), status), ("", Some(2)), "{args:?}");
        assert!(err.starts_with(expected), "{args:?}: {err}");
    }
    let (_, err, status) = compare(&["-", "--b", "ideal"], "task A slice=x\nat 0 wake A\n");
    assert_eq!(status, Some(2));
    assert!(err.starts_with("stdin:1:"), "{err}");
}

#[test]
fn both_lanes_are_drawn_in_one_picture_at_their_first_difference() {
    let args = ["-", "--b", "ideal+plain-lag", "--format", "svg", "--chart", "lag"];
    let (svg, said, status) = compare(&args, JOIN);
    assert_eq!((said.as_str(), status), ("", Some(1)));
    assert!(svg.contains("Lane B: ideal + plain-lag") && svg.contains("lane A, dashed: lane B"), "{svg}");
}

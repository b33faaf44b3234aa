//! Mail M1's table of wake-up latencies, simulated beside what the mail measured.

use eevdf_lab::model::num::Num;
use eevdf_lab::scenario::{Entry, parse};
use eevdf_lab::stats::{Latencies, Percentile, latencies};
use eevdf_lab::tables::latency::{Run, Unit, rows, text};
use expect_test::expect;

const KEYS: [&str; 3] = ["m1-cyclictest-default", "m1-cyclictest-slices", "m1-cyclictest-lag-floor"];

/// The latencies of ct in an entry of the gallery, under another seed.
fn of_ct(key: &str, seed: u64) -> Latencies {
    let mut script = parse(Entry::from_key(key).expect(key).text).scenario.script;
    script.seed = seed;
    let ct = script.tasks.iter().position(|task| task.name == "ct").expect("a cyclictest");
    latencies(&script).latencies.swap_remove(ct)
}

fn table(latencies: [Latencies; 3]) -> Vec<Run> {
    let run = |(key, latencies): (&str, Latencies)| {
        let measured = Entry::from_key(key).expect(key).measured();
        Run { label: measured.expect("the mail's").label.to_string(), latencies, measured }
    };
    KEYS.into_iter().zip(latencies).map(run).collect()
}

/// What the mail shows has to come out whatever the random message lengths are, not only in the table that is printed.
pub fn the_simulated_table_has_the_shape_of_the_mails() {
    for seed in [0, 1] {
        let [default, slices, floor] = KEYS.map(|key| of_ct(key, seed));
        let at = |l: &Latencies, p: Percentile| l.percentile(p).expect("samples").clone();
        let (p90, p99, p99_9) = (Percentile::P90, Percentile::P99, Percentile::P99_9);
        // Shorter slices: far better in 9 of 10 wake-ups, and better in the others.
        assert_eq!((at(&slices, p90), at(&floor, p90)), (Num::ZERO, Num::ZERO), "seed {seed}: at once");
        assert!(at(&default, p90) > Num::from(1_000_000), "seed {seed}: {}", at(&default, p90));
        for p in [p99, p99_9] {
            assert!(at(&default, p) > &at(&slices, p) + &Num::from(1_000_000), "seed {seed}, {p}");
            // The patch: better again where a debt grew.
            assert!(at(&floor, p) < at(&slices, p), "seed {seed}, {p}: {} {}", at(&floor, p), at(&slices, p));
        }
        assert!(floor.max() <= slices.max(), "seed {seed}");
        let late = |l: &Latencies| l.samples().iter().filter(|wait| **wait > Num::ZERO).count();
        assert!(
            late(&slices) * 10 < slices.count() && late(&floor) < late(&slices),
            "seed {seed}: {} {}",
            late(&slices),
            late(&floor)
        );
        let averages = [&default, &slices, &floor].map(|l| l.average().expect("samples"));
        assert!(averages[0] > &averages[1] * &Num::from(4) && averages[1] > averages[2], "seed {seed}: {averages:?}");
        // Who is late misses a wake-up or more.
        assert!(default.count() < slices.count() && slices.count() <= floor.count(), "seed {seed}");
        if seed == 0 {
            expect![[r#"
                Wake-up latency of ct in us, simulated and as measured in the mail

                            default 2.8/2.8         slices 8/20   slices 8/20 + patch
                          simulated    mail   simulated    mail     simulated    mail
                samples        3537  115632        3601  119733          3602  119806
                average         348     364          67      64            38      61
                P50              17      60           0      56             0      56
                P90            1133    1166           0      62             0      62
                P99            3335    4192        1531      73          1023      72
                P99.9          4970    8528        2476    2707          1900    1300
                max           27599   17735        2883   14273          2473   13525
            "#]]
            .assert_eq(&text("ct", &table([default, slices, floor]), &Unit::Us));
        }
    }
}

#[test]
fn figures_are_by_nearest_rank_and_in_whole_microseconds_or_the_scenarios_unit() {
    let samples = [499, 500, 1_500, 2_000_000].map(Num::from).to_vec();
    let run = Run { label: "four".into(), latencies: Latencies::from_samples(samples), measured: None };
    let of = |unit| -> Vec<String> {
        rows(std::slice::from_ref(&run), &unit).into_iter().map(|r| r.name + " " + &r.cells[0].0).collect()
    };
    assert_eq!(of(Unit::Us), ["samples 4", "average 501", "P50 1", "P90 2000", "P99 2000", "P99.9 2000", "max 2000"]);
    let own = of(Unit::Own(Num::from(1000)));
    assert_eq!(own, ["samples 4", "average 500.62475", "P50 0.5", "P90 2000", "P99 2000", "P99.9 2000", "max 2000"]);
    expect![[r#"
        Wake-up latency of A in us, simulated

                  four
        samples      4
        average    501
        P50          1
        P90       2000
        P99       2000
        P99.9     2000
        max       2000
    "#]]
    .assert_eq(&text("A", &[run], &Unit::Us));
    let nothing = Run { label: "none".into(), latencies: Latencies::default(), measured: None };
    assert_eq!(rows(&[nothing], &Unit::Us)[2].cells[0].0, "-");
}

pub fn the_mails_figures_are_those_of_the_mail() {
    let measured = KEYS.map(|key| Entry::from_key(key).and_then(Entry::measured).expect(key));
    assert_eq!(measured.map(|m| m.samples), [115_632, 119_733, 119_806]);
    assert_eq!(measured.map(|m| m.average), [364, 64, 61]);
    assert_eq!(measured.map(|m| m.percentiles), [[60, 1166, 4192, 8528], [56, 62, 73, 2707], [56, 62, 72, 1300]]);
    assert_eq!(measured.map(|m| m.max), [17_735, 14_273, 13_525]);
    let review = eevdf_lab::scenario::gallery::measured::REVIEW;
    for figure in
        ["9141 -> 9426", "206 -> 217", "14 -> 13", "13.77 -> 17.53", "24.39 -> 31.90", "47.92 -> 60.46", "118.08 -> 103.16"]
    {
        assert!(review.contains(figure), "{figure}");
    }
}

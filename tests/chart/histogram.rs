//! Histograms: bars where they belong, labels that do not collide, words for those who cannot see them.

use eevdf_lab::chart::{Bar, Frame, Histograms, Theme};
use eevdf_lab::model::num::Num;
use eevdf_lab::stats::{Histogram, Latencies};

fn counted(samples: &[i64]) -> Histogram {
    let samples = samples.iter().map(|us| Num::from(us * 1000)).collect();
    Histogram::of(&Latencies::from_samples(samples), &Num::from(1000))
}

fn two() -> Vec<(String, Histogram)> {
    vec![("before".to_string(), counted(&[0, 0, 0, 3, 3, 900])), ("after".to_string(), counted(&[0, 0, 0, 0, 0, 7]))]
}

#[test]
fn a_bar_is_hit_where_it_stands_and_says_what_it_counts() {
    let runs = two();
    // 12 bins (0, 1, 2, 4 .. 1024) of 50 px, two bars of 20 px in the middle of each.
    let chart = Histograms { runs: &runs, unit: "us", frame: Frame::new(600.0, 300.0, 1.0) };
    let at = |x: f64| chart.hit(x, 200.0);
    assert_eq!(
        [at(6.0), at(24.0), at(26.0), at(44.0)].map(|b| b.map(|b| (b.run, b.bin))),
        [Some((0, 0)), Some((0, 0)), Some((1, 0)), Some((1, 0))]
    );
    assert_eq!([at(2.0), at(48.0), at(75.0), at(3.0 * 50.0 + 30.0)], [None; 4], "gaps, and bins with nothing in them");
    assert_eq!(chart.hit(6.0, 290.0), None, "below the axis");
    let bar = |run, bin| chart.words(Bar { run, bin });
    assert_eq!(bar(0, 0), "before: 3 did not wait");
    assert_eq!((bar(0, 3), bar(0, 11)), ("before: 2 waited 2 to 4 us".into(), "before: 1 waited 512 to 1024 us".into()));
    assert_eq!(bar(1, 4), "after: 1 waited 4 to 8 us");
}

#[test]
fn the_document_tells_all_counts_and_has_a_bar_for_each() {
    let runs = two();
    for (width, dark) in [(320.0, true), (600.0, false)] {
        let chart = Histograms { runs: &runs, unit: "us", frame: Frame::new(width, 300.0, 2.0) };
        let theme = if dark { Theme::dark() } else { Theme::light() };
        let svg = chart.svg("Wake-up latency of A", &theme);
        let described = "<desc>before: 3 did not wait; after: 5 did not wait; before: 2 waited 2 to 4 us; after: 1 waited 4 to 8 us; \
                         before: 1 waited 512 to 1024 us</desc>";
        assert!(svg.contains(described), "{svg}");
        // Background, two marks of the legend, five bars and the axis.
        assert_eq!(svg.matches("<rect ").count(), 1 + 2 + 5 + 1);
        assert!(svg.contains("before") && svg.trim_end().ends_with("</svg>"));
    }
}

#[test]
fn the_highest_bar_is_the_most_frequent_and_one_is_still_seen() {
    let heights = |runs: &[(String, Histogram)]| {
        let svg = Histograms { runs, unit: "us", frame: Frame::new(600.0, 300.0, 1.0) }.svg("t", &Theme::light());
        let bars = svg.lines().filter(|l| l.starts_with("<rect ")).skip(1 + runs.len());
        let height =
            |line: &str| line.split("height=\"").nth(1).and_then(|l| l.split('"').next()?.parse::<i32>().ok()).expect("a height");
        bars.map(height).collect::<Vec<_>>()
    };
    let many: Vec<i64> = [vec![0; 1000], vec![1; 30], vec![2]].concat();
    let found = heights(&[("A".to_string(), counted(&many))]);
    assert!(found[0] > found[1] && found[1] > found[2] && found[2] >= 5, "{found:?}");
    assert_eq!(heights(&[("none".to_string(), counted(&[]))]).len(), 1, "only the axis");
}

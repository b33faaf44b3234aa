//! No label is cut or runs into another, at any size.

use super::backends::{Scribe, Text};
use super::{TURNS, gallery, recording};
use eevdf_lab::chart::{ChartKind, Frame, Layout, Series, Theme, TimeRange, View};
use eevdf_lab::sim::Recording;
use proptest::prelude::*;
use std::sync::OnceLock;

/// Runs with few and many tasks, long names, long numbers, fractions, and no time at all.
fn runs() -> &'static [(Recording, Series)] {
    static RUNS: OnceLock<Vec<(Recording, Series)>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let long = "nice0 1\ntask a_name_much_longer_than_others weight=3 lag=1234567/7\ntask B weight=1000000\n\
                    task C weight=7\nat 0 wake a_name_much_longer_than_others\nat 1234567 wake B\n\
                    at 2000000 wake C\nat 87654321 sleep B\nat 98765432 tick\nat 123456789 end\n";
        let many: String = (0..40).map(|i| format!("task task{i} weight={}\n", i + 1)).collect::<String>()
            + &(0..40).map(|i| format!("at {} wake task{i}\n", i * 3)).collect::<String>()
            + "at 500 end\n";
        let kernel = "kernel v6.12\ntask A nice=0\ntask B nice=5\ntick 1ms\nat 0 wake A\nat 1ms wake B\nat 40ms end\n";
        [
            recording(TURNS),
            recording(long),
            recording(&many),
            recording(kernel),
            gallery("m4-sum-jlag"),
            gallery("m4-join-123"),
            gallery("diagram-evdf-7"),
        ]
        .into_iter()
        .map(|r| {
            let series = Series::of(&r);
            (r, series)
        })
        .collect()
    })
}

/// The texts of a chart's static layer.
fn texts(layout: &Layout<'_>, frame: Frame) -> Vec<Text> {
    let (area, drawn) = Scribe::area(frame.device(), &[]);
    layout.draw_static(&area, &Theme::light()).expect("drawn");
    drawn.take().texts
}

fn check(run: usize, kind: ChartKind, frame: Frame, view: &View) -> Result<(), String> {
    let (recording, series) = &runs()[run];
    let texts = texts(&Layout::new(kind, recording, series, view, frame), frame);
    let (width, height) = frame.device();
    let place = format!("run {run}, {kind:?}, {frame:?}, step {}", view.step);
    for (i, text) in texts.iter().enumerate() {
        let (left, top, right, bottom) = text.bounds();
        // Half a px: positions are rounded to whole ones.
        if left < -0.5 || top < -0.5 || right > f64::from(width) + 0.5 || bottom > f64::from(height) + 0.5 {
            return Err(format!("{place}: cut: {text:?}"));
        }
        for other in &texts[..i] {
            let (l, t, r, b) = other.bounds();
            if left + 0.5 < r && l + 0.5 < right && top + 0.5 < b && t + 0.5 < bottom {
                return Err(format!("{place}: {text:?} runs into {other:?}"));
            }
        }
    }
    Ok(())
}

#[test]
fn at_the_edges_of_what_is_supported() {
    for (run, (recording, series)) in runs().iter().enumerate() {
        for kind in ChartKind::ALL {
            for (width, height) in
                [(320.0, 90.0), (320.0, 400.0), (360.0, 150.0), (900.0, 150.0), (2000.0, 90.0), (2000.0, 400.0)]
            {
                for scale in [1.0, 1.5, 2.0] {
                    for step in [0, recording.len() / 3, recording.len() / 2, recording.len() - 1] {
                        check(run, kind, Frame::new(width, height, scale), &View::whole(series, step)).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn values_and_times_are_labelled_at_every_size() {
    let (recording, series) = &runs()[4];
    for (width, height) in [(320.0, 90.0), (900.0, 150.0), (2000.0, 400.0)] {
        for kind in [ChartKind::Vruntime, ChartKind::Lag, ChartKind::VAndJ] {
            let frame = Frame::new(width, height, 1.0);
            let texts = texts(&Layout::new(kind, recording, series, &View::whole(series, 0), frame), frame);
            let has = |label: &str| texts.iter().any(|t| t.text == label);
            assert!(has("0") && has("t") && has("+60"), "{kind:?} {frame:?} {texts:?}");
            assert!(texts.iter().filter(|t| t.align == '>').count() >= 2, "{kind:?} {frame:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]
    #[test]
    fn at_random_sizes_steps_and_zooms(
        run in 0usize..7,
        kind in prop::sample::select(ChartKind::ALL.to_vec()),
        width in 320.0..2000.0f64,
        height in 90.0..400.0f64,
        scale in prop::sample::select(vec![1.0, 1.25, 1.5, 2.0, 3.0]),
        step in 0.0..1.0f64,
        about in 0.0..1.0f64,
        zoom in 0.0..1.0f64,
    ) {
        let (recording, series) = &runs()[run];
        let whole = TimeRange::whole(series);
        let range = whole.zoomed(whole.from + about * whole.length(), 0.001f64.powf(zoom), whole);
        let step = (step * recording.len() as f64) as usize;
        let view = View { range, ..View::whole(series, step) };
        prop_assert_eq!(check(run, kind, Frame::new(width, height, scale), &view), Ok(()));
    }
}

//! Pictures to look at: `CHART_PICTURES=/tmp/pictures cargo test --test chart pictures` writes the whole gallery as SVG.

use super::gallery;
use eevdf_lab::chart::{ChartKind, Drawn, Picture, Series, Theme, View};
use eevdf_lab::scenario::GALLERY;

#[test]
fn every_scenario_of_the_gallery_becomes_a_picture_at_every_step() {
    let folder = std::env::var("CHART_PICTURES").ok();
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        let recording = gallery(entry.key);
        let series = Series::of(&recording);
        for (name, theme) in [("light", Theme::light()), ("dark", Theme::dark())] {
            for width in [320.0, 720.0] {
                for step in [0, recording.len() / 2, recording.len() - 1] {
                    let lanes = [Drawn { recording: &recording, series: &series, step }];
                    let view = View::whole(&series, step);
                    let picture = Picture { kinds: &ChartKind::ALL, lanes: &lanes, view, caption: &[], width, scale: 1.0 };
                    let picture = picture.svg(&theme);
                    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{}", entry.key);
                    if let Some(folder) = &folder {
                        std::fs::write(format!("{folder}/{}-{name}-{width}-{step}.svg", entry.key), picture).expect("writable");
                    }
                }
            }
        }
    }
}

//! Pictures to look at: `CHART_PICTURES=/tmp/pictures cargo test --test chart pictures` writes the whole gallery as SVG.

use super::gallery;
use eevdf_lab::chart::{Series, Theme, View, sheet};
use eevdf_lab::scenario::GALLERY;

#[test]
fn every_scenario_of_the_gallery_becomes_a_sheet_at_every_step() {
    let folder = std::env::var("CHART_PICTURES").ok();
    for entry in GALLERY.iter().filter(|entry| !entry.is_long()) {
        let recording = gallery(entry.key);
        let series = Series::of(&recording);
        for (name, theme) in [("light", Theme::light()), ("dark", Theme::dark())] {
            for width in [320.0, 720.0] {
                for step in [0, recording.len() / 2, recording.len() - 1] {
                    let picture = sheet(&recording, &series, &View::whole(&series, step), width, &theme);
                    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"), "{}", entry.key);
                    if let Some(folder) = &folder {
                        std::fs::write(format!("{folder}/{}-{name}-{width}-{step}.svg", entry.key), picture).expect("writable");
                    }
                }
            }
        }
    }
}

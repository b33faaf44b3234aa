//! SVG documents: complete, accessible, text stays text.

use super::{gallery, recording};
use eevdf_lab::chart::{ChartKind, Drawn, Picture, Series, Theme, View};
use eevdf_lab::sim::Recording;
use expect_test::expect;

/// A picture of some charts of a run, captioned, the cursor at a step.
fn document(recording: &Recording, kinds: &[ChartKind], step: usize, width: f64, theme: &Theme) -> String {
    let series = Series::of(recording);
    let lanes = [Drawn { recording, series: &series, step }];
    let caption = ["Three tasks".to_string(), "v7.2".to_string()];
    Picture { kinds, lanes: &lanes, view: View::whole(&series, step), caption: &caption, width, scale: 1.0 }.svg(theme)
}

/// The names of all elements, having checked that each is closed where it should be.
fn elements(document: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for tag in document.split('<').skip(1) {
        let tag = tag.split('>').next().expect("a tag ends");
        let name: String = tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphabetic).collect();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            all.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?} left open");
    all
}

#[test]
fn one_chart_is_a_document_with_title_and_description() {
    let recording = gallery("m4-sum-jlag");
    let document = document(&recording, &[ChartKind::VAndJ], 8, 480.0, &Theme::light());
    let head: Vec<&str> = document.lines().take(4).collect();
    expect![[r##"
        <svg width="480" height="218" viewBox="0 0 480 218" xmlns="http://www.w3.org/2000/svg" role="img">
        <title>Three tasks</title>
        <desc>v7.2 V, J and V+J, from V0: at t+24, step 9 of 21: V V0+6; J 2; V+J V0+8.</desc>
        <rect x="0" y="0" width="480" height="218" opacity="1" fill="#FFFFFF" stroke="none"/>"##]]
    .assert_eq(&head.join("\n"));
    let elements = elements(&document);
    assert!(elements.iter().filter(|e| *e == "text").count() >= 8);
    assert!(elements.contains(&"polyline".to_string()));
}

#[test]
fn a_picture_has_all_charts_with_headings_and_legends() {
    let recording = gallery("m4-sum-jlag");
    for (width, theme) in [(320.0, Theme::dark()), (800.0, Theme::light())] {
        let document = document(&recording, &ChartKind::ALL, 7, width, &theme);
        elements(&document);
        for kind in ChartKind::ALL {
            assert!(document.contains(&format!(">\n{}\n</text>", kind.title(&recording))), "{kind:?}");
        }
        assert!(document.contains(&format!("width=\"{width}\"")));
        assert!(document.contains(">\nV+J\n</text>"));
        assert!(document.contains("fill=\"#") && document.contains(&theme.background.css().to_uppercase()));
        assert!(document.contains("T2 v V0-12, d V0-12, lag 12"), "the description reads the values");
    }
}

#[test]
fn the_same_run_gives_the_same_document() {
    let make = || {
        let recording = gallery("case-16");
        document(&recording, &ChartKind::ALL, 3, 640.0, &Theme::light())
    };
    assert_eq!(make(), make());
}

#[test]
fn names_that_look_like_markup_stay_text() {
    let mut recording = recording("nice0 1\ntask A weight=1\nat 0 wake A\nat 30 end\n");
    recording.tasks[0].name = "<b>&".to_string();
    let document = document(&recording, &ChartKind::ALL, 1, 640.0, &Theme::light());
    assert!(!document.contains("<b>"));
    assert!(document.contains("&lt;b&gt;&amp;"));
    elements(&document);
}

#[test]
fn two_lanes_share_their_curves_and_have_a_row_of_runs_each() {
    let (a, b) = (gallery("m4-sum-jlag"), gallery("m4-join-123"));
    let (of_a, of_b) = (Series::of(&a), Series::of(&b));
    let lanes = [Drawn { recording: &a, series: &of_a, step: 7 }, Drawn { recording: &b, series: &of_b, step: 5 }];
    let view = View::whole(&of_a, 0);
    let picture = Picture { kinds: &ChartKind::ALL, lanes: &lanes, view, caption: &[], width: 900.0, scale: 1.0 };
    let document = picture.svg(&Theme::light());
    elements(&document);
    for heading in ["CPU · lane A", "CPU · lane B", "lag (V - v) · lane A, dashed: lane B", "virtual time now, from V0 · lane B"]
    {
        assert_eq!(document.matches(&format!(">\n{heading}\n</text>")).count(), 1, "{heading}");
    }
}

#[test]
fn a_picture_drawn_twice_as_dense_is_twice_as_large() {
    let recording = gallery("case-16");
    let series = Series::of(&recording);
    let lanes = [Drawn { recording: &recording, series: &series, step: 3 }];
    let view = View::whole(&series, 3);
    let picture = |scale| Picture { kinds: &ChartKind::ALL, lanes: &lanes, view, caption: &[], width: 900.0, scale };
    let (single, double) = (picture(1.0).frame(), picture(2.0).frame());
    assert_eq!((single.width, single.height), (double.width, double.height));
    assert_eq!(double.device(), (single.device().0 * 2, single.device().1 * 2));
}

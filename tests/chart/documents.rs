//! SVG documents: complete, accessible, text stays text.

use super::{gallery, recording};
use eevdf_lab::chart::{ChartKind, Frame, Layout, Series, Theme, View, sheet, svg};
use expect_test::expect;

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
    let series = Series::of(&recording);
    let layout = Layout::new(ChartKind::VAndJ, &recording, &series, &View::whole(&series, 0), Frame::new(480.0, 120.0, 2.0));
    let document = svg(&layout, &Theme::light(), Some(8));
    let head: Vec<&str> = document.lines().take(4).collect();
    expect![[r##"
        <svg width="480" height="120" viewBox="0 0 960 240" xmlns="http://www.w3.org/2000/svg" role="img">
        <title>V, J and V+J, from V0</title>
        <desc>V, J and V+J, from V0: at t+24, step 9 of 21: V V0+6; J 2; V+J V0+8.</desc>
        <rect x="0" y="0" width="960" height="240" opacity="1" fill="#FFFFFF" stroke="none"/>"##]]
    .assert_eq(&head.join("\n"));
    let elements = elements(&document);
    assert!(elements.iter().filter(|e| *e == "text").count() >= 8);
    assert!(elements.contains(&"polyline".to_string()));
}

#[test]
fn a_sheet_has_all_charts_with_headings_and_legends() {
    let recording = gallery("m4-sum-jlag");
    let series = Series::of(&recording);
    for (width, theme) in [(320.0, Theme::dark()), (800.0, Theme::light())] {
        let document = sheet(&recording, &series, &View::whole(&series, 7), width, &theme);
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
        let series = Series::of(&recording);
        sheet(&recording, &series, &View::whole(&series, 3), 640.0, &Theme::light())
    };
    assert_eq!(make(), make());
}

#[test]
fn names_that_look_like_markup_stay_text() {
    let mut recording = recording("nice0 1\ntask A weight=1\nat 0 wake A\nat 30 end\n");
    recording.tasks[0].name = "<b>&".to_string();
    let series = Series::of(&recording);
    let document = sheet(&recording, &series, &View::whole(&series, 1), 640.0, &Theme::light());
    assert!(!document.contains("<b>"));
    assert!(document.contains("&lt;b&gt;&amp;"));
    elements(&document);
}

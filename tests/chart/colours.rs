//! Everything can be read and told apart, on light and dark pages, with and without colour vision.

use eevdf_lab::chart::{Curve, Rgb, Theme};
use std::collections::HashSet;

fn themes() -> [(&'static str, Theme); 2] {
    [("light", Theme::light()), ("dark", Theme::dark())]
}

#[test]
fn contrast_is_that_of_the_standard() {
    assert_eq!(Rgb(0, 0, 0).contrast(Rgb(255, 255, 255)), 21.0);
    assert!((Rgb(0x77, 0x77, 0x77).contrast(Rgb(255, 255, 255)) - 4.48).abs() < 0.01);
}

#[test]
fn text_has_a_contrast_of_at_least_4_5_and_lines_of_3() {
    for (name, theme) in themes() {
        for behind in [theme.background, theme.eligible, theme.lane, theme.band] {
            for text in [theme.text, theme.muted].into_iter().chain(theme.tasks) {
                assert!(text.contrast(behind) >= 4.5, "{name}: {} on {}", text.css(), behind.css());
            }
            for line in [theme.axis, theme.limit, theme.cursor, theme.v, theme.j, theme.v_plus_j].into_iter().chain(theme.tasks) {
                assert!(line.contrast(behind) >= 3.0, "{name}: {} on {}", line.css(), behind.css());
            }
        }
        for task in 0..8 {
            assert!(theme.on_task(task).contrast(theme.task(task)) >= 4.5, "{name}: name on block {task}");
        }
    }
}

#[test]
fn the_dark_page_has_lighter_task_colours() {
    for (light, dark) in Theme::light().tasks.into_iter().zip(Theme::dark().tasks) {
        assert!(dark.luminance() > light.luminance() + 0.1);
    }
}

/// How far apart two colours look, as distance in OKLab, for eyes described by a matrix on linear RGB.
fn distance(a: Rgb, b: Rgb, eyes: &[[f64; 3]; 3]) -> f64 {
    let lab = |c: Rgb| {
        let linear = [c.0, c.1, c.2].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let [r, g, b] = eyes.map(|row| row.iter().zip(linear).map(|(m, c)| m * c).sum::<f64>().max(0.0));
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    };
    lab(a).into_iter().zip(lab(b)).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
}

/// Full trichromacy, then the simulations of Machado, Oliveira and Fernandes (2009) of its complete loss in one channel.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    ("deuteranopia", [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

#[test]
fn eight_task_colours_differ_for_every_kind_of_colour_vision() {
    for (name, theme) in themes() {
        for (eyes, matrix) in EYES {
            for (i, a) in theme.tasks.into_iter().enumerate() {
                for b in &theme.tasks[..i] {
                    let apart = distance(a, *b, &matrix);
                    assert!(apart > 0.05, "{name}, {eyes}: {} and {} are only {apart:.3} apart", a.css(), b.css());
                }
            }
        }
    }
}

#[test]
fn thirty_two_tasks_differ_by_marker_and_dash_alone() {
    let styles: HashSet<String> = (0..32).map(|task| Curve::Task(task).style().name()).collect();
    assert_eq!(styles.len(), 32);
    let others: HashSet<String> = [Curve::V(0), Curve::J(0), Curve::VPlusJ(0)].map(|c| c.style().name()).into_iter().collect();
    assert_eq!(others.len(), 3);
    assert!(styles.is_disjoint(&others));
}

#[test]
fn legends_get_their_colours_and_marks_as_css_and_svg() {
    let theme = Theme::light();
    assert_eq!(theme.task(0).css(), "#1f55b8");
    assert_eq!(theme.task(8), theme.task(0));
    assert_eq!(Curve::Task(0).style().name(), "solid, circle");
    assert_eq!(Curve::Task(9).style().name(), "dashed, square");
    assert_eq!(Curve::V(0).style().name(), "solid, thick");
    assert_eq!(Curve::VPlusJ(0).style().dash.array(), "8 5");
    let paths: HashSet<String> = (0..8).filter_map(|t| Curve::Task(t).style().marker).map(|m| m.path(4.0)).collect();
    assert_eq!(paths.len(), 8);
    assert!(paths.iter().all(|d| d.starts_with('M') && d.ends_with('Z')));
}

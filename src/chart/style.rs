//! What tells curves apart besides colour: dashes, markers and line width.
//!
//! Owns which style a curve has and the outline of each marker; must not know colours (that is `theme`) or where things
//! are drawn. Markers come in eight shapes and dashes in four, so 32 tasks differ without any colour.

use crate::sim::script::TaskId;
use std::f64::consts::TAU;

/// Which curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Curve {
    /// A task's vruntime, lag, run or row, by chart.
    Task(TaskId),
    /// The floor of a task's lag while it is delayed.
    Floor(TaskId),
    /// V of a CPU's queue.
    V(u32),
    /// J of a CPU's queue.
    J(u32),
    /// V + J of a CPU's queue.
    VPlusJ(u32),
}

/// How a line is interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Medium dashes.
    Dashed,
    /// Short dashes.
    Dotted,
    /// Long dashes.
    Long,
}

impl Dash {
    const ALL: [Dash; 4] = [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::Long];

    /// Length of a dash and of the space after it, CSS px. `None`: solid.
    pub fn pattern(self) -> Option<(u32, u32)> {
        match self {
            Dash::Solid => None,
            Dash::Dashed => Some((8, 5)),
            Dash::Dotted => Some((2, 3)),
            Dash::Long => Some((16, 5)),
        }
    }

    /// As SVG's `stroke-dasharray` writes it, for legends.
    pub fn array(self) -> String {
        self.pattern().map_or("none".to_string(), |(on, off)| format!("{on} {off}"))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Dash::Solid => "solid",
            Dash::Dashed => "dashed",
            Dash::Dotted => "dotted",
            Dash::Long => "long dashes",
        }
    }
}

/// The mark that a curve carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // their names say it
pub enum Marker {
    Circle,
    Square,
    Diamond,
    Up,
    Down,
    Plus,
    Cross,
    Star,
}

/// A plus sign with arms two units thick.
const PLUS: [(i8, i8); 12] =
    [(1, 3), (1, 1), (3, 1), (3, -1), (1, -1), (1, -3), (-1, -3), (-1, -1), (-3, -1), (-3, 1), (-1, 1), (-1, 3)];

impl Marker {
    const ALL: [Marker; 8] =
        [Marker::Circle, Marker::Square, Marker::Up, Marker::Diamond, Marker::Plus, Marker::Down, Marker::Cross, Marker::Star];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Marker::Circle => "circle",
            Marker::Square => "square",
            Marker::Diamond => "diamond",
            Marker::Up => "triangle up",
            Marker::Down => "triangle down",
            Marker::Plus => "plus",
            Marker::Cross => "cross",
            Marker::Star => "star",
        }
    }

    /// Its outline around (0, 0), y down, where a circle of the same weight has radius 1.
    pub fn outline(self) -> Vec<(f64, f64)> {
        let ring = |n: usize, start: f64, radius: fn(usize) -> f64| {
            (0..n)
                .map(|i| {
                    let angle = (start + i as f64 / n as f64) * TAU;
                    (radius(i) * angle.cos(), radius(i) * angle.sin())
                })
                .collect::<Vec<_>>()
        };
        match self {
            Marker::Circle => ring(24, 0.0, |_| 1.0),
            Marker::Square => ring(4, 0.125, |_| 1.27),
            Marker::Diamond => ring(4, 0.0, |_| 1.35),
            Marker::Up => ring(3, -0.25, |_| 1.45),
            Marker::Down => ring(3, 0.25, |_| 1.45),
            Marker::Star => ring(10, -0.25, |i| if i % 2 == 0 { 1.55 } else { 0.65 }),
            Marker::Plus => PLUS.map(|(x, y)| (0.45 * f64::from(x), 0.45 * f64::from(y))).to_vec(),
            Marker::Cross => {
                let (sin, cos) = (TAU / 8.0).sin_cos();
                Marker::Plus.outline().into_iter().map(|(x, y)| (x * cos - y * sin, x * sin + y * cos)).collect()
            }
        }
    }

    /// As the `d` of an SVG path around (0, 0) with a circle's radius in px, for legends.
    pub fn path(self, radius: f64) -> String {
        let points = self.outline();
        let mut d = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            d += &format!("{}{:.2} {:.2}", if i == 0 { "M" } else { "L" }, x * radius, y * radius);
        }
        d + "Z"
    }
}

/// How a curve is drawn, colour aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStyle {
    /// Interruption.
    pub dash: Dash,
    /// The mark it carries; V, J and V + J carry none.
    pub marker: Option<Marker>,
    /// Width in CSS px.
    pub width: u32,
}

impl LineStyle {
    /// In words, for legends and screen readers: `solid, circle`.
    pub fn name(self) -> String {
        match self.marker {
            Some(marker) => format!("{}, {}", self.dash.name(), marker.name()),
            None if self.width > 2 => format!("{}, thick", self.dash.name()),
            None => self.dash.name().to_string(),
        }
    }
}

impl Curve {
    /// How it is drawn.
    pub fn style(self) -> LineStyle {
        match self {
            Curve::Task(task) => LineStyle {
                dash: Dash::ALL[task / Marker::ALL.len() % Dash::ALL.len()],
                marker: Some(Marker::ALL[task % Marker::ALL.len()]),
                width: 2,
            },
            Curve::Floor(_) => LineStyle { dash: Dash::Dotted, marker: None, width: 2 },
            // Of several CPUs each has another dash; J and V + J, where there are several, have their CPU's.
            Curve::V(cpu) => LineStyle { dash: Dash::ALL[cpu as usize % Dash::ALL.len()], marker: None, width: 4 },
            Curve::J(0) => LineStyle { dash: Dash::Dotted, marker: None, width: 2 },
            Curve::VPlusJ(0) => LineStyle { dash: Dash::Dashed, marker: None, width: 2 },
            Curve::J(cpu) | Curve::VPlusJ(cpu) => LineStyle { width: 2, ..Curve::V(cpu).style() },
        }
    }
}

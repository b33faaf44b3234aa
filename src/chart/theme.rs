//! `Theme`: which colour each thing has, on a light and on a dark page.
//!
//! Owns the colours and their contrast; must not know shapes, layouts or what is drawn. The page takes its legends, table
//! and background from here, so that a task has one colour everywhere.

use super::style::Curve;
use crate::sim::script::TaskId;

/// An opaque sRGB colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    const fn hex(rgb: u32) -> Rgb {
        Rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8)
    }

    /// As CSS writes it: `#1f55b8`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// A quarter of the way to another colour.
    fn towards(self, other: Rgb) -> Rgb {
        let mix = |a: u8, b: u8| ((3 * u16::from(a) + u16::from(b)) / 4) as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast ratio as WCAG 2 defines it, 1 to 21.
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

/// What a shape is painted with. Layouts only name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The page behind the chart.
    Background,
    /// Labels that must be read.
    Text,
    /// Labels that help: ticks, units, what is off the queue.
    Muted,
    /// Grid lines; they only guide the eye.
    Grid,
    /// The zero line, axis and tick marks.
    Axis,
    /// The lane of a CPU where nobody runs.
    Lane,
    /// The eligible side of V.
    Eligible,
    /// A limit: a band's inside.
    Band,
    /// A limit: a band's edges.
    Limit,
    /// The cursor.
    Cursor,
    /// A curve.
    Curve(Curve),
    /// The same curve of the other lane.
    Faded(Curve),
    /// Text on a block in a task's colour.
    On(TaskId),
}

/// The colours of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether it is the dark one.
    pub dark: bool,
    /// The page behind the charts.
    pub background: Rgb,
    /// Labels that must be read, 4.5:1 and more.
    pub text: Rgb,
    /// Labels that help, 4.5:1 and more.
    pub muted: Rgb,
    /// Grid lines.
    pub grid: Rgb,
    /// Zero line and tick marks, 3:1 and more.
    pub axis: Rgb,
    /// The empty lane of a CPU.
    pub lane: Rgb,
    /// The eligible side of V.
    pub eligible: Rgb,
    /// The inside of a limit.
    pub band: Rgb,
    /// The edges of a limit, 3:1 and more.
    pub limit: Rgb,
    /// The cursor, 3:1 and more.
    pub cursor: Rgb,
    /// V.
    pub v: Rgb,
    /// J.
    pub j: Rgb,
    /// V + J.
    pub v_plus_j: Rgb,
    /// Task colours, 4.5:1 and more so that names may wear them; task i has colour i modulo 8.
    pub tasks: [Rgb; 8],
}

const LIGHT: Theme = Theme {
    dark: false,
    background: Rgb::hex(0xffffff),
    text: Rgb::hex(0x1c1c1e),
    muted: Rgb::hex(0x5f5f64),
    grid: Rgb::hex(0xe4e4e7),
    axis: Rgb::hex(0x808087),
    lane: Rgb::hex(0xf0f0f2),
    eligible: Rgb::hex(0xecf3fd),
    band: Rgb::hex(0xf6f1e4),
    limit: Rgb::hex(0x8a7433),
    cursor: Rgb::hex(0x1a5fd6),
    v: Rgb::hex(0x111113),
    j: Rgb::hex(0xa3357f),
    v_plus_j: Rgb::hex(0x1a5fd6),
    tasks: [
        Rgb::hex(0x1f55b8), // blue
        Rgb::hex(0xb04600), // orange
        Rgb::hex(0x1d7a63), // green
        Rgb::hex(0x5a1328), // wine
        Rgb::hex(0x554200), // olive
        Rgb::hex(0x2800d5), // violet
        Rgb::hex(0x16586d), // teal
        Rgb::hex(0x92004a), // crimson
    ],
};

const DARK: Theme = Theme {
    dark: true,
    background: Rgb::hex(0x17181b),
    text: Rgb::hex(0xececee),
    muted: Rgb::hex(0xa5a5ab),
    grid: Rgb::hex(0x2e3034),
    axis: Rgb::hex(0x77797f),
    lane: Rgb::hex(0x24262a),
    eligible: Rgb::hex(0x1d2a3d),
    band: Rgb::hex(0x2b2718),
    limit: Rgb::hex(0xb39d5c),
    cursor: Rgb::hex(0x8ab6ff),
    v: Rgb::hex(0xf5f5f7),
    j: Rgb::hex(0xe79ad2),
    v_plus_j: Rgb::hex(0x8ab6ff),
    tasks: [
        Rgb::hex(0x6ca3ff), // blue
        Rgb::hex(0xff7f33), // orange
        Rgb::hex(0x86ecc9), // green
        Rgb::hex(0xd185a5), // wine
        Rgb::hex(0xf2e455), // yellow
        Rgb::hex(0xd9b8ff), // violet
        Rgb::hex(0x3fc8d0), // teal
        Rgb::hex(0xf0a3a0), // rose
    ],
};

impl Theme {
    /// Dark text on a white page.
    pub fn light() -> Theme {
        LIGHT
    }

    /// Light text on a dark page, with lighter task colours.
    pub fn dark() -> Theme {
        DARK
    }

    /// The colour of a task.
    pub fn task(&self, task: TaskId) -> Rgb {
        self.tasks[task % self.tasks.len()]
    }

    /// The colour of a curve.
    pub fn curve(&self, curve: Curve) -> Rgb {
        match curve {
            Curve::Task(task) | Curve::Floor(task) => self.task(task),
            Curve::V(_) => self.v,
            Curve::J(_) => self.j,
            Curve::VPlusJ(_) => self.v_plus_j,
        }
    }

    /// Black or white, whichever reads better on a task's colour.
    pub fn on_task(&self, task: TaskId) -> Rgb {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        let under = self.task(task);
        if under.contrast(black) > under.contrast(white) { black } else { white }
    }

    /// The colour of an ink.
    pub fn color(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Background => self.background,
            Ink::Text => self.text,
            Ink::Muted => self.muted,
            Ink::Grid => self.grid,
            Ink::Axis => self.axis,
            Ink::Lane => self.lane,
            Ink::Eligible => self.eligible,
            Ink::Band => self.band,
            Ink::Limit => self.limit,
            Ink::Cursor => self.cursor,
            Ink::Curve(curve) => self.curve(curve),
            Ink::Faded(curve) => self.curve(curve).towards(self.background),
            Ink::On(task) => self.on_task(task),
        }
    }
}

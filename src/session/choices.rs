//! The small choices of the page: speed of playing, theme, which panels are open.
//!
//! Owns their values and names in storage; must not know how they are shown.

/// How fast playing moves the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // their names say it
pub enum Speed {
    Half,
    #[default]
    One,
    Two,
    Five,
    Ten,
}

impl Speed {
    /// All, slowest first.
    pub const ALL: [Speed; 5] = [Speed::Half, Speed::One, Speed::Two, Speed::Five, Speed::Ten];

    /// Time between two steps in ms.
    pub fn interval_ms(self) -> u32 {
        match self {
            Speed::Half => 2000,
            Speed::One => 1000,
            Speed::Two => 500,
            Speed::Five => 200,
            Speed::Ten => 100,
        }
    }

    /// Its name in storage: steps a second.
    pub fn key(self) -> &'static str {
        match self {
            Speed::Half => "0.5",
            Speed::One => "1",
            Speed::Two => "2",
            Speed::Five => "5",
            Speed::Ten => "10",
        }
    }

    /// The speed of that name.
    pub fn from_key(key: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|s| s.key() == key)
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ThemeChoice {
    /// As the system says.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl ThemeChoice {
    /// All.
    pub const ALL: [ThemeChoice; 3] = [ThemeChoice::Auto, ThemeChoice::Light, ThemeChoice::Dark];

    /// Its name in storage.
    pub fn key(self) -> &'static str {
        match self {
            ThemeChoice::Auto => "auto",
            ThemeChoice::Light => "light",
            ThemeChoice::Dark => "dark",
        }
    }

    /// The choice of that name.
    pub fn from_key(key: &str) -> Option<ThemeChoice> {
        ThemeChoice::ALL.into_iter().find(|t| t.key() == key)
    }

    /// Whether the page is dark, given what the system prefers.
    pub fn is_dark(self, system_dark: bool) -> bool {
        match self {
            ThemeChoice::Auto => system_dark,
            ThemeChoice::Light => false,
            ThemeChoice::Dark => true,
        }
    }
}

/// A part of the page that can be opened and closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The editor.
    Editor,
    /// The six join orders.
    Orders,
    /// The named invariants.
    Checks,
    /// Wake-up latencies.
    Latency,
    /// The ASCII diagram.
    Diagram,
    /// The link, and the frame for another page.
    Share,
    /// What can be copied and saved.
    Export,
    /// Keys and glossary.
    Help,
    /// Kernel, patches, features, arithmetic.
    Variant,
    /// The same of lane B.
    VariantB,
    /// What a person brings: pasted text, a file.
    Paste,
    /// What the import of the scenario said.
    Import,
}

/// Which panels are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[allow(missing_docs)] // as `Panel`
pub struct Panels {
    pub editor: bool,
    pub orders: bool,
    pub checks: bool,
    pub latency: bool,
    pub diagram: bool,
    pub share: bool,
    pub export: bool,
    pub help: bool,
    pub variant: bool,
    pub variant_b: bool,
    pub paste: bool,
    pub import: bool,
}

impl Panels {
    /// Whether a panel is open.
    pub fn is_open(&self, panel: Panel) -> bool {
        match panel {
            Panel::Editor => self.editor,
            Panel::Orders => self.orders,
            Panel::Checks => self.checks,
            Panel::Latency => self.latency,
            Panel::Diagram => self.diagram,
            Panel::Share => self.share,
            Panel::Export => self.export,
            Panel::Help => self.help,
            Panel::Variant => self.variant,
            Panel::VariantB => self.variant_b,
            Panel::Paste => self.paste,
            Panel::Import => self.import,
        }
    }

    pub(super) fn set(&mut self, panel: Panel, open: bool) {
        match panel {
            Panel::Editor => self.editor = open,
            Panel::Orders => self.orders = open,
            Panel::Checks => self.checks = open,
            Panel::Latency => self.latency = open,
            Panel::Diagram => self.diagram = open,
            Panel::Share => self.share = open,
            Panel::Export => self.export = open,
            Panel::Help => self.help = open,
            Panel::Variant => self.variant = open,
            Panel::VariantB => self.variant_b = open,
            Panel::Paste => self.paste = open,
            Panel::Import => self.import = open,
        }
    }
}

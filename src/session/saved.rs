//! What is kept between two visits, as keys and values of a storage.
//!
//! Owns the format (JSON, with a version) and reading it back however damaged it is. Each copy has a key of its own, so that two
//! windows of the page do not overwrite each other's. Must not know whose storage it is.

use super::Session;
use super::choices::{Speed, ThemeChoice};
use super::import::report::Report;
use super::library::{CopyId, EditedCopy, Source};
use super::variant;
use crate::scenario::Override;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What every key begins with.
pub const PREFIX: &str = "eevdf-lab:";
const PAGE: &str = "eevdf-lab:page";
/// What the key of each copy begins with.
pub const COPY: &str = "eevdf-lab:copy:";
/// Version of the format of values.
const FORMAT: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Page {
    format: u32,
    gallery: Option<String>,
    copy: Option<CopyId>,
    step: usize,
    theme: String,
    speed: String,
    editor: bool,
    /// What is chosen over the variants of sources: the source's name, and options as on the command line.
    variants: BTreeMap<String, String>,
    /// The same of lane B, for sources that are compared.
    compared: BTreeMap<String, String>,
    stacked: bool,
}

impl Default for Page {
    fn default() -> Page {
        Page {
            format: FORMAT,
            gallery: None,
            copy: None,
            step: 0,
            theme: String::new(),
            speed: String::new(),
            editor: false,
            variants: BTreeMap::new(),
            compared: BTreeMap::new(),
            stacked: false,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Copy {
    format: u32,
    base: String,
    text: String,
    #[serde(default)]
    good: Option<String>,
    /// What its import said; nothing if that is damaged, so that the text is not lost with it.
    #[serde(default, deserialize_with = "if_whole", skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
}

fn if_whole<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Report>, D::Error> {
    let value = serde_json::Value::deserialize(from)?;
    Ok(serde_json::from_value(value).ok())
}

/// What was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The edited copies.
    pub copies: Vec<EditedCopy>,
    /// What was open.
    pub source: Option<Source>,
    /// Where the cursor was.
    pub step: usize,
    /// Light or dark.
    pub theme: ThemeChoice,
    /// Speed of playing.
    pub speed: Speed,
    /// Whether the editor was open.
    pub editor: bool,
    /// What was chosen over the variants of sources.
    pub chosen: BTreeMap<Source, Override>,
    /// What was chosen for lane B, for sources that were compared.
    pub compared: BTreeMap<Source, Override>,
    /// Whether the charts of two lanes were stacked.
    pub stacked: bool,
}

impl Saved {
    /// Reads a storage's entries; those that are not ours, or damaged, are passed over.
    pub fn read(entries: &[(String, String)]) -> Saved {
        let mut saved = Saved::default();
        for (key, value) in entries {
            if let Some(id) = key.strip_prefix(COPY).and_then(|id| id.parse().ok())
                && let Ok(copy) = serde_json::from_str::<Copy>(value)
            {
                let report = copy.report.map(Arc::new);
                saved.copies.push(EditedCopy { id, base: copy.base, text: copy.text, good: copy.good, report });
            }
        }
        let page = entries.iter().find(|(key, _)| key == PAGE).and_then(|(_, value)| serde_json::from_str::<Page>(value).ok());
        let Some(page) = page else { return saved };
        saved.source = page.copy.map(Source::Copy).or(page.gallery.map(Source::Gallery));
        saved.step = page.step;
        saved.theme = ThemeChoice::from_key(&page.theme).unwrap_or_default();
        saved.speed = Speed::from_key(&page.speed).unwrap_or_default();
        saved.editor = page.editor;
        let chosen =
            page.variants.iter().filter_map(|(name, options)| Some((Source::from_name(name)?, variant::from_options(options))));
        saved.chosen = chosen.filter(|(_, over)| *over != Override::default()).collect();
        let compared =
            page.compared.iter().filter_map(|(name, options)| Some((Source::from_name(name)?, variant::from_options(options))));
        saved.compared = compared.collect();
        saved.stacked = page.stacked;
        saved
    }
}

/// The page's entry: key and value.
pub fn page_entry(session: &Session) -> (String, String) {
    let (gallery, copy) = match session.source() {
        Source::Gallery(key) => (Some(key.clone()), None),
        Source::Copy(id) => (None, is_kept(session, *id).then_some(*id)),
    };
    let is_there = |(source, _): &(&Source, &Override)| match source {
        Source::Gallery(_) => true,
        Source::Copy(id) => is_kept(session, *id),
    };
    let options = |of: &BTreeMap<Source, Override>| -> BTreeMap<String, String> {
        of.iter().filter(is_there).map(|(source, over)| (source.name(), variant::options(over))).collect()
    };
    let page = Page {
        format: FORMAT,
        gallery,
        copy,
        step: session.cursor(),
        theme: session.theme().key().to_string(),
        speed: session.speed().key().to_string(),
        editor: session.panels().editor,
        variants: options(session.chosen()),
        compared: options(session.compared()),
        stacked: session.stacked(),
    };
    (PAGE.to_string(), json(&page))
}

/// Whether a copy is there and outlives the visit: one that came with a link is in the link.
fn is_kept(session: &Session, id: CopyId) -> bool {
    session.library().copy(id).is_some() && !session.library().is_linked(id)
}

/// The entries of all copies: keys and values.
pub fn copy_entries(session: &Session) -> Vec<(String, String)> {
    let entry = |copy: &EditedCopy| {
        let EditedCopy { base, text, good, report, .. } = copy.clone();
        let value = Copy { format: FORMAT, base, text, good, report: report.map(|r| (*r).clone()) };
        (format!("{COPY}{}", copy.id), json(&value))
    };
    session.library().copies().iter().filter(|copy| is_kept(session, copy.id)).map(entry).collect()
}

fn json(value: &impl Serialize) -> String {
    // Strings, numbers and booleans always serialise.
    serde_json::to_string(value).unwrap_or_default()
}

//! Links: everything the page shows, in a URL's fragment, which no server ever sees.
//!
//! `key=value` pairs joined by `&`. A person can write them: `s=m4-sum-jlag&step=7&a=v6.19-rc1&b=v6.19-rc1+sum-jlag`. A scenario of
//! one's own travels as `z=`, its text compressed (raw DEFLATE) in URL-safe base64. `v=` is the version of this format; what an
//! older version wrote is brought up step by step ([`UPGRADES`]). Owns the format and its limits; must not know sessions, pages,
//! or what a variant's words mean.

use crate::scenario::Entry;
use crate::scenario::limits::MAX_TEXT;
use crate::scenario::quote::quote;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use std::fmt;

/// The version of the format that is written.
pub const VERSION: u32 = 1;

/// Longest fragment that is read, in bytes: more than any scenario needs, even one that does not compress ([`MAX_TEXT`] and a third).
pub const MAX_FRAGMENT: usize = 2 << 20;

/// What a link says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Which scenario; none: whatever is open.
    pub scenario: Option<Linked>,
    /// The step, counted from 1 as people see it.
    pub step: Option<usize>,
    /// Whether it is a step of lane B.
    pub in_b: bool,
    /// The variant of lane A, if it is not the scenario's own: `kernel[+patch..][,FEATURE..]`.
    pub a: Option<String>,
    /// The variant of lane B, if there is one.
    pub b: Option<String>,
    /// Whether only the lane is shown, without anything around it.
    pub embed: bool,
    /// What the state at that step looked like when the link was made ([`super::fingerprint`]).
    pub state: Option<String>,
}

/// The scenario of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linked {
    /// The gallery's entry of that key.
    Gallery(String),
    /// A text.
    Text(String),
}

impl Linked {
    /// The scenario with this text: the gallery's by its key.
    pub fn of(text: &str) -> Linked {
        match Entry::from_text(text) {
            Some(entry) => Linked::Gallery(entry.key.to_string()),
            None => Linked::Text(text.to_string()),
        }
    }
}

/// Why a link can not be read. Nothing of it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// 1-based place in the fragment, in characters after `#`.
    pub column: usize,
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {} of the link: {}; expected {}", self.column, self.found, self.expected)
    }
}

/// A pair as it stands in the fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair<'a> {
    column: usize,
    key: &'a str,
    value: &'a str,
}

/// Turns pairs that an older version wrote into those of the next.
type Upgrade = for<'a> fn(Vec<Pair<'a>>) -> Vec<Pair<'a>>;

/// The way from each version to the next: place i leads from version i + 1.
const UPGRADES: [Upgrade; VERSION as usize - 1] = [];

/// What a value may not hold as it is. `+`, `,`, `.`, `-` stay, so that variants can be read and written by hand.
const ESCAPED: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'<').add(b'>').add(b'`').add(b'\'');

/// The text that was compressed last, so that a link to each of its steps compresses it only once.
#[derive(Clone, Debug, Default)]
pub struct Packer {
    text: String,
    packed: String,
}

impl Packer {
    fn pack(&mut self, text: &str) -> &str {
        if self.packed.is_empty() || self.text != text {
            text.clone_into(&mut self.text);
            self.packed = pack(text);
        }
        &self.packed
    }
}

/// Whether a fragment asks for the lane alone, however damaged the rest of it is.
pub fn asks_embed(fragment: &str) -> bool {
    fragment.trim_start_matches('#').split('&').any(|pair| pair == "embed=1")
}

impl Link {
    /// The fragment, without `#`.
    pub fn write(&self) -> String {
        self.write_with(&mut Packer::default())
    }

    /// The same, for who writes links often.
    pub fn write_with(&self, packer: &mut Packer) -> String {
        let mut pairs = vec![("v", VERSION.to_string())];
        match &self.scenario {
            Some(Linked::Gallery(key)) => pairs.push(("s", key.clone())),
            Some(Linked::Text(text)) => pairs.push(("z", packer.pack(text).to_string())),
            None => {}
        }
        pairs.extend(self.step.map(|step| ("step", step.to_string())));
        pairs.extend(self.in_b.then(|| ("lane", "b".to_string())));
        pairs.extend(self.a.clone().map(|a| ("a", a)));
        pairs.extend(self.b.clone().map(|b| ("b", b)));
        pairs.extend(self.state.clone().map(|state| ("state", state)));
        pairs.extend(self.embed.then(|| ("embed", "1".to_string())));
        let text = |(key, value): (&str, String)| format!("{key}={}", utf8_percent_encode(&value, ESCAPED));
        pairs.into_iter().map(text).collect::<Vec<_>>().join("&")
    }

    /// What a fragment says; with or without its `#`. An empty one is no link.
    pub fn read(fragment: &str) -> Result<Option<Link>, Damaged> {
        let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
        if fragment.is_empty() {
            return Ok(None);
        }
        if fragment.len() > MAX_FRAGMENT {
            let found = format!("{} bytes", fragment.len());
            return Err(Damaged { column: 1, found, expected: format!("at most {MAX_FRAGMENT} bytes") });
        }
        let pairs = upgraded(pairs(fragment)?)?;
        let mut link = Link::default();
        for pair in &pairs {
            link.take(pair)?;
        }
        link.lacks_nothing(&pairs)?;
        Ok(Some(link))
    }

    /// Refuses what is said of something that the link does not name. One without a scenario adds to what is open, which may have a
    /// lane B.
    fn lacks_nothing(&self, pairs: &[Pair<'_>]) -> Result<(), Damaged> {
        let has_b = !self.in_b || self.b.is_some() || self.scenario.is_none();
        let needs = [
            ("state", "step", self.step.is_some(), "the number of the step with this state"),
            ("lane", "step", self.step.is_some(), "the number of a step of this lane"),
            ("lane", "b", has_b, "the variant of lane B"),
        ];
        for (key, other, has, expected) in needs {
            if let Some(pair) = pairs.iter().find(|pair| pair.key == key && !has) {
                return Err(pair.says(&format!("{key}= without {other}="), expected));
            }
        }
        Ok(())
    }

    fn take(&mut self, pair: &Pair<'_>) -> Result<(), Damaged> {
        let value = pair.value()?;
        match pair.key {
            "v" => {}
            "s" | "z" if self.scenario.is_some() => {
                return Err(pair.says("a second scenario", "one of s= and z="));
            }
            "s" => self.scenario = Some(Linked::Gallery(value)),
            "z" => self.scenario = Some(Linked::Text(unpack(pair, &value)?)),
            "step" => {
                let step = value.parse().ok().filter(|step| *step > 0);
                self.step = Some(step.ok_or_else(|| pair.bad_value("the number of a step, from 1"))?);
            }
            "lane" => self.in_b = pair.lane(&value)?,
            "a" => self.a = Some(value),
            "b" => self.b = Some(value),
            "state" => self.state = Some(value),
            "embed" => self.embed = pair.flag(&value)?,
            _ => return Err(pair.says(&format!("the key {}", quote(pair.key)), "one of v, s, z, step, lane, a, b, state, embed")),
        }
        Ok(())
    }
}

impl Pair<'_> {
    fn says(&self, found: &str, expected: &str) -> Damaged {
        Damaged { column: self.column, found: found.to_string(), expected: expected.to_string() }
    }

    fn bad_value(&self, expected: &str) -> Damaged {
        let value_at = self.column + self.key.chars().count() + 1;
        Damaged { column: value_at, found: format!("{}={}", self.key, quote(self.value)), expected: expected.to_string() }
    }

    fn value(&self) -> Result<String, Damaged> {
        let decoded = percent_decode_str(self.value).decode_utf8();
        decoded.map(|text| text.into_owned()).map_err(|_| self.bad_value("percent-encoded UTF-8"))
    }

    fn lane(&self, value: &str) -> Result<bool, Damaged> {
        match value {
            "a" => Ok(false),
            "b" => Ok(true),
            _ => Err(self.bad_value("a or b")),
        }
    }

    fn flag(&self, value: &str) -> Result<bool, Damaged> {
        match value {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(self.bad_value("0 or 1")),
        }
    }
}

fn pairs(fragment: &str) -> Result<Vec<Pair<'_>>, Damaged> {
    let mut column = 1;
    let mut pairs: Vec<Pair<'_>> = Vec::new();
    for part in fragment.split('&') {
        let at = column;
        column += part.chars().count() + 1;
        if part.is_empty() {
            continue;
        }
        let Some((key, value)) = part.split_once('=') else {
            return Err(Damaged { column: at, found: quote(part), expected: "key=value".to_string() });
        };
        let pair = Pair { column: at, key, value };
        if pairs.iter().any(|p| p.key == key) {
            return Err(pair.says(&format!("{}= for the second time", quote(key)), "each key once"));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// The pairs as the present version has them. What a person writes by hand has no version and is the present one.
fn upgraded(pairs: Vec<Pair<'_>>) -> Result<Vec<Pair<'_>>, Damaged> {
    let Some(pair) = pairs.iter().find(|p| p.key == "v") else { return Ok(pairs) };
    let newest = format!("a version from 1 to {VERSION}: a newer page may read it");
    let version = pair.value.parse::<u32>().ok().filter(|v| (1..=VERSION).contains(v));
    let version = version.ok_or_else(|| pair.bad_value(&newest))?;
    Ok(UPGRADES.iter().skip(version as usize - 1).fold(pairs, |pairs, upgrade| upgrade(pairs)))
}

/// Texts from this length on, in bytes, are compressed quickly rather than well: a page waits for it.
const LONG: usize = 64 << 10;

fn pack(text: &str) -> String {
    let level = if text.len() < LONG { 9 } else { 1 };
    URL_SAFE_NO_PAD.encode(compress_to_vec(text.as_bytes(), level))
}

fn unpack(pair: &Pair<'_>, value: &str) -> Result<String, Damaged> {
    let value_at = pair.column + pair.key.chars().count() + 1;
    let says = |column: usize, found: String, expected: &str| Damaged { column, found, expected: expected.to_string() };
    let bytes = URL_SAFE_NO_PAD.decode(value).map_err(|error| {
        let (base64::DecodeError::InvalidByte(place, _) | base64::DecodeError::InvalidLastSymbol(place, _)) = error else {
            return says(value_at, format!("{} characters of compressed text, cut off", value.len()), "the whole link");
        };
        let found =
            value.get(place..).and_then(|rest| rest.chars().next()).map_or("the end".to_string(), |c| quote(&c.to_string()));
        says(value_at + place, found, "compressed text in letters, digits, - and _")
    })?;
    let mut text = vec![0; MAX_TEXT];
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, used, length) = decompress(&mut DecompressorOxide::new(), &bytes, &mut text, 0, flags);
    text.truncate(length);
    match status {
        TINFLStatus::Done => {}
        TINFLStatus::HasMoreOutput => {
            let expected = format!("a scenario of at most {MAX_TEXT} bytes");
            return Err(says(value_at, format!("a text of more than {MAX_TEXT} bytes"), &expected));
        }
        _ => {
            let found = "compressed text that is damaged or cut off".to_string();
            return Err(says(value_at, found, "the whole link as it was made"));
        }
    }
    if used < bytes.len() {
        // Four characters hold three bytes.
        let found = format!("{} bytes after the end of the compressed text", bytes.len() - used);
        return Err(says(value_at + used * 4 / 3, found, "the whole link as it was made"));
    }
    String::from_utf8(text).map_err(|_| says(value_at, "compressed bytes that are no text".to_string(), "a scenario in UTF-8"))
}

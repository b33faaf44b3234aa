//! `Frame`: how large a chart is, and how wide text comes out.
//!
//! Owns the step from CSS px, in which layouts think, to device px, in which they are drawn, and a cautious estimate of text
//! widths. Asking the canvas instead would force the page to lay out again, and give other pictures on other machines. Must
//! not know what is drawn.

/// A chart's size. Margins, fonts and strokes follow `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// CSS px.
    pub width: f64,
    /// CSS px.
    pub height: f64,
    /// Device px per CSS px (`devicePixelRatio`).
    pub scale: f64,
}

impl Frame {
    /// A frame of `width` x `height` CSS px at `scale` device px per CSS px.
    pub fn new(width: f64, height: f64, scale: f64) -> Frame {
        Frame { width: width.max(1.0), height: height.max(1.0), scale: scale.max(0.1) }
    }

    /// Width and height in device px: what the canvas must have.
    pub fn device(self) -> (u32, u32) {
        ((self.width * self.scale).round() as u32, (self.height * self.scale).round() as u32)
    }

    /// A CSS coordinate or length in device px.
    pub(super) fn px(self, css: f64) -> i32 {
        (css * self.scale).round_ties_even() as i32
    }
}

/// The width of `text` in px at a font size in px, never less than a common sans-serif font needs: the widths are those of
/// DejaVu Sans, which is wider than Arial, Helvetica, Roboto or Segoe UI.
pub fn text_width(text: &str, size: f64, bold: bool) -> f64 {
    let em: f64 = text.chars().map(|c| if bold { char_width(c) * 1.12 } else { char_width(c) }).sum();
    em * size
}

fn char_width(c: char) -> f64 {
    match c {
        '0'..='9' => 0.637,
        '+' | '=' | '<' | '>' | '~' | '≤' | '≈' => 0.838,
        'i' | 'j' | 'l' | '\'' | '|' => 0.34,
        ' ' | '.' | ',' | ':' | ';' | '/' | '-' | '!' | '·' => 0.365,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | 'I' | 'J' => 0.412,
        'm' => 0.975,
        'w' | 'M' | 'O' | 'Q' | 'G' | '#' | '&' => 0.865,
        'W' | '%' | '@' | '…' => 1.0,
        'A'..='Z' => 0.77,
        'a'..='z' | '_' | '*' | '?' => 0.635,
        '\u{80}'..='\u{24f}' => 0.8,
        c if c.is_ascii() => 0.7,
        _ => 1.1,
    }
}

/// `text`, shortened with `…` until it fits `width` px.
pub(super) fn fitted(text: &str, width: f64, size: f64, bold: bool) -> String {
    if text_width(text, size, bold) <= width {
        return text.to_string();
    }
    let mut room = width - text_width("…", size, bold);
    let kept: String = text
        .chars()
        .take_while(|c| {
            room -= text_width(c.encode_utf8(&mut [0; 4]), size, bold);
            room >= 0.0
        })
        .collect();
    format!("{kept}…")
}

//! A page inside another page: the HTML that a person puts into theirs.
//!
//! Owns that text and what the frame may do. Must not know what is in the frame.

/// What the frame may do, and why:
/// - `allow-scripts`: it is a program.
/// - `allow-same-origin`: without it the frame has an origin of its own that nobody shares, its modules and its wasm come from
///   another origin then, and a browser takes these only from hosts that send `Access-Control-Allow-Origin`. Not all static hosts do.
/// - `allow-popups`, `allow-popups-to-escape-sandbox`: "Open full view" opens a new tab, which is not in the sandbox.
///
/// Forms, downloads, dialogs, and leading the page around it elsewhere stay forbidden.
pub const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/// Sizes to choose from, in CSS px: of a phone, of an article, of slides.
pub const SIZES: [(u32, u32); 3] = [(360, 240), (600, 400), (900, 600)];

/// The frame as HTML; `title` is what people hear who do not see it.
pub fn iframe(url: &str, title: &str, (width, height): (u32, u32)) -> String {
    let (url, title) = (escaped(url), escaped(title));
    format!(
        "<iframe src=\"{url}\" title=\"{title}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" sandbox=\"{SANDBOX}\"></iframe>"
    )
}

/// A text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_has_a_title_a_size_and_a_sandbox() {
        let code = iframe("https://example.org/lab/#v=1&s=m4-sum-jlag&embed=1", "Joins and leaves", SIZES[0]);
        let start = "<iframe src=\"https://example.org/lab/#v=1&amp;s=m4-sum-jlag&amp;embed=1\" title=\"Joins and leaves\" ";
        assert_eq!(code, format!("{start}width=\"360\" height=\"240\" loading=\"lazy\" sandbox=\"{SANDBOX}\"></iframe>"));
    }

    #[test]
    fn a_title_ends_no_attribute() {
        let code = iframe("/", "\"><script>alert(1)</script>\n", SIZES[1]);
        assert!(code.contains("title=\"&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; \""), "{code}");
        assert_eq!(code.matches('<').count(), 2);
    }
}

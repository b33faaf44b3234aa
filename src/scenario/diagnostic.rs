//! `Diagnostic`: one thing wrong in a text, with its place, what was found and what was expected.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The line (or setting) has no effect; the scenario is not run as it stands.
    Error,
    /// It has an effect, but perhaps not the one that was meant.
    Warning,
}

/// One thing wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line, counted from 1; 0 if it is about no line of the text.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// Number of characters it is about.
    pub length: u32,
    /// Error or warning.
    pub severity: Severity,
    /// What was found.
    pub message: String,
    /// What was expected; may be empty for warnings.
    pub expected: String,
}

impl Diagnostic {
    /// Message and expectation without the place.
    pub fn text(&self) -> String {
        let warning = if self.severity == Severity::Warning { "warning: " } else { "" };
        match self.expected.is_empty() {
            true => format!("{warning}{}", self.message),
            false => format!("{warning}{}; expected {}", self.message, self.expected),
        }
    }
}

/// `line:column: what was found; expected what`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line != 0 {
            write!(f, "{}:{}: ", self.line, self.column)?;
        }
        f.write_str(&self.text())
    }
}

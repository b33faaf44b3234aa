//! What a text may be at most. Each limit keeps hostile or huge input from costing more memory or time than a page can spare.

/// Largest text in bytes: a trace of some minutes.
pub const MAX_BYTES: usize = 64 << 20;

/// Longest line in characters; the rest of a longer one is not read.
pub const MAX_COLUMNS: usize = 100_000;

/// Most remarks kept; the others are counted.
pub const MAX_REMARKS: usize = 200;

/// Most parts listed of one text.
pub const MAX_PARTS: usize = 100;

/// Largest text in bytes in which worked tables are looked for: many times the longest mail.
pub const MAX_TABLE_TEXT: usize = 4 << 20;

/// Largest part in bytes that is kept as a whole (scenarios, rt-app workloads).
pub const MAX_KEPT: usize = 1 << 20;

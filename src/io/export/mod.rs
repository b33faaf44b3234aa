//! A run in the formats that other programs read. Every writer streams, so that a long run needs no second copy in memory.

pub mod csv;
pub mod jsonl;
pub mod markdown;
pub mod perfetto;

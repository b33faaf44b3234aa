//! Worked tables: how numbers and rows look, and how printed ones are read and compared; the ASCII diagram.
//!
//! | from a recording | from a text |
//! |---|---|
//! | [`table`]: rows and cells, by [`mod@column`] | [`parse`]: tables in mails (`line`, `event`, `blocks`) |
//! | [`mod@print`]: plain text for a mail; [`setup`]: the lines above it | [`infer`]: a bare table as a script |
//! | [`permute`]: join orders | [`compare`]: printed against computed, with `why` |
//! | [`diagram_step`] and [`diagram`]: the ASCII diagram | [`check`]: all of these, as a report |
//!
//! [`value`] and [`number`] are the notation that both sides share.

mod blocks;
pub mod check;
pub mod column;
pub mod compare;
pub mod diagram;
pub mod diagram_step;
pub mod event;
pub mod infer;
pub mod latency;
mod line;
pub mod number;
pub mod parse;
pub mod permute;
pub mod print;
pub mod setup;
pub mod stopped;
pub mod table;
pub mod value;
mod why;

pub use column::{Column, Heading};
pub use table::Table;
pub use value::Value;

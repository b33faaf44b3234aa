//! Worked tables: how numbers and rows look, and how printed ones are read and compared.

pub mod blocks;
pub mod check;
pub mod column;
pub mod compare;
pub mod diagram;
pub mod diagram_step;
pub mod event;
pub mod infer;
pub mod line;
pub mod number;
pub mod parse;
pub mod permute;
pub mod print;
pub mod table;
pub mod value;
pub mod why;

pub use column::{Column, Heading};
pub use table::Table;
pub use value::Value;

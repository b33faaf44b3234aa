//! Worked tables: how numbers and rows look, and how printed ones are read and compared.

pub mod diagram;
pub mod number;

//! Two lanes in the page: the bar above the table, the table of both, and what stands below it.
//!
//! Owns their elements. What is compared, and how, is the session's.

mod bar;
mod panels;
mod table;

pub use bar::CompareBar;
pub use panels::ComparePanels;
pub use table::CompareTable;

//! Worked tables: printed, found in mails, replayed, compared; the join orders.

mod check;
mod mails;
mod missing;
mod permute;
mod print;
mod properties;
mod support;

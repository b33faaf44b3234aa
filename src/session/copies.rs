//! What "copy" buttons copy, as plain text for a mail.

use super::lane::Lane;
use crate::tables::print::{MAIL_WIDTH, print};

/// The worked table with its title; where a column does not fit a mail, what that is.
pub fn table(lane: &Lane) -> String {
    let table = print(&lane.table, MAIL_WIDTH).unwrap_or_else(|wide| format!("{wide}\n"));
    match lane.scenario.title.is_empty() {
        true => table,
        false => format!("{}\n\n{table}", lane.scenario.title),
    }
}

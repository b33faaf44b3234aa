//! What "copy" buttons copy, as plain text for a mail.

use super::lane::Lane;
use super::rows::window;
use crate::tables::Table;
use crate::tables::print::{MAIL_WIDTH, print};

/// The worked table with its title; where a column does not fit a mail, what that is. Of a long run, the rows around the cursor.
pub fn table(lane: &Lane, cursor: usize) -> String {
    let shown = window(lane.row_at(cursor).unwrap_or(0), lane.row_count());
    let (table, note) = match lane.is_long() {
        false => (print(&lane.table, MAIL_WIDTH), String::new()),
        true => {
            let rows = Table { columns: lane.table.columns.clone(), rows: lane.rows(shown.clone()).rows };
            let note = format!("rows {} to {} of {}\n\n", shown.start + 1, shown.end, lane.row_count());
            (print(&rows, MAIL_WIDTH), note)
        }
    };
    let table = table.unwrap_or_else(|wide| format!("{wide}\n"));
    match lane.scenario.title.is_empty() {
        true => format!("{note}{table}"),
        false => format!("{}\n\n{note}{table}", lane.scenario.title),
    }
}

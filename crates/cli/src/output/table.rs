//! The one look of tables.

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, TableStyle};

/// Returns a table with the given headings, or none, that is no wider than
/// `width`; columns named in `right` hold numbers.
pub(super) fn table(headings: &[&str], width: Option<u16>) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new());
    if !headings.is_empty() {
        table.set_header(headings.to_vec());
    }
    if let Some(width) = width {
        table.set_width(width);
        table.set_content_arrangement(ContentArrangement::Dynamic);
    } else {
        table.set_content_arrangement(ContentArrangement::Disabled);
    }
    table
}

/// Returns a cell that holds a number.
pub(super) fn number(text: impl ToString) -> Cell {
    Cell::new(text).set_alignment(CellAlignment::Right)
}

/// Returns the lines of a table without the blanks at their ends and with no
/// margin before the first column.
pub(super) fn lines(table: &Table) -> Vec<String> {
    table
        .lines()
        .map(|line| {
            let line = line.trim_end();
            line.strip_prefix(' ').unwrap_or(line).to_owned()
        })
        .collect()
}

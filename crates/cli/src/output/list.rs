//! A list of sessions as a table.

use std::fmt;

use comfy_table::{Cell, ColumnConstraint};
use sessions_api::{ListAnswer, ListedSession};
use sessions_core::event::TimestampMs;

use super::table::{lines, number, table};
use super::text::OneLine;
use crate::time;

const HEADINGS: [&str; 6] = ["SESSION", "KIND", "MESSAGES", "FIRST", "LAST", "SESSION ID"];

/// Sessions, as wide as the terminal.
pub(crate) struct ListView<'a> {
    /// The sessions.
    pub(crate) answer: &'a ListAnswer,
    /// The width of the terminal, if it is one.
    pub(crate) width: Option<u16>,
}

impl fmt::Display for ListView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.answer.sessions.is_empty() {
            return Ok(());
        }
        let mut lines = self.lines(None);
        let fits = |width: u16| lines.iter().all(|it| it.chars().count() <= width.into());
        if let Some(width) = self.width
            && !fits(width)
        {
            lines = self.lines(Some(width));
        }
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl ListView<'_> {
    /// Returns the table: as wide as it comes, or within a width, where the
    /// ids stand below the keys.
    fn lines(&self, width: Option<u16>) -> Vec<String> {
        let mut headings = HEADINGS.to_vec();
        if width.is_some() {
            headings.pop();
        }
        let mut table = table(&headings, width);
        // The keys alone give way; a wrapped time is hard to read.
        let others = table.column_iter_mut().skip(1);
        others.for_each(|it| {
            it.set_constraint(ColumnConstraint::ContentWidth);
        });
        for session in &self.answer.sessions {
            table.add_row(row(session, width.is_some()));
        }
        lines(&table)
    }
}

fn row(session: &ListedSession, is_narrow: bool) -> Vec<Cell> {
    let time = |it: Option<TimestampMs>| Cell::new(it.map_or_else(String::new, time::local));
    let mut kind = session.kind.as_str().to_owned();
    if session.archived {
        kind.push_str(", archived");
    }
    let id = OneLine(session.session_id.as_str());
    let mut name = OneLine(session.session_key.as_str()).to_string();
    if let Some(title) = &session.title {
        name = format!("{name}\n  {}", OneLine(title));
    }
    if is_narrow {
        name = format!("{name}\n  {id}");
    }
    let mut cells = vec![
        Cell::new(name),
        Cell::new(kind),
        number(session.messages),
        time(session.first_message),
        time(session.last_message),
    ];
    if !is_narrow {
        cells.push(Cell::new(id));
    }
    cells
}
